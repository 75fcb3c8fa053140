/** Seeded damage to files. */

/** Numbers of a fixed seed, in [0, 1). Source: the "mulberry32" recurrence. */
export function seededRandom(seed) {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

const NUMBERS = [
  0, 1, 2, 12, 13, 24, 25, 27, 255, 256, 0xffff, 0x10000, 0x7fffffff, 0x80000000, 0xfffffff0, 0xffffffff,
];
const WORDS = [
  ...['{', '}', '"', ':', ';', ',', '*', '*99999999 { a: ', '\n', '&quot;', '-', 'e', '.', '::', '|', '#', '\0'],
  ...['inf', '-nan(', '1.#IND', '1e999', '-1', '0', '99999999999999999999', 'C: "OO",1,1\n', 'Objects: {', 'P: '],
];

/** A copy of `bytes` with a few faults, or the join of two files. */
export function mutate(bytes, others, random) {
  const below = (limit) => Math.floor(random() * limit);
  let changed = Uint8Array.from(bytes);
  const faults = 1 + below(random() < 0.7 ? 3 : 12);
  for (let i = 0; i < faults && changed.length > 0; i++) {
    const at = below(changed.length);
    const kind = below(12);
    if (kind < 2) changed[at] ^= 1 << below(8);
    else if (kind < 4) changed[at] = below(256);
    else if (kind === 4) changed = changed.slice(0, at);
    else if (kind < 7) writeNumber(changed, at, random);
    else if (kind === 7) changed = splice(changed, at, below(64), new Uint8Array(0));
    else if (kind === 8) changed = splice(changed, at, 0, changed.slice(at, at + 1 + below(200)));
    else if (kind < 11) changed = splice(changed, at, below(3), new TextEncoder().encode(WORDS[below(WORDS.length)]));
    else changed = join(changed, others[below(others.length)], at, random);
  }
  return changed;
}

/** A copy with bytes taken out at `at`, and others put in there. */
function splice(bytes, at, removed, added) {
  const rest = bytes.subarray(Math.min(bytes.length, at + removed));
  const result = new Uint8Array(at + added.length + rest.length);
  result.set(bytes.subarray(0, at));
  result.set(added, at);
  result.set(rest, at + added.length);
  return result;
}

/** Overwrites 4 or 8 bytes by a number that counts and offsets do not like, or by another offset of the file. */
function writeNumber(bytes, at, random) {
  const size = random() < 0.7 ? 4 : 8;
  if (at + size > bytes.length) return;
  const view = new DataView(bytes.buffer);
  const below = (limit) => Math.floor(random() * limit);
  const value = random() < 0.5 ? NUMBERS[below(NUMBERS.length)] : below(bytes.length + 20);
  if (size === 4) view.setUint32(at, value, random() < 0.9);
  else view.setBigUint64(at, BigInt(value), random() < 0.9);
}

function join(bytes, other, at, random) {
  const from = Math.floor(random() * other.length);
  const joined = new Uint8Array(at + other.length - from);
  joined.set(bytes.subarray(0, at));
  joined.set(other.subarray(from), at);
  return joined;
}

/**
 * A shorter file that still fails: pieces are taken out, first halves, then smaller ones.
 *
 * @param isFailing Tells, at some cost, whether bytes still fail in the same way.
 */
export async function shrink(bytes, isFailing, tries = 200) {
  let best = bytes;
  let left = tries;
  for (let size = best.length >> 1; size >= 1 && left > 0; size >>= 1) {
    for (let at = 0; at < best.length && left > 0; left--) {
      const shorter = splice(best, at, Math.min(size, best.length - at), new Uint8Array(0));
      if (await isFailing(shorter)) best = shorter;
      else at += size;
    }
  }
  return best;
}
