/**
 * deform: skinning and morphing of one mesh in the graph, per point and frame; nodes that drive them are not in it.
 *
 * Run: `npm run bench deform`. Inputs are generated with a fixed seed; best of several rounds, a frame being new
 * joint matrices or new weights. Peers run in the same process on the same numbers. `three` is CPU skinning and
 * morphing of three.js (`SkinnedMesh.applyBoneTransform`, `Mesh.getVertexPosition`), whose weights are float32.
 * `textbook` is a straightforward loop over float64 arrays with one product of matrices per joint and frame. The points of
 * all are compared first.
 */
import { Graph, NODE_TYPES } from '@rigline/evaluate';
import { invertMat4, type Mat4, mat4FromEuler, multiplyMat4 } from '@rigline/math';
import { type MeshData, Scene, SparseRows } from '@rigline/scene';
import { MAYA_DECLARATIONS, type MorphTarget } from '@rigline/scene/maya';

const POINTS = 25_000;
const JOINTS = 60;
const INFLUENCES = 4;
const TARGETS = 60;
/** Points that each target moves, and targets that are in at a frame. */
const MOVED = 2_500;
const ACTIVE = 12;
const ROUNDS = 30;
/** Least times as fast as three. Far below what is usual: the machine may be busy with other work. */
const LEAST_RATIO = 3;
/** three keeps points and weights in float32; points reach 10. */
const TOLERANCE = 1e-4;

let state = 20240607;
/** Pseudo-random number in [0, 1); the same ones in every run. */
function random(): number {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return state / 4294967296;
}

/** One way of deforming: points of a frame, as a function that reuses its memory. */
type Deform = (frame: number) => ArrayLike<number>;

const POINTS_XYZ = Float64Array.from({ length: POINTS * 3 }, () => Math.fround(random() * 10 - 5));
const MESH: MeshData = {
  positionsXyz: POINTS_XYZ,
  faceCounts: new Int32Array(0),
  faceVertices: new Int32Array(0),
};

interface SkinInput {
  /** `INFLUENCES` for each point. */
  readonly joints: Int32Array;
  readonly weights: Float64Array;
  readonly inverseBinds: readonly Mat4[];
  readonly worlds: (frame: number) => readonly Mat4[];
}

function generateSkin(): SkinInput {
  const joints = new Int32Array(POINTS * INFLUENCES);
  const weights = new Float64Array(POINTS * INFLUENCES);
  for (let point = 0; point < POINTS; point++) {
    const first = Math.floor(random() * JOINTS);
    const parts = Array.from({ length: INFLUENCES }, () => random() + 0.05);
    const sum = parts.reduce((a, b) => a + b);
    for (let i = 0; i < INFLUENCES; i++) {
      joints[point * INFLUENCES + i] = (first + i) % JOINTS;
      weights[point * INFLUENCES + i] = (parts[i] as number) / sum;
    }
  }
  const jointAt = (joint: number, angle: number): Mat4 => {
    const m = mat4FromEuler([angle, angle * 0.5, angle * 0.25], 'xyz');
    m[12] = (joint % 10) - 5;
    m[13] = Math.floor(joint / 10);
    return m;
  };
  const indices = Array.from({ length: JOINTS }, (_, joint) => joint);
  const frames = [0, 1].map((frame) => indices.map((joint) => jointAt(joint, 0.1 + joint * 0.01 + frame * 0.2)));
  return {
    joints,
    weights,
    inverseBinds: indices.map((joint) => invertMat4(jointAt(joint, 0)) as Mat4),
    worlds: (frame) => frames[frame % 2] as readonly Mat4[],
  };
}

function skinInGraph({ joints, weights, inverseBinds, worlds }: SkinInput, method: number): Deform {
  const scene = new Scene(MAYA_DECLARATIONS);
  const skin = scene.addNode({ type: 'skinCluster', name: 'skin' });
  const rows = new SparseRows();
  for (let i = 0; i < joints.length; i++) {
    rows.add(Math.floor(i / INFLUENCES), joints[i] as number, weights[i] as number);
  }
  scene.setValue(skin, 'weightList', rows);
  scene.setValue(skin, 'skinningMethod', method);
  scene.setValue(skin, 'input[0].inputGeometry', MESH);
  for (const [joint, matrix] of inverseBinds.entries()) scene.setValue(skin, `bindPreMatrix[${joint}]`, matrix);
  const paths = inverseBinds.map((_, joint) => `matrix[${joint}]`);
  const pose = (frame: number): void => {
    for (let joint = 0; joint < JOINTS; joint++) {
      scene.setValue(skin, paths[joint] as string, worlds(frame)[joint] as Mat4);
    }
  };
  pose(0);
  const probe = new Graph(scene, NODE_TYPES).probe({ mesh: { node: skin, path: 'outputGeometry[0]' } });
  return (frame) => {
    pose(frame);
    return (probe.read().mesh as MeshData).positionsXyz;
  };
}

function skinByTextbook({ joints, weights, inverseBinds, worlds }: SkinInput): Deform {
  const out = new Float64Array(POINTS * 3);
  return (frame) => {
    const matrices = worlds(frame).map((world, joint) => multiplyMat4(inverseBinds[joint] as Mat4, world));
    for (let point = 0; point < POINTS; point++) {
      const x = POINTS_XYZ[point * 3] as number;
      const y = POINTS_XYZ[point * 3 + 1] as number;
      const z = POINTS_XYZ[point * 3 + 2] as number;
      let ox = 0;
      let oy = 0;
      let oz = 0;
      for (let i = point * INFLUENCES; i < (point + 1) * INFLUENCES; i++) {
        const m = matrices[joints[i] as number] as Mat4;
        const w = weights[i] as number;
        ox += w * (x * m[0] + y * m[4] + z * m[8] + m[12]);
        oy += w * (x * m[1] + y * m[5] + z * m[9] + m[13]);
        oz += w * (x * m[2] + y * m[6] + z * m[10] + m[14]);
      }
      out[point * 3] = ox;
      out[point * 3 + 1] = oy;
      out[point * 3 + 2] = oz;
    }
    return out;
  };
}

interface MorphInput {
  readonly targets: readonly MorphTarget[];
  /** Active targets and their weights. */
  readonly weights: (frame: number) => readonly (readonly [target: number, weight: number])[];
}

function generateMorphs(): MorphInput {
  const targets = Array.from({ length: TARGETS }, (_, index): MorphTarget => {
    const first = Math.floor(random() * (POINTS - MOVED));
    const offsets = {
      vertices: Int32Array.from({ length: MOVED }, (_, i) => first + i),
      offsetsXyz: Float64Array.from({ length: MOVED * 3 }, () => Math.fround(random() - 0.5)),
    };
    return { shapes: [{ name: `target${index}`, weight: 1, readOffsets: () => offsets }] };
  });
  return {
    targets,
    weights: (frame) => Array.from({ length: ACTIVE }, (_, i) => [(i * 5 + frame) % TARGETS, 0.25 + i / 16] as const),
  };
}

function morphInGraph({ targets, weights }: MorphInput): Deform {
  const scene = new Scene(MAYA_DECLARATIONS);
  const morph = scene.addNode({ type: 'blendShape', name: 'morph' });
  scene.setValue(morph, 'targets', targets);
  scene.setValue(morph, 'input[0].inputGeometry', MESH);
  for (let index = 0; index < TARGETS; index++) scene.setValue(morph, `weight[${index}]`, 0);
  const probe = new Graph(scene, NODE_TYPES).probe({ mesh: { node: morph, path: 'outputGeometry[0]' } });
  let before: ReturnType<MorphInput['weights']> = [];
  return (frame) => {
    for (const [target] of before) scene.setValue(morph, `weight[${target}]`, 0);
    before = weights(frame);
    for (const [target, weight] of before) scene.setValue(morph, `weight[${target}]`, weight);
    return (probe.read().mesh as MeshData).positionsXyz;
  };
}

/** Targets as dense arrays, as engines without sparse targets keep them. */
function denseOffsets({ targets }: MorphInput): Float64Array[] {
  return targets.map(({ shapes }) => {
    const dense = new Float64Array(POINTS * 3);
    const { vertices, offsetsXyz } = (shapes[0] as MorphTarget['shapes'][number]).readOffsets();
    for (const [i, vertex] of vertices.entries()) dense.set(offsetsXyz.subarray(i * 3, i * 3 + 3), vertex * 3);
    return dense;
  });
}

function morphByTextbook(input: MorphInput): Deform {
  const dense = denseOffsets(input);
  const out = new Float64Array(POINTS * 3);
  return (frame) => {
    out.set(POINTS_XYZ);
    for (const [target, weight] of input.weights(frame)) {
      const offsets = dense[target] as Float64Array;
      for (let i = 0; i < out.length; i++) out[i] = (out[i] as number) + weight * (offsets[i] as number);
    }
    return out;
  };
}

/** What is used of three.js, which need not be installed. */
interface Three {
  BufferGeometry: new () => ThreeGeometry;
  BufferAttribute: new (array: ArrayLike<number>, size: number) => object;
  Mesh: new (geometry: ThreeGeometry) => ThreeMesh;
  SkinnedMesh: new (geometry: ThreeGeometry) => ThreeMesh & { bind(skeleton: object, matrix: object): void };
  Bone: new () => { matrixWorld: { fromArray(array: ArrayLike<number>): void } };
  Skeleton: new (bones: object[], inverses: object[]) => object;
  Matrix4: new () => { fromArray(array: ArrayLike<number>): object };
  Vector3: new () => ThreeVector;
}
interface ThreeVector {
  readonly x: number;
  readonly y: number;
  readonly z: number;
}
interface ThreeGeometry {
  setAttribute(name: string, attribute: object): void;
  morphAttributes: Record<string, object[]>;
  morphTargetsRelative: boolean;
}
interface ThreeMesh {
  morphTargetInfluences?: number[];
  getVertexPosition(index: number, target: ThreeVector): ThreeVector;
}

function readThreePoints(three: Three, mesh: ThreeMesh): () => Float64Array {
  const out = new Float64Array(POINTS * 3);
  const vector = new three.Vector3();
  return () => {
    for (let point = 0; point < POINTS; point++) {
      mesh.getVertexPosition(point, vector);
      out[point * 3] = vector.x;
      out[point * 3 + 1] = vector.y;
      out[point * 3 + 2] = vector.z;
    }
    return out;
  };
}

function threeGeometry(three: Three): ThreeGeometry {
  const geometry = new three.BufferGeometry();
  geometry.setAttribute('position', new three.BufferAttribute(Float32Array.from(POINTS_XYZ), 3));
  return geometry;
}

function skinInThree(three: Three, { joints, weights, inverseBinds, worlds }: SkinInput): Deform {
  const geometry = threeGeometry(three);
  geometry.setAttribute('skinIndex', new three.BufferAttribute(Uint16Array.from(joints), INFLUENCES));
  geometry.setAttribute('skinWeight', new three.BufferAttribute(Float32Array.from(weights), INFLUENCES));
  const mesh = new three.SkinnedMesh(geometry);
  const bones = inverseBinds.map(() => new three.Bone());
  const inverses = inverseBinds.map((matrix) => new three.Matrix4().fromArray(matrix));
  mesh.bind(new three.Skeleton(bones, inverses), new three.Matrix4());
  const read = readThreePoints(three, mesh);
  return (frame) => {
    bones.forEach((bone, joint) => {
      bone.matrixWorld.fromArray(worlds(frame)[joint] as Mat4);
    });
    return read();
  };
}

function morphInThree(three: Three, input: MorphInput): Deform {
  const geometry = threeGeometry(three);
  const attributes = denseOffsets(input).map((dense) => new three.BufferAttribute(Float32Array.from(dense), 3));
  geometry.morphAttributes = { position: attributes };
  geometry.morphTargetsRelative = true;
  const mesh = new three.Mesh(geometry);
  const influences = Array.from({ length: TARGETS }, () => 0);
  mesh.morphTargetInfluences = influences;
  const read = readThreePoints(three, mesh);
  return (frame) => {
    influences.fill(0);
    for (const [target, weight] of input.weights(frame)) influences[target] = weight;
    return read();
  };
}

async function loadThree(): Promise<Three | undefined> {
  const name = 'three';
  try {
    return (await import(name)) as Three;
  } catch {
    return undefined; // Not installed: told by the caller.
  }
}

function checkSame(what: string, ours: Deform, peer: Deform): void {
  for (const frame of [0, 1]) {
    const [a, b] = [ours(frame), peer(frame)];
    for (let i = 0; i < POINTS * 3; i++) {
      const difference = Math.abs((a[i] as number) - (b[i] as number));
      if (!(difference <= TOLERANCE))
        throw new Error(`${what}: number ${i} of frame ${frame} differs by ${difference}`);
    }
  }
}

/** Least nanoseconds per point: other work of the machine only ever makes a round slower. */
function nanosecondsPerPoint(deform: Deform): number {
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < ROUNDS; round++) {
    const start = performance.now();
    for (let frame = 0; frame < 4; frame++) sink += deform(frame)[5] as number;
    least = Math.min(least, (performance.now() - start) / 4);
  }
  return (least * 1e6) / POINTS;
}

let sink = 0;
const print = (what: string, nanoseconds: number): void => {
  console.log(`  ${what.padEnd(36)} ${nanoseconds.toFixed(1).padStart(8)} ns/point`);
};

function compare(what: string, ours: Deform, peers: Readonly<Record<string, Deform | undefined>>): void {
  for (const peer of Object.values(peers)) if (peer) checkSame(what, ours, peer);
  const own = nanosecondsPerPoint(ours);
  print(what, own);
  for (const [name, peer] of Object.entries(peers)) {
    if (!peer) continue;
    const theirs = nanosecondsPerPoint(peer);
    print(`${what}, peer ${name}`, theirs);
    const verdict =
      name !== 'three' ? '' : `  (target ${LEAST_RATIO}: ${theirs / own >= LEAST_RATIO ? 'reached' : 'MISSED'})`;
    console.log(`  ratio ${what}, ${name} : Rigline  ${(theirs / own).toFixed(2)}${verdict}`);
  }
}

const three = await loadThree();
if (!three) console.log('deform: three is not installed: its ratios are left out');
const skin = generateSkin();
console.log(`deform: skin of ${POINTS} points, ${JOINTS} joints, ${INFLUENCES} influences, best of ${ROUNDS} rounds`);
compare('skin, linear', skinInGraph(skin, 0), {
  textbook: skinByTextbook(skin),
  three: three && skinInThree(three, skin),
});
compare('skin, dual quaternion', skinInGraph(skin, 1), {});
const morphs = generateMorphs();
console.log(`deform: ${TARGETS} morphs of ${MOVED} of ${POINTS} points, ${ACTIVE} of them in`);
compare('morphs', morphInGraph(morphs), {
  'textbook, dense': morphByTextbook(morphs),
  three: three && morphInThree(three, morphs),
});
if (Number.isNaN(sink)) throw new Error('a point is not a number');
