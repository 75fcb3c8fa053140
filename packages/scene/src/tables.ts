/** Rows that a table may skip over at once. Larger jumps are refused, so that no index can exhaust the memory. */
export const TABLE_MAX_GAP = 1_000_000;

/** Rows that all tables of a scene may skip over together. */
export const TABLE_GAP_ROWS = 16_000_000;

/** Memory is taken at the first row: a large scene has very many short tables. */
const NO_DOUBLES = new Float64Array(0);
const NO_SINGLES = new Float32Array(0);

/** A growing block of numbers: `count` rows of `stride` columns, absent cells NaN. */
export class NumberTable {
  readonly stride: number;
  /** Rows in use. */
  count = 0;
  /** At least `count * stride` numbers; the rest is reserve. */
  data: Float64Array | Float32Array;

  constructor(stride: number, precision: 'f64' | 'f32' = 'f64') {
    this.stride = stride;
    this.data = precision === 'f32' ? NO_SINGLES : NO_DOUBLES;
  }

  /** Makes room up to `row` (exclusive). False when the jump is too large; nothing changes then. */
  reserve(row: number): boolean {
    if (!(row >= 0) || row > this.count + TABLE_MAX_GAP) return false;
    const needed = row * this.stride;
    if (needed > this.data.length) {
      const size = Math.max(needed, Math.ceil(this.data.length * 1.5));
      const grown = this.data instanceof Float32Array ? new Float32Array(size) : new Float64Array(size);
      grown.set(this.data);
      this.data = grown;
    }
    if (row > this.count) {
      this.data.fill(Number.NaN, this.count * this.stride, needed);
      this.count = row;
    }
    return true;
  }

  /** The cell, or NaN where there is none. */
  get(row: number, column = 0): number {
    return row < this.count ? (this.data[row * this.stride + column] ?? Number.NaN) : Number.NaN;
  }

  /** False when `row` is out of reach. */
  set(row: number, column: number, value: number): boolean {
    if (row >= this.count && !this.reserve(row + 1)) return false;
    this.data[row * this.stride + column] = value;
    return true;
  }

  /** The rows in use; shares memory with the table. */
  borrow(): Float64Array | Float32Array {
    return this.data.subarray(0, this.count * this.stride);
  }

  /** One column as numbers of double precision. */
  column(index: number): Float64Array {
    const out = new Float64Array(this.count);
    for (let row = 0; row < this.count; row++) out[row] = this.data[row * this.stride + index] as number;
    return out;
  }
}

/** Sparse entries `(row, column, value)` in the order they were set; a later entry of the same cell wins. */
export class SparseRows {
  readonly #cells = new NumberTable(3);

  get entryCount(): number {
    return this.#cells.count;
  }

  add(row: number, column: number, value: number): void {
    const at = this.#cells.count;
    this.#cells.reserve(at + 1);
    const { data } = this.#cells;
    data[at * 3] = row;
    data[at * 3 + 1] = column;
    data[at * 3 + 2] = value;
  }

  /** Flat `row, column, value` triples; shares memory. */
  borrow(): Float64Array {
    return this.#cells.borrow() as Float64Array;
  }

  /** The value of one cell, or undefined. */
  get(row: number, column: number): number | undefined {
    const cells = this.borrow();
    for (let i = cells.length - 3; i >= 0; i -= 3) {
      if (cells[i] === row && cells[i + 1] === column) return cells[i + 2];
    }
    return undefined;
  }
}
