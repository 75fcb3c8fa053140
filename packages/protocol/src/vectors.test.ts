import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { decodeMessage, encodeJson } from './codec.ts';
import { decodeFrame, FrameEncoder, type FrameHeader, type FrameSubject } from './frame.ts';
import type { JsonKind } from './messages.ts';
import { SubjectState } from './subject.ts';

interface FrameCase {
  readonly name: string;
  readonly header: FrameHeader;
  readonly subjects: readonly (Readonly<Record<keyof SubjectState, readonly number[]>> &
    Readonly<{ subject: number; revision: number; isFull: boolean }>)[];
  readonly hex: string;
}

function read<Content>(name: string): { readonly cases: Content[] } {
  return JSON.parse(readFileSync(new URL(`../../../fixtures/protocol/${name}`, import.meta.url), 'utf8'));
}

const toHex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

function stateOf(subject: FrameCase['subjects'][number]): FrameSubject {
  const state = new SubjectState(subject.translations.length / 3, subject.curves.length);
  for (const part of ['translations', 'rotations', 'scales', 'curves', 'changedNodes', 'changedCurves'] as const) {
    state[part].set(subject[part]);
  }
  return { ...subject, state };
}

describe('frames of fixtures/protocol', () => {
  test.each(read<FrameCase>('frames.golden.json').cases)('$name: the same bytes', ({ header, subjects, hex }) => {
    expect(toHex(new FrameEncoder().encode(header, subjects.map(stateOf)))).toBe(hex);
  });

  test.each(read<FrameCase>('frames.golden.json').cases)('$name: the same values', ({ header, subjects, hex }) => {
    const received = new Map(subjects.map((subject) => [subject.subject, stateOf(subject).state]));
    for (const state of received.values()) {
      state.reset();
      state.clearChanges();
    }
    const got = decodeFrame(Buffer.from(hex, 'hex'), { open: (subject) => received.get(subject) });
    expect(got).toEqual(header);
    for (const subject of subjects) {
      const state = received.get(subject.subject) as SubjectState;
      expect([...state.translations]).toEqual(subject.translations);
      // float32 in the message.
      for (const part of ['scales', 'curves'] as const) {
        expect([...state[part]]).toEqual(subject[part].map(Math.fround));
      }
      state.rotations.forEach((value, i) => {
        const at = i - (i % 4);
        const dot = [0, 1, 2, 3].reduce(
          (sum, k) => sum + (state.rotations[at + k] as number) * (subject.rotations[at + k] as number),
          0,
        );
        expect(Math.abs(value - Math.sign(dot) * (subject.rotations[i] as number))).toBeLessThan(1e-6);
      });
    }
  });
});

describe('messages of fixtures/protocol', () => {
  const { cases } = read<{ kind: JsonKind; body: never; hex: string }>('messages.golden.json');

  test.each(cases)('$kind', ({ kind, body, hex }) => {
    expect(decodeMessage(Buffer.from(hex, 'hex'))).toEqual({ kind, body });
    expect(toHex(encodeJson(kind, body))).toBe(hex);
  });
});
