import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  degToRad,
  type EulerSequence,
  mat4FromQuat,
  quatFromEuler,
  quatFromSequence,
  ROTATE_ORDERS,
  SEQUENCE_AXES,
  type SequenceAxes,
  sequenceFromQuat,
  type Vec3,
} from './index.ts';

interface Golden {
  tolerance: number;
  cases: { axes: SequenceAxes; frame: EulerSequence['frame']; degrees: Vec3; matrix: number[] }[];
}
const golden = JSON.parse(
  readFileSync(new URL('../../../fixtures/rotations/sequences.golden.json', import.meta.url), 'utf8'),
) as Golden;

function expectClose(actual: readonly number[], expected: readonly number[], tolerance: number): void {
  expect(actual.length).toBe(expected.length);
  for (let i = 0; i < expected.length; i++) {
    expect(Math.abs((actual[i] as number) - (expected[i] as number))).toBeLessThanOrEqual(tolerance);
  }
}

const linear = (angles: Readonly<Vec3>, sequence: EulerSequence): number[] => {
  const m = mat4FromQuat(quatFromSequence(angles, sequence));
  return [0, 1, 2, 4, 5, 6, 8, 9, 10].map((i) => m[i] as number);
};

const angle = fc.double({ min: -10, max: 10, noNaN: true });
const sequences = fc.record({
  axes: fc.constantFrom(...SEQUENCE_AXES),
  frame: fc.constantFrom('extrinsic' as const, 'intrinsic' as const),
});

test.each(golden.cases)('$frame $axes at $degrees matches the product of elementary matrices and reads back', (c) => {
  const radians: Vec3 = [degToRad(c.degrees[0]), degToRad(c.degrees[1]), degToRad(c.degrees[2])];
  expectClose(linear(radians, c), c.matrix, golden.tolerance);
  const back = sequenceFromQuat(quatFromSequence(radians, c), c);
  // 1e-9: at the lock an angle of 1e-10 may be dropped.
  expectClose(linear(back, c), c.matrix, 1e-9);
  const proper = c.axes[0] === c.axes[2];
  const locked = proper ? c.degrees[1] % 180 === 0 : Math.abs(c.degrees[1]) === 90;
  if (locked) expect(back[2]).toBe(0);
});

describe('sequenceFromQuat', () => {
  test('gives the same rotation with the middle angle in its principal range', () => {
    fc.assert(
      fc.property(angle, angle, angle, sequences, (a, b, c, sequence) => {
        const q = quatFromSequence([a, b, c], sequence);
        const back = sequenceFromQuat(q, sequence);
        expectClose(linear(back, sequence), linear([a, b, c], sequence), 1e-9);
        const proper = sequence.axes[0] === sequence.axes[2];
        expect(back[1]).toBeGreaterThanOrEqual(proper ? 0 : -Math.PI / 2 - 1e-15);
        expect(back[1]).toBeLessThanOrEqual(proper ? Math.PI : Math.PI / 2 + 1e-15);
      }),
    );
  });
  test('angles in the principal range survive', () => {
    const outer = fc.double({ min: -3.1, max: 3.1, noNaN: true });
    const middle = fc.double({ min: 0.05, max: 1.5, noNaN: true });
    fc.assert(
      fc.property(outer, middle, outer, sequences, (a, b, c, sequence) => {
        expectClose(sequenceFromQuat(quatFromSequence([a, b, c], sequence), sequence), [a, b, c], 1e-13);
      }),
    );
  });
});

describe('quatFromSequence', () => {
  test('an intrinsic sequence is the reversed extrinsic one', () => {
    fc.assert(
      fc.property(angle, angle, angle, fc.constantFrom(...SEQUENCE_AXES), (a, b, c, axes) => {
        const reversed = [...axes].reverse().join('') as SequenceAxes;
        expectClose(
          quatFromSequence([a, b, c], { axes, frame: 'intrinsic' }),
          quatFromSequence([c, b, a], { axes: reversed, frame: 'extrinsic' }),
          1e-15,
        );
      }),
    );
  });
  test('extrinsic Tait-Bryan sequences are the rotate orders', () => {
    for (const axes of ROTATE_ORDERS) {
      const named: Vec3 = [0.1, -0.7, 2.3];
      const euler: Vec3 = [0, 0, 0];
      named.forEach((value, i) => {
        euler['xyz'.indexOf(axes[i] as string)] = value;
      });
      expectClose(quatFromSequence(named, { axes, frame: 'extrinsic' }), quatFromEuler(euler, axes), 1e-15);
    }
  });
});
