import type { Scene } from '@rigline/scene';
import { sketchScene } from '@rigline/testkit';
import { describe, expect, test } from 'vitest';
import { matchesName, matchNodes, uniqueName } from './names.ts';

describe('matchesName', () => {
  test.each([
    ['*', 'anything', true],
    ['*', 'ns:name', false],
    ['*:name', 'ns:name', true],
    ['*:*', 'ns:name', true],
    ['a*b*c', 'axxbyyc', true],
    ['a*b*c', 'axxbyy', false],
    ['a?c', 'abc', true],
    ['a?c', 'ac', false],
    ['', '', true],
    ['', 'a', false],
    ['a', 'a', true],
    ['**', 'a', true],
    ['*a', 'ba', true],
    ['a.b', 'axb', false],
  ])('%s and %s: %s', (pattern, name, expected) => expect(matchesName(pattern, name)).toBe(expected));

  test('many stars do not make it slow', () => {
    const pattern = `${'*a'.repeat(200)}b`;
    expect(matchesName(pattern, 'a'.repeat(5000))).toBe(false);
  });
});

describe('names of nodes', () => {
  function scene(): Scene {
    const sketch = sketchScene({
      a: { type: 'transform' },
      b: { type: 'transform' },
      c: { type: 'transform', parent: 'a' },
    });
    for (const name of ['a', 'b']) {
      const parent = sketch.find(name);
      if (parent) sketch.addNode({ type: 'transform', name: 'leaf', parent });
    }
    return sketch;
  }

  test('a unique name stands alone, others get as much of their path as they need', () => {
    const sketch = scene();
    expect(sketch.nodes.map((node) => uniqueName(sketch, node))).toEqual(['a', 'b', 'c', 'a|leaf', 'b|leaf']);
  });
  test('each segment of a path is matched on its own', () => {
    const sketch = scene();
    const match = (pattern: string): string[] => matchNodes(sketch, pattern).map((node) => sketch.pathOf(node));
    expect(match('*|leaf')).toEqual(['|a|leaf', '|b|leaf']);
    expect(match('|a|*')).toEqual(['|a|c', '|a|leaf']);
    expect(match('|*')).toEqual(['|a', '|b']);
  });
});
