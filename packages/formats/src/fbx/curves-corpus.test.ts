import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { ProblemLog } from '@rigline/diagnostics';
import type { KeyBlock, KeyExtrapolation } from '@rigline/scene/maya';
import { describe, expect, test } from 'vitest';
import { channelCurves } from './curve-channels.ts';
import { keySourceOf } from './curves.ts';
import { readFbxDocument } from './document.ts';
import type { FbxDocument, FbxObject } from './document-types.ts';
import { readFbxRecords } from './records.ts';

/** Values of a block at any time, written for its plainness: the truth of the files is what it is held against. */
class Sampler {
  readonly #block: KeyBlock;

  constructor(block: KeyBlock) {
    this.#block = block;
  }

  at(time: number): number {
    const { times, pre, post } = this.#block;
    const first = times[0]!;
    const last = times.at(-1)!;
    if (time < first) return this.#outside(first - time, pre, true);
    if (time > last) return this.#outside(time - last, post, false);
    return this.#inside(time);
  }

  #inside(time: number): number {
    const { times, values, spans } = this.#block;
    let i = 0;
    while (i + 1 < times.length && times[i + 1]! <= time) i++;
    if (i + 1 === times.length || times[i] === time) return values[i]!;
    const t = (time - times[i]!) / (times[i + 1]! - times[i]!);
    if (spans[i] === 0) return values[i]!;
    if (spans[i] === 1) return values[i + 1]!;
    if (spans[i] === 2) return values[i]! + (values[i + 1]! - values[i]!) * t;
    return this.#cubic(i, t);
  }

  #cubic(i: number, t: number): number {
    const { times, values, outSlopes, inSlopes, outWeights, inWeights } = this.#block;
    const span = times[i + 1]! - times[i]!;
    const w0 = outWeights?.[i] ?? 1 / 3;
    const w1 = inWeights?.[i + 1] ?? 1 / 3;
    const bezier = (u: number, a: number, b: number, c: number, d: number): number =>
      (1 - u) ** 3 * a + 3 * (1 - u) ** 2 * u * b + 3 * (1 - u) * u * u * c + u ** 3 * d;
    let [low, high] = [0, 1];
    for (let step = 0; step < 60; step++) {
      const middle = (low + high) / 2;
      if (bezier(middle, 0, w0, 1 - w1, 1) < t) low = middle;
      else high = middle;
    }
    const from = values[i]!;
    const to = values[i + 1]!;
    return bezier(low, from, from + outSlopes[i]! * w0 * span, to - inSlopes[i + 1]! * w1 * span, to);
  }

  #outside(distance: number, { kind, count }: KeyExtrapolation, isBefore: boolean): number {
    const { times, values, outSlopes, inSlopes } = this.#block;
    const last = times.length - 1;
    const end = isBefore ? values[0]! : values[last]!;
    const duration = times[last]! - times[0]!;
    if (kind === 'linear') return isBefore ? end - outSlopes[0]! * distance : end + inSlopes[last]! * distance;
    if (kind === 'constant' || duration === 0) return end;
    let cycle = Math.floor(distance / duration);
    let rest = distance - cycle * duration;
    if (cycle >= count) {
      cycle = count - 1;
      rest = duration;
    }
    if (kind === 'oscillate' && cycle % 2 === 0) rest = duration - rest;
    if (isBefore) rest = duration - rest;
    const value = this.#inside(Math.min(times[0]! + rest, times[last]!));
    if (kind !== 'cycleRelative') return value;
    return value + (isBefore ? -1 : 1) * (values[last]! - values[0]!) * (cycle + 1);
  }
}

interface ExpectedCurve {
  readonly layer: string;
  readonly element: string;
  readonly elementType: string;
  readonly property: string;
  readonly component: number;
  readonly keyTimes: readonly number[];
  readonly keyValues: readonly number[];
  readonly samples: { readonly from: number; readonly to: number; readonly values: readonly (number | null)[] };
}

const folder = new URL('../../../../../shared/corpus/fbx/', import.meta.url);
const present = existsSync(folder);

interface Case {
  readonly file: string;
  readonly curves: readonly ExpectedCurve[];
}

const cases: Case[] = (present ? readdirSync(new URL('expected/', folder)) : []).flatMap((name) => {
  if (!name.endsWith('.json') || name.startsWith('_')) return [];
  const expected = JSON.parse(readFileSync(new URL(`expected/${name}`, folder), 'utf8'));
  return expected.ok && expected.curves?.length > 0 ? [{ file: expected.file, curves: expected.curves }] : [];
});

function readDocument(file: string): FbxDocument {
  const log = new ProblemLog();
  const bytes = new Uint8Array(readFileSync(new URL(file, folder)));
  return readFbxDocument(readFbxRecords(bytes, { file, log }), log);
}

/** All curves by layer, property and channel. */
function curvesByPlace(document: FbxDocument): Map<string, FbxObject[]> {
  const found = new Map<string, FbxObject[]>();
  for (const layer of document.objects) {
    if (layer.kind !== 'AnimationLayer') continue;
    for (const { source: node } of document.into(layer)) {
      if (node.kind !== 'AnimationCurveNode') continue;
      for (const { property } of document.from(node)) {
        channelCurves(document, node, 3).forEach((curve, channel) => {
          if (!curve || property === '') return;
          const place = `${layer.name} ${property} ${channel}`;
          found.set(place, [...(found.get(place) ?? []), curve]);
        });
      }
    }
  }
  return found;
}

function hasKeys(document: FbxDocument, curve: FbxObject, { keyTimes, keyValues }: ExpectedCurve): boolean {
  const { times, values } = document.readKeys(curve);
  const near = (a: number, b: number): boolean => Math.abs(a - b) <= 2e-6 * Math.max(1, Math.abs(b));
  return (
    times.length === keyTimes.length &&
    keyTimes.every((time, i) => near(times[i]! / document.ticksPerSecond, time) && near(values[i]!, keyValues[i]!))
  );
}

/** Greatest difference from the samples, by the greatest value there. */
function differenceFrom({ samples }: ExpectedCurve, block: KeyBlock): number {
  const sampler = new Sampler(block);
  let difference = 0;
  let size = 1;
  samples.values.forEach((value, i) => {
    if (value === null) return;
    const time = samples.from + ((samples.to - samples.from) * i) / (samples.values.length - 1);
    difference = Math.max(difference, Math.abs(sampler.at(time) - value));
    size = Math.max(size, Math.abs(value));
  });
  return difference / size;
}

describe.skipIf(!present)('curves of files (../shared/corpus/fbx)', () => {
  test('there are files', () => expect(cases.length).toBeGreaterThan(0));

  test.each(cases)('$file has the values of its application between and outside the keys', ({ file, curves }) => {
    const document = readDocument(file);
    const byPlace = curvesByPlace(document);
    const off: string[] = [];
    for (const curve of curves) {
      const { layer, element, elementType, component } = curve;
      // Weights of morphs that old files keep with the mesh belong to their channels here.
      const property = elementType === 'mesh' ? 'DeformPercent' : curve.property;
      const same = (byPlace.get(`${layer} ${property} ${component}`) ?? []).filter((c) => hasKeys(document, c, curve));
      const best = Math.min(...same.map((c) => differenceFrom(curve, keySourceOf(document, c, 1).readKeys())));
      // 2e-6: weights are thirds of six digits in the reader that made the samples.
      if (!(best <= 2e-6)) off.push(`${layer} ${element} ${property} ${component}: ${best} of ${same.length}`);
    }
    expect(off).toEqual([]);
  });
});
