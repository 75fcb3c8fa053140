/** Resolution of the time type since Maya 2017 Update 3. Source: AnimX with 64-bit time precision. */
export const TICKS_PER_SECOND = 141_120_000;

/**
 * Nearest whole tick of Maya's clock, in seconds; a half tick goes away from zero.
 *
 * Units: seconds in, seconds out.
 */
export function roundToTick(seconds: number): number {
  const ticks = seconds * TICKS_PER_SECOND;
  return (ticks < 0 ? -Math.round(-ticks) : Math.round(ticks)) / TICKS_PER_SECOND;
}
