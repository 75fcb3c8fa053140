/** `Takes` of versions before 7 as the stacks, layers, curve nodes and curves of version 7. */
import type { DocumentBuilder } from './document-builder.ts';
import { numberOf } from './document-header.ts';
import type { DocumentObject } from './document-objects.ts';
import type { FbxProperty, FbxTakeRecord } from './document-types.ts';
import type { LegacyLinks } from './legacy-links.ts';
import { makeProperty } from './properties.ts';
import { childOf, type FbxRecord } from './record-types.ts';

/** Names of the layers that are made: version 7 names them so. */
const BASE_LAYER = 'BaseLayer';

/** Parts of the channel `Transform` as properties. */
const TRANSFORM: Readonly<Record<string, string>> = {
  T: 'Lcl Translation',
  R: 'Lcl Rotation',
  S: 'Lcl Scaling',
};
/** Names of the curve nodes of those in version 7. */
const SHORT_NAMES: Readonly<Record<string, string>> = {
  'Lcl Translation': 'T',
  'Lcl Rotation': 'R',
  'Lcl Scaling': 'S',
};
/** Ending of channels that are named after a shape, before version 6. */
const SHAPE_SUFFIX = ' (Shape)';
const PART_NAMES = 'XYZW';

/** Called with the stored value of an animated property. */
export type DefaultSink = (object: DocumentObject, property: string, values: readonly number[]) => void;

export class LegacyAnimation {
  readonly #builder: DocumentBuilder;
  readonly #links: LegacyLinks;
  readonly #onDefault: DefaultSink | undefined;

  constructor(builder: DocumentBuilder, links: LegacyLinks, onDefault?: DefaultSink) {
    this.#builder = builder;
    this.#links = links;
    this.#onDefault = onDefault;
  }

  /** Adds a stack with one layer for a take. */
  addTake({ name, localTime, referenceTime, record }: FbxTakeRecord): void {
    const rows: FbxProperty[] = [];
    const addTimes = (prefix: string, times: readonly [number, number] | undefined): void => {
      if (!times) return;
      rows.push(makeProperty(`${prefix}Start`, 'KTime', [times[0]], record.at));
      rows.push(makeProperty(`${prefix}Stop`, 'KTime', [times[1]], record.at));
    };
    addTimes('Local', localTime);
    addTimes('Reference', referenceTime);
    const layer = this.addStack(name, BASE_LAYER, record, rows);
    for (const target of record.children) {
      const id = target.values[0];
      const object = typeof id === 'string' && hasChannels(target) ? this.#builder.find(id) : undefined;
      if (object) this.addChannels(target, object, layer);
    }
  }

  /** Adds a stack; returns its layer. */
  addStack(name: string, layerName: string, record: FbxRecord, rows: FbxProperty[]): DocumentObject {
    const stack = this.#add('AnimationStack', name, record, rows);
    const layer = this.#add('AnimationLayer', layerName, record, []);
    this.#builder.connect({ type: 'OO', source: layer, destination: stack, at: record.at });
    return layer;
  }

  #add(kind: string, name: string, record: FbxRecord, rows: FbxProperty[]): DocumentObject {
    const { report } = this.#builder;
    const id = this.#builder.nextId(kind);
    return this.#builder.addObject({ id, kind, name, subtype: '', record, source: { report }, rows });
  }

  /** Adds the channels of a record that animate an object. */
  addChannels(record: FbxRecord, object: DocumentObject, layer: DocumentObject): void {
    for (const channel of record.children) {
      const name = channel.values[0];
      if (channel.name !== 'Channel' || typeof name !== 'string') continue;
      if (name !== 'Transform') {
        this.#addProperty(channel, object, layer, plainName(name, this.#builder.file.version));
        continue;
      }
      for (const part of channel.children) {
        const key = part.values[0];
        if (part.name !== 'Channel' || typeof key !== 'string' || !Object.hasOwn(TRANSFORM, key)) continue;
        this.#addProperty(part, object, layer, TRANSFORM[key] as string);
      }
    }
  }

  #addProperty(channel: FbxRecord, target: DocumentObject, layer: DocumentObject, name: string): void {
    const isSingle = isCurve(channel);
    const parts = isSingle ? [channel] : channel.children.filter((child) => child.name === 'Channel' && isCurve(child));
    if (parts.length === 0) return;
    const { object, property } = this.#links.resolve(target, name);
    const rows: FbxProperty[] = [];
    const node = this.#add('AnimationCurveNode', SHORT_NAMES[property] ?? property, channel, rows);
    const { at } = channel;
    this.#builder.connect({ type: 'OO', source: node, destination: layer, at });
    this.#builder.connect({ type: 'OP', source: node, destination: object, property, at });
    const defaults: number[] = [];
    for (const [i, part] of parts.entries()) {
      const partName = isSingle ? `d|${property}` : `d|${partNameOf(part, i)}`;
      const value = numberOf(childOf(part, 'Default'));
      if (value !== undefined) rows.push(makeProperty(partName, 'Number', [value], part.at));
      defaults[isSingle ? 0 : Math.max(0, PART_NAMES.indexOf(partName.slice(2)))] = value ?? 0;
      if (!childOf(part, 'Key')) continue;
      const curve = this.#add('AnimationCurve', '', part, []);
      this.#builder.connect({ type: 'OP', source: curve, destination: node, property: partName, at: part.at });
    }
    this.#onDefault?.(object, property, defaults);
  }
}

function hasChannels(record: FbxRecord): boolean {
  return childOf(record, 'Channel') !== undefined;
}

/** A channel with keys or a value; others are groups of channels. */
function isCurve(channel: FbxRecord): boolean {
  return childOf(channel, 'Key') !== undefined || childOf(channel, 'Default') !== undefined;
}

/** X, Y, Z, W by name, else by place: colours may have other letters. */
function partNameOf(part: FbxRecord, index: number): string {
  const name = part.values[0];
  if (typeof name === 'string' && name.length === 1 && PART_NAMES.includes(name)) return name;
  return PART_NAMES[index] ?? String(index);
}

function plainName(name: string, version: number): string {
  return version < 6000 && name.length > SHAPE_SUFFIX.length && name.endsWith(SHAPE_SUFFIX)
    ? name.slice(0, -SHAPE_SUFFIX.length)
    : name;
}
