import { angleBetweenQuats, type Quat, slerpQuat } from '@rigline/math';

/** How values between two keys are made, and how far they may be off. */
export interface ReduceOptions {
  readonly stride: number;
  /** `rotation`: quaternions on the short arc, error as an angle in radians. `linear`: error per number. */
  readonly kind: 'linear' | 'rotation';
  readonly maxError: number;
}

/**
 * Positions of the samples that are enough as keys: whatever is left out is met within `maxError` by going straight
 * from key to key. First and last stay. A run of equal values needs its ends only.
 */
export function reduceKeys(times: Float64Array, values: Float64Array, options: ReduceOptions): Int32Array {
  const count = times.length;
  if (count <= 2) return Int32Array.from({ length: count }, (_, i) => i);
  const isKey = new Uint8Array(count);
  isKey[0] = 1;
  isKey[count - 1] = 1;
  const errorAt =
    options.kind === 'rotation' ? rotationError(times, values) : linearError(times, values, options.stride);
  const open: [number, number][] = [[0, count - 1]];
  for (let span = open.pop(); span; span = open.pop()) {
    const [from, to] = span;
    let worst = -1;
    let most = options.maxError;
    for (let i = from + 1; i < to; i++) {
      const error = errorAt(from, to, i);
      // A value that is no number is a key of its own.
      if (error > most || Number.isNaN(error)) {
        worst = i;
        most = Number.isNaN(error) ? Number.POSITIVE_INFINITY : error;
      }
    }
    if (worst < 0) continue;
    isKey[worst] = 1;
    open.push([from, worst], [worst, to]);
  }
  const keys: number[] = [];
  for (let i = 0; i < count; i++) if (isKey[i]) keys.push(i);
  return Int32Array.from(keys);
}

type ErrorAt = (from: number, to: number, at: number) => number;

function shareOf(times: Float64Array, from: number, to: number, at: number): number {
  return ((times[at] as number) - (times[from] as number)) / ((times[to] as number) - (times[from] as number));
}

function linearError(times: Float64Array, values: Float64Array, stride: number): ErrorAt {
  return (from, to, at) => {
    const u = shareOf(times, from, to, at);
    let most = 0;
    for (let k = 0; k < stride; k++) {
      const a = values[from * stride + k] as number;
      const b = values[to * stride + k] as number;
      const error = Math.abs(a + u * (b - a) - (values[at * stride + k] as number));
      if (!(error <= most)) most = error;
    }
    return most;
  };
}

function rotationError(times: Float64Array, values: Float64Array): ErrorAt {
  const a: Quat = [0, 0, 0, 1];
  const b: Quat = [0, 0, 0, 1];
  const c: Quat = [0, 0, 0, 1];
  const between: Quat = [0, 0, 0, 1];
  const read = (at: number, out: Quat): Quat => {
    for (let k = 0; k < 4; k++) out[k] = values[at * 4 + k] as number;
    return out;
  };
  return (from, to, at) => {
    slerpQuat(read(from, a), read(to, b), shareOf(times, from, to, at), {}, between);
    return angleBetweenQuats(between, read(at, c));
  };
}
