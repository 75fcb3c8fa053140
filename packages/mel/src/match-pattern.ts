/**
 * MEL's own patterns, matched here and not by `RegExp`: a pattern comes from the script, and a hostile one could keep
 * `RegExp` busy for ever. Every attempted character is paid for by `spend`.
 */
type Atom =
  | { readonly kind: 'character'; readonly test: (code: number) => boolean }
  | { readonly kind: 'group'; readonly nodes: readonly PatternNode[] }
  | { readonly kind: 'start' }
  | { readonly kind: 'end' };

interface PatternNode {
  readonly atom: Atom;
  readonly least: 0 | 1;
  readonly repeats: boolean;
}

export interface PatternMatch {
  readonly start: number;
  readonly end: number;
}

/**
 * First match of a regular expression, the longest that its stars find. Known are `. * + ^ $ \ [ ] ( )`.
 *
 * Source: Maya help, "match".
 */
export function findPattern(pattern: string, text: string, spend: (steps: number) => void): PatternMatch | undefined {
  const nodes = parsePattern(pattern, { pos: 0 }, false);
  for (let start = 0; start <= text.length; start++) {
    spend(1);
    const end = matchNodes(nodes, 0, start, text, spend, (at) => at);
    if (end >= 0) return { start, end };
  }
  return undefined;
}

function parsePattern(pattern: string, cursor: { pos: number }, inGroup: boolean): PatternNode[] {
  const nodes: PatternNode[] = [];
  while (cursor.pos < pattern.length) {
    if (inGroup && pattern[cursor.pos] === ')') break;
    const atom = parseAtom(pattern, cursor);
    const mark = atom.kind === 'start' || atom.kind === 'end' ? '' : pattern[cursor.pos];
    if (mark === '*' || mark === '+') cursor.pos++;
    nodes.push({ atom, least: mark === '*' ? 0 : 1, repeats: mark === '*' || mark === '+' });
  }
  return nodes;
}

function parseAtom(pattern: string, cursor: { pos: number }): Atom {
  const character = pattern[cursor.pos++];
  if (character === '.') return { kind: 'character', test: () => true };
  if (character === '^') return { kind: 'start' };
  if (character === '$') return { kind: 'end' };
  if (character === '[') return parseSet(pattern, cursor);
  if (character === '(') {
    const nodes = parsePattern(pattern, cursor, true);
    cursor.pos++;
    return { kind: 'group', nodes };
  }
  if (character === '\\' && cursor.pos < pattern.length) cursor.pos++;
  const code = pattern.charCodeAt(cursor.pos - 1);
  return { kind: 'character', test: (c) => c === code };
}

function parseSet(pattern: string, cursor: { pos: number }): Atom {
  const isNegated = pattern[cursor.pos] === '^';
  if (isNegated) cursor.pos++;
  const ranges: [number, number][] = [];
  while (cursor.pos < pattern.length && pattern[cursor.pos] !== ']') {
    if (pattern[cursor.pos] === '\\' && cursor.pos + 1 < pattern.length) cursor.pos++;
    const low = pattern.charCodeAt(cursor.pos++);
    const isRange = pattern[cursor.pos] === '-' && cursor.pos + 1 < pattern.length && pattern[cursor.pos + 1] !== ']';
    if (isRange) cursor.pos++;
    ranges.push([low, isRange ? pattern.charCodeAt(cursor.pos++) : low]);
  }
  cursor.pos++;
  return { kind: 'character', test: (code) => ranges.some(([a, b]) => code >= a && code <= b) !== isNegated };
}

/** End of a match of the nodes from `index` on and of what `rest` wants after them, or -1. */
function matchNodes(
  nodes: readonly PatternNode[],
  index: number,
  at: number,
  text: string,
  spend: (steps: number) => void,
  rest: (at: number) => number,
): number {
  const node = nodes[index];
  if (!node) return rest(at);
  spend(1);
  const { atom } = node;
  const go = (next: number): number => matchNodes(nodes, index + 1, next, text, spend, rest);
  if (atom.kind === 'start') return at === 0 || text[at - 1] === '\n' ? go(at) : -1;
  if (atom.kind === 'end') return at === text.length || text[at] === '\n' ? go(at) : -1;
  if (atom.kind === 'group') return matchGroup(node, atom.nodes, at, text, spend, go, node.least);
  let count = 0;
  const most = node.repeats ? text.length - at : Math.min(1, text.length - at);
  while (count < most && atom.test(text.charCodeAt(at + count))) count++;
  spend(count);
  for (; count >= node.least; count--) {
    const end = go(at + count);
    if (end >= 0) return end;
  }
  return -1;
}

function matchGroup(
  node: PatternNode,
  inner: readonly PatternNode[],
  at: number,
  text: string,
  spend: (steps: number) => void,
  go: (at: number) => number,
  least: number,
): number {
  const again = (next: number): number => {
    if (!node.repeats) return go(next);
    return next === at ? -1 : matchGroup(node, inner, next, text, spend, go, 0);
  };
  const end = matchNodes(inner, 0, at, text, spend, again);
  return end < 0 && least === 0 ? go(at) : end;
}

/** Whether a shell pattern with `* ? [a-z]` fits the whole text. Source: Maya help, "gmatch". */
export function matchesGlob(pattern: string, text: string, spend: (steps: number) => void): boolean {
  const cursor = { pos: 0 };
  const nodes: PatternNode[] = [{ atom: { kind: 'start' }, least: 1, repeats: false }];
  while (cursor.pos < pattern.length) {
    const character = pattern[cursor.pos];
    const isSet = character === '[';
    cursor.pos++;
    const code = pattern.charCodeAt(cursor.pos - 1);
    const atom: Atom = isSet
      ? parseSet(pattern, cursor)
      : { kind: 'character', test: character === '*' || character === '?' ? () => true : (c) => c === code };
    nodes.push({ atom, least: character === '*' ? 0 : 1, repeats: character === '*' });
  }
  return matchNodes(nodes, 0, 0, text, spend, (at) => (at === text.length ? at : -1)) >= 0;
}
