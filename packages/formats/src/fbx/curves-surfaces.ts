/** NURBS curves and polylines as `nurbsCurve` shapes. */
import type { SceneNode } from '@rigline/scene';
import type { NurbsCurveData } from '@rigline/scene/maya';
import type { FbxObject } from './document-types.ts';
import { reportFbx } from './problems.ts';
import { childNumber, childText, readFloat64, readInt32 } from './record-arrays.ts';
import { childOf } from './record-types.ts';
import type { FbxSceneContext } from './scene-context.ts';
import { addShapeNode, freeShapeName } from './shapes.ts';

/** Polylines of one Geometry that become shapes, at most. */
const LINE_LIMIT = 1000;

/**
 * Adds the shape of a NURBS curve.
 *
 * Source: FBX SDK help, FbxNurbsCurve: `points + order` knots, of which Maya leaves out the first and the last. Closed
 * and periodic curves do not repeat the points at their seam in FBX; in Maya they do.
 */
export function addCurves(context: FbxSceneContext, geometry: FbxObject): void {
  const curve = readNurbsCurve(geometry, context.unit);
  if (curve) {
    const node = addShapeNode(context, geometry, 'nurbsCurve');
    if (node) context.scene.setValue(node, 'cached', curve);
    return;
  }
  reportFbx(context.log, 'FBX_SURFACE_NOT_READ', {
    message: 'The order, points and knots of a NURBS curve do not fit together; it is left out',
    at: context.place(geometry),
  });
}

function readNurbsCurve({ record }: FbxObject, unit: number): NurbsCurveData | undefined {
  const order = childNumber(record, 'Order') ?? 0;
  const form = childText(record, 'Form') ?? 'Open';
  const points = readFloat64(childOf(record, 'Points'));
  const knots = readFloat64(childOf(record, 'KnotVector'));
  const count = Math.floor(points.length / 4);
  const wrap = form === 'Periodic' ? order - 1 : form === 'Closed' ? 1 : 0;
  if (!Number.isInteger(order) || order < 2 || count < 2 || count < wrap) return undefined;
  const all = count + wrap;
  const degree = order - 1;
  if (all <= degree || knots.length !== all + order) return undefined;
  const cvsXyzw = new Float64Array(all * 4);
  for (let i = 0; i < all * 4; i++) {
    const value = points[i % (count * 4)] as number;
    cvsXyzw[i] = i % 4 === 3 ? value : value * unit;
  }
  return {
    degree,
    spans: all - degree,
    form: form === 'Periodic' ? 'periodic' : form === 'Closed' ? 'closed' : 'open',
    knots: knots.slice(1, -1),
    cvsXyzw,
  };
}

/** Adds a curve of degree 1 for each polyline of a Line. */
export function addLines(context: FbxSceneContext, geometry: FbxObject): void {
  const { record } = geometry;
  const lines = readLines(
    readFloat64(childOf(record, 'Points')),
    readInt32(childOf(record, 'PointsIndex')),
    context.unit,
  );
  const [first, ...others] = lines;
  const node = first && addShapeNode(context, geometry, 'nurbsCurve');
  if (!node) return;
  const { scene } = context;
  scene.setValue(node, 'cached', first);
  for (const line of others) {
    const [parent, ...more] = node.parents as [SceneNode, ...SceneNode[]];
    const other = scene.addNode({ type: 'nurbsCurve', name: freeShapeName(scene, parent), parent });
    for (const place of more) scene.addInstance(other, place);
    scene.setValue(other, 'cached', line);
  }
}

/** Polylines from point indices of which the last of each is `-i - 1`. Points that are not there are left out. */
function readLines(pointsXyz: Float64Array, indices: Int32Array, unit: number): NurbsCurveData[] {
  const count = Math.floor(pointsXyz.length / 3);
  const lines: NurbsCurveData[] = [];
  let line: number[] = [];
  for (let i = 0; i < indices.length && lines.length < LINE_LIMIT; i++) {
    const index = indices[i] as number;
    const point = index < 0 ? ~index : index;
    if (point < count) for (let axis = 0; axis < 3; axis++) line.push((pointsXyz[3 * point + axis] as number) * unit);
    if (point < count) line.push(1);
    if (index >= 0 && i + 1 < indices.length) continue;
    if (line.length >= 8) lines.push(polyline(line));
    line = [];
  }
  return lines;
}

function polyline(cvs: readonly number[]): NurbsCurveData {
  const count = cvs.length / 4;
  return {
    degree: 1,
    spans: count - 1,
    form: 'open',
    knots: Float64Array.from({ length: count }, (_, knot) => knot),
    cvsXyzw: Float64Array.from(cvs),
  };
}
