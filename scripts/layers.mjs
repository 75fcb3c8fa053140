/**
 * The layer table: what each package may import from the others. A package may use fewer; its package.json says which,
 * and that list is the one that its sources are held to.
 */

const ENGINE = ['evaluate', 'mel', 'scene', 'math', 'diagnostics'];

/** Folder to packages it may import, by folder name under `packages/`. `testkit` is for tests and benchmarks only. */
export const LAYERS = {
  'packages/math': [],
  'packages/diagnostics': [],
  'packages/scene': ['math', 'diagnostics'],
  'packages/mel': ['diagnostics'],
  'packages/evaluate': ['scene', 'mel', 'math', 'diagnostics'],
  'packages/formats': ['scene', 'math', 'diagnostics'],
  'packages/convert': ['formats', ...ENGINE],
  'packages/protocol': ['math', 'diagnostics'],
  'packages/client': ['protocol', 'scene', 'math', 'diagnostics'],
  'packages/bridges': ['client', 'protocol', 'math', 'diagnostics'],
  'packages/hub': ['protocol', 'math', 'diagnostics'],
  'packages/query': ENGINE,
  'packages/viewer': ['evaluate', 'scene', 'math'],
  'packages/cli': ['convert', 'formats', 'query', 'bridges', 'client', 'hub', 'protocol', ...ENGINE],
  'packages/testkit': ['scene', 'math', 'diagnostics'],
  'apps/studio': ['viewer', 'client', 'convert', 'formats', 'protocol', ...ENGINE],
};

/** Bytes in, bytes out: no Node module and no DOM type in their sources. */
export const PLATFORM_FREE = [
  'packages/math',
  'packages/diagnostics',
  'packages/scene',
  'packages/mel',
  'packages/evaluate',
  'packages/formats',
  'packages/convert',
  'packages/protocol',
  'packages/query',
];

/** These run in a browser: the DOM is theirs, Node is not. */
export const BROWSER_ONLY = ['packages/viewer', 'apps/studio'];

export const MAX_LINES = 400;
