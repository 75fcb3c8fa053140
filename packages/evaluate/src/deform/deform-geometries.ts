import { isMeshData, localMesh, type MeshData } from '@rigline/scene';
import type { NurbsCurveData } from '@rigline/scene/maya';
import { localCurve } from '../geometry/local-curve.ts';
import { isCurveData } from '../nodes/utility/curve-shapes.ts';
import { GeometryBuffers } from './buffers.ts';
import { type Membership, OutsidePoints } from './components.ts';

/** Moves the points of one geometry. */
export interface PointDeformer {
  /**
   * @param index Of the geometry at the deformer.
   * @param out Points, to be written completely; never the points of `mesh`.
   * @returns False when nothing moves; `out` does not count then.
   */
  deform(index: number, mesh: MeshData, out: Float64Array): boolean;
  /** What else changes of a mesh that `deform` has moved. */
  finish?(mesh: MeshData): MeshData;
}

/** `input` of a geometry filter. */
export interface GeometryInputs {
  readonly indices: readonly number[];
  readonly values: readonly (Membership & { readonly inputGeometry: unknown })[];
}

/** Brings the geometries of a deformer through it; keeps the memory that this needs. */
export class GeometryDeformer {
  readonly #buffers = new GeometryBuffers();
  readonly #outside = new OutsidePoints();

  /**
   * Meshes and NURBS curves are deformed as far as the deformer's membership goes, other geometry passes.
   *
   * @param outputs By logical index.
   * @returns Whether geometry has passed that cannot be deformed.
   */
  run({ indices, values }: GeometryInputs, deformer: PointDeformer, outputs: unknown[]): boolean {
    let hasOther = false;
    outputs.length = 0;
    for (let i = 0; i < indices.length; i++) {
      const index = indices[i] as number;
      const input = values[i] as GeometryInputs['values'][number];
      const geometry = input.inputGeometry;
      if (isMeshData(geometry)) outputs[index] = this.#deform(index, localMesh(geometry), input, deformer);
      else if (isCurveData(geometry)) outputs[index] = this.#deformCurve(index, localCurve(geometry), input, deformer);
      else {
        outputs[index] = geometry;
        if (geometry !== undefined) hasOther = true;
      }
    }
    return hasOther;
  }

  #deform(index: number, mesh: MeshData, membership: Membership, deformer: PointDeformer): MeshData {
    const { positionsXyz } = mesh;
    if (positionsXyz.length < 3) return mesh;
    const outside = this.#outside.of(index, mesh, membership);
    if (outside && outside.length * 3 >= positionsXyz.length) return mesh;
    const block = this.#buffers.next(index, mesh);
    if (!deformer.deform(index, mesh, block.points)) return mesh;
    if (outside) restorePoints(positionsXyz, outside, block.points);
    return deformer.finish?.(block.mesh) ?? block.mesh;
  }

  #deformCurve(index: number, curve: NurbsCurveData, membership: Membership, deformer: PointDeformer): NurbsCurveData {
    const mesh = curveAsMesh(curve);
    const moved = this.#deform(index, mesh, membership, deformer);
    return moved === mesh ? curve : withCurvePoints(curve, moved.positionsXyz);
  }
}

function restorePoints(from: Float64Array, points: Int32Array, to: Float64Array): void {
  for (let i = 0; i < points.length; i++) {
    const at = (points[i] as number) * 3;
    to[at] = from[at] as number;
    to[at + 1] = from[at + 1] as number;
    to[at + 2] = from[at + 2] as number;
  }
}

const NO_FACES = new Int32Array(0);
const CURVE_MESHES = new WeakMap<NurbsCurveData, MeshData>();

/** Control vertices that can be set on their own: the last ones of a periodic curve repeat the first. */
function ownCount({ cvsXyzw, form, degree }: NurbsCurveData): number {
  const count = cvsXyzw.length / 4;
  // A degree that cannot be is left to whoever evaluates the curve.
  return form === 'periodic' && degree > 0 ? Math.max(count - Math.floor(degree), 0) : Math.floor(count);
}

/** The control vertices of a curve as a mesh without faces. */
export function curveAsMesh(curve: NurbsCurveData): MeshData {
  let mesh = CURVE_MESHES.get(curve);
  if (!mesh) {
    const positionsXyz = new Float64Array(ownCount(curve) * 3);
    for (let i = 0; i < positionsXyz.length; i++) {
      positionsXyz[i] = curve.cvsXyzw[Math.floor(i / 3) * 4 + (i % 3)] as number;
    }
    mesh = { positionsXyz, faceCounts: NO_FACES, faceVertices: NO_FACES };
    CURVE_MESHES.set(curve, mesh);
  }
  return mesh;
}

function withCurvePoints(curve: NurbsCurveData, positionsXyz: Float64Array): NurbsCurveData {
  const cvsXyzw = curve.cvsXyzw.slice();
  const own = positionsXyz.length / 3;
  for (let cv = 0; own > 0 && cv < cvsXyzw.length / 4; cv++) {
    for (let axis = 0; axis < 3; axis++) cvsXyzw[cv * 4 + axis] = positionsXyz[(cv % own) * 3 + axis] as number;
  }
  return { ...curve, cvsXyzw };
}
