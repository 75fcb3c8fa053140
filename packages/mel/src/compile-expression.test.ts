import { RiglineError } from '@rigline/diagnostics';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compileExpression } from './compile-expression.ts';
import { runMel } from './interpreter.ts';
import { parseMel } from './parse.ts';
import { MEL_VOID } from './value.ts';

type Numbers = Record<string, number>;

function evaluate(text: string, inputs: Numbers = {}): Numbers {
  const written: Numbers = {};
  compileExpression(text).run({
    time: inputs.time ?? 0,
    frame: inputs.frame ?? 0,
    read: (name) => inputs[name] ?? Number.NaN,
    write: (name, value) => {
      written[name] = value;
    },
  });
  return written;
}

function codeOf(text: string, inputs?: Numbers): string {
  try {
    evaluate(text, inputs);
  } catch (error) {
    if (error instanceof RiglineError) return error.code;
    throw error;
  }
  return 'ran';
}

describe('compileExpression', () => {
  test('names what it reads and writes, in the order met', () => {
    const expression = compileExpression('.O[1] = .I[2] * 2 + .I[0]; .O[0] = sin(time) + .I[2];');
    expect(expression).toMatchObject({ reads: ['.I[2]', '.I[0]'], writes: ['.O[1]', '.O[0]'], usesTime: true });
  });

  test('evaluates the form that Maya saves and the form that riggers type', () => {
    expect(evaluate('.O[0]=.I[0]*2;', { '.I[0]': 1.5 })).toEqual({ '.O[0]': 3 });
    expect(evaluate('pCube1.translateX = |g|loc.ty + 1', { '|g|loc.ty': 4 })).toEqual({ 'pCube1.translateX': 5 });
    expect(evaluate('.O[0]=frame')).toEqual({ '.O[0]': 0 });
  });

  test('gives time and frame as floats', () => {
    expect(evaluate('a.tx = frame / 2; a.ty = time * 3;', { frame: 5, time: 0.5 })).toEqual({
      'a.tx': 2.5,
      'a.ty': 1.5,
    });
  });

  test('hands over the positions of reads and writes', () => {
    const seen: string[] = [];
    const expression = compileExpression('.O[3] = .I[1] - .I[7]; .O[4] = 1;');
    expression.run({
      time: 0,
      frame: 0,
      read: (name, index) => seen.push(`${name} ${index}`),
      write: (name, _, index) => seen.push(`${name} ${index}`),
    });
    expect(seen).toEqual(['.I[1] 0', '.I[7] 1', '.O[3] 0', '.O[4] 1']);
  });

  test('writes each attribute once, and only those that a branch assigned', () => {
    const text = 'float $f = .I[0]; .O[0] = 0; if (frame >= $f && frame < $f + 1) { .O[0] = 1000; .O[1] = 1; }';
    expect(evaluate(text, { '.I[0]': 3, frame: 3 })).toEqual({ '.O[0]': 1000, '.O[1]': 1 });
    expect(evaluate(text, { '.I[0]': 3, frame: 9 })).toEqual({ '.O[0]': 0 });
  });

  test('does not read from outside what it has assigned before', () => {
    expect(compileExpression('a.tx = time; b.tx = a.tx * 2;').reads).toEqual([]);
    expect(compileExpression('if (time > 1) a.tx = 1; b.tx = a.tx;').reads).toEqual(['a.tx']);
    expect(compileExpression('a.tx += 1;').reads).toEqual(['a.tx']);
  });

  test('divides ints as ints and truncates what an int variable takes', () => {
    expect(evaluate('.O[0] = 1 / 2 * 8; int $i = 2.9; .O[1] = $i; $j = 1; $j = 2.9; .O[2] = $j;')).toEqual({
      '.O[0]': 0,
      '.O[1]': 2,
      '.O[2]': 2,
    });
  });

  test('starts variables anew in each run', () => {
    const expression = compileExpression('int $n; $n = $n + 1; .O[0] = $n;');
    const written: number[] = [];
    const io = { time: 0, frame: 0, read: () => 0, write: (_: string, value: number) => written.push(value) };
    expression.run(io);
    expression.run(io);
    expect(written).toEqual([1, 1]);
  });

  test('runs loops, switches and early returns', () => {
    const sum = 'float $s = 0; for ($i = 1; $i <= 10; $i++) { if ($i == 4) continue; if ($i > 6) break; $s += $i; }';
    expect(evaluate(`${sum} .O[0] = $s;`)).toEqual({ '.O[0]': 1 + 2 + 3 + 5 + 6 });
    const pick = 'switch (int(.I[0])) { case 1: .O[0] = 10; break; case 2: .O[1] = 20; default: .O[2] = 30; }';
    expect(evaluate(pick, { '.I[0]': 1 })).toEqual({ '.O[0]': 10 });
    expect(evaluate(pick, { '.I[0]': 2 })).toEqual({ '.O[1]': 20, '.O[2]': 30 });
    expect(evaluate('.O[0] = 1; if (.I[0] > 0) return; .O[0] = 2;', { '.I[0]': 1 })).toEqual({ '.O[0]': 1 });
  });

  test('computes with vectors', () => {
    const text = `vector $v = <<.I[0], 2, 3>>; vector $w = cross($v, <<0, 0, 1>>) + 1; $v = $w * 2.0;
      .O[0] = $v.x; .O[1] = mag(<<3, 4, 0>>); .O[2] = <<1, 2, 3>> * <<4, 5, 6>>; .O[3] = <<3, 0, 4>>;`;
    // Derived by hand: (1,2,3)×(0,0,1) = (2,-1,0); plus 1, times 2: x = 6.
    expect(evaluate(text, { '.I[0]': 1 })).toEqual({ '.O[0]': 6, '.O[1]': 5, '.O[2]': 32, '.O[3]': 5 });
  });

  test('runs a saved rig expression with negated inputs and comments', () => {
    const text = '//tongue\n.O[0]=(linstep(0,1,.I[0])*-.I[1] \n+linstep(0,1,.I[2])*.I[3])\n*.I[4];';
    const inputs = { '.I[0]': 0.5, '.I[1]': 3, '.I[2]': 2, '.I[3]': 5, '.I[4]': 2 };
    // Derived by hand: (0.5·-3 + 1·5)·2.
    expect(evaluate(text, inputs)).toEqual({ '.O[0]': 7 });
  });

  test.each([
    ['.O[0] = noise(time);', 'function "noise"'],
    ['.O[0] = rand(1);', 'function "rand"'],
    ['.O[0] = `getAttr a.tx`;', 'command "getAttr"'],
    ['setAttr a.tx 5;', 'command "setAttr"'],
    ['string $s = "a";', 'string variable'],
    ['float $a[3]; .O[0] = 1;', 'float[] variable'],
    ['.S[0] = 1; .O[0] = .S[0];', 'plug .S[0], which is not a number'],
    ['proc f() { } .O[0] = 1;', 'procedure "f"'],
    ['global float $g; .O[0] = $g;', 'global variable'],
  ])('lists what it does not evaluate: %s', (text, what) => {
    const { unsupported } = compileExpression(text);
    expect(unsupported.map((construct) => construct.what)).toContain(what);
    expect(codeOf(text)).toBe('MEL_UNSUPPORTED');
  });

  test('leaves out print', () => {
    expect(evaluate('print ("t " + time); .O[0] = 1; print $x;')).toEqual({ '.O[0]': 1 });
  });

  test.each([
    ['.O[0] = 1 / .I[0];', 'MEL_DIVISION_BY_ZERO'],
    ['.O[0] = 1 % 0;', 'MEL_DIVISION_BY_ZERO'],
    ['.O[0] = sqrt(.I[0] - 1);', 'MEL_DOMAIN'],
    ['while (1) .O[0] = 1;', 'MEL_STEP_LIMIT'],
    ['.O[0] = 2 ^ 3;', 'MEL_TYPE'],
    ['.O[0] = $x;', 'MEL_UNDECLARED_VARIABLE'],
    ['.O[0] = sin(1, 2);', 'MEL_ARGUMENTS'],
    ['.O[0] = ;', 'MEL_SYNTAX'],
  ])('%s fails with %s', (text, code) => expect(codeOf(text, { '.I[0]': 0 })).toBe(code));

  test('writes nothing when it fails', () => {
    const written: string[] = [];
    const expression = compileExpression('.O[0] = 1; .O[1] = sqrt(-1);');
    const io = { time: 0, frame: 0, read: () => 0, write: (name: string) => written.push(name) };
    expect(() => expression.run(io)).toThrow(expect.objectContaining({ code: 'MEL_DOMAIN' }));
    expect(written).toEqual([]);
  });

  test('agrees with the interpreter on random arithmetic', () => {
    fc.assert(
      fc.property(
        expressionText(),
        fc.integer({ min: -5000, max: 5000 }).map((v) => v / 100),
        (text, input) => {
          const script = `$i = 3; $v = <<1.5, -2, 0.5>>; .O[0] = ${text};`;
          expect(outcome(() => evaluate(script, { '.I[0]': input, time: 2 })['.O[0]'])).toEqual(
            outcome(() => interpret(script, input)),
          );
        },
      ),
      { numRuns: 1000 },
    );
  });
});

function outcome(run: () => number | undefined): number | string | undefined {
  try {
    return run();
  } catch (error) {
    if (error instanceof RiglineError) return error.code;
    throw error;
  }
}

function interpret(script: string, input: number): number | undefined {
  let written: number | undefined;
  runMel(parseMel(script), {
    command: () => MEL_VOID,
    print: () => {},
    getAttribute: (path) => (path === 'time' ? 2 : input),
    setAttribute: (_, value) => {
      written = value.type === 'vector' ? Math.hypot(...value.value) : Number(value.value);
    },
  });
  return written;
}

/** Random expressions over ints, floats, a vector, an input and time; never a vector where only a number will do. */
function expressionText(): fc.Arbitrary<string> {
  const { number } = fc.letrec<{ number: string; vector: string }>((tie) => ({
    number: fc.oneof(
      { maxDepth: 4, depthIdentifier: 'mel' },
      fc.constantFrom('1', '7', '2.5', '0', '.I[0]', 'time', '$i', '$v.y'),
      fc.tuple(tie('number'), fc.constantFrom(...'+ - * / % < <= == != && ||'.split(' ')), tie('number')).map(join),
      fc.tuple(fc.constantFrom('-', '!', '(int)', '(float)'), tie('number')).map(([op, a]) => `${op}(${a})`),
      fc.tuple(fc.constantFrom('sin', 'floor', 'abs', 'sign', 'atan'), tie('number')).map(([f, a]) => `${f}(${a})`),
      fc
        .tuple(fc.constantFrom('min', 'max', 'atan2'), tie('number'), tie('number'))
        .map(([f, a, b]) => `${f}(${a},${b})`),
      fc.tuple(tie('number'), tie('number'), tie('number')).map(([a, b, c]) => `(${a} ? ${b} : ${c})`),
      fc.tuple(fc.constantFrom('dot', 'angle'), tie('vector'), tie('vector')).map(([f, a, b]) => `${f}(${a},${b})`),
      fc.tuple(tie('vector'), fc.constantFrom('<', '==', '*'), tie('vector')).map(join),
      tie('vector').map((v) => `mag(${v})`),
    ),
    vector: fc.oneof(
      { maxDepth: 4, depthIdentifier: 'mel' },
      fc.constant('$v'),
      fc.tuple(tie('number'), tie('number'), tie('number')).map(([a, b, c]) => `<<${a}, ${b}, ${c}>>`),
      fc.tuple(tie('vector'), fc.constantFrom('+', '-', '^', '/', '%'), tie('vector')).map(join),
      fc.tuple(tie('vector'), fc.constantFrom('+', '*'), tie('number')).map(join),
      fc.tuple(tie('vector'), tie('vector'), tie('number')).map(([a, b, c]) => `rot(${a},${b},${c})`),
      fc.tuple(fc.constantFrom('unit', 'abs', '-'), tie('vector')).map(([f, a]) => `${f}(${a})`),
    ),
  }));
  return number;
}

function join([a, operator, b]: [string, string, string]): string {
  return `(${a} ${operator} ${b})`;
}
