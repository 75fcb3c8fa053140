/** Channels of an AnimationCurveNode: its curves, and its values where it has none. */
import type { FbxDocument, FbxObject } from './document-types.ts';

/** A channel of a curve node. */
export interface ChannelPlace {
  readonly curveNode: FbxObject;
  readonly channel: number;
}

/** The number of a channel by its last letter: `d|X`, `d|G`. Channels of single numbers have any name. */
const CHANNELS: Readonly<Record<string, number>> = { X: 0, Y: 1, Z: 2, W: 3, R: 0, G: 1, B: 2, A: 3 };

function channelOf(name: string): number | undefined {
  const isPrefixed = name.startsWith('d|');
  return name.length === (isPrefixed ? 3 : 1) ? CHANNELS[name.charAt(name.length - 1)] : undefined;
}

/**
 * The AnimationCurve of each channel; of several the last counts.
 *
 * @param count Channels of what is animated: where it is one, the curves of all names are its own.
 */
export function channelCurves(document: FbxDocument, curveNode: FbxObject, count: number): (FbxObject | undefined)[] {
  const curves: (FbxObject | undefined)[] = [];
  for (const { type, source, property } of document.into(curveNode)) {
    if (type !== 'OP' || source.kind !== 'AnimationCurve') continue;
    curves[count === 1 ? 0 : (channelOf(property) ?? 0)] = source;
  }
  return curves;
}

/**
 * What a curve node says of its channels, in the file's units. Channel 0 is the first number where none has a letter,
 * or where only one is asked for.
 */
export function channelValues(curveNode: FbxObject, count = 3): (number | undefined)[] {
  const values: (number | undefined)[] = [];
  for (const { name, values: written } of curveNode.properties.own) {
    const letter = channelOf(name);
    if (letter === undefined && !name.startsWith('d|')) continue;
    const channel = letter !== undefined && count > 1 ? letter : values.length === 0 ? 0 : undefined;
    const value = written[0];
    if (channel === undefined || (typeof value !== 'number' && typeof value !== 'bigint')) continue;
    if (Number.isFinite(Number(value))) values[channel] = Number(value);
  }
  return values;
}
