/*
 * Animation between spaces. A curve of one channel can only be carried over as it is when that channel alone becomes one
 * channel of the target; whether it does is returned as data (a plan), so that a caller can keep tangents where possible
 * and resample where not.
 */
import { closestEuler, eulerFromQuat, quatFromEuler, type RotateOrder } from '../euler.ts';
import { identityMat4, type Mat4 } from '../mat4.ts';
import type { Quat } from '../quat.ts';
import type { Vec3 } from '../vec3.ts';
import {
  convertQuatAs,
  convertTransformAs,
  localOfRole,
  type Mat3,
  type SpaceConversion,
  type SpaceRole,
} from './conversion.ts';
import type { Space } from './space.ts';

/** Where a target channel comes from: `value = factor * source + offset`. Slopes of tangents take the factor only. */
export interface ChannelMap {
  /** Source channel: 0, 1, 2 for x, y, z. */
  readonly source: 0 | 1 | 2;
  readonly factor: number;
  readonly offset: number;
}

/** Source of the target's x, y, z. */
export type ChannelMaps = readonly [ChannelMap, ChannelMap, ChannelMap];

/** How three curves go over: each to one channel, or by sampling all three together. */
export type ChannelPlan =
  | { readonly kind: 'direct'; readonly channels: ChannelMaps }
  | { readonly kind: 'resample'; readonly reason: string };

/** A `ChannelPlan` of a rotation with the order the target's angles are read in. */
export type RotateChannelPlan = ChannelPlan & { readonly order: RotateOrder };

/** What a rotation channel is and should become. */
export interface RotateChannelOptions {
  /** Order of the source angles; that of the source space by default. */
  readonly order?: RotateOrder;
  /** Order the target must have; `any` takes what a direct plan gives. That of the target space by default. */
  readonly targetOrder?: RotateOrder | 'any';
  /** `object` by default. */
  readonly role?: SpaceRole;
}

const ORDER_OF_SPACELESS: RotateOrder = 'xyz';
const PLAIN_SIGNS: readonly number[] = [1, 1, 1];

/** Plan for translate curves: always direct where axes map to axes. Factors include the unit. */
export function planTranslateChannels(conversion: SpaceConversion): ChannelPlan {
  return planAxes(conversion, (sign) => sign * conversion.unitFactor);
}

/** Plan for scale curves: signs of axes do not matter. */
export function planScaleChannels(conversion: SpaceConversion): ChannelPlan {
  return planAxes(conversion, () => 1);
}

function planAxes(conversion: SpaceConversion, factorOf: (sign: number) => number): ChannelPlan {
  if (!conversion.permutesAxes) return { kind: 'resample', reason: slantedReason(conversion) };
  const { basis } = conversion;
  const channel = (target: 0 | 1 | 2): ChannelMap => {
    const source = [0, 1, 2].find((k) => basis[target * 3 + k] !== 0) as 0 | 1 | 2;
    return { source, factor: factorOf(basis[target * 3 + source] as number), offset: 0 };
  };
  return { kind: 'direct', channels: [channel(0), channel(1), channel(2)] };
}

function slantedReason(conversion: SpaceConversion): string {
  return `the axes of "${conversion.from.id}" and "${conversion.to.id}" are not parallel`;
}

/** One of the three turns of a target rotation: about `axis`, by `factor * source + offset`. */
interface Turn {
  readonly axis: 0 | 1 | 2;
  readonly source: 0 | 1 | 2;
  readonly factor: number;
  readonly offset: number;
}

/**
 * Plan for the three angles of a rotation.
 *
 * Units: radians for offsets. Angles on both sides are those the applications show (`EulerConvention.signs`).
 * Rule: a turn about a source axis is a turn about the axis it maps to, so the triple maps one to one in the order of
 * the mapped letters. The extra turn of cameras and lights can be added to a channel only when it is about the axis
 * turned first or last, or is half a turn about the middle one.
 */
export function planRotateChannels(conversion: SpaceConversion, options: RotateChannelOptions = {}): RotateChannelPlan {
  const sourceOrder = options.order ?? orderOf(conversion.from);
  const wanted = options.targetOrder ?? orderOf(conversion.to);
  const fallback = wanted === 'any' ? orderOf(conversion.to) : wanted;
  if (!conversion.permutesAxes) return { kind: 'resample', order: fallback, reason: slantedReason(conversion) };
  const turns = mapTurns(conversion, sourceOrder);
  const found = new Set<RotateOrder>();
  for (const candidate of absorbLocal(conversion, turns, options.role ?? 'object')) {
    const order = candidate.map((turn) => 'xyz'[turn.axis]).join('') as RotateOrder;
    if (wanted === 'any' || order === wanted)
      return { kind: 'direct', order, channels: showTurns(conversion.to, candidate) };
    found.add(order);
  }
  const reason =
    found.size > 0
      ? `order ${sourceOrder} in "${conversion.from.id}" becomes ${[...found].join(' or ')} in "${conversion.to.id}", not ${wanted}`
      : `the local axes of a ${options.role} differ by a turn that no single channel of order ${sourceOrder} can take`;
  return { kind: 'resample', order: fallback, reason };
}

function orderOf(space: Space): RotateOrder {
  return space.euler?.order ?? ORDER_OF_SPACELESS;
}

function signsOf(space: Space): readonly number[] {
  return space.euler?.signs ?? PLAIN_SIGNS;
}

/** The source's turns about the axes of the target, in the order they are applied. */
function mapTurns(conversion: SpaceConversion, order: RotateOrder): Turn[] {
  const signs = signsOf(conversion.from);
  return [...order].map((letter) => {
    const source = (letter.charCodeAt(0) - 120) as 0 | 1 | 2;
    const axis = [0, 1, 2].find((row) => conversion.basis[row * 3 + source] !== 0) as 0 | 1 | 2;
    const sign = (conversion.basis[axis * 3 + source] as number) * conversion.determinant;
    return { axis, source, factor: sign * (signs[source] as number), offset: 0 };
  });
}

/** All ways to write `turns` after the local turn of the role as three turns again. */
function absorbLocal(conversion: SpaceConversion, turns: Turn[], role: SpaceRole): Turn[][] {
  const local = localOfRole(conversion, role);
  if (local === undefined) return [turns];
  const k = multiply(conversion.basis, local);
  const extra = axisTurn(k);
  if (extra === 'none') return [turns];
  if (extra === 'slanted') return [];
  const add = (turn: Turn): Turn => ({ ...turn, offset: turn.offset + extra.angle });
  const [first, middle, last] = turns as [Turn, Turn, Turn];
  const before = (turn: Turn): Turn => turnBefore(k, turn);
  const ways: Turn[][] = [];
  if (first.axis === extra.axis) ways.push([add(first), middle, last]);
  if (last.axis === extra.axis) ways.push([before(first), before(middle), add(last)]);
  if (middle.axis === extra.axis && Math.abs(extra.angle) === Math.PI) ways.push([before(first), add(middle), last]);
  return ways;
}

function multiply(a: Readonly<Mat3>, b: Readonly<Mat3>): Mat3 {
  const out: Mat3 = [0, 0, 0, 0, 0, 0, 0, 0, 0];
  for (let i = 0; i < 9; i++) {
    const row = i - (i % 3);
    for (let k = 0; k < 3; k++) out[i] = (out[i] as number) + (a[row + k] as number) * (b[k * 3 + (i % 3)] as number);
  }
  return out;
}

/** Axis and angle of a rotation that permutes axes, when it is about one of them. */
function axisTurn(k: Readonly<Mat3>): 'none' | 'slanted' | { axis: 0 | 1 | 2; angle: number } {
  const fixed = ([0, 1, 2] as const).filter((i) => k[i * 4] === 1);
  const [axis] = fixed;
  if (fixed.length === 3) return 'none';
  if (axis === undefined) return 'slanted';
  const j = (axis + 1) % 3;
  const l = (axis + 2) % 3;
  return { axis, angle: Math.atan2(k[l * 3 + j] as number, k[j * 4] as number) };
}

/** The turn `K^-1 * turn * K`: about the axis that `K` takes to the turn's. */
function turnBefore(k: Readonly<Mat3>, turn: Turn): Turn {
  const axis = ([0, 1, 2] as const).find((column) => k[turn.axis * 3 + column] !== 0) as 0 | 1 | 2;
  return { ...turn, axis, factor: turn.factor * (k[turn.axis * 3 + axis] as number) };
}

/** Channels by axis, in the signs the target shows. */
function showTurns(to: Space, turns: readonly Turn[]): ChannelMaps {
  const signs = signsOf(to);
  const channel = (axis: 0 | 1 | 2): ChannelMap => {
    const turn = turns.find((candidate) => candidate.axis === axis) as Turn;
    const sign = signs[axis] as number;
    return { source: turn.source, factor: turn.factor * sign, offset: turn.offset * sign + 0 };
  };
  return [channel(0), channel(1), channel(2)];
}

/**
 * Values of three channels through a direct plan, stride 3.
 *
 * @param out Written and returned; may be `valuesXyz`. A new array by default.
 */
export function convertChannelValues(
  channels: ChannelMaps,
  valuesXyz: ArrayLike<number>,
  out: Float64Array = new Float64Array(valuesXyz.length),
): Float64Array {
  const [cx, cy, cz] = channels;
  for (let i = 0; i + 2 < valuesXyz.length; i += 3) {
    const x = (valuesXyz[i + cx.source] as number) * cx.factor + cx.offset;
    const y = (valuesXyz[i + cy.source] as number) * cy.factor + cy.offset;
    const z = (valuesXyz[i + cz.source] as number) * cz.factor + cz.offset;
    out[i] = x;
    out[i + 1] = y;
    out[i + 2] = z;
  }
  return out;
}

/**
 * Sampled Euler angles from one space to another through quaternions, stride 3; consecutive samples take the nearest
 * solution, so the curves do not jump. Turns beyond what the sampling resolves are lost.
 *
 * Units: radians. Angles on both sides are those the applications show.
 *
 * @param out Written and returned; may be `eulersXyz`. A new array by default.
 * @throws RangeError for lights where one of the spaces has none.
 */
export function convertEulerSamples(
  conversion: SpaceConversion,
  eulersXyz: ArrayLike<number>,
  options: RotateChannelOptions = {},
  out: Float64Array = new Float64Array(eulersXyz.length),
): Float64Array {
  const sourceOrder = options.order ?? orderOf(conversion.from);
  const target = options.targetOrder ?? orderOf(conversion.to);
  const targetOrder = target === 'any' ? orderOf(conversion.to) : target;
  const role = options.role ?? 'object';
  const from = signsOf(conversion.from) as [number, number, number];
  const to = signsOf(conversion.to) as [number, number, number];
  const euler: Vec3 = [0, 0, 0];
  const previous: Vec3 = [0, 0, 0];
  const quat: Quat = [0, 0, 0, 1];
  for (let i = 0; i + 2 < eulersXyz.length; i += 3) {
    euler[0] = (eulersXyz[i] as number) * from[0];
    euler[1] = (eulersXyz[i + 1] as number) * from[1];
    euler[2] = (eulersXyz[i + 2] as number) * from[2];
    convertQuatAs(conversion, quatFromEuler(euler, sourceOrder, quat), role, quat);
    eulerFromQuat(quat, targetOrder, euler);
    if (i > 0) closestEuler(euler, targetOrder, previous, euler);
    previous[0] = euler[0];
    previous[1] = euler[1];
    previous[2] = euler[2];
    out[i] = euler[0] * to[0];
    out[i + 1] = euler[1] * to[1];
    out[i + 2] = euler[2] * to[2];
  }
  return out;
}

/**
 * Sampled matrices from one space to another, stride 16.
 *
 * @param out Written and returned; may be `matrices`. A new array by default.
 * @throws RangeError for lights where one of the spaces has none.
 */
export function convertTransformSamples(
  conversion: SpaceConversion,
  matrices: ArrayLike<number>,
  role: SpaceRole = 'object',
  out: Float64Array = new Float64Array(matrices.length),
): Float64Array {
  const m: Mat4 = identityMat4();
  for (let i = 0; i + 15 < matrices.length; i += 16) {
    for (let k = 0; k < 16; k++) m[k] = matrices[i + k] as number;
    convertTransformAs(conversion, m, role, m);
    out.set(m, i);
  }
  return out;
}
