import { type Mat4, multiplyMat4, ROTATE_ORDERS, type RotateOrder, type Vec3 } from '@rigline/math';
import type { Scene, SceneNode } from '@rigline/scene';
import { sketchScene } from '@rigline/testkit';
import { describe, expect, test } from 'vitest';
import golden from '../../../../../fixtures/nodes/fbx-model.golden.json' with { type: 'json' };
import { Graph } from '../../graph/graph.ts';
import { NODE_TYPES } from '../index.ts';

const DEG = Math.PI / 180;
const ANGLES = new Set(['rotate', 'preRotation', 'postRotation', 'geometricRotation']);

type Channels = Readonly<Record<string, Vec3 | number>>;

const radians = (v: Vec3): Vec3 => [v[0] * DEG, v[1] * DEG, v[2] * DEG];

/** Values of a model given in degrees. */
function valuesOf(input: Readonly<Record<string, unknown>>): Channels {
  return Object.fromEntries(
    Object.entries(input).map(([name, value]) => {
      if (name === 'rotateOrder') return [name, ROTATE_ORDERS.indexOf(value as RotateOrder)];
      return [name, ANGLES.has(name) ? radians(value as Vec3) : value];
    }),
  ) as Channels;
}

function expectMatrix(actual: unknown, expected: readonly number[], tolerance = 1e-12): void {
  const found = actual as Mat4;
  expected.forEach((value, i) => {
    expect(Math.abs((found[i] as number) - value), `element ${i}`).toBeLessThanOrEqual(
      tolerance * Math.max(1, Math.abs(value)),
    );
  });
}

/** Rows X, Y, Z and the place, as whole numbers. */
const rows = (x: Vec3, y: Vec3, z: Vec3, place: Vec3): number[] => [...x, 0, ...y, 0, ...z, 0, ...place, 1];

const nodeOf = (scene: Scene, name: string): SceneNode => scene.find(name) as SceneNode;

describe('fbxModel', () => {
  test.each(golden.cases)('$name', ({ input, expected }) => {
    const scene = sketchScene({ model: { type: 'fbxModel', values: valuesOf(input) } });
    expectMatrix(new Graph(scene, NODE_TYPES).get('model.matrix'), expected, golden.tolerance);
  });

  test('a spheric rotation counts as xyz, and is reported', () => {
    const values = { rotate: [0.3, 0.4, 0.5] as Vec3 };
    const scene = sketchScene({
      plain: { type: 'fbxModel', values },
      spheric: { type: 'fbxModel', values: { ...values, isSpheric: 1 } },
    });
    const graph = new Graph(scene, NODE_TYPES);
    expect(graph.get('spheric.matrix')).toEqual(graph.get('plain.matrix'));
    expect(graph.problems.list().map(({ code }) => code)).toEqual(['EVALUATE_SPHERIC_ROTATION']);
  });

  test('bones are models', () => {
    const values = valuesOf(golden.cases[3]?.input ?? {});
    const scene = sketchScene({ bone: { type: 'fbxBone', values } });
    expectMatrix(new Graph(scene, NODE_TYPES).get('bone.worldMatrix'), golden.cases[3]?.expected ?? [], 1e-12);
  });

  test('a model without an inherit type of its own is multiplied by its parent', () => {
    const child = valuesOf(golden.cases[2]?.input ?? {});
    const scene = sketchScene({
      parent: { type: 'fbxModel', values: valuesOf(golden.cases[3]?.input ?? {}) },
      child: { type: 'fbxModel', parent: 'parent', values: child },
    });
    const graph = new Graph(scene, NODE_TYPES);
    const product = multiplyMat4(
      golden.cases[2]?.expected as unknown as Mat4,
      golden.cases[3]?.expected as unknown as Mat4,
    );
    expectMatrix(graph.get('child.worldMatrix'), product, 1e-12);
  });
});

/** By number: RrSs 0, RSrs 1, Rrs 2. */
const chain = (): Scene =>
  sketchScene({
    root: { type: 'fbxModel', values: { translate: [10, 0, 0], scale: [2, 3, 4] } },
    mid: {
      type: 'fbxModel',
      parent: 'root',
      values: { inheritType: 0, translate: [1, 1, 1], rotate: [0, 0, Math.PI / 2], scale: [5, 1, 1] },
    },
    leaf: {
      type: 'fbxModel',
      parent: 'mid',
      values: { inheritType: 2, translate: [1, 0, 0], scale: [1, 1, 2] },
    },
    tip: { type: 'fbxModel', parent: 'leaf', values: { inheritType: 2, translate: [0, 1, 0] } },
    below: { type: 'fbxModel', parent: 'tip', values: { translate: [1, 0, 0] } },
  });

// Derived by hand from the rule in inherit.ts: turn and place come down without scale, the place is scaled by the scale
// that the parent has in all, and the node's own scale by what comes down to it.
describe('inherit types', () => {
  test('RrSs multiplies the scales axis by axis', () => {
    const graph = new Graph(chain(), NODE_TYPES);
    expectMatrix(graph.get('mid.worldMatrix'), rows([0, 10, 0], [-3, 0, 0], [0, 0, 4], [12, 3, 4]));
  });

  test('Rrs leaves out the scale of its parent, but has that of the nearest ancestor whose scale is inherited', () => {
    const graph = new Graph(chain(), NODE_TYPES);
    expectMatrix(graph.get('leaf.worldMatrix'), rows([0, 2, 0], [-3, 0, 0], [0, 0, 8], [12, 13, 4]));
    expectMatrix(graph.get('tip.worldMatrix'), rows([0, 2, 0], [-3, 0, 0], [0, 0, 4], [9, 13, 4]));
  });

  test('RSrs below them is multiplied again', () => {
    const graph = new Graph(chain(), NODE_TYPES);
    expectMatrix(graph.get('below.worldMatrix'), rows([0, 2, 0], [-3, 0, 0], [0, 0, 4], [9, 15, 4]));
  });

  test('Rrs at the root, and below a node that is no model, has its own scale alone', () => {
    const scene = sketchScene({
      group: { type: 'transform', values: { scale: [2, 2, 2] } },
      child: { type: 'fbxModel', parent: 'group', values: { inheritType: 2, translate: [1, 0, 0], scale: [3, 1, 1] } },
      alone: { type: 'fbxModel', values: { inheritType: 2, scale: [3, 1, 1] } },
    });
    const graph = new Graph(scene, NODE_TYPES);
    expectMatrix(graph.get('alone.worldMatrix'), rows([3, 0, 0], [0, 1, 0], [0, 0, 1], [0, 0, 0]));
    expectMatrix(graph.get('child.worldMatrix'), rows([6, 0, 0], [0, 2, 0], [0, 0, 2], [2, 0, 0]));
  });

  test('a parent of zero scale leaves children without it alone', () => {
    const scene = chain();
    const graph = new Graph(scene, NODE_TYPES);
    graph.get('tip.worldMatrix');
    scene.setValue(nodeOf(scene, 'mid'), 'scaleX', 0);
    expectMatrix(graph.get('leaf.worldMatrix'), rows([0, 2, 0], [-3, 0, 0], [0, 0, 8], [12, 3, 4]));
  });

  test('an edited type is seen', () => {
    const scene = chain();
    const graph = new Graph(scene, NODE_TYPES);
    const inherited = graph.get('mid.worldMatrix') as number[];
    scene.setValue(nodeOf(scene, 'mid'), 'inheritType', 1);
    const product = multiplyMat4(graph.get('mid.matrix') as Mat4, graph.get('root.worldMatrix') as Mat4);
    expectMatrix(graph.get('mid.worldMatrix'), product);
    scene.setValue(nodeOf(scene, 'mid'), 'inheritType', 0);
    expectMatrix(graph.get('mid.worldMatrix'), inherited);
  });

  test('each place of an instance inherits from its own parent', () => {
    const scene = sketchScene({
      big: { type: 'fbxModel', values: { scale: [2, 2, 2] } },
      huge: { type: 'fbxModel', values: { scale: [3, 1, 1] } },
      shared: { type: 'fbxModel', parent: 'big', values: { inheritType: 0, translate: [1, 0, 0] } },
    });
    scene.addInstance(nodeOf(scene, 'shared'), nodeOf(scene, 'huge'));
    const graph = new Graph(scene, NODE_TYPES);
    const [first, second] = scene.pathsOf(nodeOf(scene, 'shared'));
    expectMatrix(graph.worldMatrix(first as never), rows([2, 0, 0], [0, 2, 0], [0, 0, 2], [2, 0, 0]));
    expectMatrix(graph.worldMatrix(second as never), rows([3, 0, 0], [0, 1, 0], [0, 0, 1], [3, 0, 0]));
  });
});

describe('geometric transform', () => {
  // By hand: scale (2, 1, 1), a quarter turn about Z, then translation (0, 0, 5); after that the node's own (1, 0, 0).
  const scene = sketchScene({
    model: {
      type: 'fbxModel',
      values: {
        translate: [1, 0, 0],
        geometricScaling: [2, 1, 1],
        geometricRotation: [0, 0, Math.PI / 2],
        geometricTranslation: [0, 0, 5],
      },
    },
    child: { type: 'fbxModel', parent: 'model' },
    shape: { type: 'locator', parent: 'model' },
  });
  const graph = new Graph(scene, NODE_TYPES);

  test('moves the shapes under a model', () => {
    expectMatrix(graph.get('shape.worldMatrix'), rows([0, 2, 0], [-1, 0, 0], [0, 0, 1], [1, 0, 5]));
  });

  test('does not move the models under it', () => {
    expectMatrix(graph.get('child.worldMatrix'), rows([1, 0, 0], [0, 1, 0], [0, 0, 1], [1, 0, 0]));
  });
});
