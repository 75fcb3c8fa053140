/**
 * Counts tests for the closing line, and tells a skip apart from a tool that is missing.
 *
 * A test that needs a tool is skipped where the tool is absent and names it, in its title or in the note of
 * `context.skip`: "(needs Chromium)". On a continuous-integration machine the tool has to be there, so such a skip is
 * a failure.
 */

/** Tools that tests may need, with how to get them. */
export const TOOLS = [
  { name: 'Chromium', pattern: /chromium/i, install: 'apt-get install chromium' },
  { name: 'Blender', pattern: /blender/i, install: 'apt-get install blender' },
  { name: 'NATS', pattern: /\bnats\b/i, install: 'apt-get install nats-server' },
];

/** The tool whose absence explains a skip. Only a title or note that says "needs" names one. */
export function neededTool(text) {
  const needs = /\bneeds?\b(.*)/is.exec(text)?.[1];
  return needs === undefined ? undefined : TOOLS.find((tool) => tool.pattern.test(needs));
}

/** What happened, from the closing line's point of view. */
export function summarize(tests, { strictTools, extraFailures = 0 }) {
  const skipped = tests.filter((test) => test.state === 'skipped');
  const missing = strictTools ? skipped.filter((test) => neededTool(`${test.name} ${test.note ?? ''}`)) : [];
  const failed = tests.filter((test) => test.state === 'failed').length + missing.length + extraFailures;
  return {
    passed: tests.filter((test) => test.state === 'passed').length,
    failed,
    skipped: skipped.length - missing.length,
    lines: skippedLines(skipped, strictTools),
  };
}

function skippedLines(skipped, strictTools) {
  return skipped.map((test) => {
    const tool = neededTool(`${test.name} ${test.note ?? ''}`);
    const reason = test.note ? `: ${test.note}` : '';
    const install = tool ? `  (to run it: ${tool.install})` : '';
    return `${tool && strictTools ? 'MISSING' : 'skipped'}  ${test.file} > ${test.name}${reason}${install}`;
  });
}

/** The plain closing line. */
export function closingLine({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

/** Vitest reporter that keeps what `summarize` needs. */
export class SummaryReporter {
  tests = [];
  /** Files that failed before any test, and errors outside tests. */
  extraFailures = 0;

  onTestRunEnd(modules, unhandledErrors) {
    this.extraFailures = unhandledErrors.length;
    for (const module of modules) {
      if (module.errors().length > 0) this.extraFailures++;
      for (const suite of module.children.allSuites()) if (suite.errors().length > 0) this.extraFailures++;
      for (const test of module.children.allTests()) {
        const { state, note } = test.result();
        this.tests.push({ file: module.relativeModuleId, name: test.fullName, state, note });
      }
    }
  }
}
