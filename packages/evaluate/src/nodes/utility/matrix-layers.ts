import {
  composeMat4,
  copyMat4,
  crossVec3,
  DECOMPOSE_DEFAULTS,
  decomposeMat4,
  dotVec3,
  identityMat4,
  identityParts,
  lerpVec3,
  type Mat4,
  type MatrixParts,
  multiplyMat4,
  multiplyQuat,
  normalizeVec3,
  type Quat,
  quatBetween,
  quatFromAxisAngle,
  rotateVec3,
  slerpQuat,
  subtractVec3,
  transformPoint,
  transformVector,
  type Vec3,
} from '@rigline/math';
import { aimMatrix as aimMatrixDeclaration, blendMatrix as blendMatrixDeclaration } from '@rigline/scene/maya';
import { defineNode, type NodeType, step } from '../../graph/node-type.ts';

/**
 * Nodes of Maya 2020 and later that change a matrix under an `envelope`.
 *
 * Unverified: `preSpaceMatrix` is multiplied before, `postSpaceMatrix` after the result.
 */

interface LayerInput {
  readonly inputMatrix: Mat4;
  readonly preSpaceMatrix: Mat4;
  readonly postSpaceMatrix: Mat4;
}

function inSpaces(input: LayerInput, result: Readonly<Mat4>, out: Mat4 | undefined): Mat4 {
  const within = multiplyMat4(input.preSpaceMatrix, result, out ?? identityMat4());
  return multiplyMat4(within, input.postSpaceMatrix, within);
}

interface PartWeights {
  readonly translateWeight: number;
  readonly rotateWeight: number;
  readonly scaleWeight: number;
  readonly shearWeight: number;
}

/** Moves parts towards others: rotations along the shorter arc, everything else straight. */
function blendParts(from: MatrixParts, to: MatrixParts, weight: number, parts: PartWeights): void {
  lerpVec3(from.translate, to.translate, weight * parts.translateWeight, from.translate);
  lerpVec3(from.scale, to.scale, weight * parts.scaleWeight, from.scale);
  lerpVec3(from.shear, to.shear, weight * parts.shearWeight, from.shear);
  slerpQuat(from.rotate, to.rotate, weight * parts.rotateWeight, { arc: 'shortest' }, from.rotate);
}

/**
 * `blendMatrix`: each target in turn pulls the result of those before it towards itself by its weights.
 *
 * Source: Maya help, "blendMatrix" node; Unverified: that parts are blended one by one, as the weights suggest.
 * Golden: fixtures/nodes/utility-matrices.golden.json
 */
export const blendMatrix: NodeType = defineNode(blendMatrixDeclaration, [
  step(blendMatrixDeclaration, {
    reads: ['enable', 'envelope', 'inputMatrix', 'preSpaceMatrix', 'postSpaceMatrix', 'target'],
    writes: ['outputMatrix'],
    compute(input, output) {
      if (!input.enable) {
        output.outputMatrix = copyMat4(input.inputMatrix, output.outputMatrix);
        return;
      }
      const parts = decomposeMat4(input.inputMatrix, DECOMPOSE_DEFAULTS, identityParts());
      for (const target of input.target.values) {
        if (!target.useMatrix) continue;
        const to = decomposeMat4(target.targetMatrix, DECOMPOSE_DEFAULTS, identityParts());
        blendParts(parts, to, target.weight * input.envelope, target);
      }
      output.outputMatrix = inSpaces(input, composeMat4(parts), output.outputMatrix);
    },
  }),
]);

type Mode = 'none' | 'aim' | 'align';

/** Where an axis should point: from a position to a point of the target, or along one of its directions. */
function aimDirection(mode: Mode, position: Readonly<Vec3>, vector: Readonly<Vec3>, target: Readonly<Mat4>): Vec3 {
  if (mode === 'align') return normalizeVec3(transformVector(target, vector));
  return normalizeVec3(subtractVec3(transformPoint(target, vector), position));
}

/** The turn about `axis` that brings `from` as near to `to` as it can. */
function turnAbout(axis: Readonly<Vec3>, from: Readonly<Vec3>, to: Readonly<Vec3>): Quat {
  return quatFromAxisAngle(
    axis,
    Math.atan2(dotVec3(crossVec3(from, to), axis), dotVec3(from, to) - dotVec3(from, axis) * dotVec3(to, axis)),
  );
}

/**
 * `aimMatrix`: turns a matrix so that its primary axis points at (aim) or along (align) its target, then about that
 * axis so that the secondary one comes as near as possible to its own. Position, scale and shear stay.
 *
 * With the primary mode none ("lock axis") the primary axis stays where it is and only the second turn happens.
 * Source: Maya help, "aimMatrix" node. Golden: fixtures/nodes/utility-matrices.golden.json
 */
export const aimMatrix: NodeType = defineNode(aimMatrixDeclaration, [
  step(aimMatrixDeclaration, {
    reads: ['enable', 'envelope', 'inputMatrix', 'preSpaceMatrix', 'postSpaceMatrix', 'primary', 'secondary'],
    writes: ['outputMatrix'],
    compute(input, output) {
      if (!input.enable) {
        output.outputMatrix = copyMat4(input.inputMatrix, output.outputMatrix);
        return;
      }
      const { primary, secondary } = input;
      const parts = decomposeMat4(input.inputMatrix, DECOMPOSE_DEFAULTS, identityParts());
      const position = parts.translate;
      let rotate: Quat = [...parts.rotate];
      let axis = normalizeVec3(rotateVec3(primary.primaryInputAxis, rotate));
      if (primary.primaryMode !== 'none') {
        const { primaryMode, primaryTargetVector, primaryTargetMatrix } = primary;
        const wanted = aimDirection(primaryMode, position, primaryTargetVector, primaryTargetMatrix);
        rotate = multiplyQuat(rotate, quatBetween(axis, wanted));
        axis = normalizeVec3(rotateVec3(primary.primaryInputAxis, rotate));
      }
      if (secondary.secondaryMode !== 'none') {
        const { secondaryMode, secondaryTargetVector, secondaryTargetMatrix } = secondary;
        const wanted = aimDirection(secondaryMode, position, secondaryTargetVector, secondaryTargetMatrix);
        const now = normalizeVec3(rotateVec3(secondary.secondaryInputAxis, rotate));
        rotate = multiplyQuat(rotate, turnAbout(axis, now, wanted));
      }
      slerpQuat(parts.rotate, rotate, input.envelope, { arc: 'shortest' }, parts.rotate);
      output.outputMatrix = inSpaces(input, composeMat4(parts), output.outputMatrix);
    },
  }),
]);
