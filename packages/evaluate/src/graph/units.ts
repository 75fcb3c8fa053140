import { type AttributeKind, isScalar, type SceneNode, type SceneSettings } from '@rigline/scene';

/** Maya's ticks per second: since 2017 Update 3, and before. */
const TICKS_NOW = 141_120_000;
const TICKS_BEFORE = 6000;

/**
 * Factor that the DCC would put into a unitConversion node between two directly connected plugs of different kinds:
 * plain numbers stand for degrees, file lengths and frames.
 *
 * Source: Maya help, "Attribute connections and unit conversion".
 */
export function conversionFactor(
  from: AttributeKind,
  to: AttributeKind,
  settings: SceneSettings,
  source: SceneNode,
  destination: SceneNode,
): number {
  if (from === to) return 1;
  if (to === 'generic') return from === 'time' ? ticksOf(destination, 'into') : 1;
  if (from === 'generic') return to === 'time' ? 1 / ticksOf(source, 'out') : 1;
  return toInner(to, settings) / toInner(from, settings);
}

/** Whether a leaf of one kind may drive a leaf of another: numbers drive numbers, the others their like. */
export function canDrive(from: AttributeKind, to: AttributeKind): boolean {
  if (from === to || from === 'generic' || to === 'generic' || to === 'message') return true;
  if (isScalar(to)) return isScalar(from) || from === 'data';
  if (to === 'matrix' || to === 'string') return from === 'data';
  return !isScalar(from) && from !== 'matrix' && from !== 'string';
}

/** Inner units per unit that the user sees. */
function toInner(kind: AttributeKind, settings: SceneSettings): number {
  if (kind === 'angle') return settings.angleUnit === 'degree' ? Math.PI / 180 : 1;
  if (kind === 'distance') return settings.unitMetres * 100;
  if (kind === 'time') return 1 / settings.frameRate;
  return 1;
}

/**
 * A unitConversion node counts time in ticks, of which Maya has had two sizes; its factor tells which. A rate of one
 * to a hundred thousand frames per second makes the two ranges disjoint.
 */
function ticksOf(conversion: SceneNode, direction: 'into' | 'out'): number {
  const factor = Math.abs((conversion.values.get('conversionFactor') as number | undefined) ?? 1);
  if (factor === 0) return TICKS_NOW;
  const perUnit = direction === 'into' ? 1 / factor : factor;
  return perUnit > TICKS_BEFORE * 2 ? TICKS_NOW : TICKS_BEFORE;
}
