/**
 * Packs the connectors that are installed from a file: `dist/connectors/*.zip`.
 *
 * Run: `npm run connectors`, or `npm run connectors -- FOLDER`. The same sources give the same bytes. Each pack has one folder at its top, with the sources
 * of the connector and a copy of the plain-Python client.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { zipSync } from 'fflate';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const CLIENT = 'connectors/python/rigline_live.py';

/** What is packed: a folder of the repository under the name of its folder in the pack, and files that go with it. */
const PACKS = [
  {
    name: 'rigline-blender',
    folder: 'connectors/blender/rigline_live',
    top: 'rigline_live',
    with: { 'rigline_live.py': CLIENT, LICENSE: 'LICENSE' },
  },
];

/** Zip files keep local time; this one is the same everywhere. */
const TIME = new Date(2020, 0, 1);

/** Names of the files below a folder that belong into a pack. */
function sourceFiles(folder) {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && !/\.pyc$|\.test\.ts$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .map((name) => name.replaceAll('\\', '/'))
    .sort();
}

function packOf({ folder, top, with: extra }) {
  const source = join(ROOT, folder);
  const files = Object.fromEntries(
    sourceFiles(source).map((name) => [`${top}/${name}`, new Uint8Array(readFileSync(join(source, name)))]),
  );
  for (const [name, path] of Object.entries(extra)) {
    files[`${top}/${name}`] = new Uint8Array(readFileSync(join(ROOT, path)));
  }
  return zipSync(files, { mtime: TIME, level: 9 });
}

/** Writes all packs into a folder, and returns their paths. */
export function buildConnectors(out = join(ROOT, 'dist/connectors')) {
  mkdirSync(out, { recursive: true });
  return PACKS.map((pack) => {
    const path = join(out, `${pack.name}.zip`);
    writeFileSync(path, packOf(pack));
    return path;
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const path of buildConnectors(process.argv[2])) console.log(path);
}
