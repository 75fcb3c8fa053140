/** One array of a file, by the bytes that it is stored in. */
interface Twin {
  readonly stored: Uint8Array;
  readonly numbers: Float64Array;
}

/** Arrays that are kept for their twins, at most. */
const MOST = 4096;

/**
 * Arrays of a file that are stored in the same bytes are the same array. Exporters that bake write the same key times
 * for every curve: those are unpacked once, and curves with the same times can be told by identity.
 */
export class ArrayTwins {
  readonly #byHash = new Map<number, Twin>();

  /** The numbers of an earlier array that is stored in the same bytes, or what `read` gives. */
  find(stored: Uint8Array, read: () => Float64Array): Float64Array {
    const hash = hashOf(stored);
    const twin = this.#byHash.get(hash);
    if (twin && areEqual(twin.stored, stored)) return twin.numbers;
    const numbers = read();
    if (!twin && this.#byHash.size < MOST) this.#byHash.set(hash, { stored, numbers });
    return numbers;
  }
}

/** FNV-1a over the bytes, or over some of them where there are very many. */
function hashOf(bytes: Uint8Array): number {
  let hash = 0x811c9dc5 ^ bytes.length;
  const step = Math.max(1, bytes.length >> 10);
  for (let i = 0; i < bytes.length; i += step) hash = Math.imul(hash ^ bytes[i]!, 0x01000193);
  return hash >>> 0;
}

function areEqual(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}
