import type { RiglineError } from '@rigline/diagnostics';
import { bridgeError } from '../bridge-error.ts';

/** One source of a channel. */
export interface ChannelTerm {
  readonly from: string;
  readonly scale: number;
}

/** A channel of the target: the sum of its terms and an offset, within its limits. */
export interface MappedChannel {
  readonly name: string;
  readonly terms: readonly ChannelTerm[];
  readonly offset: number;
  readonly limits: readonly [number, number];
}

const MOST_CHANNELS = 4096;
const UNIT: readonly [number, number] = [0, 1];

/**
 * Reads a mapping file: what drives which channel of another face.
 *
 *     {"channels": {
 *       "jaw_open": "JawOpen",
 *       "smile": [{"from": "MouthSmileLeft", "scale": 0.5}, {"from": "MouthSmileRight", "scale": 0.5}],
 *       "blink_L": {"terms": ["EyeBlinkLeft"], "offset": -0.05, "limits": [0, 1]}}}
 *
 * Limits are 0 to 1 where none are said.
 *
 * @throws RiglineError `BRIDGE_BAD_MAPPING` with the place in the file.
 */
export function parseFaceMapping(text: string, file: string): readonly MappedChannel[] {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    throw bad(file, error instanceof Error ? error.message : String(error));
  }
  const channels = membersOf(membersOf(json)?.channels);
  if (!channels) throw bad(file, 'it has no "channels"', 'Write {"channels": {"jaw_open": "JawOpen"}}.');
  const entries = Object.entries(channels);
  if (entries.length > MOST_CHANNELS) throw bad(file, `it has ${entries.length} channels; ${MOST_CHANNELS} are read`);
  return entries.map(([name, value]) => readChannel(name, value, file));
}

/** The values of all channels, from those of the sources; sources that are not there count nothing. */
export function applyMapping(
  channels: readonly MappedChannel[],
  read: (source: string) => number | undefined,
): number[] {
  return channels.map(({ terms, offset, limits }) => {
    const sum = terms.reduce((total, { from, scale }) => total + (read(from) ?? 0) * scale, offset);
    return Math.min(limits[1], Math.max(limits[0], sum));
  });
}

function readChannel(name: string, value: unknown, file: string): MappedChannel {
  const members = Array.isArray(value) || typeof value === 'string' ? { terms: value } : membersOf(value);
  const place = `channels.${name}`;
  if (!members) throw bad(file, `${place} is neither a name, a list nor an object`);
  const { terms, offset = 0, limits = UNIT } = members as Record<string, unknown>;
  const list = Array.isArray(terms) ? terms : [terms];
  if (typeof offset !== 'number' || !Number.isFinite(offset)) throw bad(file, `${place}.offset is no number`);
  return {
    name,
    terms: list.map((term, i) => readTerm(term, `${place}.terms[${i}]`, file)),
    offset,
    limits: readLimits(limits, place, file),
  };
}

function readTerm(term: unknown, place: string, file: string): ChannelTerm {
  if (typeof term === 'string') return { from: term, scale: 1 };
  const { from, scale = 1 } = membersOf(term) ?? {};
  if (typeof from !== 'string') throw bad(file, `${place} does not say what it is from`);
  if (typeof scale !== 'number' || !Number.isFinite(scale)) throw bad(file, `${place}.scale is no number`);
  return { from, scale };
}

function readLimits(limits: unknown, place: string, file: string): readonly [number, number] {
  const [low, high] = Array.isArray(limits) ? (limits as unknown[]) : [];
  if (typeof low === 'number' && typeof high === 'number' && low <= high) return [low, high];
  throw bad(file, `${place}.limits is no pair of numbers, the lower first`);
}

function membersOf(value: unknown): Record<string, unknown> | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : undefined;
}

function bad(file: string, what: string, hint?: string): RiglineError {
  return bridgeError('BRIDGE_BAD_MAPPING', `The mapping file "${file}" cannot be read: ${what}`, hint);
}
