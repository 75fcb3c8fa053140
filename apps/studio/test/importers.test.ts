/** What three.js makes of our GLB files: the places and points of the evaluated scene, at any frame. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { buildExport } from '@rigline/convert';
import { type EvalMesh, Graph, NODE_TYPES, SceneSampler } from '@rigline/evaluate';
import { writeGlb } from '@rigline/formats/gltf';
import { readMa } from '@rigline/formats/ma';
import { convertPoint, convertTransformAs, type Mat4, spaceConversion } from '@rigline/math';
import { AnimationMixer, Mesh, type Object3D, Vector3 } from 'three';
import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js';
import { describe, expect, test } from 'vitest';

const TO_GLTF = spaceConversion('maya', 'gltf');
/** Parts of the size of a scene, and of a unit axis: float32, and the keys that are left out within their error. */
const TOLERANCE = 5e-5;

interface Played {
  /** Their paths in the source are in `userData.source`. */
  readonly objects: readonly Object3D[];
  readonly seek: (seconds: number) => void;
}

const sourceOf = ({ userData }: Object3D): string | undefined => (userData as { readonly source?: string }).source;

async function load(glb: Uint8Array): Promise<Played> {
  const { scene, animations } = await new GLTFLoader().parseAsync(glb.slice().buffer, '');
  const mixer = new AnimationMixer(scene);
  for (const clip of animations) mixer.clipAction(clip).play();
  const objects: Object3D[] = [];
  scene.traverse((object) => {
    if (sourceOf(object) !== undefined) objects.push(object);
  });
  const seek = (seconds: number): void => {
    mixer.setTime(seconds);
    scene.updateMatrixWorld(true);
  };
  return { objects, seek };
}

/** All vertices of an object in the world; each part of a mesh with several materials is a child. */
function verticesOf(object: Object3D): Vector3[] {
  const meshes = [object, ...object.children.filter((child) => sourceOf(child) === undefined)];
  return meshes
    .filter((mesh) => mesh instanceof Mesh)
    .flatMap((mesh) =>
      Array.from({ length: mesh.geometry.getAttribute('position').count }, (_, i) =>
        mesh.getVertexPosition(i, new Vector3()).applyMatrix4(mesh.matrixWorld),
      ),
    );
}

/** How far the farthest vertex is from the point of the source that is next to it. */
function farthest(vertices: readonly Vector3[], { positionsXyz }: EvalMesh): number {
  const points: Vector3[] = [];
  for (let i = 0; i < positionsXyz.length; i += 3) {
    const [x, y, z] = positionsXyz.slice(i, i + 3) as [number, number, number];
    points.push(new Vector3(...convertPoint(TO_GLTF, [x, y, z])));
  }
  return (
    Math.max(...vertices.map((vertex) => Math.min(...points.map((point) => vertex.distanceToSquared(point))))) ** 0.5
  );
}

describe.each([
  ['examples/handoff/handoff.ma', 177, 108],
  ['fixtures/ma/hand_skin.ma', 6, 2],
  ['fixtures/ma/hand_blend_shape.ma', 2, 2],
  ['fixtures/ma/hand_deformers.ma', 4, 2],
])('%s as GLB in three.js', (path, nodeCount, meshCount) => {
  const file = fileURLToPath(new URL(`../../../${path}`, import.meta.url));
  const { scene } = readMa(readFileSync(file), { file: path });
  const { frameRate, range } = scene.settings;

  test('plays to the same places and points', async () => {
    const { glb } = await writeGlb(buildExport(scene, { space: 'gltf' }).scene, { maxInfluences: 4 });
    const { objects, seek } = await load(glb);
    const sampler = new SceneSampler(new Graph(scene, NODE_TYPES), { meshes: true });
    const byPath = new Map(objects.map((object) => [sourceOf(object), object]));
    const seen = { nodes: new Set<string>(), meshes: new Set<string>() };
    for (const frame of [range[0], Math.round((range[0] * 2 + range[1]) / 3), range[1] - 1]) {
      seek((frame - range[0]) / frameRate);
      const { nodes, meshes = [] } = sampler.sample(frame);
      for (const node of nodes) {
        const object = byPath.get(node.path);
        if (!object) continue;
        seen.nodes.add(node.path);
        const expected = convertTransformAs(TO_GLTF, node.world as unknown as Mat4, 'object');
        const size = Math.max(1, ...expected.map(Math.abs));
        const errors = expected.map((value, i) => Math.abs(value - (object.matrixWorld.elements[i] as number)) / size);
        expect(Math.max(...errors), `${node.path} at ${frame}`).toBeLessThan(TOLERANCE);
      }
      for (const mesh of meshes) {
        const object = byPath.get(mesh.path) ?? byPath.get(mesh.path.slice(0, mesh.path.lastIndexOf('|')));
        const vertices = object ? verticesOf(object) : [];
        if (vertices.length === 0) continue;
        seen.meshes.add(mesh.path);
        const size = Math.max(1, ...vertices.map((vertex) => vertex.length()));
        expect(farthest(vertices, mesh) / size, `${mesh.path} at ${frame}`).toBeLessThan(TOLERANCE);
      }
    }
    expect([seen.nodes.size, seen.meshes.size]).toEqual([nodeCount, meshCount]);
  });
});
