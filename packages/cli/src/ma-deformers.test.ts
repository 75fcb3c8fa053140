import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Graph, NODE_TYPES, SceneSampler } from '@rigline/evaluate';
import { readMa } from '@rigline/formats/ma';
import { type Mat4, multiplyMat4 } from '@rigline/math';
import { isMeshData, localMesh, type MeshData, type Scene, type SceneNode, type SparseRows } from '@rigline/scene';
import { describe, expect, test } from 'vitest';

const FIXTURE = new URL('../../../fixtures/ma/hand_deformers.ma', import.meta.url);
const CORPUS = fileURLToPath(new URL('../../../../shared/corpus/ma', import.meta.url));

function open(file: string | URL): { scene: Scene; graph: Graph; problems: readonly { readonly code: string }[] } {
  const { scene, problems } = readMa(readFileSync(file), { file: String(file) });
  return { scene, graph: new Graph(scene, NODE_TYPES), problems };
}

function points(graph: Graph, frame: number): number[] {
  const { meshes } = new SceneSampler(graph, { meshes: true }).sample(frame);
  return [...(meshes?.find(({ path }) => path === '|body|bodyShape')?.positionsXyz ?? [])];
}

// Expected points are derived by hand: the tweak lifts point 0, "smile" moves points 2 and 3 through its in-between,
// "wide" moves point 1, and the joint at (10, 4, 0) has turned a quarter about z.
describe('deformers of hand_deformers.ma', () => {
  test.each([
    [1, [10, 0, 1, 13, 0, 0, 10, 5, 3, 10, 4, 0]],
    [11, [10, 0, 1, 13, 0, 0, 8, 5, 0, 9, 5, 0]],
  ])('give the points of frame %d', (frame, expected) => {
    const { graph, problems } = open(FIXTURE);
    const found = points(graph, frame);
    expect(found.length).toBe(expected.length);
    found.forEach((value, i) => {
      expect(value).toBeCloseTo(expected[i] as number, 12);
    });
    expect(problems).toEqual([]);
    expect(graph.problems.list()).toEqual([]);
  });

  test('pass on what else the mesh has', () => {
    const mesh = open(FIXTURE).graph.get('bodyShape.outMesh') as unknown as MeshData;
    expect(mesh.uvSets?.map(({ name, corners }) => [name, [...corners]])).toEqual([['map1', [0, 1, 2, 3]]]);
    expect(mesh.colorSets?.map(({ name, values }) => [name, [...values]])).toEqual([
      ['alpha', [1, 1, 1, 0.75, 1, 1, 1, 0.5]],
      ['paint', [1, 0, 0, 1, 0, 0.5, 0, 1, 0, 0, 0.25, 1]],
    ]);
    expect(mesh.colorSets?.map(({ corners }) => [...corners])).toEqual([
      [0, 0, 1, 1],
      [0, 1, 2, 0],
    ]);
    expect([...(mesh.normals?.corners ?? [])]).toEqual([0, -1, -1, 3]);
    expect([...(mesh.hardEdges ?? [])]).toEqual([0, 1]);
    expect(mesh.creases?.edges).toEqual(Int32Array.of(2, 3));
  });
});

/** Whether every influence stands where it was bound, to a hundred thousandth. */
function isInBindPose(skin: SceneNode, graph: Graph): boolean {
  const weights = skin.values.get('weightList') as SparseRows | undefined;
  if (!weights) return false;
  const cells = weights.borrow();
  const joints = new Set<number>();
  for (let i = 0; i < cells.length; i += 3) if (cells[i + 2] !== 0) joints.add(cells[i + 1] as number);
  return [...joints].every((joint) => {
    const bind = graph.get({ node: skin, path: `bindPreMatrix[${joint}]` }) as Mat4;
    const world = graph.get({ node: skin, path: `matrix[${joint}]` }) as Mat4;
    return multiplyMat4(bind, world).every((value, i) => Math.abs(value - (i % 5 === 0 ? 1 : 0)) < 1e-5);
  });
}

describe('skins saved by Maya in their bind pose', () => {
  const files = existsSync(CORPUS)
    ? readdirSync(CORPUS, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ma'))
    : [];

  test.skipIf(files.length === 0)(
    'leave their points where they are',
    () => {
      let skins = 0;
      for (const name of files) {
        const { scene, graph } = open(join(CORPUS, name));
        graph.setTime(scene.settings.savedFrame / scene.settings.frameRate);
        for (const skin of scene.nodes.filter((node) => node.type === 'skinCluster')) {
          if (!isInBindPose(skin, graph)) continue;
          const before = graph.get({ node: skin, path: 'input[0].inputGeometry' });
          const after = graph.get({ node: skin, path: 'outputGeometry[0]' });
          if (!isMeshData(before) || !isMeshData(after)) continue;
          const { positionsXyz } = localMesh(before);
          skins++;
          // 1e-4: bind matrices and weights are rounded in the files, and points are up to 20 units away.
          after.positionsXyz.forEach((value, i) => {
            expect(Math.abs(value - (positionsXyz[i] as number)), `${name} ${skin.name} ${i}`).toBeLessThan(1e-4);
          });
        }
      }
      expect(skins).toBeGreaterThan(5);
    },
    60_000,
  );
});
