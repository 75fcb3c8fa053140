/** Extensions of glTF that `@gltf-transform/core` leaves to others: each adds its part to the JSON when that is written. */
import { type Document, Extension, type GLTF, type WriterContext } from '@gltf-transform/core';
import type { ExportLight } from '@rigline/scene/export';

type Extensible = { extensions?: Record<string, unknown> };

function addTo(target: Extensible, name: string, value: unknown): void {
  target.extensions = { ...target.extensions, [name]: value };
}

/** Adds the extension to a document, with what it is to write into the JSON. */
function define(name: string, document: Document, write: (json: GLTF.IGLTF) => void): typeof Extension {
  class JsonExtension extends Extension {
    static override readonly EXTENSION_NAME: string = name;
    override readonly extensionName: string = name;
    override read(): this {
      return this;
    }
    override write(context: WriterContext): this {
      write(context.jsonDoc.json);
      return this;
    }
  }
  document.createExtension(JsonExtension);
  return JsonExtension;
}

/** `KHR_lights_punctual`: lights, by the numbers of nodes. */
export function addLights(
  document: Document,
  lights: readonly ExportLight[],
  lightOfNode: ReadonlyMap<number, number>,
): typeof Extension {
  return define('KHR_lights_punctual', document, (json) => {
    addTo(json as Extensible, 'KHR_lights_punctual', { lights: lights.map(lightJson) });
    for (const [node, light] of lightOfNode) addTo(json.nodes?.[node] as Extensible, 'KHR_lights_punctual', { light });
  });
}

/** A cone is given by half its angle, within and without its soft rim. */
function lightJson({ name, kind, color, intensity, coneAngle, penumbraAngle }: ExportLight): unknown {
  const half = coneAngle / 2;
  const outer = Math.min(Math.PI / 2, half + Math.max(0, penumbraAngle));
  const inner = Math.max(0, Math.min(half + Math.min(0, penumbraAngle), outer - 1e-4));
  return {
    name,
    type: kind,
    color: color.map((value) => Math.min(1, Math.max(0, value))),
    intensity,
    ...(kind === 'spot' ? { spot: { innerConeAngle: inner, outerConeAngle: outer } } : {}),
  };
}

/** `KHR_node_visibility`: nodes that are hidden at rest. */
export function addHidden(document: Document, nodes: readonly number[]): typeof Extension {
  return define('KHR_node_visibility', document, (json) => {
    for (const node of nodes) addTo(json.nodes?.[node] as Extensible, 'KHR_node_visibility', { visible: false });
  });
}

/** Where the channels of an animation point that are not those of nodes. */
export interface Pointer {
  readonly animation: number;
  readonly channel: number;
  readonly path: string;
}

/** `KHR_animation_pointer`: channels that move anything else than a node. */
export function addPointers(document: Document, pointers: readonly Pointer[]): typeof Extension {
  return define('KHR_animation_pointer', document, (json) => {
    for (const { animation, channel, path } of pointers) {
      const target = json.animations?.[animation]?.channels[channel]?.target as GLTF.IAnimationChannelTarget &
        Extensible;
      (target as { path: string }).path = 'pointer';
      addTo(target, 'KHR_animation_pointer', { pointer: path });
    }
  });
}
