import type { SceneNode } from '@rigline/scene';
import type { DisplayColor } from './shot.ts';

/**
 * The 32 colours that `overrideColor` counts, as 0xRRGGBB.
 *
 * Source: Maya's default display colours, as listed in its Color Settings. Unverified: the last digit of some.
 */
const INDEXED = [
  0x787878, 0x000000, 0x404040, 0x999999, 0x9b0028, 0x000460, 0x0000ff, 0x004619, 0x260043, 0xc800c8, 0x8a4833,
  0x3f231f, 0x992600, 0xff0000, 0x00ff00, 0x004199, 0xffffff, 0xffff00, 0x64dcff, 0x43ffa3, 0xffb0b0, 0xe4ac79,
  0xffff63, 0x009954, 0xa16a30, 0x9ea130, 0x68a130, 0x30a15d, 0x30a1a1, 0x3067a1, 0x6f30a1, 0xa1306a,
] as const;

/** The colour that a shape, or the nearest override above it, is drawn in; undefined for the usual one. */
export function wireColor(shape: SceneNode, above: readonly SceneNode[]): DisplayColor | undefined {
  for (const node of [shape, ...above]) {
    if (!stored(node, 'overrideEnabled')) continue;
    if (stored(node, 'overrideRGBColors')) {
      return [stored(node, 'overrideColorR'), stored(node, 'overrideColorG'), stored(node, 'overrideColorB')];
    }
    const index = stored(node, 'overrideColor');
    if (index > 0) return fromHex(INDEXED[index % INDEXED.length] as number);
  }
  return undefined;
}

function stored(node: SceneNode, name: string): number {
  const plug = node.resolve(name);
  const value = plug ? node.stored(plug) : 0;
  return typeof value === 'number' ? value : 0;
}

function fromHex(hex: number): DisplayColor {
  return [((hex >> 16) & 255) / 255, ((hex >> 8) & 255) / 255, (hex & 255) / 255];
}
