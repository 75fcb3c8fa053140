/** Keys of an `AnimationCurve` record of version 7. */

import { numberOf } from './document-header.ts';
import type { FbxObject, RawExtrapolation, RawKeys } from './document-types.ts';
import { reportFbx } from './problems.ts';
import type { PropertyReport } from './properties.ts';
import { childOf, type FbxArray, type FbxRecord } from './record-types.ts';
import { numbersOf } from './records.ts';

/** Flags of a key that says nothing of itself: cubic, with a tangent of its own making. */
export const DEFAULT_KEY_FLAGS = 0x108;

const NO_NUMBERS = new Float64Array(0);
const NO_FLAGS = new Int32Array(0);
const NO_DATA = new Float32Array(0);
const CONSTANT: RawExtrapolation = { type: 'C', count: -1 };
const EXTRAPOLATIONS = 'CRMKA';

/** Reads the keys of a curve; lists of different lengths are cut to the shortest, with a problem. */
export function readRawKeys(curve: FbxObject, report: PropertyReport): RawKeys {
  const { record } = curve;
  const allTimes = arrayOf(record, 'KeyTime')?.toTicks() ?? NO_NUMBERS;
  const allValues = arrayOf(record, 'KeyValueFloat')?.toFloat64() ?? NO_NUMBERS;
  const count = Math.min(allTimes.length, allValues.length);
  if (allTimes.length !== allValues.length) {
    reportKeys(
      record,
      report,
      `A curve has ${allTimes.length} times but ${allValues.length} values; ${count} keys are read`,
    );
  }
  const attributes = readAttributes(record, count, report);
  return {
    times: allTimes.length === count ? allTimes : allTimes.slice(0, count),
    values: allValues.length === count ? allValues : allValues.slice(0, count),
    ...attributes,
    defaultValue: numberOf(childOf(record, 'Default')) ?? 0,
    pre: readExtrapolation(record, 'Pre-Extrapolation'),
    post: readExtrapolation(record, 'Post-Extrapolation'),
  };
}

/** Flags and four numbers for each key, from the runs that the file stores. */
function readAttributes(
  record: FbxRecord,
  count: number,
  report: PropertyReport,
): { readonly flags: Int32Array; readonly data: Float32Array } {
  if (count === 0) return { flags: NO_FLAGS, data: NO_DATA };
  const runFlags = arrayOf(record, 'KeyAttrFlags')?.toInt32() ?? NO_FLAGS;
  const runData = arrayOf(record, 'KeyAttrDataFloat')?.toFloat32Bits() ?? NO_DATA;
  const counts = arrayOf(record, 'KeyAttrRefCount')?.toInt32() ?? NO_FLAGS;
  const flags = new Int32Array(count).fill(DEFAULT_KEY_FLAGS);
  const data = new Float32Array(count * 4);
  const bits = new Uint32Array(data.buffer);
  const runBits = new Uint32Array(runData.buffer, runData.byteOffset, runData.length);
  const runs = Math.min(runFlags.length, counts.length, runData.length >> 2);
  let key = 0;
  for (let run = 0; run < runs && key < count; run++) {
    // The last run goes on to the last key, whatever its count.
    const end = run === runs - 1 ? count : Math.min(count, key + Math.max(0, counts[run] as number));
    flags.fill(runFlags[run] as number, key, end);
    // As bits: packed weights may be numbers that are none, which need not survive as floats.
    fillRun(bits, key, end, runBits, run * 4);
    key = end;
  }
  const isUneven = runFlags.length !== runs || counts.length !== runs || runData.length !== runs * 4;
  if (isUneven || sumOf(counts) !== count) {
    reportKeys(record, report, `The attributes of a curve do not fit its ${count} keys`);
  }
  return { flags, data };
}

/** Repeats four numbers for the keys of a run; `bits` is all 0 there. */
function fillRun(bits: Uint32Array, key: number, end: number, runBits: Uint32Array, at: number): void {
  const right = runBits[at] as number;
  const nextLeft = runBits[at + 1] as number;
  const weights = runBits[at + 2] as number;
  const velocities = runBits[at + 3] as number;
  if ((right | nextLeft | weights | velocities) === 0) return;
  for (let i = key * 4; i < end * 4; i += 4) {
    bits[i] = right;
    bits[i + 1] = nextLeft;
    bits[i + 2] = weights;
    bits[i + 3] = velocities;
  }
}

function sumOf(counts: Int32Array): number {
  let sum = 0;
  for (let i = 0; i < counts.length; i++) sum += counts[i] as number;
  return sum;
}

function reportKeys(record: FbxRecord, { file, log }: PropertyReport, message: string): void {
  reportFbx(log, 'FBX_BAD_KEYS', { message, at: { file, byte: record.at }, group: 'mismatch' });
}

/** How a curve goes on before or after its keys; what is not known counts as constant. */
export function readExtrapolation(record: FbxRecord, name: string): RawExtrapolation {
  const child = childOf(record, name);
  if (!child) return CONSTANT;
  const code = childOf(child, 'Type')?.values[0];
  const type = typeof code === 'number' ? String.fromCharCode(code) : code;
  if (typeof type !== 'string' || type.length !== 1 || !EXTRAPOLATIONS.includes(type)) return CONSTANT;
  const count = numberOf(childOf(child, 'Repetition')) ?? -1;
  return { type, count: count >= 0 ? Math.trunc(count) : -1 };
}

function arrayOf(record: FbxRecord, name: string): FbxArray | undefined {
  const child = childOf(record, name);
  return child && numbersOf(child);
}
