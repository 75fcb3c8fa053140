/**
 * fbx: a face with 60 morphs, 20 skinned characters, and a layout of 1,500 animated nodes: loading, and 250 frames.
 *
 * Run: `npm run bench fbx`. The three files are made by Blender with the script `make_inputs.py` beside the corpora
 * (`../shared/bench`), or lie ready in a folder (`--inputs DIR`). Each program reads each file in processes of its own;
 * best of several rounds, and the peak memory beyond that of a process that has only loaded the program.
 * Peers: three.js FBXLoader; ufbx built with gcc -O2 from the folder that `--ufbx DIR` or UFBX names (ufbx.c, ufbx.h);
 * Blender without a window playing the imported file by `frame_set`. What is missing is said, and gives no ratio.
 *
 * "nodes" are the world matrices of all transforms of 250 frames; "points" are those and the deformed points of every
 * mesh. Both with the graph built anew (cold) and in the best later round.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inflateSync } from 'node:zlib';

const SCENES = ['face', 'crowd', 'layout'] as const;
const FRAMES = 250;
const ROUNDS = 5;
const SELF = fileURLToPath(import.meta.url);
const SOURCES = fileURLToPath(new URL('..', import.meta.url));
const TARGETS = { loadThree: 6, memoryThree: 2, loadUfbx: 1 / 1.5, nodesUfbx: 1 / 1.5, pointsBlender: 10 } as const;

/** What a process of its own reports. */
interface Run {
  readonly load: readonly number[];
  readonly cold?: Readonly<Record<'nodes' | 'points', number>>;
  readonly warm?: Readonly<Record<'nodes' | 'points', number>>;
  readonly sum?: number;
  readonly peak: number;
}

const seconds = (since: number): number => (performance.now() - since) / 1000;

async function loadRigline(bytes: Uint8Array): Promise<object> {
  const { readFbx } = await import('@rigline/formats/fbx');
  const { scene } = readFbx(bytes, {
    file: 'bench.fbx',
    inflate: (packed, size) => inflateSync(packed, { maxOutputLength: Math.max(size, 1) }),
  });
  return scene;
}

async function loadThree(bytes: Uint8Array): Promise<object> {
  // Its cameras ask for the size of the window.
  Object.assign(globalThis, { window: { innerWidth: 1920, innerHeight: 1080 } });
  // Its types want a browser; only `parse` is used.
  const { FBXLoader } = (await import('three/examples/jsm/loaders/FBXLoader.js' as string)) as {
    FBXLoader: new () => { parse: (buffer: ArrayBuffer, path: string) => object };
  };
  return new FBXLoader().parse(
    bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer,
    '',
  );
}

/** Frames of a graph built anew, and again. */
async function play(scene: object, what: 'nodes' | 'points'): Promise<{ cold: number; warm: number; sum: number }> {
  const { Graph, NODE_TYPES } = await import('@rigline/evaluate');
  type AnyScene = ConstructorParameters<typeof Graph>[0];
  const { dagPaths, settings } = scene as AnyScene;
  const start = performance.now();
  const graph = new Graph(scene as AnyScene, NODE_TYPES);
  const worlds = dagPaths.filter((place) => place.node.isTransform);
  const shapes = dagPaths.map((place) => place.node).filter((node) => node.isA('mesh'));
  // Instances share their points.
  const meshes = what === 'points' ? [...new Set(shapes)] : [];
  const probes = [
    ...worlds.map(({ node, instance }) => graph.probe({ value: { node, path: `worldMatrix[${instance}]` } })),
    ...meshes.map((node) => graph.probe({ value: { node, path: 'outMesh' } })),
  ];
  const playback = graph.playback(probes);
  let sum = 0;
  const pass = (): void => {
    for (let frame = 1; frame <= FRAMES; frame++) {
      playback.seek(frame / settings.frameRate);
      for (let i = 0; i < probes.length; i++) {
        const { value } = (probes[i] as (typeof probes)[number]).read();
        if (i < worlds.length) sum += (value as readonly number[])[12] as number;
        else sum += (value as { positionsXyz: Float64Array }).positionsXyz[0] ?? 0;
      }
    }
  };
  pass();
  const cold = seconds(start);
  let warm = Number.POSITIVE_INFINITY;
  for (let round = 1; round < ROUNDS; round++) {
    const again = performance.now();
    pass();
    warm = Math.min(warm, seconds(again));
  }
  return { cold, warm, sum };
}

/** One program on one file, in this process. */
async function runAlone(program: string, file: string): Promise<Run> {
  const load = program === 'three' ? loadThree : loadRigline;
  const mode = process.argv[5];
  const peakOf = (): number => process.resourceUsage().maxRSS * 1024;
  if (mode === 'bare') {
    // The program with nothing to read, so that its code is there.
    await load(new Uint8Array(0)).catch(() => undefined);
    return { load: [], peak: peakOf() };
  }
  const bytes = readFileSync(file);
  if (mode === 'once') {
    const scene = await load(bytes);
    return { load: [], peak: scene ? peakOf() : 0 };
  }
  const times: number[] = [];
  let scene: object = {};
  for (let round = 0; round < ROUNDS; round++) {
    const start = performance.now();
    scene = await load(bytes);
    times.push(seconds(start));
  }
  if (program === 'three') return { load: times, peak: 0 };
  const nodes = await play(scene, 'nodes');
  const points = await play(await load(bytes), 'points');
  return {
    load: times,
    cold: { nodes: nodes.cold, points: points.cold },
    warm: { nodes: nodes.warm, points: points.warm },
    sum: nodes.sum,
    peak: 0,
  };
}

function spawnRun(program: string, file: string, mode: 'all' | 'once' | 'bare'): Run {
  const text = execFileSync(process.execPath, [SELF, '--alone', program, file, mode], {
    encoding: 'utf8',
    maxBuffer: 1e9,
  });
  return JSON.parse(text.trim().split('\n').pop() as string) as Run;
}

const option = (name: string): string | undefined =>
  process.argv.includes(name) ? process.argv[process.argv.indexOf(name) + 1] : undefined;

/** The folder with the three files, made once by Blender; undefined where that cannot be. */
function findInputs(scratch: string): string | undefined {
  const given = option('--inputs') ?? process.env.RIGLINE_FBX_INPUTS;
  if (given) return given;
  const script = join(SOURCES, '../../shared/bench/make_inputs.py');
  if (!existsSync(script)) return undefined;
  const folder = join(scratch, 'inputs');
  mkdirSync(folder);
  try {
    execFileSync('blender', ['-b', '--factory-startup', '-P', script, '--', '--out', folder], { stdio: 'ignore' });
    return folder;
  } catch {
    return undefined; // No Blender here, or without numpy: told by the caller.
  }
}

function buildUfbx(scratch: string): string | undefined {
  const folder = option('--ufbx') ?? process.env.UFBX;
  if (!folder || !existsSync(join(folder, 'ufbx.c'))) return undefined;
  const program = join(scratch, 'ufbx-peer');
  const source = join(SOURCES, 'fbx/ufbx-peer.c');
  execFileSync('gcc', ['-O2', `-I${folder}`, source, join(folder, 'ufbx.c'), '-lm', '-o', program]);
  return program;
}

interface UfbxRun {
  readonly load: readonly number[];
  readonly evaluate: readonly number[];
  readonly sum: number;
}

interface BlenderRun {
  readonly version: string;
  readonly load: number;
  readonly seconds: readonly number[];
}

function runBlender(file: string): BlenderRun | undefined {
  const script = join(SOURCES, 'blender/play_fbx.py');
  try {
    const text = execFileSync('blender', ['-b', '--factory-startup', '-P', script, '--', file, String(FRAMES), '2'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const line = text.split('\n').find((candidate) => candidate.startsWith('RESULT '));
    return line === undefined ? undefined : (JSON.parse(line.slice(7)) as BlenderRun);
  } catch {
    return undefined;
  }
}

const best = (values: readonly number[]): number => Math.min(...values);

function printRatio(what: string, ratio: number, target: number): void {
  const verdict = ratio >= target ? 'reached' : 'MISSED';
  console.log(`  ratio ${what}  ${ratio.toFixed(2)}  (target ${target.toFixed(2)}: ${verdict})`);
}

function compareScene(name: string, file: string, ufbx: string | undefined): void {
  console.log(`fbx: ${name}, ${(readFileSync(file).length / 1e6).toFixed(1)} MB`);
  const ours = spawnRun('rigline', file, 'all');
  const peak = (program: string): number => spawnRun(program, file, 'once').peak - spawnRun(program, file, 'bare').peak;
  const ourPeak = peak('rigline');
  console.log(
    `  Rigline load   ${(best(ours.load) * 1000).toFixed(1)} ms  (first ${((ours.load[0] ?? 0) * 1000).toFixed(1)}), ${(ourPeak / 1e6).toFixed(0)} MB`,
  );
  for (const what of ['nodes', 'points'] as const) {
    const { cold, warm } = { cold: ours.cold?.[what] ?? 0, warm: ours.warm?.[what] ?? 0 };
    console.log(
      `  Rigline ${what}  ${(FRAMES / warm).toFixed(0)} frames/s  (cold, graph built anew: ${(FRAMES / cold).toFixed(0)})`,
    );
  }
  const three = spawnRun('three', file, 'all');
  const threePeak = peak('three');
  console.log(`  three.js load  ${(best(three.load) * 1000).toFixed(1)} ms, ${(threePeak / 1e6).toFixed(0)} MB`);
  printRatio(`${name} load, three.js : Rigline`, best(three.load) / best(ours.load), TARGETS.loadThree);
  printRatio(`${name} memory, three.js : Rigline`, threePeak / ourPeak, TARGETS.memoryThree);
  if (ufbx) {
    const native = JSON.parse(
      execFileSync(ufbx, [file, String(ROUNDS), String(FRAMES)], { encoding: 'utf8' }),
    ) as UfbxRun;
    console.log(`  ufbx load      ${(best(native.load) * 1000).toFixed(1)} ms`);
    console.log(`  ufbx nodes     ${(FRAMES / best(native.evaluate)).toFixed(0)} frames/s`);
    printRatio(`${name} load, ufbx : Rigline`, best(native.load) / best(ours.load), TARGETS.loadUfbx);
    printRatio(`${name} nodes, ufbx : Rigline`, best(native.evaluate) / (ours.warm?.nodes ?? 0), TARGETS.nodesUfbx);
    // ufbx unpacks all keys while it loads, Rigline when the first frame needs them.
    const theirs = best(native.load) + best(native.evaluate);
    const first = (ours.load[0] ?? 0) + (ours.cold?.nodes ?? 0);
    console.log(`  load and 250 frames in a fresh process: ufbx ${theirs.toFixed(2)} s, Rigline ${first.toFixed(2)} s`);
  }
  const blender = runBlender(file);
  if (blender) {
    const frames = FRAMES / best(blender.seconds);
    console.log(`  Blender ${blender.version} plays ${frames.toFixed(1)} frames/s`);
    printRatio(`${name} points, Rigline : Blender`, FRAMES / (ours.warm?.points ?? 0) / frames, TARGETS.pointsBlender);
  }
}

async function main(): Promise<void> {
  const at = process.argv.indexOf('--alone');
  if (at >= 0) {
    console.log(JSON.stringify(await runAlone(process.argv[at + 1] as string, process.argv[at + 2] as string)));
    return;
  }
  const scratch = mkdtempSync(join(tmpdir(), 'rigline-fbx-'));
  try {
    const inputs = findInputs(scratch);
    if (!inputs) {
      console.log('fbx: no input files: Blender with numpy and make_inputs.py make them, or --inputs names a folder');
      return;
    }
    const ufbx = buildUfbx(scratch);
    if (!ufbx) console.log('fbx: ufbx is not here (set UFBX to a folder with ufbx.c and ufbx.h): no ratio to it');
    for (const name of SCENES) compareScene(name, join(inputs, `${name}.fbx`), ufbx);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

await main();
