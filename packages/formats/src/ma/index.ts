import { type Problem, ProblemLog } from '@rigline/diagnostics';
import type { Scene } from '@rigline/scene';
import { readStatements, readStatementsFromStream } from './container.ts';
import { readRecords, readRecordsFromStream } from './records.ts';
import { type BuildOptions, buildScene, SceneAssembly } from './scene.ts';

export { MA_PROBLEMS, type MaProblemCode } from './problems.ts';
export type { MaRecord, MaValues } from './record-types.ts';
export type { OpenReference, ReferenceContent } from './references.ts';
export type { BuildOptions };
export { readRecords, readStatements };

/** A scene and what was found wrong while reading it. */
export interface ReadResult {
  readonly scene: Scene;
  readonly problems: readonly Problem[];
}

/**
 * Reads a Maya ASCII file. Runs nothing that is in it and opens no other file but through `openReference`.
 *
 * @param input The bytes of the file, or its text.
 * @throws RiglineError `MA_EMPTY`, `MA_NOT_ASCII`; all other faults are problems.
 */
export function readMa(input: string | Uint8Array, options: Partial<BuildOptions> = {}): ReadResult {
  const log = new ProblemLog();
  const file = options.file ?? '';
  const records = readRecords(readStatements(input, file, log), log, { borrowNumbers: true });
  const scene = buildScene(records, log, { ...options, file });
  return { scene, problems: log.list() };
}

/** `readMa` for bytes that arrive in pieces of any size. */
export async function readMaStream(
  chunks: AsyncIterable<Uint8Array>,
  options: Partial<BuildOptions> = {},
): Promise<ReadResult> {
  const log = new ProblemLog();
  const file = options.file ?? '';
  const assembly = new SceneAssembly(log, { ...options, file });
  for await (const record of readRecordsFromStream(readStatementsFromStream(chunks, file, log), log, {
    borrowNumbers: true,
  })) {
    assembly.add(record);
  }
  return { scene: assembly.finish(), problems: log.list() };
}
