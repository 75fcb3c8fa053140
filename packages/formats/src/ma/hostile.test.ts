import type { Problem } from '@rigline/diagnostics';
import type { NumberTable, SceneNode } from '@rigline/scene';
import { describe, expect, test } from 'vitest';
import { type OpenReference, readMa } from './index.ts';

const HEAD = '//Maya ASCII 2024 scene\nrequires maya "2024";\n';
const lines = (count: number, line: (i: number) => string): string =>
  Array.from({ length: count }, (_, i) => `${line(i)}\n`).join('');
const read = (text: string, openReference?: OpenReference) =>
  readMa(HEAD + text, { file: 'scene.ma', ...(openReference ? { openReference } : {}) });
const codes = (problems: readonly Problem[]): string[] => [...new Set(problems.map((problem) => problem.code))];

describe('readMa: names that objects of the language have', () => {
  test('counts node types named like them', () => {
    const { scene } = read('createNode constructor -n "toString";\ncreateNode __proto__ -n "__proto__";\n');
    expect(JSON.stringify(scene.settings.nodeTypes)).toBe('{"constructor":1,"__proto__":1}');
  });

  test('keeps attributes, compounds and aliases named like them', () => {
    const { scene } = read(
      'createNode transform -n "a";\naddAttr -ln "__proto__" -at compound -nc 1;\n' +
        'addAttr -ln "constructor" -p "__proto__" -at "toString";\nsetAttr ".constructor" 3;\n' +
        'aliasAttr "valueOf" "a.tx";\nfileInfo "__proto__" "x";\n',
    );
    const node = scene.find('a') as SceneNode;
    expect(node.resolve('constructor')?.ownerPath).toBe('__proto__');
    expect(node.resolve('valueOf')?.path).toBe('translateX');
    expect(Object.keys(scene.settings.info)).toEqual(['__proto__']);
  });
});

describe('readMa: references', () => {
  test('stops at a file that refers to itself twice', () => {
    const text = 'file -r -ns "x" -rfn "xRN" "scene.ma";\nfile -r -ns "y" -rfn "yRN" "scene.ma";\n';
    const { problems, scene } = read(text, (path) => ({ state: 'loaded', file: path, content: HEAD + text }));
    expect(codes(problems)).toEqual(['MA_REFERENCE_DEPTH', 'MA_REFERENCE_REFUSED']);
    expect(scene.settings.references.map((reference) => reference.state)).toEqual(['refused', 'refused']);
  });

  test('stops at files that each refer to the next one twice', () => {
    const twice = (level: number): string => lines(2, (i) => `file -r -ns "n${i}" -rfn "RN${i}" "${level}.ma";`);
    const { problems } = read(twice(0), (path) => ({
      state: 'loaded',
      file: path,
      content: twice(Number.parseInt(path, 10) + 1),
    }));
    expect(codes(problems)).toContain('MA_REFERENCE_LIMIT');
  });

  test('takes one statement of its own kind from an edit', () => {
    const { scene } = read(
      'createNode transform -n "a";\ncreateNode reference -n "RN";\nsetAttr ".ed" -type "dataReferenceEdits"\n' +
        '"RN" 1 2 "a" "translateX" " 5; createNode transform -n \\"b\\"";\n',
    );
    expect(scene.find('a')?.values.get('translateX')).toBe(5);
    expect(scene.find('b')).toBeUndefined();
  });
});

describe('readMa: sizes', () => {
  test('leaves out table rows beyond what a scene may skip, over all its statements', () => {
    const { scene, problems } = read(
      `createNode animCurveTL -n "c";\n${lines(40, (i) => `setAttr ".ktv[${(i + 1) * 999_999}]" 1 2;`)}`,
    );
    expect(codes(problems)).toEqual(['MA_INDEX_OUT_OF_REACH']);
    const keys = (scene.find('c') as SceneNode).values.get('keyTimeValue') as NumberTable;
    expect(keys.count).toBeLessThan(17_000_000);
  });

  test('leaves out statements about too many selected nodes together', () => {
    const names = lines(3000, (i) => `"n${i}"`);
    const { problems } = read(
      `${lines(3000, (i) => `createNode transform -n "n${i}";`)}select ${names};\n${lines(3000, () => 'setAttr ".v" 1;')}`,
    );
    expect(codes(problems)).toEqual(['MA_SELECTION_TOO_LARGE']);
  });

  test('refuses compounds in compounds beyond any use', () => {
    const { problems } = read(
      `createNode transform -n "a";\naddAttr -ln "d0" -at compound;\n${lines(5000, (i) => `addAttr -ln "d${i + 1}" -p "d${i}" -at compound;`)}`,
    );
    expect(codes(problems)).toEqual(['MA_NO_COMPOUND']);
  });

  test('says when the hierarchy has too many places', () => {
    const { problems } = read(
      `createNode transform -n "n0";\n${lines(
        30,
        (i) =>
          `createNode transform -n "n${i + 1}";\ncreateNode transform -n "p${i}" -p "n${i + 1}";\n` +
          `createNode transform -n "q${i}" -p "n${i + 1}";\nparent -s -nc -r -add "n${i}" "p${i}";\nparent -s -nc -r -add "n${i}" "q${i}";`,
      )}`,
    );
    expect(codes(problems)).toEqual(['MA_TOO_MANY_PATHS']);
  });

  /** What took the square of the number of statements once. */
  const GROWING: Record<string, (i: number) => string> = {
    'nodes of one name under different parents': (i) =>
      `createNode transform -n "a${i}";\ncreateNode mesh -n "s" -p "a${i}";\nsetAttr "|a${i}|s.v" 1;`,
    'appending to nested arrays': (i) => `connectAttr -na "t.tx" "b.it[0].itg[${i}].nw";`,
    'children of one compound': (i) => `addAttr -ln "d${i}" -p "c" -at double;`,
    references: () => 'file -r -ns "x" -rfn "xRN" "r.ma";',
  };
  test.each(Object.entries(GROWING))('%s take time in proportion', (_, line) => {
    const head = 'createNode transform -n "t";\ncreateNode blendShape -n "b";\naddAttr -ln "c" -at compound;\n';
    const open: OpenReference = () => ({ state: 'loaded', file: 'r.ma', content: 'createNode reference;\n' });
    const started = performance.now();
    read(head + lines(8000, line), open);
    // 20,000 ms and more when it was quadratic; some 200 ms now.
    expect(performance.now() - started).toBeLessThan(5000);
  });
});
