import { RiglineError } from '@rigline/diagnostics';
import { Graph, MAYA_NODE_TYPES } from '@rigline/evaluate';
import { formatMelValue } from '@rigline/mel';
import { NumberTable, type Scene, type SceneNode } from '@rigline/scene';
import type { KeyBlock, KeySource } from '@rigline/scene/maya';
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

/** `a.tx` keyed linearly at frames 0, 12, 24 with 0, 10, 0; `a.rz` at 0 and 24 with 0° and 90°, weighted. */
function scene(): Scene {
  const sketch = sketchScene(
    {
      time1: { type: 'time' },
      a: { type: 'transform' },
      tx: { type: 'animCurveTL', values: { tangentType: 2, weightedTangents: 0, preInfinity: 3, postInfinity: 4 } },
      rz: { type: 'animCurveTA', values: { tangentType: 3 } },
      driven: { type: 'animCurveUL', values: { tangentType: 2 } },
    },
    [
      ['tx.output', 'a.tx'],
      ['rz.output', 'a.rz'],
      ['a.tx', 'driven.input'],
      ['driven.output', 'a.ty'],
    ],
  );
  const keys = (name: string, rows: readonly (readonly number[])[]): void => {
    const table = new NumberTable(2);
    rows.forEach((row, i) => {
      row.forEach((value, column) => {
        table.set(i, column, value);
      });
    });
    sketch.setValue(sketch.find(name) as SceneNode, 'keyTimeValue', table);
  };
  keys('tx', [
    [0, 0],
    [0.5, 10],
    [1, 0],
  ]);
  keys('rz', [
    [0, 0],
    [1, Math.PI / 2],
  ]);
  keys('driven', [
    [0, 0],
    [10, 5],
  ]);
  return sketch;
}

describe('keyframe -query', () => {
  test.each([
    ['keyframe -q -tc tx', '0 12 24'],
    ['keyframe -q -vc a.tx', '0 10 0'],
    ['keyframe -q -vc rz', '0 90'],
    ['keyframe -q -tc -vc a.tx', '0 0 12 10 24 0'],
    ['keyframe -q -kc a.tx', '3'],
    ['keyframe -q -kc a', '7'],
    ['keyframe -q -kc -at rz a', '2'],
    ['keyframe -q -kc -at translate a', '5'],
    ['keyframe -q -time "5:24" -tc a.tx', '12 24'],
    ['keyframe -q -time ":12" -tc a.tx', '0 12'],
    ['keyframe -q -time "20:" -tc a.tx', '24'],
    ['keyframe -q -time 12 -vc a.tx', '10'],
    ['keyframe -q -time 0 -time 24 -kc a.tx', '2'],
    ['keyframe -q -index 1 -vc tx', '10'],
    ['keyframe -q -iv -time "1:30" tx', '1 2'],
    ['keyframe -q -eval -time 6 a.tx', '5'],
    ['currentTime 3; keyframe -q -eval a.tx', '2.5'],
    ['keyframe -q -eval -time 36 tx', '10'],
    ['keyframe -q -eval -float 4 driven', '2'],
    ['keyframe -q -name a.tx', 'tx'],
    ['keyframe -q -time "x" -tc a.tx', 'QUERY_ARGUMENTS'],
    ['keyframe -tc 5 tx', 'QUERY_UNSUPPORTED'],
    ['keyframe -q -tc driven', '0 10'],
    ['select a; keyframe -q -kc', '7'],
  ])('%s gives %s', (text, expected) => expect(round(ask(scene(), text))).toBe(expected));
});

describe('keyTangent -query', () => {
  test.each([
    ['keyTangent -q -itt tx', 'linear linear linear'],
    ['keyTangent -q -ott -time 0 rz', 'flat'],
    ['keyTangent -q -wt tx', '0'],
    ['keyTangent -q -wt rz', '1'],
    ['keyTangent -q -ox -oy -time 0 rz', '1 0'],
    ['keyTangent -q -itt -ix -index 0 rz', 'flat 1'],
    ['keyTangent -q -oa -time 0 rz', '0'],
    ['keyTangent -q -ow -time 0 tx', '1'],
    ['keyTangent -q tx', 'QUERY_ARGUMENTS'],
  ])('%s gives %s', (text, expected) => expect(round(ask(scene(), text))).toBe(expected));
});

describe('setInfinity and findKeyframe', () => {
  test.each([
    ['setInfinity -q -pri tx', 'cycle'],
    ['setInfinity -q -poi a.tx', 'cycleRelative'],
    ['setInfinity -q tx', 'QUERY_ARGUMENTS'],
    ['findKeyframe -which first a.tx', '0'],
    ['findKeyframe -which last a.tx', '24'],
    ['currentTime 5; findKeyframe -w next a.tx', '12'],
    ['currentTime 12; findKeyframe -w previous a.tx', '0'],
    ['currentTime 24; findKeyframe -w next a.tx', '0'],
    ['findKeyframe -w next -time 12 a.tx', '24'],
    ['findKeyframe -curve a.tx', 'tx'],
    ['findKeyframe -w middle a.tx', 'QUERY_ARGUMENTS'],
  ])('%s gives %s', (text, expected) => expect(round(ask(scene(), text))).toBe(expected));
});

describe('curves whose keys come from another format', () => {
  /** Keys of `a.ry` at frames 0 and 12 with 0° and 45°, slope 0, and a stepped one at frame 24. */
  function blockScene(): Scene {
    const sketch = sketchScene(
      { a: { type: 'transform' }, layers: { type: 'fbxLayeredRotate' }, ry: { type: 'animCurveTA' } },
      [
        ['ry.output', 'layers.layer[0].valueY'],
        ['layers.output', 'a.rotate'],
      ],
    );
    const block: KeyBlock = {
      times: Float64Array.of(0, 0.5, 1),
      values: Float64Array.of(0, Math.PI / 4, 1),
      spans: Uint8Array.of(3, 0, 3),
      outSlopes: new Float64Array(3),
      inSlopes: new Float64Array(3),
      outWeights: undefined,
      inWeights: undefined,
      pre: { kind: 'cycle', count: 2 },
      post: { kind: 'constant', count: Number.POSITIVE_INFINITY },
    };
    sketch.setValue(sketch.find('ry') as SceneNode, 'keySource', { readKeys: () => block } satisfies KeySource);
    sketch.settings = { ...sketch.settings, frameRate: 24 };
    return sketch;
  }

  test.each([
    ['keyframe -q -tc ry', '0 12 24'],
    ['keyframe -q -vc -time 12 a.ry', '45'],
    ['keyframe -q -kc a', '3'],
    ['keyTangent -q -ott ry', 'fixed step fixed'],
    ['keyTangent -q -ix -iy -index 1 ry', '1 0'],
    ['keyTangent -q -wt ry', '0'],
    ['setInfinity -q -pri ry', 'cycle'],
    ['findKeyframe -which last ry', '24'],
  ])('%s gives %s', (text, expected) => expect(round(ask(blockScene(), text))).toBe(expected));
});
