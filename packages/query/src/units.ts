import type { AttributeKind, SceneSettings } from '@rigline/scene';

/**
 * Inner units per unit that the user sees: degrees, the file's length, frames.
 *
 * Source: Maya help, "getAttr": values are in the current UI unit. Matrices are not converted.
 */
export function innerPerUi(kind: AttributeKind, settings: SceneSettings): number {
  if (kind === 'angle') return settings.angleUnit === 'degree' ? Math.PI / 180 : 1;
  if (kind === 'distance') return settings.unitMetres * 100;
  if (kind === 'time') return 1 / settings.frameRate;
  return 1;
}

/** A stored number as the user sees it. Divides, so that whole frames and degrees stay whole where they can. */
export function toUi(value: number, kind: AttributeKind, settings: SceneSettings): number {
  if (kind === 'angle') return settings.angleUnit === 'degree' ? (value * 180) / Math.PI : value;
  if (kind === 'time') return value * settings.frameRate;
  return kind === 'distance' ? value / innerPerUi(kind, settings) : value;
}

export function fromUi(value: number, kind: AttributeKind, settings: SceneSettings): number {
  if (kind === 'angle') return settings.angleUnit === 'degree' ? (value * Math.PI) / 180 : value;
  if (kind === 'time') return value / settings.frameRate;
  return value * innerPerUi(kind, settings);
}
