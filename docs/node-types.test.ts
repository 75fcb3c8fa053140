import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { MAYA_NODE_TYPES } from '@rigline/evaluate';
import { UNEVALUATED_DEFORMERS, UNEVALUATED_MODIFIERS } from '@rigline/scene/maya';
import { describe, expect, test } from 'vitest';
import { renderNodeTypes, unverifiedSentences } from '../scripts/print-node-types.mjs';

test('docs/node-types.md is what the sources say (npm run docs:pages)', () => {
  const page = readFileSync(new URL('./node-types.md', import.meta.url), 'utf8');
  const passing = [...UNEVALUATED_DEFORMERS, ...UNEVALUATED_MODIFIERS].map(({ type }) => type);
  const root = fileURLToPath(new URL('..', import.meta.url));
  expect(page).toBe(renderNodeTypes(root, MAYA_NODE_TYPES.keys(), passing));
});

describe('unverifiedSentences', () => {
  test('finds sentences over line breaks, with what they are about', () => {
    const text = `
/**
 * Blends two. The short arc is taken. Unverified: that
 * it is.
 *
 * Source: help. Unverified: the sign.
 */
const a = 1; // "Unverified" in code is not meant
// Order as in files. Unverified: the last
// two.
`;
    expect(unverifiedSentences(text)).toEqual([
      'The short arc is taken. Unverified: that it is.',
      'Unverified: the sign.',
      'Order as in files. Unverified: the last two.',
    ]);
  });
});
