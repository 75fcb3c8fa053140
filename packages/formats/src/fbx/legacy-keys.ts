/**
 * Keys of versions before 7: one list of times, values, letters and tangents.
 *
 * `time, value, U, s, right slope, next left slope, n` and so on. `U` is cubic, `L` linear, `C` constant. The letter
 * after `U` says what tangents follow, the one after them what weights do. Letters are numbers here: their codes.
 *
 * Source: lists of Maya, 3ds Max, MotionBuilder and Blender files of versions 3000 to 6100, whose keys are known from
 * the same scenes in version 7. Unverified: the tangent letters `d`, `p`, `q` and `t`, which read as automatic.
 */
import { KEY_FLAGS } from './curve-slopes.ts';
import { numberOf } from './document-header.ts';
import type { FbxObject, RawKeys } from './document-types.ts';
import { reportFbx } from './problems.ts';
import type { PropertyReport } from './properties.ts';
import { readExtrapolation, readRawKeys } from './raw-keys.ts';
import { childOf } from './record-types.ts';
import { numbersOf } from './records.ts';

const LETTER = {
  cubic: 0x55,
  linear: 0x4c,
  constant: 0x43,
  user: 0x73,
  broken: 0x62,
  auto: 0x61,
  next: 0x6e,
  noWeights: 0x6e,
  bothWeights: 0x61,
  rightWeight: 0x72,
  leftWeight: 0x6c,
  commonWeights: 0x63,
} as const;

/** Tangent letters that read as automatic: how many numbers follow, and how many weight letters after those. */
const AUTOMATIC: Readonly<Record<number, { numbers: number; weights: (keyVersion: number) => number }>> = {
  97: { numbers: 0, weights: (version) => (version <= 4004 ? 0 : 1) },
  100: { numbers: 1, weights: () => 1 },
  112: { numbers: 2, weights: (version) => (version <= 4004 ? 1 : 2) },
  113: { numbers: 2, weights: (version) => (version <= 4004 ? 1 : 2) },
  116: { numbers: 3, weights: () => 0 },
};

const AUTO_FLAGS = KEY_FLAGS.cubic | KEY_FLAGS.auto | KEY_FLAGS.timeIndependent | KEY_FLAGS.clampProgressive;
const USER_FLAGS = KEY_FLAGS.cubic | KEY_FLAGS.user;
const BROKEN_FLAG = 0x800;
const THIRD = 1 / 3;
/** A key is three numbers at least. */
const SHORTEST_KEY = 3;

/** Reads the keys of a curve of any version: `Key` lists of the old ones, and what `readRawKeys` knows. */
export function readLegacyKeys(version: number): (curve: FbxObject, report: PropertyReport) => RawKeys {
  return (curve, report) => {
    const { record } = curve;
    const list = childOf(record, 'Key');
    if (!list) return readRawKeys(curve, report);
    const numbers = numbersOf(list).toFloat64();
    const stated = numberOf(childOf(record, 'KeyCount'));
    const most = Math.floor(numbers.length / SHORTEST_KEY);
    const keys = new KeyList(Math.min(most, stated !== undefined && stated >= 0 ? Math.trunc(stated) : most));
    const keyVersion = numberOf(childOf(record, 'KeyVer')) ?? 0;
    keys.read(numbers, keyVersion > 0 ? keyVersion : defaultKeyVersion(version));
    if (keys.message !== '' || (stated !== undefined && stated !== keys.count)) {
      reportFbx(report.log, 'FBX_BAD_KEYS', {
        message: `${keys.message || `A curve has ${keys.count} keys, but says it has ${stated}`}; ${keys.count} keys are read`,
        at: { file: report.file, byte: record.at },
        group: keys.message,
      });
    }
    return {
      times: keys.times.slice(0, keys.count),
      values: keys.values.slice(0, keys.count),
      flags: keys.flags.slice(0, keys.count),
      data: keys.data.slice(0, keys.count * 4),
      weights: keys.weights?.slice(0, keys.count * 2),
      defaultValue: numberOf(childOf(record, 'Default')) ?? 0,
      pre: readExtrapolation(record, 'Pre-Extrapolation'),
      post: readExtrapolation(record, 'Post-Extrapolation'),
    };
  };
}

function defaultKeyVersion(version: number): number {
  if (version < 5000) return 4003;
  return version < 6000 ? 4004 : 4005;
}

/** Keys that are being read from a list. */
class KeyList {
  readonly times: Float64Array;
  readonly values: Float64Array;
  readonly flags: Int32Array;
  readonly data: Float32Array;
  /** As in `RawKeys`; only where a key has weights. */
  weights: Float64Array | undefined;
  count = 0;
  /** What went wrong, if something did. */
  message = '';
  readonly #size: number;
  #numbers: Float64Array = new Float64Array(0);
  #at = 0;
  #keyVersion = 0;

  constructor(size: number) {
    this.#size = size;
    this.times = new Float64Array(size);
    this.values = new Float64Array(size);
    this.flags = new Int32Array(size);
    this.data = new Float32Array(size * 4);
    this.weights = undefined;
  }

  read(numbers: Float64Array, keyVersion: number): void {
    this.#numbers = numbers;
    this.#keyVersion = keyVersion;
    while (this.count < this.#size && this.message === '') {
      if (!this.#has(SHORTEST_KEY)) break;
      this.times[this.count] = this.#next();
      this.values[this.count] = this.#next();
      this.#readMode(this.#next());
      if (this.message === '') this.count++;
    }
    if (this.message === '' && this.#at < numbers.length) this.message = 'A list of keys goes on after its last key';
  }

  #has(count: number): boolean {
    return this.#at + count <= this.#numbers.length;
  }

  #next(): number {
    return this.#numbers[this.#at++] as number;
  }

  #fail(what: string): void {
    this.message = `A list of keys has ${what}`;
  }

  #readMode(mode: number): void {
    if (mode === LETTER.linear) {
      this.flags[this.count] = KEY_FLAGS.linear;
    } else if (mode === LETTER.constant) {
      let flags: number = KEY_FLAGS.constant;
      if (this.#keyVersion >= 4004 && this.#has(1) && this.#next() === LETTER.next) flags |= KEY_FLAGS.auto;
      this.flags[this.count] = flags;
    } else if (mode === LETTER.cubic && this.#has(1)) {
      this.#readTangents(this.#next());
    } else {
      this.#fail('a key of an unknown kind');
    }
  }

  #readTangents(letter: number): void {
    const isUser = letter === LETTER.user || letter === LETTER.broken;
    const automatic = AUTOMATIC[letter];
    if (!isUser && !automatic) {
      this.#fail('tangents of an unknown kind');
      return;
    }
    const numbers = automatic?.numbers ?? 2;
    if (!this.#has(numbers)) {
      this.#fail('a key without all its tangents');
      return;
    }
    if (automatic) {
      this.#at += numbers;
      this.flags[this.count] = AUTO_FLAGS;
    } else {
      this.data[this.count * 4] = this.#next();
      this.data[this.count * 4 + 1] = this.#next();
      this.flags[this.count] = letter === LETTER.broken ? USER_FLAGS | BROKEN_FLAG : USER_FLAGS;
    }
    let letters = automatic ? automatic.weights(this.#keyVersion) : this.#keyVersion === 4003 ? 0 : 1;
    for (; letters > 0 && this.message === ''; letters--) this.#readWeights();
  }

  #readWeights(): void {
    if (!this.#has(1)) {
      this.#fail('a key without its weights');
      return;
    }
    const letter = this.#next();
    const isRight = letter === LETTER.bothWeights || letter === LETTER.rightWeight;
    const isLeft = letter === LETTER.bothWeights || letter === LETTER.leftWeight;
    if (!isRight && !isLeft) {
      if (letter !== LETTER.noWeights && letter !== LETTER.commonWeights) this.#fail('weights of an unknown kind');
      return;
    }
    if (!this.#has(isRight && isLeft ? 2 : 1)) {
      this.#fail('a key without all its weights');
      return;
    }
    const right = isRight ? this.#next() : THIRD;
    const left = isLeft ? this.#next() : THIRD;
    this.weights ??= new Float64Array(this.#size * 2).fill(THIRD);
    this.weights[this.count * 2] = right;
    this.weights[this.count * 2 + 1] = left;
    // Packed as version 7 does it, for readers that are content with four digits.
    const packed = packWeight(right) | (packWeight(left) << 16);
    new Uint32Array(this.data.buffer)[this.count * 4 + 2] = packed;
    const flags = this.flags[this.count] as number;
    this.flags[this.count] =
      flags | (isRight ? KEY_FLAGS.weightedRight : 0) | (isLeft ? KEY_FLAGS.weightedNextLeft : 0);
  }
}

function packWeight(weight: number): number {
  const units = Math.round(weight * 10000);
  return units >= 0 && units <= 0xffff ? units : 3333;
}
