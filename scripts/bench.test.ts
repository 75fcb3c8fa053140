import { expect, test } from 'vitest';
import { readResults } from './bench.mjs';

test('numbers with a unit and ratios become rows', () => {
  const text = `curves: 200 curves of 24 keys, best of 9 rounds
  non-weighted, ascending, batch                   21.3 ns/sample  target 60: reached
  records, values parsed                87 MB/s (first 41)  records
  Blender 3.4.1             486.3 frames/s  frame_set
  ratio Rigline : Blender  0.64  (target 2: MISSED)
multiplyMat4Batch           8.04   15.62 (1.92x)                  30.01 / 46.41     3.73x
  largest difference of world matrices: point 1.9e-6
`;
  expect(readResults(text)).toEqual([
    { what: 'non-weighted, ascending, batch', value: 21.3, unit: 'ns/sample' },
    { what: 'records, values parsed', value: 87, unit: 'MB/s' },
    { what: 'Blender 3.4.1', value: 486.3, unit: 'frames/s' },
    { what: 'ratio Rigline : Blender', value: 0.64, unit: 'times' },
    { what: 'multiplyMat4Batch', value: 8.04, unit: 'ns/item' },
    { what: 'ratio multiplyMat4Batch', value: 3.73, unit: 'times' },
  ]);
});
