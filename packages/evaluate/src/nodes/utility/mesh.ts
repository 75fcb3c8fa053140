import { placeMesh, unplacedMesh, withParts, withPositions } from '@rigline/scene';
import { mesh as declaration } from '@rigline/scene/maya';
import { type FaceGroups, requestFaceGroups, withGroups } from '../../geometry/face-materials.ts';
import { isMeshData } from '../../geometry/mesh-data.ts';
import { partsOfTags, StoredMesh } from '../../geometry/stored-mesh.ts';
import { tweakPoints } from '../../geometry/tweak-points.ts';
import { defineNode, instanceStep, type NodeType, step } from '../../graph/node-type.ts';
import { dagNode } from '../dag-node.ts';

/**
 * `mesh`: the mesh of its history, or its own saved points and faces where there is none; tweaks (`pnts`) are added.
 * A mesh that is stored in one block (`polygons`) feeds its own deformers, so its tweaks are in it before them.
 * `worldMesh` has its points in world space, per instance; deformers take it in local space.
 *
 * Source: Maya help, "mesh" node.
 */
export const mesh: NodeType = defineNode(declaration, [
  step(declaration, {
    reads: [
      'polygons',
      'vrts',
      'pnts',
      'edge',
      'face',
      'normals',
      'uvSet',
      'currentUVSet',
      'colorSet',
      'currentColorSet',
      'creaseData',
      'creaseVertexData',
      'componentTags',
    ],
    writes: ['origMesh'],
    compute(input, output) {
      const stored = input.polygons;
      if (!stored) output.origMesh = new StoredMesh(input);
      else if (input.pnts?.count) {
        output.origMesh = withPositions(stored, tweakPoints(stored.positionsXyz, input.pnts, 3));
      } else output.origMesh = stored;
    },
  }),
  step(declaration, {
    reads: ['inMesh', 'origMesh', 'polygons', 'pnts', 'componentTags'],
    writes: ['outMesh'],
    requests: requestFaceGroups,
    compute(input, output) {
      const { pnts } = input;
      const groups = input.extra as FaceGroups;
      if (!isMeshData(input.inMesh)) {
        output.outMesh = input.origMesh && withGroups(input.origMesh, groups);
        return;
      }
      // What comes straight from a `worldMesh` stays where it is in the world.
      const inMesh = unplacedMesh(input.inMesh);
      const isTweaked = !input.polygons && pnts !== undefined && pnts.count > 0;
      const moved = isTweaked ? withPositions(inMesh, tweakPoints(inMesh.positionsXyz, pnts, 3)) : inMesh;
      const tags = partsOfTags(input.componentTags);
      output.outMesh = withGroups(tags ? withParts(moved, tags) : moved, groups);
    },
  }),
  instanceStep(declaration, {
    reads: ['outMesh', 'worldMatrix'],
    writes: ['worldMesh'],
    compute(input, output) {
      output.worldMesh = isMeshData(input.outMesh) ? placeMesh(input.outMesh, input.worldMatrix) : undefined;
    },
  }),
  ...dagNode.steps,
]);
