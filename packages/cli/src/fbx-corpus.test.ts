import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { Graph, NODE_TYPES } from '@rigline/evaluate';
import { readFbx } from '@rigline/formats/fbx';
import type { SceneNode } from '@rigline/scene';
import { describe, expect, test } from 'vitest';

const folder = new URL('../../../../shared/corpus/fbx/', import.meta.url);
const present = existsSync(folder);

/** What the corpus says of a file; only the parts that are compared here. */
interface Expected {
  readonly file: string;
  readonly ok: boolean;
  readonly warnings?: readonly object[];
  readonly untrustedNodes?: readonly string[];
  readonly settings: {
    readonly fps: number;
    readonly unitMeters: number;
    readonly axes: { readonly right: string; readonly up: string; readonly front: string };
  };
  readonly stacks: readonly { readonly name: string; readonly start: number; readonly end: number }[];
  readonly nodes: readonly ExpectedNode[];
  readonly cameras: readonly {
    readonly nodes: readonly string[];
    readonly projection: string;
    readonly rest: number[][];
  }[];
  readonly lights: readonly { readonly nodes: readonly string[]; readonly type: string; readonly rest: number[][] }[];
}

interface ExpectedNode {
  readonly path: string;
  readonly attribute: string | null;
  readonly visible: boolean;
  readonly rotationOrder: string;
  readonly inherit: string;
  readonly geometry?: readonly number[];
  readonly restLocal: readonly number[];
  readonly restWorld: readonly number[];
  readonly userProps?: readonly {
    readonly name: string;
    readonly type: number;
    readonly text: string;
    real: number[];
  }[];
}

const expectations: Expected[] = present
  ? readdirSync(new URL('expected/', folder))
      .filter((name) => name.endsWith('.json') && !name.startsWith('_'))
      .map((name) => JSON.parse(readFileSync(new URL(`expected/${name}`, folder), 'utf8')))
  : [];
// What survives in a damaged file is each reader's choice.
const intact = expectations.filter(
  ({ ok, file, warnings }) => ok && !(file.startsWith('synthetic_') && warnings?.length),
);

const open = (file: string) => readFbx(readFileSync(new URL(file, folder)), { file, take: null });

const INHERIT: Readonly<Record<string, string>> = {
  normal: 'RSrs',
  componentwiseScale: 'RrSs',
  ignoreParentScale: 'Rrs',
};

describe.skipIf(!present)('FBX files of many applications (../shared/corpus/fbx)', () => {
  test('there are files', () => expect(intact.length).toBeGreaterThan(200));

  test.each(intact)('$file has the settings of its application', (expected) => {
    const { settings } = open(expected.file).scene;
    expect(settings.frameRate).toBeCloseTo(expected.settings.fps, 3);
    expect(settings.unitMetres).toBeCloseTo(expected.settings.unitMeters, 12);
    const { axes } = expected.settings;
    expect([settings.info.rightAxis, settings.info.upAxis, settings.info.frontAxis]).toEqual(
      [axes.right, axes.up, axes.front].map((axis) => (axis === 'unknown' ? undefined : axis)),
    );
    expect(settings.takes.map(({ name }) => name)).toEqual(expected.stacks.map(({ name }) => name));
    settings.takes.forEach(({ range }, i) => {
      const { start, end } = expected.stacks[i] as Expected['stacks'][number];
      if (start < end && end < 1e6) expectNear(range, [start, end], 1e-8);
    });
  });

  test.each(intact)('$file has the nodes of its application where they stand', (expected) => {
    const { scene } = open(expected.file);
    const graph = new Graph(scene, NODE_TYPES);
    const places = scene.dagPaths.filter(({ node }) => node.isA('fbxModel'));
    expect(places.map(({ path }) => path).sort()).toEqual(expected.nodes.map(({ path }) => path).sort());
    const toFile = 0.01 / scene.settings.unitMetres;
    const untrusted = new Set(expected.untrustedNodes ?? []);
    const met = new Map<string, number>();
    for (const node of expected.nodes) {
      const count = met.get(node.path) ?? 0;
      met.set(node.path, count + 1);
      const place = places.filter(({ path }) => path === node.path)[count];
      if (!place || untrusted.has(node.path)) continue;
      compareNode(place.node, node, Number(scene.settings.info.fbxVersion));
      expectNear(inFile(graph.get({ node: place.node, path: 'matrix' }), toFile), node.restLocal, 2e-6, node.path);
      expectNear(inFile(graph.worldMatrix(place), toFile), node.restWorld, 2e-6, node.path);
      const geometry = inFile(graph.get({ node: place.node, path: 'geometryMatrix' }), toFile);
      expectNear(geometry, node.geometry ?? IDENTITY, 1e-6, node.path);
    }
  });

  test.each(intact.filter(({ cameras }) => cameras.length > 0))(
    '$file has the cameras of its application',
    (expected) => {
      const { scene } = open(expected.file);
      const graph = new Graph(scene, NODE_TYPES);
      const toFile = 0.01 / scene.settings.unitMetres;
      for (const camera of expected.cameras) {
        for (const path of camera.nodes) {
          const node = scene.findAll(path)[0]?.children.find((child) => child.isA('fbxCamera')) as SceneNode;
          const read = (name: string): number => graph.get({ node, path: name }) as number;
          const [focal, fovX, fovY, , , aspect, near, far, , orthoHeight, offsetX, offsetY] = camera
            .rest[0] as number[];
          expect(read('orthographic') !== 0, path).toBe(camera.projection === 'orthographic');
          if (focal) expectNear([read('fbxFocalLength')], [focal], 1e-6, path);
          expectNear(
            [read('horizontalFov') / DEGREE, read('verticalFov') / DEGREE],
            [fovX, fovY] as number[],
            1e-6,
            path,
          );
          expectNear([read('pictureAspect'), read('nearClipPlane') * toFile], [aspect, near] as number[], 1e-6, path);
          if (far) expectNear([read('farClipPlane') * toFile], [far], 1e-6, path);
          expectNear([read('orthographicHeight') * toFile], [orthoHeight as number], 1e-6, path);
          expectNear(
            [read('horizontalFilmOffset'), read('verticalFilmOffset')],
            [offsetX, offsetY] as number[],
            1e-6,
            path,
          );
        }
      }
    },
  );

  test.each(intact.filter(({ lights }) => lights.length > 0))('$file has the lights of its application', (expected) => {
    const { scene } = open(expected.file);
    for (const light of expected.lights) {
      for (const path of light.nodes) {
        const node = scene.findAll(path)[0]?.children.find(({ type }) => type.endsWith('Light')) as SceneNode;
        expect(node.type).toBe(`${light.type}Light`);
        const [r, g, b, intensity] = light.rest[0] as number[];
        const read = ['colorR', 'colorG', 'colorB', 'intensity'].map((name) => stored(node, name));
        expectNear(read as number[], [r, g, b, intensity] as number[], 1e-6);
      }
    }
  });
});

const DEGREE = Math.PI / 180;
const IDENTITY = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];

function compareNode(node: SceneNode, expected: ExpectedNode, version: number): void {
  const order = stored(node, 'isSpheric')
    ? 'spheric'
    : ['XYZ', 'YZX', 'ZXY', 'XZY', 'YXZ', 'ZYX'][stored(node, 'rotateOrder') as number];
  // The corpus names the order where the file switches it off, too.
  if (order !== 'XYZ') expect(order).toBe(expected.rotationOrder);
  // At the root there is nothing to inherit.
  const inherit = ['RrSs', 'RSrs', 'Rrs'][stored(node, 'inheritType') as number];
  if (node.parents.length > 0) expect(inherit).toBe(INHERIT[expected.inherit]);
  // The channel Visibility of the oldest files is 100 for nodes that the corpus calls hidden.
  if (version >= 5800) expect(stored(node, 'visibility') !== 0).toBe(expected.visible);
  expect(node.isA('fbxBone')).toBe(expected.attribute === 'bone');
  for (const { name, type, text, real } of expected.userProps ?? []) {
    const plug = node.resolve(name);
    expect(plug, name).toBeDefined();
    if (type === 7 || (type === 0 && text !== '')) expect(plug && node.stored(plug)).toBe(text);
    else if (type <= 3) expect(plug && node.stored(plug)).toBeCloseTo(real[0] as number, 9);
    else {
      const leaves = Object.keys(plug?.attribute.children ?? {});
      expectNear(
        leaves.map((leaf) => stored(node, leaf) as number),
        real.slice(0, leaves.length),
        1e-8,
      );
    }
  }
}

function stored(node: SceneNode, name: string): unknown {
  const plug = node.resolve(name);
  return plug && node.stored(plug);
}

/** A matrix with its place in the units of the file. */
function inFile(matrix: unknown, toFile: number): number[] {
  return (matrix as number[]).map((value, i) => (i >= 12 && i < 15 ? value * toFile : value));
}

/** Tolerance: the numbers of the corpus have nine digits, those of its files often seven. */
function expectNear(got: readonly number[], want: readonly number[], tolerance: number, what = ''): void {
  const size = want.reduce((most, value) => Math.max(most, Math.abs(value)), 1);
  const far = want.some((value, i) => value !== null && !(Math.abs((got[i] as number) - value) <= tolerance * size));
  if (far || got.length !== want.length) expect([what, ...got]).toEqual([what, ...want]);
}
