import type { Mat4 } from '@rigline/math';
import type { AttributeKind } from '@rigline/scene';
import type { CellValue } from './cell.ts';

/** How a value is handed to `compute`. */
export type LinkKind = 'value' | 'matrix' | 'number' | 'generic' | 'boolean' | 'integer' | 'choice';

/** How values of a kind reach `compute`; numbers where nothing is said. */
const LINK_KINDS: Partial<Record<AttributeKind, LinkKind>> = {
  boolean: 'boolean',
  integer: 'integer',
  choice: 'choice',
  generic: 'generic',
  matrix: 'matrix',
  string: 'value',
  data: 'value',
  table: 'value',
  rows: 'value',
  message: 'value',
};

export function linkKind(kind: AttributeKind): LinkKind {
  return LINK_KINDS[kind] ?? 'number';
}

const IDENTITY: Readonly<Mat4> = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];

/** A value as `compute` sees it. */
export function convertValue(
  as: LinkKind,
  value: CellValue,
  factor: number,
  choices: Readonly<Record<number, string>> | undefined,
): unknown {
  switch (as) {
    case 'number':
      return typeof value === 'number' ? value * factor : 0;
    case 'generic':
      return typeof value === 'number' ? value * factor : value;
    case 'boolean':
      return value !== 0;
    case 'integer':
      return typeof value === 'number' ? Math.trunc(value) : 0;
    case 'matrix':
      // What comes through a generic plug may be anything.
      return Array.isArray(value) && value.length === 16 ? value : [...IDENTITY];
    case 'choice':
      return choices?.[Math.trunc(value as number)] ?? choices?.[0];
    default:
      return value;
  }
}
