/** Numeric arrays from one element type to another. */

/** Whole parts, those beyond 32 bits at the limit; what is not a number becomes 0. */
export function clampToInt32(numbers: Float64Array | Float32Array): Int32Array {
  const whole = new Int32Array(numbers.length);
  for (let i = 0; i < numbers.length; i++) {
    const value = numbers[i]!;
    whole[i] = Math.min(2147483647, Math.max(-2147483648, value));
  }
  return whole;
}

/** 64-bit whole numbers, given as pairs of 32-bit halves (low first), as float64: exact up to 2^53. */
export function int64ToFloat64(halves: Int32Array): Float64Array {
  const numbers = new Float64Array(halves.length >> 1);
  for (let i = 0; i < numbers.length; i++) {
    numbers[i] = halves[2 * i + 1]! * 0x1_0000_0000 + (halves[2 * i]! >>> 0);
  }
  return numbers;
}

/** Reverses the bytes of every element in place. */
export function swapBytes(bytes: Uint8Array, size: number): void {
  for (let start = 0; start + size <= bytes.length; start += size) {
    for (let i = start, j = start + size - 1; i < j; i++, j--) {
      const kept = bytes[i]!;
      bytes[i] = bytes[j]!;
      bytes[j] = kept;
    }
  }
}
