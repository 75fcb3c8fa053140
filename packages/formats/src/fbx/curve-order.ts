/** Puts the keys of an FBX curve in order and takes out what is no key. */

import type { KeyIssue } from '@rigline/scene/maya';

/** Keys that are used, by their place in the file, and the seconds they count at. */
export interface KeyOrder {
  /** Undefined where every key is used as it comes. */
  readonly order: Int32Array | undefined;
  /** Strictly ascending. */
  readonly times: Float64Array;
  readonly issues: readonly KeyIssue[];
}

const NO_ISSUES: readonly KeyIssue[] = [];

/**
 * Seconds by which the first of two keys at one time comes earlier: longer than what is taken for one time, shorter
 * than anybody sees. The curve jumps there, as it does in a file.
 */
const JUMP_SECONDS = 4e-10;

/** Seconds of the times of a curve, as they come. */
interface Seconds {
  readonly ticksPerSecond: number;
  readonly times: Float64Array;
  /** Finite, and strictly ascending. */
  readonly isClean: boolean;
}

/** By ticks: curves of a file may share them, and then share their seconds. */
const SECONDS = new WeakMap<Float64Array, Seconds>();

function secondsOf(ticks: Float64Array, ticksPerSecond: number): Seconds {
  const known = SECONDS.get(ticks);
  if (known?.ticksPerSecond === ticksPerSecond) return known;
  const times = new Float64Array(ticks.length);
  let isClean = true;
  let previous = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < ticks.length; i++) {
    const time = (ticks[i] as number) / ticksPerSecond;
    // Not finite numbers fail these comparisons too.
    if (!(time > previous) || !(Math.abs(time) < Infinity)) isClean = false;
    times[i] = time;
    previous = time;
  }
  const seconds = { ticksPerSecond, times, isClean };
  SECONDS.set(ticks, seconds);
  return seconds;
}

/**
 * Seconds of the keys, ascending. Keys without a finite time or value are left out; of keys at one time the first and
 * the last are used, so that the value jumps from one to the other.
 */
export function orderKeys(ticks: Float64Array, values: Float64Array, ticksPerSecond: number): KeyOrder {
  const { times, isClean } = secondsOf(ticks, ticksPerSecond);
  const isWhole = isClean && ticks.length === values.length && values.every((value) => Math.abs(value) < Infinity);
  if (isWhole) return { order: undefined, times, issues: NO_ISSUES };
  return sortKeys(times.length > values.length ? times.subarray(0, values.length) : times, values);
}

function sortKeys(times: Float64Array, values: Float64Array): KeyOrder {
  const issues = new Set<KeyIssue>();
  const usable: number[] = [];
  let previous = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < times.length; i++) {
    const time = times[i] as number;
    if (!Number.isFinite(time) || !Number.isFinite(values[i])) {
      issues.add('notFinite');
      continue;
    }
    if (time < previous) issues.add('unsorted');
    previous = time;
    usable.push(i);
  }
  if (issues.has('unsorted')) usable.sort((a, b) => (times[a] as number) - (times[b] as number) || a - b);
  const order: number[] = [];
  const seconds: number[] = [];
  for (let at = 0; at < usable.length; ) {
    const first = usable[at] as number;
    const time = times[first] as number;
    let end = at + 1;
    while (end < usable.length && times[usable[end] as number] === time) end++;
    if (end > at + 1) {
      issues.add('duplicate');
      const earlier = time - JUMP_SECONDS;
      if (earlier > (seconds[seconds.length - 1] ?? Number.NEGATIVE_INFINITY) && earlier < time) {
        order.push(first);
        seconds.push(earlier);
      }
    }
    order.push(usable[end - 1] as number);
    seconds.push(time);
    at = end;
  }
  return { order: Int32Array.from(order), times: Float64Array.from(seconds), issues: [...issues] };
}
