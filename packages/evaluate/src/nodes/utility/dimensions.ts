import { crossVec3, distanceVec3, dotVec3, lengthVec3, subtractVec3 } from '@rigline/math';
import { angleDimension as angleDeclaration, distanceDimShape as distanceDeclaration } from '@rigline/scene/maya';
import { defineNode, type NodeType, step } from '../../graph/node-type.ts';

/** `distanceDimShape`: distance of two points in world space. Source: Maya help, "distanceDimShape" node. */
export const distanceDimShape: NodeType = defineNode(distanceDeclaration, [
  step(distanceDeclaration, {
    reads: ['startPoint', 'endPoint'],
    writes: ['distance'],
    compute(input, output) {
      output.distance = distanceVec3(input.startPoint, input.endPoint);
    },
  }),
]);

/**
 * `angleDimension`: angle at the middle point between the ways to the start and to the end, from 0 to half a turn.
 *
 * Source: Maya help, "angleDimension" node; saved scenes have 180 degrees for three points in line.
 */
export const angleDimension: NodeType = defineNode(angleDeclaration, [
  step(angleDeclaration, {
    reads: ['startPoint', 'middlePoint', 'endPoint'],
    writes: ['angle'],
    compute(input, output) {
      const toStart = subtractVec3(input.startPoint, input.middlePoint);
      const toEnd = subtractVec3(input.endPoint, input.middlePoint);
      output.angle = Math.atan2(lengthVec3(crossVec3(toStart, toEnd)), dotVec3(toStart, toEnd));
    },
  }),
]);
