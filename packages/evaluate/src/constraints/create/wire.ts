import { RiglineError } from '@rigline/diagnostics';
import type { Vec3 } from '@rigline/math';
import { leafPlugs, number, type PlugRef, type ResolvedPlug, type Scene, type SceneNode } from '@rigline/scene';
import { graphOf } from '../../evaluate.ts';
import type { Graph } from '../../graph/graph.ts';

export type Axis = 'x' | 'y' | 'z';
export const AXES = ['X', 'Y', 'Z'] as const;

/** What all creation functions take. */
export interface ConstraintOptions {
  /** A free name after the constrained node by default: `cube_pointConstraint1`. */
  readonly name?: string;
  /** Weight of the targets. 1 by default. */
  readonly weight?: number;
  /** Reads the present values; its time is the time of creation. The scene's own graph by default. */
  readonly graph?: Graph;
  /** What happens to channels that are keyed: Maya's cross-fade (the default) or Rigline's sum. */
  readonly keyed?: 'blend' | 'add';
}

/** What kinds of constraint differ in: their plugs, as pairs of source and destination. */
export interface Wiring {
  readonly type: string;
  readonly target: readonly (readonly [string, string])[];
  readonly jointTarget?: readonly (readonly [string, string])[];
  readonly constrained: readonly (readonly [string, string])[];
  readonly jointConstrained?: readonly (readonly [string, string])[];
}

/** A constraint being made: its inputs are connected, its outputs are not yet. */
export interface Draft {
  readonly scene: Scene;
  readonly graph: Graph;
  readonly constraint: SceneNode;
  readonly node: SceneNode;
  /** Indices of the targets that were not there before. */
  readonly added: readonly number[];
  readonly isNew: boolean;
}

/** Connects plugs given by any spelling. Plugs that a node type does not have are left out. */
export function connect(scene: Scene, source: SceneNode, from: string, destination: SceneNode, to: string): void {
  const start = source.resolve(from);
  const end = destination.resolve(to);
  if (start && end) scene.connect({ node: source, path: start.path }, { node: destination, path: end.path });
}

/** Stores all leaves of a compound. */
export function setTriple(scene: Scene, node: SceneNode, path: string, value: Readonly<Vec3>): void {
  const plug = node.resolve(path) as ResolvedPlug;
  leafPlugs(plug).forEach((leaf, i) => {
    scene.setValue(node, leaf.path, value[i] as number);
  });
}

export function readTriple(graph: Graph, node: SceneNode, path: string): Vec3 {
  return graph.get({ node, path }) as Vec3;
}

/** The name without namespace, as constraints use it for their own names and weights. */
export function shortName(node: SceneNode): string {
  return node.name.slice(node.name.lastIndexOf(':') + 1);
}

/**
 * Makes the constraint, or finds the one of this type that the node has, and connects targets and constrained node to
 * it. The node keeps its own channels until `connectOutputs`.
 */
export function draftConstraint(
  scene: Scene,
  wiring: Wiring,
  targets: readonly SceneNode[],
  node: SceneNode,
  options: ConstraintOptions,
): Draft {
  const { type } = wiring;
  if (targets.length === 0 || targets.includes(node) || !node.isTransform || !targets.every((t) => t.isTransform)) {
    throw new RiglineError({
      code: 'EVALUATE_CONSTRAINT_TARGETS',
      message: `A ${type} needs at least one target, and transforms other than "${node.name}" itself`,
      at: { node: scene.pathOf(node) },
    });
  }
  const existing = node.children.find((child) => child.type === type);
  const name = options.name ?? scene.freeName(`${shortName(node)}_${type}#`);
  const constraint = existing ?? scene.addNode({ type, name, parent: node });
  if (!existing) {
    scene.setValue(constraint, 'enableRestPosition', 1);
    for (const [from, to] of wiring.constrained) connect(scene, node, from, constraint, to);
    if (node.isA('joint')) {
      for (const [from, to] of wiring.jointConstrained ?? []) connect(scene, node, from, constraint, to);
    }
  }
  const added: number[] = [];
  for (const target of targets) addTarget(scene, wiring, constraint, target, options.weight ?? 1, added);
  return { scene, graph: options.graph ?? graphOf(scene), constraint, node, added, isNew: !existing };
}

function addTarget(
  scene: Scene,
  wiring: Wiring,
  constraint: SceneNode,
  target: SceneNode,
  weight: number,
  added: number[],
): void {
  const indices = constraint.elementIndices('target');
  const known = indices.find((i) => constraint.inputs.get(`target[${i}].targetParentMatrix`)?.node === target);
  const index = known ?? (indices.at(-1) ?? -1) + 1;
  if (known === undefined) {
    added.push(index);
    const long = `${shortName(target)}W${index}`;
    scene.addAttribute(constraint, long, number(`w${index}`, 1));
    scene.setFlags(constraint, long, { keyable: true });
    const pairs = target.isA('joint') ? [...wiring.target, ...(wiring.jointTarget ?? [])] : wiring.target;
    for (const [from, to] of pairs) connect(scene, target, from, constraint, `target[${index}].${to}`);
    connect(scene, constraint, long, constraint, `target[${index}].targetWeight`);
  }
  const alias = constraint.inputs.get(`target[${index}].targetWeight`);
  if (alias?.node === constraint) scene.setValue(constraint, alias.path, weight);
}

/** A tuple output and the channel it goes to. */
export interface Output {
  readonly output: string;
  readonly channel: string;
  readonly skip?: readonly Axis[] | undefined;
}

/** One axis of an output: the channel's plug and what drives it now. */
export interface ChannelPlan {
  readonly output: string;
  readonly channel: string;
  readonly axis: (typeof AXES)[number];
  readonly curve: PlugRef | undefined;
}

/** What drives one axis of a channel, by its own connection or by that of the whole triple. */
function driverOf(node: SceneNode, channel: string, axis: (typeof AXES)[number]): PlugRef | undefined {
  const own = node.inputs.get(channel + axis);
  if (own) return own;
  const whole = node.inputs.get(channel);
  const plug = whole?.node.resolve(whole.path);
  const leaf = plug && leafPlugs(plug)[AXES.indexOf(axis)];
  return whole && leaf ? { node: whole.node, path: leaf.path } : undefined;
}

/** Whether a constraint may be laid over what drives a channel: curves and the layers above them. */
function isAnimation(type: string): boolean {
  return type.startsWith('animCurve') || type.startsWith('animBlendNode');
}

/** Sorts out which axes to connect; axes that the constraint drives already, skipped and locked ones are left out. */
export function planChannels(
  scene: Scene,
  constraint: SceneNode | undefined,
  node: SceneNode,
  outputs: readonly Output[],
): ChannelPlan[] {
  const plans: ChannelPlan[] = [];
  for (const { output, channel, skip } of outputs) {
    for (const axis of AXES) {
      const isLocked = node.flags.get(channel + axis)?.locked || node.flags.get(channel)?.locked;
      if (isLocked || skip?.includes(axis.toLowerCase() as Axis)) continue;
      const driver = driverOf(node, channel, axis);
      if (driver && constraint && leadsTo(driver.node, constraint)) continue;
      if (driver && !isAnimation(driver.node.type)) {
        throw new RiglineError({
          code: 'EVALUATE_CHANNEL_TAKEN',
          message: `"${node.name}.${channel}${axis}" is driven by "${driver.node.name}.${driver.path}" already`,
          at: { node: scene.pathOf(node), plug: channel + axis },
          hint: 'Disconnect it, or leave this axis out.',
        });
      }
      plans.push({ output, channel, axis, curve: driver });
    }
  }
  return plans;
}

/** Whether a channel's driver is the constraint, or the blend of a curve with it. */
function leadsTo(driver: SceneNode, constraint: SceneNode): boolean {
  if (driver === constraint) return true;
  if (driver.type !== 'pairBlend' && driver.type !== 'plusMinusAverage') return false;
  return [...driver.inputs.values()].some((source) => source.node === constraint);
}

/** Takes the whole triple's connection apart, so that single axes can be replaced. */
export function splitConnection(scene: Scene, node: SceneNode, channel: string): void {
  if (!node.inputs.has(channel)) return;
  const drivers = AXES.map((axis) => driverOf(node, channel, axis));
  scene.disconnect({ node, path: channel });
  AXES.forEach((axis, i) => {
    const driver = drivers[i];
    if (driver) scene.connect(driver, { node, path: channel + axis });
  });
}
