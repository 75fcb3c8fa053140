import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

test('the WebAssembly of the batch kernels is what its script builds', async () => {
  const script = new URL('./build-batch-kernels.mjs', import.meta.url).href;
  const { printKernels } = (await import(script)) as { printKernels: () => string };
  const written = readFileSync(new URL('../packages/math/src/batch/kernels-binary.ts', import.meta.url), 'utf8');
  // Without white space and commas, which the formatter owns.
  const bare = (text: string): string => text.replace(/[\s,]/g, '');
  expect(bare(written)).toBe(bare(printKernels()));
});
