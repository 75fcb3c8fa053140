/*
 * Loads the WebAssembly of the batch kernels, where the host has it. It computes two doubles at a time and without
 * index checks. Arrays of a `BatchMemory` are worked on where they are; others are copied through a small memory piece
 * by piece, which pays from a few items on. Results are the same bits as those of the plain kernels, which stay in use
 * for small batches and for hosts without WebAssembly or SIMD (or with a policy against it).
 */
import { DATA_START, KERNELS_BASE64 } from './kernels-binary.ts';

/** The exported functions: byte addresses, then the number of items; all but the first work on pairs of items. */
export interface KernelFunctions {
  multiplyMatrices(first: number, then: number, out: number, count: number): void;
  matricesFromQuats(quats: number, out: number, count: number): void;
  composeMatrices(translates: number, quats: number, scales: number, out: number, count: number): void;
  multiplyQuaternions(first: number, then: number, out: number, count: number): void;
  slerpQuaternions(a: number, b: number, ts: number, out: number, count: number): void;
  normalizeQuaternions(quats: number, out: number, count: number): void;
  /** Returns the largest half angle met. */
  quaternionsFromEulers(eulers: number, out: number, count: number, x: number, y: number, z: number, w: number): number;
}

/** The kernels and a memory to copy through. */
export interface Kernels {
  readonly run: KernelFunctions;
  readonly memory: Float64Array;
}

/** Items below which copying costs more than it saves. */
export const FEW_ITEMS = 16;

/** First index of a memory that is free for data. */
export const FREE: number = DATA_START / 8;

const PAGE_BYTES = 65536;
/** Room for 256 items of the largest kernel. */
const STAGING_PAGES = 2;

interface WasmHost {
  Module: new (bytes: Uint8Array) => object;
  Memory: new (limits: { initial: number; maximum: number }) => { readonly buffer: ArrayBuffer };
  Instance: new (module: object, imports: { batch: { memory: object } }) => { readonly exports: KernelFunctions };
}

interface Compiled {
  readonly host: WasmHost;
  readonly module: object;
}

let compiled: Compiled | undefined;
let staging: Kernels | undefined;
let tried = false;
const residents = new WeakMap<ArrayBufferLike, KernelFunctions>();

/** The kernels with a memory to copy through, loaded at the first call; `undefined` where the host cannot run them. */
export function borrowKernels(): Kernels | undefined {
  if (!tried) {
    tried = true;
    try {
      compiled = compileKernels();
      staging = compiled && instantiate(compiled, STAGING_PAGES);
    } catch {
      // No SIMD, or compiling is not allowed here: the plain kernels do the same.
      compiled = undefined;
    }
  }
  return staging;
}

/** The kernels that reach an array where it is; `undefined` for arrays outside of every `BatchMemory`. */
export function borrowResident(array: Float64Array): KernelFunctions | undefined {
  return residents.get(array.buffer);
}

function compileKernels(): Compiled | undefined {
  const host = (globalThis as unknown as { WebAssembly?: WasmHost }).WebAssembly;
  if (host === undefined) return undefined;
  return { host, module: new host.Module(decodeBase64(KERNELS_BASE64.join(''))) };
}

function instantiate({ host, module }: Compiled, pages: number): Kernels {
  const memory = new host.Memory({ initial: pages, maximum: pages });
  const { exports } = new host.Instance(module, { batch: { memory } });
  return { run: exports, memory: new Float64Array(memory.buffer) };
}

/** Memory whose arrays the batch kernels work on without copying. Lives as long as one of its arrays. */
export interface BatchMemory {
  /**
   * A new array of zeros in this memory.
   *
   * @throws RangeError when less than that is left.
   */
  allocate(length: number): Float64Array;
}

/** Arrays begin at multiples of this many numbers: a cache line. */
const LINE = 8;

/**
 * Memory for `capacity` numbers in as many as `arrays` arrays, for data that goes through batch kernels again and again:
 * up to three times as fast as with arrays made elsewhere. Where the host cannot run the kernels, arrays are ordinary.
 */
export function createBatchMemory(capacity: number, arrays = 16): BatchMemory {
  const length = FREE + capacity + arrays * LINE;
  borrowKernels();
  const kernels = compiled && instantiate(compiled, Math.ceil((length * 8) / PAGE_BYTES));
  const memory = kernels?.memory ?? new Float64Array(length);
  if (kernels !== undefined) residents.set(memory.buffer, kernels.run);
  let next = FREE;
  return {
    allocate(wanted: number): Float64Array {
      const end = next + wanted;
      if (end > memory.length) {
        throw new RangeError(`${wanted} numbers were asked for, but ${memory.length - next} are left in this memory`);
      }
      const array = memory.subarray(next, end);
      next = Math.ceil(end / LINE) * LINE;
      return array;
    },
  };
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
