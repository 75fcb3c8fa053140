import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  addLocalRotation,
  addWorldRotation,
  alternateEuler,
  boundEuler,
  closestCutEuler,
  closestEuler,
  composeMat4,
  conjugateQuat,
  convertCamera,
  convertChildOf,
  convertDirection,
  convertLight,
  convertNormal,
  convertPoint,
  convertQuat,
  convertQuatAs,
  convertScale,
  convertTangent,
  convertTransform,
  convertTransformAs,
  convertVector,
  copyMat4,
  eulerFromMat4,
  eulerFromQuat,
  expQuat,
  fastLerpQuat,
  invertMat4,
  invertQuat,
  lerpQuat,
  localRotationBetween,
  logQuat,
  type Mat4,
  mat4FromEuler,
  mat4FromQuat,
  multiplyMat4,
  multiplyQuat,
  nlerpQuat,
  normalizeQuat,
  orthonormalizeMat4,
  type Quat,
  quatBetween,
  quatFromAxisAngle,
  quatFromEuler,
  quatFromMat4,
  quatFromSequence,
  reorderEuler,
  rotateVec3,
  sequenceFromQuat,
  slerpQuat,
  slerpUnrealQuat,
  spaceConversion,
  squadControlQuat,
  squadQuat,
  transformPoint,
  transformVector,
  transposeMat4,
  type Vec3,
  worldRotationBetween,
} from './index.ts';

type Kind = 'v' | 'q' | 'm';
type Value = number[];
type Operation = (inputs: Value[], out: Value | undefined) => unknown;

const V = (v: Value): Vec3 => v as Vec3;
const Q = (v: Value): Quat => v as Quat;
const M = (v: Value): Mat4 => v as Mat4;
const toUnreal = spaceConversion('maya', 'unreal');
const sequence = { axes: 'zxz', frame: 'intrinsic' } as const;

/** Name, kinds of the inputs (which `out` may be when its kind is the same), kind of the result, call. */
const OPERATIONS: [string, Kind[], Kind, Operation][] = [
  ['multiplyQuat', ['q', 'q'], 'q', ([a, b], o) => multiplyQuat(Q(a!), Q(b!), o && Q(o))],
  ['conjugateQuat', ['q'], 'q', ([a], o) => conjugateQuat(Q(a!), o && Q(o))],
  ['invertQuat', ['q'], 'q', ([a], o) => invertQuat(Q(a!), o && Q(o))],
  ['normalizeQuat', ['q'], 'q', ([a], o) => normalizeQuat(Q(a!), o && Q(o))],
  ['logQuat', ['q'], 'q', ([a], o) => logQuat(Q(a!), o && Q(o))],
  ['expQuat', ['q'], 'q', ([a], o) => expQuat(Q(a!), o && Q(o))],
  ['lerpQuat', ['q', 'q'], 'q', ([a, b], o) => lerpQuat(Q(a!), Q(b!), 0.3, {}, o && Q(o))],
  ['nlerpQuat', ['q', 'q'], 'q', ([a, b], o) => nlerpQuat(Q(a!), Q(b!), 0.3, {}, o && Q(o))],
  ['slerpQuat', ['q', 'q'], 'q', ([a, b], o) => slerpQuat(Q(a!), Q(b!), 0.3, { arc: 'longest' }, o && Q(o))],
  ['squadQuat', ['q', 'q', 'q', 'q'], 'q', ([a, b, c, d], o) => squadQuat(Q(a!), Q(b!), Q(c!), Q(d!), 0.3, o && Q(o))],
  ['squadControlQuat', ['q', 'q', 'q'], 'q', ([a, b, c], o) => squadControlQuat(Q(a!), Q(b!), Q(c!), o && Q(o))],
  ['addLocalRotation', ['q', 'q'], 'q', ([a, b], o) => addLocalRotation(Q(a!), Q(b!), o && Q(o))],
  ['addWorldRotation', ['q', 'q'], 'q', ([a, b], o) => addWorldRotation(Q(a!), Q(b!), o && Q(o))],
  ['localRotationBetween', ['q', 'q'], 'q', ([a, b], o) => localRotationBetween(Q(a!), Q(b!), o && Q(o))],
  ['worldRotationBetween', ['q', 'q'], 'q', ([a, b], o) => worldRotationBetween(Q(a!), Q(b!), o && Q(o))],
  ['fastLerpQuat', ['q', 'q'], 'q', ([a, b], o) => fastLerpQuat(Q(a!), Q(b!), 0.3, o && Q(o))],
  ['slerpUnrealQuat', ['q', 'q'], 'q', ([a, b], o) => slerpUnrealQuat(Q(a!), Q(b!), 0.3, o && Q(o))],
  ['rotateVec3', ['v', 'q'], 'v', ([a, b], o) => rotateVec3(V(a!), Q(b!), o && V(o))],
  ['quatBetween', ['v', 'v'], 'q', ([a, b], o) => quatBetween(V(a!), V(b!), o && Q(o))],
  ['quatFromAxisAngle', ['v'], 'q', ([a], o) => quatFromAxisAngle(V(a!), 1, o && Q(o))],
  ['quatFromEuler', ['v'], 'q', ([a], o) => quatFromEuler(V(a!), 'zxy', o && Q(o))],
  ['quatFromSequence', ['v'], 'q', ([a], o) => quatFromSequence(V(a!), sequence, o && Q(o))],
  ['sequenceFromQuat', ['q'], 'v', ([a], o) => sequenceFromQuat(Q(a!), sequence, o && V(o))],
  ['eulerFromQuat', ['q'], 'v', ([a], o) => eulerFromQuat(Q(a!), 'yxz', o && V(o))],
  ['reorderEuler', ['v'], 'v', ([a], o) => reorderEuler(V(a!), 'yxz', 'xzy', o && V(o))],
  ['alternateEuler', ['v'], 'v', ([a], o) => alternateEuler(V(a!), 'yxz', o && V(o))],
  ['boundEuler', ['v'], 'v', ([a], o) => boundEuler(V(a!), o && V(o))],
  ['closestCutEuler', ['v', 'v'], 'v', ([a, b], o) => closestCutEuler(V(a!), V(b!), o && V(o))],
  ['closestEuler', ['v', 'v'], 'v', ([a, b], o) => closestEuler(V(a!), 'zyx', V(b!), o && V(o))],
  ['mat4FromEuler', ['v'], 'm', ([a], o) => mat4FromEuler(V(a!), 'zyx', o && M(o))],
  ['mat4FromQuat', ['q'], 'm', ([a], o) => mat4FromQuat(Q(a!), o && M(o))],
  ['quatFromMat4', ['m'], 'q', ([a], o) => quatFromMat4(M(a!), o && Q(o))],
  ['eulerFromMat4', ['m'], 'v', ([a], o) => eulerFromMat4(M(a!), 'zyx', o && V(o))],
  ['copyMat4', ['m'], 'm', ([a], o) => copyMat4(M(a!), o && M(o))],
  ['multiplyMat4', ['m', 'm'], 'm', ([a, b], o) => multiplyMat4(M(a!), M(b!), o && M(o))],
  ['invertMat4', ['m'], 'm', ([a], o) => invertMat4(M(a!), o && M(o))],
  ['transposeMat4', ['m'], 'm', ([a], o) => transposeMat4(M(a!), o && M(o))],
  ['orthonormalizeMat4', ['m'], 'm', ([a], o) => orthonormalizeMat4(M(a!), o && M(o))],
  ['composeMat4', ['v', 'q'], 'm', ([a, b], o) => composeMat4({ translate: V(a!), rotate: Q(b!) }, o && M(o))],
  ['transformPoint', ['v', 'm'], 'v', ([a, b], o) => transformPoint(M(b!), V(a!), o && V(o))],
  ['transformVector', ['v', 'm'], 'v', ([a, b], o) => transformVector(M(b!), V(a!), o && V(o))],
  ['convertPoint', ['v'], 'v', ([a], o) => convertPoint(toUnreal, V(a!), o && V(o))],
  ['convertVector', ['v'], 'v', ([a], o) => convertVector(toUnreal, V(a!), o && V(o))],
  ['convertDirection', ['v'], 'v', ([a], o) => convertDirection(toUnreal, V(a!), o && V(o))],
  ['convertNormal', ['v'], 'v', ([a], o) => convertNormal(toUnreal, V(a!), o && V(o))],
  ['convertScale', ['v'], 'v', ([a], o) => convertScale(toUnreal, V(a!), o && V(o))],
  ['convertTangent', ['q'], 'q', ([a], o) => convertTangent(toUnreal, Q(a!), o && Q(o))],
  ['convertQuat', ['q'], 'q', ([a], o) => convertQuat(toUnreal, Q(a!), o && Q(o))],
  ['convertQuatAs', ['q'], 'q', ([a], o) => convertQuatAs(toUnreal, Q(a!), 'camera', o && Q(o))],
  ['convertTransform', ['m'], 'm', ([a], o) => convertTransform(toUnreal, M(a!), o && M(o))],
  ['convertTransformAs', ['m'], 'm', ([a], o) => convertTransformAs(toUnreal, M(a!), 'light', o && M(o))],
  ['convertCamera', ['m'], 'm', ([a], o) => convertCamera(toUnreal, M(a!), o && M(o))],
  ['convertLight', ['m'], 'm', ([a], o) => convertLight(toUnreal, M(a!), o && M(o))],
  ['convertChildOf', ['m'], 'm', ([a], o) => convertChildOf(toUnreal, M(a!), 'camera', o && M(o))],
];

const n = fc.integer({ min: -300, max: 300 }).map((v) => v / 100);
const LENGTH: Record<Kind, number> = { v: 3, q: 4, m: 16 };
const values: Record<Kind, fc.Arbitrary<Value>> = {
  v: fc.tuple(n, n, n),
  q: fc
    .tuple(n, n, n, n)
    .filter((q) => Math.hypot(...q) > 0.1)
    .map((q) => [...normalizeQuat(q as Quat)]),
  m: fc
    .tuple(fc.tuple(n, n, n), fc.tuple(n, n, n))
    .map(([t, e]) => [...composeMat4({ translate: t as Vec3, rotate: quatFromEuler(e as Vec3, 'xyz') })]),
};

describe.each(OPERATIONS)('%s', (_name, kinds, result, operate) => {
  const inputs = fc.tuple(...kinds.map((kind) => values[kind]));
  test('writes the same numbers into a fresh out, and returns it', () => {
    fc.assert(
      fc.property(inputs, (given) => {
        const before = structuredClone(given);
        const expected = operate(given, undefined);
        expect(given).toEqual(before);
        // Filled with rubbish: every number has to be written.
        const out = new Array<number>(LENGTH[result]).fill(123.5);
        expect(operate(given, out)).toBe(out);
        expect(out).toEqual(expected);
      }),
      { numRuns: 30 },
    );
  });
  const places = kinds.flatMap((kind, i) => (kind === result ? [i] : []));
  if (places.length === 0) return;
  test('writes the same numbers when out is an input', () => {
    fc.assert(
      fc.property(inputs, fc.constantFrom(...places), (given, place) => {
        const expected = operate(structuredClone(given), undefined);
        const out = given[place];
        expect(operate(given, out)).toBe(out);
        expect(out).toEqual(expected);
      }),
      { numRuns: 60 },
    );
  });
});
