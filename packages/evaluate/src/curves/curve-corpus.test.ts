import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { type Curve, compileCurve } from './compile.ts';
import { evaluateCurve, evaluateCurveBatch } from './evaluate-curve.ts';
import type { CurveKeys, InfinityKind, TangentType } from './keys.ts';
import { compileRotationCurve, evaluateRotationCurve, type RotationInterpolation } from './rotation-curve.ts';
import { computeTangents } from './tangents.ts';

interface ScalarKey {
  time: number;
  value: number;
  inTangentType: string;
  outTangentType: string;
  ix: number;
  iy: number;
  ox: number;
  oy: number;
  inSource: string;
  outSource: string;
}
interface CorpusCurve {
  id: number;
  kind: 'scalar' | 'rotation';
  weighted: boolean;
  interpolation: RotationInterpolation;
  preInfinity: InfinityKind;
  postInfinity: InfinityKind;
  keys: (ScalarKey & { quaternion: number[] })[];
  samples: number[][];
  sensitive: number[];
}

const url = new URL('../../../../../shared/corpus/curves/dev.json', import.meta.url);
const present = existsSync(url);
const curves: CorpusCurve[] = present ? JSON.parse(readFileSync(url, 'utf8')).curves : [];
const scalars = curves.filter((curve) => curve.kind === 'scalar');
const rotations = curves.filter((curve) => curve.kind === 'rotation');

const toType = (name: string): TangentType => name.toLowerCase() as TangentType;

function keysOf(curve: CorpusCurve): CurveKeys {
  const list = (pick: (key: ScalarKey) => number): Float64Array => Float64Array.from(curve.keys, pick);
  return {
    times: list((key) => key.time),
    values: list((key) => key.value),
    inTypes: curve.keys.map((key) => toType(key.inTangentType)),
    outTypes: curve.keys.map((key) => toType(key.outTangentType)),
    inX: list((key) => key.ix),
    inY: list((key) => key.iy),
    outX: list((key) => key.ox),
    outY: list((key) => key.oy),
    weighted: curve.weighted,
    preInfinity: curve.preInfinity,
    postInfinity: curve.postInfinity,
  };
}

/** Largest error of a curve's samples relative to max(1, |value|), without the sensitive ones. */
function worstSample(curve: CorpusCurve, valueAt: (time: number, index: number) => number): number {
  const skipped = new Set(curve.sensitive);
  let worst = 0;
  curve.samples.forEach(([time, value], index) => {
    if (skipped.has(index)) return;
    const error = Math.abs(valueAt(time!, index) - value!) / Math.max(1, Math.abs(value!));
    worst = error > worst || Number.isNaN(error) ? error : worst;
  });
  return worst;
}

describe.skipIf(!present)('recorded animation curves (../shared/corpus/curves)', () => {
  test.each(scalars)('curve $id evaluates to its samples', (recorded) => {
    const curve: Curve = compileCurve(keysOf(recorded));
    expect(worstSample(recorded, (time) => evaluateCurve(curve, time))).toBeLessThan(1e-9);
    const batch = evaluateCurveBatch(
      curve,
      Float64Array.from(recorded.samples, (sample) => sample[0]!),
    );
    expect(worstSample(recorded, (_, index) => batch[index]!)).toBeLessThan(1e-9);
  });

  test.each(rotations)('rotation curve $id evaluates to its samples', (recorded) => {
    const curve = compileRotationCurve({
      times: Float64Array.from(recorded.keys, (key) => key.time),
      quaternionsXyzw: Float64Array.from(recorded.keys.flatMap((key) => key.quaternion)),
      inTypes: recorded.keys.map((key) => toType(key.inTangentType)),
      outTypes: recorded.keys.map((key) => toType(key.outTangentType)),
      interpolation: recorded.interpolation,
      preInfinity: recorded.preInfinity,
      postInfinity: recorded.postInfinity,
    });
    const skipped = new Set(recorded.sensitive);
    let worst = 0;
    recorded.samples.forEach(([time, ...expected], index) => {
      if (skipped.has(index)) return;
      const q = evaluateRotationCurve(curve, time!);
      const sign = q[0] * expected[0]! + q[1] * expected[1]! + q[2] * expected[2]! + q[3] * expected[3]! < 0 ? -1 : 1;
      for (let part = 0; part < 4; part++) worst = Math.max(worst, Math.abs(q[part]! * sign - expected[part]!));
    });
    // 1e-7: the float32 w of a key is or is not normalised away at ends.
    expect(worst).toBeLessThan(1e-7);
  });

  /** Largest relative difference of the vectors computed for one source, by type. */
  function worstTangents(source: string): Record<string, number> {
    const worst: Record<string, number> = {};
    for (const recorded of scalars) {
      const known = keysOf(recorded);
      const absent = new Float64Array(known.times.length).fill(Number.NaN);
      const filled = computeTangents({ ...known, inX: absent, inY: absent, outX: absent, outY: absent });
      recorded.keys.forEach((key, index) => {
        const compare = (type: string, x: number, y: number, wantX: number, wantY: number): void => {
          const error = Math.hypot(x - wantX, y - wantY) / Math.max(1, Math.hypot(wantX, wantY));
          worst[type] = Math.max(worst[type] ?? 0, error);
        };
        if (key.inSource === source) {
          const end = index === 0 ? ' at an end' : '';
          compare(key.inTangentType + end, filled.inX[index]!, filled.inY[index]!, key.ix, key.iy);
        }
        if (key.outSource === source) {
          const end = index === recorded.keys.length - 1 ? ' at an end' : '';
          compare(key.outTangentType + end, filled.outX[index]!, filled.outY[index]!, key.ox, key.oy);
        }
      });
    }
    return worst;
  }

  test('tangents that the recorder computed are computed alike', () => {
    const worst = worstTangents('animx');
    expect(Object.keys(worst)).toHaveLength(6);
    for (const [type, error] of Object.entries(worst)) expect(error, type).toBeLessThan(1e-12);
  });

  test('tangents that the corpus gives by formula are alike but for plateau and outer linear ones', () => {
    const worst = worstTangents('formula');
    // The corpus marks both rules as remembered; saved Maya files say otherwise (see tangents.ts).
    const known = new Set(['plateau', 'linear at an end']);
    for (const [type, error] of Object.entries(worst)) if (!known.has(type)) expect(error, type).toBeLessThan(1e-9);
    expect(Object.keys(worst).filter((type) => !known.has(type)).length).toBeGreaterThan(8);
  });
});
