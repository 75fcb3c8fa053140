/** Version 6: objects have names as ids, and a Model holds what it shows. */
import type { ProblemLog } from '@rigline/diagnostics';
import { DocumentBuilder } from './document-builder.ts';
import { readHeader, topRecord } from './document-header.ts';
import { type DocumentObject, makeRecord, nameOf, plainSubtype } from './document-objects.ts';
import { readConnections, readTakes } from './document-sections.ts';
import type { FbxDocument, FbxId } from './document-types.ts';
import { readLegacyKeys } from './legacy-keys.ts';
import { LegacyLinks } from './legacy-links.ts';
import { isAttributeRow, isModelRow } from './legacy-properties.ts';
import { addMeshShapes } from './legacy-shapes.ts';
import { LegacyAnimation } from './legacy-takes.ts';
import { PropertyList } from './properties.ts';
import { childOf, type FbxFile, type FbxRecord } from './record-types.ts';

/** Subtypes of Models that are Geometry in version 7, with the records that they need to be one. */
const GEOMETRY: Readonly<Record<string, readonly string[]>> = {
  Mesh: [],
  NurbsCurve: ['KnotVector'],
  NurbsSurface: ['KnotVectorU', 'KnotVectorV'],
  Line: ['Points', 'PointsIndex'],
  TrimNurbsSurface: ['Layer'],
  Boundary: [],
  Nurb: [],
  Patch: [],
};

/** Records among the objects that are none. */
const NO_OBJECTS: ReadonlySet<string> = new Set(['GlobalSettings', 'SceneInfo']);

/** Reads a file of version 6. */
export function readNamedDocument(file: FbxFile, log: ProblemLog): FbxDocument {
  const rootId = file.encoding === 'ascii' ? 'Model::Scene' : 'Scene\0\u0001Model';
  const builder = new DocumentBuilder(file, log, { id: rootId, record: makeRecord('Model', 0) });
  const links = new LegacyLinks();
  for (const section of file.records) {
    if (section.name !== 'Objects') continue;
    for (const record of section.children) addNamed(builder, links, record);
  }
  for (const section of file.records) if (section.name === 'Connections') readConnections(builder, section, isNameId);
  builder.takes = readTakes(file);
  const animation = new LegacyAnimation(builder, links);
  for (const take of builder.takes) animation.addTake(take);
  builder.globals = new PropertyList(builder.report, findGlobals(file));
  const readKeys = readLegacyKeys(file.version);
  return builder.build(readHeader(file, builder.report), readKeys, (connection) => links.redirect(connection));
}

function isNameId(value: unknown): value is FbxId {
  return typeof value === 'string';
}

/** Stands among the objects; the few files that have it at the first level mean that. */
function findGlobals(file: FbxFile): FbxRecord | undefined {
  const top = topRecord(file, 'GlobalSettings');
  if (top) return top;
  const objects = topRecord(file, 'Objects');
  return objects && childOf(objects, 'GlobalSettings');
}

function addNamed(builder: DocumentBuilder, links: LegacyLinks, record: FbxRecord): void {
  const { name: kind, values } = record;
  if (NO_OBJECTS.has(kind)) return;
  const [id, type] = values;
  if (typeof id !== 'string') {
    builder.reportRecord('FBX_BAD_OBJECT', record, `A ${kind} has no name as its id; it is left out`);
    return;
  }
  const name = nameOf(id, builder.file.encoding);
  const subtype = typeof type === 'string' ? plainSubtype(type) : '';
  const { report } = builder;
  if (kind !== 'Model') {
    builder.addObject({ id, kind, name, subtype, record, source: { report } });
    return;
  }
  const shown = subtype === '' && isMeshRecord(record) ? 'Mesh' : subtype;
  const hasAttribute = showsSomething(record, shown);
  const source = hasAttribute ? { report, filter: isModelRow } : { report };
  const model = builder.addObject({ id, kind, name, subtype: shown, record, source });
  if (hasAttribute) addAttribute(builder, links, model);
}

/** Some files leave out what a Model is. */
function isMeshRecord(record: FbxRecord): boolean {
  return childOf(record, 'Vertices') !== undefined && childOf(record, 'PolygonVertexIndex') !== undefined;
}

function showsSomething(record: FbxRecord, subtype: string): boolean {
  if (subtype === '' || subtype === 'Model') return false;
  const needed = Object.hasOwn(GEOMETRY, subtype) ? (GEOMETRY[subtype] as readonly string[]) : [];
  return needed.every((name) => childOf(record, name) !== undefined);
}

/** Adds the Geometry or NodeAttribute that a Model holds, and connects it. */
function addAttribute(builder: DocumentBuilder, links: LegacyLinks, model: DocumentObject): void {
  const { record, subtype } = model;
  const kind = Object.hasOwn(GEOMETRY, subtype) ? 'Geometry' : 'NodeAttribute';
  const stated = childOf(record, 'NodeAttributeName')?.values[0];
  const statedName = typeof stated === 'string' ? nameOf(stated, builder.file.encoding) : '';
  const isNamed = typeof stated === 'string' && statedName !== '';
  const id = isNamed && !builder.find(stated) ? stated : builder.freeId(`${kind}::${model.name}`);
  const source = { report: builder.report, filter: isAttributeRow };
  const attribute = builder.addObject({ id, kind, name: isNamed ? statedName : model.name, subtype, record, source });
  builder.connect({ type: 'OO', source: attribute, destination: model, at: record.at });
  links.addAttribute(model, attribute);
  if (subtype === 'Mesh') addMeshShapes(builder, links, attribute, [model, attribute]);
}
