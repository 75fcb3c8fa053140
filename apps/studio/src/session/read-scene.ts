import { isTake, readTake } from '@rigline/client';
import type { Problem } from '@rigline/diagnostics';
import { type OpenReference, readMa } from '@rigline/formats/ma';
import type { Scene } from '@rigline/scene';

export interface ReadOptions {
  readonly openReference?: OpenReference | undefined;
  /** Take of an FBX file: by default its first; null for the stored values alone. */
  readonly take?: string | null | undefined;
}

export interface ReadScene {
  readonly scene: Scene;
  readonly problems: readonly Problem[];
}

/** Reads a scene of any format; the reader of FBX is loaded when it is needed first. */
export async function readScene(bytes: Uint8Array, name: string, options: ReadOptions = {}): Promise<ReadScene> {
  const { openReference, take } = options;
  if (isTake(bytes)) return readTake(bytes, { file: name });
  if (isFbx(bytes, name)) {
    const { readFbx } = await import('@rigline/formats/fbx');
    return readFbx(bytes, { file: name, ...(take === undefined ? {} : { take }) });
  }
  return readMa(bytes, { file: name, ...(openReference ? { openReference } : {}) });
}

/** What a file holds counts, not its name, as long as it says something. */
function isFbx(bytes: Uint8Array, name: string): boolean {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 2048));
  if (head.startsWith('Kaydara FBX Binary') || /^\s*;\s*FBX |(^|\n)\s*FBXHeaderExtension\s*:/.test(head)) return true;
  return /\.fbx$/i.test(name) && !/^\W*\/\/\s*Maya ASCII/i.test(head);
}
