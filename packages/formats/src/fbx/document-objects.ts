/** Objects and connections of a document. */
import type { FbxConnection, FbxId, FbxObject, FbxProperty } from './document-types.ts';
import { PropertyList, type PropertyListOptions, type PropertyReport } from './properties.ts';
import type { FbxRecord } from './record-types.ts';

const NO_CONNECTIONS: readonly FbxConnection[] = [];
const NO_RECORDS: readonly FbxRecord[] = [];

/** How the properties of some objects are read. */
export interface PropertySource extends PropertyListOptions {
  readonly report: PropertyReport;
}

/** What an object is made of. */
export interface ObjectParts {
  readonly id: FbxId;
  readonly kind: string;
  readonly name: string;
  readonly subtype: string;
  readonly record: FbxRecord;
  readonly source: PropertySource;
  /** Properties made by the reader; by default those of the record. */
  readonly rows?: FbxProperty[] | undefined;
}

/** What a connection is made of. */
export interface ConnectionParts {
  readonly type: FbxConnection['type'];
  /** Object or id. */
  readonly source: FbxId | DocumentObject;
  readonly destination: FbxId | DocumentObject;
  readonly sourceProperty?: string;
  readonly property?: string;
  readonly at: number;
}

/** An object that reads its properties when they are asked for, and knows its connections. */
export class DocumentObject implements FbxObject {
  readonly id: FbxId;
  readonly kind: string;
  readonly name: string;
  readonly subtype: string;
  readonly record: FbxRecord;
  readonly at: number;
  /** Place among the objects; -1 for the root. Set by the builder. */
  index = -1;
  incoming: readonly FbxConnection[] = NO_CONNECTIONS;
  outgoing: readonly FbxConnection[] = NO_CONNECTIONS;
  readonly #source: PropertySource;
  readonly #rows: FbxProperty[] | undefined;
  #properties: PropertyList | undefined;

  constructor({ id, kind, name, subtype, record, source, rows }: ObjectParts) {
    this.id = id;
    this.kind = kind;
    this.name = name;
    this.subtype = subtype;
    this.record = record;
    this.at = record.at;
    this.#source = source;
    this.#rows = rows;
    this.#properties = undefined;
  }

  get properties(): PropertyList {
    this.#properties ??= new PropertyList(this.#source.report, this.#rows ?? this.record, this.#source);
    return this.#properties;
  }

  /** Adds a property to an object whose properties are made by the reader. */
  addRow(row: FbxProperty): void {
    this.#rows?.push(row);
    this.#properties = undefined;
  }
}

/** A record that the file does not have, for objects made by the reader. */
export function makeRecord(name: string, at: number): FbxRecord {
  return { name, at, values: NO_RECORDS as readonly never[], children: NO_RECORDS };
}

/** The name in `Class::Name` (text files) or `Name\0\1Class` (binary files); the class may be missing. */
export function nameOf(text: string, encoding: 'binary' | 'ascii'): string {
  const at = text.indexOf(encoding === 'binary' ? '\0\u0001' : '::');
  if (at < 0) return text;
  return encoding === 'binary' ? text.slice(0, at) : text.slice(at + 2);
}

/** Subtypes are written with and without `Fbx` before them. */
export function plainSubtype(text: string): string {
  return text.length > 3 && text.startsWith('Fbx') ? text.slice(3) : text;
}

/** Whether a value can be an id of version 7. */
export function isNumericId(value: unknown): value is number | bigint {
  return typeof value === 'number' || typeof value === 'bigint';
}

/** A connection. Its ends are ids until `DocumentBuilder` has met all objects. */
export class DocumentConnection implements FbxConnection {
  readonly type: FbxConnection['type'];
  source: DocumentObject;
  destination: DocumentObject;
  readonly sourceProperty: string;
  readonly property: string;
  readonly at: number;

  constructor({ type, source, destination, sourceProperty = '', property = '', at }: ConnectionParts) {
    this.type = type;
    this.source = source as DocumentObject;
    this.destination = destination as DocumentObject;
    this.sourceProperty = sourceProperty;
    this.property = property;
    this.at = at;
  }
}
