import { sketchScene } from '@rigline/testkit';
import { describe, expect, test } from 'vitest';
import golden from '../../../../../fixtures/nodes/pair-blend.golden.json' with { type: 'json' };
import { Graph } from '../../graph/graph.ts';
import { MAYA_NODE_TYPES } from '../index.ts';

const DEG = Math.PI / 180;
const radians = (degrees: readonly number[]): number[] => degrees.map((value) => value * DEG);

describe('pairBlend', () => {
  test.each(golden.cases)('$name', (spec) => {
    const scene = sketchScene({
      blend: {
        type: 'pairBlend',
        values: {
          it1: spec.in1.translate,
          ir1: radians(spec.in1.rotate),
          it2: spec.in2.translate,
          ir2: radians(spec.in2.rotate),
          w: spec.weight,
          ri: spec.quaternion ? 1 : 0,
          ...spec.modes,
        },
      },
    });
    const graph = new Graph(scene, MAYA_NODE_TYPES);
    const translate = graph.get('blend.ot') as number[];
    const rotate = graph.get('blend.or') as number[];
    for (let i = 0; i < 3; i++) {
      expect(Math.abs((translate[i] as number) - (spec.out.translate[i] as number))).toBeLessThan(golden.tolerance);
      expect(Math.abs((rotate[i] as number) / DEG - (spec.out.rotate[i] as number))).toBeLessThan(golden.tolerance);
    }
  });

  test('one translate axis may depend on another without a cycle', () => {
    const scene = sketchScene(
      {
        blend: { type: 'pairBlend', values: { w: 0.5, it1: [4, 0, 0] } },
        box: { type: 'transform' },
      },
      [
        ['blend.otx', 'box.tx'],
        ['box.tx', 'blend.ity2'],
        ['blend.oty', 'box.ty'],
      ],
    );
    const graph = new Graph(scene, MAYA_NODE_TYPES);
    expect(graph.get('box.t')).toEqual([2, 1, 0]);
    expect(graph.problems.list()).toEqual([]);
  });
});
