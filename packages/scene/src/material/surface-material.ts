import type { SceneNode } from '../scene-node.ts';

/** Red, green, blue; linear. */
export type LinearColor = readonly [number, number, number];

/** What a surface is like, apart from its textures. */
export interface SurfaceMaterial {
  /** Of the shader node. */
  readonly node: SceneNode;
  readonly color: LinearColor;
  /** 0 is clear, 1 opaque. */
  readonly opacity: number;
  /** Light that the surface sends out itself. */
  readonly emissive: LinearColor;
  readonly metallic: number;
  readonly roughness: number;
  /** Whether a texture takes the place of the colour. */
  readonly isTextured: boolean;
}

/** Number of the material that faces name, from the plug that a shading group is connected to. */
const GROUP = /^(?:instObjGroups|iog)(?:\[(\d+)\])?(?:\.(?:objectGroups|og)\[(\d+)\])?$/;

const MOST_MATERIALS = 10_000;

/** Materials of one instance of a mesh. */
export interface AssignedMaterials {
  /** The one that counts where faces name none: the first of the instance, else of any. */
  readonly own: SurfaceMaterial | undefined;
  /** By the numbers of `MeshData.faceMaterials`. */
  readonly byNumber: readonly (SurfaceMaterial | undefined)[];
}

/** The materials that an instance of a mesh is assigned to, as they are stored. */
export function readMaterials(mesh: SceneNode, instance: number): AssignedMaterials {
  const byNumber: (SurfaceMaterial | undefined)[] = [];
  let first: SurfaceMaterial | undefined;
  let firstOfAny: SurfaceMaterial | undefined;
  for (const path of [...mesh.outputs.keys()].sort()) {
    const match = GROUP.exec(path);
    if (!match) continue;
    const shader = shaderBehind(mesh, path);
    if (!shader) continue;
    firstOfAny ??= readMaterial(shader);
    if (Number(match[1] ?? 0) !== instance) continue;
    const material = readMaterial(shader);
    first ??= material;
    const number = Number(match[2] ?? 0);
    if (number < MOST_MATERIALS) byNumber[number] = material;
  }
  return { own: first ?? firstOfAny, byNumber: Array.from(byNumber) };
}

/**
 * A shader as a surface.
 *
 * Source: Maya help, "lambert", "blinn", "phong", "standardSurface", "shadingEngine".
 */
function readMaterial(node: SceneNode): SurfaceMaterial {
  const isStandard = /standardSurface|aiStandard|openPBR/i.test(node.type);
  const fallback = isStandard ? WHITE : HALF_GREY;
  const stored = colorOf(node, isStandard ? ['baseColor', 'bc'] : ['color', 'c']) ?? fallback;
  // Under a texture the stored colour may be anything; black would hide the shape.
  const isTextured = node.inputs.has(isStandard ? 'baseColor' : 'color');
  const base = isTextured && mean(stored) < 0.02 ? fallback : stored;
  const weight = numberOf(node, isStandard ? ['base', 'b'] : ['diffuse', 'dc']) ?? (isStandard ? 1 : 0.8);
  const transparency = colorOf(node, ['transparency', 'it']) ?? BLACK;
  const opacity = isStandard ? mean(colorOf(node, ['opacity', 'o']) ?? WHITE) : 1 - mean(transparency);
  return {
    node,
    color: times(base, isStandard ? weight : Math.min(1, weight * 1.25)),
    opacity: Math.min(1, Math.max(0, opacity)),
    emissive: emissiveOf(node, isStandard),
    metallic: numberOf(node, ['metalness', 'mlns']) ?? 0,
    roughness: isStandard ? (numberOf(node, ['specularRoughness', 'sr']) ?? 0.4) : (ROUGHNESS[node.type] ?? 0.7),
    isTextured,
  };
}

const BLACK: LinearColor = [0, 0, 0];
const WHITE: LinearColor = [0.8, 0.8, 0.8];
const HALF_GREY: LinearColor = [0.5, 0.5, 0.5];
const ROUGHNESS: Readonly<Record<string, number>> = { lambert: 0.85, blinn: 0.4, phong: 0.35, phongE: 0.35 };

function emissiveOf(node: SceneNode, isStandard: boolean): LinearColor {
  const color = colorOf(node, isStandard ? ['emissionColor', 'ec'] : ['incandescence', 'ic']) ?? BLACK;
  const weight = isStandard ? (numberOf(node, ['emission', 'e']) ?? 0) : 1;
  return times(color, weight);
}

/** The shader behind the shading group that a plug of a mesh leads to. */
function shaderBehind(mesh: SceneNode, path: string): SceneNode | undefined {
  for (const { node } of mesh.outputs.get(path) ?? []) {
    if (node.type !== 'shadingEngine') continue;
    const surface = node.inputs.get('surfaceShader') ?? node.inputs.get('ss');
    if (surface) return surface.node;
  }
  return undefined;
}

/** A number of a node by any of its names, declared or not. */
function numberOf(node: SceneNode, names: readonly string[]): number | undefined {
  for (const name of names) {
    const plug = node.resolve(name);
    const value = plug ? node.values.get(plug.path) : node.raw.get(name)?.value;
    if (typeof value === 'number') return value;
  }
  return undefined;
}

function colorOf(node: SceneNode, names: readonly string[]): LinearColor | undefined {
  for (const name of names) {
    const raw = node.raw.get(name)?.value;
    if (isTriple(raw)) return [raw[0], raw[1], raw[2]];
    const children = ['R', 'G', 'B'].map((axis) => {
      const plug = node.resolve(`${name}${axis}`);
      const value = plug ? (node.values.get(plug.path) ?? plug.attribute.default) : undefined;
      return typeof value === 'number' ? value : undefined;
    });
    if (isTriple(children)) return [children[0], children[1], children[2]];
  }
  return undefined;
}

function isTriple(value: unknown): value is [number, number, number] {
  return (
    typeof value === 'object' &&
    value !== null &&
    'length' in value &&
    [0, 1, 2].every((i) => typeof (value as ArrayLike<unknown>)[i] === 'number')
  );
}

function mean(color: LinearColor): number {
  return (color[0] + color[1] + color[2]) / 3;
}

function times(color: LinearColor, factor: number): LinearColor {
  const channel = (value: number): number => Math.min(1, Math.max(0, value * factor));
  return [channel(color[0]), channel(color[1]), channel(color[2])];
}
