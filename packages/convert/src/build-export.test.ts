import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Graph, NODE_TYPES } from '@rigline/evaluate';
import { writeGlb } from '@rigline/formats/gltf';
import { readMa } from '@rigline/formats/ma';
import type { Mat4 } from '@rigline/math';
import type { Scene } from '@rigline/scene';
import { gltfErrors } from '@rigline/testkit/gltf';
import { describe, expect, test } from 'vitest';
import { type BuiltExport, buildExport } from './build-export.ts';
import type { ExportOptions } from './options.ts';
import { GlbFile } from './prove/glb-file.ts';
import { GltfSampler } from './prove/gltf-sampler.ts';

const HEAD = '//Maya ASCII 2024 scene\nrequires maya "2024";\ncurrentUnit -l centimeter -a degree -t film;\n';
const open = (text: string): Scene => readMa(HEAD + text, { file: 'case.ma' }).scene;
const fixture = (path: string): Scene => {
  const file = fileURLToPath(new URL(`../../../${path}`, import.meta.url));
  return readMa(readFileSync(file), { file: path }).scene;
};

interface Exported extends BuiltExport {
  readonly glb: Uint8Array;
  readonly sampler: GltfSampler;
  readonly losses: Awaited<ReturnType<typeof writeGlb>>['losses'];
  readonly node: (name: string) => number;
}

async function toGlb(scene: Scene, options: ExportOptions = {}): Promise<Exported> {
  const built = buildExport(scene, { space: 'gltf' }, options);
  const { glb, losses } = await writeGlb(built.scene, { maxInfluences: options.maxInfluences ?? 4 });
  expect(await gltfErrors(glb)).toEqual([]);
  const sampler = new GltfSampler(new GlbFile(glb));
  const node = (name: string): number => sampler.nodes.findIndex((made) => made.name === name);
  return { ...built, glb, losses, sampler, node };
}

/** Centimetres of a place, to a ten-thousandth. */
const place = (world: readonly number[]): number[] =>
  world.slice(12, 15).map((value) => Math.round(value * 1e6) / 1e4 + 0);
const centimetres = (values: ArrayLike<number>): number[] =>
  Array.from(values, (value) => Math.round(value * 1e6) / 1e4 + 0);

const TRIANGLE = `
	setAttr -s 3 ".vt[0:2]" 0 0 0 1 0 0 0 1 0;
	setAttr -s 3 ".ed[0:2]" 0 1 0 1 2 0 2 0 0;
	setAttr ".fc[0]" -type "polyFaces" f 3 0 1 2;
`;

describe('places', () => {
  test('a node with pivots needs no helper: its origin is where the pivots put it', async () => {
    const { sampler, scene } = await toGlb(
      open(
        'createNode transform -n "cube";\n\tsetAttr ".r" -type "double3" 0 0 90 ;\n\tsetAttr ".rp" -type "double3" 0 3 1 ;\n\tsetAttr ".sp" -type "double3" 0 3 1 ;\n',
      ),
    );
    expect(scene.nodes.map(({ name }) => name)).toEqual(['cube']);
    expect(place(sampler.world(0))).toEqual([3, 3, 0]);
  });

  // Worked out by hand: the child's place is scaled, its own size only where nothing compensates.
  test.each([
    ['on', 1, [6, 0, 0], [7, 0, 0]],
    ['off', 0, [6, 0, 0], [8, 0, 0]],
  ])('segment scale compensation %s', async (_, switched, origin, vertex) => {
    const { sampler, node } = await toGlb(
      open(`
createNode joint -n "a";
	setAttr ".s" -type "double3" 2 1 1 ;
createNode joint -n "b" -p "a";
	setAttr ".t" -type "double3" 3 0 0 ;
	setAttr ".ssc" ${switched};
createNode transform -n "tip" -p "b";
	setAttr ".t" -type "double3" 1 0 0 ;
connectAttr "a.s" "b.is";
`),
    );
    expect(place(sampler.world(node('b')))).toEqual(origin);
    expect(place(sampler.world(node('tip')))).toEqual(vertex);
  });

  test('a turned joint that compensates an uneven scale is not sheared', async () => {
    const { sampler, node, report } = await toGlb(
      open(`
createNode joint -n "a";
	setAttr ".s" -type "double3" 2 1 1 ;
createNode joint -n "b" -p "a";
	setAttr ".t" -type "double3" 3 0 0 ;
	setAttr ".r" -type "double3" 0 0 45 ;
connectAttr "a.s" "b.is";
`),
    );
    const h = Math.SQRT1_2;
    sampler.world(node('b')).forEach((value, i) => {
      expect(value).toBeCloseTo([h, h, 0, 0, -h, h, 0, 0, 0, 0, 1, 0, 0.06, 0, 0, 1][i] as number, 6);
    });
    expect(report.entries.filter(({ what }) => what === 'shear')).toEqual([]);
    expect(report.entries.map(({ what }) => what)).toContain('scale compensation');
  });

  test('a shear that no node can have is told, with how large it is', async () => {
    const { report } = await toGlb(open('createNode transform -n "a";\n\tsetAttr ".sh" -type "double3" 0.5 0 0 ;\n'));
    const [entry] = report.entries.filter(({ what }) => what === 'shear');
    expect(entry?.verdict).toBe('approximated');
    expect(entry?.error?.value).toBeCloseTo(0.5, 9);
  });

  test('nodes of one name get two, and the report says which', async () => {
    const { scene, report } = await toGlb(
      open(
        'createNode transform -n "a";\ncreateNode transform -n "x" -p "a";\ncreateNode transform -n "b";\ncreateNode transform -n "x" -p "b";\n',
      ),
    );
    expect(scene.nodes.map(({ name }) => name)).toEqual(['a', 'x', 'b', 'x_1']);
    expect(report.entries).toMatchObject([{ verdict: 'renamed', subject: '|b|x' }]);
  });

  test('chosen nodes come with all above and below them', async () => {
    const { scene } = await toGlb(
      open(
        'createNode transform -n "top";\ncreateNode transform -n "hero" -p "top";\ncreateNode transform -n "hand" -p "hero";\ncreateNode transform -n "other" -p "top";\n',
      ),
      { includes: (path) => path.endsWith('|hero') },
    );
    expect(scene.nodes.map(({ name }) => name)).toEqual(['top', 'hero', 'hand']);
  });

  test('a scene of nothing is a file that holds nothing', async () => {
    const { sampler } = await toGlb(open(''));
    expect(sampler.nodes).toEqual([]);
  });
});

describe('cameras', () => {
  const camera = (more: string): Scene =>
    open(
      `createNode transform -n "cam";\ncreateNode camera -n "camShape" -p "cam";\n\tsetAttr ".cap" -type "double2" 1.41732283464567 0.94488188976378 ;\n\tsetAttr ".fl" 50;\n${more}select -ne :defaultResolution;\n\tsetAttr ".dar" 1.7777777910232544;\n`,
    );

  test('a horizontal sensor gives the vertical field of view of the picture', async () => {
    const { sampler } = await toGlb(camera(''));
    const lens = sampler.lens(0);
    expect(lens?.yfov).toBeCloseTo(0.399596, 5);
    expect(lens?.aspectRatio).toBeCloseTo(1.77778, 4);
  });

  test('a film offset is lost by name, and stays in the extras', async () => {
    const { losses, glb } = await toGlb(camera('\tsetAttr ".hfo" 0.1;\n'));
    expect(losses.map(({ what }) => what)).toEqual(['film offset']);
    // 2.54 mm of 36 mm.
    expect(losses[0]?.error?.value).toBeCloseTo(0.07056, 4);
    expect(JSON.stringify(new GlbFile(glb).json.cameras)).toContain('"filmOffsetMm":[2.54,0]');
  });

  test('an animated lens points at its field of view', async () => {
    const { sampler } = await toGlb(
      open(
        'createNode transform -n "cam";\ncreateNode camera -n "camShape" -p "cam";\ncreateNode animCurveTU -n "zoom";\n\tsetAttr ".tan" 2;\n\tsetAttr -s 2 ".ktv[0:1]" 1 35 24 70;\nconnectAttr "zoom.o" "camShape.fl";\n',
      ),
      { range: [1, 24] },
    );
    // Half of the height of the picture is 36 mm * 9 / 16 / 2 at a width of 35.999928 mm.
    const half = (1.41732 * 25.4 * 9) / 16 / 2;
    for (const [frame, focal] of [
      [1, 35],
      [12.5, 52.5],
      [24, 70],
    ] as const) {
      sampler.seek((frame - 1) / 24);
      // 1e-5: keys may be off by a hundredth of a pixel, and frames between keys lie on the chord.
      expect(Math.abs((sampler.lens(0)?.yfov ?? 0) - 2 * Math.atan(half / focal))).toBeLessThan(
        frame === 12.5 ? 1e-3 : 1e-5,
      );
    }
  });
});

describe('morphs', () => {
  const face = (weight: number): Scene =>
    open(`
createNode transform -n "face";
createNode mesh -n "faceShape" -p "face";
createNode mesh -n "faceOrig" -p "face";
	setAttr ".io" yes;
${TRIANGLE}createNode blendShape -n "shapes";
	addAttr -ci true -sn "aal" -ln "attributeAliasList" -dt "attributeAlias";
	setAttr ".w[0]" ${weight};
	setAttr ".it[0].itg[0].iti[5500].ipt" -type "pointArray" 1 0 1 0 1;
	setAttr ".it[0].itg[0].iti[5500].ict" -type "componentList" 1 "vtx[0]";
	setAttr ".it[0].itg[0].iti[6000].ipt" -type "pointArray" 1 2 0 0 1;
	setAttr ".it[0].itg[0].iti[6000].ict" -type "componentList" 1 "vtx[0]";
	setAttr ".aal" -type "attributeAlias" {"smile","weight[0]"} ;
connectAttr "faceOrig.w" "shapes.ip[0].ig";
connectAttr "shapes.og[0]" "faceShape.i";
`);

  // Worked out by hand: straight from shape to shape.
  test.each([
    [0.25, [0, 0.5, 0]],
    [0.5, [0, 1, 0]],
    [0.75, [1, 0.5, 0]],
    [1, [2, 0, 0]],
  ])('at %f the first point is at the place that the in-between says', async (weight, expected) => {
    const { sampler, scene } = await toGlb(face(weight));
    expect(scene.meshes[0]?.targets.map(({ name }) => name)).toEqual(['smile_50', 'smile']);
    const points = centimetres(sampler.points(0));
    const rest = [0, 0, 0].map((value, k) => value + (expected[k] as number));
    expect(points.slice(0, 3)).toEqual(rest);
  });
});

describe('clips', () => {
  const counter =
    'createNode transform -n "a";\ncreateNode animCurveTL -n "c";\n\tsetAttr ".tan" 2;\n\tsetAttr -s 2 ".ktv[0:1]" 0 0 60 60;\nconnectAttr "c.o" "a.tx";\n';

  test('the second clip begins at zero, and has its first and last value', async () => {
    const { scene } = await toGlb(open(counter), { range: [31, 60] });
    const [track] = scene.clips[0]?.tracks ?? [];
    expect(scene.clips[0]?.range[0]).toBe(0);
    expect(scene.clips[0]?.range[1]).toBeCloseTo(29 / 24, 12);
    expect([track?.values[0], track?.values.at(-3)]).toEqual([0.31, 0.6]);
  });

  test('or keeps its time', async () => {
    const { scene } = await toGlb(open(counter), { range: [31, 60], timeStart: 'scene' });
    expect(scene.clips[0]?.range[0]).toBeCloseTo(31 / 24, 12);
  });

  test('two full turns are two full turns', async () => {
    const { sampler } = await toGlb(
      open(
        'createNode transform -n "a";\ncreateNode animCurveTA -n "c";\n\tsetAttr ".tan" 2;\n\tsetAttr -s 2 ".ktv[0:1]" 0 0 96 720;\nconnectAttr "c.o" "a.rx";\n',
      ),
      { range: [0, 96] },
    );
    for (const [seconds, degrees] of [
      [0.5, 90],
      [1, 180],
      [2, 360],
      [3.25, 585],
    ] as const) {
      sampler.seek(seconds);
      const [, , , , , c, s] = sampler.world(0);
      expect(c).toBeCloseTo(Math.cos((degrees * Math.PI) / 180), 5);
      expect(s).toBeCloseTo(Math.sin((degrees * Math.PI) / 180), 5);
    }
  });

  test('a range that is none is refused', () => {
    expect(() => buildExport(open(counter), { space: 'gltf' }, { range: [10, 1] })).toThrow(
      expect.objectContaining({ code: 'CONVERT_BAD_RANGE' }),
    );
  });
});

/** World matrices and points of the file are those of the evaluation, at all frames. */
describe.each([
  'examples/handoff/handoff.ma',
  'fixtures/ma/hand_rig.ma',
  'fixtures/ma/hand_skin.ma',
  'fixtures/ma/hand_blend_shape.ma',
])('%s', (file) => {
  test('the GLB plays as the scene evaluates', async () => {
    const scene = fixture(file);
    const { sampler, scene: exported } = await toGlb(scene);
    const graph = new Graph(scene, NODE_TYPES);
    const paths = new Map(scene.dagPaths.map((at) => [at.path, at]));
    const { frameRate, range } = scene.settings;
    for (let frame = range[0]; frame <= range[1]; frame += 3) {
      graph.setFrame(frame);
      sampler.seek((frame - range[0]) / frameRate);
      sampler.nodes.forEach(({ extras }, i) => {
        const source = paths.get(extras?.source ?? '');
        if (!source) return;
        const world = graph.worldMatrix(source) as Mat4;
        const made = sampler.world(i);
        for (let k = 0; k < 16; k++) {
          const wanted = (world[k] as number) * (k >= 12 && k < 15 ? 0.01 : 1);
          // Keys are off by 0.01 mm and 0.001 degrees at most, per node on the way; the file has float32.
          expect(Math.abs((made[k] as number) - wanted)).toBeLessThan(2e-4 * Math.max(1, Math.abs(wanted)));
        }
      });
    }
    expect(exported.nodes.length).toBeGreaterThan(0);
  });

  test('gives the same bytes again', async () => {
    const [first, second] = [await toGlb(fixture(file)), await toGlb(fixture(file))];
    expect(Buffer.from(first.glb).equals(Buffer.from(second.glb))).toBe(true);
  });
});
