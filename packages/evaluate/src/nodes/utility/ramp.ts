/** One entry of a ramp. */
export interface RampEntry {
  readonly position: number;
  readonly value: number;
  readonly interpolation: 'none' | 'linear' | 'smooth' | 'spline';
}

/**
 * The value of a ramp at a position. The entry to the left says how the next one is reached: `none` holds, `linear`
 * goes straight, `smooth` eases by half a cosine wave, `spline` runs a cubic whose slope at an entry is the mean of the
 * slopes on its two sides, and at the ends that of the last piece.
 *
 * Outside the entries the nearest one holds. No entries are the ramp from 0 to 1 that new nodes have.
 * Source: the help names the four ways. `smooth`: what Maya saved behind such ramps agrees with the cosine as far as
 * single precision goes, and not with t²(3 − 2t), by which renderers reproduce it. Unverified: `spline`, as renderers
 * have it.
 *
 * @param entries Ascending by position.
 */
export function sampleRamp(entries: readonly RampEntry[], at: number): number {
  const count = entries.length;
  if (count === 0) return Math.min(1, Math.max(0, at));
  let right = 0;
  while (right < count && (entries[right] as RampEntry).position <= at) right++;
  if (right === 0) return (entries[0] as RampEntry).value;
  const from = entries[right - 1] as RampEntry;
  const to = entries[right];
  if (!to) return from.value;
  const t = (at - from.position) / (to.position - from.position);
  switch (from.interpolation) {
    case 'none':
      return from.value;
    case 'linear':
      return from.value + (to.value - from.value) * t;
    case 'smooth':
      return from.value + ((to.value - from.value) * (1 - Math.cos(Math.PI * t))) / 2;
    case 'spline':
      return splineBetween(entries[right - 2], from, to, entries[right + 1], t);
  }
}

function splineBetween(
  before: RampEntry | undefined,
  from: RampEntry,
  to: RampEntry,
  after: RampEntry | undefined,
  t: number,
): number {
  const width = to.position - from.position;
  const slope = slopeBetween(from, to);
  const leave = (before ? (slopeBetween(before, from) + slope) / 2 : slope) * width;
  const arrive = (after ? (slope + slopeBetween(to, after)) / 2 : slope) * width;
  const eased = from.value + (to.value - from.value) * t * t * (3 - 2 * t);
  return eased + leave * t * (1 - t) * (1 - t) - arrive * t * t * (1 - t);
}

/** Entries at the same place are joined by no slope. */
function slopeBetween(a: RampEntry, b: RampEntry): number {
  return b.position > a.position ? (b.value - a.value) / (b.position - a.position) : 0;
}

/** Entries in order of position; equal positions keep the order of their indices. */
export function sortRamp(entries: readonly RampEntry[]): readonly RampEntry[] {
  return [...entries].sort((a, b) => a.position - b.position);
}
