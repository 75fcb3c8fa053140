/** The values of a setAttr, by their `-type`. */
import type { MaArguments } from './arguments.ts';
import { createNumberBuffer, type NumberBuffer } from './numbers.ts';
import { readPolyFaces } from './poly-faces.ts';
import type { MaNumbers, MaNurbsCurve, MaNurbsSurface, MaValues, MaXform } from './record-types.ts';

const NO_VALUES: MaValues = { form: 'none' };

/** Types whose values are tuples of numbers, with the length of one. */
const TUPLES: ReadonlyMap<string, number> = new Map([
  ['double2', 2],
  ['double3', 3],
  ['double4', 4],
  ['float2', 2],
  ['float3', 3],
  ['short2', 2],
  ['short3', 3],
  ['long2', 2],
  ['long3', 3],
  ['reflectanceRGB', 3],
  ['spectrumRGB', 3],
]);

/** Types whose values are a count and so many elements, with the numbers of one element. */
const COUNTED: ReadonlyMap<string, number> = new Map([
  ['doubleArray', 1],
  ['floatArray', 1],
  ['Int32Array', 1],
  ['Int64Array', 1],
  ['vectorArray', 3],
  ['floatVectorArray', 3],
  ['pointArray', 4],
  ['matrixArray', 16],
]);

/** Types that are known and kept as text. */
const RAW_TYPES: ReadonlySet<string> = new Set([
  'dataReferenceEdits',
  'sceneEdits',
  'characterMapping',
  'HIKCharacter',
  'newParticles',
  'nurbsTrimface',
  'lattice',
  'sphere',
  'cone',
  'dataNId',
  'cacheFile',
  'subd',
  'subdivMesh',
]);

/** Plain arrays up to this length, typed arrays above: a typed array costs some 100 bytes before its first number. */
const PLAIN_LENGTH = 32;
const XFORM_NUMBERS = 37;

/** Reads what follows the attribute name (and `-type`) of a setAttr. Numbers pass through one reused buffer. */
export class ValueReader {
  readonly #buffer: NumberBuffer = createNumberBuffer();
  readonly #borrows: boolean;

  /** @param borrows Long lists of plain numbers share the reader's memory: they are valid until the next statement. */
  constructor(borrows = false) {
    this.#borrows = borrows;
  }

  #take(): MaNumbers {
    const buffer = this.#buffer;
    if (this.#borrows && buffer.length > PLAIN_LENGTH) return buffer.data.subarray(0, buffer.length);
    return takeNumbers(buffer, 0, buffer.length);
  }

  /** Begins the plain numbers of a statement. */
  begin(): void {
    this.#buffer.length = 0;
  }

  /** Appends plain numbers up to the next thing that is not one; false when there was none. */
  appendUntyped(args: MaArguments): boolean {
    const before = this.#buffer.length;
    args.readNumbers(this.#buffer);
    return this.#buffer.length > before;
  }

  /** The plain numbers since `begin`. */
  takeUntyped(): MaValues {
    const buffer = this.#buffer;
    return buffer.length === 0 ? NO_VALUES : { form: 'numbers', numbers: this.#take() };
  }

  /** Everything to the end of the statement as values of a type. */
  readTyped(args: MaArguments, type: string): MaValues {
    if (args.atEnd()) return NO_VALUES;
    const tuple = TUPLES.get(type);
    if (tuple !== undefined) return this.#readTuples(args, type, tuple);
    const counted = COUNTED.get(type);
    if (counted !== undefined) return this.#readCounted(args, type, counted);
    switch (type) {
      case 'string':
        return { form: 'strings', strings: readStrings(args) };
      case 'stringArray':
      case 'componentList':
        return this.#readCountedStrings(args, type);
      case 'matrix':
        return args.peek() === 34 ? this.#readXforms(args) : this.#readTuples(args, type, 16);
      case 'attributeAlias':
        return readAliases(args);
      case 'polyFaces':
        return { form: 'polyFaces', faces: readPolyFaces(args) };
      case 'nurbsCurve':
        return { form: 'nurbsCurve', curve: this.#readNurbsCurve(args) };
      case 'nurbsSurface':
        return { form: 'nurbsSurface', surface: this.#readNurbsSurface(args) };
      case 'dataPolyComponent':
        return this.#readPolyComponent(args);
      case 'mesh':
        return this.#readTokens(args);
      default:
        if (!RAW_TYPES.has(type)) args.report('MA_UNKNOWN_DATA_TYPE', `values of type "${type}" are kept as text`);
        return { form: 'raw', text: args.readRest() };
    }
  }

  #readAll(args: MaArguments): NumberBuffer {
    const buffer = this.#buffer;
    buffer.length = 0;
    args.readNumbers(buffer);
    return buffer;
  }

  #readTuples(args: MaArguments, type: string, width: number): MaValues {
    const buffer = this.#readAll(args);
    if (buffer.length === 0) args.fail('expected numbers');
    if (buffer.length % width !== 0) reportCount(args, type, `a multiple of ${width}`, buffer.length);
    return { form: 'numbers', numbers: this.#take() };
  }

  #readCounted(args: MaArguments, type: string, width: number): MaValues {
    const buffer = this.#readAll(args);
    if (buffer.length === 0) args.fail('expected a count');
    const count = buffer.data[0]! * width;
    if (count !== buffer.length - 1) reportCount(args, type, `${count}`, buffer.length - 1);
    return { form: 'numbers', numbers: takeNumbers(buffer, 1, buffer.length) };
  }

  #readCountedStrings(args: MaArguments, type: string): MaValues {
    const count = args.readNumber();
    const strings = readStrings(args);
    if (count !== strings.length) reportCount(args, type, `${count}`, strings.length);
    return { form: 'strings', strings };
  }

  #readXforms(args: MaArguments): MaValues {
    const xforms: MaXform[] = [];
    while (args.peek() === 34) {
      const word = args.readString(true);
      if (word !== 'xform') args.fail(`expected "xform" instead of ${JSON.stringify(word)}`);
      const { data, length } = this.#readAll(args);
      if (length !== XFORM_NUMBERS) args.fail(`expected ${XFORM_NUMBERS} values of a transform instead of ${length}`);
      const take = (start: number, count: number): number[] => Array.from(data.subarray(start, start + count));
      xforms.push({
        scale: take(0, 3),
        rotate: take(3, 3),
        rotateOrder: data[6]!,
        translate: take(7, 3),
        shear: take(10, 3),
        scalePivot: take(13, 3),
        scalePivotTranslate: take(16, 3),
        rotatePivot: take(19, 3),
        rotatePivotTranslate: take(22, 3),
        rotateOrientation: take(25, 4),
        jointOrientation: take(29, 4),
        inverseParentScale: take(33, 3),
        compensateForParentScale: data[36] !== 0,
      });
    }
    return { form: 'xforms', xforms };
  }

  #readNurbsCurve(args: MaArguments): MaNurbsCurve {
    const buffer = this.#readAll(args);
    const cursor = new NumberCursor(args, buffer);
    const degree = cursor.next();
    const spans = cursor.next();
    const form = cursor.next();
    const rational = cursor.next() !== 0;
    const dimension = cursor.next();
    const knots = cursor.list(1);
    const stride = dimension + (rational ? 1 : 0);
    const points = cursor.list(stride);
    // Curves of Maya 2022 and later may end with their component tags: "gtag", a count, then name and components each.
    if (!args.atEnd()) args.readRest();
    return { degree, spans, form, rational, dimension, knots, stride, points };
  }

  #readNurbsSurface(args: MaArguments): MaNurbsSurface {
    const buffer = this.#readAll(args);
    // Some versions write TRIM or NOTRIM between the knots and the points.
    const next = args.peek();
    if (next !== 59 && next !== 34 && /^(NO)?TRIM$/.test(args.readWord())) args.readNumbers(buffer);
    const cursor = new NumberCursor(args, buffer);
    const degreeU = cursor.next();
    const degreeV = cursor.next();
    const formU = cursor.next();
    const formV = cursor.next();
    const rational = cursor.next() !== 0;
    const knotsU = cursor.list(1);
    const knotsV = cursor.list(1);
    const stride = rational ? 4 : 3;
    const points = cursor.list(stride);
    const rest = [...cursor.rest(), args.readRest()].join(' ').trim();
    return { degreeU, degreeV, formU, formV, rational, knotsU, knotsV, stride, points, rest };
  }

  #readPolyComponent(args: MaArguments): MaValues {
    if (args.readName() !== 'Index_Data') args.fail('expected Index_Data');
    const component = args.readName();
    const count = args.readNumber();
    const buffer = this.#readAll(args);
    if (
      !(Number.isInteger(count) && count >= 0) ||
      (count > 0 ? buffer.length % count !== 0 || buffer.length === 0 : buffer.length > 0)
    ) {
      args.fail(`expected ${count} indices with values instead of ${buffer.length} numbers`);
    }
    const width = count === 0 ? 1 : buffer.length / count - 1;
    const indices: number[] = [];
    const values: number[] = [];
    for (let i = 0; i < buffer.length; i++) (i % (width + 1) === 0 ? indices : values).push(buffer.data[i]!);
    return { form: 'polyComponent', component, indices, width, values };
  }

  #readTokens(args: MaArguments): MaValues {
    const tokens: (string | number)[] = [];
    while (!args.atEnd()) {
      const { data, length } = this.#readAll(args);
      for (let i = 0; i < length; i++) tokens.push(data[i]!);
      if (!args.atEnd()) tokens.push(args.readName());
    }
    return { form: 'tokens', tokens };
  }
}

/** Reads numbers in order out of a buffer; counts in it are checked against what the buffer holds. */
class NumberCursor {
  readonly #args: MaArguments;
  readonly #buffer: NumberBuffer;
  #at = 0;

  constructor(args: MaArguments, buffer: NumberBuffer) {
    this.#args = args;
    this.#buffer = buffer;
  }

  next(): number {
    if (this.#at >= this.#buffer.length) this.#args.fail('expected another number');
    return this.#buffer.data[this.#at++]!;
  }

  /** A count and so many elements of `width` numbers. */
  list(width: number): MaNumbers {
    const count = this.next() * width;
    const left = this.#buffer.length - this.#at;
    if (!(Number.isInteger(count) && count >= 0 && count <= left))
      this.#args.fail(`expected ${count} numbers instead of ${left}`);
    this.#at += count;
    return takeNumbers(this.#buffer, this.#at - count, this.#at);
  }

  rest(): Iterable<number> {
    return this.#buffer.data.subarray(this.#at, this.#buffer.length);
  }
}

function takeNumbers(buffer: NumberBuffer, start: number, end: number): MaNumbers {
  if (end - start > PLAIN_LENGTH) return buffer.data.slice(start, end);
  const numbers: number[] = [];
  for (let i = start; i < end; i++) numbers.push(buffer.data[i]!);
  return numbers;
}

/** Strings and sums of strings up to the end of the statement. */
function readStrings(args: MaArguments): string[] {
  const strings: string[] = [];
  while (!args.atEnd()) strings.push(args.readText());
  return strings;
}

/** Pairs in braces; newer versions may write the count of names and no braces. */
function readAliases(args: MaArguments): MaValues {
  const names: string[] = [];
  const first = args.peek();
  const count = first === 123 || first === 34 || args.atEnd() ? undefined : args.readNumber();
  for (let c = args.peek(); c !== 59; c = args.peek()) {
    if (c === 123 || c === 125 || c === 44) args.pos++;
    else names.push(args.readText());
  }
  if (count !== undefined && count !== names.length) reportCount(args, 'attributeAlias', `${count}`, names.length);
  if (names.length % 2 !== 0) args.fail(`expected pairs of names instead of ${names.length} names`);
  const pairs: [string, string][] = [];
  for (let i = 0; i + 1 < names.length; i += 2) pairs.push([names[i]!, names[i + 1]!]);
  return { form: 'aliases', pairs };
}

function reportCount(args: MaArguments, type: string, expected: string, found: number): void {
  args.report('MA_COUNT_MISMATCH', `type "${type}" expects ${expected} values, found ${found}`, undefined, type);
}
