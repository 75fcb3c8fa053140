import { sketchScene } from '@rigline/testkit';
import { describe, expect, test } from 'vitest';
import { Graph } from '../../graph/graph.ts';
import { MAYA_NODE_TYPES } from '../index.ts';

// By hand: at 24 frames a second a frame has 250 ticks of the clock of 6000, and 5 880 000 of the present one.
const FRAME_TICKS = [250, 5_880_000];

describe('timeToUnitConversion', () => {
  test.each(FRAME_TICKS)('gives frames with one frame of %i ticks', (ticks) => {
    const scene = sketchScene({ convert: { type: 'timeToUnitConversion', values: { i: 0.5, cf: 1 / ticks } } });
    expect(new Graph(scene, MAYA_NODE_TYPES).get('convert.o')).toBeCloseTo(12, 9);
  });
});

describe('unitToTimeConversion', () => {
  test.each(FRAME_TICKS)('takes frames with one frame of %i ticks', (ticks) => {
    const scene = sketchScene({ convert: { type: 'unitToTimeConversion', values: { i: 12, cf: ticks } } });
    expect(new Graph(scene, MAYA_NODE_TYPES).get('convert.o')).toBeCloseTo(0.5, 12);
  });
});
