import { type ProblemLog, RiglineError } from '@rigline/diagnostics';
import type { PlugRef, Scene, SceneNode, SceneReference } from '@rigline/scene';
import { reportMa } from './problems.ts';
import type { MaFile, MaRecord } from './record-types.ts';
import { readReferenceEdits } from './reference-edits.ts';

/** What a caller gives for a file that a scene refers to. */
export type ReferenceContent =
  | { readonly state: 'loaded'; readonly file: string; readonly content: string | Uint8Array }
  | { readonly state: 'missing' | 'refused'; readonly reason?: string };

/** Opens a file named by a reference. Gets the path as written and the file that refers to it. */
export type OpenReference = (path: string, from: string) => ReferenceContent;

/** The part of a builder that references need. */
export interface ReferenceHost {
  readonly scene: Scene;
  readonly log: ProblemLog;
  readonly file: string;
  readonly prefix: string;
  plugRef(written: string, line: number): PlugRef | undefined;
  findNode(written: string, line: number): SceneNode | undefined;
  apply(record: MaRecord): void;
}

/** References in references read at most; more is taken for a file that refers to itself. */
export const REFERENCE_DEPTH_LIMIT = 32;

/** Files read through the references of one scene at most, each as often as it is referred to. */
export const REFERENCE_COUNT_LIMIT = 10_000;
/** Their bytes together: a short file could ask for a long one again and again. */
export const REFERENCE_BYTES_LIMIT = 0x80000000;

/** What all references of a scene have used of their limits. */
export interface ReferenceUse {
  count: number;
  bytes: number;
}

export interface ReferenceOptions {
  readonly open: OpenReference | undefined;
  /** Throws at a missing file instead of going on without it. */
  readonly stopAtMissing: boolean;
  /** Reads a file into the scene under a namespace. */
  readonly readInto: (content: string | Uint8Array, file: string, prefix: string, chain: readonly string[]) => void;
  readonly use: ReferenceUse;
}

/** Reads the files that a scene refers to, and joins what the scene connects to them. */
export class ReferenceReader {
  readonly list: SceneReference[] = [];
  readonly #options: ReferenceOptions;
  /** The files on the way here, the scene first. */
  readonly #chain: readonly string[];
  /** Plugs behind the placeholders of reference nodes: `rigRN.placeHolderList[3]`. */
  readonly #placeholders = new Map<string, string>();
  readonly #missingNamespaces = new Set<string>();

  constructor(options: ReferenceOptions, chain: readonly string[]) {
    this.#options = options;
    this.#chain = chain;
  }

  /** Takes a `file` statement: declared references (`-rdi`) are only listed by their later `-r`. */
  read(host: ReferenceHost, record: MaFile): void {
    if (!record.reference) return;
    const namespace = host.prefix + (record.namespace ?? record.renamingPrefix ?? '');
    const at = { file: host.file, line: record.line };
    const opened = this.#open(host, record, at);
    this.list.push({
      path: record.path,
      namespace,
      ...(record.referenceNode === undefined ? {} : { node: record.referenceNode }),
      state: opened.state,
      at,
    });
    if (opened.state !== 'loaded') {
      this.#missingNamespaces.add(namespace);
      this.#reportUnopened(host, record, opened, at);
      return;
    }
    const separator = record.namespace === undefined ? '_' : ':';
    const prefix = namespace === '' ? '' : namespace + separator;
    this.#options.readInto(opened.content, opened.file, prefix, [...this.#chain, opened.file]);
  }

  #open(host: ReferenceHost, record: MaFile, at: { file: string; line: number }): ReferenceContent {
    if (this.#chain.length > REFERENCE_DEPTH_LIMIT) {
      const message = `References are nested more than ${REFERENCE_DEPTH_LIMIT} deep at "${record.path}"`;
      return this.#refuse(host, 'MA_REFERENCE_DEPTH', message, 'nested too deep', at);
    }
    const { use } = this.#options;
    if (++use.count > REFERENCE_COUNT_LIMIT || use.bytes > REFERENCE_BYTES_LIMIT) {
      const message = `The scene asks for ${use.count} references; at most ${REFERENCE_COUNT_LIMIT} with ${REFERENCE_BYTES_LIMIT / 2 ** 30} GiB together are read`;
      return this.#refuse(host, 'MA_REFERENCE_LIMIT', message, 'too many', at);
    }
    if (record.fileType === 'mayaBinary' || /\.mb$/i.test(record.path)) {
      return { state: 'refused', reason: 'it is Maya binary' };
    }
    const opened = this.#options.open?.(record.path, host.file) ?? { state: 'missing' };
    if (opened.state !== 'loaded') return opened;
    if (this.#chain.includes(opened.file)) {
      return this.#refuse(host, 'MA_REFERENCE_DEPTH', `"${record.path}" refers to itself`, 'it refers to itself', at);
    }
    use.bytes += opened.content.length;
    return opened;
  }

  #refuse(
    host: ReferenceHost,
    code: 'MA_REFERENCE_DEPTH' | 'MA_REFERENCE_LIMIT',
    message: string,
    reason: string,
    at: { file: string; line: number },
  ): ReferenceContent {
    reportMa(host.log, code, {
      message,
      at,
      hint: 'Look for a file that refers to itself, also through others.',
      group: code === 'MA_REFERENCE_LIMIT' ? 'limit' : message,
    });
    return { state: 'refused', reason };
  }

  #reportUnopened(
    host: ReferenceHost,
    record: MaFile,
    opened: Exclude<ReferenceContent, { state: 'loaded' }>,
    at: { file: string; line: number },
  ): void {
    const isMissing = opened.state === 'missing';
    const code = isMissing ? 'MA_REFERENCE_MISSING' : 'MA_REFERENCE_REFUSED';
    const reason = opened.reason === undefined ? '' : `: ${opened.reason}`;
    const message = `The reference "${record.path}" ${isMissing ? 'was not found' : 'was not read'}${reason}`;
    const hint = isMissing
      ? 'Put the file beside the scene, or set the variables in its path.'
      : 'Save it as Maya ASCII inside the folder of the scene, or allow files outside.';
    if (this.#options.stopAtMissing) throw new RiglineError({ code, message, at, hint });
    reportMa(host.log, code, { message, at, hint });
  }

  /** A node that is not there: expected when its reference was not read. */
  reportMissingNode(host: ReferenceHost, written: string, line: number): void {
    const leaf = written.split('|').at(-1) ?? written;
    const namespace = host.prefix + leaf.slice(0, Math.max(0, leaf.lastIndexOf(':')));
    const at = { file: host.file, line };
    if (this.#missingNamespaces.has(namespace)) {
      reportMa(host.log, 'MA_REFERENCED_NODE_MISSING', {
        message: `Nodes of the reference "${namespace}" are not there (first: "${written}")`,
        at,
        group: namespace,
      });
      return;
    }
    reportMa(host.log, 'MA_NO_NODE', {
      message: `There is no node "${written}"`,
      at,
      hint: 'The statement is left out; look for a renamed or deleted node.',
    });
  }

  /** Applies the edits stored on a reference node. */
  applyEdits(host: ReferenceHost, node: SceneNode): void {
    const edits = node.raw.get('ed') ?? node.raw.get('edits');
    const { text } = (edits?.value ?? {}) as { readonly text?: string };
    if (text === undefined) return;
    const line = node.place?.line ?? 0;
    for (const edit of readReferenceEdits(text, line)) {
      if (edit.kind === 'placeholder') this.#placeholders.set(edit.placeholder, edit.plug);
      else host.apply(edit.record);
    }
  }

  /** Joins a connection that names a placeholder to the plug behind it. True when it named one. */
  placeholderConnection(
    host: ReferenceHost,
    record: { readonly source: string; readonly destination: string; readonly line: number },
  ): boolean {
    const source = this.#behind(host, record.source);
    const destination = this.#behind(host, record.destination);
    if (source === undefined && destination === undefined) return false;
    const from = source === null ? undefined : host.plugRef(source ?? record.source, record.line);
    const to = destination === null ? undefined : host.plugRef(destination ?? record.destination, record.line);
    if (from && to) host.scene.connect(from, to);
    return true;
  }

  /** The plug behind a placeholder; null when there is none for it, undefined when it is no placeholder. */
  #behind(host: ReferenceHost, written: string): string | null | undefined {
    const match = /^(.*)\.(?:phl|placeHolderList)\[(\d+)\]$/.exec(written);
    if (!match) return undefined;
    const node = host.scene.findAll(host.prefix + match[1]).find((n) => n.type === 'reference');
    if (!node) return undefined;
    if (!this.#placeholders.has(`${match[1]} applied`)) {
      this.#placeholders.set(`${match[1]} applied`, '');
      this.applyEdits(host, node);
    }
    return this.#placeholders.get(`${match[1]}.${match[2]}`) ?? null;
  }
}
