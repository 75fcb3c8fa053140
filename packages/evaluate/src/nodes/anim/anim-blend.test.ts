import { sketchScene } from '@rigline/testkit';
import { describe, expect, test } from 'vitest';
import golden from '../../../../../fixtures/nodes/anim-blend.golden.json' with { type: 'json' };
import { Graph } from '../../graph/graph.ts';
import { MAYA_NODE_TYPES } from '../index.ts';

const DEG = Math.PI / 180;
const radians = (degrees: readonly number[]): number[] => degrees.map((value) => value * DEG);

describe('animBlendNode', () => {
  test.each(golden.numbers)('$type: $name', ({ type, values, output }) => {
    const scene = sketchScene({ blend: { type, values: values as Record<string, number> } });
    const graph = new Graph(scene, MAYA_NODE_TYPES);
    expect(Math.abs((graph.get('blend.o') as number) - output)).toBeLessThan(golden.tolerance);
  });
});

describe('animBlendNodeAdditiveRotation', () => {
  const blend = (spec: { ia: number[]; ib: number[]; wa?: number; wb?: number; layer?: boolean }): Graph =>
    new Graph(
      sketchScene(
        {
          blend: {
            type: 'animBlendNodeAdditiveRotation',
            values: {
              ia: radians(spec.ia),
              ib: radians(spec.ib),
              wa: spec.wa ?? 1,
              wb: spec.wb ?? 1,
              acm: spec.layer ? 1 : 0,
            },
          },
          box: { type: 'transform' },
        },
        [['blend.o', 'box.r']],
      ),
      MAYA_NODE_TYPES,
    );

  test.each(golden.rotations)('$name', (spec) => {
    const output = blend(spec).get('blend.o') as number[];
    output.forEach((value, i) => {
      expect(Math.abs(value / DEG - (spec.output[i] as number))).toBeLessThan(golden.tolerance);
    });
  });

  test('by layer, the layer turns within what is below', () => {
    const { ia, ib, xAxis, yAxis, zAxis } = golden.localProduct;
    const matrix = blend({ ia, ib, layer: true }).get('box.matrix') as number[];
    [xAxis, yAxis, zAxis].forEach((axis, row) => {
      axis.forEach((value, column) => {
        expect(matrix[row * 4 + column]).toBeCloseTo(value, 9);
      });
    });
  });
});
