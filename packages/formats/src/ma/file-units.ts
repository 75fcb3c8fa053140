import { type Attribute, type AttributeKind, DEFAULT_SETTINGS, frameRateOf, metresOf } from '@rigline/scene';

/** The units of one file: a referenced file has its own. */
export interface FileUnits {
  linear: string;
  angle: 'degree' | 'radian';
  time: string;
  /** Centimetres per unit of length. */
  centimetres: number;
  frameRate: number;
}

export function defaultUnits(): FileUnits {
  return { linear: 'centimeter', angle: 'degree', time: 'film', centimetres: 1, frameRate: DEFAULT_SETTINGS.frameRate };
}

/** Takes over a `currentUnit` statement. Returns the names that are not known; those leave the units as they were. */
export function applyCurrentUnit(
  units: FileUnits,
  record: { readonly linear?: string; readonly angle?: string; readonly time?: string },
): string[] {
  const unknown: string[] = [];
  if (record.linear !== undefined) {
    const metres = metresOf(record.linear);
    if (metres === undefined) unknown.push(record.linear);
    else {
      units.linear = record.linear;
      units.centimetres = Number((metres * 100).toPrecision(15));
    }
  }
  if (record.angle !== undefined) {
    if (/^deg/.test(record.angle)) units.angle = 'degree';
    else if (/^rad/.test(record.angle)) units.angle = 'radian';
    else unknown.push(record.angle);
  }
  if (record.time !== undefined) {
    const rate = frameRateOf(record.time);
    if (rate === undefined) unknown.push(record.time);
    else {
      units.time = record.time;
      units.frameRate = rate;
    }
  }
  return unknown;
}

/** A number of the file in inner units: centimetres, radians, seconds. */
export function toInner(value: number, kind: AttributeKind, units: FileUnits): number {
  switch (kind) {
    case 'distance':
      return value * units.centimetres;
    case 'angle':
      return units.angle === 'degree' ? (value * Math.PI) / 180 : value;
    case 'time':
      return value / units.frameRate;
    default:
      return value;
  }
}

/** Whether numbers of an attribute are stored as they are written. */
export function isUnitless(attribute: Attribute): boolean {
  return attribute.kind !== 'distance' && attribute.kind !== 'angle' && attribute.kind !== 'time';
}
