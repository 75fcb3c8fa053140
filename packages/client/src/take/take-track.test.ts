import { describe, expect, test } from 'vitest';
import { TakeTrack } from './take-track.ts';

/** A track of one value, from frames and values in the order of their recording. */
function record(...ticks: readonly (readonly [number, number])[]): TakeTrack {
  const track = new TakeTrack(1);
  for (const [frame, value] of ticks) track.add(frame, [value]);
  return track;
}

const keysOf = (track: TakeTrack): [number, number][] => {
  const { frames, values } = track.keys();
  return Array.from(frames, (frame, i) => [frame, values[i] as number]);
};

const range = (first: number, last: number): number[] => Array.from({ length: last - first + 1 }, (_, i) => first + i);

describe('a track of a take', () => {
  test('a value that stays has two keys', () => {
    expect(keysOf(record(...range(1, 100).map((frame) => [frame, 5] as const)))).toEqual([
      [1, 5],
      [100, 5],
    ]);
  });

  test('one frame that is recorded again changes this frame alone', () => {
    const track = record(...range(1, 100).map((frame) => [frame, 5] as const), [50, 9]);
    expect(track.rewinds).toBe(1);
    expect(keysOf(track)).toEqual([
      [1, 5],
      [49, 5],
      [50, 9],
      [51, 5],
      [100, 5],
    ]);
  });

  test('a range that is recorded again takes the place of what was there, and of nothing else', () => {
    // Sent every tenth frame: between them the value goes straight, 0 to 100.
    const track = record([0, 0], [10, 10], [100, 100], [40, 7], [45, 7], [60, 8]);
    expect(keysOf(track)).toEqual([
      [0, 0],
      [10, 10],
      [39, 39],
      [40, 7],
      [45, 7],
      [60, 8],
      [61, 61],
      [100, 100],
    ]);
  });

  test('the last of three passes counts', () => {
    const track = record([1, 1], [2, 2], [30, 2], [10, 5], [20, 6], [15, 9]);
    expect(keysOf(track)).toEqual([
      [1, 1],
      [2, 2],
      [9, 2],
      [10, 5],
      [14, 5.4],
      [15, 9],
      [16, 5.6],
      [20, 6],
      [21, 2],
      [30, 2],
    ]);
  });

  test('a pass that goes on where another ended keeps both', () => {
    expect(keysOf(record([10, 1], [20, 2], [15, 8], [30, 9]))).toEqual([
      [10, 1],
      [14, 1.4],
      [15, 8],
      [30, 9],
    ]);
    expect(keysOf(record([10, 1], [20, 2], [5, 8], [15, 9]))).toEqual([
      [5, 8],
      [15, 9],
      [16, 1.6],
      [20, 2],
    ]);
  });

  test('played backwards it is the same, key for key', () => {
    const frames = range(1, 20_000);
    const track = record(...[...frames].reverse().map((frame) => [frame, frame * 2] as const));
    expect(keysOf(track)).toEqual(frames.map((frame) => [frame, frame * 2]));
  });
});
