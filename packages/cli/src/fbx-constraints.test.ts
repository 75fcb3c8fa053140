import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { Graph, NODE_TYPES } from '@rigline/evaluate';
import { readFbx } from '@rigline/formats/fbx';
import { type Mat4, mat4FromEuler, multiplyMat4, transformPoint, type Vec3 } from '@rigline/math';
import type { Scene, SceneNode } from '@rigline/scene';
import { type FbxObjectSketch, type FbxPropertySketch, fbxRecord, sketchFbx } from '@rigline/testkit';
import { describe, expect, test } from 'vitest';

const DEGREE = Math.PI / 180;
const turn = (x: number, y: number, z: number): Mat4 => mat4FromEuler([x * DEGREE, y * DEGREE, z * DEGREE], 'xyz');

const real = (name: string, ...values: number[]): FbxPropertySketch => [
  name,
  'Vector',
  'A',
  ...values.map((value) => ({ code: 'D', value }) as const),
];
const model = (id: number, name: string, ...properties: FbxPropertySketch[]): FbxObjectSketch => [
  id,
  'Model',
  'Null',
  name,
  properties,
];

const BALL = [real('Lcl Translation', 4, -2, 7), real('Lcl Rotation', 20, -50, 130)];
/** Everything that may stand between a rotation and the world. */
const HAND = [
  real('Lcl Translation', 1, 1, 1),
  real('PreRotation', 10, 20, 30),
  real('PostRotation', -25, 5, 40),
  real('RotationPivot', 1, 2, 3),
  real('RotationOffset', 0.5, 0, -1),
  ['RotationOrder', 'enum', '', 4],
] as const satisfies FbxPropertySketch[];
const ARM = [real('Lcl Translation', 3, 0, 1), real('Lcl Rotation', -70, 15, 5)];

/** `arm|hand` held by `ball`. */
function held(type: string, ends: readonly [string, string], ...properties: FbxPropertySketch[]): Graph {
  const bytes = sketchFbx({
    objects: [
      model(1, 'hand', ...HAND),
      model(2, 'ball', ...BALL),
      model(4, 'arm', ...ARM),
      [3, 'Constraint', type, 'hold', properties, [fbxRecord('Type', [type])]],
    ],
    connections: [
      [4, 0],
      [1, 4],
      [2, 0],
      [1, 3, ends[0]],
      [2, 3, ends[1]],
    ],
  });
  const { scene, problems } = readFbx(bytes, { file: 'a.fbx', constraints: 'live' });
  expect(problems).toEqual([]);
  return new Graph(scene, NODE_TYPES);
}

const world = (graph: Graph, name: string): Mat4 => graph.get(`${name}.worldMatrix`) as Mat4;
const ROTATION = [0, 1, 2, 4, 5, 6, 8, 9, 10];

function expectNear(got: readonly number[], want: readonly number[], at: readonly number[] = got.map((_, i) => i)) {
  for (const i of at) expect(Math.abs((got[i] as number) - (want[i] as number))).toBeLessThan(1e-9);
}

describe('live constraints of FBX files', () => {
  test('Parent-Child: the turn of the node is the offset, then the target', () => {
    const graph = held(
      'Parent-Child',
      ['Constrained object (Child)', 'Source (Parent)'],
      real('ball.Offset T', 1, -2, 0.5),
      real('ball.Offset R', 15, 25, -35),
    );
    expectNear(world(graph, 'hand'), multiplyMat4(turn(15, 25, -35), world(graph, 'ball')), ROTATION);
    // What is put at the offset is the rotation pivot.
    const pivot = transformPoint(world(graph, 'hand'), [1, 2, 3]);
    expectNear(pivot, transformPoint(world(graph, 'ball'), [1, -2, 0.5]));
  });

  test('Rotation: the turn of the node is that of the target, after the offset', () => {
    const graph = held('Rotation From Rotations', ['Constrained Object', 'Source'], real('Rotation', 0, 40, 10));
    expectNear(world(graph, 'hand'), multiplyMat4(turn(0, 40, 10), world(graph, 'ball')), ROTATION);
  });

  test('Position: the pivot of the node is on the target', () => {
    const graph = held('Position From Positions', ['Constrained Object', 'Source']);
    expectNear(transformPoint(world(graph, 'hand'), [1, 2, 3]), world(graph, 'ball').slice(12, 15));
  });

  test('Aim: the aim vector points from the pivot to the target', () => {
    const graph = held('Aim', ['Constrained Object', 'Aim At Object'], real('AimVector', 0, 0, 1));
    const m = world(graph, 'hand');
    const pivot = transformPoint(m, [1, 2, 3]);
    const way = world(graph, 'ball')
      .slice(12, 15)
      .map((v, i) => v - (pivot[i] as number)) as Vec3;
    const length = Math.hypot(...way);
    expectNear(
      m.slice(8, 11),
      way.map((v) => v / length),
    );
  });

  test('Scale: the scale of the node is that of the target', () => {
    const graph = held('Scale From Scales', ['Constrained Object', 'Source'], real('Scaling', 2, 3, 4));
    expectNear(graph.get('hand.scale') as Vec3, [2, 3, 4]);
  });
});

const folder = new URL('../../../../shared/corpus/fbx/', import.meta.url);
const present = existsSync(folder);

interface Expected {
  readonly file: string;
  readonly settings: { readonly fps: number };
  readonly nodes: readonly { readonly path: string }[];
  readonly takes: readonly {
    readonly stack: number;
    readonly frames: readonly number[];
    readonly world: readonly (readonly (readonly number[])[])[];
  }[];
}

const files: Expected[] = (present ? readdirSync(new URL('expected/', folder)) : []).flatMap((name) => {
  if (!name.endsWith('.json') || name.startsWith('_')) return [];
  const expected = JSON.parse(readFileSync(new URL(`expected/${name}`, folder), 'utf8'));
  return expected.ok && expected.constraints?.length > 0 ? [expected] : [];
});

/** Nodes that a constraint drives. */
const driven = (scene: Scene): SceneNode[] =>
  scene.nodes.filter((node) => [...node.inputs.values()].some((from) => from.node.isA('constraint')));

describe.skipIf(!present)('constraints saved by Maya (../shared/corpus/fbx)', () => {
  test('there are files', () => expect(files.length).toBeGreaterThan(0));

  test.each(files)('$file: live constraints give what is stored', ({ file, nodes, takes, settings }) => {
    const bytes = new Uint8Array(readFileSync(new URL(file, folder)));
    const { scene } = readFbx(bytes, { file, constraints: 'live' });
    expect(driven(scene).length).toBeGreaterThan(0);
    const graph = new Graph(scene, NODE_TYPES);
    const take = takes.find(({ stack }) => stack >= 0);
    take?.frames.forEach((frame, f) => {
      graph.setTime(frame / settings.fps);
      nodes.forEach(({ path }, n) => {
        const node = scene.findAll(path)[0] as SceneNode;
        const got = graph.get({ node, path: 'worldMatrix' }) as Mat4;
        const series = take.world[n] as readonly (readonly number[])[];
        const want = (series.length === 1 ? series[0] : series[f]) as readonly number[];
        // 2e-6 of the size: rotations are stored with single precision in places.
        const size = Math.max(1, ...want.map(Math.abs));
        got.forEach((v, i) => {
          expect(Math.abs(v - (want[i] as number))).toBeLessThan(2e-6 * size);
        });
      });
    });
    expect(graph.problems.list()).toEqual([]);
  });
});
