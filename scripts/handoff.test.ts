import { readFileSync } from 'node:fs';
import { type EvalFrame, type EvalNode, Graph, MAYA_NODE_TYPES, SceneSampler } from '@rigline/evaluate';
import { readMa } from '@rigline/formats/ma';
import { invertMat4, type Mat4, multiplyMat4, transformPoint, type Vec3 } from '@rigline/math';
import { describe, expect, test } from 'vitest';
import { generateHandoff, HANDOFF_FILE } from './generate-handoff.mjs';
import { ARM, FOCUS_FRAMES, HANDOFF, RANGE } from './handoff/motion.mjs';

const text = readFileSync(HANDOFF_FILE, 'utf8');
const { scene, problems } = readMa(new TextEncoder().encode(text), { file: 'handoff.ma' });
const graph = new Graph(scene, MAYA_NODE_TYPES);
const sampler = new SceneSampler(graph);
const frames: EvalFrame[] = [];
for (let frame = RANGE.first; frame <= RANGE.last; frame++) frames.push(sampler.sample(frame));

const node = (frame: EvalFrame, name: string): EvalNode => {
  const found = frame.nodes.find(({ path }) => path.endsWith(`|${name}`));
  if (!found) throw new Error(`There is no ${name}`);
  return found;
};
const world = (frame: EvalFrame, name: string): Mat4 => [...node(frame, name).world] as Mat4;
const origin = (frame: EvalFrame, name: string): Vec3 => world(frame, name).slice(12, 15) as Vec3;
const distance = (a: Readonly<Vec3>, b: Readonly<Vec3>): number => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
const shotCam = (frame: EvalFrame): EvalFrame['cameras'][number] => {
  const camera = frame.cameras.find(({ path }) => path.endsWith('|shotCamShape'));
  if (!camera) throw new Error('There is no shotCam');
  return camera;
};
const inHand = (frame: EvalFrame, hand: string): Mat4 =>
  multiplyMat4(world(frame, 'lantern'), invertMat4(world(frame, hand)) as Mat4);
/** A world point in the picture: -1 to 1 from edge to edge. */
const inPicture = (frame: EvalFrame, point: Vec3): [number, number] => {
  const [x, y, z] = transformPoint(invertMat4(world(frame, 'shotCam')) as Mat4, point);
  const m = shotCam(frame).projection as unknown as Mat4;
  const w = x * m[3] + y * m[7] + z * m[11] + m[15];
  return [(x * m[0] + y * m[4] + z * m[8] + m[12]) / w, (x * m[1] + y * m[5] + z * m[9] + m[13]) / w];
};

describe('generateHandoff', () => {
  test('writes the file that is in the repository, byte for byte', () => {
    expect(generateHandoff() === text).toBe(true);
  });

  test('names each node once', () => {
    const names = [...text.matchAll(/^createNode \w+(?: -s)? -n "([^"]+)"/gm)].map((match) => match[1]);
    expect(names.length).toBeGreaterThan(300);
    expect(new Set(names).size).toBe(names.length);
  });
});

describe('handoff.ma', () => {
  test('is read without a warning', () => {
    expect(problems.filter(({ severity }) => severity !== 'info')).toEqual([]);
  });

  test('connects only plugs that its nodes have', () => {
    const missing: string[] = [];
    let count = 0;
    for (const to of scene.nodes) {
      for (const [path, from] of to.inputs) {
        count++;
        for (const end of [{ node: to, path }, from]) {
          if (MAYA_NODE_TYPES.has(end.node.type) && !end.node.resolve(end.path))
            missing.push(`${end.node.name}.${end.path}`);
        }
      }
    }
    expect(count).toBeGreaterThan(400);
    expect(missing).toEqual([]);
  });

  test('the lantern does not move in the giving hand before the handoff, nor in the taking hand after it', () => {
    for (const [hand, wanted] of [
      ['armL_hand', (frame: number) => frame <= HANDOFF.give],
      ['armR_hand', (frame: number) => frame >= HANDOFF.take],
    ] as const) {
      const held = frames.filter(({ frame }) => wanted(frame)).map((frame) => inHand(frame, hand));
      expect(held.length).toBeGreaterThan(60);
      for (const matrix of held) {
        for (let i = 0; i < 16; i++)
          expect(Math.abs((matrix[i] as number) - (held[0]?.[i] as number))).toBeLessThan(1e-6);
      }
    }
  });

  test('the lantern leaves the one hand and comes to the other', () => {
    const [first, last] = [frames[0] as EvalFrame, frames[frames.length - 1] as EvalFrame];
    expect(distance(origin(first, 'lantern'), origin(first, 'armR_hand'))).toBeGreaterThan(80);
    expect(distance(origin(last, 'lantern'), origin(last, 'armL_hand'))).toBeGreaterThan(80);
  });

  test('the lantern does not jump while its weights change', () => {
    for (let i = HANDOFF.meet; i < HANDOFF.part; i++) {
      const [before, after] = [frames[i - 1] as EvalFrame, frames[i] as EvalFrame];
      expect(distance(origin(before, 'lantern'), origin(after, 'lantern'))).toBeLessThan(1);
    }
  });

  test.each(['armL', 'armR'])('the wrist of %s is at its handle, its bones keep their lengths', (arm) => {
    for (const frame of frames) {
      const [shoulder, elbow, hand] = ['shoulder', 'elbow', 'hand'].map((joint) =>
        origin(frame, `${arm}_${joint}`),
      ) as [Vec3, Vec3, Vec3];
      expect(distance(hand, origin(frame, `${arm}_ikHandle`))).toBeLessThan(1e-6);
      expect(distance(shoulder, elbow)).toBeCloseTo(ARM.upper, 6);
      expect(distance(elbow, hand)).toBeCloseTo(ARM.lower, 6);
      expect(elbow[1]).toBeGreaterThan((shoulder[1] + hand[1]) / 2);
    }
  });

  test('the rotations that are saved for the joints of the arms are those that the solver finds', () => {
    const saved = sampler.sample(scene.settings.savedFrame);
    for (const joint of ['armL_shoulder', 'armL_elbow', 'armR_shoulder', 'armR_elbow']) {
      const block = text.slice(text.indexOf(`createNode joint -n "${joint}"`));
      const stated = /"\.r" -type "double3" ([^;]+);/.exec(block)?.[1]?.trim().split(' ').map(Number);
      expect(stated).toHaveLength(3);
      const solved = node(saved, joint).channels?.rotate ?? [];
      // 1e-6 degrees: the file has nine decimals.
      for (let i = 0; i < 3; i++) expect(solved[i]).toBeCloseTo(stated?.[i] as number, 6);
    }
  });

  test('the lantern is well inside the picture at every frame', () => {
    for (const frame of frames) {
      for (const name of ['lantern', 'lantern_aim', 'lantern_body']) {
        const [x, y] = inPicture(frame, origin(frame, name));
        expect(Math.abs(x)).toBeLessThan(0.5);
        expect(Math.abs(y)).toBeLessThan(0.85);
      }
    }
  });

  test('focus is on the lantern: within 2 cm at the keys, within 4 cm between them', () => {
    for (const frame of frames) {
      const miss = Math.abs(
        shotCam(frame).focusDistance - distance(origin(frame, 'shotCam'), origin(frame, 'lantern_aim')),
      );
      expect(miss).toBeLessThan(FOCUS_FRAMES.includes(frame.frame) ? 2 : 4);
    }
  });

  test('the head of the owl goes from its keys to one hand and then to the other', () => {
    const at = (frame: number): readonly number[] =>
      node(frames[frame - 1] as EvalFrame, 'owl_head').channels?.rotate ?? [];
    expect(at(1)).toEqual([expect.closeTo(30, 6), expect.closeTo(0, 6), expect.closeTo(9, 6)]);
    for (const [frame, gaze] of [
      [70, 'owl_gazeL'],
      [150, 'owl_gazeR'],
    ] as const) {
      const gazed = world(frames[frame - 1] as EvalFrame, gaze);
      const head = world(frames[frame - 1] as EvalFrame, 'owl_head');
      for (let i = 0; i < 11; i++) expect(head[i]).toBeCloseTo(gazed[i] as number, 6);
    }
    expect((at(150)[1] as number) - (at(70)[1] as number)).toBeGreaterThan(20);
  });

  test('the lens and the focus are pulled, the fingers close, the door swings, the flame flickers', () => {
    const moved = (read: (frame: EvalFrame) => number): number => {
      const values = frames.map(read);
      return Math.max(...values) - Math.min(...values);
    };
    const channel =
      (name: string, kind: 'rotate' | 'scale', axis: number) =>
      (frame: EvalFrame): number =>
        node(frame, name).channels?.[kind][axis] ?? 0;
    expect(moved((frame) => shotCam(frame).focalLengthMm)).toBeGreaterThan(10);
    expect(moved((frame) => shotCam(frame).focusDistance)).toBeGreaterThan(20);
    for (const finger of ['armL_fingerUp', 'armL_fingerDownTip', 'armR_fingerUp', 'armR_fingerDownTip']) {
      expect(moved(channel(finger, 'rotate', 2))).toBeGreaterThan(20);
    }
    expect(moved(channel('lantern_door', 'rotate', 1))).toBeGreaterThan(30);
    expect(moved(channel('cam_shake', 'rotate', 0))).toBeGreaterThan(0.05);
    expect(moved(channel('lantern_flame', 'scale', 1))).toBeGreaterThan(0.1);
  });
});
