import { type Attribute, type AttributeKind, isScalar } from '@rigline/scene';
import { type FileUnits, toInner } from './file-units.ts';
import type { MaAddAttr } from './record-types.ts';

const KINDS: ReadonlyMap<string, AttributeKind> = new Map<string, AttributeKind>(
  Object.entries({
    double: 'number',
    float: 'number',
    long: 'integer',
    short: 'integer',
    byte: 'integer',
    char: 'integer',
    bool: 'boolean',
    enum: 'choice',
    doubleLinear: 'distance',
    floatLinear: 'distance',
    doubleAngle: 'angle',
    floatAngle: 'angle',
    time: 'time',
    message: 'message',
    matrix: 'matrix',
    fltMatrix: 'matrix',
    floatMatrix: 'matrix',
    generic: 'generic',
    string: 'string',
  } satisfies Record<string, AttributeKind>),
);

const COMPOUNDS: ReadonlySet<string> = new Set([
  'compound',
  'double2',
  'double3',
  'double4',
  'float2',
  'float3',
  'long2',
  'long3',
  'short2',
  'short3',
  'reflectance',
  'reflectanceRGB',
  'spectrum',
  'spectrumRGB',
]);

const IDENTITY = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1] as const;

/** The names of `A:B=5:C`, by number. */
export function readEnumNames(text: string): Record<number, string> {
  const names: Record<number, string> = {};
  let next = 0;
  for (const part of text.split(':')) {
    const equals = part.lastIndexOf('=');
    const stated = equals < 0 ? Number.NaN : Number(part.slice(equals + 1));
    if (Number.isInteger(stated)) next = stated;
    const name = Number.isInteger(stated) ? part.slice(0, equals) : part;
    if (name !== '') names[next] = name;
    next++;
  }
  return names;
}

/** The attribute that an `addAttr` statement declares. Compounds start without children. */
export function attributeOf(record: MaAddAttr, units: FileUnits): Attribute {
  const type = record.attributeType ?? record.dataTypes[0] ?? 'double';
  // `-dt float3` is one indivisible value; only `-at float3` has children.
  const isCompound = record.attributeType !== undefined && COMPOUNDS.has(type);
  const kind: AttributeKind = isCompound ? 'compound' : (KINDS.get(type) ?? 'data');
  const base = { kind, short: record.shortName || record.longName, isArray: record.multi };
  if (kind === 'compound') {
    // Children are added to this very object later, under any name.
    const children: Record<string, Attribute> = Object.create(null) as Record<string, Attribute>;
    return { ...base, default: undefined, children, shape: type.endsWith('3') ? 'tuple' : 'struct' };
  }
  if (kind === 'matrix') return { ...base, default: [...IDENTITY] };
  if (kind === 'string') return { ...base, default: '' };
  if (!isScalar(kind)) return { ...base, default: undefined };
  const value = toInner(record.defaultValue ?? 0, kind, units);
  const choices = kind === 'choice' ? { choices: readEnumNames(record.enumNames ?? '') } : {};
  return { ...base, default: Number.isFinite(value) ? value : 0, ...choices };
}
