import { sketchScene } from '@rigline/testkit';
import { describe, expect, test } from 'vitest';
import golden from '../../../../../fixtures/nodes/anim-layer.golden.json' with { type: 'json' };
import { Graph } from '../../graph/graph.ts';
import { MAYA_NODE_TYPES } from '../index.ts';

describe('animLayer', () => {
  test.each(golden.cases)('$name', ({ values, foreground, background }) => {
    const scene = sketchScene({ layer: { type: 'animLayer', values: values as Record<string, number> } });
    const graph = new Graph(scene, MAYA_NODE_TYPES);
    expect(graph.get('layer.fgwt')).toBe(foreground);
    expect(graph.get('layer.bgwt')).toBe(background);
  });

  test('wired as Maya saves it, base and layers give one channel', () => {
    const scene = sketchScene(
      {
        base: { type: 'animLayer', values: { override: 1 } },
        one: { type: 'animLayer', values: { weight: 0.5 } },
        two: { type: 'animLayer', values: { weight: 0.25, override: 1, rotationAccumulationMode: 1 } },
        first: { type: 'animBlendNodeAdditiveDL', values: { ia: 4, ib: 2 } },
        second: { type: 'animBlendNodeAdditiveDL', values: { ib: 9 } },
        turn: { type: 'animBlendNodeAdditiveRotation' },
        box: { type: 'transform' },
      },
      [
        ['one.sl', 'base.chsl[0]'],
        ['two.sl', 'base.chsl[1]'],
        ...['one', 'two'].flatMap((layer) => [
          ['base.csol', `${layer}.sslo`] as const,
          ['base.fgwt', `${layer}.pwth`] as const,
          ['base.omte', `${layer}.pmte`] as const,
        ]),
        ['one.bgwt', 'first.wa'],
        ['one.fgwt', 'first.wb'],
        ['two.bgwt', 'second.wa'],
        ['two.fgwt', 'second.wb'],
        ['first.o', 'second.ia'],
        ['two.oram', 'turn.acm'],
        ['second.o', 'box.tx'],
      ],
    );
    const graph = new Graph(scene, MAYA_NODE_TYPES);
    // (4 + 0.5·2)·0.75 + 0.25·9
    expect(graph.get('box.tx')).toBe(6);
    expect(graph.get('turn.acm')).toBe(1);
    const [one, two] = ['one', 'two'].map((name) => scene.find(name) as NonNullable<ReturnType<typeof scene.find>>);
    scene.setValue(one as NonNullable<typeof one>, 'solo', 1);
    expect(graph.get('box.tx')).toBe(5);
    scene.setValue(one as NonNullable<typeof one>, 'solo', 0);
    scene.setValue(two as NonNullable<typeof two>, 'mute', 1);
    expect(graph.get('box.tx')).toBe(5);
  });
});
