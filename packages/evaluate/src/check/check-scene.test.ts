import type { Problem } from '@rigline/diagnostics';
import { ROTATE_ORDERS, type RotateOrder, reorderEuler } from '@rigline/math';
import { NumberTable, number, type Scene, type SceneNode } from '@rigline/scene';
import { MAYA_ROTATE_ORDERS } from '@rigline/scene/maya';
import { connectPlugs, sketchScene } from '@rigline/testkit';
import { describe, expect, test } from 'vitest';
import { createParentConstraint, createPointConstraint } from '../constraints/create/create-constraints.ts';
import { Graph } from '../graph/graph.ts';
import { MAYA_NODE_TYPES } from '../nodes/index.ts';
import { EVALUATE_PROBLEMS } from '../problems.ts';
import { checkScene, sampleRange } from './check-scene.ts';

const DEGREE = Math.PI / 180;
const RATE = 24;

function check(scene: Scene, frames?: readonly number[]): Problem[] {
  return checkScene(scene, new Graph(scene, MAYA_NODE_TYPES), frames ? { frames } : {});
}

/** The problems of one code. */
function only(scene: Scene, code: string, frames?: readonly number[]): Problem[] {
  return check(scene, frames).filter((problem) => problem.code === code);
}

const find = (scene: Scene, name: string): SceneNode => scene.find(name) as SceneNode;

/** Keys of a channel, by frame and inner value, with linear tangents. */
function key(
  scene: Scene,
  plug: string,
  type: string,
  keys: readonly (readonly [number, number])[],
  tangent = 2,
): void {
  const curve = scene.addNode({ type });
  const table = new NumberTable(2);
  keys.forEach(([frame, value], row) => {
    table.set(row, 0, frame / RATE);
    table.set(row, 1, value);
  });
  scene.setValue(curve, 'keyTimeValue', table);
  scene.setValue(curve, 'tangentType', tangent);
  connectPlugs(scene, `${curve.name}.output`, plug);
}

function constrained(): { scene: Scene; constraint: SceneNode } {
  const scene = sketchScene({
    time1: { type: 'time' },
    a: { type: 'transform' },
    b: { type: 'transform', values: { translate: [10, 0, 0] } },
    c: { type: 'transform' },
  });
  return { scene, constraint: createPointConstraint(scene, [find(scene, 'a'), find(scene, 'b')], find(scene, 'c')) };
}

describe('checkScene', () => {
  test('finds nothing wrong with a constraint between two targets', () => {
    expect(check(constrained().scene)).toEqual([]);
  });

  test('leaves the graph at its time', () => {
    const { scene } = constrained();
    const graph = new Graph(scene, MAYA_NODE_TYPES);
    graph.setFrame(7);
    checkScene(scene, graph, { frames: [1, 2, 3] });
    expect(graph.seconds).toBe(7 / RATE);
  });

  test('reports only codes that the table lists, with its severity', () => {
    const { scene, constraint } = constrained();
    scene.setValue(constraint, 'aW0', 0);
    scene.setValue(constraint, 'bW1', 0);
    const problems = check(scene);
    expect(problems.length).toBeGreaterThan(0);
    for (const { code, severity } of problems) expect(EVALUATE_PROBLEMS[code]?.severity).toBe(severity);
  });

  test('a cycle is reported with its path', () => {
    const scene = sketchScene({ a: { type: 'transform' }, b: { type: 'transform' } });
    connectPlugs(scene, 'a.worldMatrix[0]', 'b.offsetParentMatrix');
    connectPlugs(scene, 'b.worldMatrix[0]', 'a.offsetParentMatrix');
    expect(only(scene, 'EVALUATE_CYCLE')).toMatchObject([
      { severity: 'error', message: expect.stringContaining('|a → ') },
    ]);
  });

  test('a node type that is not evaluated is reported once it drives something', () => {
    const scene = sketchScene({ a: { type: 'transform' }, n: { type: 'someNode' }, idle: { type: 'otherNode' } });
    scene.connect({ node: find(scene, 'n'), path: 'output' }, { node: find(scene, 'a'), path: 'translateX' });
    expect(only(scene, 'EVALUATE_UNSUPPORTED_NODE')).toMatchObject([
      { message: expect.stringContaining('someNode'), at: { node: 'n' } },
    ]);
  });

  test('sets and groups of a deformer are no problem', () => {
    const scene = sketchScene({ a: { type: 'transform' }, set: { type: 'objectSet' }, group: { type: 'groupId' } });
    scene.connect(
      { node: find(scene, 'a'), path: 'instObjGroups[0]' },
      { node: find(scene, 'set'), path: 'dagSetMembers[0]' },
    );
    scene.connect({ node: find(scene, 'group'), path: 'groupId' }, { node: find(scene, 'a'), path: 'objectColor' });
    expect(check(scene)).toEqual([]);
  });

  test('a curve with a key that is no number is reported', () => {
    const scene = sketchScene({ time1: { type: 'time' }, a: { type: 'transform' } });
    key(scene, 'a.tx', 'animCurveTL', [
      [1, 0],
      [2, Number.POSITIVE_INFINITY],
      [3, 1],
    ]);
    expect(only(scene, 'CURVE_KEY_NOT_FINITE')).toMatchObject([{ at: { node: 'animCurveTL1' } }]);
  });

  test('places carry file and line of the node', () => {
    const scene = sketchScene({ time1: { type: 'time' } });
    scene.addNode({ type: 'pointConstraint', name: 'lost', place: { file: 'shot.ma', line: 12 } });
    expect(only(scene, 'CHECK_CONSTRAINT_NO_TARGET')).toMatchObject([
      { at: { file: 'shot.ma', line: 12, node: '|lost', plug: 'target' }, hint: expect.any(String) },
    ]);
  });
});

describe('sampleRange', () => {
  test('takes every frame of a short range', () => expect(sampleRange({ range: [1, 4] })).toEqual([1, 2, 3, 4]));
  test('spreads frames over a long one, ends included', () => {
    expect(sampleRange({ range: [0, 1000] }, 5)).toEqual([0, 250, 500, 750, 1000]);
  });
  test('takes one frame of an empty range', () => expect(sampleRange({ range: [5, 5] })).toEqual([5]));
});

describe('zeroWeights', () => {
  test('names the frames at which keyed weights add up to zero', () => {
    const { scene, constraint } = constrained();
    for (const weight of ['aW0', 'bW1']) {
      key(scene, `${constraint.name}.${weight}`, 'animCurveTU', [
        [1, 1],
        [3, 0],
        [5, 0],
        [7, 1],
      ]);
    }
    expect(only(scene, 'CHECK_ZERO_WEIGHTS', [1, 2, 3, 4, 5, 6, 7])).toMatchObject([
      {
        severity: 'warning',
        message: 'The weights add up to zero (0 + 0) at frame 3 to 5: the rest value is used',
        at: { node: '|c|c_pointConstraint1', plug: 'target[0].targetWeight' },
      },
    ]);
  });

  test('weights that cancel count as zero', () => {
    const { scene, constraint } = constrained();
    scene.setValue(constraint, 'bW1', -1);
    expect(only(scene, 'CHECK_ZERO_WEIGHTS', [1])[0]?.message).toContain('(1 + -1)');
  });
});

describe('negativeWeights', () => {
  test('names the target, the least weight and its frame', () => {
    const { scene, constraint } = constrained();
    key(scene, `${constraint.name}.bW1`, 'animCurveTU', [
      [1, 1],
      [5, -0.25],
    ]);
    expect(only(scene, 'CHECK_NEGATIVE_WEIGHT', [1, 3, 5])).toMatchObject([
      { message: 'The weight of |b is -0.25 at frame 5', at: { plug: 'target[1].targetWeight' } },
    ]);
  });
});

describe('nonUniformScale', () => {
  function parented(scale: readonly number[], on: string): Scene {
    const scene = sketchScene({
      time1: { type: 'time' },
      group: { type: 'transform' },
      target: { type: 'transform', parent: 'group' },
      held: { type: 'transform' },
    });
    createParentConstraint(scene, [find(scene, 'target')], find(scene, 'held'));
    ['scaleX', 'scaleY', 'scaleZ'].forEach((path, i) => {
      scene.setValue(find(scene, on), path, scale[i] as number);
    });
    return scene;
  }

  test('reports scale above a target', () => {
    expect(only(parented([1, 2, 1], 'group'), 'CHECK_NON_UNIFORM_SCALE', [1])).toMatchObject([
      { message: expect.stringContaining('has parents that scale it by (1, 2, 1)'), at: { node: '|group|target' } },
    ]);
  });
  test('reports scale on a target', () => {
    expect(only(parented([1, 1, 3], 'target'), 'CHECK_NON_UNIFORM_SCALE', [1])[0]?.message).toContain(
      'is scaled by (1, 1, 3)',
    );
  });
  test('leaves uniform scale alone', () => {
    expect(only(parented([2, 2, 2], 'group'), 'CHECK_NON_UNIFORM_SCALE', [1])).toEqual([]);
  });
});

describe('gimbal', () => {
  /** A node that turns to 85° about Y with 30° about X: order xyz locks, an order with another middle axis does not. */
  function turning(order: number): Scene {
    const scene = sketchScene({ time1: { type: 'time' }, a: { type: 'transform', values: { rotateOrder: order } } });
    key(scene, 'a.rx', 'animCurveTA', [
      [1, 0],
      [10, 30 * DEGREE],
    ]);
    key(scene, 'a.ry', 'animCurveTA', [
      [1, 0],
      [10, 85 * DEGREE],
    ]);
    return scene;
  }

  test('names the frame, the distance and the better order', () => {
    const [problem] = only(turning(0), 'CHECK_NEAR_GIMBAL', [1, 5, 10]);
    expect(problem?.message).toMatch(
      /^The rotation comes within 5° of gimbal lock at frame 10 in order xyz; order (\w+) stays/,
    );
    const better = /order (\w+) stays/.exec(problem?.message ?? '')?.[1];
    expect(['xyz', 'zyx']).not.toContain(better);
    expect(problem?.hint).toBe(`Set rotateOrder to ${better} and reorder the keys.`);
  });
  test('the better order itself is not reported', () => {
    const better = /order (\w+) stays/.exec(only(turning(0), 'CHECK_NEAR_GIMBAL', [10])[0]?.message ?? '')?.[1];
    const order = ROTATE_ORDERS.find((name) => name === better) as RotateOrder;
    const rotateOrder = MAYA_ROTATE_ORDERS.indexOf(order);
    const scene = sketchScene({ time1: { type: 'time' }, a: { type: 'transform', values: { rotateOrder } } });
    const same = reorderEuler([30 * DEGREE, 85 * DEGREE, 0], 'xyz', order);
    ['rx', 'ry', 'rz'].forEach((plug, i) => {
      key(scene, `a.${plug}`, 'animCurveTA', [[10, same[i] as number]]);
    });
    expect(only(scene, 'CHECK_NEAR_GIMBAL', [10])).toEqual([]);
  });
  test('a rotation about one axis alone is no gimbal', () => {
    const scene = sketchScene({ time1: { type: 'time' }, a: { type: 'transform' } });
    key(scene, 'a.ry', 'animCurveTA', [
      [1, 0],
      [10, 180 * DEGREE],
    ]);
    expect(only(scene, 'CHECK_NEAR_GIMBAL')).toEqual([]);
  });
  test('a rotation that is not animated is left alone', () => {
    const scene = sketchScene({ a: { type: 'transform', values: { rotate: [0.5, Math.PI / 2, 0] } } });
    expect(only(scene, 'CHECK_NEAR_GIMBAL')).toEqual([]);
  });
});

describe('eulerFlips', () => {
  const keys = [
    [1, 170 * DEGREE],
    [2, 178 * DEGREE],
    [3, -174 * DEGREE],
    [4, -166 * DEGREE],
  ] as const;

  test('reports a baked angle that jumps within a frame', () => {
    const scene = sketchScene({ time1: { type: 'time' }, a: { type: 'transform' } });
    key(scene, 'a.rz', 'animCurveTA', keys);
    expect(only(scene, 'CHECK_EULER_FLIP')).toMatchObject([
      { message: 'The keyed angle jumps from 178° to -174° at frame 3', at: { node: '|a', plug: 'rotateZ' } },
    ]);
  });
  test('leaves stepped keys alone', () => {
    const scene = sketchScene({ time1: { type: 'time' }, a: { type: 'transform' } });
    key(scene, 'a.rz', 'animCurveTA', keys, 5);
    expect(only(scene, 'CHECK_EULER_FLIP')).toEqual([]);
  });
  test('leaves several turns over many frames alone', () => {
    const scene = sketchScene({ time1: { type: 'time' }, a: { type: 'transform' } });
    key(scene, 'a.rz', 'animCurveTA', [
      [1, 0],
      [20, 1080 * DEGREE],
    ]);
    expect(only(scene, 'CHECK_EULER_FLIP')).toEqual([]);
  });
});

describe('ikReach', () => {
  function chain(goal: readonly number[]): Scene {
    const scene = sketchScene(
      {
        time1: { type: 'time' },
        solver: { type: 'ikRPsolver' },
        hip: { type: 'joint' },
        knee: { type: 'joint', parent: 'hip', values: { translate: [3, 0, 0], preferredAngle: [0, 0, 0.5] } },
        ankle: { type: 'joint', parent: 'knee', values: { translate: [3, 0, 0] } },
        effector: { type: 'ikEffector', parent: 'knee' },
        handle: { type: 'ikHandle', values: { translate: goal } },
      },
      [
        ['ankle.tx', 'effector.tx'],
        ['hip.message', 'handle.startJoint'],
        ['effector.handlePath', 'handle.endEffector'],
        ['solver.message', 'handle.ikSolver'],
      ],
    );
    return scene;
  }

  test('reports a handle beyond the length of its chain', () => {
    expect(only(chain([0, 8, 0]), 'CHECK_IK_OUT_OF_REACH', [1])).toMatchObject([
      { message: expect.stringContaining("up to 8 from the chain's start, which is 6 long"), at: { node: '|handle' } },
    ]);
  });
  test('leaves a handle within reach alone', () => {
    expect(only(chain([0, 5, 0]), 'CHECK_IK_OUT_OF_REACH', [1])).toEqual([]);
  });
});

describe('singularScale', () => {
  test('is a warning with a constraint below, an info otherwise', () => {
    const { scene } = constrained();
    scene.setValue(find(scene, 'b'), 'scaleX', 0);
    const lone = sketchScene({ a: { type: 'transform', values: { scale: [1, 0, 1] } } });
    expect(only(scene, 'CHECK_SINGULAR_SCALE', [1])).toMatchObject([
      { severity: 'warning', message: expect.stringContaining('(0, 1, 1)'), at: { node: '|b' } },
    ]);
    expect(only(lone, 'CHECK_SINGULAR_SCALE', [1])).toMatchObject([{ severity: 'info' }]);
  });
});

describe('constraintEnds', () => {
  test('reports a target that is connected to nothing', () => {
    const { scene, constraint } = constrained();
    for (const path of [...constraint.inputs.keys()]) {
      if (path.startsWith('target[1]') && !path.endsWith('Weight')) scene.disconnect({ node: constraint, path });
    }
    expect(only(scene, 'CHECK_CONSTRAINT_NO_TARGET')).toMatchObject([
      { message: '1 of 2 targets are connected to no node: target[1]' },
    ]);
  });
  test('reports a constraint that drives nothing', () => {
    const { scene, constraint } = constrained();
    for (const axis of ['X', 'Y', 'Z']) scene.disconnect({ node: find(scene, 'c'), path: `translate${axis}` });
    expect(only(scene, 'CHECK_CONSTRAINT_IDLE')).toMatchObject([{ at: { node: scene.pathOf(constraint) } }]);
  });
});

describe('duplicateNames', () => {
  test('lists the paths of nodes with one name', () => {
    const scene = sketchScene({ a: { type: 'transform' }, b: { type: 'transform' } });
    for (const parent of ['a', 'b']) scene.addNode({ type: 'transform', name: 'arm', parent: find(scene, parent) });
    expect(only(scene, 'CHECK_DUPLICATE_NAME')).toMatchObject([
      { severity: 'info', message: '2 nodes are named "arm": |a|arm, |b|arm' },
    ]);
  });
});

test('a rule of the caller can be run alone', () => {
  const scene = sketchScene({ a: { type: 'transform' } });
  scene.addAttribute(find(scene, 'a'), 'mark', number('mark', 3));
  const problems = checkScene(scene, new Graph(scene, MAYA_NODE_TYPES), {
    rules: [
      ({ report, graph }) => ({
        finish: () =>
          report(find(scene, 'a'), 'mark', { code: 'MINE', severity: 'info', message: `${graph.get('a.mark')}` }),
      }),
    ],
  });
  expect(problems).toMatchObject([{ code: 'MINE', message: '3', at: { node: '|a', plug: 'mark' } }]);
});
