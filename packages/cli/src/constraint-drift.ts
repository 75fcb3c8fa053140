/** How far the constraints of an FBX file lead away from what is baked in it. */
import type { CheckContext, CheckRule, Graph } from '@rigline/evaluate';
import type { Mat4 } from '@rigline/math';
import type { Scene, SceneNode } from '@rigline/scene';

/** The largest differences at one constrained node over all frames looked at. */
export interface ConstraintDrift {
  /** Path of the constrained node. */
  readonly path: string;
  /** Names of the constraints that hold it. */
  readonly constraints: readonly string[];
  /** Distance of the origins in the world, in the unit of the file. */
  readonly position: number;
  readonly rotationDeg: number;
  /** Part by which the scale of an axis differs. */
  readonly scale: number;
  /** Frame at which the node is farthest off. */
  readonly frame: number;
}

/** Differences below these are what single precision and rounded keys leave. */
const SAME = { position: 1e-4, rotationDeg: 0.01, scale: 1e-4 } as const;

interface Held {
  readonly index: number;
  readonly constraints: readonly string[];
}

/** Models of a scene, which are in one order however its constraints count. */
function modelsOf(scene: Scene): SceneNode[] {
  return scene.nodes.filter((node) => node.isA('fbxModel'));
}

/** Nodes that constraints drive, straight or through a blend, or turn by IK. */
function heldNodes(scene: Scene): Held[] {
  const models = modelsOf(scene);
  const names = new Map<SceneNode, Set<string>>();
  const add = (node: SceneNode, constraint: SceneNode): void => {
    const own = names.get(node) ?? new Set();
    names.set(node, own.add(constraint.name));
  };
  for (const node of models) {
    for (const { node: source } of node.inputs.values()) {
      if (source.isA('constraint')) add(node, source);
      else if (source.type === 'pairBlend') {
        for (const { node: behind } of source.inputs.values()) if (behind.isA('constraint')) add(node, behind);
      }
    }
  }
  for (const handle of scene.nodes) {
    if (handle.type === 'ikHandle') for (const joint of chainOf(handle)) add(joint, handle);
  }
  return models.flatMap((node, index) => {
    const constraints = names.get(node);
    return constraints ? [{ index, constraints: [...constraints] }] : [];
  });
}

/** Joints from the effector up to the start of a handle that is solved. */
function chainOf(handle: SceneNode): SceneNode[] {
  const start = handle.inputs.get('startJoint')?.node;
  const effector = handle.inputs.get('endEffector')?.node;
  const chain: SceneNode[] = [];
  if (!start || !effector || !handle.inputs.has('ikSolver')) return chain;
  for (let at = effector.parents[0]; at; at = at.parents[0]) {
    chain.push(at);
    if (at === start) return chain;
  }
  return [];
}

/**
 * Compares the graph that is checked with one of the same file whose constraints count the other way. Reports every
 * constrained node; `found` takes the numbers.
 *
 * @param other The same file; `live` names the one of both whose constraints drive.
 */
export function constraintDrift(other: Graph, live: 'checked' | 'other', found: ConstraintDrift[]): CheckRule {
  return (context) => {
    const held = heldNodes(live === 'checked' ? context.scene : other.scene);
    const own = modelsOf(context.scene);
    const others = modelsOf(other.scene);
    const pairs = held.map(({ index, constraints }) => {
      const node = own[index] as SceneNode;
      const read = worldReader(context.graph, node);
      return { node, constraints, read, readOther: worldReader(other, others[index] as SceneNode), worst: new Worst() };
    });
    return {
      sample(frame) {
        other.setFrame(frame);
        for (const { read, readOther, worst } of pairs) worst.add(frame, read(), readOther());
      },
      finish() {
        for (const { node, constraints, worst } of pairs) {
          const drift = { path: context.scene.pathOf(node), constraints, ...worst.inUnits(context.scene) };
          found.push(drift);
          report(context, node, drift, worst.size);
        }
      },
    };
  };
}

function worldReader(graph: Graph, node: SceneNode): () => Mat4 {
  const probe = graph.probe({ world: { node, path: 'worldMatrix[0]' } });
  return () => probe.read().world as Mat4;
}

/** The largest differences so far. */
class Worst {
  position = 0;
  rotationDeg = 0;
  scale = 0;
  frame = 0;
  /** Largest coordinate seen. */
  size = 0;
  #most = -1;

  add(frame: number, a: Readonly<Mat4>, b: Readonly<Mat4>): void {
    const position = Math.hypot(a[12] - b[12], a[13] - b[13], a[14] - b[14]);
    const rotationDeg = turnBetween(a, b);
    let scale = 0;
    for (let row = 0; row < 12; row += 4) {
      const [one, two] = [rowLength(a, row), rowLength(b, row)];
      scale = Math.max(scale, Math.abs(one - two) / Math.max(one, two, 1e-12));
    }
    for (let i = 12; i < 15; i++) this.size = Math.max(this.size, Math.abs(a[i] as number), Math.abs(b[i] as number));
    this.position = Math.max(this.position, position);
    this.rotationDeg = Math.max(this.rotationDeg, rotationDeg);
    this.scale = Math.max(this.scale, scale);
    const most = position / Math.max(1, this.size) + rotationDeg / 180 + scale;
    if (most <= this.#most) return;
    this.#most = most;
    this.frame = frame;
  }

  inUnits({ settings }: Scene): Omit<ConstraintDrift, 'path' | 'constraints'> {
    const { position, rotationDeg, scale, frame } = this;
    return { position: (position * 0.01) / settings.unitMetres, rotationDeg, scale, frame };
  }
}

const rowLength = (m: Readonly<Mat4>, row: number): number =>
  Math.hypot(m[row] as number, m[row + 1] as number, m[row + 2] as number);

/** Angle in degrees between the axes of two matrices, exact for small ones. */
function turnBetween(a: Readonly<Mat4>, b: Readonly<Mat4>): number {
  // Twice the sine of the angle along its axis, and the trace: 1 + 2 cosines.
  let [x, y, z, trace] = [0, 0, 0, 0];
  for (let row = 0; row < 12; row += 4) {
    const size = rowLength(a, row) * rowLength(b, row);
    if (size === 0) continue;
    const [a0, a1, a2] = [a[row] as number, a[row + 1] as number, a[row + 2] as number];
    const [b0, b1, b2] = [b[row] as number, b[row + 1] as number, b[row + 2] as number];
    x += (a1 * b2 - a2 * b1) / size;
    y += (a2 * b0 - a0 * b2) / size;
    z += (a0 * b1 - a1 * b0) / size;
    trace += (a0 * b0 + a1 * b1 + a2 * b2) / size;
  }
  return (Math.atan2(Math.hypot(x, y, z) / 2, (trace - 1) / 2) * 180) / Math.PI;
}

function report({ report: add, scene }: CheckContext, node: SceneNode, drift: ConstraintDrift, size: number): void {
  const { position, rotationDeg, scale, constraints, frame } = drift;
  const perUnit = scene.settings.unitMetres * 100;
  const isSame =
    position * perUnit <= SAME.position * Math.max(1, size) && rotationDeg <= SAME.rotationDeg && scale <= SAME.scale;
  const names = constraints.map((name) => `"${name}"`).join(', ');
  const parts = [`${shown(position)} units`, `${shown(rotationDeg)}°`];
  if (scale > SAME.scale) parts.push(`${shown(100 * scale)} % of its scale`);
  add(node, undefined, {
    code: 'CLI_BAKED_CONSTRAINT',
    severity: isSame ? 'info' : 'warning',
    message: isSame
      ? `What is baked and what ${names} gives agree: ${parts.join(', ')} at most`
      : `What is baked is up to ${parts.join(', ')} away from what ${names} gives, most at frame ${shown(frame)}`,
    ...(isSame ? {} : { hint: 'Bake the constraints again before export, or evaluate with --constraints live.' }),
  });
}

/** What rounding leaves of a zero is shown as zero. */
const shown = (value: number): string => String(Math.abs(value) < 1e-9 ? 0 : Number(value.toPrecision(3)));
