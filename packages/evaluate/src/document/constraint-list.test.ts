import { connectPlugs, type NodeSketch, sketchScene } from '@rigline/testkit';
import { describe, expect, test } from 'vitest';
import { listConstraints } from './constraint-list.ts';

describe('listConstraints', () => {
  test('finds what is held through nodes in between', () => {
    const scene = sketchScene({
      a: { type: 'transform' },
      con: { type: 'pointConstraint' },
      blend: { type: 'pairBlend' },
    });
    connectPlugs(scene, 'con.constraintTranslateX', 'blend.inTranslateX2');
    connectPlugs(scene, 'blend.outTranslateX', 'a.translateX');
    expect(listConstraints(scene)).toMatchObject([{ constrained: '|a', channels: ['translateX'] }]);
  });

  test('ends where the nodes in between all drive each other', () => {
    const count = 60;
    const sketch: Record<string, NodeSketch> = { con: { type: 'pointConstraint' } };
    for (let i = 0; i < count; i++) sketch[`p${i}`] = { type: 'plusMinusAverage' };
    const scene = sketchScene(sketch);
    for (let i = 0; i < count; i++) {
      connectPlugs(scene, 'con.constraintTranslateX', `p${i}.input1D[${count}]`);
      for (let j = 0; j < count; j++) connectPlugs(scene, `p${i}.output1D`, `p${j}.input1D[${i}]`);
    }
    // 60 ** 5 ways lead on.
    const started = performance.now();
    expect(listConstraints(scene)[0]?.constrained).toBeUndefined();
    expect(performance.now() - started).toBeLessThan(1000);
  });
});
