import {
  crossVec3,
  distanceVec3,
  dotVec3,
  eulerFromQuat,
  normalizeVec3,
  quatBetween,
  transformPoint,
  transformVector,
  type Vec3,
} from '@rigline/math';
import {
  angleBetween as angleBetweenDeclaration,
  distanceBetween as distanceBetweenDeclaration,
  vectorProduct as vectorProductDeclaration,
} from '@rigline/scene/maya';
import { defineNode, type NodeType, step } from '../../graph/node-type.ts';

/** `distanceBetween`: of two points, each in the space of its matrix. Source: Maya help, "distanceBetween" node. */
export const distanceBetween: NodeType = defineNode(distanceBetweenDeclaration, [
  step(distanceBetweenDeclaration, {
    reads: ['point1', 'inMatrix1', 'point2', 'inMatrix2'],
    writes: ['distance'],
    compute(input, output) {
      const from = transformPoint(input.inMatrix1, input.point1);
      const to = transformPoint(input.inMatrix2, input.point2);
      output.distance = distanceVec3(from, to);
    },
  }),
]);

/**
 * `vectorProduct`: dot, cross, or the first vector through the matrix as vector or point. The dot product fills all
 * three axes; normalised, it is the cosine of the angle.
 *
 * Source: Maya help, "vectorProduct" node. Golden: fixtures/nodes/utility-vectors.golden.json
 */
export const vectorProduct: NodeType = defineNode(vectorProductDeclaration, [
  step(vectorProductDeclaration, {
    reads: ['operation', 'input1', 'input2', 'matrix', 'normalizeOutput'],
    writes: ['output'],
    compute(input, output) {
      const { operation, input1, input2, matrix, normalizeOutput } = input;
      if (operation === 'dotProduct') {
        const dot = normalizeOutput ? dotVec3(normalizeVec3(input1), normalizeVec3(input2)) : dotVec3(input1, input2);
        output.output = [dot, dot, dot];
        return;
      }
      let result: Vec3;
      if (operation === 'crossProduct') result = crossVec3(input1, input2);
      else if (operation === 'vectorMatrixProduct') result = transformVector(matrix, input1);
      else if (operation === 'pointMatrixProduct') result = transformPoint(matrix, input1);
      else result = [...input1];
      output.output = normalizeOutput ? normalizeVec3(result) : result;
    },
  }),
]);

/**
 * `angleBetween`: the smallest rotation from the first vector to the second, as axis and angle and as Euler angles
 * in xyz order. A zero vector gives angle 0 about X.
 *
 * Source: Maya help, "angleBetween" node. Unverified: the axis of parallel and opposite vectors.
 */
export const angleBetween: NodeType = defineNode(angleBetweenDeclaration, [
  {
    per: 'once',
    reads: ['vector1', 'vector2'],
    writes: ['euler', 'axis', 'angle'],
    compute(input, output) {
      const turn = quatBetween(input.vector1 as Vec3, input.vector2 as Vec3);
      const axis = normalizeVec3([turn[0], turn[1], turn[2]]);
      const isTurned = axis[0] !== 0 || axis[1] !== 0 || axis[2] !== 0;
      output.euler = eulerFromQuat(turn, 'xyz');
      output.axis = isTurned ? axis : [1, 0, 0];
      output.angle = 2 * Math.atan2(Math.hypot(turn[0], turn[1], turn[2]), turn[3]);
    },
  },
]);
