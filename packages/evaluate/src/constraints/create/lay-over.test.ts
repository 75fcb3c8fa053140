import { NumberTable, type Scene, type SceneNode } from '@rigline/scene';
import { connectPlugs, sketchScene } from '@rigline/testkit';
import { describe, expect, test } from 'vitest';
import { Graph } from '../../graph/graph.ts';
import { MAYA_NODE_TYPES } from '../../nodes/index.ts';
import {
  createOrientConstraint,
  createParentConstraint,
  createPointConstraint,
  createScaleConstraint,
} from './create-constraints.ts';
import { addConstraintAdditively, blendConstraint } from './lay-over.ts';

const node = (scene: Scene, name: string): SceneNode => scene.find(name) as SceneNode;

/** `held.translateX` is keyed from 2 at 0 s to 4 at 1 s in a straight line; the target stands at 10, 20, 30. */
function keyed(): { scene: Scene; graph: Graph } {
  const scene = sketchScene(
    {
      target: { type: 'transform', values: { translate: [10, 20, 30], rotate: [0, 0, 0.5] } },
      held: { type: 'transform', values: { translate: [0, 7, 0], rotate: [0, 0, 0.25] } },
      curve: { type: 'animCurveTL', values: { tangentType: 2 } },
      turn: { type: 'animCurveTA', values: { tangentType: 2 } },
    },
    [
      ['curve.output', 'held.translateX'],
      ['turn.output', 'held.rotateZ'],
    ],
  );
  for (const [name, from, to] of [['curve', 2, 4] as const, ['turn', 0.1, 0.3] as const]) {
    const curve = node(scene, name);
    const keys = new NumberTable(2);
    scene.setValue(curve, 'keyTimeValue', keys);
    scene.setCell(curve, 'keyTimeValue', 0, 0, 0);
    scene.setCell(curve, 'keyTimeValue', 0, 1, from);
    scene.setCell(curve, 'keyTimeValue', 1, 0, 1);
    scene.setCell(curve, 'keyTimeValue', 1, 1, to);
  }
  return { scene, graph: new Graph(scene, MAYA_NODE_TYPES, 0.5) };
}

describe('blendConstraint', () => {
  test('a keyed channel under a constraint gets a pairBlend and an attribute that starts at the constraint', () => {
    const { scene, graph } = keyed();
    expect(graph.get('held.tx')).toBe(3);
    createParentConstraint(scene, [node(scene, 'target')], node(scene, 'held'), { graph });
    expect(node(scene, 'held').inputs.get('translateX')?.node.type).toBe('pairBlend');
    expect(graph.get('held.blendParent1')).toBe(1);
    expect(graph.get('held.translate')).toEqual([10, 20, 30]);
    expect(graph.get('held.rz')).toBeCloseTo(0.5, 12);
  });

  test('fades between curve and constraint; channels without a curve keep their value at 0', () => {
    const { scene, graph } = keyed();
    createParentConstraint(scene, [node(scene, 'target')], node(scene, 'held'), { graph });
    scene.setValue(node(scene, 'held'), 'blendParent1', 0);
    expect(graph.get('held.translate')).toEqual([3, 7, 0]);
    expect(graph.get('held.rz')).toBeCloseTo(0.2, 12);
    scene.setValue(node(scene, 'held'), 'blendParent1', 0.25);
    expect(graph.get('held.tx')).toBeCloseTo(0.75 * 3 + 0.25 * 10, 12);
    expect(graph.get('held.rz')).toBeCloseTo(0.75 * 0.2 + 0.25 * 0.5, 12);
  });

  test('names its attribute after the kind of constraint', () => {
    const { scene, graph } = keyed();
    createPointConstraint(scene, [node(scene, 'target')], node(scene, 'held'), { graph });
    createOrientConstraint(scene, [node(scene, 'target')], node(scene, 'held'), { graph });
    expect(graph.get('held.blendPoint1')).toBe(1);
    expect(graph.get('held.blendOrient1')).toBe(1);
  });

  test('a second target of the same constraint keeps the blend that is there', () => {
    const { scene, graph } = keyed();
    createPointConstraint(scene, [node(scene, 'target')], node(scene, 'held'), { graph });
    const other = scene.addNode({ type: 'transform', name: 'other' });
    createPointConstraint(scene, [other], node(scene, 'held'), { graph });
    expect(scene.nodes.filter((n) => n.type === 'pairBlend')).toHaveLength(1);
    expect(graph.get('held.tx')).toBe(5);
  });

  test('can be put in after the constraint was connected', () => {
    const { scene, graph } = keyed();
    scene.disconnect({ node: node(scene, 'held'), path: 'translateX' });
    const constraint = createPointConstraint(scene, [node(scene, 'target')], node(scene, 'held'), { graph });
    const { attribute } = blendConstraint(scene, constraint, node(scene, 'held'), { graph });
    expect(graph.get('held.tx')).toBe(10);
    scene.setValue(node(scene, 'held'), attribute, 0);
    expect(graph.get('held.ty')).toBe(7);
  });

  test('a keyed scale cannot be faded and is refused', () => {
    const { scene, graph } = keyed();
    connectPlugs(scene, 'curve.output', 'held.sx');
    const count = scene.nodes.length;
    expect(() => createScaleConstraint(scene, [node(scene, 'target')], node(scene, 'held'), { graph })).toThrow(
      /scaleX/,
    );
    expect(scene.nodes).toHaveLength(count);
  });
});

describe('addConstraintAdditively', () => {
  test('the result is the sum of curve and constraint', () => {
    const { scene, graph } = keyed();
    createParentConstraint(scene, [node(scene, 'target')], node(scene, 'held'), { graph, keyed: 'add' });
    expect(graph.get('held.tx')).toBe(3 + 10);
    expect(graph.get('held.rz')).toBeCloseTo(0.2 + 0.5, 12);
    graph.setTime(1);
    expect(graph.get('held.tx')).toBe(4 + 10);
  });

  test('channels without a curve take the constraint alone', () => {
    const { scene, graph } = keyed();
    const constraint = createPointConstraint(scene, [node(scene, 'target')], node(scene, 'held'), {
      graph,
      skip: ['x', 'y', 'z'],
    });
    const sums = addConstraintAdditively(scene, constraint, node(scene, 'held'));
    expect(sums.map((n) => n.type)).toEqual(['plusMinusAverage']);
    expect(graph.get('held.translate')).toEqual([13, 20, 30]);
  });
});
