import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type EvalFrame, Graph, MAYA_NODE_TYPES, SceneSampler } from '@rigline/evaluate';
import { readMa } from '@rigline/formats/ma';
import { type Mat4, mat4FromEuler, multiplyMat4 } from '@rigline/math';
import type { Scene } from '@rigline/scene';
import { describe, expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const SCENES = [
  'examples/handoff/handoff.ma',
  ...readdirSync(`${root}fixtures/ma`)
    .filter((name) => name.endsWith('.ma'))
    .map((name) => `fixtures/ma/${name}`),
];
const FRAMES = [1, 5, 7.25, 12, 23, 24, 40.5, 60];

function open(path: string, change: (text: string) => string = (text) => text): Scene {
  return readMa(Buffer.from(change(readFileSync(root + path, 'latin1')), 'latin1'), { file: path }).scene;
}

function sampleAll(scene: Scene, frames: readonly number[]): Map<number, EvalFrame> {
  const sampler = new SceneSampler(new Graph(scene, MAYA_NODE_TYPES), { meshes: true });
  return new Map(frames.map((frame) => [frame, withPlainZeros(sampler.sample(frame))]));
}

/** Which sign a zero has may depend on what was computed before. */
function withPlainZeros(frame: EvalFrame): EvalFrame {
  return JSON.parse(JSON.stringify(frame)) as EvalFrame;
}

describe('a scene gives the same numbers to the last bit', () => {
  const shuffled = [23, 1, 60, 7.25, 24, 5, 40.5, 12];

  test.each(SCENES)('%s in any order of its frames', (path) => {
    const inOrder = sampleAll(open(path), FRAMES);
    const outOfOrder = sampleAll(open(path), shuffled);
    for (const frame of FRAMES) expect(outOfOrder.get(frame)).toEqual(inOrder.get(frame));
  });

  test.each(SCENES)('%s whether a frame comes alone or after others', (path) => {
    const inOrder = sampleAll(open(path), FRAMES);
    for (const frame of FRAMES) expect(sampleAll(open(path), [frame]).get(frame)).toEqual(inOrder.get(frame));
  });
});

describe('a scene is the same', () => {
  const path = 'examples/handoff/handoff.ma';

  /** A motion path gives world positions along a part of its curve: what rides on it moves with neither world nor unit. */
  const isFree = (node: { readonly path: string }): boolean => !node.path.startsWith('|cam_rig');

  /** Puts everything under a node that is turned and moved; the turn is about the scene's up axis. */
  function turned(scene: Scene, yaw: number, move: readonly [number, number, number]): Mat4 {
    const tops = scene.nodes.filter((node) => node.isTransform && node.parents.length === 0);
    const top = scene.addNode({ type: 'transform', name: 'turned_world' });
    scene.setValue(top, 'rotateY', yaw);
    ['X', 'Y', 'Z'].forEach((axis, i) => {
      scene.setValue(top, `translate${axis}`, move[i] as number);
    });
    for (const node of tops) scene.reparent(node, top);
    const matrix = mat4FromEuler([0, yaw, 0], 'xyz');
    return [...matrix.slice(0, 12), ...move, 1] as Mat4;
  }

  test('in a world that is turned about its up axis and moved', () => {
    const plain = sampleAll(open(path), FRAMES);
    const scene = open(path);
    // What aims by a vector of the world, and not of an object, turns only with the world's up axis.
    const world = turned(scene, 0.9, [30, -12, 55]);
    const moved = sampleAll(scene, FRAMES);
    for (const frame of FRAMES) {
      const found = new Map(moved.get(frame)?.nodes.map((node) => [node.path, node.world]));
      for (const node of (plain.get(frame)?.nodes ?? []).filter(isFree)) {
        const expected = multiplyMat4([...node.world] as Mat4, world);
        const actual = found.get(`|turned_world${node.path}`) ?? [];
        // 1e-9 of positions of some 100 units: sums of products in float64.
        expected.forEach((value, i) => {
          expect(Math.abs((actual[i] as number) - value), `${node.path} at frame ${frame}`).toBeLessThan(1e-7);
        });
      }
    }
  });

  test('whatever unit its lengths are in', () => {
    const plain = sampleAll(open(path), FRAMES);
    const inMetres = open(path, (text) => text.replace(/currentUnit -l \w+/, 'currentUnit -l meter'));
    expect(inMetres.settings.unitMetres).toBe(1);
    const large = sampleAll(inMetres, FRAMES);
    for (const frame of FRAMES) {
      const nodes = large.get(frame)?.nodes ?? [];
      plain.get(frame)?.nodes.forEach((node, n) => {
        if (!isFree(node)) return;
        node.world.forEach((value, i) => {
          const actual = nodes[n]?.world[i] as number;
          expect(Math.abs(actual - value), `${node.path} at frame ${frame}`).toBeLessThan(1e-7);
        });
      });
    }
  });
});
