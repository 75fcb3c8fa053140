/** Collects the objects and connections of a file and joins them to a document. */
import { type ProblemLog, RiglineError } from '@rigline/diagnostics';
import type { FileHeader } from './document-header.ts';
import { type ConnectionParts, DocumentConnection, DocumentObject, type ObjectParts } from './document-objects.ts';
import type { FbxConnection, FbxDocument, FbxId, FbxObject, FbxTakeRecord, RawKeys } from './document-types.ts';
import { reportFbx } from './problems.ts';
import { PropertyList, type PropertyReport } from './properties.ts';
import type { FbxFile, FbxRecord } from './record-types.ts';

/** Reads the keys of a curve, in whatever form the version stores them. */
export type KeyReader = (curve: FbxObject, report: PropertyReport) => RawKeys;

/** Changes where a connection begins or ends, for versions that store several objects as one. */
export type Redirect = (connection: DocumentConnection) => DocumentConnection;

const NO_CONNECTIONS: readonly FbxConnection[] = [];

/** Several materials of one Model may be the same one: faces count them. */
const MAY_REPEAT = 'Material';
/** Up to this many connections are compared one by one. */
const FEW = 8;

export class DocumentBuilder {
  readonly file: FbxFile;
  readonly report: PropertyReport;
  readonly objects: DocumentObject[] = [];
  readonly root: DocumentObject;
  globals: PropertyList;
  takes: readonly FbxTakeRecord[] = [];
  readonly #log: ProblemLog;
  readonly #byId = new Map<FbxId, DocumentObject>();
  #connections: DocumentConnection[] = [];

  constructor(file: FbxFile, log: ProblemLog, root: Omit<ObjectParts, 'kind' | 'name' | 'subtype' | 'source'>) {
    this.file = file;
    this.#log = log;
    this.report = { file: file.file, log };
    this.globals = new PropertyList(this.report, []);
    this.root = new DocumentObject({ ...root, kind: 'Model', name: '', subtype: '', source: { report: this.report } });
    this.#byId.set(root.id, this.root);
  }

  /** Adds an object. Of several with one id the first is found by it; all are objects of the file. */
  addObject(parts: ObjectParts): DocumentObject {
    const object = new DocumentObject(parts);
    object.index = this.objects.length;
    this.objects.push(object);
    if (!this.#byId.has(parts.id)) {
      this.#byId.set(parts.id, object);
    } else {
      reportFbx(this.#log, 'FBX_DUPLICATE_ID', {
        message: `Two objects have the id ${showId(parts.id)}; connections to it go to the first`,
        at: { file: this.file.file, byte: parts.record.at },
        hint: 'Rename one of the objects, or export the file again.',
      });
    }
    return object;
  }

  find(id: FbxId): DocumentObject | undefined {
    return this.#byId.get(id);
  }

  /** An id that no object has. */
  freeId(wish: string): string {
    let id = wish;
    for (let i = 1; this.#byId.has(id); i++) id = `${wish} (${i})`;
    return id;
  }

  /** An id for an object that the file has no name for. */
  nextId(kind: string): string {
    return this.freeId(`${kind}::#${this.objects.length}`);
  }

  connect(parts: ConnectionParts): void {
    this.#connections.push(new DocumentConnection(parts));
  }

  /** Reports something about a record that is left out or taken differently. */
  reportRecord(code: 'FBX_BAD_OBJECT' | 'FBX_BAD_CONNECTION', record: FbxRecord, message: string): void {
    reportFbx(this.#log, code, { message, at: { file: this.file.file, byte: record.at }, group: message });
  }

  /**
   * Joins everything.
   *
   * @throws RiglineError `FBX_NODE_CYCLE` where a Model is its own ancestor.
   */
  build(header: FileHeader, readKeys: KeyReader, redirect: Redirect): FbxDocument {
    const resolved = this.#resolveAll(redirect);
    let connections = this.#joinHierarchy(resolved);
    joinEnds(connections, this.objects, this.root);
    const doubled = this.#findDoubled();
    if (doubled.size > 0) {
      connections = connections.filter((connection) => !doubled.has(connection));
      joinEnds(connections, this.objects, this.root);
    }
    const { file, report, objects, root, globals, takes } = this;
    const byId = this.#byId;
    return {
      file,
      ...header,
      globals,
      objects,
      root,
      connections,
      takes,
      find: (id) => byId.get(id),
      into: (object) => (object as DocumentObject).incoming,
      from: (object) => (object as DocumentObject).outgoing,
      readKeys: (curve) => readKeys(curve, report),
    };
  }

  /** The connections with their objects; those that make no sense are left out with a problem. */
  #resolveAll(redirect: Redirect): DocumentConnection[] {
    const resolved: DocumentConnection[] = [];
    for (const connection of this.#connections) {
      const source = this.#endOf(connection.source);
      const destination = this.#endOf(connection.destination);
      if (!source || !destination) {
        const { at } = connection;
        this.#reportConnection('FBX_DANGLING_CONNECTION', at, 'A connection names an object that is not there');
        continue;
      }
      connection.source = source;
      connection.destination = destination;
      const redirected = redirect(connection);
      if (this.#makesSense(redirected)) resolved.push(redirected);
    }
    this.#connections = [];
    return resolved;
  }

  #makesSense(connection: DocumentConnection): boolean {
    const { source, destination, at } = connection;
    if (source === destination && !isParenting(connection)) {
      this.#reportConnection('FBX_BAD_CONNECTION', at, `"${source.name}" is connected to itself`);
      return false;
    }
    if (destination === this.root && source.kind !== 'Model') {
      const message = `A ${source.kind} is connected to the root, where only models belong`;
      this.#reportConnection('FBX_BAD_CONNECTION', at, message);
      return false;
    }
    return true;
  }

  #endOf(end: FbxId | DocumentObject): DocumentObject | undefined {
    return typeof end === 'object' ? end : this.#byId.get(end);
  }

  #reportConnection(code: 'FBX_DANGLING_CONNECTION' | 'FBX_BAD_CONNECTION', at: number, message: string): void {
    reportFbx(this.#log, code, {
      message: `${message}; the connection is left out`,
      at: { file: this.file.file, byte: at },
      group: message,
    });
  }

  /**
   * Leaves every Model with one parent: of several the one that stands last in the file, as the exporter's own reader
   * has it; the root where there is none.
   */
  #joinHierarchy(connections: readonly DocumentConnection[]): DocumentConnection[] {
    const parents: (DocumentObject | undefined)[] = new Array(this.objects.length).fill(undefined);
    const several: DocumentConnection[] = [];
    for (const connection of connections) {
      if (!isParenting(connection)) continue;
      const { source: child, destination: parent } = connection;
      if (child === this.root) throw this.#cycleError(parent);
      const known = parents[child.index];
      if (known && known !== parent) several.push(connection);
      if (!known || parent.index > known.index) parents[child.index] = parent;
    }
    this.#checkCycles(parents);
    for (const { source, at } of several) {
      reportFbx(this.#log, 'FBX_SEVERAL_PARENTS', {
        message: `"${source.name}" has several parents; "${parents[source.index]?.name}", the last of them in the file, is taken`,
        at: { file: this.file.file, byte: at },
      });
    }
    const kept =
      several.length === 0
        ? connections.slice()
        : connections.filter((one) => !isParenting(one) || parents[one.source.index] === one.destination);
    for (const source of this.objects) {
      if (source.kind !== 'Model' || parents[source.index]) continue;
      kept.push(new DocumentConnection({ type: 'OO', source, destination: this.root, at: source.at }));
    }
    return kept;
  }

  #checkCycles(parents: readonly (DocumentObject | undefined)[]): void {
    // 0: not looked at; otherwise the walk that met it first.
    const walks = new Int32Array(parents.length);
    for (let i = 0; i < parents.length; i++) {
      let at = i;
      while (at >= 0 && walks[at] === 0) {
        walks[at] = i + 1;
        at = parents[at]?.index ?? -1;
      }
      if (at < 0 || walks[at] !== i + 1) continue;
      throw this.#cycleError(this.objects[at] as DocumentObject);
    }
  }

  #cycleError(object: FbxObject): RiglineError {
    return new RiglineError({
      code: 'FBX_NODE_CYCLE',
      message: `Model "${object.name}" is its own ancestor`,
      at: { file: this.file.file, byte: object.at, node: object.name },
      hint: 'Export the file again; no scene can be built of this hierarchy.',
    });
  }

  /** Connections that say what an earlier one of the same source says already. */
  #findDoubled(): ReadonlySet<FbxConnection> {
    const doubled = new Set<FbxConnection>();
    for (const { kind, name, outgoing } of this.objects) {
      if (outgoing.length < 2 || kind === MAY_REPEAT) continue;
      const seen = outgoing.length > FEW ? new Set<string>() : undefined;
      for (let i = 0; i < outgoing.length; i++) {
        const connection = outgoing[i] as DocumentConnection;
        if (!(seen ? isSeen(seen, connection) : isAmong(outgoing, i, connection))) continue;
        doubled.add(connection);
        this.#reportConnection('FBX_BAD_CONNECTION', connection.at, `"${name}" is connected twice in the same way`);
      }
    }
    return doubled;
  }
}

/** Whether one of the first `count` connections says the same. */
function isAmong(
  connections: readonly FbxConnection[],
  count: number,
  { destination, type, sourceProperty, property }: FbxConnection,
): boolean {
  for (let i = 0; i < count; i++) {
    const other = connections[i] as FbxConnection;
    if (other.destination !== destination || other.type !== type) continue;
    if (other.property === property && other.sourceProperty === sourceProperty) return true;
  }
  return false;
}

/** The same for many connections. */
function isSeen(seen: Set<string>, { destination, type, sourceProperty, property }: DocumentConnection): boolean {
  const key = `${destination.index} ${type} ${sourceProperty}\n${property}`;
  if (seen.has(key)) return true;
  seen.add(key);
  return false;
}

function isParenting({ type, source, destination }: FbxConnection): boolean {
  return type === 'OO' && source.kind === 'Model' && destination.kind === 'Model';
}

/** Gives every object its connections, in the order of the file. */
function joinEnds(
  connections: readonly DocumentConnection[],
  objects: readonly DocumentObject[],
  root: DocumentObject,
): void {
  // The root has the index -1: its counts stand in front.
  const incoming = new Int32Array(objects.length + 1);
  const outgoing = new Int32Array(objects.length + 1);
  for (const { source, destination } of connections) {
    incoming[destination.index + 1]!++;
    outgoing[source.index + 1]!++;
  }
  for (let i = -1; i < objects.length; i++) {
    const object = i < 0 ? root : (objects[i] as DocumentObject);
    object.incoming = emptyList(incoming[i + 1] as number);
    object.outgoing = emptyList(outgoing[i + 1] as number);
  }
  incoming.fill(0);
  outgoing.fill(0);
  for (const connection of connections) {
    const { source, destination } = connection;
    (destination.incoming as FbxConnection[])[incoming[destination.index + 1]!++] = connection;
    (source.outgoing as FbxConnection[])[outgoing[source.index + 1]!++] = connection;
  }
}

function emptyList(length: number): readonly FbxConnection[] {
  return length === 0 ? NO_CONNECTIONS : new Array<FbxConnection>(length);
}

function showId(id: FbxId): string {
  return typeof id === 'string' ? `"${id.replace('\0\u0001', '::')}"` : String(id);
}
