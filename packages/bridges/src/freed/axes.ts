/** Which of our axes and angles a receiver takes for its own, where it does not keep to the manual. */
import { bridgeError } from '../bridge-error.ts';

/** For each of three values of theirs: which of ours it is, and with which sign. */
export interface SignedOrder {
  readonly from: readonly [number, number, number];
  readonly signs: readonly [number, number, number];
}

/** As they are. */
export const PLAIN_ORDER: SignedOrder = { from: [0, 1, 2], signs: [1, 1, 1] };

/**
 * Reads `y,-x,z` (their first is our y, their second our x with the other sign, …).
 *
 * @param names Ours in order, as `['x', 'y', 'z']`.
 * @throws RiglineError `BRIDGE_BAD_OPTION`
 */
export function parseSignedOrder(text: string, names: readonly [string, string, string]): SignedOrder {
  const parts = text.split(',').map((part) => part.trim().toLowerCase());
  const from = parts.map((part) => names.indexOf(part.replace(/^[+-]/, '')));
  if (parts.length !== 3 || new Set(from).size !== 3 || from.includes(-1)) {
    throw bridgeError(
      'BRIDGE_BAD_OPTION',
      `"${text}" does not name each of ${names.join(', ')} once`,
      `Write for example ${names[1]},-${names[0]},${names[2]}.`,
    );
  }
  const signs = parts.map((part) => (part.startsWith('-') ? -1 : 1));
  return { from: from as [number, number, number] & number[], signs: signs as [number, number, number] & number[] };
}

/** Ours to theirs. */
export function applyOrder(
  { from, signs }: SignedOrder,
  ours: readonly [number, number, number],
): [number, number, number] {
  const at = (i: 0 | 1 | 2): number => (ours[from[i] as 0 | 1 | 2] as number) * signs[i] + 0;
  return [at(0), at(1), at(2)];
}

/** Theirs to ours. */
export function undoOrder(
  { from, signs }: SignedOrder,
  theirs: readonly [number, number, number],
): [number, number, number] {
  const out: [number, number, number] = [0, 0, 0];
  for (const i of [0, 1, 2] as const) out[from[i] as 0 | 1 | 2] = theirs[i] * signs[i] + 0;
  return out;
}
