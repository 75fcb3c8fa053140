import { describe, expect, test } from 'vitest';
import { readReport } from './corpus/checker.mjs';
import { Score, worstDifference } from './corpus/score.mjs';
import { sortMisses } from './corpus.mjs';

describe('Score', () => {
  test('counts per kind and names the misses', () => {
    const score = new Score();
    score.add('curves', true, 'a');
    score.add('curves', false, 'b');
    expect(score.kinds.get('curves')).toEqual({ passed: 1, total: 2 });
    expect(score.misses).toEqual([{ kind: 'curves', name: 'b' }]);
  });
});

describe('worstDifference', () => {
  test('is infinite for what is no number, absent or of another length', () => {
    expect(worstDifference([1, 2.5], [1, 2])).toBe(0.5);
    for (const actual of [[Number.NaN, 2], [1], undefined]) expect(worstDifference(actual, [1, 2])).toBe(Infinity);
  });
});

describe('sortMisses', () => {
  const misses = [
    { kind: 'ma: joint world', name: 'a.ma |joint1: off by 1' },
    { kind: 'ma: joint world', name: 'b.ma |joint1: off by 1' },
  ];

  test('accepts what the baseline names, and nothing else', () => {
    const accepted = [{ kind: 'ma: joint world', name: 'a.ma |joint1:', proof: 'its curve says so' }];
    expect(sortMisses(misses, accepted)).toEqual({ open: [misses[1]], stale: [] });
  });

  test('tells accepted misses that are gone', () => {
    const accepted = [{ kind: 'ma: bind inverse', name: 'a.ma', proof: '' }];
    expect(sortMisses(misses, accepted)).toEqual({ open: misses, stale: accepted });
  });
});

describe('readReport', () => {
  test('takes counts and misses, and knows a report that was cut off', () => {
    const score = new Score();
    const text = 'loads                  61/61\njoint world            35/41\n  miss  joint world: a.ma |j: off by 1\n';
    expect(readReport(text, score, 'ma')).toBe(false);
    expect(readReport(`${text}ma corpus: 96/102\n`, score, 'ma')).toBe(true);
    expect(score.kinds.get('ma: joint world')).toEqual({ passed: 35, total: 41 });
    expect(score.misses[0]).toEqual({ kind: 'ma: joint world', name: 'a.ma |j: off by 1' });
  });
});
