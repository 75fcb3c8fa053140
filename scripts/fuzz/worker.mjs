/**
 * Reads one file after the other, all that is in it, in a thread of its own, so that one that never ends can be ended.
 * Runs on the built packages.
 */
import { parentPort } from 'node:worker_threads';
import { ProblemLog, RiglineError } from '../../packages/diagnostics/dist/index.js';
import { graphOf, SceneSampler } from '../../packages/evaluate/dist/index.js';
import { readFbx } from '../../packages/formats/dist/fbx/index.js';
import { isFbxArray } from '../../packages/formats/dist/fbx/record-types.js';
import { readFbxRecords } from '../../packages/formats/dist/fbx/records.js';

function walk(records) {
  for (const record of records) {
    walk(record.children);
    for (const value of record.values) {
      if (!isFbxArray(value)) continue;
      value.toFloat64();
      value.toInt32();
      value.toTicks();
      value.toFloat32Bits();
    }
  }
}

/** Undefined where the file is read or refused as it should be, else what went wrong. */
function readAll(bytes) {
  try {
    walk(readFbxRecords(bytes, { file: 'fuzz.fbx', log: new ProblemLog() }).records);
    const { scene } = readFbx(bytes, { file: 'fuzz.fbx' });
    const sampler = new SceneSampler(graphOf(scene), { meshes: true });
    for (const frame of [0, 7.5]) sampler.sample(frame);
    return undefined;
  } catch (error) {
    return error instanceof RiglineError ? undefined : String(error?.stack ?? error);
  }
}

parentPort.on('message', (bytes) => {
  const start = performance.now();
  const fault = readAll(bytes);
  parentPort.postMessage({ fault, ms: performance.now() - start });
});
