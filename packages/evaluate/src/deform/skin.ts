import { identityMat4, type Mat4, multiplyMat4 } from '@rigline/math';
import type { MeshData } from '@rigline/scene';
import { AFFINE, setAffine } from './affine.ts';
import { GeometryDeformer, type PointDeformer } from './deform-geometries.ts';
import { DualQuaternions, skinDual } from './skin-dual-quaternion.ts';
import { LinearSkin, skinAdditive } from './skin-linear.ts';
import type { PointWeights } from './skin-weights.ts';

export type SkinMethod = 'classicLinear' | 'dualQuaternion' | 'weightBlended';

/** What the weights of a point do that do not sum to 1: count as they are, add to the point, leave the rest at it. */
export type SkinSum = 'asStored' | 'additive' | 'rest';

/** Matrices of an array attribute by logical index. */
export interface MatrixList {
  readonly indices: readonly number[];
  readonly values: readonly Readonly<Mat4>[];
}

/** What a skin is made of. */
export interface SkinSetup {
  readonly weights: (pointCount: number) => PointWeights;
  readonly sum: SkinSum;
  /** Share of dual quaternion skinning by point, for `weightBlended`. */
  readonly shares?: (pointCount: number) => Float64Array;
  /** From the points, or from `space`, to the joint, by its index; the identity where nothing is said. */
  readonly binds: MatrixList;
  /** Where the joints of dual quaternions are bound, when that is not the space of the points. */
  readonly space?: Readonly<Mat4>;
  /** Influences without a joint hold their points where they are. */
  readonly needsJoint: boolean;
}

/** Matrices of one frame. */
export interface SkinFrame {
  readonly method: SkinMethod;
  /** Joints to the world. */
  readonly joints: MatrixList;
  /** From the world to where the points are wanted. */
  readonly worldToOutput: Readonly<Mat4>;
  readonly envelope: number;
  /** Dual quaternions are scaled as their joints are. */
  readonly hasScale: boolean;
}

/** Weights of a skin in order, with the matrices that belong to them. */
class SkinPoints {
  readonly weights: PointWeights;
  readonly shares: Float64Array | undefined;
  readonly linear: LinearSkin;
  readonly quaternions: DualQuaternions;

  constructor(setup: SkinSetup, pointCount: number) {
    this.weights = setup.weights(pointCount);
    this.shares = setup.shares?.(pointCount);
    this.linear = new LinearSkin(this.weights, setup.sum === 'rest');
    this.quaternions = new DualQuaternions(this.weights.joints.length);
  }
}

/** A skin with its weights brought into order and the memory that it writes to. */
export class CompiledSkin implements PointDeformer {
  readonly geometries: GeometryDeformer = new GeometryDeformer();
  #setup: SkinSetup | undefined;
  readonly #binds = new Map<number, Readonly<Mat4>>();
  readonly #points = new Map<number, SkinPoints>();
  #frame: SkinFrame | undefined;
  readonly #jointAt = new Map<number, number>();

  /** What it was compiled of last. */
  get setup(): SkinSetup | undefined {
    return this.#setup;
  }

  /** Forgets the weights and takes others. */
  compile(setup: SkinSetup): void {
    this.#setup = setup;
    this.#points.clear();
    this.#binds.clear();
    const { indices, values } = setup.binds;
    for (let i = 0; i < indices.length; i++) {
      this.#binds.set(indices[i] as number, [...(values[i] as Readonly<Mat4>)]);
    }
  }

  /** Sets the matrices of a frame, which are lent. */
  pose(frame: SkinFrame): void {
    const { indices } = frame.joints;
    if (this.#frame?.joints.indices !== indices) {
      this.#jointAt.clear();
      for (let i = 0; i < indices.length; i++) this.#jointAt.set(indices[i] as number, i);
    }
    this.#frame = frame;
  }

  deform(_index: number, mesh: MeshData, out: Float64Array): boolean {
    const frame = this.#frame;
    const setup = this.#setup;
    if (!frame || !setup || frame.envelope === 0) return false;
    const points = mesh.positionsXyz;
    const pointCount = Math.floor(points.length / 3);
    let known = this.#points.get(pointCount);
    if (!known) {
      known = new SkinPoints(setup, pointCount);
      this.#points.set(pointCount, known);
    }
    if (frame.method === 'dualQuaternion') out.set(points);
    else this.#skinLinear(points, known, frame, setup, out);
    if (frame.method !== 'classicLinear') this.#skinDual(points, known, frame, setup, out);
    if (frame.envelope !== 1) {
      const { envelope } = frame;
      for (let i = 0; i < out.length; i++) out[i] = points[i]! + envelope * (out[i]! - points[i]!);
    }
    return true;
  }

  /** From the points, or the space of the joints at binding, to the world; undefined for the influences to hold. */
  #toWorld(joint: number, frame: SkinFrame, needsJoint: boolean): Readonly<Mat4> | undefined {
    const at = this.#jointAt.get(joint);
    if (at === undefined && needsJoint) return undefined;
    const bind = this.#binds.get(joint);
    const world = at === undefined ? IDENTITY : (frame.joints.values[at] as Readonly<Mat4>);
    return bind ? multiplyMat4(bind, world, product) : world;
  }

  #skinLinear(
    points: Float64Array,
    { weights, linear }: SkinPoints,
    frame: SkinFrame,
    { sum, space, needsJoint }: SkinSetup,
    out: Float64Array,
  ): void {
    const { matrices: affines } = linear;
    for (let i = 0; i < weights.joints.length; i++) {
      const toWorld = this.#toWorld(weights.joints[i] as number, frame, needsJoint);
      if (!toWorld) setAffine(IDENTITY, affines, i * AFFINE);
      else {
        const bound = space ? multiplyMat4(space, toWorld, bindProduct) : toWorld;
        setAffine(multiplyMat4(bound, frame.worldToOutput, product), affines, i * AFFINE);
      }
    }
    if (sum === 'additive') skinAdditive(points, weights, affines, out);
    else linear.run(points, out);
  }

  #skinDual(
    points: Float64Array,
    { weights, quaternions, shares }: SkinPoints,
    frame: SkinFrame,
    { space, needsJoint }: SkinSetup,
    out: Float64Array,
  ): void {
    if (frame.method === 'weightBlended' && !shares) return;
    for (let i = 0; i < weights.joints.length; i++) {
      const toWorld = this.#toWorld(weights.joints[i] as number, frame, needsJoint);
      quaternions.set(i, toWorld ?? IDENTITY, frame.hasScale);
    }
    setAffine(frame.worldToOutput, after, 0);
    if (space) setAffine(space, before, 0);
    const dual = { quaternions, before: space && before, after };
    skinDual(points, weights, dual, frame.method === 'weightBlended' ? shares : undefined, out);
  }
}

const IDENTITY = identityMat4();
const product = identityMat4();
const bindProduct = identityMat4();
const before = new Float64Array(AFFINE);
const after = new Float64Array(AFFINE);
