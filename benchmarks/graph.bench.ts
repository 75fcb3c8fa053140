/**
 * graph: the first frame of a scene that was just read, and 250 frames after it: the shot of `examples/handoff`, and 1,500
 * animated FBX models with nine curves of 250 keys each.
 *
 * Run: `npm run bench graph`. "first" is a new graph brought to one frame: every task it needs is made and computed.
 * It is compared with what the same program needs to make the scene: reading the text of the shot, and adding the nodes,
 * keys and connections of the models. "frame" is a further frame of the same graph, world matrices read. The first round
 * of all is told too: there the program runs for the first time.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Graph, NODE_TYPES } from '@rigline/evaluate';
import { readMa } from '@rigline/formats/ma';
import type { Mat4 } from '@rigline/math';
import { Scene, type SceneNode } from '@rigline/scene';
import { type KeyBlock, MAYA_DECLARATIONS } from '@rigline/scene/maya';

const MODELS = 1500;
const KEYS = 250;
const FRAMES = 250;
const ROUNDS = 6;
const FRAME_RATE = 25;
/** First frame by making the scene. */
const TARGET_RATIO = 2;
const SHOT = fileURLToPath(new URL('../../examples/handoff/handoff.ma', import.meta.url));

interface Times {
  readonly make: number;
  readonly first: number;
  readonly frame: number;
  readonly tasks: number;
}

const since = (start: number): number => performance.now() - start;

function run(make: () => Scene): Times {
  const start = performance.now();
  const scene = make();
  const made = since(start);
  const places = scene.dagPaths.filter((place) => place.node.isTransform);
  const open = performance.now();
  const graph = new Graph(scene, NODE_TYPES);
  const probes = places.map(({ node, instance }) => graph.probe({ world: { node, path: `worldMatrix[${instance}]` } }));
  const playback = graph.playback(probes);
  playback.seek(1 / FRAME_RATE);
  const first = since(open);
  // The order of the tasks is found with the second frame.
  playback.seek(2 / FRAME_RATE);
  const play = performance.now();
  let sum = 0;
  for (let frame = 1; frame <= FRAMES; frame++) {
    playback.seek(frame / FRAME_RATE);
    for (let i = 0; i < probes.length; i++) sum += ((probes[i] as (typeof probes)[number]).read().world as Mat4)[12];
  }
  if (!Number.isFinite(sum)) throw new Error('a world matrix is not finite');
  return { make: made, first, frame: since(play) / FRAMES, tasks: graph.stats.compiles };
}

/** Keys at every frame, as baking leaves them. */
function bakedKeys(seed: number, offset: number): KeyBlock {
  const constant = { kind: 'constant', count: Number.POSITIVE_INFINITY } as const;
  return {
    times: Float64Array.from({ length: KEYS }, (_, i) => (i + 1) / FRAME_RATE),
    values: Float64Array.from({ length: KEYS }, (_, i) => offset + 0.1 * Math.sin(i * 0.1 + seed)),
    spans: new Uint8Array(KEYS).fill(2),
    outSlopes: new Float64Array(KEYS),
    inSlopes: new Float64Array(KEYS),
    outWeights: undefined,
    inWeights: undefined,
    pre: constant,
    post: constant,
  };
}

const CHANNELS = [
  ['translate', 'animCurveTL', 0],
  ['rotate', 'animCurveTA', 0],
  ['scale', 'animCurveTU', 1],
] as const;

function makeModels(): Scene {
  const scene = new Scene(MAYA_DECLARATIONS);
  let parent: SceneNode | undefined;
  for (let i = 0; i < MODELS; i++) {
    const node: SceneNode = scene.addNode({
      type: 'fbxModel',
      name: `model${i}`,
      ...(parent && i % 5 > 0 ? { parent } : {}),
    });
    parent = node;
    for (const [channel, type, offset] of CHANNELS) {
      for (const axis of ['X', 'Y', 'Z']) {
        const curve = scene.addNode({ type, name: `model${i}_${channel}${axis}` });
        const keys = bakedKeys(i, offset);
        scene.setValue(curve, 'keySource', { readKeys: () => keys });
        scene.connect({ node: curve, path: 'output' }, { node, path: channel + axis });
      }
    }
  }
  return scene;
}

function report(title: string, make: () => Scene): void {
  const rounds = Array.from({ length: ROUNDS }, () => run(make));
  const [cold] = rounds as [Times];
  const best = (name: keyof Times): number => Math.min(...rounds.map((round) => round[name]));
  const ratio = best('first') / best('make');
  const perTask = (best('first') * 1000) / cold.tasks;
  console.log(`graph: ${title}, ${cold.tasks} tasks, best of ${ROUNDS} rounds`);
  console.log(`  making the scene   ${best('make').toFixed(1).padStart(8)} ms  (first round ${cold.make.toFixed(1)})`);
  console.log(
    `  first frame        ${best('first').toFixed(1).padStart(8)} ms  (first round ${cold.first.toFixed(1)}), ${perTask.toFixed(1)} µs a task`,
  );
  console.log(
    `  further frame      ${best('frame').toFixed(3).padStart(8)} ms  (first round ${cold.frame.toFixed(3)})`,
  );
  const verdict = ratio <= TARGET_RATIO ? 'reached' : 'MISSED';
  console.log(`  ratio first frame : making the scene  ${ratio.toFixed(2)}  (target ${TARGET_RATIO}: ${verdict})`);
}

const text = readFileSync(SHOT, 'utf8');
report('examples/handoff/handoff.ma', () => readMa(text, { file: 'handoff.ma' }).scene);
report(`${MODELS} animated FBX models × 9 curves of ${KEYS} keys`, makeModels);
