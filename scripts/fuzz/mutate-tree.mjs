/** Seeded damage to what a file says: its records and values, written again without a fault of form. */

const NUMBERS = [
  0,
  -1,
  1,
  2,
  3,
  14,
  100,
  1e9,
  2147483647,
  -2147483648,
  1e300,
  -1e300,
  1e-300,
  NaN,
  Infinity,
  -Infinity,
];
const TEXTS = [
  '',
  'OO',
  'OP',
  'PO',
  'Mesh',
  'Shape',
  'Skin',
  'Cluster',
  'Camera',
  'LimbNode',
  'd|X',
  'Lcl Rotation',
  'Model',
];

/** A tree of records as the writers of the testkit take it. */
export function treeOf(record, isArray) {
  const values = record.values.map((value) => {
    if (!isArray(value)) return value;
    const numbers = value.toFloat64();
    return numbers.every((number) => number === (number | 0)) ? Int32Array.from(numbers) : Float64Array.from(numbers);
  });
  return { name: record.name, values, children: record.children.map((child) => treeOf(child, isArray)) };
}

function collect(records, lists, all) {
  lists.push(records);
  for (const record of records) {
    all.push(record);
    collect(record.children, lists, all);
  }
}

/** Changes a tree in place in a few points. */
export function mutateTree(records, random) {
  const below = (limit) => Math.floor(random() * limit);
  const pick = (list) => list[below(list.length)];
  const lists = [];
  const all = [];
  collect(records, lists, all);
  if (all.length === 0) return;
  const faults = 1 + below(random() < 0.7 ? 3 : 12);
  for (let i = 0; i < faults; i++) {
    const record = pick(all);
    const list = pick(lists);
    const kind = below(10);
    if (kind === 0) list.splice(below(list.length), 1);
    else if (kind === 1 && !contains(record, list)) list.splice(below(list.length + 1), 0, record);
    else if (kind === 2) record.name = pick(all).name;
    else if (kind === 3) record.values = [...pick(all).values];
    else if (kind === 4) record.values.splice(below(record.values.length + 1), below(2), pick(NUMBERS));
    else mutateValue(record, pick, below);
  }
}

/** Whether a record holds a list, so that it cannot be put into that without end. */
function contains(record, list) {
  return record.children === list || record.children.some((child) => contains(child, list));
}

function mutateValue(record, pick, below) {
  if (record.values.length === 0) return;
  const at = below(record.values.length);
  const value = record.values[at];
  if (ArrayBuffer.isView(value) && !(value instanceof Uint8Array)) {
    record.values[at] = mutateArray(value, pick, below);
  } else if (typeof value === 'string') {
    record.values[at] = below(2) === 0 ? pick(TEXTS) : value.slice(0, below(value.length + 1));
  } else {
    record.values[at] = below(3) === 0 ? pick(TEXTS) : pick(NUMBERS);
  }
}

function mutateArray(array, pick, below) {
  const kind = below(4);
  if (kind === 0) return array.slice(0, below(array.length + 1));
  if (kind === 1) return array.slice(below(array.length + 1));
  if (kind === 2) return new array.constructor([...array.slice(0, 10_000), ...array.slice(0, 3)]);
  const changed = array.slice();
  for (let i = 0; i <= below(4) && changed.length > 0; i++) changed[below(changed.length)] = pick(NUMBERS);
  return changed;
}

/** A damaged copy of a file, by its records, in any version and container; undefined where it cannot be read. */
export function mutateRecords(bytes, random, { readRecords, isArray, writeFbxAscii, writeFbxBinary }) {
  let file;
  try {
    file = readRecords(bytes);
  } catch {
    return undefined;
  }
  const records = file.records.map((record) => treeOf(record, isArray));
  mutateTree(records, random);
  if (file.encoding === 'ascii') return writeFbxAscii(records, { version: file.version });
  const { version, isBigEndian } = file;
  return writeFbxBinary(records, { version, isBigEndian, packed: random() < 0.2 });
}
