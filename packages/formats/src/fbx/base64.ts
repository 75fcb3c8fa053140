/** Base64 (RFC 4648) to bytes, strictly: whole groups of four, padding only at the end. */

const CODES = new Uint8Array(256).fill(255);
for (let i = 0; i < 64; i++) {
  CODES['ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'.charCodeAt(i)] = i;
}
const PAD = 0x3d;

/** The bytes that `[start, end)` stands for, or undefined where it is not base64. */
export function readBase64(bytes: Uint8Array, start: number, end: number): Uint8Array | undefined {
  const length = end - start;
  if (length % 4 !== 0) return undefined;
  const padding = length === 0 || bytes[end - 1] !== PAD ? 0 : bytes[end - 2] === PAD ? 2 : 1;
  const decoded = new Uint8Array((length / 4) * 3 - padding);
  const last = end - padding;
  let invalid = 0;
  for (let from = start, to = 0; from < last; from += 4, to += 3) {
    const a = CODES[bytes[from]!]!;
    const b = CODES[bytes[from + 1]!]!;
    const c = from + 2 < last ? CODES[bytes[from + 2]!]! : 0;
    const d = from + 3 < last ? CODES[bytes[from + 3]!]! : 0;
    invalid |= a | b | c | d;
    decoded[to] = (a << 2) | (b >> 4);
    decoded[to + 1] = (b << 4) | (c >> 2);
    decoded[to + 2] = (c << 6) | d;
  }
  return invalid > 63 ? undefined : decoded;
}
