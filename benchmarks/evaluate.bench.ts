/**
 * evaluate: 200 constrained objects over 200 keyed targets × 250 frames, all world matrices of every frame.
 *
 * Run: `npm run bench evaluate`. Objects take point, orient, parent, aim and scale constraints in turn. The peer is
 * Blender without a window, stepping the same scene by `frame_set` with Copy Location, Copy Rotation, Child Of, Track To
 * and Copy Scale; building and loading are in neither time. Positions of point, rotations of orient, both of parent and
 * sizes of scale constraints are compared at the key frames, so both did the same work. Best of several rounds each.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Graph, MAYA_NODE_TYPES } from '@rigline/evaluate';
import { readMa } from '@rigline/formats/ma';
import type { Mat4 } from '@rigline/math';
import type { Scene } from '@rigline/scene';
import { type ConstraintScene, formatConstraintScene, generateConstraintScene } from './constraint-scene.ts';

const OBJECTS = 200;
const FRAMES = 250;
const ROUNDS = 12;
const TARGET_RATIO = 2;
/** Blender keeps channels and matrices in float32; positions reach 50. */
const TOLERANCE = 1e-3;

type Matrices = (frame: number) => readonly Readonly<Mat4>[];

/** World matrices of all nodes, objects first, then targets. */
function openMatrices(scene: Scene): Matrices {
  const graph = new Graph(scene, MAYA_NODE_TYPES);
  const places = scene.dagPaths.filter((place) => place.node.type === 'transform');
  const shape = Object.fromEntries(places.map((place, i) => [String(i), { node: place.node, path: 'worldMatrix[0]' }]));
  const probe = graph.probe(shape);
  const playback = graph.playback([probe]);
  return (frame) => {
    playback.seek(frame / scene.settings.frameRate);
    return Object.values(probe.read()) as Readonly<Mat4>[];
  };
}

function timeRounds(matrices: Matrices): { seconds: number[]; sum: number } {
  const seconds: number[] = [];
  let sum = 0;
  for (let round = 0; round < ROUNDS; round++) {
    matrices(FRAMES);
    const start = performance.now();
    for (let frame = 1; frame <= FRAMES; frame++) {
      const all = matrices(frame);
      for (let i = 0; i < all.length; i++) sum += (all[i] as Mat4)[12];
    }
    seconds.push((performance.now() - start) / 1000);
  }
  return { seconds, sum };
}

interface BlenderResult {
  readonly version: string;
  readonly seconds: number[];
  /** By frame: matrices of the objects, row by row, translation in the last column. */
  readonly matrices: Readonly<Record<string, readonly (readonly number[])[]>>;
}

function runBlender(scene: ConstraintScene): BlenderResult | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'rigline-bench-'));
  try {
    const path = join(folder, 'scene.json');
    writeFileSync(path, JSON.stringify(scene));
    const script = fileURLToPath(new URL('../blender/constraints_scene.py', import.meta.url));
    const args = ['-b', '--factory-startup', '-P', script, '--', path, String(ROUNDS)];
    const text = execFileSync('blender', args, {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
      maxBuffer: 1e9,
    });
    const line = text.split('\n').find((candidate) => candidate.startsWith('RESULT '));
    return line === undefined ? undefined : (JSON.parse(line.slice(7)) as BlenderResult);
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOENT') return undefined;
    throw error;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Blender's matrix in our reading: rows are the axes, translation last. */
const transposed = (m: readonly number[]): number[] => m.map((_, i) => m[(i % 4) * 4 + Math.floor(i / 4)] as number);

/** The parts of a world matrix that a constraint of this kind decides. */
const DECIDED = { point: [12, 13, 14], orient: [0, 1, 2, 4, 5, 6, 8, 9, 10], aim: [0, 1, 2] } as const;

function worstDifference(scene: ConstraintScene, matrices: Matrices, blender: BlenderResult): Record<string, number> {
  const worst: Record<string, number> = {};
  for (const frame of scene.keyFrames) {
    const ours = matrices(frame);
    scene.objects.forEach(({ kind }, i) => {
      const theirs = transposed(blender.matrices[frame]?.[i] ?? []);
      const parts = kind in DECIDED ? DECIDED[kind as keyof typeof DECIDED] : ours[i]?.keys();
      for (const part of parts ?? []) {
        const difference = Math.abs((ours[i]?.[part] as number) - (theirs[part] as number));
        worst[kind] = Math.max(worst[kind] ?? 0, difference);
      }
    });
  }
  return worst;
}

function main(): void {
  const sketch = generateConstraintScene(OBJECTS, FRAMES, 20240607);
  const { scene, problems } = readMa(formatConstraintScene(sketch), { file: 'constraints.ma' });
  if (problems.length > 0) throw new Error(`the generated scene has problems: ${problems[0]?.message}`);
  const matrices = openMatrices(scene);
  const { seconds, sum } = timeRounds(matrices);
  if (!Number.isFinite(sum)) throw new Error('a world matrix is not finite');
  const speed = FRAMES / Math.min(...seconds);
  console.log(
    `evaluate: ${OBJECTS} constrained objects over ${OBJECTS} keyed targets × ${FRAMES} frames, best of ${ROUNDS} rounds`,
  );
  console.log(
    `  Rigline                ${speed.toFixed(1).padStart(8)} frames/s  (first round ${(FRAMES / (seconds[0] ?? 1)).toFixed(1)})`,
  );
  const blender = process.argv.includes('--alone') ? undefined : runBlender(sketch);
  if (!blender) {
    console.log('  Blender is not here (apt-get install blender) or was not asked for: no ratio');
    return;
  }
  const peer = FRAMES / Math.min(...blender.seconds);
  console.log(`  Blender ${blender.version.padEnd(14)} ${peer.toFixed(1).padStart(8)} frames/s  frame_set`);
  const verdict = speed / peer >= TARGET_RATIO ? 'reached' : 'MISSED';
  console.log(`  ratio Rigline : Blender  ${(speed / peer).toFixed(2)}  (target ${TARGET_RATIO}: ${verdict})`);
  const worst = worstDifference(sketch, matrices, blender);
  const list = Object.entries(worst).map(([kind, difference]) => `${kind} ${difference.toExponential(1)}`);
  console.log(`  largest difference of world matrices at key frames: ${list.join(', ')}`);
  const wrong = Object.entries(worst).filter(([, difference]) => !(difference <= TOLERANCE));
  if (wrong.length > 0) throw new Error(`the programs differ: ${wrong.map(([kind]) => kind).join(', ')}`);
}

main();
