import type { Mat4 } from '@rigline/math';
import type { Scene, SceneNode } from '@rigline/scene';
import { INTERP_TYPES } from '@rigline/scene/maya';
import { connectPlugs, sketchScene } from '@rigline/testkit';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Graph } from '../graph/graph.ts';
import { MAYA_NODE_TYPES } from '../nodes/index.ts';
import {
  createAimConstraint,
  createOrientConstraint,
  createParentConstraint,
  createPointConstraint,
  createScaleConstraint,
} from './create/create-constraints.ts';

type Triple = [number, number, number];
const number = (size: number): fc.Arbitrary<number> =>
  fc.integer({ min: -1000, max: 1000 }).map((v) => (v / 1000) * size);
const triple = (size: number): fc.Arbitrary<Triple> => fc.tuple(number(size), number(size), number(size));
const order = fc.integer({ min: 0, max: 5 });
const weight = fc.integer({ min: 1, max: 1000 }).map((v) => v / 100);

const place = fc.record({ translate: triple(10), rotate: triple(3), rotateOrder: order });
const setup = fc.record({
  root: place,
  rootScale: fc.integer({ min: 1, max: 50 }).map((v) => v / 10),
  group: place,
  node: fc.record({ translate: triple(5), rotate: triple(3), rotateOrder: order, rotatePivot: triple(2) }),
  targets: fc.array(
    fc.record({ translate: triple(10), rotate: triple(3), rotateOrder: order, rotatePivot: triple(2) }),
    { minLength: 1, maxLength: 4 },
  ),
  weights: fc.array(weight, { minLength: 4, maxLength: 4 }),
});
type Setup = typeof setup extends fc.Arbitrary<infer S> ? S : never;

const KINDS = {
  point: createPointConstraint,
  orient: createOrientConstraint,
  parent: createParentConstraint,
  aim: createAimConstraint,
  scale: createScaleConstraint,
} as const;
type Kind = keyof typeof KINDS;

function build(s: Setup, kind: Kind, options: { root?: boolean; factor?: number; interpType?: number } = {}): Graph {
  const root = options.root ? { ...s.root, scale: [s.rootScale, s.rootScale, s.rootScale] } : {};
  const scene = sketchScene({
    root: { type: 'transform', values: root },
    group: { type: 'transform', parent: 'root', values: s.group },
    node: { type: 'transform', parent: 'group', values: s.node },
    up: { type: 'transform', parent: 'root', values: { translate: [3, 50, 7] } },
    ...Object.fromEntries(s.targets.map((values, i) => [`t${i}`, { type: 'transform', parent: 'root', values }])),
  });
  const graph = new Graph(scene, MAYA_NODE_TYPES);
  const targets = s.targets.map((_, i) => scene.find(`t${i}`) as SceneNode);
  const up = kind === 'aim' ? { worldUpObject: scene.find('up') as SceneNode } : {};
  const constraint = KINDS[kind](scene, targets, scene.find('node') as SceneNode, { graph, ...up });
  targets.forEach((_, i) => {
    scene.setValue(constraint, `t${i}W${i}`, (s.weights[i] as number) * (options.factor ?? 1));
  });
  if (options.interpType !== undefined) scene.setValue(constraint, 'interpType', options.interpType);
  return graph;
}

function distance(a: unknown, b: unknown): number {
  const other = b as Mat4;
  return (a as Mat4).reduce((most, v, i) => Math.max(most, Math.abs(v - (other[i] as number))), 0);
}

describe.each(Object.keys(KINDS) as Kind[])('%s constraint', (kind) => {
  test('gives the same pose in a world that is moved, turned and scaled', () =>
    fc.assert(
      fc.property(setup, (s) => {
        const a = build(s, kind).get('node.matrix');
        const b = build(s, kind, { root: true }).get('node.matrix');
        expect(distance(a, b)).toBeLessThan(1e-6);
      }),
    ));

  test('depends on the ratios of weights alone', () =>
    fc.assert(
      fc.property(setup, fc.constantFrom(1e-6, 0.01, 3, 1e5), (s, factor) => {
        const a = build(s, kind).get('node.matrix');
        expect(distance(a, build(s, kind, { factor }).get('node.matrix'))).toBeLessThan(1e-9);
      }),
    ));
});

describe.each(INTERP_TYPES.map((name, i) => [name, i] as const))('interpolation type %s', (_name, interpType) => {
  test('with one target is that target', () =>
    fc.assert(
      fc.property(setup, (s) => {
        const one = { ...s, targets: s.targets.slice(0, 1) };
        const graph = build(one, 'parent', { interpType });
        const node = graph.get('node.worldMatrix') as Mat4;
        const target = graph.get('t0.worldMatrix') as Mat4;
        for (const i of [0, 1, 2, 4, 5, 6, 8, 9, 10]) expect(node[i]).toBeCloseTo(target[i] as number, 9);
      }),
    ));
});

// The long way round between equal rotations is a whole turn about an axis that rounding chooses.
describe.each(INTERP_TYPES.map((name, i) => [name, i] as const).filter(([name]) => name !== 'longest'))(
  'interpolation type %s',
  (_name, interpType) => {
    test('of equal targets is each of them', () =>
      fc.assert(
        fc.property(setup, (s) => {
          const first = s.targets[0] as Setup['targets'][number];
          const graph = build({ ...s, targets: [first, first, first] }, 'orient', { interpType });
          const node = graph.get('node.worldMatrix') as Mat4;
          const target = graph.get('t0.worldMatrix') as Mat4;
          for (const i of [0, 1, 2, 4, 5, 6, 8, 9, 10]) expect(node[i]).toBeCloseTo(target[i] as number, 9);
        }),
      ));
  },
);

describe('evaluation at a time', () => {
  /** Two targets that turn with time, and weights that fade; the time node counts seconds as frames of 24. */
  function moving(interpType: number): Scene {
    const scene = sketchScene(
      {
        time1: { type: 'time' },
        a: { type: 'transform', values: { rotate: [0.4, 0, 1] } },
        b: { type: 'transform', values: { rotate: [2.5, -1, 0], translate: [5, 0, 0] } },
        node: { type: 'transform', values: { rotate: [0.1, 0.2, 0.3] } },
      },
      [
        ['time1.outTime', 'a.rotateZ'],
        ['time1.outTime', 'b.translateY'],
      ],
    );
    const constraint = createParentConstraint(
      scene,
      ['a', 'b'].map((name) => scene.find(name) as SceneNode),
      scene.find('node') as SceneNode,
    );
    scene.setValue(constraint, 'interpType', interpType);
    connectPlugs(scene, 'time1.outTime', `${constraint.name}.w1`);
    return scene;
  }

  test.each(INTERP_TYPES.map((name, i) => [name, i] as const))(
    'does not depend on what was evaluated before (%s)',
    (_name, interpType) =>
      fc.assert(
        fc.property(fc.array(fc.integer({ min: 0, max: 400 }), { minLength: 2, maxLength: 8 }), (times) => {
          const graph = new Graph(moving(interpType), MAYA_NODE_TYPES);
          for (const t of times) {
            graph.setTime(t / 24);
            const fresh = new Graph(moving(interpType), MAYA_NODE_TYPES, t / 24);
            expect(graph.get('node.rotate')).toEqual(fresh.get('node.rotate'));
            expect(graph.get('node.translate')).toEqual(fresh.get('node.translate'));
          }
        }),
        { numRuns: 30 },
      ),
  );

  test('translation and rotation of a constraint do not make a cycle', () => {
    const scene = moving(1);
    // The target follows the node's position while the node follows the target's rotation only.
    const [a, node] = ['a', 'node'].map((name) => scene.find(name)) as [SceneNode, SceneNode];
    for (const axis of ['X', 'Y', 'Z']) {
      scene.disconnect({ node, path: `translate${axis}` });
      connectPlugs(scene, `node.translate${axis}`, `a.translate${axis}`);
    }
    scene.setValue(node, 'translateX', 4);
    const graph = new Graph(scene, MAYA_NODE_TYPES, 1);
    expect(graph.get({ node: a, path: 'translate' })).toEqual([4, 0, 0]);
    expect(graph.get('node.rotate')).not.toEqual([0, 0, 0]);
    expect(graph.problems.list().filter((p) => p.code === 'EVALUATE_CYCLE')).toEqual([]);
  });
});
