import {
  polyCone as polyConeDeclaration,
  polyCube as polyCubeDeclaration,
  polyCylinder as polyCylinderDeclaration,
  polyPlane as polyPlaneDeclaration,
  polyPyramid as polyPyramidDeclaration,
  polySphere as polySphereDeclaration,
  polyTorus as polyTorusDeclaration,
} from '@rigline/scene/maya';
import {
  polyColumnMesh,
  polyCubeMesh,
  polyPlaneMesh,
  polySphereMesh,
  polyTorusMesh,
} from '../../geometry/poly-primitives.ts';
import { defineNode, type NodeType, step } from '../../graph/node-type.ts';

/** `polyCube`. Source for all of this file: Maya help, node reference. */
export const polyCube: NodeType = defineNode(polyCubeDeclaration, [
  step(polyCubeDeclaration, {
    reads: [
      'width',
      'height',
      'depth',
      'subdivisionsWidth',
      'subdivisionsHeight',
      'subdivisionsDepth',
      'axis',
      'heightBaseline',
    ],
    writes: ['output'],
    compute(input, output) {
      const size = {
        columns: input.subdivisionsWidth,
        rows: input.subdivisionsHeight,
        layers: input.subdivisionsDepth,
      };
      output.output = polyCubeMesh({ width: input.width, height: input.height, depth: input.depth, ...size }, input);
    },
  }),
]);

export const polyPlane: NodeType = defineNode(polyPlaneDeclaration, [
  step(polyPlaneDeclaration, {
    reads: ['width', 'height', 'subdivisionsWidth', 'subdivisionsHeight', 'axis', 'heightBaseline'],
    writes: ['output'],
    compute(input, output) {
      const size = { columns: input.subdivisionsWidth, rows: input.subdivisionsHeight };
      output.output = polyPlaneMesh({ width: input.width, height: input.height, ...size }, input);
    },
  }),
]);

export const polySphere: NodeType = defineNode(polySphereDeclaration, [
  step(polySphereDeclaration, {
    reads: ['radius', 'subdivisionsAxis', 'subdivisionsHeight', 'axis', 'heightBaseline'],
    writes: ['output'],
    compute(input, output) {
      const size = { radius: input.radius, around: input.subdivisionsAxis, rows: input.subdivisionsHeight };
      output.output = polySphereMesh(size, input);
    },
  }),
]);

/** `polyCylinder`: round caps are made flat (reported). */
export const polyCylinder: NodeType = defineNode(polyCylinderDeclaration, [
  step(polyCylinderDeclaration, {
    reads: [
      'radius',
      'height',
      'subdivisionsAxis',
      'subdivisionsHeight',
      'subdivisionsCaps',
      'roundCap',
      'axis',
      'heightBaseline',
    ],
    writes: ['output'],
    compute(input, output, context) {
      if (input.roundCap) context.report(ROUND_CAP);
      output.output = polyColumnMesh(
        {
          radius: input.radius,
          topRadius: input.radius,
          height: input.height,
          around: input.subdivisionsAxis,
          rows: input.subdivisionsHeight,
          caps: input.subdivisionsCaps,
        },
        input,
      );
    },
  }),
]);

const ROUND_CAP = {
  code: 'EVALUATE_SHAPE_NOT_MADE',
  severity: 'warning',
  message: 'Round caps are made flat',
  hint: 'Delete the history of the mesh to keep its shape.',
} as const;

/** `polyCone`: a round cap is made flat (reported). */
export const polyCone: NodeType = defineNode(polyConeDeclaration, [
  step(polyConeDeclaration, {
    reads: [
      'radius',
      'height',
      'subdivisionsAxis',
      'subdivisionsHeight',
      'subdivisionsCap',
      'roundCap',
      'axis',
      'heightBaseline',
    ],
    writes: ['output'],
    compute(input, output, context) {
      if (input.roundCap) context.report(ROUND_CAP);
      output.output = polyColumnMesh(
        {
          radius: input.radius,
          topRadius: 0,
          height: input.height,
          around: input.subdivisionsAxis,
          rows: input.subdivisionsHeight,
          caps: input.subdivisionsCap,
        },
        input,
      );
    },
  }),
]);

export const polyTorus: NodeType = defineNode(polyTorusDeclaration, [
  step(polyTorusDeclaration, {
    reads: ['radius', 'sectionRadius', 'twist', 'subdivisionsAxis', 'subdivisionsHeight', 'axis', 'heightBaseline'],
    writes: ['output'],
    compute(input, output) {
      output.output = polyTorusMesh(
        {
          radius: input.radius,
          sectionRadius: input.sectionRadius,
          twist: input.twist,
          around: input.subdivisionsAxis,
          rows: input.subdivisionsHeight,
        },
        input,
      );
    },
  }),
]);

/** `polyPyramid`: all edges have the side length. */
export const polyPyramid: NodeType = defineNode(polyPyramidDeclaration, [
  step(polyPyramidDeclaration, {
    reads: ['sideLength', 'numderOfSides', 'subdivisionsHeight', 'subdivisionsCaps', 'axis', 'heightBaseline'],
    writes: ['output'],
    compute(input, output) {
      const around = Number(input.numderOfSides);
      const radius = input.sideLength / (2 * Math.sin(Math.PI / around));
      output.output = polyColumnMesh(
        {
          radius,
          topRadius: 0,
          height: Math.sqrt(input.sideLength ** 2 - radius ** 2),
          around,
          rows: input.subdivisionsHeight,
          caps: input.subdivisionsCaps,
        },
        input,
      );
    },
  }),
]);
