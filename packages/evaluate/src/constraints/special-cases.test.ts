import { type Mat4, mat4FromEuler, multiplyMat4, type Vec3 } from '@rigline/math';
import type { Scene, SceneNode } from '@rigline/scene';
import { connectPlugs, type NodeSketch, sketchScene } from '@rigline/testkit';
import { describe, expect, test } from 'vitest';
import { Graph } from '../graph/graph.ts';
import { MAYA_NODE_TYPES } from '../nodes/index.ts';
import {
  createAimConstraint,
  createOrientConstraint,
  createParentConstraint,
  createScaleConstraint,
} from './create/create-constraints.ts';

const node = (scene: Scene, name: string): SceneNode => scene.find(name) as SceneNode;
const DEG = Math.PI / 180;

function make(nodes: Record<string, NodeSketch>): { scene: Scene; graph: Graph } {
  const scene = sketchScene(nodes);
  return { scene, graph: new Graph(scene, MAYA_NODE_TYPES) };
}

const degrees = (graph: Graph, plug: string): number[] =>
  (graph.get(plug) as Vec3).map((v) => Math.round((v / DEG) * 1e6) / 1e6 + 0);

/** Two targets turned about y by the given degrees, and a node that is oriented by both in equal parts. */
function between(a: number, b: number, interpType: 'average' | 'shortest' | 'longest' | 'noFlip' | 'cache') {
  const { scene, graph } = make({
    a: { type: 'transform', values: { rotate: [0, a * DEG, 0] } },
    b: { type: 'transform', values: { rotate: [0, b * DEG, 0] } },
    node: { type: 'transform', values: { rotateOrder: 5 } },
  });
  const constraint = createOrientConstraint(scene, [node(scene, 'a'), node(scene, 'b')], node(scene, 'node'), {
    graph,
    interpType,
  });
  const turned = (): number => {
    const m = graph.get('node.worldMatrix') as Mat4;
    return Math.round((Math.atan2(-m[2], m[0]) / DEG) * 1e6) / 1e6;
  };
  return { scene, graph, constraint, turned };
}

describe('interpolation between 100 and -100 degrees', () => {
  test('shortest passes through 180', () => expect(Math.abs(between(100, -100, 'shortest').turned())).toBe(180));
  test('longest passes through 0', () => expect(between(100, -100, 'longest').turned()).toBeCloseTo(0, 6));
  test('average is the middle of the angles', () => expect(between(100, -100, 'average').turned()).toBeCloseTo(0, 6));

  test('noFlip follows the saved last rotation', () => {
    const { scene, constraint, turned, graph } = between(100, -100, 'noFlip');
    expect(turned()).toBeCloseTo(0, 6);
    scene.setValue(constraint, 'lastTargetRotateY', 170 * DEG);
    expect(Math.abs(turned())).toBe(180);
    expect(graph.problems.list()).toMatchObject([{ code: 'EVALUATE_CONSTRAINT_NO_FLIP' }]);
  });

  test('cache is blended as average, and says so', () => {
    const { turned, graph } = between(100, -100, 'cache');
    expect(turned()).toBeCloseTo(0, 6);
    expect(graph.problems.list()).toMatchObject([{ code: 'EVALUATE_CONSTRAINT_CACHE', severity: 'warning' }]);
  });
});

describe('orientConstraint', () => {
  test('useOldOffsetCalculation adds the offset to the angles', () => {
    const { scene, graph } = make({
      target: { type: 'transform', values: { rotate: [10 * DEG, 20 * DEG, 30 * DEG] } },
      node: { type: 'transform' },
    });
    const constraint = createOrientConstraint(scene, [node(scene, 'target')], node(scene, 'node'), {
      graph,
      offset: [5 * DEG, -7 * DEG, 100 * DEG],
    });
    expect(degrees(graph, 'node.rotate')).not.toEqual([15, 13, 130]);
    scene.setValue(constraint, 'useOldOffsetCalculation', 1);
    expect(degrees(graph, 'node.rotate')).toEqual([15, 13, 130]);
  });

  test('a joint below a joint of unequal scale turns exactly as its target', () => {
    const { scene, graph } = make({
      target: { type: 'transform', values: { rotate: [0.3, 1, -2] } },
      upper: { type: 'joint', values: { rotate: [1, 0.2, 0.4], scale: [3, 0.5, 1] } },
      lower: { type: 'joint', parent: 'upper', values: { translate: [4, 0, 0], jointOrient: [0, 0, 1] } },
    });
    connectPlugs(scene, 'upper.scale', 'lower.inverseScale');
    createOrientConstraint(scene, [node(scene, 'target')], node(scene, 'lower'), { graph });
    const m = graph.get('lower.worldMatrix') as Mat4;
    const target = graph.get('target.worldMatrix') as Mat4;
    for (const i of [0, 1, 2, 4, 5, 6, 8, 9, 10]) expect(m[i]).toBeCloseTo(target[i] as number, 12);
  });
});

describe('parentConstraint', () => {
  test("a target's scale moves the node, and does not scale it", () => {
    const { scene, graph } = make({
      target: { type: 'transform', values: { translate: [1, 0, 0] } },
      node: { type: 'transform', values: { translate: [3, 0, 0] } },
    });
    createParentConstraint(scene, [node(scene, 'target')], node(scene, 'node'), { graph, maintainOffset: true });
    scene.setValue(node(scene, 'target'), 'scaleX', 2);
    expect(graph.get('node.translate')).toEqual([5, 0, 0]);
    expect(graph.get('node.scale')).toEqual([1, 1, 1]);
  });

  test('useDecompositionTarget gives the angles nearest to the decomposition target', () => {
    const { scene, graph } = make({
      target: { type: 'transform', values: { rotate: [0, 0, 10 * DEG] } },
      node: { type: 'transform' },
    });
    const constraint = createParentConstraint(scene, [node(scene, 'target')], node(scene, 'node'), { graph });
    scene.setValue(constraint, 'useDecompositionTarget', 1);
    scene.setValue(constraint, 'rotationDecompositionTargetZ', 360 * DEG);
    expect(degrees(graph, 'node.rotate')).toEqual([0, 0, 370]);
  });
});

describe('aimConstraint', () => {
  const aimed = () =>
    make({
      target: { type: 'transform', values: { translate: [0, 5, 0] } },
      node: { type: 'transform', values: { rotate: [0.5, 0.6, 0.7] } },
    });

  test('an up direction along the aim is reported and turned by the smallest rotation', () => {
    const { scene, graph } = aimed();
    createAimConstraint(scene, [node(scene, 'target')], node(scene, 'node'), { graph });
    expect(degrees(graph, 'node.rotate')).toEqual([0, 0, 90]);
    expect(graph.problems.list()).toMatchObject([{ code: 'EVALUATE_AIM_UNDEFINED' }]);
  });

  test('a target at the pivot is reported and leaves the rest rotation', () => {
    const { scene, graph } = aimed();
    createAimConstraint(scene, [node(scene, 'target')], node(scene, 'node'), { graph });
    scene.setValue(node(scene, 'target'), 'translateY', 0);
    expect(graph.get('node.rotate')).toEqual([0.5, 0.6, 0.7]);
    expect(graph.problems.list()).toMatchObject([{ code: 'EVALUATE_AIM_UNDEFINED' }]);
  });

  test('scene up follows the up axis of the scene', () => {
    const { scene, graph } = make({
      target: { type: 'transform', values: { translate: [5, 0, 0] } },
      node: { type: 'transform' },
    });
    scene.settings = { ...scene.settings, upAxis: 'z' };
    createAimConstraint(scene, [node(scene, 'target')], node(scene, 'node'), { graph, worldUpType: 'scene' });
    const expected = multiplyMat4(mat4FromEuler([90 * DEG, 0, 0], 'xyz'), graph.get('node.parentMatrix') as Mat4);
    const m = graph.get('node.worldMatrix') as Mat4;
    for (let i = 0; i < 11; i++) expect(m[i]).toBeCloseTo(expected[i] as number, 12);
  });
});

describe('scaleConstraint', () => {
  test('segment scale compensation leaves the parent in', () => {
    const { scene, graph } = make({
      target: { type: 'transform', values: { scale: [6, 6, 6] } },
      upper: { type: 'joint', values: { scale: [2, 2, 2] } },
      lower: { type: 'joint', parent: 'upper' },
    });
    connectPlugs(scene, 'upper.scale', 'lower.inverseScale');
    createScaleConstraint(scene, [node(scene, 'target')], node(scene, 'lower'), { graph });
    expect((graph.get('lower.worldMatrix') as Mat4)[0]).toBeCloseTo(6, 12);
    scene.setValue(node(scene, 'lower'), 'segmentScaleCompensate', 0);
    expect((graph.get('lower.worldMatrix') as Mat4)[0]).toBeCloseTo(6, 12);
  });

  test('negative and zero scales stay what they are', () => {
    const { scene, graph } = make({
      target: { type: 'transform', values: { scale: [-2, 0, 3] } },
      node: { type: 'transform' },
    });
    createScaleConstraint(scene, [node(scene, 'target')], node(scene, 'node'), { graph });
    expect(graph.get('node.scale')).toEqual([-2, 0, 3]);
  });
});

describe('constraints on geometry', () => {
  test('are reported, and what they drive keeps its saved value', () => {
    const { scene, graph } = make({
      ball: { type: 'transform', values: { rotate: [0.5, 0, 0] } },
      normal: { type: 'normalConstraint', parent: 'ball' },
    });
    expect(graph.get('normal.enableRestPosition')).toBe(0);
    const [ball, normal] = [node(scene, 'ball'), node(scene, 'normal')];
    scene.connect({ node: normal, path: 'constraintRotateX' }, { node: ball, path: 'rotateX' });
    expect(graph.get('ball.rotate')).toEqual([0.5, 0, 0]);
    expect(graph.problems.list()).toMatchObject([{ code: 'EVALUATE_UNSUPPORTED_NODE' }]);
  });
});
