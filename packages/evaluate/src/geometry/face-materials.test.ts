import type { MeshData, Scene } from '@rigline/scene';
import { connectPlugs, sketchScene } from '@rigline/testkit';
import { describe, expect, test } from 'vitest';
import { Graph } from '../graph/graph.ts';
import { NODE_TYPES } from '../nodes/index.ts';

/** Four triangles on the same three points. */
const FAN: MeshData = {
  positionsXyz: Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0),
  faceCounts: Int32Array.of(3, 3, 3, 3),
  faceVertices: Int32Array.of(0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2),
};
const group = (number: number): string => `instObjGroups[0].objectGroups[${number}]`;

function open(values: Record<string, unknown>): Scene {
  return sketchScene(
    {
      place: { type: 'transform' },
      shape: { type: 'mesh', parent: 'place', values: { polygons: FAN, ...values } as never },
      redSG: { type: 'shadingEngine' },
      blueSG: { type: 'shadingEngine' },
      chosen: { type: 'objectSet' },
    },
    [
      [`shape.${group(0)}`, 'redSG.dagSetMembers[0]'],
      [`shape.${group(4)}`, 'blueSG.dagSetMembers[0]'],
      [`shape.${group(2)}`, 'chosen.dagSetMembers[0]'],
    ],
  );
}

const materials = (scene: Scene): number[] | undefined => {
  const mesh = new Graph(scene, NODE_TYPES).get('shape.outMesh') as unknown as MeshData;
  return mesh.faceMaterials && [...mesh.faceMaterials];
};

// Expected numbers follow from the lists: the number of the group that names a face.
describe('materials of faces', () => {
  const saved = {
    [`${group(0)}.objectGrpCompList`]: ['f[0]', 'f[3]'],
    [`${group(4)}.objectGrpCompList`]: ['f[1:1]'],
    [`${group(2)}.objectGrpCompList`]: ['f[*]'],
  };

  test('are the groups of shading engines that name the faces', () => {
    expect(materials(open(saved))).toEqual([0, 4, -1, 0]);
  });

  test('are not read from lists of points, or beyond the faces', () => {
    expect(materials(open({ [`${group(0)}.objectGrpCompList`]: ['vtx[0:3]'] }))).toBeUndefined();
    expect(materials(open({ [`${group(0)}.objectGrpCompList`]: ['f[2:900000000]'] }))).toEqual([-1, -1, 0, 0]);
  });

  test('are what the mesh has itself where no group names faces', () => {
    const polygons = { ...FAN, faceMaterials: Int32Array.of(1, 1, 0, 0) };
    expect(materials(open({ polygons }))).toEqual([1, 1, 0, 0]);
  });

  test('are the groups that history has made', () => {
    const scene = open({ ...saved, polygons: undefined, [`${group(4)}.objectGroupId`]: 9 });
    const head = scene.addNode({ type: 'transform', name: 'head' });
    scene.setValue(scene.addNode({ type: 'mesh', name: 'orig', parent: head }), 'polygons', FAN);
    const parts = scene.addNode({ type: 'groupParts', name: 'parts' });
    scene.setValue(parts, 'inputComponents', ['f[2:3]']);
    scene.setValue(parts, 'groupId', 9);
    connectPlugs(scene, 'orig.outMesh', 'parts.inputGeometry');
    connectPlugs(scene, 'parts.outputGeometry', 'shape.inMesh');
    expect(materials(scene)).toEqual([0, -1, 4, 4]);
  });
});
