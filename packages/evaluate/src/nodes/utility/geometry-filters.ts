import type { SceneNode } from '@rigline/scene';
import { type MeshData, type NumberTable, withParts, withPositions } from '@rigline/scene';
import {
  deleteComponent as deleteComponentDeclaration,
  geometryFilter,
  groupId as groupIdDeclaration,
  groupParts as groupPartsDeclaration,
  POINT_KEEPING_MODIFIERS,
  polyModifier,
  polyTweak as polyTweakDeclaration,
  tweak as tweakDeclaration,
  UNEVALUATED_DEFORMERS,
  UNEVALUATED_MODIFIERS,
} from '@rigline/scene/maya';
import { isMeshData } from '../../geometry/mesh-data.ts';
import { tweakPoints } from '../../geometry/tweak-points.ts';
import { type ComputeContext, defineNode, instanceStep, type NodeType, step } from '../../graph/node-type.ts';
import { isCurveData, localGeometry } from './curve-shapes.ts';

/** `groupId`: a number that readers give, since files do not keep it. */
const groupId: NodeType = defineNode(groupIdDeclaration, []);

/** A mesh with one more group of components. */
function withGroup(mesh: MeshData, id: number, components: readonly string[]): MeshData {
  const groups = new Map(mesh.parts?.groups);
  groups.set(id, components);
  return withParts(mesh, { groups, tags: mesh.parts?.tags ?? new Map() });
}

/** `groupParts`: the geometry passes with its components added as a group, by which deformers choose them. */
export const groupParts: NodeType = defineNode(groupPartsDeclaration, [
  step(groupPartsDeclaration, {
    reads: ['inputGeometry', 'inputComponents', 'groupId'],
    writes: ['outputGeometry'],
    compute(input, output) {
      const geometry = localGeometry(input.inputGeometry);
      const { inputComponents: components, groupId: id } = input;
      output.outputGeometry =
        id > 0 && isMeshData(geometry) && Array.isArray(components)
          ? withGroup(geometry, id, components as readonly string[])
          : geometry;
    },
  }),
]);

/** Geometry with offsets added to its points. */
function tweakGeometry(given: unknown, vertices: NumberTable | undefined, points: NumberTable | undefined): unknown {
  const geometry = localGeometry(given);
  if (isMeshData(geometry)) {
    const { positionsXyz } = geometry;
    const moved = tweakPoints(tweakPoints(positionsXyz, vertices, 3), points, 3);
    return moved === positionsXyz ? geometry : withPositions(geometry, moved);
  }
  if (isCurveData(geometry)) return { ...geometry, cvsXyzw: tweakPoints(geometry.cvsXyzw, points, 4) };
  return geometry;
}

/** `tweak`: adds its offsets to single points of each geometry. Source: Maya help, "tweak" node. */
export const tweak: NodeType = defineNode(tweakDeclaration, [
  // One task per geometry: what comes out of a filter may go into it again, as another geometry.
  instanceStep(tweakDeclaration, {
    reads: ['input', 'vlist', 'plist'],
    writes: ['outputGeometry'],
    compute(input, output) {
      const { vertex } = input.vlist;
      output.outputGeometry = tweakGeometry(input.input.inputGeometry, vertex, input.plist.controlPoints);
    },
  }),
]);

/** `polyTweak`: adds its offsets to the points of a mesh. Source: Maya help, "polyTweak" node. */
export const polyTweak: NodeType = defineNode(polyTweakDeclaration, [
  step(polyTweakDeclaration, {
    reads: ['inputPolymesh', 'tweak'],
    writes: ['output'],
    compute(input, output) {
      output.output = tweakGeometry(input.inputPolymesh, input.tweak, undefined);
    },
  }),
]);

/** Says that a deformer has no effect here; all nodes of a type are counted together. */
export function reportUndeformed(type: string, context: ComputeContext): void {
  const problem = {
    code: 'EVALUATE_UNDEFORMED',
    severity: 'warning',
    group: type,
    message: `"${type}" nodes are not evaluated; the geometry passes as it is (approximated: undeformed)`,
    hint: 'Bake the points of these shapes if they matter.',
  } as const;
  const nodes = told.get(context) ?? new Set<SceneNode>();
  told.set(context, nodes);
  if (nodes.has(context.node)) return;
  nodes.add(context.node);
  context.report(problem);
}

/** Nodes that have told already, by the context of their graph: nodes are counted, not frames. */
const told = new WeakMap<ComputeContext, Set<SceneNode>>();

/** Deformers without their effect: each geometry passes as it is. */
const deformers = UNEVALUATED_DEFORMERS.map(
  (declaration): NodeType => ({
    declaration,
    steps: [
      instanceStep(geometryFilter, {
        reads: ['input', 'envelope'],
        writes: ['outputGeometry'],
        compute(input, output, context) {
          const { inputGeometry } = input.input;
          output.outputGeometry = localGeometry(inputGeometry);
          if (input.envelope !== 0 && inputGeometry !== undefined) reportUndeformed(declaration.type, context);
        },
      }),
    ],
  }),
);

/** Modelling nodes: the mesh passes as it is, with or without a problem. */
const modifiers = [...POINT_KEEPING_MODIFIERS, ...UNEVALUATED_MODIFIERS].map(
  (declaration): NodeType => ({
    declaration,
    steps: [
      step(polyModifier, {
        reads: ['inputPolymesh'],
        writes: ['output'],
        compute(input, output, context) {
          output.output = localGeometry(input.inputPolymesh);
          if (input.inputPolymesh !== undefined && UNEVALUATED_MODIFIERS.includes(declaration)) {
            reportUndeformed(declaration.type, context);
          }
        },
      }),
    ],
  }),
);

/** `deleteComponent`: nothing is removed (reported). */
const deleteComponent: NodeType = defineNode(deleteComponentDeclaration, [
  step(deleteComponentDeclaration, {
    reads: ['inputGeometry'],
    writes: ['outputGeometry'],
    compute(input, output, context) {
      output.outputGeometry = localGeometry(input.inputGeometry);
      if (input.inputGeometry !== undefined) reportUndeformed('deleteComponent', context);
    },
  }),
]);

/** Everything between a shape's history and the shape. */
export const GEOMETRY_FILTERS: readonly NodeType[] = [
  groupId,
  groupParts,
  tweak,
  polyTweak,
  ...deformers,
  ...modifiers,
  deleteComponent,
];
