/*
 * The memory that the WebAssembly of the skinning kernel works in, where the host has it: one for all skins, since a host
 * allows few of them. What lies in it is given up when it is full, and brought there again by whoever needs it.
 */
import { KERNELS_BASE64 } from './kernels-binary.ts';

export interface KernelFunctions {
  skinPoints(
    entries: number,
    counts: number,
    points: number,
    out: number,
    matrices: number,
    count: number,
    scratch: number,
  ): void;
}

export interface WasmMemory {
  readonly buffer: ArrayBuffer;
  grow(pages: number): number;
}

interface WasmHost {
  Module: new (bytes: Uint8Array) => object;
  Memory: new (limits: { initial: number; maximum: number }) => WasmMemory;
  Instance: new (module: object, imports: { deform: { memory: WasmMemory } }) => { readonly exports: KernelFunctions };
}

const PAGE_BYTES = 65536;
/** 1 GB at most; a skin of a million points takes about 100 MB. */
const MOST_PAGES = 16384;
const LINE_BYTES = 64;

export class KernelMemory {
  readonly run: KernelFunctions;
  readonly #memory: WasmMemory;
  readonly #mostBytes: number;
  #next = LINE_BYTES;
  #floats: Float64Array;
  #ints: Int32Array;
  /** Rises when everything in the memory is given up. */
  generation = 1;

  constructor(run: KernelFunctions, memory: WasmMemory, mostPages: number = MOST_PAGES) {
    this.run = run;
    this.#memory = memory;
    this.#mostBytes = mostPages * PAGE_BYTES;
    this.#floats = new Float64Array(memory.buffer);
    this.#ints = new Int32Array(memory.buffer);
  }

  /** All of the memory; another array after `reserve`. */
  get floats(): Float64Array {
    return this.#floats;
  }

  get ints(): Int32Array {
    return this.#ints;
  }

  /** Address of so many free bytes, or undefined when there can never be as many. */
  reserve(bytes: number): number | undefined {
    if (this.#next + bytes > this.#mostBytes) {
      this.#next = LINE_BYTES;
      this.generation++;
    }
    const end = this.#next + bytes;
    if (end > this.#mostBytes || !this.#growTo(end)) return undefined;
    const address = this.#next;
    this.#next = Math.ceil(end / LINE_BYTES) * LINE_BYTES;
    return address;
  }

  #growTo(end: number): boolean {
    const missing = end - this.#floats.byteLength;
    if (missing <= 0) return true;
    // Growing copies or moves all of it: by a quarter at least.
    const wanted = Math.max(missing, this.#floats.byteLength / 4);
    const left = (this.#mostBytes - this.#floats.byteLength) / PAGE_BYTES;
    try {
      this.#memory.grow(Math.min(Math.ceil(wanted / PAGE_BYTES), left));
    } catch {
      // The host has no more; the plain kernel does the same.
      return false;
    }
    this.#floats = new Float64Array(this.#memory.buffer);
    this.#ints = new Int32Array(this.#memory.buffer);
    return true;
  }
}

let shared: KernelMemory | undefined;
let tried = false;

/** The memory with its kernel, made at the first call; undefined where the host cannot run it. */
export function borrowKernelMemory(): KernelMemory | undefined {
  if (!tried) {
    tried = true;
    try {
      shared = loadKernels();
    } catch {
      // No SIMD, or compiling is not allowed here: the plain kernel does the same.
      shared = undefined;
    }
  }
  return shared;
}

function loadKernels(): KernelMemory | undefined {
  const host = (globalThis as unknown as { WebAssembly?: WasmHost }).WebAssembly;
  if (host === undefined) return undefined;
  const memory = new host.Memory({ initial: 16, maximum: MOST_PAGES });
  const module = new host.Module(decodeBase64(KERNELS_BASE64.join('')));
  return new KernelMemory(new host.Instance(module, { deform: { memory } }).exports, memory);
}

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

function decodeBase64(text: string): Uint8Array {
  const length = text.indexOf('=') < 0 ? text.length : text.indexOf('=');
  const bytes = new Uint8Array(Math.floor((length * 3) / 4));
  for (let i = 0, at = 0, bits = 0, held = 0; i < length; i++) {
    bits = ((bits << 6) | DIGITS.indexOf(text.charAt(i))) & 0xffff;
    held += 6;
    if (held < 8) continue;
    held -= 8;
    bytes[at++] = (bits >> held) & 255;
  }
  return bytes;
}
