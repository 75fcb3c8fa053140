/*
 * A small WebAssembly assembler for scripts/build-batch-kernels.mjs: expressions are the bytes that leave their value on
 * the stack, so they nest like calls.
 */

// ---- encoding ----------------------------------------------------------------------------------------------------

export const unsigned = (value) => {
  const bytes = [];
  do {
    const low = value & 127;
    value >>>= 7;
    bytes.push(value === 0 ? low : low | 128);
  } while (value !== 0);
  return bytes;
};
export const signed = (value) => {
  const bytes = [];
  for (;;) {
    const low = value & 127;
    value >>= 7;
    if ((value === 0 && low < 64) || (value === -1 && low >= 64)) return [...bytes, low];
    bytes.push(low | 128);
  }
};
export const vector = (items) => [...unsigned(items.length), ...items.flat()];
export const section = (id, bytes) => [id, ...unsigned(bytes.length), ...bytes];
export const text = (s) => vector([...new TextEncoder().encode(s)]);
export const double = (value) => [...new Uint8Array(Float64Array.of(value).buffer)];

export const I32 = 0x7f;
export const F64 = 0x7c;
export const V128 = 0x7b;

// ---- expressions: each is the bytes that leave its value on the stack --------------------------------------------

export const get = (local) => [0x20, ...unsigned(local)];
export const set = (local, value) => [...value, 0x21, ...unsigned(local)];
export const int = (value) => [0x41, ...signed(value)];
export const simd = (code, ...operands) => [...operands.flat(), 0xfd, ...unsigned(code)];
export const load = (address, offset = 0) => [...address, 0xfd, 0x00, 3, ...unsigned(offset)];
export const loadBoth = (address, offset = 0) => [...address, 0xfd, 0x0a, 3, ...unsigned(offset)];
export const store = (address, offset, value) => [...address, ...value, 0xfd, 0x0b, 3, ...unsigned(offset)];
export const add = (a, b) => simd(0xf0, a, b);
export const sub = (a, b) => simd(0xf1, a, b);
export const mul = (a, b) => simd(0xf2, a, b);
export const div = (a, b) => simd(0xf3, a, b);
export const min = (a, b) => simd(0xf4, a, b);
export const max = (a, b) => simd(0xf5, a, b);
export const abs = (a) => simd(0xec, a);
export const sqrt = (a) => simd(0xef, a);
export const lessThan = (a, b) => simd(0x49, a, b);
export const and = (a, b) => simd(0x4e, a, b);
export const or = (a, b) => simd(0x50, a, b);
export const not = (a) => simd(0x4d, a);
export const xor = (a, b) => simd(0x51, a, b);
export const shiftLeft = (a, bits) => [...a, ...int(bits), 0xfd, ...unsigned(0xcb)];
export const splat = (a) => simd(0x14, a);
export const lane = (a, index) => [...a, 0xfd, 0x21, index];
/** Two lanes picked out of `a0 a1 b0 b1`. */
export const pick = (a, b, first, second) => {
  const bytes = [first, second].flatMap((source) => Array.from({ length: 8 }, (_, k) => source * 8 + k));
  return [...a, ...b, 0xfd, 0x0d, ...bytes];
};

/** A function under construction. Parameters are locals 0 to n - 1; every `let` adds a vector local. */
export class Kernel {
  constructor(name, parameters, results = []) {
    this.name = name;
    this.parameters = parameters;
    this.results = results;
    this.vectors = 0;
    this.body = [];
  }
  /** Computes a value once; the result reads it again. */
  let(value) {
    const local = this.parameters.length + this.vectors++;
    this.body.push(...set(local, value));
    return get(local);
  }
  do(code) {
    this.body.push(...code);
  }
  /** Repeats what `write` adds until the count has run out; each pass moves the pointers, the first
   * parameters, by their strides. */
  loop(count, step, strides, write) {
    this.do([0x03, 0x40]);
    write();
    strides.forEach((bytes, pointer) => {
      this.do(set(pointer, [...get(pointer), ...int(bytes), 0x6a]));
    });
    this.do([...get(count), ...int(step), 0x6b, 0x22, ...unsigned(count), ...int(0), 0x4a, 0x0d, 0, 0x0b]);
  }
  code() {
    const locals = this.vectors > 0 ? vector([[...unsigned(this.vectors), V128]]) : vector([]);
    const bytes = [...locals, ...this.body, 0x0b];
    return [...unsigned(bytes.length), ...bytes];
  }
}
