/**
 * Prints `docs/node-types.md`: the node types that are evaluated, and every rule that the sources mark as unverified.
 *
 * Run: `npm run docs:pages`. A test fails while the page differs from the sources.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const PACKAGES = ['evaluate', 'scene', 'formats', 'math', 'mel', 'query'];

const HEAD = `# Node types

Printed from the sources (\`npm run docs:pages\`); do not edit it by hand. How evaluation works is told in [evaluation.md](evaluation.md).
`;

const FAMILIES = [
  ['Hierarchy', (type) => ['dagNode', 'transform', 'joint'].includes(type)],
  ['Animation', (type) => /^(anim|pairBlend|timeTo|unitTo)/.test(type)],
  ['Constraints', (type) => /Constraint$/.test(type)],
  ['Inverse kinematics', (type) => /^ik/.test(type)],
  [
    'Geometry',
    (type) =>
      /^(mesh|nurbs|poly|transformGeometry|makeNurb|groupParts|curveInfo|motionPath|pointOnCurve|nearestPoint)/.test(
        type,
      ),
  ],
  ['Utilities', () => true],
];

/** Names by family, each name in the first that takes it. */
export function groupTypes(types) {
  const groups = new Map(FAMILIES.map(([name]) => [name, []]));
  for (const type of [...types].sort((a, b) => a.localeCompare(b, 'en'))) {
    const family = FAMILIES.find(([, takes]) => takes(type));
    groups.get(family[0]).push(type);
  }
  return groups;
}

/** What the comments mark as unverified, each with the sentence that it is about, in the order of the text. */
export function unverifiedSentences(text) {
  const found = [];
  for (const [comment] of text.matchAll(/\/\*\*[\s\S]*?\*\/|(?:^[ \t]*\/\/.*\n)+/gm)) {
    if (!comment.includes('Unverified')) continue;
    const blocks = comment
      .replace(/^\s*(\/\*\*|\*\/|\*(?!\/)|\/\/)[ \t]?/gm, '')
      .replace(/\*\/$/, '')
      // A list item, a tag or an empty line begins a new text.
      .split(/\n[ \t]*\n|\n(?=- |@)/);
    for (const block of blocks) {
      const sentences = block
        .replace(/\s+/g, ' ')
        .trim()
        .replace(/^- /, '')
        .split(/(?<=\.)\s+(?=[A-Z`])/);
      sentences.forEach((sentence, i) => {
        if (!sentence.includes('Unverified')) return;
        const before = sentences[i - 1];
        const isAbout = sentence.startsWith('Unverified') && before && !/^(Source|Golden|Unverified)/.test(before);
        found.push(isAbout ? `${before} ${sentence}` : sentence);
      });
    }
  }
  return found;
}

function sourceFiles(folder) {
  return readdirSync(folder, { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return sourceFiles(path);
      return /(?<!\.test)\.ts$/.test(entry.name) ? [path] : [];
    });
}

const PASSED =
  'These change geometry in Maya. Here the geometry before them goes through as it is, with a problem where points would move.';

/** The page for a list of node types, and those among them that only pass geometry on. */
export function renderNodeTypes(root, types, passing) {
  let text = HEAD;
  const list = (names) => `${names.map((name) => `\`${name}\``).join(', ')}\n`;
  const isPassing = new Set(passing);
  for (const [family, names] of groupTypes([...types].filter((type) => !isPassing.has(type)))) {
    if (names.length > 0) text += `\n## ${family}\n\n${list(names)}`;
  }
  text += `\n## Passed through\n\n${PASSED}\n\n${list([...isPassing].sort((a, b) => a.localeCompare(b, 'en')))}`;
  text += '\n## Unverified\n\nRules for which no source was found or that no saved file has shown yet:\n\n';
  for (const name of PACKAGES) {
    const source = join(root, 'packages', name, 'src');
    for (const file of sourceFiles(source)) {
      const at = `packages/${name}/src${file.slice(source.length).replaceAll('\\', '/')}`;
      for (const sentence of unverifiedSentences(readFileSync(file, 'utf8'))) {
        text += `- [${at.replace(/^packages\//, '').replace('/src/', '/')}](../${at}): ${sentence}\n`;
      }
    }
  }
  return text;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { MAYA_NODE_TYPES } = await import('@rigline/evaluate');
  const { UNEVALUATED_DEFORMERS, UNEVALUATED_MODIFIERS } = await import('@rigline/scene/maya');
  const passing = [...UNEVALUATED_DEFORMERS, ...UNEVALUATED_MODIFIERS].map(({ type }) => type);
  writeFileSync(join(ROOT, 'docs/node-types.md'), renderNodeTypes(ROOT, MAYA_NODE_TYPES.keys(), passing));
  console.log(`docs/node-types.md: ${MAYA_NODE_TYPES.size} node types`);
}
