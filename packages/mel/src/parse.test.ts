import { RiglineError } from '@rigline/diagnostics';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { MelExpression, MelStatement } from './ast.ts';
import { compileExpression } from './compile-expression.ts';
import { parseMel } from './parse.ts';

function errorOf(text: string): RiglineError {
  try {
    parseMel(text, { file: 'a.mel' });
  } catch (error) {
    if (error instanceof RiglineError) return error;
    throw error;
  }
  throw new Error(`accepted: ${text}`);
}

function expressionOf(text: string): MelExpression {
  const [statement] = parseMel(text).body;
  if (statement?.kind !== 'expression') throw new Error(`not an expression: ${text}`);
  return statement.expression;
}

/** Structure of an expression with all operators in parentheses. */
function show(node: MelExpression): string {
  switch (node.kind) {
    case 'number':
      return String(node.value);
    case 'variable':
      return `$${node.name}`;
    case 'attribute':
      return node.path;
    case 'binary':
    case 'logical':
      return `(${show(node.left)}${node.operator}${show(node.right)})`;
    case 'conditional':
      return `(${show(node.test)}?${show(node.yes)}:${show(node.no)})`;
    case 'unary':
      return `(${node.operator}${show(node.operand)})`;
    case 'assign':
      return `(${show(node.target)}${node.operator}${show(node.value)})`;
    default:
      return node.kind;
  }
}

const VALID = [
  'string $c = `pointConstraint -q -n pCube1_pointConstraint1`;\nfloat $w = `getAttr ($c + ".target[0].targetWeight")`;',
  'print ("权重: " + $w + " 输出X: " + $tx);',
  'global proc string[] find(string $name, int $all[]) { string $r[] = `ls -type joint $name`; return $r; }',
  'for ($i = 0, $j = 9; $i < $j; $i++, $j--) { if ($i % 2) continue; else break; }',
  'switch ($x) { case 1: case "a": print "one"; break; default: $x += 2; }',
  'matrix $m[4][4] = <<1,0,0,0; 0,1,0,0; 0,0,1,0; 0,0,0,1>>; $m[3][0] = 5.5e-3;',
  'select -r pCube1.vtx[0:7] "*_ctl" |root|spine.rotatePivot ns:hand (sin(1)) -$x {1, 2} <<1, 2, 3>>; /* end */ // x',
  '.O[0] = .I[0] * 2 + sin(time); pCube1.translateX = $a > 0 ? frame / 24 : -|g|a.ty;',
  'do { $v = <<1,2,3>> ^ unit($v); ++$n; } while (!($v.x >= 2) && $n != 0x1F);',
];

describe('parseMel', () => {
  test('gives operators the precedence of the Maya help', () => {
    // Source: Maya help, "Operator precedence".
    expect(show(expressionOf('1 + 2 * 3 - 4 / 5 % 6'))).toBe('((1+(2*3))-((4/5)%6))');
    expect(show(expressionOf('$a < 1 == $b >= 2 && !$c || 1'))).toBe('(((($a<1)==($b>=2))&&(!$c))||1)');
    expect(show(expressionOf('$a = $b += 1 ? 2 : 3 ? 4 : 5'))).toBe('($a=($b+=(1?2:(3?4:5))))');
  });

  test('reads attributes with namespaces, DAG paths, indices and placeholders', () => {
    expect(show(expressionOf('|g|ns:a.wm[0].m * .I[12] - :b.tx'))).toBe('((|g|ns:a.wm[0].m*.I[12])-:b.tx)');
  });

  test('does not take the words for true and false as namespaces', () => {
    expect(show(expressionOf('$a ? true:a.tx'))).toBe('($a?1:a.tx)');
  });

  test('tells flags, words, numbers and values of a command apart', () => {
    const command = expressionOf('setAttr -type "double3" a.t 1 -2.5 $x (1+1) on;');
    expect(command).toMatchObject({
      kind: 'command',
      name: 'setAttr',
      args: [
        { kind: 'flag', name: 'type' },
        { kind: 'expression', expression: { kind: 'string', value: 'double3' } },
        { kind: 'word', parts: ['a.t'] },
        { kind: 'expression', expression: { kind: 'number', type: 'int', value: 1 } },
        { kind: 'expression', expression: { kind: 'number', type: 'float', value: -2.5 } },
        { kind: 'expression', expression: { kind: 'variable', name: 'x' } },
        { kind: 'expression', expression: { kind: 'binary' } },
        { kind: 'word', parts: ['on'] },
      ],
    });
  });

  test('takes a parenthesis after a name as its arguments, or as the first of several', () => {
    expect(expressionOf('setAttr ("a" + ".tx") 5;')).toMatchObject({ kind: 'command', args: { length: 2 } });
    expect(expressionOf('setAttr("a.tx", 5);')).toMatchObject({ kind: 'call', args: { length: 2 } });
    expect(expressionOf('sin(1) + 2')).toMatchObject({ kind: 'binary', left: { kind: 'call' } });
  });

  test('gives statements their line and column', () => {
    const [, second] = parseMel('int $a;\r\n  $a = 3;', { file: 'x.mel' }).body;
    expect((second as MelStatement).at).toEqual({ file: 'x.mel', line: 2, column: 3 });
  });

  test.each([
    ['if (1) { print "a" }', 20, 'End the statement with ;.'],
    ['$v.x = 3;', 6, 'Assign the whole vector, such as $v = <<$v.x, 5, $v.z>>.'],
    ['print “a”;', 7, 'Type a plain " in place of “.'],
    ['print $a + "x";', 10, 'Put it in parentheses, such as print ($a + "\\n");'],
    ['getAttr $node.tx;', 14, 'Join the names as text in parentheses, such as ($node + ".tx").'],
    ['move 1, 2, 3;', 7, 'Separate the arguments of a command by spaces.'],
    ['print "a', 7, 'Close it with ", or write \\n for a line break.'],
    ['/* x', 1, 'Close it with */.'],
    ['else print 1;', 1, 'Put "else" right after the statement or block of its "if".'],
  ])('refuses %s with place and hint', (text, column, hint) => {
    expect(errorOf(text)).toMatchObject({ code: 'MEL_SYNTAX', hint, at: { file: 'a.mel', line: 1, column } });
  });

  test('refuses nesting without end', () => {
    for (const open of ['(', '{', '`a (', '<<', '-', 'if(1)', '$a[', 'a(', '!', '1?', '$a=', 'while(1)do ']) {
      expect(errorOf(open.repeat(100_000)).code).toMatch(/^MEL_(SYNTAX|TOO_DEEP)$/);
    }
  });

  test('refuses endless chains of operators', () => {
    expect(errorOf(`1${'+1'.repeat(5000)}`).code).toBe('MEL_SYNTAX');
  });

  test('gives a program or a RiglineError for any text', () => {
    const pieces = fc.constantFrom(
      ...'$ a " ; ( ) { } [ ] ` << >> , . : | - + * / % ^ = < > ! ? & 1 .5 0x \\ \n //'.split(' '),
    );
    const words = fc.constantFrom(
      ...'if else for in while do switch case default return proc global int vector $x 中'.split(' '),
    );
    const texts = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 80 }),
      fc.array(fc.oneof(pieces, words), { maxLength: 60 }).map((parts) => parts.join(' ')),
      fc.array(pieces, { maxLength: 60 }).map((parts) => parts.join('')),
    );
    fc.assert(fc.property(texts, acceptsOrRefuses), { numRuns: 2000 });
  });

  test('gives a program or a RiglineError for valid scripts that were damaged', () => {
    const edits = fc.array(fc.record({ at: fc.nat(400), remove: fc.nat(6), insert: fc.string({ maxLength: 3 }) }), {
      minLength: 1,
      maxLength: 4,
    });
    const damaged = fc.tuple(fc.constantFrom(...VALID), edits).map(([text, list]) =>
      list.reduce((t, { at, remove, insert }) => {
        const from = at % (t.length + 1);
        return t.slice(0, from) + insert + t.slice(from + remove);
      }, text),
    );
    fc.assert(fc.property(damaged, acceptsOrRefuses), { numRuns: 2000 });
  });

  test.each(VALID)('accepts, and cut at any place accepts or refuses: %s', (text) => {
    expect(parseMel(text).body.length).toBeGreaterThan(0);
    for (let end = 0; end < text.length; end++) acceptsOrRefuses(text.slice(0, end));
  });
});

/** Anything but a RiglineError fails the test. */
function acceptsOrRefuses(text: string): void {
  for (const read of [parseMel, compileExpression]) {
    try {
      read(text);
    } catch (error) {
      if (!(error instanceof RiglineError)) throw error;
      expect(error.code).toMatch(/^MEL_/);
    }
  }
}
