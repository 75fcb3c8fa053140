import { RiglineError } from '@rigline/diagnostics';
import { Graph, MAYA_NODE_TYPES } from '@rigline/evaluate';
import { formatMelValue } from '@rigline/mel';
import type { Scene } from '@rigline/scene';
import { sketchScene } from '@rigline/testkit';
import { describe, expect, test } from 'vitest';
import { createQuerySession } from '../query-session.ts';

/** Runs text on a scene and gives the value of its last command as text, or the code of its error. */
function ask(scene: Scene, text: string): string {
  const session = createQuerySession(scene, new Graph(scene, MAYA_NODE_TYPES));
  try {
    const value = session.run(text);
    return value ? formatMelValue(value) : 'nothing';
  } catch (error) {
    if (error instanceof RiglineError) return error.code;
    throw error;
  }
}

/** Numbers of a result rounded to nine decimals: matrices and angles carry rounding. */
function round(text: string): string {
  return text
    .split(' ')
    .map((word) => (/^-?[\d.]+(e[-+]\d+)?$/.test(word) ? String(Number(Number(word).toFixed(9)) + 0) : word))
    .join(' ');
}

/** A node with pivots under a parent that is moved, turned by 90° about Z and scaled by 2. */
function scene(): Scene {
  return sketchScene({
    parent: { type: 'transform', values: { translate: [10, 0, 0], rotate: [0, 0, Math.PI / 2], scale: [2, 2, 2] } },
    a: {
      type: 'transform',
      parent: 'parent',
      values: { translate: [1, 2, 3], rotate: [0, 0, Math.PI / 2], rotatePivot: [1, 0, 0], scalePivot: [0, 1, 0] },
    },
    aShape: { type: 'locator', parent: 'a' },
    j: { type: 'joint', parent: 'parent', values: { jointOrient: [0, 0, Math.PI / 6], rotate: [0, 0, Math.PI / 6] } },
  });
}

// Expected values are derived by hand from the stack in Maya's help, "transform" and "joint" nodes: the parent takes
// (x, y, z) to (10 - 2y, 2x, 2z); a point of `a` is turned about its rotate pivot (1, 0, 0), then moved.
describe('xform -query', () => {
  test.each([
    ['xform -q -t a', '1 2 3'],
    ['xform -q -ws -t a', '6 2 6'],
    ['xform -q -os -t a', '1 2 3'],
    ['xform -q -rp a', '1 0 0'],
    ['xform -q -ws -rp a', '6 4 6'],
    ['xform -q -ws -sp a', '8 2 6'],
    ['xform -q -ws -piv a', '6 4 6 8 2 6'],
    ['xform -q -ro a', '0 0 90'],
    ['xform -q -ws -ro a', '0 0 180'],
    ['xform -q -ws -ro j', '0 0 150'],
    ['xform -q -s a', '1 1 1'],
    ['xform -q -ws -s a', '2 2 2'],
    ['xform -q -roo a', 'xyz'],
    ['xform -q -m a', '0 1 0 0 -1 0 0 0 0 0 1 0 2 1 3 1'],
    ['xform -q -ws -m a', '-2 0 0 0 0 -2 0 0 0 0 2 0 8 4 6 1'],
    ['xform -q -rotateAxis a', '0 0 0'],
    ['xform -q a', 'QUERY_ARGUMENTS'],
    ['xform -q -t -ro a', 'QUERY_ARGUMENTS'],
    ['xform -q -t aShape', 'QUERY_WRONG_NODE'],
    ['select a; xform -q -t', '1 2 3'],
  ])('%s gives %s', (text, expected) => expect(round(ask(scene(), text))).toBe(expected));
});

describe('xform', () => {
  test.each([
    ['xform -t 5 6 7 a; getAttr a.t', '5 6 7'],
    ['xform -ws -t 0 0 0 a; xform -q -ws -t a', '0 0 0'],
    ['xform -ws -ro 0 0 30 a; xform -q -ws -ro a', '0 0 30'],
    ['xform -ws -ro 0 0 30 j; xform -q -ws -ro j', '0 0 30'],
    ['xform -r -t 1 1 1 a; getAttr a.t', '2 3 4'],
    ['xform -r -s 2 1 1 a; xform -r -s 2 1 1 a; getAttr a.s', '4 1 1'],
    ['xform -roo zyx a; getAttr a.ro', '5'],
    ['xform -roo zzz a', 'QUERY_ARGUMENTS'],
    ['xform -piv 1 1 1 a; xform -q -piv a', '1 1 1 1 1 1'],
    [
      'float $m[] = `xform -q -ws -m a`; xform -t 0 0 0 -ro 5 6 7 a; xform -ws -m $m[0] $m[1] $m[2] $m[3] $m[4] $m[5] $m[6] $m[7] $m[8] $m[9] $m[10] $m[11] $m[12] $m[13] $m[14] $m[15] a; xform -q -ws -m a',
      '-2 0 0 0 0 -2 0 0 0 0 2 0 8 4 6 1',
    ],
    ['xform -m 1 0 0 0 0 1 0 0 0 0 1 0 4 5 6 1 a; xform -q -m a', '1 0 0 0 0 1 0 0 0 0 1 0 4 5 6 1'],
    ['parent -w a; xform -q -ws -m a', '-2 0 0 0 0 -2 0 0 0 0 2 0 8 4 6 1'],
  ])('%s gives %s', (text, expected) => expect(round(ask(scene(), text))).toBe(expected));
});

describe('units and time', () => {
  test.each([
    ['currentUnit -q -linear', 'cm'],
    ['currentUnit -q -fullName -linear', 'centimeter'],
    ['currentUnit -q -angle', 'deg'],
    ['currentUnit -q -time', 'film'],
    ['currentUnit -l m; getAttr a.t', '0.01 0.02 0.03'],
    ['currentUnit -a rad; getAttr a.rz', '1.570796327'],
    ['currentUnit -time nothing', 'QUERY_ARGUMENTS'],
    ['playbackOptions -q -min', '1'],
    ['playbackOptions -q -animationEndTime', '24'],
    ['playbackOptions -min 5 -max 50; playbackOptions -q -max', '50'],
    ['playbackOptions -q', 'QUERY_ARGUMENTS'],
    ['currentTime 7', '7'],
    ['currentTime -e 7.5; currentTime -q', '7.5'],
    ['currentTime', 'QUERY_ARGUMENTS'],
  ])('%s gives %s', (text, expected) => {
    const timed = sketchScene({
      time1: { type: 'time' },
      a: { type: 'transform', values: { translate: [1, 2, 3], rotate: [0, 0, Math.PI / 2] } },
    });
    expect(ask(timed, text)).toBe(expected);
  });
});
