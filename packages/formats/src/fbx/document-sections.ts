/** The sections `Connections` and `Takes`, which all versions since 6 have alike. */
import type { DocumentBuilder } from './document-builder.ts';
import type { FbxConnection, FbxId, FbxTakeRecord } from './document-types.ts';
import { childOf, type FbxFile, type FbxRecord, type FbxValue } from './record-types.ts';

/** Which values after the type are the ends of a connection, and which its properties. */
const LAYOUTS: Readonly<
  Record<string, { source: number; sourceProperty: number; destination: number; property: number }>
> = {
  OO: { source: 1, sourceProperty: -1, destination: 2, property: -1 },
  OP: { source: 1, sourceProperty: -1, destination: 2, property: 3 },
  PO: { source: 1, sourceProperty: 2, destination: 3, property: -1 },
  PP: { source: 1, sourceProperty: 2, destination: 3, property: 4 },
};

/** Hands the connections of a section to the builder. */
export function readConnections(
  builder: DocumentBuilder,
  section: FbxRecord,
  isId: (value: unknown) => value is FbxId,
): void {
  for (const record of section.children) {
    const { values } = record;
    const type = values[0];
    const layout = typeof type === 'string' && Object.hasOwn(LAYOUTS, type) ? LAYOUTS[type] : undefined;
    const source = layout && values[layout.source];
    const destination = layout && values[layout.destination];
    if (!layout || !isId(source) || !isId(destination)) {
      builder.reportRecord('FBX_BAD_CONNECTION', record, 'A connection does not name two objects; it is left out');
      continue;
    }
    builder.connect({
      type: type as FbxConnection['type'],
      source,
      destination,
      sourceProperty: textAt(values, layout.sourceProperty),
      property: textAt(values, layout.property),
      at: record.at,
    });
  }
}

function textAt(values: readonly FbxValue[], index: number): string {
  const value = index < 0 ? '' : values[index];
  return typeof value === 'string' ? value : '';
}

/** The takes of a file with what they say of their time. */
export function readTakes(file: FbxFile): FbxTakeRecord[] {
  const takes: FbxTakeRecord[] = [];
  for (const section of file.records) {
    if (section.name !== 'Takes') continue;
    for (const record of section.children) {
      const name = record.values[0];
      if (record.name !== 'Take' || typeof name !== 'string') continue;
      const localTime = timesOf(childOf(record, 'LocalTime'));
      const referenceTime = timesOf(childOf(record, 'ReferenceTime'));
      takes.push({ name, localTime, referenceTime, record });
    }
  }
  return takes;
}

function timesOf(record: FbxRecord | undefined): [number, number] | undefined {
  const start = record?.values[0];
  const stop = record?.values[1];
  const isTime = (value: unknown): value is number | bigint => typeof value === 'number' || typeof value === 'bigint';
  return isTime(start) && isTime(stop) ? [Number(start), Number(stop)] : undefined;
}
