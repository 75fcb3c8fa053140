import { type ProblemLog, RiglineError } from '@rigline/diagnostics';
import type { NumberTable, PlugRef, Scene, SceneNode } from '@rigline/scene';
import { DEFAULT_NODE_TYPES } from './default-nodes.ts';
import { attributeOf } from './dynamic-attribute.ts';
import { applyCurrentUnit, defaultUnits, type FileUnits } from './file-units.ts';
import { type MaProblemCode, reportMa } from './problems.ts';
import type { MaAddAttr, MaFile, MaRecord, MaSetAttr } from './record-types.ts';
import type { ReferenceHost, ReferenceReader } from './references.ts';
import { applySetAttr } from './set-attr.ts';

type RecordOf<Kind extends MaRecord['kind']> = Extract<MaRecord, { readonly kind: Kind }>;

/** Statements times selected nodes that one file may ask for. */
const SPREAD_LIMIT = 5_000_000;

/** Gives meaning to the records of one file. A referenced file has a builder of its own over the same scene. */
export class SceneBuilder implements ReferenceHost {
  readonly scene: Scene;
  readonly log: ProblemLog;
  readonly file: string;
  readonly units: FileUnits = defaultUnits();
  // Keys come from the file: they may be any word, `__proto__` too.
  readonly info: Record<string, string> = Object.create(null) as Record<string, string>;
  readonly nodeTypes: Record<string, number> = Object.create(null) as Record<string, number>;
  readonly references: ReferenceReader;
  mayaVersion = '';
  /** Namespace that the names of this file get, with its colon; empty for the main file. */
  readonly prefix: string;
  /** Reference nodes that this file has made. */
  readonly referenceNodes: SceneNode[] = [];
  #current: readonly SceneNode[] = [];
  /** How often statements have been spread over several selected nodes, in nodes. */
  #spread = 0;
  /** Next free index of arrays that `-na` appends to. */
  readonly #nextIndex = new Map<string, number>();

  constructor(scene: Scene, log: ProblemLog, file: string, references: ReferenceReader, prefix = '') {
    this.scene = scene;
    this.log = log;
    this.file = file;
    this.references = references;
    this.prefix = prefix;
  }

  apply(record: MaRecord): void {
    switch (record.kind) {
      case 'setAttr':
        this.#setAttr(record);
        break;
      case 'createNode':
        this.#createNode(record);
        break;
      case 'connectAttr':
        this.#connect(record);
        break;
      case 'disconnectAttr':
        this.#disconnect(record);
        break;
      case 'addAttr':
        this.#addAttr(record);
        break;
      case 'select':
        this.#select(record);
        break;
      case 'rename':
        this.#rename(record);
        break;
      case 'parent':
        this.#parent(record);
        break;
      case 'currentUnit':
        this.#currentUnit(record);
        break;
      case 'fileInfo':
        this.info[record.key] = record.value;
        break;
      case 'requires':
        if (record.product === 'maya') this.mayaVersion = record.version;
        break;
      case 'file':
        this.#reference(record);
        break;
      case 'aliasAttr':
        this.#alias(record);
        break;
      default:
        // deleteAttr, lockNode, relationship and raw statements change nothing that is evaluated.
        break;
    }
  }

  report(code: MaProblemCode, line: number, message: string, more: { hint?: string; group?: string } = {}): void {
    reportMa(this.log, code, { message, at: { file: this.file, line }, ...more });
  }

  // ---- names

  /** A name of the file with its namespace. Names that begin with `:` belong to the root namespace. */
  #name(written: string): string {
    if (this.prefix === '') return written;
    return written
      .split('|')
      .map((part) => (part === '' || part.startsWith(':') ? part : this.prefix + part))
      .join('|');
  }

  /** The node that the file means, or undefined with a problem. */
  findNode(written: string, line: number): SceneNode | undefined {
    const named = this.#name(written);
    const only = this.scene.find(named);
    if (only) return only;
    const found = this.scene.findAll(named);
    if (found.length > 1) {
      this.report('MA_AMBIGUOUS_NAME', line, `"${written}" means ${found.length} nodes; the first is taken`, {
        hint: 'Write the full path of the node.',
      });
      return found[0];
    }
    const type = DEFAULT_NODE_TYPES.get(written.replace(/^:/, ''));
    if (type !== undefined || written.startsWith(':')) {
      return this.scene.addNode({ type: type ?? 'unknownDefault', name: written.replace(/^:/, ''), isDefault: true });
    }
    this.references.reportMissingNode(this, written, line);
    return undefined;
  }

  // ---- nodes

  #createNode(record: RecordOf<'createNode'>): void {
    this.nodeTypes[record.type] = (this.nodeTypes[record.type] ?? 0) + 1;
    const name = record.name === undefined ? undefined : this.#name(record.name).replace(/^:/, '');
    if (record.shared && name !== undefined) {
      const known = this.scene.findAll(name).find((node) => node.type === record.type);
      if (known) {
        this.#current = [known];
        return;
      }
    }
    const parent = record.parent === undefined ? undefined : this.findNode(record.parent, record.line);
    if (!this.scene.declarations.has(record.type)) {
      this.report('MA_UNKNOWN_NODE', record.line, `"${record.type}" nodes are kept, but not evaluated`, {
        group: record.type,
      });
    }
    const node = this.#addNode(record, parent, this.#freeName(record, name, parent));
    if (record.type === 'reference') this.referenceNodes.push(node);
    this.#current = [node];
  }

  #addNode(record: RecordOf<'createNode'>, parent: SceneNode | undefined, name: string | undefined): SceneNode {
    const input = {
      type: record.type,
      place: { file: this.file, line: record.line },
      ...(name === undefined ? {} : { name }),
    };
    if (!parent) return this.scene.addNode(input);
    try {
      return this.scene.addNode({ ...input, parent });
    } catch (error) {
      if (!(error instanceof RiglineError)) throw error;
      this.report('MA_BAD_PARENT', record.line, error.message, { hint: 'The node is put at the root instead.' });
      return this.scene.findAll(name ?? '').at(-1) ?? this.scene.addNode(input);
    }
  }

  /** The wanted name, or another one where siblings (or nodes outside the hierarchy) have it already. */
  #freeName(
    record: RecordOf<'createNode'>,
    name: string | undefined,
    parent: SceneNode | undefined,
  ): string | undefined {
    if (name === undefined) return undefined;
    const isDag = parent !== undefined || this.scene.declarations.get(record.type)?.dag !== 'none';
    const taken = this.scene.isNameTaken(name, isDag, parent);
    if (!taken) return name;
    const free = this.scene.freeName(`${name}#`);
    this.report('MA_DUPLICATE_NAME', record.line, `There is a node "${name}" already; this one becomes "${free}"`, {
      hint: 'Give the nodes different names.',
    });
    return free;
  }

  #select(record: RecordOf<'select'>): void {
    const found = record.names.map((name) => this.findNode(name, record.line));
    this.#current = found.filter((node) => node !== undefined);
  }

  /** What a statement without a name is about. A short file could keep the reader busy for ever otherwise. */
  #targets(line: number): readonly SceneNode[] {
    if (this.#current.length > 1) this.#spread += this.#current.length;
    if (this.#spread <= SPREAD_LIMIT) return this.#current;
    this.report(
      'MA_SELECTION_TOO_LARGE',
      line,
      `Statements about ${this.#current.length} selected nodes are left out`,
      {
        group: 'spread',
        hint: 'Name the nodes that a statement is about.',
      },
    );
    return [];
  }

  #rename(record: RecordOf<'rename'>): void {
    const [first, second] = record.names;
    const [current] = this.#current;
    if (record.uuid !== undefined && current && first === undefined) current.uuid = record.uuid;
    const node = second === undefined ? current : this.findNode(first as string, record.line);
    const name = second ?? first;
    if (node && name !== undefined && record.uuid === undefined) this.scene.rename(node, this.#name(name));
  }

  #parent(record: RecordOf<'parent'>): void {
    const names = [...record.names];
    const parentName = record.world ? undefined : names.pop();
    const parent = parentName === undefined ? undefined : this.findNode(parentName, record.line);
    if (parentName !== undefined && !parent) return;
    for (const name of names) {
      const node = this.findNode(name, record.line);
      if (!node) continue;
      try {
        if (record.add && parent) this.scene.addInstance(node, parent);
        else if (!record.remove) this.scene.reparent(node, parent);
      } catch (error) {
        if (!(error instanceof RiglineError)) throw error;
        this.report('MA_BAD_PARENT', record.line, error.message, { hint: 'The statement is left out.' });
      }
    }
  }

  // ---- attributes

  #currentUnit(record: RecordOf<'currentUnit'>): void {
    for (const name of applyCurrentUnit(this.units, record)) {
      this.report('MA_UNKNOWN_UNIT', record.line, `The unit "${name}" is not known; the one before stays in force`);
    }
  }

  #setAttr(record: MaSetAttr): void {
    const named = record.node === undefined ? undefined : this.findNode(record.node, record.line);
    const targets = record.node === undefined ? this.#targets(record.line) : named ? [named] : [];
    if (this.#current.length === 0 && record.node === undefined) {
      this.report(
        'MA_NO_CURRENT_NODE',
        record.line,
        `setAttr ".${record.name}" stands before any createNode or select`,
      );
    }
    for (const node of targets) {
      const outcome = applySetAttr(this.scene, node, record, this.units);
      if (outcome === 'outOfReach') {
        this.report('MA_INDEX_OUT_OF_REACH', record.line, `"${node.name}.${record.name}" has an index out of reach`, {
          hint: 'The values are left out; indices may not skip more than a million elements.',
        });
      } else if (outcome === 'mismatch') {
        this.report('MA_VALUE_MISMATCH', record.line, `"${node.name}.${record.name}" does not take these values`, {
          group: `${node.type}.${record.name.replace(/\d+/g, '#')}`,
          hint: 'Compare the number and the type of the values with the attribute.',
        });
      }
    }
  }

  #addAttr(record: MaAddAttr): void {
    const nodes = record.nodes.map((name) => this.findNode(name, record.line)).filter((node) => node !== undefined);
    const long = record.longName || record.shortName;
    if (long === '') return;
    for (const node of nodes.length > 0 ? nodes : this.#targets(record.line)) {
      // Compounds grow: each node has its own.
      const attribute = attributeOf(record, this.units);
      if (record.parent === undefined) {
        this.scene.addAttribute(node, long, attribute);
      } else if (!this.scene.addChildAttribute(node, record.parent, long, attribute)) {
        this.report('MA_NO_COMPOUND', record.line, `"${node.name}" has no compound "${record.parent}" for "${long}"`);
        this.scene.addAttribute(node, long, attribute);
      }
    }
  }

  #alias(record: RecordOf<'aliasAttr'>): void {
    for (let i = 0; i + 1 < record.names.length; i += 2) {
      const plug = this.plugRef(record.names[i + 1] as string, record.line);
      if (plug) this.scene.addAlias(plug.node, record.names[i] as string, plug.path);
    }
  }

  // ---- connections

  /** The plug that `node.attribute` means; an attribute unknown to the node keeps its name as written. */
  plugRef(written: string, line: number): PlugRef | undefined {
    const dot = written.indexOf('.');
    if (dot < 0) {
      this.report('MA_BAD_PLUG', line, `"${written}" is not a plug`, { hint: 'Write it as node.attribute.' });
      return undefined;
    }
    const node = this.findNode(written.slice(0, dot), line);
    if (!node) return undefined;
    const path = written.slice(dot + 1);
    return { node, path: node.resolve(path)?.path ?? path };
  }

  #connect(record: RecordOf<'connectAttr'>): void {
    const placed = this.references.placeholderConnection(this, record);
    if (placed) return;
    const source = this.plugRef(record.source, record.line);
    const destination = this.plugRef(record.destination, record.line);
    if (!source || !destination) return;
    this.scene.connect(source, record.nextAvailable ? this.#nextAvailable(destination) : destination);
  }

  /** `-na` names the array; the connection goes to the first index after all that are in use. */
  #nextAvailable(destination: PlugRef): PlugRef {
    const key = `${destination.node.id} ${destination.path}`;
    let index = this.#nextIndex.get(key);
    if (index === undefined) {
      const used = destination.node.elementIndices(destination.path);
      const block = destination.node.values.get(destination.path) as NumberTable | undefined;
      index = Math.max((used.at(-1) ?? -1) + 1, block?.count ?? 0);
    }
    this.#nextIndex.set(key, index + 1);
    return { node: destination.node, path: `${destination.path}[${index}]` };
  }

  #disconnect(record: RecordOf<'disconnectAttr'>): void {
    const destination = this.plugRef(record.destination, record.line);
    if (destination) this.scene.disconnect(destination);
  }

  // ---- references

  #reference(record: MaFile): void {
    this.references.read(this, record);
  }
}
