import { describe, expect, test } from 'vitest';
import { closingLine, neededTool, summarize } from './summary-reporter.mjs';

const tests = [
  { file: 'a.test.ts', name: 'adds', state: 'passed' },
  { file: 'a.test.ts', name: 'subtracts', state: 'failed' },
  { file: 'b.test.ts', name: 'studio (needs Chromium) > shows the shot', state: 'skipped' },
  { file: 'b.test.ts', name: 'corpus', state: 'skipped', note: 'no corpus here' },
];

describe('summarize', () => {
  test('counts a lacking tool as skipped on a desk', () => {
    expect(summarize(tests, { strictTools: false })).toMatchObject({ passed: 1, failed: 1, skipped: 2 });
  });

  test('counts a lacking tool as failed where tools have to be there', () => {
    expect(summarize(tests, { strictTools: true })).toMatchObject({ passed: 1, failed: 2, skipped: 1 });
  });

  test('adds failures outside tests', () => {
    expect(summarize(tests, { strictTools: false, extraFailures: 3 }).failed).toBe(4);
  });

  test('names skipped tests with the reason and the way to the tool', () => {
    expect(summarize(tests, { strictTools: false }).lines).toEqual([
      'skipped  b.test.ts > studio (needs Chromium) > shows the shot  (to run it: apt-get install chromium)',
      'skipped  b.test.ts > corpus: no corpus here',
    ]);
  });
});

describe('neededTool', () => {
  test('takes a tool from "needs" only', () => {
    expect(neededTool('opens in Blender space')).toBeUndefined();
    expect(neededTool('is refused (needs NATS)')?.name).toBe('NATS');
  });
});

describe('closingLine', () => {
  test('leaves out skips where there are none', () => {
    expect(closingLine({ passed: 3, failed: 0, skipped: 0 })).toBe('3 passed, 0 failed');
    expect(closingLine({ passed: 3, failed: 1, skipped: 2 })).toBe('3 passed, 1 failed, 2 skipped');
  });
});
