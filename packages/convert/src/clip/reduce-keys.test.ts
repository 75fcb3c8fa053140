import { angleBetweenQuats, type Quat, quatFromAxisAngle, slerpQuat } from '@rigline/math';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { reduceKeys } from './reduce-keys.ts';

const times = (count: number): Float64Array => Float64Array.from({ length: count }, (_, i) => i / 24);

describe('reduceKeys', () => {
  test('a straight line needs its ends, and a corner a key', () => {
    const line = Float64Array.from({ length: 25 }, (_, i) => i * 0.5);
    expect([...reduceKeys(times(25), line, { stride: 1, kind: 'linear', maxError: 1e-9 })]).toEqual([0, 24]);
    const bent = line.map((value, i) => (i > 10 ? 10 - value : value));
    expect([...reduceKeys(times(25), bent, { stride: 1, kind: 'linear', maxError: 1e-9 })]).toEqual([0, 10, 24]);
  });

  test('a hold needs its ends', () => {
    const hold = Float64Array.of(0, 1, 1, 1, 1, 5);
    expect([...reduceKeys(times(6), hold, { stride: 1, kind: 'linear', maxError: 1e-9 })]).toEqual([0, 1, 4, 5]);
  });

  test('a steady turn about one axis needs its ends', () => {
    const turn = Float64Array.from(
      Array.from({ length: 13 }, (_, i) => quatFromAxisAngle([0, 1, 0], (i * Math.PI) / 15)).flat(),
    );
    expect([...reduceKeys(times(13), turn, { stride: 4, kind: 'rotation', maxError: 1e-9 })]).toEqual([0, 12]);
  });

  test('every sample of any curve is met within the error', () => {
    const samples = fc.array(fc.double({ min: -100, max: 100, noNaN: true }), { minLength: 3, maxLength: 60 });
    fc.assert(
      fc.property(samples, fc.double({ min: 1e-6, max: 10, noNaN: true }), (values, maxError) => {
        const at = times(values.length);
        const keys = reduceKeys(at, Float64Array.from(values), { stride: 1, kind: 'linear', maxError });
        for (let k = 0; k + 1 < keys.length; k++) {
          const [from, to] = [keys[k] as number, keys[k + 1] as number];
          for (let i = from; i <= to; i++) {
            const u = ((at[i] as number) - (at[from] as number)) / ((at[to] as number) - (at[from] as number));
            const met = (values[from] as number) + u * ((values[to] as number) - (values[from] as number));
            expect(Math.abs(met - (values[i] as number))).toBeLessThanOrEqual(maxError * (1 + 1e-9));
          }
        }
      }),
    );
  });

  test('every rotation is met within the angle', () => {
    const turns = fc.array(
      fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.double({ min: -3, max: 3, noNaN: true })),
      {
        minLength: 3,
        maxLength: 40,
      },
    );
    fc.assert(
      fc.property(turns, (list) => {
        const quats = list.map(([tilt, angle]) => quatFromAxisAngle([tilt, 1 - tilt, 0.3], angle));
        const at = times(quats.length);
        const keys = reduceKeys(at, Float64Array.from(quats.flat()), { stride: 4, kind: 'rotation', maxError: 0.05 });
        for (let k = 0; k + 1 < keys.length; k++) {
          const [from, to] = [keys[k] as number, keys[k + 1] as number];
          for (let i = from; i <= to; i++) {
            const met = slerpQuat(quats[from] as Quat, quats[to] as Quat, (i - from) / (to - from));
            expect(angleBetweenQuats(met, quats[i] as Quat)).toBeLessThanOrEqual(0.05 + 1e-6);
          }
        }
      }),
    );
  });

  test('a value that is no number is a key of its own', () => {
    const broken = Float64Array.of(0, 1, Number.NaN, 3, 4);
    expect([...reduceKeys(times(5), broken, { stride: 1, kind: 'linear', maxError: 1 })]).toContain(2);
  });
});
