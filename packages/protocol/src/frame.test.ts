import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodeFrame, FrameEncoder, type FrameHeader, type FrameTarget, SOURCE_OFFSET } from './frame.ts';
import { SubjectState } from './subject.ts';

const HEADER: FrameHeader = {
  source: 0,
  sequence: 7,
  wallClock: 1770000000.25,
  time: { seconds: 1.5, frame: 36, frameRate: [24, 1] },
};

const value = fc.double({ min: -1e6, max: 1e6, noNaN: true });
const quat = fc
  .tuple(value, value, value, value)
  .filter((q) => Math.hypot(...q) > 1e-3)
  .map((q) => q.map((v) => v / Math.hypot(...q)) as [number, number, number, number]);
const nodes = fc.array(
  fc.record({ t: fc.tuple(value, value, value), r: quat, s: fc.tuple(value, value, value), uniform: fc.boolean() }),
  { maxLength: 40 },
);
const states = fc.tuple(nodes, fc.array(value, { maxLength: 40 })).map(([list, curves]) => {
  const state = new SubjectState(list.length, curves.length);
  list.forEach(({ t, r, s, uniform }, i) => {
    state.setTranslation(i, ...t);
    state.setRotation(i, ...r);
    state.setScale(i, s[0], uniform ? s[0] : s[1], uniform ? s[0] : s[2]);
  });
  curves.forEach((v, i) => {
    state.setCurve(i, v);
  });
  return state;
});

/** Largest angle between the rotations of two states, in radians. */
function worstTurn(a: SubjectState, b: SubjectState): number {
  let worst = 0;
  for (let i = 0; i < a.nodeCount; i++) {
    let dot = 0;
    for (let k = 0; k < 4; k++) dot += (a.rotations[i * 4 + k] as number) * (b.rotations[i * 4 + k] as number);
    worst = Math.max(worst, 2 * Math.sqrt(Math.max(0, 2 - 2 * Math.abs(dot))));
  }
  return worst;
}

function expectSame(actual: SubjectState, expected: SubjectState): void {
  expect([...actual.translations].map((v) => v + 0)).toEqual([...expected.translations].map((v) => v + 0));
  expect([...actual.scales]).toEqual([...expected.scales].map(Math.fround));
  expect([...actual.curves].map((v) => v + 0)).toEqual([...expected.curves].map((v) => Math.fround(v) + 0));
  // Three float32 components of size 1 at most.
  expect(worstTurn(actual, expected)).toBeLessThan(1e-6);
}

const into = (state: SubjectState): FrameTarget => ({ open: () => state });

describe('FrameEncoder', () => {
  test('a full frame gives every value to a receiver that knew others', () => {
    fc.assert(
      fc.property(states, (state) => {
        const message = new FrameEncoder().encode(HEADER, [{ subject: 3, revision: 1, state, isFull: true }]);
        const received = new SubjectState(state.nodeCount, state.curveCount);
        received.curves.fill(9);
        received.translations.fill(9);
        expect(decodeFrame(message, into(received))).toEqual(HEADER);
        expectSame(received, state);
      }),
    );
  });

  test('changes alone bring a receiver that knows the rest to the same values', () => {
    fc.assert(
      fc.property(states, fc.array(fc.tuple(fc.nat(), value), { maxLength: 10 }), (state, edits) => {
        const received = new SubjectState(state.nodeCount, state.curveCount);
        const encoder = new FrameEncoder();
        const send = (): void => {
          decodeFrame(encoder.encode(HEADER, [{ subject: 3, revision: 1, state, isFull: false }]), into(received));
          state.clearChanges();
        };
        send();
        for (const [at, v] of edits) {
          if (state.nodeCount > 0) state.setTranslation(at % state.nodeCount, v, 2, 3);
          if (state.curveCount > 0) state.setCurve(at % state.curveCount, v);
        }
        send();
        expectSame(received, state);
      }),
    );
  });

  test('says nothing of what has not changed', () => {
    const state = new SubjectState(100, 100);
    const empty = new FrameEncoder().encode(HEADER, [{ subject: 3, revision: 1, state, isFull: false }]);
    state.setCurve(50, 1);
    const one = new FrameEncoder().encode(HEADER, [{ subject: 3, revision: 1, state, isFull: false }]);
    expect(one.length - empty.length).toBe(5);
  });

  test('leaves out numbers that are not finite, and a receiver keeps what it has', () => {
    const state = new SubjectState(1, 2);
    state.setTranslation(0, Number.NaN, 0, 0);
    state.setScale(0, Number.POSITIVE_INFINITY, 1, 1);
    state.setRotation(0, 0, 0, 0, 0);
    state.setCurve(0, 1e300);
    state.setCurve(1, 5);
    const received = new SubjectState(1, 2);
    received.setTranslation(0, 1, 2, 3);
    received.curves[0] = 7;
    decodeFrame(new FrameEncoder().encode(HEADER, [{ subject: 0, revision: 0, state, isFull: false }]), into(received));
    expect([...received.translations]).toEqual([1, 2, 3]);
    expect([...received.rotations]).toEqual([0, 0, 0, 1]);
    expect([...received.scales]).toEqual([1, 1, 1]);
    expect([...received.curves]).toEqual([7, 5]);
  });

  test('has the source where the hub fills it in', () => {
    const message = new FrameEncoder().encode({ ...HEADER, source: 0 }, []);
    new DataView(message.buffer).setUint16(SOURCE_OFFSET, 513, true);
    expect(decodeFrame(message, { open: () => undefined }).source).toBe(513);
  });

  test('takes a quarter of its JSON form, or less', () => {
    const state = new SubjectState(60, 0);
    for (let i = 0; i < 60; i++) {
      const [a, b] = [Math.sin(i + 1), Math.cos(i + 1)];
      state.setTranslation(i, a * 17, b * 13, a * b * 11);
      state.setRotation(i, a * 0.6, b * 0.6, a * 0.8, b * 0.8);
      state.setScale(i, 1 + a / 9, 1 + b / 9, 1 - a / 9);
    }
    const message = new FrameEncoder().encode(HEADER, [{ subject: 0, revision: 0, state, isFull: true }]);
    const json = JSON.stringify(
      Array.from({ length: 60 }, (_, i) => ({
        t: [...state.translations.slice(i * 3, i * 3 + 3)],
        r: [...state.rotations.slice(i * 4, i * 4 + 4)],
        s: [...state.scales.slice(i * 3, i * 3 + 3)],
      })),
    );
    expect(message.length / json.length).toBeLessThan(0.25);
  });
});

describe('decodeFrame', () => {
  const state = new SubjectState(5, 5);
  for (let i = 0; i < 5; i++) {
    state.setTranslation(i, i + 1, 2, 3);
    state.setRotation(i, 0.5, 0.5, -0.5, 0.5);
    state.setCurve(i, i + 1);
  }
  const message = new FrameEncoder().encode(HEADER, [
    { subject: 1, revision: 1, state, isFull: true },
    { subject: 2, revision: 1, state, isFull: true },
  ]);

  test('refuses a message cut at any byte', () => {
    for (let end = 4; end < message.length; end++) {
      expect(() => decodeFrame(message.subarray(0, end), into(new SubjectState(5, 5)))).toThrowError(
        expect.objectContaining({ code: 'PROTOCOL_TRUNCATED' }),
      );
    }
  });

  test('skips subjects that are not wanted', () => {
    const received = new SubjectState(5, 5);
    const seen: number[] = [];
    decodeFrame(message, {
      open: (subject) => {
        seen.push(subject);
        return subject === 2 ? received : undefined;
      },
    });
    expect(seen).toEqual([1, 2]);
    expectSame(received, state);
  });

  test('refuses nodes and curves that a subject does not have', () => {
    expect(() => decodeFrame(message, into(new SubjectState(4, 5)))).toThrowError(/number 4 of 4/);
    expect(() => decodeFrame(message, into(new SubjectState(5, 4)))).toThrowError(/number 4 of 4/);
  });

  test('any bytes are read or refused', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(), fc.integer({ min: 0, max: 255 })), { maxLength: 8 }), (edits) => {
        const bytes = message.slice();
        for (const [at, byte] of edits) bytes[at % bytes.length] = byte;
        const received = new SubjectState(5, 5);
        try {
          decodeFrame(bytes, into(received));
        } catch (error) {
          expect(error).toMatchObject({ code: expect.stringMatching(/^PROTOCOL_/) });
        }
        for (const list of [received.translations, received.rotations, received.scales, received.curves]) {
          expect([...list].every(Number.isFinite)).toBe(true);
        }
      }),
    );
  });
});
