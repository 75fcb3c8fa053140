/** Small FBX files of version 7.4 from a sketch of objects, properties and connections. */
import { type FbxTree, type FbxTreeValue, fbxRecord, writeFbxBinary } from './fbx.ts';

/** `['Lcl Translation', 'Lcl Translation', 'A', 1, 2, 3]`: name, type, flags, values. */
export type FbxPropertySketch = readonly [name: string, type: string, flags: string, ...values: FbxTreeValue[]];

/** `[id, 'Model', 'Mesh', 'cube', properties, further records]`: id, kind, subtype, name. */
export type FbxObjectSketch = readonly [
  id: number,
  kind: string,
  subtype: string,
  name: string,
  properties?: readonly FbxPropertySketch[],
  records?: readonly FbxTree[],
];

/** `[source, destination]`, with a property of the destination where one is meant. 0 is the root. */
export type FbxConnectionSketch = readonly [source: number, destination: number, property?: string];

export interface FbxSketch {
  readonly objects?: readonly FbxObjectSketch[];
  readonly connections?: readonly FbxConnectionSketch[];
  readonly globals?: readonly FbxPropertySketch[];
  /** Properties by kind of object that count where an object has none of the name. */
  readonly templates?: Readonly<Record<string, readonly FbxPropertySketch[]>>;
  /** Further records of the first level. */
  readonly records?: readonly FbxTree[];
  readonly version?: number;
}

/** The bytes of a binary file. */
export function sketchFbx(sketch: FbxSketch): Uint8Array {
  const templates = Object.entries(sketch.templates ?? {});
  const definitions = templates.map(([kind, properties]) =>
    fbxRecord('ObjectType', [kind], [fbxRecord('PropertyTemplate', [`Fbx${kind}`], [propertiesOf(properties)])]),
  );
  return writeFbxBinary(
    [
      fbxRecord('GlobalSettings', [], [fbxRecord('Version', [1000]), propertiesOf(sketch.globals ?? [])]),
      fbxRecord('Definitions', [], definitions),
      fbxRecord('Objects', [], (sketch.objects ?? []).map(objectOf)),
      fbxRecord('Connections', [], (sketch.connections ?? []).map(connectionOf)),
      ...(sketch.records ?? []),
    ],
    { version: sketch.version ?? 7400 },
  );
}

function propertiesOf(properties: readonly FbxPropertySketch[]): FbxTree {
  const records = properties.map(([name, type, flags, ...values]) =>
    fbxRecord('P', [name, type, '', flags, ...values]),
  );
  return fbxRecord('Properties70', [], records);
}

function objectOf([id, kind, subtype, name, properties, records]: FbxObjectSketch): FbxTree {
  return fbxRecord(
    kind,
    [{ code: 'L', value: id }, `${name}\0\x01${kind}`, subtype],
    [...(properties ? [propertiesOf(properties)] : []), ...(records ?? [])],
  );
}

function connectionOf([source, destination, property]: FbxConnectionSketch): FbxTree {
  const ids: FbxTreeValue[] = [
    { code: 'L', value: source },
    { code: 'L', value: destination },
  ];
  return fbxRecord('C', property === undefined ? ['OO', ...ids] : ['OP', ...ids, property]);
}
