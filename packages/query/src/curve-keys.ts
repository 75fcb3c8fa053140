import { type Curve, describeTangents, evaluateCurve, type TangentReport } from '@rigline/evaluate';
import type { AttributeKind, Plug, SceneNode } from '@rigline/scene';
import { parts } from './commands/connect.ts';
import { atFrame, type QueryContext } from './context.ts';
import { fail } from './fail.ts';
import type { Arguments, CommandValue } from './flags.ts';
import { findPlugOf, requireNodes, requirePlugOf, splitPlug, subjects } from './names.ts';
import { toUi } from './units.ts';

export function isCurve(node: SceneNode): boolean {
  return node.type.startsWith('animCurve');
}

/** A curve node with its keys; times and values in UI units. */
export interface CurveAtHand {
  readonly node: SceneNode;
  readonly curve: Curve;
  readonly keys: readonly TangentReport[];
  readonly isTimed: boolean;
  readonly times: readonly number[];
  readonly values: readonly number[];
  readonly valueKind: AttributeKind;
}

/** Nodes between a channel and its curve that keyframe commands look through. */
const BETWEEN = /^(unitConversion|pairBlend|blendWeighted|animBlendNode.*|fbxLayered.*|character)$/;

/** Curves that drive a plug, through blends; nearest first. */
function curvesInto(node: SceneNode, paths: ReadonlySet<string> | undefined, seen: Set<SceneNode>): SceneNode[] {
  const found: SceneNode[] = [];
  for (const [path, source] of node.inputs) {
    if (paths && !paths.has(path)) continue;
    if (isCurve(source.node)) {
      if (!seen.has(source.node)) found.push(source.node);
      seen.add(source.node);
    } else if (BETWEEN.test(source.node.type) && !seen.has(source.node)) {
      seen.add(source.node);
      found.push(...curvesInto(source.node, undefined, seen));
    }
  }
  return found;
}

function curvesOfPlug(plug: Plug): SceneNode[] {
  const paths = new Set([plug.path, ...parts(plug), ...(plug.ownerPath ? [plug.ownerPath] : [])]);
  return curvesInto(plug.node, paths, new Set());
}

/** Curves of one object: a curve itself, a plug, or a node with all its channels or those of -attribute. */
function curvesOf(context: QueryContext, object: CommandValue, attributes: readonly string[]): SceneNode[] {
  const { rest } = splitPlug(object.text);
  return requireNodes(context.scene, object).flatMap((node) => {
    if (isCurve(node)) return [node];
    const wanted = rest === undefined ? attributes : [rest];
    if (wanted.length === 0) return curvesInto(node, undefined, new Set());
    return wanted.flatMap((path) => {
      const plug = rest === undefined ? findPlugOf(node, path) : requirePlugOf(node, path, object.at);
      return plug ? curvesOfPlug(plug) : [];
    });
  });
}

/** The curves that a command is about. */
export function curvesAtHand(args: Arguments, context: QueryContext): CurveAtHand[] {
  const attributes = args.texts('attribute');
  const nodes =
    args.objects.length > 0
      ? args.objects.flatMap((object) => curvesOf(context, object, attributes))
      : subjects(args, context).flatMap((node) => (isCurve(node) ? [node] : curvesInto(node, undefined, new Set())));
  return [...new Set(nodes)].map((node) => openCurve(context, node));
}

export function openCurve(context: QueryContext, node: SceneNode): CurveAtHand {
  const curve = context.graph.get({ node, path: 'compiledCurve' }) as unknown as Curve | undefined;
  if (!curve) return fail('QUERY_WRONG_NODE', `"${node.name}" (${node.type}) has no keys that can be read`);
  const isTimed = node.type[9] === 'T';
  const valueKind = node.resolve('output')?.attribute.kind ?? 'number';
  const { settings } = context.scene;
  const keys = describeTangents(curve.keys);
  return {
    node,
    curve,
    keys,
    isTimed,
    valueKind,
    times: keys.map(({ time }) => tidy(isTimed ? toUi(time, 'time', settings) : time)),
    values: keys.map(({ value }) => toUi(value, valueKind, settings)),
  };
}

/** Frames that differ from a whole one by less than rounding are whole. */
function tidy(frame: number): number {
  const whole = Math.round(frame);
  return Math.abs(frame - whole) < 1e-9 * Math.max(1, Math.abs(whole)) ? whole : frame;
}

/**
 * Indices of the keys that -time, -float and -index pick: `5`, `5:10`, `:10`, `5:`, `:`. Several of them add up.
 */
export function pickKeys(at: CurveAtHand, args: Arguments): number[] {
  const ranges = [...args.all('time'), ...args.all('float')];
  const indices = args.all('index');
  const all = at.times.map((_, i) => i);
  if (ranges.length === 0 && indices.length === 0) return all;
  const byTime = ranges.map(([value]) => parseRange(value as CommandValue));
  const byIndex = indices.map(([value]) => parseRange(value as CommandValue));
  return all.filter((i) => {
    const time = at.times[i] as number;
    return (
      byTime.some(([low, high]) => time >= low && time <= high) || byIndex.some(([low, high]) => i >= low && i <= high)
    );
  });
}

/** Both ends of a range; a single time picks what is at it within rounding. */
export function parseRange({ text, at }: CommandValue): [number, number] {
  const [low = '', high] = text.split(':');
  const number = (part: string, open: number): number => {
    const value = part.trim() === '' ? open : Number(part);
    return Number.isNaN(value) ? fail('QUERY_ARGUMENTS', `"${text}" is no time or range of times`, at) : value;
  };
  if (high !== undefined) return [number(low, Number.NEGATIVE_INFINITY), number(high, Number.POSITIVE_INFINITY)];
  if (low.trim() === '') return fail('QUERY_ARGUMENTS', `"${text}" is no time or range of times`, at);
  const single = number(low, 0);
  return [single - 1e-6, single + 1e-6];
}

/** The value of a curve at a time (or driver value) in UI units; undefined means now. */
export function evaluateAt(context: QueryContext, at: CurveAtHand, time: number | undefined): number {
  const { settings } = context.scene;
  if (at.isTimed) {
    const value = atFrame(context.graph, time, () => context.graph.get({ node: at.node, path: 'output' }));
    return toUi(Number(value), at.valueKind, settings);
  }
  const input = time ?? Number(context.graph.get({ node: at.node, path: 'input' }));
  return toUi(evaluateCurve(at.curve, input), at.valueKind, settings);
}
