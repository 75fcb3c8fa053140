/** Shapes that stand inside a mesh, as versions up to 7100 have them, as the objects of later versions. */
import type { DocumentBuilder } from './document-builder.ts';
import type { DocumentObject } from './document-objects.ts';
import type { FbxObject } from './document-types.ts';
import { DEFORM_PERCENT, type LegacyLinks } from './legacy-links.ts';
import { makeProperty } from './properties.ts';
import type { FbxRecord } from './record-types.ts';

/**
 * Adds a blend shape with a channel and a shape for every `Shape` of a mesh. The owners are the objects whose
 * properties are named after the shapes: the weights.
 */
export function addMeshShapes(
  builder: DocumentBuilder,
  links: LegacyLinks,
  geometry: DocumentObject,
  owners: readonly FbxObject[],
): void {
  const { children } = geometry.record;
  let deformer: DocumentObject | undefined;
  for (let i = 0; i < children.length; i++) {
    const record = children[i] as FbxRecord;
    const name = record.name === 'Shape' ? record.values[0] : undefined;
    if (typeof name !== 'string') continue;
    deformer ??= addDeformer(builder, geometry, record);
    const channel = addChannel(builder, deformer, { name, record, percent: percentOf(owners, name) });
    for (const owner of owners) links.addChannel(owner, name, channel);
  }
}

function addDeformer(builder: DocumentBuilder, geometry: DocumentObject, record: FbxRecord): DocumentObject {
  const { report } = builder;
  const id = builder.freeId(`Deformer::${geometry.name}`);
  const parts = { id, kind: 'Deformer', name: geometry.name, subtype: 'BlendShape', record, source: { report } };
  const deformer = builder.addObject({ ...parts, rows: [] });
  builder.connect({ type: 'OO', source: id, destination: geometry, at: record.at });
  return deformer;
}

function addChannel(
  builder: DocumentBuilder,
  deformer: DocumentObject,
  { name, record, percent }: { readonly name: string; readonly record: FbxRecord; readonly percent: number },
): DocumentObject {
  const source = { report: builder.report };
  const id = builder.freeId(`SubDeformer::${name}`);
  const rows = [makeProperty(DEFORM_PERCENT, 'Number', [percent], record.at)];
  const parts = { id, kind: 'Deformer', name, subtype: 'BlendShapeChannel', record, source, rows };
  const channel = builder.addObject(parts);
  const shapeId = builder.freeId(`Geometry::${name}`);
  builder.addObject({ id: shapeId, kind: 'Geometry', name, subtype: 'Shape', record, source, rows: [] });
  builder.connect({ type: 'OO', source: channel, destination: deformer, at: record.at });
  builder.connect({ type: 'OO', source: shapeId, destination: channel, at: record.at });
  return channel;
}

function percentOf(owners: readonly FbxObject[], name: string): number {
  const owner = owners.find(({ properties }) => properties.has(name));
  return owner ? owner.properties.number(name, 0) : 0;
}
