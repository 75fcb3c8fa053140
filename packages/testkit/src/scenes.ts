import { type AttributeValue, leafPlugs, type NodeInput, Scene, type SceneNode } from '@rigline/scene';
import { MAYA_DECLARATIONS } from '@rigline/scene/maya';

/** A node of a test scene: its type, its parent's name, and values by attribute name in inner units. */
export interface NodeSketch {
  readonly type: string;
  readonly parent?: string;
  readonly values?: Readonly<Record<string, AttributeValue | readonly number[]>>;
}

/**
 * A scene from a short sketch: nodes by name, and connections as pairs of plugs. Compound values are spread over
 * their leaves. Angles are radians.
 */
export function sketchScene(
  nodes: Readonly<Record<string, NodeSketch>>,
  connections: readonly (readonly [string, string])[] = [],
): Scene {
  const scene = new Scene(MAYA_DECLARATIONS);
  for (const [name, sketch] of Object.entries(nodes)) {
    const parent = sketch.parent === undefined ? undefined : scene.find(sketch.parent);
    const input: NodeInput = { type: sketch.type, name, ...(parent ? { parent } : {}) };
    const node = scene.addNode(input);
    for (const [path, value] of Object.entries(sketch.values ?? {})) setAttribute(scene, node, path, value);
  }
  for (const [source, destination] of connections) connectPlugs(scene, source, destination);
  return scene;
}

/** Sets a leaf, or all leaves of a compound, by any spelling of its path. */
export function setAttribute(
  scene: Scene,
  node: SceneNode,
  path: string,
  value: AttributeValue | readonly number[],
): void {
  const plug = node.resolve(path);
  if (!plug) throw new Error(`${node.type} has no attribute ${path}`);
  if (plug.attribute.kind === 'compound') {
    leafPlugs(plug).forEach((leaf, i) => {
      scene.setValue(node, leaf.path, (value as readonly number[])[i] as number);
    });
  } else {
    scene.setValue(node, plug.path, value as AttributeValue);
  }
}

/** Connects two plugs written as `node.attribute`. */
export function connectPlugs(scene: Scene, source: string, destination: string): void {
  const from = scene.findPlug(source);
  const to = scene.findPlug(destination);
  if (!from || !to) throw new Error(`no plug ${from ? destination : source}`);
  scene.connect({ node: from.node, path: from.path }, { node: to.node, path: to.path });
}
