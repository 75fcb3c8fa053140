import { existsSync, readdirSync, readFileSync } from 'node:fs';
import type { MeshData, MeshLayer, PlugRef, Scene, SceneNode } from '@rigline/scene';
import type { MorphTarget, SkinSource } from '@rigline/scene/maya';
import { describe, expect, test } from 'vitest';
import { type FbxReadResult, readFbx } from './index.ts';
import { displayText } from './text.ts';

const folder = new URL('../../../../../shared/corpus/fbx/', import.meta.url);
const present = existsSync(folder);

interface ExpectedCluster {
  readonly bone: string;
  readonly weights: number;
  readonly weightSum: number;
  readonly transform?: number[];
  readonly transformLink?: number[];
  readonly geometryToBone?: number[];
}

interface ExpectedMesh {
  readonly node: string;
  readonly geometryIndex: number;
  readonly vertices: number;
  readonly faces: number;
  readonly corners: number;
  readonly uvSets: string[];
  readonly colorSets: string[];
  readonly materials: string[];
  readonly uvFirst?: number[][];
  readonly normalFirst?: number[];
  readonly firstFace?: number[];
  readonly skinDeformers?: number;
  readonly skin?: { readonly method: string; readonly dqWeights: number; readonly clusters: ExpectedCluster[] };
}

interface ExpectedChannel {
  readonly name: string;
  readonly mesh: string;
  readonly restWeight: number;
  readonly shapes: { name: string; targetWeight: number; offsets: number; normalOffsets: number }[];
}

interface Expected {
  readonly file: string;
  readonly ok: boolean;
  readonly nodes: { readonly path: string }[];
  readonly meshes?: ExpectedMesh[];
  readonly blendChannels?: ExpectedChannel[];
  readonly settings?: { readonly unitMeters: number };
}

const all: Expected[] = present
  ? readdirSync(new URL('expected/', folder))
      .filter((name) => name.endsWith('.json') && !name.startsWith('_'))
      .map((name) => JSON.parse(readFileSync(new URL(`expected/${name}`, folder), 'utf8')) as Expected)
      .filter(({ ok }) => ok)
  : [];

/** Stored values alone: weights and the like are those of the file, not of the first frame. */
const results = new Map<string, FbxReadResult>();
function read(file: string): FbxReadResult {
  let result = results.get(file);
  if (!result) {
    result = readFbx(readFileSync(new URL(file, folder)), { file, take: null });
    results.set(file, result);
  }
  return result;
}

/** Meshes of the scene with the transform that shows them, in its order. */
function meshesOf(scene: Scene): Map<string, { node: SceneNode; transform: SceneNode; instance: number }[]> {
  const found = new Map<string, { node: SceneNode; transform: SceneNode; instance: number }[]>();
  for (const place of scene.dagPaths) {
    if (place.node.type !== 'mesh' || !place.parent) continue;
    const path = displayText(place.parent.path);
    const entry = { node: place.node, transform: place.parent.node, instance: place.instance };
    found.set(path, [...(found.get(path) ?? []), entry]);
  }
  return found;
}

const polygonsOf = (node: SceneNode): MeshData => node.values.get('polygons') as MeshData;

function firstValue(layer: MeshLayer | undefined): number[] | undefined {
  const corner = layer?.corners[0];
  if (!layer || corner === undefined || corner < 0) return undefined;
  return [...layer.values.subarray(corner * layer.stride, (corner + 1) * layer.stride)];
}

/** Names of the materials of a mesh in one of its places. */
function materialsOf(node: SceneNode, instance: number): string[] {
  const names: string[] = [];
  for (const [path, ends] of node.outputs) {
    const match = /^instObjGroups\[(\d+)\](?:\.objectGroups\[(\d+)\])?$/.exec(path);
    if (!match || Number(match[1]) !== instance) continue;
    const shader = ends[0]?.node.inputs.get('surfaceShader')?.node;
    const raw = shader?.raw.get('fbxName')?.value;
    names[Number(match[2] ?? 0)] = typeof raw === 'string' ? displayText(raw) : (shader?.name ?? '');
  }
  return names;
}

/** Deformers of a mesh from the last to the first. */
function deformersOf(mesh: SceneNode): SceneNode[] {
  const found: SceneNode[] = [];
  let end: PlugRef | undefined = mesh.inputs.get('inMesh');
  while (end && end.path !== 'origMesh') {
    found.push(end.node);
    end = end.node.inputs.get('input[0].inputGeometry');
  }
  return found;
}

/** 1e-8 of the largest number: the expected ones have 9 digits. */
function expectClose(got: ArrayLike<number> | undefined, want: readonly (number | null)[]): void {
  expect(got?.length).toBe(want.length);
  const scale = want.reduce<number>((most, value) => Math.max(most, Math.abs(value ?? 0)), 1);
  want.forEach((value, i) => {
    if (value !== null) expect(Math.abs((got?.[i] as number) - value) / scale).toBeLessThan(1e-8);
  });
}

/** A matrix of the scene in the unit of the file. */
function inFileUnit(matrix: ArrayLike<number> | undefined, unitMetres: number): number[] | undefined {
  const numbers = matrix && Array.from(matrix);
  for (let i = 12; numbers && i < 15; i++) numbers[i] = ((numbers[i] as number) * 0.01) / unitMetres;
  return numbers;
}

const unitOf = ({ settings }: Expected): number =>
  settings?.unitMeters && settings.unitMeters > 0 ? settings.unitMeters : 0.01;

describe.skipIf(!present)('meshes of ../shared/corpus/fbx', () => {
  const withMeshes = all.filter(({ meshes }) => (meshes?.length ?? 0) > 0);

  test('there are files', () => expect(withMeshes.length).toBeGreaterThan(0));

  test.each(withMeshes)('$file has its points, faces and layers', (expected) => {
    const shown = meshesOf(read(expected.file).scene);
    const seen = new Map<string, number>();
    const shared = new Map<number, MeshData>();
    for (const want of expected.meshes ?? []) {
      const k = seen.get(want.node) ?? 0;
      seen.set(want.node, k + 1);
      const place = shown.get(want.node)?.[k];
      expect(place, want.node).toBeDefined();
      if (!place) continue;
      const mesh = polygonsOf(place.node);
      expect(mesh.positionsXyz.length / 3).toBe(want.vertices);
      expect(mesh.faceCounts.length).toBe(want.faces);
      expect(mesh.faceVertices.length).toBe(want.corners);
      expect(mesh.uvSets?.map(({ name }) => name) ?? []).toEqual(want.uvSets);
      expect(mesh.colorSets?.map(({ name }) => name) ?? []).toEqual(want.colorSets);
      if (want.firstFace) expect([...mesh.faceVertices.subarray(0, mesh.faceCounts[0])]).toEqual(want.firstFace);
      for (const [set, uv] of (want.uvFirst ?? []).entries()) expectClose(firstValue(mesh.uvSets?.[set]), uv);
      if (want.normalFirst && mesh.normals) expectClose(firstValue(mesh.normals), want.normalFirst);
      // One geometry is read once, however many nodes show it.
      expect(shared.get(want.geometryIndex) ?? mesh).toBe(mesh);
      shared.set(want.geometryIndex, mesh);
      expect(materialsOf(place.node, place.instance)).toEqual(want.materials);
    }
  });
});

describe.skipIf(!present)('skins of ../shared/corpus/fbx', () => {
  const withSkins = all.filter(({ meshes }) => meshes?.some(({ skin }) => skin));

  test('there are files', () => expect(withSkins.length).toBeGreaterThan(0));

  test.each(withSkins)('$file has its clusters', (expected) => {
    const { scene } = read(expected.file);
    const shown = meshesOf(scene);
    for (const want of expected.meshes ?? []) {
      const place = shown.get(want.node)?.[0] as { node: SceneNode };
      const skins = deformersOf(place.node).filter(({ type }) => type === 'fbxSkin');
      expect(skins.length).toBe(want.skinDeformers ?? 0);
      const [skin] = skins;
      if (!skin || !want.skin) continue;
      const methods = ['linear', 'dualQuaternion', 'blendedDqLinear'];
      expect(methods[(skin.values.get('skinningMethod') as number | undefined) ?? 0]).toBe(want.skin.method);
      const influences = (skin.values.get('influences') as SkinSource).readInfluences();
      expect(influences.length).toBe(want.skin.clusters.length);
      want.skin.clusters.forEach((cluster, i) => {
        const influence = influences[i];
        expect(influence?.weights.length).toBe(cluster.weights);
        expectClose([influence?.weights.reduce((sum, weight) => sum + weight, 0) ?? 0], [cluster.weightSum]);
        const bone = skin.inputs.get(`matrix[${i}]`);
        expect(bone?.path).toBe('worldMatrix[0]');
        expect(bone && scene.pathOf(bone.node)).toBe(cluster.bone);
        if (!cluster.geometryToBone) return;
        const matrix = skin.values.get(`geometryToJoint[${i}]`) as number[];
        expectClose(inFileUnit(matrix, unitOf(expected)), cluster.geometryToBone);
      });
    }
  });
});

describe.skipIf(!present)('blend shapes of ../shared/corpus/fbx', () => {
  const withShapes = all.filter(({ blendChannels }) => (blendChannels?.length ?? 0) > 0);

  test('there are files', () => expect(withShapes.length).toBeGreaterThan(0));

  test.each(withShapes)('$file has its channels', (expected) => {
    const shown = meshesOf(read(expected.file).scene);
    for (const mesh of new Set(expected.blendChannels?.map((channel) => channel.mesh))) {
      const wanted = (expected.blendChannels ?? []).filter((channel) => channel.mesh === mesh);
      const node = shown.get(mesh)?.[0]?.node as SceneNode;
      const deformers = deformersOf(node).filter(({ type }) => type === 'blendShape');
      const channels = deformers.flatMap((deformer) =>
        ((deformer.values.get('targets') ?? []) as MorphTarget[]).map((target, i) => ({
          name: target.name,
          mesh,
          restWeight: Number((deformer.values.get(`weight[${i}]`) as number).toPrecision(9)),
          shapes: target.shapes.map((shape) => ({
            name: shape.name,
            targetWeight: Number(shape.weight.toPrecision(9)),
            offsets: shape.readOffsets().vertices.length,
            normalOffsets: (shape.readOffsets().normalOffsetsXyz?.length ?? 0) / 3,
          })),
        })),
      );
      const plain = wanted.map(({ name, restWeight, shapes }) => ({ name, mesh, restWeight, shapes }));
      expect(channels).toEqual(plain);
    }
  });
});
