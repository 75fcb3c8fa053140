/** Properties of cameras, lights, bones and materials before version 6: records of their own, under older names. */
import { numberOf } from './document-header.ts';
import type { FbxProperty } from './document-types.ts';
import { makeProperty } from './properties.ts';
import { childOf, type FbxRecord, type FbxValue } from './record-types.ts';

/** A property: its name, the record it stands in, the first of its values there, and how many there are. */
interface LegacyRow {
  readonly name: string;
  readonly type: string;
  readonly record: string;
  /** Record that the record stands in, where that is not the object's own. */
  readonly inside?: string;
  readonly first?: number;
  readonly count?: number;
}

function same(names: readonly string[], type: string): LegacyRow[] {
  return names.map((name) => ({ name, type, record: name }));
}

/** By the `Type` of a Model. Source: the camera and light properties of the same scenes in version 6. */
export const ATTRIBUTE_RECORDS: Readonly<Record<string, readonly LegacyRow[]>> = {
  Light: [
    ...same(['CastLight', 'CastShadows'], 'bool'),
    ...same(['ConeAngle', 'HotSpot', 'Intensity'], 'Number'),
    ...same(['LightType'], 'enum'),
    { name: 'Color', type: 'Color', record: 'Color', count: 3 },
  ],
  Camera: [
    ...same(['ApertureMode'], 'enum'),
    ...same(['AspectW', 'AspectH', 'FocalLength'], 'Number'),
    { name: 'AspectRatioMode', type: 'enum', record: 'AspectType' },
    { name: 'FieldOfView', type: 'Number', record: 'Aperture' },
    { name: 'FieldOfViewX', type: 'Number', record: 'FieldOfViewXProperty' },
    { name: 'FieldOfViewY', type: 'Number', record: 'FieldOfViewYProperty' },
    { name: 'FilmWidth', type: 'Number', record: 'CameraAperture' },
    { name: 'FilmHeight', type: 'Number', record: 'CameraAperture', first: 1 },
    { name: 'FilmSqueezeRatio', type: 'Number', record: 'SqueezeRatio' },
  ],
  LimbNode: [{ name: 'Size', type: 'Number', record: 'Size', inside: 'Properties' }],
};

export const MATERIAL_RECORDS: readonly LegacyRow[] = [
  ...['Ambient', 'Diffuse', 'Emissive', 'Specular'].map((record) => ({
    name: `${record}Color`,
    type: 'Color',
    record,
    count: 3,
  })),
  ...same(['Shininess'], 'Number'),
  { name: 'Opacity', type: 'Number', record: 'Alpha' },
  { name: 'ReflectionFactor', type: 'Number', record: 'Reflectivity' },
];

/** The rows of a table that a record has. */
export function rowsOf(record: FbxRecord, table: readonly LegacyRow[]): FbxProperty[] {
  const rows: FbxProperty[] = [];
  for (const { name, type, record: childName, inside, first = 0, count = 1 } of table) {
    const parent = inside === undefined ? record : childOf(record, inside);
    const child = parent && childOf(parent, childName);
    const values: readonly FbxValue[] = child?.values.slice(first, first + count) ?? [];
    if (!child || values.length < count || numberOf(child) === undefined) continue;
    rows.push(makeProperty(name, type, values, child.at));
  }
  return rows;
}
