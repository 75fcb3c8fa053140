/** Small cases from users' reports of similar tools, read from Maya ASCII and evaluated. Numbers are worked out by hand. */
import { readFileSync } from 'node:fs';
import { computeFilmGate, evaluate, Graph, MAYA_NODE_TYPES, type Pose, probeCamera } from '@rigline/evaluate';
import { readMa } from '@rigline/formats/ma';
import { radToDeg, transformPoint, type Vec3 } from '@rigline/math';
import type { Scene, SceneNode } from '@rigline/scene';
import { describe, expect, test } from 'vitest';

const HEAD = '//Maya ASCII 2024 scene\nrequires maya "2024";\ncurrentUnit -l centimeter -a degree -t film;\n';
const open = (text: string): Scene => readMa(HEAD + text, { file: 'case.ma' }).scene;
const pointAt = (pose: Pose, node: string, point: Vec3): number[] =>
  transformPoint(pose.localToWorld(node), point).map((v) => Math.round(v * 1e9) / 1e9 + 0);

describe('rotate order', () => {
  test.each([
    [0, [0, 1, 0]],
    [5, [0, 0, 1]],
  ])('%i turns (1, 0, 0) by (90, 0, 90) degrees to %j', (order, expected) => {
    const scene = open(
      `createNode transform -n "a";\n\tsetAttr ".ro" ${order};\n\tsetAttr ".r" -type "double3" 90 0 90 ;\n`,
    );
    expect(pointAt(evaluate(scene), 'a', [1, 0, 0])).toEqual(expected);
  });
});

describe('pivots', () => {
  const cube = (turn: number): Scene =>
    open(
      `createNode transform -n "cube";\n\tsetAttr ".r" -type "double3" 0 0 ${turn} ;\n\tsetAttr ".rp" -type "double3" 0 3 1 ;\n\tsetAttr ".sp" -type "double3" 0 3 1 ;\n`,
    );

  test('a turn about a pivot moves the origin and leaves the pivot', () => {
    const pose = evaluate(cube(90));
    expect(pointAt(pose, 'cube', [0, 0, 0])).toEqual([3, 3, 0]);
    expect(pointAt(pose, 'cube', [0, 3, 1])).toEqual([0, 3, 1]);
    expect(pointAt(evaluate(cube(0)), 'cube', [0, 0, 0])).toEqual([0, 0, 0]);
  });
});

describe('cameras', () => {
  test('apertures in inches are a sensor in millimetres and its field of view', () => {
    const scene = open(
      'createNode transform -n "cam";\ncreateNode camera -n "camShape" -p "cam";\n\tsetAttr ".cap" -type "double2" 1.41732 0.94488 ;\n\tsetAttr ".fl" 35;\n',
    );
    const camera = probeCamera(new Graph(scene, MAYA_NODE_TYPES), scene.find('camShape') as SceneNode)();
    const gate = computeFilmGate(camera, scene.settings.deviceAspect);
    // 1e-3: the aperture is rounded to 5 decimals of an inch.
    expect(gate.horizontalApertureMm).toBeCloseTo(36, 3);
    expect(gate.verticalApertureMm).toBeCloseTo(24, 3);
    expect(radToDeg(gate.horizontalFov)).toBeCloseTo(54.432, 3);
  });

  test('a film offset moves a point on the lens axis by its share of the half width', () => {
    const scene = open(
      'createNode transform -n "cam";\ncreateNode camera -n "camShape" -p "cam";\n\tsetAttr ".cap" -type "double2" 1.41732 0.94488 ;\n\tsetAttr ".hfo" 0.1;\n',
    );
    const camera = probeCamera(new Graph(scene, MAYA_NODE_TYPES), scene.find('camShape') as SceneNode)();
    const gate = computeFilmGate(camera, 1.5);
    expect(gate.filmOffsetMm[0]).toBeCloseTo(2.54, 9);
    const clip = transformPoint(gate.projection, [0, 0, -10]).map((v) => v / 10);
    expect(Math.abs(clip[0] as number)).toBeCloseTo(0.1411, 4);
    // The film moves to the right, so that the axis is left of the middle of the picture.
    expect(clip[0]).toBeLessThan(0);
  });
});

describe('constraints', () => {
  test('a joint without keys follows its controller alone', () => {
    const scene = open(`createNode transform -n "ctl";
createNode joint -n "jnt";
createNode parentConstraint -n "con" -p "jnt";
	addAttr -ci true -k true -sn "w0" -ln "ctlW0" -dv 1 -min 0 -at "double";
	setAttr -k on ".w0";
connectAttr "ctl.t" "con.tg[0].tt";
connectAttr "ctl.rp" "con.tg[0].trp";
connectAttr "ctl.rpt" "con.tg[0].trt";
connectAttr "ctl.r" "con.tg[0].tr";
connectAttr "ctl.ro" "con.tg[0].tro";
connectAttr "ctl.s" "con.tg[0].ts";
connectAttr "ctl.pm" "con.tg[0].tpm";
connectAttr "con.w0" "con.tg[0].tw";
connectAttr "jnt.ro" "con.cro";
connectAttr "jnt.jo" "con.cjo";
connectAttr "jnt.pim" "con.cpim";
connectAttr "jnt.rp" "con.crp";
connectAttr "jnt.rpt" "con.crt";
connectAttr "con.ctx" "jnt.tx";
connectAttr "con.cty" "jnt.ty";
connectAttr "con.ctz" "jnt.tz";
connectAttr "con.crx" "jnt.rx";
connectAttr "con.cry" "jnt.ry";
connectAttr "con.crz" "jnt.rz";
`);
    const pose = evaluate(scene);
    expect(pointAt(pose, 'jnt', [0, 0, 0])).toEqual([0, 0, 0]);
    scene.setValue(scene.find('ctl') as SceneNode, 'translateY', 10);
    expect(pointAt(pose, 'jnt', [0, 0, 0])).toEqual([0, 10, 0]);
  });
});

describe('segment scale compensate', () => {
  test.each([
    ['yes', [7, 0, 0]],
    ['no', [8, 0, 0]],
  ])('%s puts a point of the child at %j', (compensate, expected) => {
    const scene = open(
      `createNode joint -n "a";\n\tsetAttr ".s" -type "double3" 2 1 1 ;\ncreateNode joint -n "b" -p "a";\n\tsetAttr ".t" -type "double3" 3 0 0 ;\n\tsetAttr ".ssc" ${compensate};\nconnectAttr "a.s" "b.is";\n`,
    );
    const pose = evaluate(scene);
    expect(pointAt(pose, 'b', [0, 0, 0])).toEqual([6, 0, 0]);
    expect(pointAt(pose, 'b', [1, 0, 0])).toEqual(expected);
  });
});

describe('curves', () => {
  test('two full turns keep their turns', () => {
    const scene = open(
      'createNode transform -n "a";\ncreateNode animCurveTA -n "c";\n\tsetAttr ".tan" 2;\n\tsetAttr ".wgt" no;\n\tsetAttr -s 2 ".ktv[0:1]"  0 0 96 720;\nconnectAttr "c.o" "a.rx";\n',
    );
    const at = (seconds: number): number => radToDeg(evaluate(scene, { seconds }).value('a.rx') as number);
    expect([0.5, 1, 2, 4].map((seconds) => Math.round(at(seconds) * 1e6) / 1e6)).toEqual([90, 180, 360, 720]);
  });

  test('flat keys at 0 and 24 pass through the cubic between', () => {
    const scene = open(
      'createNode transform -n "a";\ncreateNode animCurveTL -n "c";\n\tsetAttr ".tan" 3;\n\tsetAttr ".wgt" no;\n\tsetAttr -s 2 ".ktv[0:1]"  0 0 24 10;\nconnectAttr "c.o" "a.ty";\n',
    );
    const at = (frame: number): number => evaluate(scene, { frame }).value('a.ty') as number;
    expect([6, 12, 18].map((frame) => Math.round(at(frame) * 1e9) / 1e9)).toEqual([1.5625, 5, 8.4375]);
  });
});

describe('units and references', () => {
  test('metres and long names are read as centimetres', () => {
    const file = new URL('../../../fixtures/ma/hand_metre_long_names.ma', import.meta.url);
    const { scene } = readMa(readFileSync(file), { file: 'metre.ma' });
    const [, y, z] = evaluate(scene, { seconds: 0 }).localToWorld('shotCam').slice(12, 15);
    expect([y, z].map((v) => Math.round((v as number) * 1e5) / 1e5)).toEqual([-7290.83741, 2744.04203]);
  });
});
