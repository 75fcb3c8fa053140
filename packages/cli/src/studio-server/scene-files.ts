import { basename } from 'node:path';
import { ProblemLog } from '@rigline/diagnostics';
import { readRecords, readStatements } from '@rigline/formats/ma';
import { openBeside, readFile } from '../open-scene.ts';
import { detectFormat, readHead } from '../scene-format.ts';

/** A file that the scene refers to, found on disk. */
export interface ReferencedFile {
  /** As written in the file that refers to it. */
  readonly path: string;
  /** The file that refers to it. */
  readonly from: string;
  readonly file: string;
}

/** References listed at most. */
const LIMIT = 1000;

/**
 * The files that a scene needs besides itself, so that the browser can read it without a disk. Only the heads of the
 * files are read: references stand before the first node.
 */
export function collectReferences(sceneFile: string, allowOutside: boolean): ReferencedFile[] {
  if (detectFormat(readHead(sceneFile), sceneFile) !== 'ma') return [];
  const open = openBeside(sceneFile, allowOutside);
  const found: ReferencedFile[] = [];
  const seen = new Set<string>();
  const queue: { readonly file: string; readonly content: string | Uint8Array }[] = [
    { file: sceneFile, content: readFile(sceneFile) },
  ];
  while (queue.length > 0 && found.length < LIMIT) {
    const { file, content } = queue.pop() as (typeof queue)[number];
    for (const path of referencePaths(content, file)) {
      const key = `${file}\n${path}`;
      if (seen.has(key)) continue;
      seen.add(key);
      const opened = open(path, file);
      if (opened.state !== 'loaded') continue;
      found.push({ path, from: file, file: opened.file });
      queue.push({ file: opened.file, content: opened.content });
    }
  }
  return found;
}

function referencePaths(content: string | Uint8Array, file: string): string[] {
  const paths: string[] = [];
  // The browser reads the scene itself and reports its problems there.
  const log = new ProblemLog();
  for (const record of readRecords(readStatements(content, file, log), log)) {
    if (record.kind === 'createNode') break;
    if (record.kind === 'file' && record.reference) paths.push(record.path);
  }
  return paths;
}

/** What the studio asks for first. */
export interface SceneListing {
  readonly name: string;
  readonly path: string;
  /** Where its bytes are. */
  readonly url: string;
  /** Take of an FBX file to show; null for the stored values. */
  readonly take?: string | null;
  readonly references: readonly {
    readonly path: string;
    readonly from: string;
    readonly file: string;
    readonly url: string;
  }[];
}

export function listScene(
  sceneFile: string,
  references: readonly ReferencedFile[],
  take?: string | false,
): SceneListing {
  return {
    name: basename(sceneFile),
    path: sceneFile,
    url: '/api/scene/data',
    ...(take === undefined ? {} : { take: take === false ? null : take }),
    references: references.map(({ path, from, file }, i) => ({ path, from, file, url: `/api/scene/references/${i}` })),
  };
}
