import { RiglineError } from '@rigline/diagnostics';
import { Graph, MAYA_NODE_TYPES } from '@rigline/evaluate';
import { formatMelValue } from '@rigline/mel';
import type { Scene } from '@rigline/scene';
import { type NodeSketch, sketchScene } from '@rigline/testkit';
import { describe, expect, test } from 'vitest';
import { createQuerySession, QUERY_COMMANDS, QUERY_PROBLEMS, type QueryOptions, type QuerySession } from './index.ts';

function open(
  nodes: Readonly<Record<string, NodeSketch>> = {},
  options: QueryOptions = {},
): { session: QuerySession; scene: Scene } {
  const scene = sketchScene({ time1: { type: 'time' }, ...nodes });
  return { scene, session: createQuerySession(scene, new Graph(scene, MAYA_NODE_TYPES), options) };
}

function show(session: QuerySession, text: string): string {
  const value = session.run(text);
  return value ? formatMelValue(value) : 'nothing';
}

function failure(session: QuerySession, text: string): RiglineError {
  try {
    session.run(text);
  } catch (error) {
    if (error instanceof RiglineError) return error;
    throw error;
  }
  throw new Error(`no error from ${text}`);
}

describe('createQuerySession', () => {
  test('two locators at 0 and 10 hold a cube by weights 2 and 1, and by 0.2 and 0.1', () => {
    const { session } = open();
    session.run('spaceLocator; spaceLocator; setAttr locator2.translateX 10; polyCube;');
    session.run('pointConstraint -weight 2 locator1 pCube1; pointConstraint -weight 1 locator2 pCube1;');
    expect(show(session, 'getAttr pCube1.translateX')).toBe('3.333333333');
    session.run('pointConstraint -e -w 0.2 locator1 pCube1; pointConstraint -e -w 0.1 locator2 pCube1;');
    expect(show(session, 'pointConstraint -q -w pCube1')).toBe('0.2 0.1');
    expect(show(session, 'getAttr pCube1.translateX')).toBe('3.333333333');
  });

  test('the constraint query of a verification script runs and prints', () => {
    let printed = '';
    const { session } = open({}, { print: (text) => (printed += text) });
    session.run('spaceLocator; spaceLocator; move 10 0 0 locator2; polyCube;');
    session.run('pointConstraint -w 2 locator1 pCube1; pointConstraint -w 1 locator2 pCube1;');
    session.run(`string $constraint = \`pointConstraint -q -n pCube1_pointConstraint1\`;
float $w = \`getAttr ($constraint + ".target[0].targetWeight")\`;
float $tx = \`getAttr ($constraint + ".constraintTranslateX")\`;
print ("权重: " + $w + " 输出X: " + $tx);`);
    expect(printed).toBe('权重: 2 输出X: 3.333333333');
  });

  test('a parent constraint with offset keeps A at 0 and takes it to local 5 when B goes to 10', () => {
    const { session } = open();
    session.run('polyCube -n A; polyCube -n B; setAttr B.translateX 5; parentConstraint -mo B A;');
    expect(show(session, 'getAttr A.translate')).toBe('0 0 0');
    expect(show(session, 'getAttr A_parentConstraint1.target[0].targetOffsetTranslate')).toBe('-5 0 0');
    session.run('move 10 0 0 B');
    expect(show(session, 'getAttr A.translate')).toBe('5 0 0');
    expect(show(session, 'xform -q -ws -t A')).toBe('5 0 0');
  });

  test('variables, procedures, time and selection stay from one call to the next', () => {
    const { session } = open({ a: { type: 'transform' }, b: { type: 'transform' } });
    session.run('float $x = 3; proc float twice(float $v) { return $v * 2; } select a b; currentTime 12;');
    expect(show(session, 'twice($x)')).toBe('6');
    expect(show(session, 'ls -sl')).toBe('a b');
    expect(session.frame).toBe(12);
    expect(session.selection.map(({ node }) => node.name)).toEqual(['a', 'b']);
    expect(session.getVariable('x')).toEqual({ type: 'float', value: 3 });
  });

  test('a command without a value gives undefined', () => {
    const { session } = open({ a: { type: 'transform' } });
    expect(session.run('setAttr a.tx 1')).toBeUndefined();
  });

  test('starts at the frame at which the file was saved, or at the one given', () => {
    expect(open().session.frame).toBe(1);
    expect(open({}, { frame: 30 }).session.frame).toBeCloseTo(30, 12);
  });

  test.each(['eval "ls"', 'evalDeferred "ls"', 'system "ls"', 'source "a.mel"', 'python "1"', 'file -f -new'])(
    '%s is refused',
    (text) => {
      expect(failure(open().session, text)).toMatchObject({ code: 'MEL_REFUSED' });
    },
  );

  test.each([
    ['getAtr pCube1.tx', 'QUERY_UNKNOWN_COMMAND', 'Did you mean "getAttr"?'],
    ['getAttr -tim 3 pCube1.tx', 'QUERY_UNKNOWN_FLAG', 'Did you mean "-time"?'],
    ['getAttr pCub1.tx', 'QUERY_NO_NODE', 'Did you mean "pCube1"?'],
    ['getAttr pCube1.translatX', 'QUERY_NO_ATTRIBUTE', 'Did you mean "pCube1.translateX"?'],
    ['delete pCube1', 'QUERY_UNSUPPORTED', undefined],
    ['createNode transfrom', 'QUERY_ARGUMENTS', 'Did you mean "transform"?'],
  ])('%s fails with %s and says: %s', (text, code, hint) => {
    const { session } = open({ pCube1: { type: 'transform' } });
    expect(failure(session, text)).toMatchObject({ code, hint, at: { line: 1 } });
  });

  test('an error names file, line and column', () => {
    const { session } = open({}, { file: 'verify.mel' });
    const { at } = failure(session, 'print "a";\n  getAttr nothing.tx;');
    expect(at).toMatchObject({ file: 'verify.mel', line: 2, column: 11 });
  });

  test('an error in catch is caught', () => {
    expect(show(open().session, 'catch(`getAttr nothing.tx`)')).toBe('1');
  });

  test('every code is in the table', () => {
    const { session } = open({ pCube1: { type: 'transform' } });
    for (const text of [
      'foo',
      'getAttr x.y',
      'getAttr',
      'getAttr pCube1.no',
      'connectAttr pCube1.tx',
      'xform -q pCube1',
    ]) {
      expect(Object.keys(QUERY_PROBLEMS)).toContain(failure(session, text).code);
    }
  });

  test('commands are listed with functions', () => {
    expect(QUERY_COMMANDS).toEqual([...QUERY_COMMANDS].sort());
    for (const name of ['getAttr', 'pointConstraint', 'sin', 'print']) expect(QUERY_COMMANDS).toContain(name);
  });
});

describe('endless scripts', () => {
  test.each([
    'while (1) ls;',
    'while (1) select -r "*";',
    'while (1) catch(`getAttr nope.tx`);',
    'while (1) createNode transform;',
    'while (1) xform -q -ws -t a;',
    'matrix $m[300][300]; while (1) $m = $m * $m;',
  ])('%s ends at its steps in time', (script) => {
    const { session } = open({ a: { type: 'transform' } }, { limits: { maxSteps: 1_000_000 } });
    const started = performance.now();
    expect(failure(session, script).code).toBe('MEL_STEP_LIMIT');
    // Some 100 ms; without a cost of their own, commands ran for minutes.
    expect(performance.now() - started).toBeLessThan(5000);
  });
});
