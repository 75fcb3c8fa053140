import { RiglineError } from '@rigline/diagnostics';
import { Graph, MAYA_NODE_TYPES } from '@rigline/evaluate';
import { formatMelValue } from '@rigline/mel';
import { metresOf, NumberTable, type Scene, type SceneNode } from '@rigline/scene';
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

const find = (scene: Scene, name: string): SceneNode => scene.find(name) as SceneNode;

/** A transform at (1, 2, 3) turned by 90° about X, with keys from 0 to 48 on its own scale. */
function keyed(): Scene {
  const scene = sketchScene({
    time1: { type: 'time' },
    a: { type: 'transform', values: { translate: [1, 2, 3], rotate: [Math.PI / 2, 0, 0], rotateOrder: 5 } },
    curve: { type: 'animCurveTU', values: { tangentType: 2 } },
  });
  const keys = new NumberTable(2);
  [
    [0, 0],
    [2, 48],
  ].forEach((row, i) => {
    row.forEach((value, column) => {
      keys.set(i, column, value);
    });
  });
  scene.setValue(find(scene, 'curve'), 'keyTimeValue', keys);
  scene.connect({ node: find(scene, 'curve'), path: 'output' }, { node: find(scene, 'a'), path: 'scaleX' });
  return scene;
}

describe('getAttr', () => {
  test.each([
    ['getAttr a.tx', '1'],
    ['getAttr a.translate', '1 2 3'],
    ['getAttr a.t.ty', '2'],
    ['getAttr a.rx', '90'],
    ['getAttr a.ro', '5'],
    ['getAttr -asString a.rotateOrder', 'zyx'],
    ['getAttr a.visibility', '1'],
    ['getAttr a.worldMatrix[0]', '1 0 0 0 0 0 1 0 0 -1 0 0 1 2 3 1'],
    ['getAttr -type a.tx', 'doubleLinear'],
    ['getAttr -type a.t', 'double3'],
    ['getAttr -type a.ro', 'enum'],
    ['getAttr -type a.wm', 'matrix'],
    ['getAttr -keyable a.tx', '1'],
    ['getAttr -keyable a.rotatePivotX', '0'],
    ['getAttr -lock a.tx', '0'],
    ['getAttr -settable a.sx', '0'],
    ['getAttr curve.ktv[1]', '48 48'],
    ['getAttr curve.keyTimeValue[1].keyTime', '48'],
    ['getAttr -size curve.ktv', '2'],
    ['getAttr "a.t?"', 'QUERY_NO_ATTRIBUTE'],
    ['getAttr a.message', 'QUERY_NO_VALUE'],
    ['getAttr a', 'QUERY_ARGUMENTS'],
    ['getAttr ("a" + "." + "ty")', '2'],
  ])('%s gives %s', (text, expected) => {
    const numbers = ask(keyed(), text)
      .split(' ')
      .map((word) => (/^-?[\d.e-]+$/.test(word) ? String(Number(Number(word).toFixed(9)) + 0) : word));
    expect(numbers.join(' ')).toBe(expected);
  });

  test('-time reads at another frame and comes back', () => {
    expect(
      ask(
        keyed(),
        'currentTime 12; float $v = `getAttr -time 24 a.sx`; print ""; $v + " " + `getAttr a.sx` + " " + `currentTime -q`',
      ),
    ).toBe('24 12 12');
  });

  test('lengths are in the unit of the file, matrices are not converted', () => {
    const scene = keyed();
    scene.settings = { ...scene.settings, linearUnit: 'meter', unitMetres: metresOf('meter') as number };
    expect(ask(scene, 'getAttr a.translate')).toBe('0.01 0.02 0.03');
    expect(ask(scene, 'setAttr a.tx 2; getAttr a.tx')).toBe('2');
    expect(find(scene, 'a').values.get('translateX')).toBe(200);
    expect(ask(scene, 'float $m[] = `getAttr a.matrix`; $m[12]')).toBe('200');
  });

  test('what a transform lacks is read from its shape', () => {
    const scene = sketchScene({ cam: { type: 'transform' }, camShape: { type: 'camera', parent: 'cam' } });
    expect(ask(scene, 'getAttr cam.focalLength')).toBe('35');
  });

  test('values of attributes that no declaration knows are given as the file has them', () => {
    const scene = sketchScene({ a: { type: 'someNode' } });
    scene.setRaw(find(scene, 'a'), 'foo', { value: [1, 2] });
    scene.setRaw(find(scene, 'a'), 'note', { dataType: 'string', value: 'hi' });
    expect(ask(scene, 'getAttr a.foo')).toBe('1 2');
    expect(ask(scene, 'getAttr a.note')).toBe('hi');
    expect(ask(scene, 'getAttr -type a.note')).toBe('string');
  });

  test('a list without an index gives all its elements', () => {
    const scene = sketchScene({ n: { type: 'plusMinusAverage', values: { 'input1D[0]': 4, 'input1D[3]': 5 } } });
    expect(ask(scene, 'getAttr n.input1D')).toBe('4 5');
    expect(ask(scene, 'getAttr n.input1D[0:3]')).toBe('4 0 0 5');
    expect(ask(scene, 'getAttr "n.input1D[*]"')).toBe('4 5');
    expect(ask(scene, 'getAttr -mi n.input1D')).toBe('0 3');
    expect(ask(scene, 'getAttr -size n.input1D')).toBe('2');
  });
});

describe('setAttr', () => {
  test.each([
    ['setAttr a.tx 5; getAttr a.t', '5 2 3'],
    ['setAttr a.t 5 6 7; getAttr a.t', '5 6 7'],
    ['setAttr "a.t" -type "double3" 5 6 7; getAttr a.t', '5 6 7'],
    ['setAttr -type double3 a.r 0 45 0; getAttr a.ry', '45'],
    ['setAttr a.v off; getAttr a.v', '0'],
    ['setAttr a.rotateOrder yzx; getAttr a.ro', '1'],
    ['float $p[] = {7, 8, 9}; setAttr a.t $p[0] $p[1] $p[2]; getAttr a.t', '7 8 9'],
    ['setAttr a.t (<<1, 1, 2>>); getAttr a.t', '1 1 2'],
    ['setAttr -type matrix a.opm 1 0 0 0 0 1 0 0 0 0 1 0 9 0 0 1; xform -q -ws -t a', '10 2 3'],
    ['setAttr -lock on a.ty; getAttr -lock a.ty', '1'],
    ['setAttr -lock on a.t; setAttr a.tx 1', 'QUERY_LOCKED'],
    ['setAttr -l 1 a.tx; setAttr -l 0 a.tx; setAttr a.tx 4; getAttr a.tx', '4'],
    ['setAttr -keyable off a.tx; getAttr -k a.tx', '0'],
    ['setAttr a.sx 2', 'QUERY_CONNECTED'],
    ['setAttr a.t 1 2', 'QUERY_WRONG_VALUE'],
    ['setAttr a.tx', 'QUERY_ARGUMENTS'],
    ['setAttr a.tx five', 'QUERY_ARGUMENTS'],
    ['setAttr -type "string" a.tx "five"', 'QUERY_WRONG_VALUE'],
    ['setAttr curve.ktv[1].kv 10; getAttr -time 24 a.sx', '5'],
  ])('%s gives %s', (text, expected) => expect(ask(keyed(), text)).toBe(expected));

  test('a string needs its type', () => {
    const scene = sketchScene({ a: { type: 'transform' } });
    expect(ask(scene, 'addAttr -ln note -dt "string" a; setAttr a.note "x"')).toBe('QUERY_WRONG_VALUE');
    expect(ask(scene, 'setAttr -type "string" a.note "x y"; getAttr a.note')).toBe('x y');
  });
});

describe('addAttr', () => {
  test.each([
    ['addAttr -ln gain -at double -dv 2.5 a; getAttr a.gain', '2.5'],
    ['addAttr -ln bend -at doubleAngle -dv 45 a; getAttr a.bend', '45'],
    ['addAttr -ln count -sn cnt -at long -k 1 a; setAttr a.cnt 4; getAttr a.count', '4'],
    ['addAttr -ln mode -at enum -en "off:on=5" a; setAttr a.mode 5; getAttr -asString a.mode', 'on'],
    ['addAttr -ln aim -at double3 a; setAttr a.aim 1 2 3; getAttr a.aimZ', '3'],
    ['addAttr -ln tx -at double a', 'QUERY_ARGUMENTS'],
    ['addAttr -ln x -at nothing a', 'QUERY_UNSUPPORTED'],
    ['addAttr -ln gain -k on a; listAttr -ud a', 'gain'],
    ['select a; addAttr -ln gain; listAttr -ud -k a', ''],
  ])('%s gives %s', (text, expected) => {
    expect(ask(sketchScene({ a: { type: 'transform' } }), text)).toBe(expected);
  });
});

describe('describing commands', () => {
  const scene = (): Scene =>
    sketchScene({
      a: { type: 'transform' },
      aShape: { type: 'mesh', parent: 'a' },
      j: { type: 'joint' },
      con: { type: 'pointConstraint', parent: 'a' },
    });
  test.each([
    ['nodeType a', 'transform'],
    ['nodeType -inherited con', 'containedNode entity dagNode transform constraint pointConstraint'],
    ['objectType -isAType shape aShape', '1'],
    ['objectType -isType transform j', '0'],
    ['objExists a', '1'],
    ['objExists a.tx', '1'],
    ['objExists a.nothing', '0'],
    ['objExists "j*"', '1'],
    ['objExists nothing', '0'],
    ['attributeQuery -node a -exists translateX', '1'],
    ['attributeQuery -node a -exists nothing', '0'],
    ['attributeQuery -node a -at rotateOrder', 'enum'],
    ['attributeQuery -node a -listEnum rotateOrder', 'xyz:yzx:zxy:xzy:yxz:zyx'],
    ['attributeQuery -node a -listChildren translate', 'translateX translateY translateZ'],
    ['attributeQuery -node a -listParent tx', 'translate'],
    ['attributeQuery -node a -shortName rotateX', 'rx'],
    ['attributeQuery -node a -niceName rotateX', 'Rotate X'],
    ['attributeQuery -node a -listDefault scale', '1 1 1'],
    ['attributeQuery -node con -longName tt', 'targetTranslate'],
    ['attributeQuery -exists tx', 'QUERY_ARGUMENTS'],
    ['listAttr -keyable a', 'visibility translateX translateY translateZ rotateX rotateY rotateZ scaleX scaleY scaleZ'],
    ['listAttr -string "rotateO*" a', 'rotateOrder'],
    ['setAttr -lock 1 a.tx; listAttr -locked a', 'translateX'],
    ['aliasAttr bend a.tx; getAttr a.bend', '0'],
    ['aliasAttr bend a.tx; aliasAttr -q a', 'bend translateX'],
    ['aliasAttr bend a.tx; aliasAttr -q a.tx', 'bend'],
    ['aliasAttr ty a.tx', 'QUERY_ARGUMENTS'],
  ])('%s gives %s', (text, expected) => expect(ask(scene(), text)).toBe(expected));
});
