import { degToRad, radToDeg } from '@rigline/math';
import type { AttributeKind, SceneSettings } from '@rigline/scene';

const SHORT_UNITS: Readonly<Record<string, string>> = {
  millimeter: 'mm',
  centimeter: 'cm',
  meter: 'm',
  kilometer: 'km',
  inch: 'in',
  foot: 'ft',
  yard: 'yd',
  mile: 'mi',
};

/** Unit in which an attribute is shown; empty where it has none. */
export function shownUnit(kind: AttributeKind, settings: SceneSettings): string {
  if (kind === 'angle') return '°';
  if (kind === 'distance') return SHORT_UNITS[settings.linearUnit] ?? settings.linearUnit;
  return kind === 'time' ? 'f' : '';
}

/** Inner units (centimetres, radians, seconds) to what is shown: the file's own lengths, degrees, frames. */
export function toShown(value: number, kind: AttributeKind, settings: SceneSettings): number {
  if (kind === 'angle') return radToDeg(value);
  if (kind === 'distance') return value / (settings.unitMetres * 100);
  return kind === 'time' ? value * settings.frameRate : value;
}

/** The inverse of `toShown`. */
export function fromShown(value: number, kind: AttributeKind, settings: SceneSettings): number {
  if (kind === 'angle') return degToRad(value);
  if (kind === 'distance') return value * settings.unitMetres * 100;
  return kind === 'time' ? value / settings.frameRate : value;
}
