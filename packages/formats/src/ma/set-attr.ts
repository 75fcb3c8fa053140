import type { Mat4 } from '@rigline/math';
import {
  type Attribute,
  isScalar,
  leafPlugs,
  NumberTable,
  type ResolvedPlug,
  type Scene,
  type SceneNode,
  SparseRows,
} from '@rigline/scene';
import { type FileUnits, isUnitless, toInner } from './file-units.ts';
import type { MaNumbers, MaSetAttr, MaValues } from './record-types.ts';
import { matrixOfXform } from './xform.ts';

/** What became of a statement: `stored`, kept as `raw` text, or wrong in a way worth a problem. */
export type SetOutcome = 'stored' | 'raw' | 'outOfReach' | 'mismatch';

const RANGE = /\[(-?\d+)(?::(-?\d+))?\]$/;

/** Stores the values of one `setAttr` on a node. */
export function applySetAttr(scene: Scene, node: SceneNode, record: MaSetAttr, units: FileUnits): SetOutcome {
  const { name, values } = record;
  setFlags(scene, node, record);
  if (values.form === 'none') return 'stored';
  if (values.form === 'aliases') return setAliases(scene, node, values.pairs);
  const isIndexed = name.includes('[');
  const rows = name.includes('].') ? skinRows(node, name) : undefined;
  if (rows) return values.form === 'numbers' ? addRows(scene, node, rows, values.numbers) : 'mismatch';
  const range = isIndexed ? RANGE.exec(name) : null;
  const isRange = range?.[2] !== undefined;
  // Faces are one block: a statement for a single one says where it stands as a range of several does.
  const isWhole = isRange || values.form === 'polyFaces';
  const plug = node.resolve(isWhole && range ? name.slice(0, range.index) : name);
  if (!plug) {
    scene.setRaw(node, name, {
      ...(record.dataType === undefined ? {} : { dataType: record.dataType }),
      value: plainValue(values),
    });
    return 'raw';
  }
  if (plug.attribute.kind === 'table')
    return setTable(scene, node, plug, values, units, isRange ? Number(range[1]) : 0);
  if (isRange) return setElements(scene, node, plug, values, units, Number(range[1]), Number(range[2]));
  return setOne(scene, node, plug, values, units);
}

function setFlags(scene: Scene, node: SceneNode, record: MaSetAttr): void {
  const { keyable, locked, channelBox } = record.flags;
  if (keyable === undefined && locked === undefined && channelBox === undefined) return;
  const path = node.resolve(record.name)?.path ?? record.name;
  scene.setFlags(node, path, record.flags);
}

function setAliases(
  scene: Scene,
  node: SceneNode,
  pairs: readonly (readonly [alias: string, attribute: string])[],
): SetOutcome {
  for (const [alias, attribute] of pairs) {
    scene.addAlias(node, alias, node.resolve(attribute)?.path ?? attribute);
  }
  return 'stored';
}

/** Numbers to store: long lists of a record are only lent. */
function keepNumbers(numbers: MaNumbers): MaNumbers {
  return numbers instanceof Float64Array ? numbers.slice() : numbers;
}

/** What an attribute unknown to the declaration is kept as. */
function plainValue(values: MaValues): unknown {
  switch (values.form) {
    case 'numbers':
      return values.numbers.length === 1 ? values.numbers[0] : keepNumbers(values.numbers);
    case 'strings':
      return values.strings.length === 1 ? values.strings[0] : values.strings;
    default:
      return values;
  }
}

// ---- tables

function setTable(
  scene: Scene,
  node: SceneNode,
  plug: ResolvedPlug,
  values: MaValues,
  units: FileUnits,
  firstRow: number,
): SetOutcome {
  if (values.form !== 'numbers') return 'mismatch';
  const target = plug.table as NonNullable<ResolvedPlug['table']>;
  const owner = ownerOfTable(node, plug);
  const columns = Object.values(owner.children ?? {});
  const block = tableAt(scene, node, target.key, owner, columns.length);
  const { numbers } = values;
  if (target.column !== undefined) {
    const kind = (columns[target.column] as Attribute).kind;
    const row = target.row as number;
    if (!scene.takeGap(row - block.count)) return 'outOfReach';
    return block.set(row, target.column, toInner(numbers[0] ?? 0, kind, units)) ? 'stored' : 'outOfReach';
  }
  const start = target.row ?? firstRow;
  const colors = colorColumns(node, target.key);
  const width = colors?.length ?? columns.length;
  const count = Math.floor(numbers.length / width);
  if (start < 0 || !scene.takeGap(start - block.count)) return 'outOfReach';
  if (!block.reserve(Math.max(block.count, start + count))) return 'outOfReach';
  if (colors) fillColumns(block, start, count, numbers, colors);
  else fillRows(block, start, count, numbers, columns, units);
  return count * width === numbers.length ? 'stored' : 'mismatch';
}

/** Columns that the colours of a set have by its representation, when those are not all. Source: files saved by Maya. */
const COLOR_COLUMNS: ReadonlyMap<unknown, readonly number[]> = new Map([
  [1, [3]],
  [3, [0, 1, 2]],
]);
const COLOR_POINTS = /^(colorSet\[\d+\]\.)colorSetPoints$/;

function colorColumns(node: SceneNode, key: string): readonly number[] | undefined {
  const match = COLOR_POINTS.exec(key);
  return match ? COLOR_COLUMNS.get(node.values.get(`${match[1]}representation`)) : undefined;
}

/** Rows of some columns. */
function fillColumns(
  block: NumberTable,
  start: number,
  count: number,
  numbers: MaNumbers,
  columns: readonly number[],
): void {
  for (let i = 0; i < count; i++) {
    columns.forEach((column, c) => {
      block.set(start + i, column, numbers[i * columns.length + c] as number);
    });
  }
}

function ownerOfTable(node: SceneNode, plug: ResolvedPlug): Attribute {
  if (plug.table?.column === undefined) return plug.attribute;
  return (node.resolve(plug.ownerPath as string) as ResolvedPlug).attribute;
}

function tableAt(scene: Scene, node: SceneNode, key: string, owner: Attribute, stride: number): NumberTable {
  const known = node.values.get(key);
  if (known instanceof NumberTable) return known;
  const block = new NumberTable(stride, owner.precision);
  scene.setValue(node, key, block);
  return block;
}

function fillRows(
  block: NumberTable,
  start: number,
  count: number,
  numbers: MaNumbers,
  columns: readonly Attribute[],
  units: FileUnits,
): void {
  const { data } = block;
  const width = columns.length;
  const offset = start * width;
  if (
    columns.every(isUnitless) ||
    (units.centimetres === 1 && columns.every((c) => isUnitless(c) || c.kind === 'distance'))
  ) {
    const used = count * width;
    if (numbers instanceof Float64Array)
      data.set(used === numbers.length ? numbers : numbers.subarray(0, used), offset);
    else for (let i = 0; i < used; i++) data[offset + i] = numbers[i] as number;
    return;
  }
  for (let i = 0; i < count * width; i++) {
    data[offset + i] = toInner(numbers[i] as number, (columns[i % width] as Attribute).kind, units);
  }
}

// ---- skin weights and the like

interface RowTarget {
  readonly key: string;
  readonly first: number;
  /** Set when one inner element, or a range of them, is named. */
  readonly inner: number | undefined;
}

const ROWS = /^(.*?)\[(\d+)(?::(\d+))?\]\.([A-Za-z]+)(?:\[(\d+)(?::(\d+))?\])?$/;

function skinRows(node: SceneNode, name: string): RowTarget | undefined {
  const match = ROWS.exec(name);
  if (!match) return undefined;
  const outer = node.resolve(match[1] as string);
  if (outer?.attribute.kind !== 'rows') return undefined;
  return { key: outer.path, first: Number(match[2]), inner: match[5] === undefined ? undefined : Number(match[5]) };
}

function addRows(scene: Scene, node: SceneNode, target: RowTarget, numbers: MaNumbers): SetOutcome {
  let rows = node.values.get(target.key);
  if (!(rows instanceof SparseRows)) {
    rows = new SparseRows();
    scene.setValue(node, target.key, rows);
  }
  const sparse = rows as SparseRows;
  if (target.inner !== undefined) {
    for (let i = 0; i < numbers.length; i++) sparse.add(target.first, target.inner + i, numbers[i] as number);
    return 'stored';
  }
  let row = target.first;
  let at = 0;
  while (at < numbers.length) {
    const count = numbers[at++] as number;
    if (!(count >= 0) || at + 2 * count > numbers.length) return 'mismatch';
    for (let i = 0; i < count; i++, at += 2) sparse.add(row, numbers[at] as number, numbers[at + 1] as number);
    row++;
  }
  return 'stored';
}

// ---- everything else

/** Elements of an array in one statement: the values are spread over them in order. */
function setElements(
  scene: Scene,
  node: SceneNode,
  array: ResolvedPlug,
  values: MaValues,
  units: FileUnits,
  first: number,
  last: number,
): SetOutcome {
  if (values.form === 'strings') {
    values.strings.forEach((text, i) => {
      const element = node.resolve(`${array.path}[${first + i}]`);
      if (element) scene.setValue(node, element.path, text);
    });
    return 'stored';
  }
  if (values.form === 'xforms') {
    values.xforms.forEach((xform, i) => {
      scene.setValue(node, `${array.path}[${first + i}]`, matrixOfXform(xform));
    });
    return 'stored';
  }
  if (values.form === 'polyFaces') return setOne(scene, node, array, values, units);
  if (values.form !== 'numbers') return 'mismatch';
  const { numbers } = values;
  // The values decide how many elements there are, not the range that the file states.
  let at = 0;
  for (let index = first; index <= last && at < numbers.length; index++) {
    const element = node.resolve(`${array.path}[${index}]`);
    if (!element) return 'mismatch';
    const used = setNumbers(scene, node, element, numbers, at, units);
    if (used === 0) return 'mismatch';
    at += used;
  }
  return at === numbers.length ? 'stored' : 'mismatch';
}

function setOne(scene: Scene, node: SceneNode, plug: ResolvedPlug, values: MaValues, units: FileUnits): SetOutcome {
  const { kind } = plug.attribute;
  switch (values.form) {
    case 'numbers': {
      if (kind === 'data') {
        scene.setValue(node, plug.path, keepNumbers(values.numbers));
        return 'stored';
      }
      return setNumbers(scene, node, plug, values.numbers, 0, units) === values.numbers.length ? 'stored' : 'mismatch';
    }
    case 'strings':
      if (kind === 'string') scene.setValue(node, plug.path, values.strings.join(''));
      else if (kind === 'data') scene.setValue(node, plug.path, values.strings);
      else return 'mismatch';
      return 'stored';
    case 'xforms':
      if (kind !== 'matrix' || !values.xforms[0]) return 'mismatch';
      scene.setValue(node, plug.path, matrixOfXform(values.xforms[0]));
      return 'stored';
    case 'polyFaces': {
      const before = node.values.get('face') as readonly object[] | undefined;
      // Faces come in several statements, in order.
      const list = (before ?? []) as object[];
      list.push(values.faces);
      if (!before) scene.setValue(node, 'face', list);
      return 'stored';
    }
    case 'nurbsCurve':
      scene.setValue(node, plug.path, curveOf(values.curve, units));
      return 'stored';
    default:
      if (kind !== 'data') return 'mismatch';
      scene.setValue(node, plug.path, values);
      return 'stored';
  }
}

/** Stores numbers from `at` on in one plug; returns how many were used, 0 when the plug takes none. */
function setNumbers(
  scene: Scene,
  node: SceneNode,
  plug: ResolvedPlug,
  numbers: MaNumbers,
  at: number,
  units: FileUnits,
): number {
  const { attribute } = plug;
  if (attribute.kind === 'matrix') {
    if (numbers.length - at < 16) return 0;
    const matrix = Array.from({ length: 16 }, (_, i) => numbers[at + i] as number);
    if (matrix.every(Number.isFinite)) scene.setValue(node, plug.path, matrix as unknown as Mat4);
    return 16;
  }
  if (attribute.kind === 'compound') {
    let used = 0;
    for (const leaf of leafPlugs(plug)) {
      if (at + used >= numbers.length) break;
      if (isScalar(leaf.attribute.kind)) storeNumber(scene, node, leaf, numbers[at + used] as number, units);
      used++;
    }
    return used;
  }
  if (attribute.kind === 'data' || attribute.kind === 'message' || attribute.kind === 'string') {
    scene.setRaw(node, plug.path, { value: numbers.length === 1 ? numbers[0] : keepNumbers(numbers) });
    return numbers.length - at;
  }
  if (at >= numbers.length) return 0;
  storeNumber(scene, node, plug, numbers[at] as number, units);
  return 1;
}

/** What is not finite, or is too large in inner units, leaves the default; the reading has reported the first. */
function storeNumber(scene: Scene, node: SceneNode, leaf: ResolvedPlug, value: number, units: FileUnits): void {
  const inner = toInner(value, leaf.attribute.kind, units);
  if (Number.isFinite(inner)) scene.setValue(node, leaf.path, inner);
}

const FORMS = ['open', 'closed', 'periodic'] as const;

function curveOf(curve: Extract<MaValues, { form: 'nurbsCurve' }>['curve'], units: FileUnits): object {
  const { points, stride, dimension } = curve;
  const count = stride > 0 ? Math.floor(points.length / stride) : 0;
  const cvsXyzw = new Float64Array(count * 4);
  for (let i = 0; i < count; i++) {
    for (let axis = 0; axis < 3; axis++) {
      cvsXyzw[i * 4 + axis] = axis < dimension ? (points[i * stride + axis] as number) * units.centimetres : 0;
    }
    cvsXyzw[i * 4 + 3] = curve.rational ? (points[i * stride + stride - 1] as number) : 1;
  }
  return {
    degree: curve.degree,
    spans: curve.spans,
    form: FORMS[curve.form] ?? 'open',
    knots: Float64Array.from(curve.knots),
    cvsXyzw,
  };
}
