import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { inflateSync } from 'node:zlib';
import { readTake } from '@rigline/client';
import { type Problem, RiglineError } from '@rigline/diagnostics';
import { readFbx } from '@rigline/formats/fbx';
import { type OpenReference, type ReadResult, type ReferenceContent, readMa } from '@rigline/formats/ma';
import { detectFormat, formatByName, type SceneFormat, unknownFormat } from './scene-format.ts';

export interface OpenOptions {
  /** Reads references outside the folder of the scene, too. */
  readonly allowOutside?: boolean;
  /** Refuses to go on without a referenced file. */
  readonly stopAtMissing?: boolean;
  /** Take of an FBX file, by default its first; false for the stored values without animation. */
  readonly take?: string | false;
  /** Whether constraints of an FBX file drive their nodes, or what is stored and keyed there does. */
  readonly constraints?: 'baked' | 'live';
}

type Reader = (bytes: Uint8Array, file: string, options: OpenOptions) => Pick<ReadResult, 'scene' | 'problems'>;

const READERS: Readonly<Record<SceneFormat, Reader>> = {
  ma: (bytes, file, options) => {
    refuseFbxOptions(file, 'Maya ASCII', options);
    return readMa(bytes, {
      file,
      openReference: openBeside(file, options.allowOutside ?? false),
      stopAtMissingReference: options.stopAtMissing ?? false,
    });
  },
  take: (bytes, file, options) => {
    refuseFbxOptions(file, 'a take', options);
    return readTake(bytes, { file });
  },
  fbx: (bytes, file, { take, constraints }) =>
    readFbx(bytes, {
      file,
      ...(take === undefined ? {} : { take: take === false ? null : take }),
      ...(constraints ? { constraints } : {}),
      inflate: (packed, size) => inflateSync(packed, { maxOutputLength: Math.max(size, 1) }),
    }),
};

/** Others have one animation, and its constraints are what drives their nodes. */
function refuseFbxOptions(file: string, kind: string, { take, constraints }: OpenOptions): void {
  const option = take === undefined ? (constraints === 'baked' ? '--constraints baked' : undefined) : '--take';
  if (option === undefined) return;
  throw new RiglineError({
    code: 'CLI_OPTION_OF_OTHER_FORMAT',
    message: `${option} is for FBX files; this file is ${kind}`,
    at: { file },
    hint: 'Leave the option out for this file.',
  });
}

/**
 * Reads a scene from disk. What the file holds counts, not its extension.
 *
 * @throws RiglineError `CLI_NO_FILE`, `CLI_UNKNOWN_FORMAT`, `CLI_OPTION_OF_OTHER_FORMAT`, and what the readers throw.
 */
export function openScene(
  file: string,
  options: OpenOptions = {},
): ReturnType<Reader> & { readonly format: SceneFormat } {
  if (!formatByName(file) && !isFile(file)) throw unknownFormat(file);
  const bytes = readFile(file);
  const format = detectFormat(bytes, file);
  const read = READERS[format](bytes, file, options);
  return {
    format,
    scene: read.scene,
    // Parts of an FBX file are decoded when they are needed, and may turn out to be damaged then.
    get problems() {
      return read.problems;
    },
  };
}

/** The bytes of a file. */
export function readFile(file: string): Uint8Array {
  try {
    return readFileSync(file);
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    throw new RiglineError({
      code: 'CLI_NO_FILE',
      message: code === 'ENOENT' ? 'There is no such file' : `The file cannot be read (${code ?? 'unknown reason'})`,
      at: { file },
      hint: code === 'ENOENT' ? 'Check the path.' : 'Check that it is a file you may read.',
      cause,
    });
  }
}

/**
 * Opens referenced files: as the path says, or, for the path of another machine, beside the scene and in the folders
 * above it. Only inside the folder tree of the scene's project unless `allowOutside`.
 */
export function openBeside(sceneFile: string, allowOutside: boolean): OpenReference {
  const root = projectRoot(sceneFile);
  return (path, from) => {
    const found = candidates(path, from, root).find((candidate) => isFile(candidate));
    if (found === undefined) return { state: 'missing' };
    if (!allowOutside && !isInside(root, found)) {
      return { state: 'refused', reason: 'it lies outside the folder of the scene (--allow-outside reads it)' };
    }
    return { state: 'loaded', file: found, content: readFile(found) } satisfies ReferenceContent;
  };
}

/** The folder that references may be read from: that of `workspace.mel` above the scene, or the scene's own. */
function projectRoot(sceneFile: string): string {
  const own = dirname(resolve(sceneFile));
  let folder = own;
  for (let i = 0; i < 16; i++) {
    if (existsSync(join(folder, 'workspace.mel'))) return folder;
    const above = dirname(folder);
    if (above === folder) break;
    folder = above;
  }
  return own;
}

/** Characters of a path at most; no system knows longer ones. */
const PATH_LIMIT = 4096;

function candidates(written: string, from: string, root: string): string[] {
  if (written.length > PATH_LIMIT) return [];
  const expanded = written
    .replace(/\$\{?(\w+)\}?/g, (whole, name: string) => process.env[name] ?? whole)
    .replace(/\{\d+\}$/, '');
  const forward = expanded.replaceAll('\\', '/');
  const folder = dirname(resolve(from));
  const list: string[] = [];
  // `project//scenes/a.ma`: the part after the double slash is relative to the project.
  const inProject = afterDoubleSlash(forward);
  if (inProject !== undefined) list.push(join(root, inProject), join(folder, inProject));
  if (isAbsolute(forward)) list.push(forward);
  else if (!/^[A-Za-z]:/.test(forward)) list.push(join(folder, forward), join(root, forward));
  // The path of another machine: its last parts, longest first.
  const parts = forward.split('/').filter((part) => part !== '' && part !== '..' && part !== '.');
  for (let n = Math.min(4, parts.length); n >= 1; n--) {
    const tail = parts.slice(-n).join('/');
    list.push(join(folder, tail), join(root, tail));
  }
  return list;
}

/** What follows the first double slash that does not begin the path or follow a protocol. */
function afterDoubleSlash(path: string): string | undefined {
  let at = path.indexOf('//', 2);
  while (at >= 0 && path[at - 1] === ':') at = path.indexOf('//', at + 1);
  return at < 0 || at + 2 === path.length ? undefined : path.slice(at + 2);
}

function isFile(path: string): boolean {
  try {
    return statSync(path).isFile();
  } catch {
    return false; // Not there, or not to be seen: both mean that it cannot be read.
  }
}

/** Links are followed first: a link inside may lead outside. */
function isInside(root: string, file: string): boolean {
  const way = relative(realpathSync(root), realpathSync(file));
  return way !== '' && !isAbsolute(way) && way !== '..' && !way.startsWith(`..${sep}`);
}

/** Counts by severity. */
export function countSeverities(problems: readonly Problem[]): Record<Problem['severity'], number> {
  const counts = { error: 0, warning: 0, info: 0 };
  for (const problem of problems) counts[problem.severity] += problem.count;
  return counts;
}
