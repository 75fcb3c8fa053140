import { readFileSync } from 'node:fs';
import type { Problem } from '@rigline/diagnostics';
import type { NumberTable, Scene, SceneNode, SparseRows } from '@rigline/scene';
import { describe, expect, test } from 'vitest';
import { type OpenReference, readMa, readMaStream } from './index.ts';

const fixture = (name: string): Uint8Array => readFileSync(new URL(`../../../../fixtures/ma/${name}`, import.meta.url));
const node = (scene: Scene, name: string): SceneNode => {
  const found = scene.find(name);
  if (!found) throw new Error(`no node ${name}`);
  return found;
};
const codes = (problems: readonly Problem[]): string[] => problems.map((problem) => problem.code);
const read = (text: string) => readMa(`//Maya ASCII 2024 scene\n${text}`, { file: 'inline.ma' });

/** Finds fixtures by the last part of their path, whatever machine the path was written on. */
const besideFixtures: OpenReference = (path) => {
  const name = path.split('/').at(-1) as string;
  try {
    return { state: 'loaded', file: name, content: fixture(name) };
  } catch {
    return { state: 'missing' };
  }
};

describe('readMa: units', () => {
  const { scene, problems } = readMa(fixture('hand_metre_long_names.ma'), { file: 'hand_metre_long_names.ma' });

  test('reads long names in metres as centimetres', () => {
    const { values } = node(scene, 'shotCam');
    // 1e-9: one multiplication by 100.
    expect(values.get('translateX')).toBeCloseTo(-6137.05913, 9);
    expect(values.get('translateY')).toBeCloseTo(-7290.83741, 9);
    expect(values.get('translateZ')).toBeCloseTo(2744.04203, 9);
    expect(node(scene, 'shotCamShape').values.get('nearClipPlane')).toBe(1);
    expect(problems).toEqual([]);
  });

  test('leaves millimetres of a lens alone and turns degrees into radians', () => {
    expect(node(scene, 'shotCamShape').values.get('focalLength')).toBe(129.4273);
    expect(node(scene, 'shotCam').values.get('rotateX')).toBeCloseTo(Math.PI / 2, 15);
  });

  test('reads key times in frames of the time unit as seconds', () => {
    const keys = node(scene, 'shotCam_translateX').values.get('keyTimeValue') as NumberTable;
    expect([keys.get(0, 0), keys.get(1, 0), keys.get(1, 1)]).toEqual([1 / 25, 26 / 25, 1000]);
    expect(scene.settings).toMatchObject({ frameRate: 25, unitMetres: 1, linearUnit: 'meter', timeUnit: 'pal' });
  });

  test('keeps the units before an unknown one and says so', () => {
    const { scene: odd, problems: found } = read('currentUnit -l cubit -t 40fps;\n');
    expect(odd.settings).toMatchObject({ frameRate: 40, unitMetres: 0.01 });
    expect(codes(found)).toEqual(['MA_UNKNOWN_UNIT']);
  });
});

describe('readMa: names, attributes, connections', () => {
  const { scene, problems } = readMa(fixture('hand_names.ma'), { file: 'hand_names.ma' });

  test('tells nodes of one name apart by their paths', () => {
    expect(node(scene, '|L|arm').values.get('translateX')).toBe(1);
    expect(node(scene, 'R|arm').values.get('translateX')).toBe(-1);
    expect(scene.find('arm')).toBeUndefined();
    expect(scene.pathOf(node(scene, '手'))).toBe('|R|arm|手');
  });

  test('gives a duplicate among siblings another name and says so', () => {
    expect(scene.find('L1')?.type).toBe('transform');
    expect(problems).toContainEqual(expect.objectContaining({ code: 'MA_DUPLICATE_NAME', severity: 'warning' }));
  });

  test('declares attributes of a node alone, with children, enums, defaults and units', () => {
    const sphere = node(scene, 'Sphère');
    expect(sphere.resolve('dir')?.attribute.shape).toBe('tuple');
    expect(['dirX', 'dirY', 'dirZ'].map((name) => sphere.values.get(name))).toEqual([1, 2, 3]);
    expect(sphere.resolve('mode')?.attribute.choices).toEqual({ 0: 'off', 5: 'low', 6: 'high' });
    expect(sphere.stored(sphere.resolve('mode') as NonNullable<ReturnType<SceneNode['resolve']>>)).toBe(5);
    expect(sphere.values.get('swing')).toBeCloseTo(Math.PI / 2, 15);
    expect(sphere.flags.get('swing')).toEqual({ keyable: true });
  });

  test('puts an instance under a second parent', () => {
    expect(scene.pathsOf(node(scene, 'dotShape')).map((place) => place.path)).toEqual([
      '|L|dotShape',
      '|Sphère|dotShape',
    ]);
  });

  test('stores points, tweaks and skin weights in blocks', () => {
    const shape = node(scene, 'dotShape');
    expect([...(shape.values.get('vrts') as NumberTable).borrow()]).toEqual([0, 0, 0, 1, 0, 0, 0, 1, 0]);
    expect((shape.values.get('pnts') as NumberTable).get(1, 2)).toBe(0.5);
  });

  test('keeps unknown nodes with their attributes and connections', () => {
    const odd = node(scene, 'odd');
    expect(odd.raw.get('abc')?.value).toBe(4);
    expect(odd.raw.get('xyz')).toEqual({ dataType: 'string', value: 'kept' });
    expect(node(scene, '|L|arm').inputs.get('translateX')).toEqual({ node: odd, path: 'out' });
    expect(odd.inputs.get('in')?.node.type).toBe('time');
    expect(problems).toContainEqual(expect.objectContaining({ code: 'MA_UNKNOWN_NODE', severity: 'info' }));
  });

  test('appends -na connections one after the other', () => {
    const members = [...node(scene, 'initialShadingGroup').inputs.keys()];
    expect(members).toHaveLength(2);
    expect(new Set(members).size).toBe(2);
  });

  test('takes ranges, current time and picture from the default nodes', () => {
    expect(scene.settings).toMatchObject({
      range: [5, 60.5],
      animationRange: [1, 200],
      savedFrame: 12,
      renderSize: [2048, 858],
      deviceAspect: 2.3869464,
      frameRate: 30,
      application: 'Maya 2024',
      version: '2024',
    });
  });

  test('counts the createNode statements of the file', () => {
    expect(scene.settings.nodeTypes).toMatchObject({ transform: 4, joint: 3, strangeThing: 1, skinCluster: 1 });
    expect(scene.settings.nodeTypes.time).toBeUndefined();
  });
});

describe('readMa: references', () => {
  const { scene, problems } = readMa(fixture('hand_two_references.ma'), {
    file: 'hand_two_references.ma',
    openReference: besideFixtures,
  });

  test('reads one rig twice under two namespaces', () => {
    expect(problems.filter((problem) => problem.severity !== 'info')).toEqual([]);
    expect(scene.nodes.filter((n) => n.type === 'joint').map((n) => scene.pathOf(n))).toEqual([
      '|rigA:root|rigA:hips',
      '|rigB:root|rigB:hips',
    ]);
    expect(scene.settings.references.map((r) => [r.namespace, r.state])).toEqual([
      ['rigA', 'loaded'],
      ['rigB', 'loaded'],
    ]);
  });

  test('applies edits: values, and curves that drive referenced plugs', () => {
    expect(node(scene, 'rigB:hips').values.get('translateX')).toBe(5);
    expect(node(scene, 'rigA:hips').values.get('stretchAmount')).toBe(0.25);
    expect(node(scene, 'rigA:ctl').inputs.get('translateX')?.node.name).toBe('ctl_tx');
  });

  test('goes on without a missing file, or stops when told to', () => {
    const missing = fixture('hand_two_references.ma');
    const result = readMa(missing, { file: 'shot.ma' });
    expect(codes(result.problems)).toContain('MA_REFERENCE_MISSING');
    expect(result.scene.settings.references.map((r) => r.state)).toEqual(['missing', 'missing']);
    expect(() => readMa(missing, { file: 'shot.ma', stopAtMissingReference: true })).toThrowError(
      expect.objectContaining({ code: 'MA_REFERENCE_MISSING', at: { file: 'shot.ma', line: 6 } }),
    );
  });

  test('ends at a file that refers to itself', () => {
    const text = '//Maya ASCII 2024 scene\nfile -r -ns "again" "self.ma";\ncreateNode transform -n "a";\n';
    const result = readMa(text, {
      file: 'self.ma',
      openReference: () => ({ state: 'loaded', file: 'self.ma', content: text }),
    });
    expect(codes(result.problems)).toContain('MA_REFERENCE_DEPTH');
  });
});

describe('readMa: faults', () => {
  test('puts a node at the root when its parent cannot be one', () => {
    const { scene, problems } = read('createNode camera -n "c";\ncreateNode transform -n "t" -p "c";\n');
    expect(scene.pathOf(node(scene, 't'))).toBe('|t');
    expect(codes(problems)).toContain('MA_BAD_PARENT');
  });

  test('refuses a parent statement that would close a ring', () => {
    const { scene, problems } = read(
      'createNode transform -n "a";\ncreateNode transform -n "b" -p "a";\nparent "a" "b";\n',
    );
    expect(scene.pathOf(node(scene, 'b'))).toBe('|a|b');
    expect(codes(problems)).toContain('MA_BAD_PARENT');
  });

  test('allocates nothing for an index out of reach', () => {
    const { problems } = read('createNode mesh -n "m";\n\tsetAttr ".vt[2000000000]" -type "float3" 1 2 3;\n');
    expect(codes(problems)).toContain('MA_INDEX_OUT_OF_REACH');
  });

  test('keeps the default where a number is not finite', () => {
    const { scene, problems } = read('createNode transform -n "a";\n\tsetAttr ".t" -type "double3" nan 1 inf;\n');
    expect(['translateX', 'translateY', 'translateZ'].map((p) => node(scene, 'a').values.get(p))).toEqual([
      undefined,
      1,
      undefined,
    ]);
    expect(codes(problems)).toContain('MA_NON_FINITE');
  });

  test('reports values that do not fit, once per attribute', () => {
    const { problems } = read(
      'createNode transform -n "a";\n\tsetAttr ".t" -type "string" "x";\n\tsetAttr ".tx" 1 2;\n',
    );
    expect(codes(problems)).toEqual(['MA_VALUE_MISMATCH', 'MA_VALUE_MISMATCH']);
  });
});

describe('readMaStream', () => {
  test('gives the same scene in pieces of any size', async () => {
    const bytes = fixture('hand_names.ma');
    async function* pieces(): AsyncGenerator<Uint8Array> {
      for (let at = 0; at < bytes.length; at += 7) yield bytes.subarray(at, at + 7);
    }
    const whole = readMa(bytes, { file: 'f' });
    const streamed = await readMaStream(pieces(), { file: 'f' });
    expect(streamed.scene.dagPaths.map((p) => p.path)).toEqual(whole.scene.dagPaths.map((p) => p.path));
    expect(streamed.scene.settings).toEqual(whole.scene.settings);
    expect(streamed.problems).toEqual(whole.problems);
  });
});

describe('sparse rows', () => {
  test('spread ragged skin weights over their vertices', () => {
    const { scene } = read(
      'createNode skinCluster -n "skin";\n\tsetAttr -s 2 ".wl[0:1].w"  2 0 0.75 3 0.25 1 0 1;\n\tsetAttr ".wl[7].w[0:1]" 0.5 0.5;\n',
    );
    const rows = node(scene, 'skin').values.get('weightList') as SparseRows;
    expect([...rows.borrow()]).toEqual([0, 0, 0.75, 0, 3, 0.25, 1, 0, 1, 7, 0, 0.5, 7, 1, 0.5]);
  });
});
