import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { readMa } from '@rigline/formats/ma';
import { describe, expect, test } from 'vitest';
import { SceneSession } from '../src/session/scene-session.ts';

const bytes = readFileSync(fileURLToPath(new URL('../../../fixtures/studio/hand_studio_shot.ma', import.meta.url)));

const openShot = (): SceneSession => new SceneSession(readMa(bytes, { file: 'shot.ma' }), 0, 'shot.ma', () => 0);

function nodeIdOf(session: SceneSession, name: string): number {
  const place = session.opened.shot.places.find((at) => at.name === name);
  if (!place) throw new Error(`no ${name}`);
  return place.nodeId;
}

/** Values of one attribute of the watched node. */
function valuesOf(session: SceneSession, name: string, title: string, seconds: number): unknown {
  const nodeId = nodeIdOf(session, name);
  const inspection = session.inspect(nodeId);
  const { values } = session.pose(seconds, nodeId, undefined);
  let at = 0;
  for (const row of inspection?.sections.flatMap((section) => section.rows) ?? []) {
    if (row.title === title) return values?.slice(at, at + row.cells.length);
    at += row.cells.length;
  }
  return undefined;
}

describe('SceneSession', () => {
  test('opens a scene with its cameras, range and the first pose', () => {
    const { shot, pose, problems } = openShot().opened;
    expect(shot.cameras.map(({ name }) => name)).toEqual(['persp', 'shotCam']);
    expect(shot.settings).toMatchObject({ range: [1, 25], frameRate: 24, renderSize: [1920, 1080] });
    expect(pose.seconds).toBeCloseTo(1 / 24, 12);
    expect(pose.meshMoves).toHaveLength(1);
    expect(problems.map(({ code }) => code)).toContain('MA_UNKNOWN_NODE');
  });

  test('tells the points of a mesh once as long as they stay', () => {
    const session = openShot();
    expect(session.pose(0.5, undefined, undefined).pose.meshMoves).toEqual([]);
  });

  test('shows angles in degrees and follows the time', () => {
    const session = openShot();
    // Linear from 0 at frame 1 to 180 at frame 25.
    expect(valuesOf(session, 'box', 'rotate (r)', 13 / 24)).toEqual([0, expect.closeTo(90, 9), 0]);
    expect(valuesOf(session, 'box', 'rotate (r)', 19 / 24)).toEqual([0, expect.closeTo(135, 9), 0]);
  });

  test('names what drives a plug, and the frames of its keys', () => {
    const session = openShot();
    const inspection = session.inspect(nodeIdOf(session, 'stand'));
    const row = inspection?.sections.flatMap((section) => section.rows).find(({ title }) => title === 'translate (t)');
    expect(row?.cells.map((cell) => cell.source?.plug)).toEqual(['stand_translateX.output', undefined, undefined]);
    expect(row?.cells.map((cell) => cell.editable)).toEqual([false, true, true]);
    expect(inspection?.keyFrames).toEqual([1, 25]);
  });

  test('takes values in the units of the panel', () => {
    const session = openShot();
    const nodeId = nodeIdOf(session, 'marker');
    session.set(nodeId, 'rotateZ', 90);
    session.set(nodeId, 'translateY', 3);
    session.set(nodeId, 'visibility', false);
    const { pose } = session.pose(0, undefined, undefined);
    const place = session.opened.shot.places.findIndex((at) => at.name === 'marker');
    expect(pose.localToWorld[place * 16 + 1]).toBeCloseTo(1, 12);
    expect(pose.localToWorld[place * 16 + 13]).toBe(3);
    expect(pose.visible[place]).toBe(0);
  });

  test('refuses a plug that is not there', () => {
    const session = openShot();
    expect(() => session.set(nodeIdOf(session, 'marker'), 'nonsense', 1)).toThrow(/nonsense/);
  });

  test('a mesh shows the colour of its material', () => {
    const [mesh] = openShot().opened.shot.meshes;
    // 0.72 of linear light on an sRGB screen: 1.055 * 0.72 ^ (1 / 2.4) - 0.055 (IEC 61966-2-1).
    expect(mesh?.color[0]).toBeCloseTo(0.865, 3);
    expect(mesh?.color[2]).toBeLessThan(0.5);
  });
});
