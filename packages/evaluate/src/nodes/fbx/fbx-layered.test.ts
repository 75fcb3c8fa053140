import { mat4FromEuler, multiplyMat4, type Vec3 } from '@rigline/math';
import { sketchScene } from '@rigline/testkit';
import { describe, expect, test } from 'vitest';
import { Graph } from '../../graph/graph.ts';
import { NODE_TYPES } from '../index.ts';

const ADDITIVE = 0;
const OVERRIDE = 1;
const PASSTHROUGH = 2;

interface LayerSketch {
  readonly mode: number;
  readonly value: number | Vec3;
  readonly weight?: number;
  readonly accumulation?: number;
  readonly isPresent?: number;
}

function combined(type: string, base: number | Vec3, layers: readonly LayerSketch[], more = {}): unknown {
  const values: Record<string, number | Vec3> = { base, ...more };
  layers.forEach(({ mode, value, weight, accumulation, isPresent }, i) => {
    values[`layer[${i}].blendMode`] = mode;
    values[`layer[${i}].value`] = value;
    if (weight !== undefined) values[`layer[${i}].weight`] = weight;
    if (accumulation !== undefined) values[`layer[${i}].accumulation`] = accumulation;
    if (isPresent !== undefined) values[`layer[${i}].isPresent`] = isPresent;
  });
  return new Graph(sketchScene({ layers: { type, values } }), NODE_TYPES).get('layers.output');
}

// Every expected number follows from the rule at the head of fbx-layered.ts.
describe('fbxLayeredNumber', () => {
  test.each([
    ['adds the weighted value', ADDITIVE, 0.25, 8],
    ['blends towards the value', PASSTHROUGH, 0.25, 8.5],
    ['replaces whatever the weight is', OVERRIDE, 0.25, 4],
    ['counts weights above 1 as 1', ADDITIVE, 7, 14],
    ['counts weights below 0 as 0', ADDITIVE, -1, 10],
  ])('%s', (_, mode, weight, expected) => {
    const value = mode === ADDITIVE && weight === 0.25 ? -8 : 4;
    expect(combined('fbxLayeredNumber', 10, [{ mode, value, weight }])).toBe(expected);
  });

  test('layers without the property take no part', () => {
    const layers = [
      { mode: OVERRIDE, value: 3 },
      { mode: OVERRIDE, value: 99, isPresent: 0 },
      { mode: ADDITIVE, value: 1 },
    ];
    expect(combined('fbxLayeredNumber', 10, layers)).toBe(4);
  });
});

describe('fbxLayeredTranslate', () => {
  test('combines axis by axis', () => {
    const layers = [
      { mode: OVERRIDE, value: [1, 2, 3] as Vec3 },
      { mode: ADDITIVE, value: [10, 20, 30] as Vec3, weight: 0.5 },
      { mode: PASSTHROUGH, value: [0, 0, 0] as Vec3, weight: 0.5 },
    ];
    expect(combined('fbxLayeredTranslate', [9, 9, 9], layers)).toEqual([3, 6, 9]);
  });
});

describe('fbxLayeredScale', () => {
  test('multiplies by the power of the weight and keeps the sign', () => {
    const layers = [
      { mode: OVERRIDE, value: [2, 2, -2] as Vec3 },
      { mode: ADDITIVE, value: [4, -9, 1] as Vec3, weight: 0.5 },
    ];
    expect(combined('fbxLayeredScale', [1, 1, 1], layers)).toEqual([4, -6, -2]);
  });

  test('passthrough takes the weighted geometric mean', () => {
    const layers = [{ mode: PASSTHROUGH, value: [16, 1, 4] as Vec3, weight: 0.5 }];
    expect(combined('fbxLayeredScale', [4, 9, 4], layers)).toEqual([8, 3, 4]);
  });

  test('adds where the layer says so', () => {
    const layers = [{ mode: ADDITIVE, value: [1, 2, 3] as Vec3, weight: 0.5, accumulation: 1 }];
    expect(combined('fbxLayeredScale', [1, 1, 1], layers)).toEqual([1.5, 2, 2.5]);
  });
});

describe('fbxLayeredRotate', () => {
  const below: Vec3 = [0.3, -0.4, 0.5];
  const above: Vec3 = [-0.7, 0.2, 0.9];

  test.each(['xyz', 'yzx', 'zxy', 'xzy', 'yxz', 'zyx'] as const)(
    'by layer in %s, a full additive layer turns first',
    (order) => {
      const index = ['xyz', 'yzx', 'zxy', 'xzy', 'yxz', 'zyx'].indexOf(order);
      const layers = [
        { mode: OVERRIDE, value: below },
        { mode: ADDITIVE, value: above },
      ];
      const out = combined('fbxLayeredRotate', [0, 0, 0], layers, { rotateOrder: index }) as Vec3;
      const product = multiplyMat4(mat4FromEuler(above, order), mat4FromEuler(below, order));
      mat4FromEuler(out, order).forEach((value, i) => {
        expect(value).toBeCloseTo(product[i] as number, 12);
      });
    },
  );

  test('half a layer turns by half of its angle', () => {
    const layers = [{ mode: ADDITIVE, value: [0, 0, 1] as Vec3, weight: 0.5 }];
    const out = combined('fbxLayeredRotate', [0, 0, 0.25], layers) as Vec3;
    expect(out[2]).toBeCloseTo(0.75, 12);
  });

  test('passthrough turns on the shortest way between the two', () => {
    const layers = [{ mode: PASSTHROUGH, value: [0, 0, -3] as Vec3, weight: 0.5 }];
    const out = combined('fbxLayeredRotate', [0, 0, 3], layers) as Vec3;
    expect(Math.abs(out[2])).toBeCloseTo(Math.PI, 12);
  });

  test('by channel, angles are numbers', () => {
    const layers = [
      { mode: OVERRIDE, value: [4, 5, 6] as Vec3 },
      { mode: ADDITIVE, value: [1, 2, 3] as Vec3, weight: 0.5, accumulation: 1 },
    ];
    expect(combined('fbxLayeredRotate', [0, 0, 0], layers)).toEqual([4.5, 6, 7.5]);
  });
});
