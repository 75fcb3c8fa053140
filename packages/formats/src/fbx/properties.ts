/**
 * `Properties70` and `Properties60` of records. Rows are read when an object is asked for a property first.
 *
 * A row of version 7 is `P: name, type, label, flags, values…`; one of version 6 is `Property: name, type, flags, values…`.
 */
import type { ProblemLog } from '@rigline/diagnostics';
import type { FbxProperties, FbxProperty } from './document-types.ts';
import { reportFbx } from './problems.ts';
import { childOf, type FbxRecord, type FbxValue, isFbxArray } from './record-types.ts';

/** Where problems of a file go. */
export interface PropertyReport {
  readonly file: string;
  readonly log: ProblemLog;
}

/** Which rows of a record belong to a list. */
export type PropertyFilter = (property: FbxProperty) => boolean;

/** What a list of properties goes by besides its rows. */
export interface PropertyListOptions {
  /** Asked for what the list itself does not have. */
  readonly template?: PropertyList | undefined;
  /** Rows that belong to the list; by default all. */
  readonly filter?: PropertyFilter | undefined;
}

/** Up to this many rows are searched one by one; for more a table of names is made. */
const SHORT_LIST = 8;
const NO_VALUES: readonly FbxValue[] = [];
const NONE: readonly FbxProperty[] = [];
const TRUE_TEXT: ReadonlySet<string> = new Set(['t', 'y', 'true', 'yes']);

/** Properties of one object or template. Of rows with the same name the last counts. */
export class PropertyList implements FbxProperties {
  readonly #report: PropertyReport;
  readonly #record: FbxRecord | undefined;
  readonly #filter: PropertyFilter | undefined;
  readonly #template: PropertyList | undefined;
  #own: readonly FbxProperty[] | undefined;
  #byName: Map<string, FbxProperty> | undefined;

  /** @param source Record that has a property list as its child, or the rows themselves. */
  constructor(
    report: PropertyReport,
    source: FbxRecord | readonly FbxProperty[] | undefined,
    options: PropertyListOptions = {},
  ) {
    this.#report = report;
    const isRows = Array.isArray(source);
    this.#record = isRows ? undefined : (source as FbxRecord | undefined);
    this.#own = isRows ? (source as readonly FbxProperty[]) : undefined;
    this.#filter = options.filter;
    this.#template = options.template;
    this.#byName = undefined;
  }

  get own(): readonly FbxProperty[] {
    if (this.#own === undefined) {
      const rows = this.#record ? readPropertyRows(this.#record, this.#report) : NONE;
      this.#own = this.#filter ? rows.filter(this.#filter) : rows;
    }
    return this.#own;
  }

  get(name: string): FbxProperty | undefined {
    return this.#find(name) ?? this.#template?.get(name);
  }

  has(name: string): boolean {
    return this.#find(name) !== undefined;
  }

  number(name: string, fallback: number): number {
    const property = this.get(name);
    const value = property?.values[0];
    return property && value !== undefined ? this.#toNumber(property, value, fallback) : fallback;
  }

  boolean(name: string, fallback: boolean): boolean {
    const property = this.get(name);
    const value = property?.values[0];
    if (!property || value === undefined) return fallback;
    if (typeof value === 'string' && TRUE_TEXT.has(value.toLowerCase())) return true;
    const number = this.#toNumber(property, value, fallback ? 1 : 0);
    return number !== 0;
  }

  string(name: string, fallback: string): string {
    const property = this.get(name);
    const value = property?.values[0];
    if (!property || value === undefined) return fallback;
    if (typeof value === 'string') return value;
    this.#reportType(property, 'text');
    return fallback;
  }

  vector(name: string, fallback: readonly [number, number, number]): [number, number, number] {
    const vector: [number, number, number] = [fallback[0], fallback[1], fallback[2]];
    const property = this.get(name);
    if (!property) return vector;
    for (let i = 0; i < 3; i++) {
      const value = property.values[i];
      if (value === undefined) break;
      vector[i] = this.#toNumber(property, value, fallback[i] as number);
    }
    return vector;
  }

  #find(name: string): FbxProperty | undefined {
    const { own } = this;
    if (own.length <= SHORT_LIST) {
      for (let i = own.length - 1; i >= 0; i--) {
        const property = own[i] as FbxProperty;
        if (property.name === name) return property;
      }
      return undefined;
    }
    if (!this.#byName) {
      this.#byName = new Map();
      for (const property of own) this.#byName.set(property.name, property);
    }
    return this.#byName.get(name);
  }

  #toNumber(property: FbxProperty, value: FbxValue, fallback: number): number {
    if (typeof value === 'number') return value;
    if (typeof value === 'bigint') return Number(value);
    if (typeof value === 'string' && value.trim() !== '') {
      const number = Number(value);
      if (!Number.isNaN(number)) return number;
    }
    this.#reportType(property, 'a number');
    return fallback;
  }

  #reportType(property: FbxProperty, wanted: string): void {
    const { file, log } = this.#report;
    reportFbx(log, 'FBX_BAD_PROPERTY', {
      message: `Property "${property.name}" is not ${wanted}; its default is taken`,
      at: { file, byte: property.at },
      group: property.name,
    });
  }
}

/** All rows of a record's property lists; lists of both kinds are read, though files have one. */
export function readPropertyRows(record: FbxRecord, report: PropertyReport): readonly FbxProperty[] {
  const { children } = record;
  let rows: FbxProperty[] | undefined;
  for (let i = 0; i < children.length; i++) {
    const list = children[i] as FbxRecord;
    const isNew = list.name === 'Properties70';
    if (!isNew && list.name !== 'Properties60') continue;
    rows ??= [];
    addRows(rows, list, isNew ? 3 : 2, report);
  }
  return rows ?? NONE;
}

function addRows(rows: FbxProperty[], list: FbxRecord, flagsAt: number, report: PropertyReport): void {
  const { children } = list;
  for (let i = 0; i < children.length; i++) {
    const row = children[i] as FbxRecord;
    const { values } = row;
    const name = values[0];
    if (typeof name !== 'string') {
      reportFbx(report.log, 'FBX_BAD_PROPERTY', {
        message: 'A row of a property list has no name; it is left out',
        at: { file: report.file, byte: row.at },
        group: '',
      });
      continue;
    }
    rows.push({
      name,
      type: textAt(values, 1),
      label: flagsAt === 3 ? textAt(values, 2) : '',
      flags: textAt(values, flagsAt),
      values: row.children.length > 0 ? blobOf(row, values, flagsAt) : valuesAfter(values, flagsAt),
      at: row.at,
    });
  }
}

/** What follows the flags; a single array is taken apart where it is short. */
function valuesAfter(values: readonly FbxValue[], flagsAt: number): readonly FbxValue[] {
  if (values.length <= flagsAt + 1) return NO_VALUES;
  const first = values[flagsAt + 1];
  if (isFbxArray(first) && first.count <= 16 && values.length === flagsAt + 2) return [...first.toFloat64()];
  return values.slice(flagsAt + 1);
}

/** Bytes stand in a record inside of the row in text files, after their number. */
function blobOf(row: FbxRecord, values: readonly FbxValue[], flagsAt: number): readonly FbxValue[] {
  const blob = childOf(row, 'BinaryData');
  return blob ? [...values.slice(flagsAt + 1), ...blob.values] : valuesAfter(values, flagsAt);
}

function textAt(values: readonly FbxValue[], index: number): string {
  const value = values[index];
  return typeof value === 'string' ? value : '';
}

/** A row made by the reader. */
export function makeProperty(name: string, type: string, values: readonly FbxValue[], at: number): FbxProperty {
  return { name, type, label: '', flags: 'A', values, at };
}
