import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { editDistance, nearestName, suggestHint } from './suggest.ts';

describe('editDistance', () => {
  test.each([
    ['', 'abc', 3],
    ['kitten', 'sitting', 3],
    ['getAtrr', 'getAttr', 1],
    ['same', 'same', 0],
  ])('%s to %s takes %i edits', (a, b, edits) => expect(editDistance(a, b)).toBe(edits));

  test('is symmetric and at most the longer length', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 12 }), fc.string({ maxLength: 12 }), (a, b) => {
        expect(editDistance(a, b)).toBe(editDistance(b, a));
        expect(editDistance(a, b)).toBeLessThanOrEqual(Math.max(a.length, b.length));
      }),
    );
  });
});

describe('nearestName', () => {
  test('finds a misspelt name', () => expect(nearestName('tranlsate', ['rotate', 'translate'])).toBe('translate'));
  test('prefers a name that ends alike', () => {
    expect(nearestName('translatX', ['translate', 'translateX', 'translateY'])).toBe('translateX');
  });
  test('gives nothing when nothing is near', () => expect(nearestName('foo', ['translate'])).toBeUndefined());
  test('does not compare very long words', () =>
    expect(nearestName('x'.repeat(1000), ['x'.repeat(64)])).toBeUndefined());
});

test('suggestHint asks with the prefix', () => expect(suggestHint('tim', ['time'], '-')).toBe('Did you mean "-time"?'));
