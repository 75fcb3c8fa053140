import { describe, expect, test } from 'vitest';
import {
  formatCacheDescription,
  formatCacheFrame,
  fromCacheSubject,
  parseCacheDescription,
  parseCacheFrame,
  toCacheSubject,
} from './file-frame.ts';
import { type SubjectDescription, SubjectState } from './subject.ts';

const PROP: SubjectDescription = {
  source: 0,
  subject: 0,
  revision: 4,
  name: 'prop',
  role: 'transform',
  space: 'blender',
  nodes: [
    { name: 'prop', parent: -1 },
    { name: 'lid', parent: 0 },
  ],
  curves: ['visible'],
};

describe('the file cache', () => {
  const state = new SubjectState(2, 1);
  state.setTranslation(1, 1, 2, 3);
  state.setRotation(1, 0.5, 0.5, 0.5, 0.5);
  state.setCurve(0, 1);
  const text = formatCacheFrame('s', { source: 0, sequence: 3, wallClock: 9 }, [toCacheSubject(PROP, state)]);

  test('gives back the state that was written', () => {
    const [subject] = parseCacheFrame(text).subjects;
    const read = subject && fromCacheSubject(PROP, subject);
    expect(read?.translations).toEqual(state.translations);
    expect(read?.rotations).toEqual(state.rotations);
    expect(read?.scales).toEqual(state.scales);
    expect(read?.curves).toEqual(state.curves);
  });

  test('gives back the descriptions', () => {
    expect(parseCacheDescription(formatCacheDescription('s', [PROP]))).toEqual({
      protocol: 1,
      session: 's',
      subjects: [PROP],
    });
  });

  test('refuses a file torn at any byte', () => {
    for (let end = 0; end < text.length; end++) {
      expect(() => parseCacheFrame(text.slice(0, end))).toThrowError(
        expect.objectContaining({ code: 'PROTOCOL_BAD_BODY' }),
      );
    }
  });

  test('a subject of another shape gives no state', () => {
    const [subject] = parseCacheFrame(text).subjects;
    expect(subject && fromCacheSubject({ ...PROP, nodes: [] }, subject)).toBeUndefined();
  });

  test('writes defaults for numbers that are not finite', () => {
    const broken = new SubjectState(2, 1);
    broken.translations[0] = Number.NaN;
    broken.curves[0] = Number.POSITIVE_INFINITY;
    const subject = toCacheSubject(PROP, broken);
    expect(subject.nodes[0]?.t).toEqual([0, 0, 0]);
    expect(subject.curves).toEqual({ visible: 0 });
  });
});
