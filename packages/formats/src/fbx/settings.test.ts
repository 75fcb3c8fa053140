import type { SceneSettings } from '@rigline/scene';
import { type FbxPropertySketch, type FbxSketch, fbxRecord, sketchFbx } from '@rigline/testkit';
import { describe, expect, test } from 'vitest';
import { readFbx } from './index.ts';

function settingsWith(globals: readonly FbxPropertySketch[], more: FbxSketch = {}): SceneSettings {
  return readFbx(sketchFbx({ globals, ...more }), { file: 'a.fbx' }).scene.settings;
}

describe('settingsOf', () => {
  // Source: FBX SDK help, FbxTime::EMode.
  test.each([
    [0, 30, 'ntsc'],
    [1, 120, '120fps'],
    [2, 100, '100fps'],
    [3, 60, 'ntscf'],
    [4, 50, 'palf'],
    [5, 48, 'show'],
    [6, 30, 'ntsc'],
    [7, 30, 'ntsc'],
    [8, 30000 / 1001, '29.97df'],
    [9, 30000 / 1001, '29.97fps'],
    [10, 25, 'pal'],
    [11, 24, 'film'],
    [12, 1000, 'millisec'],
    [13, 24000 / 1001, '23.976fps'],
    [15, 96, '96fps'],
    [16, 72, '72fps'],
    [17, 60000 / 1001, '59.94fps'],
    [18, 120000 / 1001, '119.88fps'],
    [99, 24, 'film'],
  ])('time mode %i is %f frames per second', (mode, frameRate, timeUnit) => {
    expect(settingsWith([['TimeMode', 'enum', '', mode]])).toMatchObject({ frameRate, timeUnit });
  });

  test.each([
    [12.5, 12.5, '12.5fps'],
    [24, 24, 'film'],
    [23.976, 23.976, '23.976fps'],
    [24 / 1.001, 24 / 1.001, '23.976fps'],
    [-1, 24, 'film'],
    [1e300, 24, 'film'],
  ])('a custom rate of %f is %f frames per second', (rate, frameRate, timeUnit) => {
    const globals: FbxPropertySketch[] = [
      ['TimeMode', 'enum', '', 14],
      ['CustomFrameRate', 'double', '', { code: 'D', value: rate }],
    ];
    expect(settingsWith(globals)).toMatchObject({ frameRate, timeUnit });
  });

  test('takes the rate of old files from their settings', () => {
    const records = [fbxRecord('Version5', [], [fbxRecord('Settings', [], [fbxRecord('FrameRate', ['30'])])])];
    expect(settingsWith([], { records }).frameRate).toBe(30);
  });

  test.each([
    [0, 1, 'x'],
    [1, 1, 'y'],
    [2, -1, 'z'],
  ] as const)('axis %i with sign %i points up as %s', (axis, sign, upAxis) => {
    const settings = settingsWith([
      ['UpAxis', 'int', '', axis],
      ['UpAxisSign', 'int', '', sign],
    ]);
    expect(settings.upAxis).toBe(upAxis);
    expect(settings.info.upAxis).toBe(`${sign < 0 ? '-' : '+'}${upAxis.toUpperCase()}`);
  });

  test('says nothing of axes that the file does not name', () => {
    const settings = settingsWith([]);
    expect(settings.upAxis).toBe('y');
    expect(settings.info).not.toHaveProperty('upAxis');
  });

  test.each([
    [1, 0.01, 'centimeter'],
    [2.54, 0.0254, 'inch'],
    [30.48, 0.3048, 'foot'],
    [100, 1, 'meter'],
    [0.10000000149011612, 0.001, 'millimeter'],
    [7, 0.07, '7 centimeter'],
  ])('a unit of %f centimetres is %f metres', (factor, unitMetres, linearUnit) => {
    const settings = settingsWith([['UnitScaleFactor', 'double', '', factor]]);
    expect(settings.linearUnit).toBe(linearUnit);
    expect(settings.unitMetres).toBeCloseTo(unitMetres, 15);
  });

  test.each([0, -1, Number.NaN, 1e300])('a unit of %f centimetres is none', (factor) => {
    const bytes = sketchFbx({ globals: [['UnitScaleFactor', 'double', '', { code: 'D', value: factor }]] });
    const { scene, problems } = readFbx(bytes);
    expect(scene.settings.unitMetres).toBe(0.01);
    expect(problems.map(({ code }) => code)).toContain('FBX_BAD_PROPERTY');
  });

  test('counts the objects of the file by kind', () => {
    const { nodeTypes } = settingsWith([], {
      objects: [
        [1, 'Model', 'Mesh', 'a'],
        [2, 'Model', 'Mesh', 'b'],
        [3, 'Pose', 'BindPose', 'p'],
      ],
    });
    expect(nodeTypes).toEqual({ 'Model Mesh': 2, 'Pose BindPose': 1 });
  });

  test('a shape has no name of its own', () => expect(settingsWith([]).hasNamedShapes).toBe(false));
});
