import { readdirSync, readFileSync } from 'node:fs';
import { sketchScene } from '@rigline/testkit';
import { describe, expect, test } from 'vitest';
import { Graph } from '../../graph/graph.ts';
import { MAYA_NODE_TYPES } from '../index.ts';

/** A number, a number with its unit (`"90deg"`), a list of them, or a string. */
type GoldenValue = number | string | readonly (number | string)[];
interface GoldenCase {
  readonly name: string;
  readonly type: string;
  readonly input: Readonly<Record<string, GoldenValue>>;
  readonly expected: Readonly<Record<string, GoldenValue>>;
}
interface Golden {
  readonly source: string;
  readonly tolerance: number;
  readonly cases: readonly GoldenCase[];
}

const FOLDER = new URL('../../../../../fixtures/nodes/', import.meta.url);
/** Goldens of the nodes of this folder. */
const FILES = readdirSync(FOLDER).filter((name) => name.startsWith('utility-'));

function number(value: number | string): number {
  if (typeof value === 'number') return value;
  return (Number(value.slice(0, -3)) * Math.PI) / 180;
}

const isDegrees = (value: GoldenValue): boolean => typeof value === 'string' && /^-?[\d.]+deg$/.test(value);

function inner(value: GoldenValue): number | string | readonly number[] {
  if (typeof value === 'string') return isDegrees(value) ? number(value) : value;
  return typeof value === 'number' ? value : value.map(number);
}

describe.each(FILES)('%s', (file) => {
  const golden = JSON.parse(readFileSync(new URL(file, FOLDER), 'utf8')) as Golden;
  test.each(golden.cases)('$type: $name', ({ type, input, expected }) => {
    const values = Object.fromEntries(Object.entries(input).map(([path, value]) => [path, inner(value)]));
    const graph = new Graph(sketchScene({ it: { type, values } }), MAYA_NODE_TYPES);
    for (const [path, value] of Object.entries(expected)) {
      const got = [graph.get(`it.${path}`)].flat(2) as number[];
      const wanted = [inner(value)].flat() as number[];
      expect(got).toHaveLength(wanted.length);
      got.forEach((number, i) => {
        expect(Math.abs(number - (wanted[i] as number)), `${path}[${i}] is ${number}`).toBeLessThanOrEqual(
          golden.tolerance,
        );
      });
    }
  });
});
