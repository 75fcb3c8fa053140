/**
 * Versions 3 to 5: Models stand at the first level, name their children, and hold mesh, materials, skin and even
 * animation. Values of channels stand in the animation alone.
 */
import type { ProblemLog } from '@rigline/diagnostics';
import { DocumentBuilder } from './document-builder.ts';
import { numberOf, readHeader, textOf, topRecord } from './document-header.ts';
import { type DocumentObject, makeRecord, nameOf } from './document-objects.ts';
import { readTakes } from './document-sections.ts';
import type { FbxDocument, FbxProperty } from './document-types.ts';
import { readLegacyKeys } from './legacy-keys.ts';
import { LegacyLinks } from './legacy-links.ts';
import { ATTRIBUTE_RECORDS, MATERIAL_RECORDS, rowsOf } from './legacy-records.ts';
import { addMeshShapes } from './legacy-shapes.ts';
import { LegacyAnimation } from './legacy-takes.ts';
import { makeProperty } from './properties.ts';
import { childOf, type FbxFile, type FbxRecord } from './record-types.ts';

/** Stack and layer of the channels that stand in the Models, after all others. */
const INTERNAL = '(internal)';
/** The oldest version whose header names the version in truth: some later files have older numbers at the start. */
const FIRST_NAMED_VERSION = 6000;

/** Reads a file of a version before 6. */
export function readNestedDocument(stored: FbxFile, log: ProblemLog): FbxDocument {
  const file = { ...stored, version: statedVersion(stored) };
  const builder = new DocumentBuilder(file, log, { id: '\0root', record: makeRecord('Model', 0) });
  const reader = new NestedReader(builder);
  for (const record of file.records) {
    if (record.name === 'Model') reader.addModel(record);
    else if (record.name === 'Media') reader.addMedia(record);
  }
  builder.takes = readTakes(file);
  reader.addAnimation();
  const readKeys = readLegacyKeys(file.version);
  return builder.build(readHeader(file, builder.report), readKeys, (link) => reader.links.redirect(link));
}

function statedVersion(file: FbxFile): number {
  const extension = topRecord(file, 'FBXHeaderExtension');
  const stated = numberOf(extension && childOf(extension, 'FBXVersion')) ?? 0;
  return stated > file.version && stated < FIRST_NAMED_VERSION ? stated : file.version;
}

class NestedReader {
  readonly links = new LegacyLinks();
  readonly #builder: DocumentBuilder;
  readonly #models: DocumentObject[] = [];

  constructor(builder: DocumentBuilder) {
    this.#builder = builder;
  }

  addModel(record: FbxRecord): void {
    const id = record.values[0];
    if (typeof id !== 'string') {
      this.#builder.reportRecord('FBX_BAD_OBJECT', record, 'A Model has no name; it is left out');
      return;
    }
    const isMesh = childOf(record, 'Vertices') !== undefined && childOf(record, 'PolygonVertexIndex') !== undefined;
    const type = textOf(childOf(record, 'Type'));
    const isKnown = Object.hasOwn(ATTRIBUTE_RECORDS, type);
    const subtype = isKnown ? type : isMesh ? 'Mesh' : type;
    const name = nameOf(id, this.#builder.file.encoding);
    const model = this.#add({ id, kind: 'Model', name, subtype, record }, []);
    this.#models.push(model);
    const hidden = textOf(childOf(record, 'Hidden'));
    if (hidden === 'True') model.addRow(makeProperty('Show', 'bool', [0], record.at));
    if (isKnown || isMesh) this.#addAttribute(model, isKnown ? 'NodeAttribute' : 'Geometry');
    for (const child of childOf(record, 'Children')?.values ?? []) {
      if (typeof child === 'string') {
        this.#builder.connect({ type: 'OO', source: child, destination: model, at: record.at });
      }
    }
  }

  #add(
    parts: Pick<DocumentObject, 'kind' | 'name' | 'subtype' | 'record'> & { readonly id: string },
    rows: FbxProperty[],
  ): DocumentObject {
    return this.#builder.addObject({ ...parts, source: { report: this.#builder.report }, rows });
  }

  #addAttribute(model: DocumentObject, kind: 'Geometry' | 'NodeAttribute'): void {
    const { name, subtype, record } = model;
    const id = this.#builder.freeId(`${kind}::${name}`);
    const rows = kind === 'Geometry' ? [] : rowsOf(record, ATTRIBUTE_RECORDS[subtype] ?? []);
    const attribute = this.#add({ id, kind, name, subtype, record }, rows);
    this.#builder.connect({ type: 'OO', source: attribute, destination: model, at: record.at });
    this.links.addAttribute(model, attribute);
    if (kind !== 'Geometry') return;
    addMeshShapes(this.#builder, this.links, attribute, [model, attribute]);
    this.#addMaterials(model);
    this.#addSkin(attribute);
  }

  #addMaterials(model: DocumentObject): void {
    for (const record of model.record.children) {
      const id = record.values[0];
      if (typeof id !== 'string' || (record.name !== 'Material' && record.name !== 'Texture')) continue;
      const name = nameOf(id, this.#builder.file.encoding);
      const rows = record.name === 'Material' ? rowsOf(record, MATERIAL_RECORDS) : [];
      const free = this.#builder.freeId(`${record.name}::${name}`);
      const object = this.#add({ id: free, kind: record.name, name, subtype: '', record }, rows);
      this.#builder.connect({ type: 'OO', source: object, destination: model, at: record.at });
    }
  }

  /** A `Link` is a cluster: it names its bone. */
  #addSkin(geometry: DocumentObject): void {
    let skin: DocumentObject | undefined;
    for (const record of geometry.record.children) {
      const bone = record.values[0];
      if (record.name !== 'Link' || typeof bone !== 'string') continue;
      const name = nameOf(bone, this.#builder.file.encoding);
      if (!skin) {
        const id = this.#builder.freeId(`Deformer::Skin ${geometry.name}`);
        skin = this.#add({ id, kind: 'Deformer', name: geometry.name, subtype: 'Skin', record: geometry.record }, []);
        this.#builder.connect({ type: 'OO', source: skin, destination: geometry, at: record.at });
      }
      const id = this.#builder.freeId(`SubDeformer::Cluster ${geometry.name} ${name}`);
      const cluster = this.#add({ id, kind: 'Deformer', name, subtype: 'Cluster', record }, []);
      this.#builder.connect({ type: 'OO', source: cluster, destination: skin, at: record.at });
      this.#builder.connect({ type: 'OO', source: bone, destination: cluster, at: record.at });
    }
  }

  addMedia(media: FbxRecord): void {
    for (const record of childOf(media, 'Video')?.children ?? []) {
      const id = record.values[0];
      if (typeof id !== 'string') continue;
      const name = nameOf(id, this.#builder.file.encoding);
      this.#add({ id: this.#builder.freeId(`Video::${name}`), kind: 'Video', name, subtype: 'Clip', record }, []);
    }
  }

  /** Adds the takes, then what stands in the Models themselves; of several stored values the last counts. */
  addAnimation(): void {
    const animation = new LegacyAnimation(this.#builder, this.links, (object, property, values) => {
      object.addRow(makeProperty(property, property, values, object.at));
    });
    for (const take of this.#builder.takes) animation.addTake(take);
    let layer: DocumentObject | undefined;
    for (const model of this.#models) {
      if (!childOf(model.record, 'Channel')) continue;
      layer ??= animation.addStack(INTERNAL, INTERNAL, model.record, []);
      animation.addChannels(model.record, model, layer);
    }
  }
}
