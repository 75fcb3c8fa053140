/** The takes of a file and their ranges. */
import { RiglineError } from '@rigline/diagnostics';
import type { FbxDocument, FbxObject, FbxTakeRecord } from './document-types.ts';
import type { FbxOptions, FbxTake } from './scene-context.ts';

/** Seconds that a range may reach from 0; what lies beyond is no time of a shot. */
const RANGE_LIMIT = 1e7;

type Range = readonly [number, number];

/** All takes of a file, in its order. */
export function listTakes(document: FbxDocument): FbxTake[] {
  const takes: FbxTake[] = [];
  const records = new Map<string, FbxTakeRecord>();
  for (const record of document.takes) if (!records.has(record.name)) records.set(record.name, record);
  for (const stack of document.objects) {
    if (stack.kind !== 'AnimationStack') continue;
    const layers = layersOf(document, stack);
    takes.push({ name: stack.name, stack, layers, range: rangeOf(document, stack, layers, records.get(stack.name)) });
  }
  return takes;
}

function layersOf(document: FbxDocument, stack: FbxObject): FbxObject[] {
  const layers = new Set<FbxObject>();
  for (const { type, source } of document.into(stack)) {
    if (type === 'OO' && source.kind === 'AnimationLayer') layers.add(source);
  }
  return [...layers];
}

/** What the stack says, else what its take says, else the keys, else the time line. */
function rangeOf(
  document: FbxDocument,
  stack: FbxObject,
  layers: readonly FbxObject[],
  record: FbxTakeRecord | undefined,
): Range {
  const { properties } = stack;
  const seconds = (start: number, stop: number): Range => [
    start / document.ticksPerSecond,
    stop / document.ticksPerSecond,
  ];
  const stated = (start: string, stop: string): Range | undefined =>
    properties.get(start) && properties.get(stop)
      ? seconds(properties.number(start, 0), properties.number(stop, 0))
      : undefined;
  const local = stated('LocalStart', 'LocalStop');
  const candidates = [
    () => local,
    () => stated('ReferenceStart', 'ReferenceStop'),
    () => record?.localTime && seconds(...record.localTime),
    () => record?.referenceTime && seconds(...record.referenceTime),
    () => keyRange(document, layers),
    () => timeLine(document),
  ];
  for (const candidate of candidates) {
    const range = candidate();
    if (range && range[0] < range[1] && isTime(range[0]) && isTime(range[1])) return range;
  }
  const moment = local?.[0] ?? 0;
  return isTime(moment) ? [moment, moment] : [0, 0];
}

function isTime(seconds: number): boolean {
  return Math.abs(seconds) <= RANGE_LIMIT;
}

/** First and last key of the curves of some layers. */
function keyRange(document: FbxDocument, layers: readonly FbxObject[]): Range | undefined {
  let first = Number.POSITIVE_INFINITY;
  let last = Number.NEGATIVE_INFINITY;
  const seen = new Set<FbxObject>();
  for (const layer of layers) {
    for (const { source: node } of document.into(layer)) {
      if (node.kind !== 'AnimationCurveNode') continue;
      for (const { source: curve } of document.into(node)) {
        if (curve.kind !== 'AnimationCurve' || seen.has(curve)) continue;
        seen.add(curve);
        const { times } = document.readKeys(curve);
        const start = times[0];
        const end = times[times.length - 1];
        if (start === undefined || end === undefined) continue;
        if (start < first) first = start;
        if (end > last) last = end;
      }
    }
  }
  return first <= last ? [first / document.ticksPerSecond, last / document.ticksPerSecond] : undefined;
}

/** The time line of the file's settings, in seconds. */
export function timeLine(document: FbxDocument): Range | undefined {
  const { globals, ticksPerSecond } = document;
  const start = globals.number('TimeSpanStart', Number.NaN) / ticksPerSecond;
  const stop = globals.number('TimeSpanStop', Number.NaN) / ticksPerSecond;
  return isTime(start) && isTime(stop) && start < stop ? [start, stop] : undefined;
}

/**
 * The take that is asked for; by default the first that is no inner one of the exporter.
 *
 * @throws RiglineError `FBX_NO_TAKE` where the file has no take of the name.
 */
export function chooseTake(takes: readonly FbxTake[], options: FbxOptions): FbxTake | undefined {
  const { take: wanted, file } = options;
  if (wanted === null) return undefined;
  if (wanted === undefined) return takes.find(({ name }) => name !== '(internal)') ?? takes[0];
  const found = takes.find(({ name }) => name === wanted);
  if (found) return found;
  const names = takes.map(({ name }) => `"${name}"`);
  throw new RiglineError({
    code: 'FBX_NO_TAKE',
    message: `There is no take "${wanted}"; the file has ${names.length === 0 ? 'none' : names.slice(0, 20).join(', ')}`,
    at: { file },
    hint: names.length === 0 ? 'Leave the take out.' : 'Name one of these takes.',
  });
}
