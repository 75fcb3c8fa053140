import { type Mat4, transformPoint, type Vec3 } from '@rigline/math';
import type { Scene, SceneNode } from '@rigline/scene';
import { connectPlugs, sketchScene } from '@rigline/testkit';
import { describe, expect, test } from 'vitest';
import { Graph } from '../../graph/graph.ts';
import { MAYA_NODE_TYPES } from '../../nodes/index.ts';
import {
  createAimConstraint,
  createOrientConstraint,
  createParentConstraint,
  createPointConstraint,
  createPoleVectorConstraint,
  createScaleConstraint,
} from './create-constraints.ts';

const node = (scene: Scene, name: string): SceneNode => scene.find(name) as SceneNode;
const nodes = (scene: Scene, ...names: string[]): SceneNode[] => names.map((name) => node(scene, name));
const world = (graph: Graph, name: string): Mat4 => graph.get(`${name}.worldMatrix`) as Mat4;

/** Two targets in one group and a node in another; everything moved, turned and scaled. */
function rig(type = 'transform'): { scene: Scene; graph: Graph } {
  const scene = sketchScene({
    left: { type: 'transform', values: { translate: [1, -2, 0.5], rotate: [0.3, 1, -0.2], scale: [2, 2, 2] } },
    a: { type: 'transform', parent: 'left', values: { translate: [3, 1, 0], rotate: [1, 0.5, 2], rotateOrder: 3 } },
    b: { type: 'joint', values: { translate: [-2, 4, 1], rotate: [0.2, -0.7, 0.1], jointOrient: [0.5, 0.5, 0] } },
    right: { type: 'transform', values: { translate: [0, 5, 0], rotate: [-1, 0.2, 0.4], rotateOrder: 2 } },
    held: {
      type,
      parent: 'right',
      values: {
        translate: [1, 2, 3],
        rotate: [0.4, -0.3, 0.9],
        rotateOrder: 4,
        scale: [1, 2, 3],
        ...(type === 'joint' ? { jointOrient: [0.1, 0.2, -0.9] } : { rotatePivot: [0.5, 0, -1] }),
      },
    },
  });
  return { scene, graph: new Graph(scene, MAYA_NODE_TYPES) };
}

/** The rotate pivot of `held` in its own points, which are scaled before they turn about it. */
const HELD_PIVOT: Vec3 = [0.5, 0, -1 / 3];

function expectClose(a: readonly number[], b: readonly number[]): void {
  expect(a).toHaveLength(b.length);
  a.forEach((v, i) => {
    expect(v).toBeCloseTo(b[i] as number, 9);
  });
}

describe.each(['transform', 'joint'])('maintainOffset on a %s', (type) => {
  test.each([
    ['createPointConstraint', createPointConstraint],
    ['createOrientConstraint', createOrientConstraint],
    ['createParentConstraint', createParentConstraint],
    ['createAimConstraint', createAimConstraint],
    ['createScaleConstraint', createScaleConstraint],
  ])('%s leaves the node where it is', (_name, create) => {
    const { scene, graph } = rig(type);
    const before = world(graph, 'held');
    create(scene, nodes(scene, 'a', 'b'), node(scene, 'held'), { maintainOffset: true, graph });
    expectClose(world(graph, 'held'), before);
    // It is held: moving a target moves it.
    scene.setValue(node(scene, 'a'), 'translateX', 9);
    scene.setValue(node(scene, 'a'), 'rotateX', 2);
    scene.setValue(node(scene, 'a'), 'scaleX', 3);
    expect(world(graph, 'held').every((v, i) => Math.abs(v - (before[i] as number)) < 1e-6)).toBe(false);
  });
});

describe('createPointConstraint', () => {
  test('makes what the command makes: name, rest values, weight alias, connections per axis', () => {
    const { scene, graph } = rig();
    const constraint = createPointConstraint(scene, nodes(scene, 'a'), node(scene, 'held'), { graph, weight: 0.5 });
    expect(scene.pathOf(constraint)).toBe('|right|held|held_pointConstraint1');
    expect(graph.get({ node: constraint, path: 'aW0' })).toBe(0.5);
    expect(graph.get({ node: constraint, path: 'w0' })).toBe(0.5);
    expect(graph.get({ node: constraint, path: 'rst' })).toEqual([1, 2, 3]);
    expect(graph.get({ node: constraint, path: 'erp' })).toBe(1);
    expect(node(scene, 'held').inputs.get('translateY')).toEqual({ node: constraint, path: 'constraintTranslateY' });
  });

  test('puts the rotate pivot on the target', () => {
    const { scene, graph } = rig();
    createPointConstraint(scene, nodes(scene, 'a'), node(scene, 'held'), { graph });
    expectClose(transformPoint(world(graph, 'held'), HELD_PIVOT), world(graph, 'a').slice(12, 15));
  });

  test('leaves skipped and locked axes free', () => {
    const { scene, graph } = rig();
    scene.setFlags(node(scene, 'held'), 'translateZ', { locked: true });
    createPointConstraint(scene, nodes(scene, 'a'), node(scene, 'held'), { graph, skip: ['x'] });
    const [x, y, z] = graph.get('held.translate') as Vec3;
    expect([x, z]).toEqual([1, 3]);
    expect(y).not.toBe(2);
  });

  test('adds targets to the constraint that is there, at the next index', () => {
    const { scene, graph } = rig();
    const first = createPointConstraint(scene, nodes(scene, 'a'), node(scene, 'held'), { graph });
    const second = createPointConstraint(scene, nodes(scene, 'b', 'a'), node(scene, 'held'), { graph, weight: 3 });
    expect(second).toBe(first);
    expect(first.elementIndices('target')).toEqual([0, 1]);
    expect([graph.get({ node: first, path: 'aW0' }), graph.get({ node: first, path: 'bW1' })]).toEqual([3, 3]);
    expect(graph.get({ node: first, path: 'rst' })).toEqual([1, 2, 3]);
  });

  test('refuses a channel that something else drives, and changes nothing', () => {
    const { scene } = rig();
    connectPlugs(scene, 'b.tx', 'held.tx');
    const count = scene.nodes.length;
    expect(() => createPointConstraint(scene, nodes(scene, 'a'), node(scene, 'held'))).toThrow(/held.translateX/);
    expect(scene.nodes).toHaveLength(count);
  });

  test('refuses to constrain a node to itself or to nothing', () => {
    const { scene } = rig();
    expect(() => createPointConstraint(scene, nodes(scene, 'held'), node(scene, 'held'))).toThrow(/target/);
    expect(() => createPointConstraint(scene, [], node(scene, 'held'))).toThrow(/target/);
  });
});

describe('createAimConstraint', () => {
  test('aims exactly below a parent of unequal scale, with an up object', () => {
    const { scene, graph } = rig();
    for (const [axis, value] of [['X', 3] as const, ['Y', 0.5] as const])
      scene.setValue(node(scene, 'right'), `scale${axis}`, value);
    createAimConstraint(scene, nodes(scene, 'b'), node(scene, 'held'), {
      graph,
      aimVector: [0, 0, 1],
      worldUpObject: node(scene, 'a'),
    });
    const m = world(graph, 'held');
    const pivot = transformPoint(m, HELD_PIVOT);
    const to = (p: readonly number[]): number[] => p.map((v, i) => v - (pivot[i] as number));
    const aim = to(world(graph, 'b').slice(12, 15));
    const up = to(world(graph, 'a').slice(12, 15));
    const along = (axis: number): number[] => [0, 1, 2].map((i) => m[axis * 4 + i] as number);
    const z = along(2);
    const y = along(1);
    const cross = (a: number[], b: number[]): number[] =>
      [0, 1, 2].map((i) => a[(i + 1) % 3]! * b[(i + 2) % 3]! - a[(i + 2) % 3]! * b[(i + 1) % 3]!);
    const dot = (a: number[], b: number[]): number => a.reduce((s, v, i) => s + v * b[i]!, 0);
    expectClose(cross(z, aim), [0, 0, 0]);
    expect(dot(z, aim)).toBeGreaterThan(0);
    // The up axis lies in the plane of aim and up object, on the object's side.
    expect(dot(cross(aim, up), y)).toBeCloseTo(0, 9);
    expect(dot(cross(aim, up), cross(aim, y))).toBeGreaterThan(0);
  });
});

describe('createPoleVectorConstraint', () => {
  test('drives the pole vector: from the start joint to the target, in the space of the handle', () => {
    const scene = sketchScene(
      {
        hip: { type: 'transform', values: { translate: [1, 2, 3] } },
        start: { type: 'joint', parent: 'hip', values: { translate: [0, 1, 0] } },
        foot: { type: 'transform', values: { rotate: [0, 0, Math.PI / 2] } },
        handle: { type: 'ikHandle', parent: 'foot', values: { poleVector: [0, 0, 7] } },
        knee: { type: 'transform', values: { translate: [5, 3, 3] } },
      },
      [['start.message', 'handle.startJoint']],
    );
    const graph = new Graph(scene, MAYA_NODE_TYPES);
    const constraint = createPoleVectorConstraint(scene, nodes(scene, 'knee'), node(scene, 'handle'), { graph });
    expect(graph.get({ node: constraint, path: 'rst' })).toEqual([0, 0, 7]);
    // 4 along x in the world is -4 along y in a space turned by a quarter about z.
    expectClose(graph.get('handle.poleVector') as Vec3, [0, -4, 0]);
  });

  test('refuses what is no handle', () => {
    const { scene } = rig();
    expect(() => createPoleVectorConstraint(scene, nodes(scene, 'a'), node(scene, 'held'))).toThrow(/IK handle/);
  });
});

describe('worked examples of weights', () => {
  const line = (): { scene: Scene; graph: Graph } => {
    const scene = sketchScene({
      a: { type: 'transform' },
      b: { type: 'transform', values: { translate: [10, 0, 0] } },
      c: { type: 'transform', values: { translate: [7, 0, 0] } },
    });
    return { scene, graph: new Graph(scene, MAYA_NODE_TYPES) };
  };
  const at = (weights: readonly [number, number]): number => {
    const { scene, graph } = line();
    const constraint = createPointConstraint(scene, nodes(scene, 'a', 'b'), node(scene, 'c'), { graph });
    scene.setValue(constraint, 'aW0', weights[0]);
    scene.setValue(constraint, 'bW1', weights[1]);
    return graph.get('c.tx') as number;
  };

  test('weights 2 and 1 of 0 and 10 give 3.333', () => expect(at([2, 1])).toBeCloseTo(10 / 3, 12));
  test('weights 0.2 and 0.1 give the same', () => expect(at([0.2, 0.1])).toBeCloseTo(10 / 3, 12));
  test('weights 0.5 and 0.5 equal 1 and 1', () => {
    expect(at([0.5, 0.5])).toBe(5);
    expect(at([1, 1])).toBe(5);
  });
  test('weights that add up to zero give the rest value', () => expect(at([0, 0])).toBe(7));

  test('without a rest position the last value stays, with a problem', () => {
    const { scene, graph } = line();
    const constraint = createPointConstraint(scene, nodes(scene, 'a', 'b'), node(scene, 'c'), { graph });
    scene.setValue(constraint, 'enableRestPosition', 0);
    expect(graph.get('c.tx')).toBe(5);
    scene.setValue(constraint, 'aW0', 0);
    scene.setValue(constraint, 'bW1', 0);
    expect(graph.get('c.tx')).toBe(5);
    expect(graph.problems.list()).toMatchObject([{ code: 'EVALUATE_CONSTRAINT_HISTORY', severity: 'warning' }]);
  });

  test('a parent constraint with offset keeps A at 0 and follows B to local 5', () => {
    const scene = sketchScene({
      a: { type: 'transform' },
      b: { type: 'transform', values: { translate: [5, 0, 0] } },
    });
    const graph = new Graph(scene, MAYA_NODE_TYPES);
    const constraint = createParentConstraint(scene, nodes(scene, 'b'), node(scene, 'a'), {
      graph,
      maintainOffset: true,
    });
    expect(graph.get({ node: constraint, path: 'target[0].targetOffsetTranslate' })).toEqual([-5, 0, 0]);
    expect(graph.get('a.translate')).toEqual([0, 0, 0]);
    scene.setValue(node(scene, 'b'), 'translateX', 10);
    expect(graph.get('a.translate')).toEqual([5, 0, 0]);
  });
});
