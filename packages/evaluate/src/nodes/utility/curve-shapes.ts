import { identityMat4, invertMat4, type Mat4, transformPoint } from '@rigline/math';
import { localMesh, type SceneNode } from '@rigline/scene';
import {
  locator as locatorDeclaration,
  makeNurbCircle as makeNurbCircleDeclaration,
  type NurbsCurveData,
  nurbsCurve as nurbsCurveDeclaration,
  transformGeometry as transformGeometryDeclaration,
} from '@rigline/scene/maya';
import { localCurve, rememberLocalCurve } from '../../geometry/local-curve.ts';
import { isMeshData, transformMesh, transformPositions } from '../../geometry/mesh-data.ts';
import { nurbsCircle } from '../../geometry/nurbs-circle.ts';
import { tweakPoints } from '../../geometry/tweak-points.ts';
import {
  defineNode,
  instanceStep,
  type NodeType,
  type PlugRequest,
  type RequestTree,
  step,
} from '../../graph/node-type.ts';
import { dagNode } from '../dag-node.ts';

/** The curve with its control vertices through a matrix. */
export function transformCurve(curve: NurbsCurveData, matrix: Readonly<Mat4>): NurbsCurveData {
  return { ...curve, cvsXyzw: transformPositions(curve.cvsXyzw, matrix, 4) };
}

/** Coordinates of control vertices that connections set: by row, then by axis. */
type ConnectedPoints = Readonly<Record<string, readonly (number | undefined)[]>>;

const AXES = ['xValue', 'yValue', 'zValue'] as const;
const ROW = /^controlPoints\[(\d+)\](?:\.(\w+))?$/;

/** Asks for the control vertices that something is connected to; the table holds only what is stored. */
function requestConnectedPoints(node: SceneNode, _scene: unknown, watch: (path: string) => void): RequestTree {
  watch('controlPoints[]');
  const rows: Record<string, Record<number, PlugRequest>> = {};
  for (const path of node.inputs.keys()) {
    const match = ROW.exec(path);
    if (!match) continue;
    const row = match[1] as string;
    AXES.forEach((axis, i) => {
      if (match[2] !== undefined && match[2] !== axis) return;
      const requests = rows[row] ?? {};
      requests[i] = { node, path: `controlPoints[${row}].${axis}` };
      rows[row] = requests;
    });
  }
  return rows;
}

/** Control vertices set (without history) or moved (with history) by connections, in place. */
function applyConnectedPoints(cvsXyzw: Float64Array, rows: ConnectedPoints, hasHistory: boolean): void {
  for (const [row, point] of Object.entries(rows)) {
    const at = Number(row) * 4;
    if (at + 3 >= cvsXyzw.length) continue;
    for (let i = 0; i < 3; i++) {
      const value = point[i];
      if (value !== undefined) cvsXyzw[at + i] = hasHistory ? (cvsXyzw[at + i] as number) + value : value;
    }
  }
}

/**
 * `nurbsCurve`: its history's curve, or the saved one where there is none or it is not evaluated; stored tweaks are
 * added. What is connected to a control point is its position, or with history is added like a tweak.
 *
 * Source: Maya help, "nurbsCurve" node. Unverified: that stored tweaks are added to the saved curve as well.
 */
export const nurbsCurve: NodeType = defineNode(nurbsCurveDeclaration, [
  step(nurbsCurveDeclaration, {
    reads: ['create', 'cached', 'controlPoints'],
    writes: ['local'],
    requests: requestConnectedPoints,
    compute(input, output) {
      const curve = input.create ?? input.cached;
      if (!curve) {
        output.local = undefined;
        return;
      }
      const rows = input.extra as ConnectedPoints;
      let cvsXyzw = tweakPoints(curve.cvsXyzw, input.controlPoints, 4);
      if (Object.keys(rows).length > 0) {
        cvsXyzw = cvsXyzw.slice();
        applyConnectedPoints(cvsXyzw, rows, input.create !== undefined);
      }
      output.local = { ...curve, cvsXyzw };
    },
  }),
  instanceStep(nurbsCurveDeclaration, {
    reads: ['local', 'worldMatrix'],
    writes: ['worldSpace'],
    compute(input, output) {
      const { local } = input;
      output.worldSpace = local && transformCurve(local, input.worldMatrix);
      if (local) rememberLocalCurve(output.worldSpace as NurbsCurveData, local);
    },
  }),
  ...dagNode.steps,
]);

/** `locator`: `worldPosition` is its local position in world space, per instance. Source: Maya help, "locator" node. */
export const locator: NodeType = defineNode(locatorDeclaration, [
  instanceStep(locatorDeclaration, {
    reads: ['localPosition', 'worldMatrix'],
    writes: ['worldPosition'],
    compute(input, output) {
      output.worldPosition = transformPoint(input.worldMatrix, input.localPosition);
    },
  }),
  ...dagNode.steps,
]);

/**
 * `makeNurbCircle`: full circles. A partial sweep or tolerance fitting is reported and gives no curve, so that the
 * shape below keeps its saved one. Source: Maya help, "makeNurbCircle" node.
 */
export const makeNurbCircle: NodeType = defineNode(makeNurbCircleDeclaration, [
  step(makeNurbCircleDeclaration, {
    reads: ['normal', 'center', 'radius', 'sweep', 'useTolerance', 'degree', 'sections'],
    writes: ['outputCurve'],
    compute(input, output, context) {
      const isFull = input.sweep >= 2 * Math.PI - 1e-6;
      if (!isFull || input.useTolerance || input.sections < 3) {
        context.report({
          code: 'EVALUATE_SHAPE_NOT_MADE',
          severity: 'warning',
          message: 'Only full circles of three sections and more are made; the saved shape is used',
          hint: 'Delete the history of the curve to keep its shape.',
        });
        output.outputCurve = undefined;
        return;
      }
      output.outputCurve = nurbsCircle({
        center: input.center,
        normal: input.normal,
        radius: input.radius,
        degree: input.degree === 'linear' ? 1 : 3,
        sections: input.sections,
      });
    },
  }),
]);

/** Tells a NURBS curve from other geometry on a data plug. */
export function isCurveData(value: unknown): value is NurbsCurveData {
  return typeof value === 'object' && value !== null && 'cvsXyzw' in value && 'degree' in value;
}

/** Geometry in its own space, where it was given in world space: what changes geometry works on that. */
export function localGeometry(geometry: unknown): unknown {
  if (isMeshData(geometry)) return localMesh(geometry);
  return isCurveData(geometry) ? localCurve(geometry) : geometry;
}

/**
 * `transformGeometry`: a curve or mesh through a matrix. Other geometry passes as it is. Source: Maya help.
 */
export const transformGeometry: NodeType = defineNode(transformGeometryDeclaration, [
  step(transformGeometryDeclaration, {
    reads: ['inputGeometry', 'transform', 'invertTransform'],
    writes: ['outputGeometry'],
    compute(input, output) {
      const geometry = localGeometry(input.inputGeometry);
      const matrix = input.invertTransform ? (invertMat4(input.transform) ?? identityMat4()) : input.transform;
      if (isCurveData(geometry)) output.outputGeometry = transformCurve(geometry, matrix);
      else if (isMeshData(geometry)) output.outputGeometry = transformMesh(geometry, matrix);
      else output.outputGeometry = geometry;
    },
  }),
]);
