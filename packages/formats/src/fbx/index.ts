import { type Problem, ProblemLog } from '@rigline/diagnostics';
import type { Scene } from '@rigline/scene';
import { readFbxDocument } from './document.ts';
import { readFbxRecords } from './records.ts';
import { buildFbxScene } from './scene.ts';
import type { FbxOptions } from './scene-context.ts';

export { FBX_PROBLEMS, type FbxProblemCode } from './problems.ts';
export type { Inflate } from './record-types.ts';
export type { FbxOptions };

/** A scene and what was found wrong in the file. */
export interface FbxReadResult {
  readonly scene: Scene;
  /** Found so far: parts that are decoded when they are needed may add some, so ask for it at the end. */
  readonly problems: readonly Problem[];
}

/**
 * Reads an FBX file: binary or ASCII, versions 3000 to 7700. Opens no other file. Arrays of meshes and keys are decoded
 * when they are needed first, so the bytes must stay as they are.
 *
 * @throws RiglineError for files that are none, or cannot be read any further, `FBX_NODE_CYCLE` and `FBX_NO_TAKE`; all
 * other faults are problems.
 */
export function readFbx(bytes: Uint8Array, options: Partial<FbxOptions> = {}): FbxReadResult {
  const log = new ProblemLog();
  const file = options.file ?? '';
  const { inflate } = options;
  const records = readFbxRecords(bytes, { file, log, ...(inflate ? { inflate } : {}) });
  const document = readFbxDocument(records, log);
  const scene = buildFbxScene(document, log, { ...options, file });
  return {
    scene,
    get problems() {
      return log.list();
    },
  };
}
