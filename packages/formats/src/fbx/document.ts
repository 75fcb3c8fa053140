/** Records of any version to objects, properties and connections. Gives nothing a meaning and converts no unit. */
import type { ProblemLog } from '@rigline/diagnostics';
import { DocumentBuilder } from './document-builder.ts';
import { readHeader, topRecord } from './document-header.ts';
import { isNumericId, makeRecord, nameOf, plainSubtype } from './document-objects.ts';
import { readConnections, readTakes } from './document-sections.ts';
import { DocumentTemplates } from './document-templates.ts';
import type { FbxDocument, FbxId } from './document-types.ts';
import { LegacyLinks } from './legacy-links.ts';
import { readNamedDocument } from './legacy-named.ts';
import { readNestedDocument } from './legacy-nested.ts';
import { addMeshShapes } from './legacy-shapes.ts';
import { PropertyList } from './properties.ts';
import { readRawKeys } from './raw-keys.ts';
import { childOf, type FbxFile, type FbxRecord } from './record-types.ts';

/** Top-level id of version 7 where the file does not name another. */
const ROOT_ID = 0;
/** Records among the objects that are none. */
const NO_OBJECTS: ReadonlySet<string> = new Set(['GlobalSettings', 'SceneInfo']);

/**
 * The objects, properties and connections of a file.
 *
 * @throws RiglineError `FBX_NODE_CYCLE` where a Model is its own ancestor.
 */
export function readFbxDocument(file: FbxFile, log: ProblemLog): FbxDocument {
  switch (layoutOf(file)) {
    case 'nested':
      return readNestedDocument(file, log);
    case 'named':
      return readNamedDocument(file, log);
    default:
      return readNumberedDocument(file, log);
  }
}

/** How a file stores objects. What it does counts more than the version that it says it has. */
function layoutOf(file: FbxFile): 'numbered' | 'named' | 'nested' {
  const sections = file.records.filter(({ name }) => name === 'Objects');
  if (sections.length === 0 && (file.version < 6000 || file.records.some(({ name }) => name === 'Model'))) {
    return 'nested';
  }
  const byVersion = file.version < 7000 ? 'named' : 'numbered';
  const isExpected = byVersion === 'named' ? (id: unknown) => typeof id === 'string' : isNumericId;
  let hasObjects = false;
  for (const section of sections) {
    for (const { name, values } of section.children) {
      if (values.length < 2 || NO_OBJECTS.has(name)) continue;
      if (isExpected(values[0])) return byVersion;
      hasObjects = true;
    }
  }
  if (!hasObjects) return byVersion;
  return byVersion === 'named' ? 'numbered' : 'named';
}

/** Version 7: objects have numbers as ids. */
function readNumberedDocument(file: FbxFile, log: ProblemLog): FbxDocument {
  const [id, record] = findRoot(file);
  const builder = new DocumentBuilder(file, log, { id, record });
  const { report } = builder;
  const templates = new DocumentTemplates(file, report);
  const links = new LegacyLinks();
  for (const section of file.records) {
    if (section.name !== 'Objects') continue;
    for (const object of section.children) addNumbered(builder, templates, links, object);
  }
  for (const section of file.records)
    if (section.name === 'Connections') readConnections(builder, section, isNumericId);
  builder.takes = readTakes(file);
  const globals = topRecord(file, 'GlobalSettings');
  builder.globals = new PropertyList(report, globals, { template: templates.find('GlobalSettings', '') });
  return builder.build(readHeader(file, report), readRawKeys, (connection) =>
    links.hasChannels ? links.redirect(connection) : connection,
  );
}

/** `Documents/Document/RootNode`. */
function findRoot(file: FbxFile): [FbxId, FbxRecord] {
  for (const section of file.records) {
    if (section.name !== 'Documents') continue;
    for (const document of section.children) {
      const id = document.name === 'Document' ? childOf(document, 'RootNode')?.values[0] : undefined;
      if (isNumericId(id)) return [id, document];
    }
  }
  return [ROOT_ID, makeRecord('Document', 0)];
}

function addNumbered(
  builder: DocumentBuilder,
  templates: DocumentTemplates,
  links: LegacyLinks,
  record: FbxRecord,
): void {
  const { name: kind, values } = record;
  if (NO_OBJECTS.has(kind)) return;
  const id = values[0];
  if (!isNumericId(id)) {
    builder.reportRecord('FBX_BAD_OBJECT', record, `A ${kind} has no number as its id; it is left out`);
    return;
  }
  const text = typeof values[1] === 'string' ? values[1] : '';
  const subtype = typeof values[2] === 'string' ? plainSubtype(values[2]) : '';
  const name = nameOf(text, builder.file.encoding);
  const object = builder.addObject({ id, kind, name, subtype, record, source: templates.sourceOf(kind, subtype) });
  if (kind === 'Geometry' && subtype === 'Mesh') addMeshShapes(builder, links, object, [object]);
}
