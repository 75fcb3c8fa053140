/** Numbers that stand as single values in a record, as one array. */
import { clampToInt32 } from './array-convert.ts';
import type { FbxArray } from './record-types.ts';

const NONE = new Float64Array(0);

export class NumberList implements FbxArray {
  readonly count: number;
  readonly at: number;
  readonly #numbers: Float64Array;
  readonly #floatBits: (() => Float32Array) | undefined;

  /** @param floatBits Makes the numbers that `toFloat32Bits` gives, where they are not the float32 of `numbers`. */
  constructor(numbers: Float64Array = NONE, at = 0, floatBits?: () => Float32Array) {
    this.count = numbers.length;
    this.at = at;
    this.#numbers = numbers;
    this.#floatBits = floatBits;
  }

  toFloat64(): Float64Array {
    return this.#numbers;
  }

  toInt32(): Int32Array {
    return clampToInt32(this.#numbers);
  }

  toTicks(): Float64Array {
    return this.#numbers;
  }

  toFloat32Bits(): Float32Array {
    return this.#floatBits ? this.#floatBits() : Float32Array.from(this.#numbers);
  }
}
