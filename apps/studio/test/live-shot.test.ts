import type { RemoteSubject } from '@rigline/client';
import { computeFilmGate } from '@rigline/evaluate';
import { SubjectState } from '@rigline/protocol';
import { describe, expect, test } from 'vitest';
import { compareCameras } from '../src/live/compare.ts';
import { buildLiveShot, readLivePose } from '../src/live/live-shot.ts';
import { LiveStats } from '../src/live/live-stats.ts';

const CAMERA = ['focalLengthMm', 'horizontalApertureMm', 'verticalApertureMm', 'filmOffsetXMm', 'visible'];

function subject(
  role: RemoteSubject['description']['role'],
  nodes: readonly { readonly name: string; readonly parent: number }[],
  curves: readonly string[] = [],
): RemoteSubject {
  const description = { source: 1, subject: 0, revision: 1, name: role, role, space: 'maya', nodes, curves };
  return { description, state: new SubjectState(nodes.length, curves.length), newest: undefined };
}

function camera(x: number, focal: number): RemoteSubject {
  const made = subject('camera', [{ name: 'cam', parent: -1 }], CAMERA);
  made.state.setTranslation(0, x, 0, 0);
  [focal, 36, 20.25, 0, 1].forEach((value, i) => {
    made.state.setCurve(i, value);
  });
  return made;
}

describe('live subjects as a shot', () => {
  test('a skeleton has its joints under each other, in the world', () => {
    const rig = subject('skeleton', [
      { name: 'hip', parent: -1 },
      { name: 'spine', parent: 0 },
    ]);
    rig.state.setTranslation(0, 0, 10, 0);
    // A quarter turn about Z takes the child's X to Y.
    rig.state.setRotation(0, 0, 0, Math.SQRT1_2, Math.SQRT1_2);
    rig.state.setTranslation(1, 5, 0, 0);
    const shot = buildLiveShot([rig], 'y');
    expect(shot.joints).toEqual([
      { place: 0, parentJoint: -1, radius: 1 },
      { place: 1, parentJoint: 0, radius: 1 },
    ]);
    const { localToWorld } = readLivePose([rig], 0);
    expect([...localToWorld.slice(28, 31)].map((v) => Math.round(v * 1e9) / 1e9 + 0)).toEqual([0, 15, 0]);
  });

  test('a camera has its lens and film in inches, and the shape of its film', () => {
    const pose = readLivePose([camera(0, 50)], 0);
    const [channels] = pose.cameras;
    expect(channels?.focalLength).toBe(50);
    expect(channels?.horizontalFilmAperture).toBeCloseTo(36 / 25.4, 12);
    expect(channels?.viewAspect).toBeCloseTo(16 / 9, 12);
    const gate = computeFilmGate(channels as NonNullable<typeof channels>, 1);
    // 2 atan(18 / 50)
    expect(gate.horizontalFov).toBeCloseTo(2 * Math.atan(0.36), 12);
  });

  test('what is hidden is hidden, and a face without nodes has no place', () => {
    const hidden = camera(0, 50);
    hidden.state.setCurve(4, 0);
    const face = subject('face', [], ['smile']);
    const shot = buildLiveShot([hidden, face], 'z');
    expect(shot.places.length).toBe(1);
    expect(shot.settings.upAxis).toBe('z');
    expect([...readLivePose([hidden, face], 0).visible]).toEqual([0]);
  });
});

describe('compareCameras', () => {
  const posed = (one: RemoteSubject) => ({
    shot: buildLiveShot([one], 'y'),
    pose: readLivePose([one], 0),
    camera: 0,
    deviceAspect: 16 / 9,
  });

  test('the same camera differs by nothing', () => {
    const difference = compareCameras(posed(camera(3, 35)), posed(camera(3, 35)));
    expect(difference?.pixels).toBeLessThan(1e-9);
    expect(difference?.positionCm).toBe(0);
  });

  test('a camera that is moved aside differs most for what is near', () => {
    const difference = compareCameras(posed(camera(0, 36)), posed(camera(1, 36)));
    expect(difference?.positionCm).toBe(1);
    // A point a metre away moves by 1/100 of the distance; the picture is as wide as the distance: 19.2 of 1920 pixels.
    expect(difference?.pixels).toBeCloseTo(19.2, 6);
  });

  test('a longer lens draws what is at the edge further out', () => {
    const difference = compareCameras(posed(camera(0, 36)), posed(camera(0, 72)));
    expect(difference?.focalMm).toBe(36);
    // 0.9 of the half width and half height become 1.8.
    expect(difference?.pixels).toBeCloseTo(Math.hypot(0.9 * 960, 0.9 * 540), 6);
  });
});

describe('LiveStats', () => {
  test('counts the frames of the last moments, and forgets them', () => {
    const stats = new LiveStats();
    for (let i = 0; i <= 48; i++) stats.add(100 + i / 24, 100 + i / 24 - 0.005);
    expect(stats.rate(102)).toBeCloseTo(24.5, 1);
    expect(stats.rate(200)).toBe(0);
    expect(stats.latencyAt(0.5)).toBeCloseTo(5, 6);
  });

  test('keeps as many latencies as the plot shows', () => {
    const stats = new LiveStats();
    for (let i = 0; i < 10_000; i++) stats.add(i, i - 1);
    expect(stats.latencies.length).toBeLessThan(1000);
  });
});
