import {
  composeMat4,
  identityMat4,
  invertMat4,
  type Mat4,
  multiplyMat4,
  normalizeQuat,
  type Quat,
  quatFromAxisAngle,
  transformPoint,
  type Vec3,
} from '@rigline/math';
import { type MeshData, NumberTable, type Scene, type SceneNode, SparseRows } from '@rigline/scene';
import type { SkinInfluence } from '@rigline/scene/maya';
import { sketchScene } from '@rigline/testkit';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Graph } from '../graph/graph.ts';
import { NODE_TYPES } from '../nodes/index.ts';

const NO_FACES = new Int32Array(0);
const pointsMesh = (positions: readonly number[]): MeshData => ({
  positionsXyz: Float64Array.from(positions),
  faceCounts: NO_FACES,
  faceVertices: NO_FACES,
});
const nodeOf = (scene: Scene, name: string): SceneNode => scene.find(name) as SceneNode;
const positions = (graph: Graph): number[] => [
  ...(graph.get('skin.outputGeometry[0]') as unknown as MeshData).positionsXyz,
];
const inverse = (m: Readonly<Mat4>): Mat4 => invertMat4(m) as Mat4;
const move = (x: number, y: number, z: number): Mat4 => composeMat4({ translate: [x, y, z], rotate: [0, 0, 0, 1] });
const turnZ = (degrees: number, translate: Vec3 = [0, 0, 0]): Mat4 =>
  composeMat4({ translate, rotate: quatFromAxisAngle([0, 0, 1], (degrees * Math.PI) / 180) });
const turnX = (degrees: number): Mat4 =>
  composeMat4({ translate: [0, 0, 0], rotate: quatFromAxisAngle([1, 0, 0], (degrees * Math.PI) / 180) });

function weightRows(...points: readonly (readonly (readonly [joint: number, weight: number])[])[]): SparseRows {
  const rows = new SparseRows();
  points.forEach((list, point) => {
    for (const [joint, weight] of list) rows.add(point, joint, weight);
  });
  return rows;
}

interface SkinSketch {
  readonly points: readonly number[];
  readonly weights: SparseRows;
  readonly joints: Readonly<Record<number, readonly [atBinding: Mat4, now: Mat4]>>;
  readonly values?: Readonly<Record<string, unknown>>;
}

function skinScene({ points, weights, joints, values }: SkinSketch): { scene: Scene; graph: Graph } {
  const matrices = Object.entries(joints).flatMap(([index, [atBinding, now]]) => [
    [`bindPreMatrix[${index}]`, inverse(atBinding)],
    [`matrix[${index}]`, now],
  ]);
  const scene = sketchScene({
    skin: {
      type: 'skinCluster',
      values: {
        'input[0].inputGeometry': pointsMesh(points),
        weightList: weights,
        ...Object.fromEntries(matrices),
        ...values,
      } as never,
    },
  });
  return { scene, graph: new Graph(scene, NODE_TYPES) };
}

function near(actual: readonly number[], expected: readonly number[], digits = 12): void {
  expect(actual.length).toBe(expected.length);
  actual.forEach((value, i) => {
    expect(value).toBeCloseTo(expected[i] as number, digits);
  });
}

// Expected numbers are derived by hand from p × gm × Σ w (pm × m) × gm⁻¹, or from the geometry of a rotation.
describe('skinCluster', () => {
  const TWO = { 2: [identityMat4(), identityMat4()], 5: [move(1, 0, 0), move(1, 4, 0)] } as const;

  test('mixes the moves of its joints by weight, whatever their indices', () => {
    const weights = weightRows(
      [[2, 1]],
      [
        [2, 0.75],
        [5, 0.25],
      ],
      [[5, 1]],
    );
    const { graph } = skinScene({ points: [0, 0, 0, 1, 0, 0, 2, 0, 0], weights, joints: TWO });
    near(positions(graph), [0, 0, 0, 1, 1, 0, 2, 4, 0]);
  });

  test('turns points about its joints as they were bound', () => {
    const weights = weightRows([[0, 1]]);
    const { graph } = skinScene({ points: [3, 0, 0], weights, joints: { 0: [move(1, 0, 0), turnZ(90, [1, 0, 0])] } });
    near(positions(graph), [1, 2, 0]);
  });

  test('deforms where the mesh was bound, and gives the points back in its own space', () => {
    const geomMatrix = move(10, 0, 0);
    const weights = weightRows([[0, 1]]);
    const joints = { 0: [move(10, 0, 0), turnZ(90, [10, 0, 0])] } as const;
    const { graph } = skinScene({ points: [2, 0, 0], weights, joints, values: { geomMatrix } });
    near(positions(graph), [0, 2, 0]);
  });

  test('counts weights as they are, unless they are normalized afterwards', () => {
    const weights = weightRows([[0, 0.5]], []);
    const { scene, graph } = skinScene({
      points: [2, 0, 0, 7, 7, 7],
      weights,
      joints: { 0: [identityMat4(), move(0, 6, 0)] },
    });
    near(positions(graph), [1, 3, 0, 7, 7, 7]);
    scene.setValue(nodeOf(scene, 'skin'), 'normalizeWeights', 2);
    near(positions(graph), [2, 6, 0, 7, 7, 7]);
  });

  test('takes the last of several weights for the same joint', () => {
    const weights = weightRows([
      [5, 1],
      [2, 0],
      [5, 0],
      [2, 1],
    ]);
    const { graph } = skinScene({ points: [1, 0, 0], weights, joints: TWO });
    near(positions(graph), [1, 0, 0]);
  });

  test('goes as far as its envelope', () => {
    const { scene, graph } = skinScene({ points: [0, 0, 0], weights: weightRows([[5, 1]]), joints: TWO });
    scene.setValue(nodeOf(scene, 'skin'), 'envelope', 0.5);
    near(positions(graph), [0, 2, 0]);
    scene.setValue(nodeOf(scene, 'skin'), 'envelope', 0);
    near(positions(graph), [0, 0, 0]);
  });

  test('keeps the radius of a twist with dual quaternions, where linear skinning loses it', () => {
    const joints = { 0: [identityMat4(), identityMat4()], 1: [identityMat4(), turnX(90)] } as const;
    const weights = weightRows([
      [0, 0.5],
      [1, 0.5],
    ]);
    const { scene, graph } = skinScene({ points: [5, 2, 0], weights, joints });
    near(positions(graph), [5, 1, 1]);
    scene.setValue(nodeOf(scene, 'skin'), 'skinningMethod', 1);
    near(positions(graph), [5, Math.SQRT2, Math.SQRT2]);
    // Share of dual quaternion skinning by point.
    scene.setValue(nodeOf(scene, 'skin'), 'skinningMethod', 2);
    const shares = new NumberTable(1);
    shares.set(0, 0, 0.25);
    scene.setValue(nodeOf(scene, 'skin'), 'blendWeights', shares);
    const between = 1 + 0.25 * (Math.SQRT2 - 1);
    near(positions(graph), [5, between, between]);
  });

  test('takes the short way between quaternions of opposite sign', () => {
    // 350 and 10 degrees meet at 0, not at 180.
    const joints = { 0: [identityMat4(), turnX(-170)], 1: [identityMat4(), turnX(170)] } as const;
    const weights = weightRows([
      [0, 0.5],
      [1, 0.5],
    ]);
    const { graph } = skinScene({ points: [0, 2, 0], weights, joints, values: { skinningMethod: 1 } });
    near(positions(graph), [0, -2, 0]);
  });

  test('leaves scale out of dual quaternions unless it is asked for', () => {
    const scaled = composeMat4({ translate: [1, 0, 0], rotate: [0, 0, 0, 1], scale: [2, 3, 4] });
    const values = { skinningMethod: 1 };
    const { scene, graph } = skinScene({
      points: [1, 1, 1],
      weights: weightRows([[0, 1]]),
      joints: { 0: [identityMat4(), scaled] },
      values,
    });
    near(positions(graph), [2, 1, 1]);
    scene.setValue(nodeOf(scene, 'skin'), 'dqsSupportNonRigid', 1);
    near(positions(graph), [3, 3, 4]);
  });

  test('keeps dual quaternions rigid and scale as it is when weights do not sum to 1', () => {
    const scaled = composeMat4({ translate: [1, 0, 0], rotate: [0, 0, 0, 1], scale: [2, 3, 4] });
    const joints = { 0: [identityMat4(), scaled] } as const;
    const values = { skinningMethod: 1, dqsSupportNonRigid: 1 };
    const { graph } = skinScene({ points: [1, 1, 1], weights: weightRows([[0, 0.25]]), joints, values });
    near(positions(graph), [3, 3, 4]);
  });

  test('leaves rows and joints that nothing belongs to alone', () => {
    const weights = weightRows([[0, 1]]);
    weights.add(900_000_000, 0, 1);
    weights.add(0, 4_000_000_000, Number.NaN);
    const { graph } = skinScene({ points: [1, 0, 0], weights, joints: { 0: [identityMat4(), move(0, 1, 0)] } });
    near(positions(graph), [1, 1, 0]);
  });

  test('reports a mesh that was bound with a scale of zero', () => {
    const flat = composeMat4({ translate: [0, 0, 0], rotate: [0, 0, 0, 1], scale: [1, 0, 1] });
    const { graph } = skinScene({
      points: [1, 0, 0],
      weights: weightRows([[5, 1]]),
      joints: TWO,
      values: { geomMatrix: flat },
    });
    near(positions(graph), [1, 4, 0]);
    expect(graph.problems.list().map(({ code }) => code)).toEqual(['EVALUATE_SINGULAR_MATRIX']);
  });
});

const unit = fc.double({ min: -1, max: 1, noNaN: true });
const vector = fc.tuple(unit, unit, unit);
const rotation = fc
  .tuple(unit, unit, unit, unit)
  .filter((q) => Math.hypot(...q) > 0.1)
  .map((q) => normalizeQuat(q as Quat));
const rigid = fc.tuple(vector, rotation).map(([translate, rotate]) => composeMat4({ translate, rotate }));
/** Turns of less than a quarter: between such the short way is never in doubt. */
const gentle = fc.tuple(vector, vector).map(([translate, [x, y, z]]) => {
  return composeMat4({ translate, rotate: normalizeQuat([x * 0.2, y * 0.2, z * 0.2, 1]) });
});
const anyPoints = fc.array(vector, { minLength: 1, maxLength: 6 });
const anyWeights = fc.array(fc.tuple(fc.nat(2), fc.double({ min: 0.05, max: 1, noNaN: true })), {
  minLength: 1,
  maxLength: 4,
});

describe.each(['classicLinear', 'dualQuaternion'])('skinCluster, %s', (name) => {
  const skinningMethod = name === 'dualQuaternion' ? 1 : 0;

  test('moves with its joints when all of them move alike', () => {
    fc.assert(
      fc.property(
        anyPoints,
        anyWeights,
        fc.array(rigid, { minLength: 3, maxLength: 3 }),
        rigid,
        (list, pairs, atBinding, motion) => {
          const joints = Object.fromEntries(
            atBinding.map((bound, i) => [i, [bound, multiplyMat4(bound, motion)] as [Mat4, Mat4]]),
          );
          const weights = weightRows(...list.map(() => pairs));
          const values = { skinningMethod, normalizeWeights: 2 };
          const { graph } = skinScene({ points: list.flat(), weights, joints, values });
          near(
            positions(graph),
            list.flatMap((point) => [...transformPoint(motion, point)]),
            9,
          );
        },
      ),
    );
  });

  test('stands in the world as the mesh was bound, wherever the world is', () => {
    fc.assert(
      fc.property(
        anyPoints,
        anyWeights,
        fc.array(rigid, { minLength: 3, maxLength: 3 }),
        fc.array(gentle, { minLength: 3, maxLength: 3 }),
        rigid,
        (list, pairs, atBinding, now, motion) => {
          const posed = (world: Mat4): number[] => {
            const place = (m: Mat4): Mat4 => multiplyMat4(m, world);
            const joints = Object.fromEntries(
              atBinding.map((m, i) => [i, [place(m), place(multiplyMat4(m, now[i] as Mat4))] as [Mat4, Mat4]]),
            );
            const values = { skinningMethod, normalizeWeights: 2, geomMatrix: world };
            return positions(
              skinScene({ points: list.flat(), weights: weightRows(...list.map(() => pairs)), joints, values }).graph,
            );
          };
          near(posed(motion), posed(identityMat4()), 9);
        },
      ),
    );
  });
});

test('dual quaternions of points with one influence are its matrix, as linear skinning', () => {
  const scaled = fc
    .tuple(vector, rotation, fc.tuple(...Array(3).fill(fc.double({ min: 0.2, max: 3, noNaN: true }))))
    .map(([translate, rotate, scale]) => composeMat4({ translate, rotate, scale: scale as Vec3 }));
  fc.assert(
    fc.property(anyPoints, rigid, scaled, (list, atBinding, now) => {
      // The scale of bind times joint stays free of shear when the bind does not turn.
      const bound = move(atBinding[12], atBinding[13], atBinding[14]);
      const weights = weightRows(...list.map(() => [[0, 1] as const]));
      const posed = (values: object): number[] =>
        positions(
          skinScene({ points: list.flat(), weights, joints: { 0: [bound, now] }, values: { ...values } }).graph,
        );
      near(posed({ skinningMethod: 1, dqsSupportNonRigid: 1 }), posed({}), 9);
    }),
  );
});

describe('fbxSkin', () => {
  const influence = (vertices: number[], weights: number[]): SkinInfluence => ({
    vertices: Int32Array.from(vertices),
    weights: Float64Array.from(weights),
  });

  function fbxScene(
    values: Record<string, unknown>,
    influences: (SkinInfluence | undefined)[],
  ): { scene: Scene; graph: Graph } {
    const scene = sketchScene({
      skin: {
        type: 'fbxSkin',
        values: {
          'input[0].inputGeometry': pointsMesh([1, 0, 0, 2, 0, 0]),
          influences: { readInfluences: () => influences },
          'geometryToJoint[0]': identityMat4(),
          'geometryToJoint[1]': identityMat4(),
          'matrix[0]': identityMat4(),
          'matrix[1]': move(0, 8, 0),
          ...values,
        } as never,
      },
    });
    return { scene, graph: new Graph(scene, NODE_TYPES) };
  }

  test.each([
    ['normalize', 0, [1, 4, 0]],
    ['additive', 1, [1, 2, 0]],
    ['totalOne', 2, [1, 2, 0]],
  ])('with weights of half by link mode %s', (_name, linkMode, expected) => {
    const { graph } = fbxScene({ linkMode }, [influence([0], [0.25]), influence([0, 7, -1], [0.25, 1, 1])]);
    near(positions(graph).slice(0, 3), expected);
    near(positions(graph).slice(3), [2, 0, 0]);
  });

  test('stands still when its node moves, or moves with it', () => {
    const influences = [undefined, influence([0, 1], [1, 1])];
    const { scene, graph } = fbxScene({ geometryToWorld: move(0, 0, 5), geomMatrix: move(0, 0, 1) }, influences);
    near(positions(graph), [1, 8, -5, 2, 8, -5]);
    scene.setValue(nodeOf(scene, 'skin'), 'followsMesh', 1);
    near(positions(graph), [1, 8, -1, 2, 8, -1]);
  });

  test('holds the points of influences without a joint', () => {
    const { graph } = fbxScene({}, [undefined, undefined, influence([0], [1])]);
    near(positions(graph), [1, 0, 0, 2, 0, 0]);
  });

  test('scales dual quaternions, and mixes them by point', () => {
    const scaled = composeMat4({ translate: [0, 0, 0], rotate: [0, 0, 0, 1], scale: [2, 1, 1] });
    const values = { skinningMethod: 2, 'matrix[1]': scaled, dualQuaternionWeights: influence([1, 9], [1, 1]) };
    const { graph } = fbxScene(values, [undefined, influence([0, 1], [1, 1])]);
    near(positions(graph), [2, 0, 0, 4, 0, 0]);
  });
});
