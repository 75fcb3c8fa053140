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

const MAKE = `spaceLocator -n a; spaceLocator -n b; spaceLocator -n up; polyCube -n c; setAttr b.t 10 0 0;`;

function scene(): Scene {
  return sketchScene({ time1: { type: 'time' } });
}

describe('constraint commands', () => {
  test.each([
    ['pointConstraint a b c', 'c_pointConstraint1'],
    ['pointConstraint a b c; getAttr c.tx', '5'],
    ['pointConstraint -n held a c; pointConstraint -q -n c', 'held'],
    ['select a b c; pointConstraint', 'c_pointConstraint1'],
    ['pointConstraint a b c; pointConstraint -q -targetList c_pointConstraint1', 'a b'],
    ['pointConstraint a b c; pointConstraint -q -tl c', 'a b'],
    ['pointConstraint a b c; pointConstraint -q -weightAliasList c', 'aW0 bW1'],
    ['pointConstraint a b c; pointConstraint -q -w c', '1 1'],
    ['pointConstraint a b c; pointConstraint -e -w 3 b c; pointConstraint -q -w b c', '3'],
    ['pointConstraint a b c; pointConstraint -e -w 3 b c; getAttr c.tx', '7.5'],
    ['pointConstraint a b c; pointConstraint -q -w up c', 'QUERY_WRONG_NODE'],
    ['pointConstraint a b c; setAttr c_pointConstraint1.bW1 0; getAttr c.tx', '0'],
    ['pointConstraint -o 1 2 3 b c; pointConstraint -q -o c', '1 2 3'],
    ['pointConstraint -o 1 2 3 b c; pointConstraint -e -o 0 0 4 c; getAttr c.t', '10 0 4'],
    ['pointConstraint -mo b c; getAttr c.t', '0 0 0'],
    [
      'pointConstraint -skip y -skip z b c; listConnections -s 1 -d 0 -p 1 c.t',
      'c_pointConstraint1.constraintTranslateX',
    ],
    ['pointConstraint c', 'QUERY_ARGUMENTS'],
    ['pointConstraint -q -n c', 'QUERY_WRONG_NODE'],
    ['pointConstraint a c; orientConstraint -q -n c', 'QUERY_WRONG_NODE'],
    ['pointConstraint a c; pointConstraint -q c', 'QUERY_ARGUMENTS'],
    ['setAttr b.ry 40; orientConstraint b c; getAttr c.ry', '40'],
    ['orientConstraint -o 10 0 0 b c; orientConstraint -q -offset c', '10 0 0'],
    ['setAttr b.s 2 2 2; scaleConstraint b c; getAttr c.s', '2 2 2'],
    ['aimConstraint -aim 0 0 1 -u 0 1 0 b c; aimConstraint -q -aimVector c', '0 0 1'],
    ['aimConstraint -aim 0 0 1 -u 0 1 0 b c; getAttr c.ry', '90'],
    ['aimConstraint -wut object -wuo up b c; aimConstraint -q -wut c', 'object'],
    ['aimConstraint -wut objectrotation -wuo up b c; aimConstraint -q -worldUpType c', 'objectrotation'],
    ['aimConstraint -wut object -wuo up b c; aimConstraint -q -worldUpObject c', 'up'],
    ['aimConstraint b c; aimConstraint -q -worldUpVector c', '0 1 0'],
    ['aimConstraint -wut sideways b c', 'QUERY_ARGUMENTS'],
    ['parentConstraint b c; parentConstraint -q -n c', 'c_parentConstraint1'],
    ['parentConstraint b c; parentConstraint -q -w c', '1'],
    ['parentConstraint b c; getAttr c.tx', '10'],
    ['parentConstraint -q -tl c', 'QUERY_WRONG_NODE'],
    ['geometryConstraint b c', 'QUERY_UNSUPPORTED'],
    ['pointConstraint -rm a c', 'QUERY_UNSUPPORTED'],
    ['pointConstraint a nothing', 'QUERY_NO_NODE'],
  ])('%s gives %s', (text, expected) => expect(round(ask(scene(), MAKE + text))).toBe(expected));

  test('a constraint is found through the blend that keys put between', () => {
    const sketch = sketchScene(
      {
        a: { type: 'transform' },
        c: { type: 'transform' },
        elsewhere: { type: 'transform' },
        con: { type: 'pointConstraint', parent: 'elsewhere' },
        blend: { type: 'pairBlend' },
      },
      [
        ['a.t', 'con.target[0].targetTranslate'],
        ['con.constraintTranslateX', 'blend.inTranslateX2'],
        ['blend.outTranslateX', 'c.tx'],
      ],
    );
    expect(ask(sketch, 'pointConstraint -q -n c')).toBe('con');
    expect(ask(sketch, 'pointConstraint -q -wal c')).toBe('target[0].targetWeight');
  });

  test('a pole vector constraint answers like the others', () => {
    const sketch = sketchScene(
      {
        a: { type: 'transform' },
        handle: { type: 'ikHandle' },
        con: { type: 'poleVectorConstraint', parent: 'handle' },
      },
      [['a.t', 'con.target[0].targetTranslate']],
    );
    expect(ask(sketch, 'poleVectorConstraint -q -tl handle')).toBe('a');
  });
});

describe('camera', () => {
  const cam = 'camera -n cam;';
  test.each([
    ['camera -n shot', 'shot shotShape'],
    [`${cam} camera -q -fl cam`, '35'],
    [`${cam} camera -q -hfa camShape`, '1.41732'],
    // 2 atan(1.41732 in * 25.4 / 70 mm) in degrees.
    [`${cam} camera -q -hfv cam`, '54.4321299'],
    [`${cam} camera -q -filmFit cam`, 'horizontal'],
    [`${cam} camera -e -fl 50 cam; getAttr camShape.focalLength`, '50'],
    [`${cam} camera -e -ff fill cam; getAttr cam.filmFit`, '0'],
    [`${cam} setAttr cam.t 1 2 3; camera -q -p cam`, '1 2 3'],
    [`${cam} camera -q -orthographic cam`, '0'],
    [`${cam} camera -q cam`, 'QUERY_ARGUMENTS'],
    ['polyCube; camera -q -fl pCube1', 'QUERY_WRONG_NODE'],
  ])('%s gives %s', (text, expected) => expect(ask(scene(), text)).toBe(expected));
});
