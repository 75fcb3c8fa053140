/** Which format a file is of. */
import { closeSync, openSync, readSync } from 'node:fs';
import { basename } from 'node:path';
import { RiglineError } from '@rigline/diagnostics';

export type SceneFormat = 'ma' | 'fbx' | 'take';

const FORMATS: readonly SceneFormat[] = ['ma', 'fbx', 'take'];

/** Bytes at the start of a file that tell its format. */
const HEAD = 2048;

/** The format by what the file holds, and where that says nothing by its extension. */
export function detectFormat(bytes: Uint8Array, file: string): SceneFormat {
  const head = headOf(bytes);
  const format = /^(FOR4|FOR8)/.test(head) ? undefined : (formatByContent(head) ?? formatByName(file));
  if (!format) throw unknownFormat(file, head);
  return format;
}

/** The bytes of a file that `detectFormat` looks at; none where it cannot be read. */
export function readHead(file: string): Uint8Array {
  const bytes = new Uint8Array(HEAD);
  let descriptor: number | undefined;
  try {
    descriptor = openSync(file, 'r');
    return bytes.subarray(0, readSync(descriptor, bytes, 0, HEAD, 0));
  } catch {
    return bytes.subarray(0, 0); // Whoever reads the file itself says why.
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

/** The first bytes, a character each. */
function headOf(bytes: Uint8Array): string {
  return String.fromCharCode(...bytes.subarray(0, HEAD)).replace(/^\xef\xbb\xbf/, '');
}

function formatByContent(head: string): SceneFormat | undefined {
  if (head.startsWith('Kaydara FBX Binary')) return 'fbx';
  if (head.startsWith('RLTAKE')) return 'take';
  if (/^\s*\/\/\s*Maya ASCII/i.test(head)) return 'ma';
  if (/^\s*;\s*FBX /.test(head) || /(^|\n)\s*FBXHeaderExtension\s*:/.test(head)) return 'fbx';
  return undefined;
}

export function formatByName(file: string): SceneFormat | undefined {
  const extension = extensionOf(file);
  return FORMATS.find((format) => format === extension);
}

function extensionOf(file: string): string {
  return /\.([^./\\]+)$/.exec(file)?.[1]?.toLowerCase() ?? '';
}

export function unknownFormat(file: string, head = ''): RiglineError {
  const isMayaBinary = extensionOf(file) === 'mb' || /^FOR[48]/.test(head);
  return new RiglineError({
    code: 'CLI_UNKNOWN_FORMAT',
    message: `"${basename(file)}" is of no format that Rigline reads; it reads ${FORMATS.map((e) => `.${e}`).join(', ')}`,
    at: { file },
    hint: isMayaBinary ? 'Save the scene as Maya ASCII or FBX.' : 'Check that it is the file you mean.',
  });
}
