import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { quatFromRotator, quatFromRotatorFloat32, sinCosFloat32 } from '../index.ts';

const read = <T>(name: string): T[] =>
  (
    JSON.parse(
      readFileSync(new URL(`../../../../fixtures/rotations/${name}.golden.json`, import.meta.url), 'utf8'),
    ) as { cases: T[] }
  ).cases;

const view = new DataView(new ArrayBuffer(4));
/** Bit pattern of a float32, zero without sign; fails for numbers that are not float32. */
function bits(value: number): string {
  view.setFloat32(0, value + 0);
  expect(view.getFloat32(0)).toBe(value + 0);
  return view.getUint32(0).toString(16).padStart(8, '0');
}

describe('sinCosFloat32', () => {
  test.each(read<{ angle: number; sin: string; cos: string }>('sincos-float32'))(
    'has every bit of the exact restatement at $angle',
    (c) => {
      const [s, k] = sinCosFloat32(c.angle);
      expect([bits(s), bits(k)]).toEqual([c.sin, c.cos]);
    },
  );
  test('stays within 3e-7 of the true values in one turn, 4e-6 in ten', () => {
    fc.assert(
      fc.property(fc.float({ min: -64, max: 64, noNaN: true }), (angle) => {
        const [s, c] = sinCosFloat32(angle);
        // The range reduction multiplies a float32 pi and rounds, which costs more with each turn.
        expect(Math.abs(s - Math.sin(angle))).toBeLessThan(4e-6);
        expect(Math.abs(c - Math.cos(angle))).toBeLessThan(4e-6);
        if (Math.abs(angle) > Math.PI) return;
        expect(Math.abs(s - Math.sin(angle))).toBeLessThan(3e-7);
        expect(Math.abs(c - Math.cos(angle))).toBeLessThan(3e-7);
      }),
    );
  });
});

describe('quatFromRotatorFloat32', () => {
  test.each(read<{ pitch: number; yaw: number; roll: number; quat: string[] }>('rotator-float32'))(
    'has every bit of the exact restatement at $pitch, $yaw, $roll',
    (c) => expect(quatFromRotatorFloat32(c).map(bits)).toEqual(c.quat),
  );
  test('agrees with the exact quaternion to single precision', () => {
    // Short of a full turn, where rounding to float32 may reach 360 and so flip the sign.
    const angle = fc.double({ min: -359, max: 359, noNaN: true });
    fc.assert(
      fc.property(angle, angle, angle, (pitch, yaw, roll) => {
        const single = quatFromRotatorFloat32({ pitch, yaw, roll });
        quatFromRotator({ pitch, yaw, roll }).forEach((v, i) => {
          // 2e-6: float32 angles, polynomial, and three products.
          expect(Math.abs(v - (single[i] as number))).toBeLessThan(2e-6);
        });
      }),
    );
  });
});
