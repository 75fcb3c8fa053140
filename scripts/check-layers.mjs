/**
 * Holds the packages to the layer table of `layers.mjs`: dependencies, imports, platform freedom, public doors, length.
 *
 * Run: `npm run layers`. Exits 1 when something is out of its layer, with a line for each.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { BROWSER_ONLY, LAYERS, MAX_LINES, PLATFORM_FREE } from './layers.mjs';

const SOURCE = /\.(ts|tsx|mts|js|jsx|mjs)$/;
const TEST = /\.(test|test-d)\.tsx?$|(^|\/)test\//;
/** What tests of any package may read. */
const SHARED_DATA = /^(fixtures|examples)\//;
/** A longer file has a line of this form near its top, with the reason behind it. */
const LENGTH_REASON = /longer than 400 lines:\s*\S/i;

const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'));

/** Every rule over a repository; one line for each breach. */
export function checkLayers(root) {
  const problems = [];
  const packages = findPackages(root);
  const names = new Map(packages.map((found) => [found.manifest.name, found]));
  const manifest = join(root, 'package.json');
  const tools = existsSync(manifest) ? Object.keys(readJson(manifest).devDependencies ?? {}) : [];
  for (const found of packages) {
    const report = (file, message) => problems.push(`${file}: ${message}`);
    if (!LAYERS[found.folder]) {
      report(`${found.folder}/package.json`, 'is not in the layer table; add a row to scripts/layers.mjs');
      continue;
    }
    checkManifest(found, names, report);
    checkConfig(root, found, names, report);
    for (const file of sourceFiles(join(root, found.folder))) {
      checkFile({ root, found, names, tools, file }, report);
    }
  }
  for (const folder of ['benchmarks', 'scripts', 'docs']) {
    for (const file of sourceFiles(join(root, folder))) {
      checkLength(slashed(relative(root, file)), readFileSync(file, 'utf8'), (at, message) => {
        problems.push(`${at}: ${message}`);
      });
    }
  }
  return problems.sort();
}

function findPackages(root) {
  const found = [];
  for (const group of ['packages', 'apps']) {
    if (!existsSync(join(root, group))) continue;
    for (const name of readdirSync(join(root, group))) {
      const manifest = join(root, group, name, 'package.json');
      if (existsSync(manifest)) found.push({ folder: `${group}/${name}`, manifest: readJson(manifest) });
    }
  }
  return found;
}

const slashed = (path) => path.split(sep).join('/');
const inLayer = (found, name, names) => {
  const target = names.get(name);
  return target !== undefined && LAYERS[found.folder].includes(target.folder.replace(/^packages\//, ''));
};
/** Dependencies on packages of this repository. */
const ownDependencies = (found, names) =>
  Object.keys({ ...found.manifest.dependencies, ...found.manifest.peerDependencies }).filter((name) => names.has(name));

function checkManifest(found, names, report) {
  for (const name of ownDependencies(found, names)) {
    if (!inLayer(found, name, names)) report(`${found.folder}/package.json`, `may not depend on ${name}`);
  }
  for (const name of Object.keys(found.manifest.devDependencies ?? {})) {
    if (names.has(name) && name !== '@rigline/testkit' && !inLayer(found, name, names)) {
      report(`${found.folder}/package.json`, `may not depend on ${name}, not even in development`);
    }
  }
}

/** Project references follow the dependencies; platform-free packages see neither the DOM's types nor Node's. */
function checkConfig(root, found, names, report) {
  const file = `${found.folder}/tsconfig.json`;
  if (!existsSync(join(root, file))) return;
  const { config, error } = ts.readConfigFile(join(root, file), ts.sys.readFile);
  if (error) return report(file, ts.flattenDiagnosticMessageText(error.messageText, ' '));
  if (PLATFORM_FREE.includes(found.folder)) {
    for (const option of ['lib', 'types']) {
      if (config.compilerOptions?.[option]) report(file, `is platform-free and may not set "${option}"`);
    }
  }
  if (config.references === undefined) return;
  const referenced = config.references.map(({ path }) => slashed(relative(root, resolve(root, found.folder, path))));
  const depended = ownDependencies(found, names).map((name) => names.get(name).folder);
  for (const folder of referenced) {
    if (!depended.includes(folder)) report(file, `references ${folder}, which package.json does not list`);
  }
  for (const folder of depended) {
    if (!referenced.includes(folder)) report(file, `lacks a reference to ${folder}`);
  }
}

function sourceFiles(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (['node_modules', 'dist', 'api'].includes(entry.name) || entry.name.startsWith('.')) return [];
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return sourceFiles(path);
    return SOURCE.test(entry.name) ? [path] : [];
  });
}

function checkLength(at, text, report) {
  const lines = text.split('\n').length - (text.endsWith('\n') ? 1 : 0);
  if (lines <= MAX_LINES || LENGTH_REASON.test(text.split('\n', 20).join('\n'))) return;
  report(
    at,
    `has ${lines} lines, more than ${MAX_LINES}; split it, or say why in its head ("Longer than 400 lines: …")`,
  );
}

function checkFile(where, report) {
  const { root, found, file } = where;
  const at = slashed(relative(root, file));
  const inPackage = slashed(relative(join(root, found.folder), file));
  const text = readFileSync(file, 'utf8');
  const isTest = TEST.test(inPackage);
  const isSource = inPackage.startsWith('src/') && !isTest;
  checkLength(at, text, report);
  if (isSource && PLATFORM_FREE.includes(found.folder) && /^\/\/\/\s*<reference/m.test(text)) {
    report(at, 'is platform-free and may not reference other type libraries');
  }
  if (exportsEverything(file, text)) report(at, '"export *" hides what is public; list the names');
  for (const { fileName } of ts.preProcessFile(text, true, true).importedFiles) {
    const fault = importFault({ ...where, isTest, isSource }, fileName);
    if (fault) report(at, `imports "${fileName}": ${fault}`);
  }
}

function exportsEverything(file, text) {
  if (!text.includes('export *')) return false;
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest);
  return source.statements.some(
    (statement) =>
      ts.isExportDeclaration(statement) && !(statement.exportClause && ts.isNamedExports(statement.exportClause)),
  );
}

/** Why an import may not be, or nothing. */
function importFault(place, specifier) {
  if (specifier.startsWith('.')) return relativeFault(place, specifier);
  if (specifier.startsWith('node:')) return nodeFault(place);
  const name = specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
  const { found, names, tools, isTest, isSource } = place;
  const target = names.get(name);
  if (target && specifier !== name && !target.manifest.exports?.[`.${specifier.slice(name.length)}`]) {
    return `${name} has no such door; use what its package.json exports`;
  }
  if (name === found.manifest.name) return isTest ? undefined : 'import the file, not the own package';
  // Tests and build settings may use the tools of the root.
  if (!isSource && tools.includes(name)) return undefined;
  if (name === '@rigline/testkit') return isTest ? undefined : 'the testkit is for tests and benchmarks only';
  if (target && !inLayer(found, name, names)) return 'is not below this package in the layer table';
  const { dependencies, peerDependencies, devDependencies } = found.manifest;
  const listed = { ...dependencies, ...peerDependencies, ...(isSource ? {} : devDependencies) };
  if (listed[name] === undefined && !(isTest && target)) return 'is not a dependency in package.json';
  return undefined;
}

function relativeFault({ root, found, file, isTest, isSource }, specifier) {
  const path = resolve(dirname(file), specifier);
  const target = slashed(relative(join(root, found.folder), path));
  if (isTest && SHARED_DATA.test(slashed(relative(root, path)))) return undefined;
  if (target.startsWith('..')) return 'reaches out of the package; import it by name';
  if (isSource && !target.startsWith('src/') && !target.endsWith('package.json')) return 'reaches out of src';
  if (!isTest && /^src\/index\.tsx?$/.test(target)) return 'siblings import the file, not the index';
  return undefined;
}

function nodeFault({ found, isSource }) {
  if (!isSource) return undefined;
  if (PLATFORM_FREE.includes(found.folder)) return 'this package is platform-free';
  return BROWSER_ONLY.includes(found.folder) ? 'this package runs in a browser' : undefined;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const problems = checkLayers(fileURLToPath(new URL('..', import.meta.url)));
  for (const problem of problems) console.error(problem);
  console.log(problems.length === 0 ? 'layers: all in place' : `layers: ${problems.length} out of place`);
  process.exitCode = problems.length === 0 ? 0 : 1;
}
