/**
 * Prints `docs/problems.md` from the problem tables of the packages.
 *
 * Run: `npm run docs:pages`. A test fails while the page differs from the tables.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

const HEAD = `# Problems

Everything that Rigline finds wrong in a scene is a **problem**: a code, a severity, a message with the values, the place (file and line, byte, node, plug) and, where there is one, a hint what to do. Codes are part of the API: they are never renamed silently.

- **error**: something is lost or wrong. The command line ends with exit code 1.
- **warning**: the result may differ from what the application would show. With \`--strict\` the exit code is 1.
- **info**: worth knowing; nothing is wrong.

A problem that cannot be worked around, such as a file that is not readable at all, and misuse of the API are thrown as a \`RiglineError\` with the same fields.

This page is printed from the tables in the sources (\`npm run docs:pages\`); do not edit it by hand.
`;

const isTable = (value) =>
  typeof value === 'object' &&
  value !== null &&
  Object.values(value).length > 0 &&
  Object.values(value).every((row) => typeof row?.severity === 'string' && typeof row?.when === 'string');

/** Tables among the exports of a `problems.ts`, which imports types only and so needs no build. */
async function readTables(file) {
  const options = { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022, verbatimModuleSyntax: true };
  const { outputText } = ts.transpileModule(readFileSync(file, 'utf8'), { compilerOptions: options });
  const exports = await import(`data:text/javascript,${encodeURIComponent(outputText)}`);
  return Object.values(exports).filter(isTable);
}

/** All tables of a repository by package, as `mel` or `formats/ma`: a map of codes to rows each. */
export async function readSections(root) {
  const sections = new Map();
  for (const name of readdirSync(join(root, 'packages')).sort()) {
    const source = join(root, 'packages', name, 'src');
    for (const file of readdirSync(source, { recursive: true }).sort()) {
      const parts = file.split(/[\\/]/);
      if (parts.pop() !== 'problems.ts') continue;
      const rows = (await readTables(join(source, file))).flatMap((table) => Object.entries(table));
      sections.set([name, ...parts].join('/'), new Map(rows));
    }
  }
  return sections;
}

function sentence(text) {
  const start = text[0].toUpperCase() + text.slice(1);
  return (/[.!?]$/.test(start) ? start : `${start}.`).replaceAll('|', '\\|');
}

/** A Markdown table with aligned columns, as the formatter has it. */
function formatTable(rows) {
  const widths = rows[0].map((_, i) => Math.max(3, ...rows.map((row) => row[i].length)));
  const lines = rows.map((row) => `| ${row.map((cell, i) => cell.padEnd(widths[i])).join(' | ')} |`);
  lines.splice(1, 0, `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`);
  return `${lines.join('\n')}\n`;
}

/** The page: one section for each table, by the name of its package. */
export function renderProblems(sections) {
  let text = HEAD;
  for (const [name, rows] of sections) {
    const cells = [...rows].map(([code, { severity, when }]) => [`\`${code}\``, severity, sentence(when)]);
    text += `\n## ${name}\n\n${formatTable([['code', 'severity', 'when'], ...cells])}`;
  }
  return text;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const sections = await readSections(ROOT);
  writeFileSync(join(ROOT, 'docs/problems.md'), renderProblems(sections));
  console.log(`docs/problems.md: ${[...sections.keys()].join(', ')}`);
}
