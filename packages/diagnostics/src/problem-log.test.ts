import { describe, expect, test } from 'vitest';
import { formatError, formatProblem, ProblemLog, RiglineError } from './index.ts';

const unknownNode = {
  code: 'MA_UNKNOWN_NODE',
  severity: 'warning',
  message: '"foo" nodes are not evaluated',
  at: { file: 'hero.ma', line: 1204, node: '|rig', plug: 'tx' },
  hint: 'Bake these plugs before export.',
  group: 'foo',
} as const;

describe('ProblemLog', () => {
  test('counts repeats and keeps the first place', () => {
    const log = new ProblemLog();
    for (let line = 1204; line < 1216; line++) log.add({ ...unknownNode, at: { file: 'hero.ma', line } });
    expect(log.list()).toMatchObject([{ count: 12, at: { line: 1204 } }]);
  });

  test('lists errors before warnings', () => {
    const log = new ProblemLog();
    log.add(unknownNode);
    log.add({ code: 'B', severity: 'error', message: 'broken' });
    expect(log.list().map((p) => p.severity)).toEqual(['error', 'warning']);
  });

  test('keeps at most its limit and says how many it dropped', () => {
    const log = new ProblemLog(2);
    for (let i = 0; i < 5; i++) log.add({ code: 'A', severity: 'info', message: `m${i}` });
    expect(log.list()).toHaveLength(3);
    expect(log.list().find((p) => p.code === 'PROBLEMS_DROPPED')?.message).toContain('3 more');
  });

  test('adds the counts of another log', () => {
    const [first, second] = [new ProblemLog(), new ProblemLog()];
    for (let i = 0; i < 3; i++) first.add({ code: 'A', severity: 'info', message: 'm' });
    second.addAll(first.list());
    second.addAll(first.list());
    expect(second.list()[0]?.count).toBe(6);
  });
});

describe('formatProblem', () => {
  test('prints place, severity, code, count, message and hint', () => {
    expect(formatProblem({ ...unknownNode, count: 12 })).toBe(
      'hero.ma:1204 |rig.tx  warning MA_UNKNOWN_NODE ×12  "foo" nodes are not evaluated\n  hint: Bake these plugs before export.',
    );
  });
});

describe('RiglineError', () => {
  test('keeps code, place, hint and cause', () => {
    const cause = new RangeError('inner');
    const error = new RiglineError({ code: 'X', message: 'm', at: { byte: 3 }, hint: 'Do it.', cause });
    expect(error.cause).toBe(cause);
    expect(formatError(error)).toBe('byte 3  error X  m\n  hint: Do it.');
  });
});
