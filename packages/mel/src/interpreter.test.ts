import { RiglineError } from '@rigline/diagnostics';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { MelArgument, MelHost } from './host.ts';
import { type MelRunOptions, MelSession, runMel } from './interpreter.ts';
import { parseMel } from './parse.ts';
import { formatMelValue, MEL_VOID, type MelValue, melFloat, melString, melStrings } from './value.ts';

class RecordingHost implements MelHost {
  printed = '';
  readonly calls: string[] = [];
  readonly attributes = new Map<string, number>();
  answers: Record<string, (args: readonly MelArgument[]) => MelValue> = {};

  command(name: string, args: readonly MelArgument[]): MelValue {
    const words = args.map((arg) => (arg.kind === 'flag' ? `-${arg.name}` : formatMelValue(arg.value)));
    this.calls.push([name, ...words].join(' '));
    return this.answers[name]?.(args) ?? MEL_VOID;
  }

  getAttribute(path: string): number | undefined {
    return this.attributes.get(path);
  }

  setAttribute(path: string, value: MelValue): void {
    this.attributes.set(path, Number(value.value));
  }

  print(text: string): void {
    this.printed += text;
  }
}

function run(text: string, host: MelHost = new RecordingHost(), options?: MelRunOptions): MelValue {
  return runMel(parseMel(text), host, options);
}

function show(text: string): string {
  const value = run(text);
  return `${value.type} ${formatMelValue(value)}`;
}

function codeOf(text: string, options?: MelRunOptions): string {
  try {
    run(text, new RecordingHost(), options);
  } catch (error) {
    if (error instanceof RiglineError) return error.code;
    throw error;
  }
  return 'ran';
}

function codeOfRun(start: () => unknown): string {
  try {
    start();
  } catch (error) {
    return error instanceof RiglineError ? error.code : 'stack';
  }
  return 'ran';
}

describe('runMel', () => {
  test('runs the verification script of the constraint article as it stands', () => {
    const host = new RecordingHost();
    host.answers = {
      pointConstraint: () => melString('pCube1_pointConstraint1'),
      getAttr: (args) => melFloat(host.calls.length === 2 ? 2 : 10 / 3 + args.length - 1),
    };
    run(
      `string $constraint = \`pointConstraint -q -n pCube1_pointConstraint1\`;
float $w = \`getAttr ($constraint + ".target[0].targetWeight")\`;
float $tx = \`getAttr ($constraint + ".constraintTranslateX")\`;
print ("权重: " + $w + " 输出X: " + $tx);`,
      host,
    );
    expect(host.calls).toEqual([
      'pointConstraint -q -n pCube1_pointConstraint1',
      'getAttr pCube1_pointConstraint1.target[0].targetWeight',
      'getAttr pCube1_pointConstraint1.constraintTranslateX',
    ]);
    expect(host.printed).toBe('权重: 2 输出X: 3.333333333');
  });

  // Source: Maya help, "Automatic type conversion", "Data type conversions", "Explicit and implicit typing".
  test.each([
    ['7 + 1.3', 'float 8.3'],
    ['7.9 + 2', 'float 9.9'],
    ['2 + <<4, 5, 6>>', 'vector 6 7 8'],
    ['0007 + " Lives!"', 'string 7 Lives!'],
    ['"500" + 5', 'string 5005'],
    ['(vector) "<<1, 2, 3>>"', 'vector 1 2 3'],
    ['(string) 47.554', 'string 47.554'],
    ['(int) 7.5', 'int 7'],
    ['int(3.67)', 'int 3'],
    ['int $pi = 3.14', 'int 3'],
    ['int $temp = <<1,2,0>>', 'int 2'],
    ['float $f = <<1,2,0>>', 'float 2.236067977'],
    ['vector $v = 4', 'vector 4 4 4'],
  ])('%s is %s, as the help says', (text, expected) => expect(show(text)).toBe(expected));

  // Source: Maya help, pages of the named functions; two of vector functions from the same page.
  test.each([
    ['clamp(4, 6, 22)', 'float 6'],
    ['clamp(4, 6, 2)', 'float 4'],
    ['min(7, -10.1)', 'float -10.1'],
    ['sign(-5)', 'float -1'],
    ['trunc(51.995)', 'float 51'],
    ['ceil(2.344)', 'float 3'],
    ['abs(-1)', 'int 1'],
    ['abs -50', 'int 50'],
    ['smoothstep 1 3 2', 'float 0.5'],
    ['smoothstep 1 3 2.5', 'float 0.84375'],
    ['cross(<<1,2,-2>>,<<3,0,1>>)', 'vector 2 -7 -6'],
    ['dot(<<1,2,-2>>,<<3,0,1>>)', 'float 1'],
    ['angle(<<2,-1,1>>,<<1,1,2>>) * 180 / 3.14159265358979', 'float 60'],
    ['match "this" "this is a test"', 'string this'],
    ['match "a*b*" "abbcc"', 'string abb'],
    ['match "a*b*" "bbccc"', 'string bb'],
    ['gmatch "matches" "m*s"', 'int 1'],
    ['gmatch "no match" "?atch"', 'int 0'],
  ])('%s gives %s, as the help says', (text, expected) => expect(show(text)).toBe(expected));

  test('turns a point about an axis as the help says', () => {
    expect(show('$p = rot(<<3,3,0>>, <<1,0,0>>, 0.5); $r = int($p.y * 1000) + " " + int($p.z * 1000)')).toBe(
      'string 2632 1438',
    );
    expect(
      show('$p = rot(<<2,-1,1>>, <<1,1,2>>, 3.14159265358979323846264); <<$p.x + 1, $p.y - 2, $p.z - 1>> < 1e-9'),
    ).toBe('int 1');
  });

  test.each([
    ['7 / 2', 'int 3'],
    ['-7 / 2', 'int -3'],
    ['-7 % 3', 'int -1'],
    ['7 / 2.0', 'float 3.5'],
    ['2147483647 + 1', 'int -2147483648'],
    ['<<1,2,3>> * <<4,5,6>>', 'float 32'],
    ['<<1,0,0>> ^ <<0,1,0>>', 'vector 0 0 1'],
    ['<<1,2,3>> == <<1,2,4>>', 'int 0'],
    ['$a = 5; $a *= 2.5', 'int 12'],
    ['$a = 1; $b = $a++ + ++$a; $b * 10 + $a', 'int 43'],
    ['1 < 2 && 2 < 3 || 1 / 0', 'int 1'],
    ['$a = {1, 2.5}', 'float[] 1 2.5'],
    ['$a = {1, "a"}', 'string[] 1 a'],
    ['matrix $m[2][2] = <<1,2; 3,4>>; $m[1][0] = 9; $n = $m * $m; $n[1][1]', 'float 34'],
    ['int $a[]; $a[3] = 7; $a', 'int[] 0 0 0 7'],
    ['int $a[2]; size($a) + $a[99]', 'int 2'],
    ['$x = 1 > 0 ? 7 : 2.5; $x / 2', 'float 3.5'],
    ['string $e; float $f; $e + $f', 'string 0'],
  ])('%s is %s', (text, expected) => expect(show(text)).toBe(expected));

  test.each([
    ['substring("abcdef", 2, 4)', 'string bcd'],
    ['substring("中文字", 2, 3)', 'string 文字'],
    ['size("中文")', 'int 2'],
    ['string $p[]; tokenize("|a|b||c", "|", $p); $p', 'string[] a b c'],
    ['string $p[]; tokenize "a b" $p', 'int 2'],
    ['substitute("[0-9]+$", "joint12", "X")', 'string jointX'],
    ['substitute("(ab)+c", "xababcy", "-")', 'string x-y'],
    ['match("[^_]*$", "arm_left_ctl")', 'string ctl'],
    ['match("\\\\.t[xyz]", "a.ty.tz")', 'string .ty'],
    ['substituteAllString("a-b-c", "-", "_")', 'string a_b_c'],
    ['toupper("é") + tolower("ABC") + strip("  x ")', 'string Éabcx'],
    ['startsWith("hand_l", "hand") + endsWith("hand_l", "_l")', 'int 2'],
    ['stringArrayContains("b", {"a", "b"})', 'int 1'],
    ['stringArrayRemove({"b"}, {"a", "b", "c"})', 'string[] a c'],
    ['stringArrayRemoveDuplicates({"a", "b", "a"})', 'string[] a b'],
    ['stringArrayToString({"a", "b"}, ", ")', 'string a, b'],
    ['string $a[] = {"a"}; appendStringArray($a, {"b", "c"}, 1); $a', 'string[] a b'],
    ['sort({"b", "a"})', 'string[] a b'],
    ['sort({10, 9})', 'int[] 9 10'],
    ['format -s "A" -s "B" "^2s ^1s"', 'string B A'],
  ])('%s is %s', (text, expected) => expect(show(text)).toBe(expected));

  test('prints arrays with one element on a line, other values as they are', () => {
    const host = new RecordingHost();
    run('print {1.5, 2.0}; print "a"; print (1 + 1); print <<1, 2, 3>>; print({"x"});', host);
    expect(host.printed).toBe('1.5\n2\na21 2 3x\n');
  });

  test('runs loops, branches, break and continue', () => {
    const host = new RecordingHost();
    run(
      `for ($i = 0; $i < 9; $i++) { if ($i == 1) continue; if ($i == 4) break; print $i; }
       string $l[] = {"a", "b"}; for ($x in $l) print $x;
       int $n = 3; while ($n > 0) print ($n--); do { print "d"; } while ($n);
       switch (2) { case 1: print "1"; case 2: print "2"; case 3: print "3"; break; default: print "4"; }`,
      host,
    );
    expect(host.printed).toBe('023ab321d23');
  });

  test('calls procedures, by value and arrays by reference, with locals of their own', () => {
    expect(show('proc int f(int $n) { if ($n < 2) return 1; return $n * f($n - 1); } f(10)')).toBe('int 3628800');
    expect(show('proc add(string $a[]) { $a[size($a)] = "z"; } string $l[]; add($l); add $l; size($l)')).toBe('int 2');
    expect(codeOf('$g = 1; proc f() { print $g; } f;')).toBe('MEL_UNDECLARED_VARIABLE');
    expect(show('global int $g = 7; proc int f() { global int $g; return $g + 1; } f()')).toBe('int 8');
  });

  test('copies arrays on assignment', () => {
    expect(show('int $a[] = {1}; int $b[] = $a; $b[0] = 2; $a[0]')).toBe('int 1');
  });

  test('passes words, flags, lists and evaluated indices to the host', () => {
    const host = new RecordingHost();
    run('int $i = 2; select -r a.vtx[$i] b.e[0:3] |r|*_ctl {"x", "y"} (1 + 1) on;', host);
    expect(host.calls).toEqual(['select -r a.vtx[2] b.e[0:3] |r|*_ctl x y 2 on']);
  });

  test('takes quoted flags as flags in calls with parentheses only', () => {
    const flags: MelArgument['kind'][][] = [];
    const host = new RecordingHost();
    host.answers = {
      getAttr: (args) => {
        flags.push(args.map(({ kind }) => kind));
        return melFloat(1);
      },
    };
    run('getAttr("-time", 5, "a.tx"); getAttr "-odd";', host);
    expect(flags).toEqual([['flag', 'value', 'value'], ['value']]);
  });

  test('reads and sets attributes in expression syntax', () => {
    const host = new RecordingHost();
    host.attributes.set('time', 2).set('b.ty', 3);
    run('a.tx = time * 2; a.tx += b.ty;', host);
    expect(host.attributes.get('a.tx')).toBe(7);
  });

  test('keeps variables and procedures between the programs of a session', () => {
    const host = new RecordingHost();
    host.answers = { ls: () => melStrings(['a', 'b']) };
    const session = new MelSession(host);
    session.run(parseMel('string $l[] = `ls`; proc int two() { return 2; }'));
    expect(session.run(parseMel('size($l) * two()')).value).toBe(4);
    expect(session.getVariable('l')).toEqual(melStrings(['a', 'b']));
  });

  test('catches errors of commands but not the limits', () => {
    expect(show('catch(`error "no"`) + catch(1 / 0) + catch(1)')).toBe('int 2');
    expect(codeOf('proc f() { f(); } while (1) catch(f());', { maxSteps: 100_000 })).toBe('MEL_RECURSION_LIMIT');
    expect(codeOf('proc f() { while (1); } while (1) catch(f());', { maxSteps: 10_000 })).toBe('MEL_STEP_LIMIT');
  });

  test.each([
    ['eval("print 1")', 'MEL_REFUSED'],
    ['system "ls"', 'MEL_REFUSED'],
    ['python("1")', 'MEL_REFUSED'],
    ['noise(1)', 'MEL_UNSUPPORTED'],
    ['$x', 'MEL_UNDECLARED_VARIABLE'],
    ['int $a; string $a;', 'MEL_REDECLARED_VARIABLE'],
    ['string $s = `ls`', 'MEL_TYPE'],
    ['float $f = {1, 2}', 'MEL_TYPE'],
    ['"a" + {1}', 'MEL_TYPE'],
    ['2 ^ 3', 'MEL_TYPE'],
    ['1 / 0', 'MEL_DIVISION_BY_ZERO'],
    ['1.0 % 0', 'MEL_DIVISION_BY_ZERO'],
    ['sqrt(-1)', 'MEL_DOMAIN'],
    ['sin(1, 2)', 'MEL_ARGUMENTS'],
    ['int $a[]; $a[-1] = 2', 'MEL_ARRAY_INDEX'],
    ['a.tx', 'MEL_ATTRIBUTE'],
    ['string $s = hello', 'MEL_ATTRIBUTE'],
    ['error "stop"', 'MEL_USER_ERROR'],
    ['while (1);', 'MEL_STEP_LIMIT'],
    ['for (;;) print "x";', 'MEL_STEP_LIMIT'],
    ['match("(a*)*b", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaac")', 'MEL_STEP_LIMIT'],
    ['proc f() { f(); } f()', 'MEL_RECURSION_LIMIT'],
    ['string $s = "ab"; while (1) $s += $s;', 'MEL_SIZE_LIMIT'],
    ['int $a[]; $a[2000000000] = 1', 'MEL_SIZE_LIMIT'],
    ['float $a[1e300];', 'MEL_SIZE_LIMIT'],
    ['$n = exp(1000) - exp(1000); matrix $m[2][$n];', 'MEL_SIZE_LIMIT'],
  ])('%s fails with %s', (text, code) => expect(codeOf(text, { maxSteps: 200_000 })).toBe(code));

  test('bounds the JavaScript stack whatever depth of procedures is allowed', () => {
    const program = parseMel('proc f() { f(); } f()');
    expect(codeOfRun(() => runMel(program, new RecordingHost(), { maxDepth: 1e9 }))).toBe('MEL_RECURSION_LIMIT');
  });

  test('gives errors of the host the place of their command', () => {
    const host = new RecordingHost();
    host.answers = {
      getAttr: () => {
        throw new RiglineError({ code: 'QUERY_NO_NODE', message: 'none', at: { node: 'a' } });
      },
    };
    expect(() => run('\n  getAttr a.tx;', host)).toThrow(
      expect.objectContaining({ code: 'QUERY_NO_NODE', at: { line: 2, column: 3, node: 'a' } }),
    );
  });

  test('ends with a value or a RiglineError for any script put together from pieces', () => {
    const pieces = fc.constantFrom(
      ...[
        '$a',
        '$s',
        '$l',
        '$l[1]',
        '$i',
        '=',
        '+=',
        '+',
        '*',
        '<',
        '1',
        '2.5',
        '"ab"',
        '{1, 2}',
        '`ls $s`',
        ';',
        ';',
        ';',
      ],
      ...[
        'while (1)',
        'for ($x in $l)',
        'if ($i)',
        '{',
        '}',
        '(',
        ')',
        'f($i)',
        'f $s',
        'print',
        'size($l)',
        'substring($s, 1, $i)',
      ],
      ...[
        'proc int f(int $n) { return f($n - 1); }',
        'string $s',
        'string $l[]',
        'int $i',
        '++',
        'catch(',
        'match $s "a*"',
        'sort($l)',
      ],
    );
    const scripts = fc.array(pieces, { maxLength: 25 }).map((parts) => parts.join(' '));
    fc.assert(
      fc.property(scripts, (text) => {
        expect(codeOf(text, { maxSteps: 5000 })).toMatch(/^(ran|MEL_)/);
      }),
      { numRuns: 3000 },
    );
  });

  test('computes sums and products of floats as JavaScript does', () => {
    const numbers = fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e6, max: 1e6 });
    fc.assert(
      fc.property(numbers, numbers, numbers, (a, b, c) => {
        const value = run(`float $a = ${a}; float $b = ${b}; float $c = ${c}; $a + $b * $c - ($a - $c) / 3.0`);
        expect(value.value === a + b * c - (a - c) / 3).toBe(true);
      }),
    );
  });

  test('computes with ints as 32-bit C does', () => {
    fc.assert(
      fc.property(fc.integer(), fc.integer(), fc.integer({ min: 1 }), (a, b, c) => {
        const value = run(`int $a = ${a}; int $b = ${b}; ($a * $b + $a - $b) / ${c}`);
        const sum = BigInt.asIntN(32, BigInt(a) * BigInt(b) + BigInt(a) - BigInt(b));
        expect(value.value).toBe(Number(sum / BigInt(c)));
      }),
    );
  });
});
