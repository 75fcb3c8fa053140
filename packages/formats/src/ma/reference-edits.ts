import { ProblemLog } from '@rigline/diagnostics';
import { readStatements } from './container.ts';
import type { MaRecord } from './record-types.ts';
import { readRecords } from './records.ts';

/** One edit of a reference: a statement to apply, or what a placeholder stands for. */
export type ReferenceEdit =
  | { readonly kind: 'record'; readonly record: MaRecord }
  /** `placeholder` is `rigRN.3`, `plug` the referenced plug behind it. */
  | { readonly kind: 'placeholder'; readonly placeholder: string; readonly plug: string };

const TOKEN = /"((?:[^"\\]|\\.)*)"|([^\s"]+)/g;

/**
 * The edits of a `dataReferenceEdits` value. It lists words and strings: operation 0 parents, 1 adds an attribute,
 * 2 sets one, 3 disconnects, 5 connects through a placeholder.
 *
 * Source: reference nodes of scene files.
 */
export function readReferenceEdits(text: string, line: number): ReferenceEdit[] {
  const tokens: { readonly text: string; readonly quoted: boolean }[] = [];
  for (const match of text.matchAll(TOKEN)) {
    const quoted = match[1] !== undefined;
    tokens.push({ text: quoted ? unescapeText(match[1] as string) : (match[2] as string), quoted });
  }
  const edits: ReferenceEdit[] = [];
  for (let at = 0; at < tokens.length; ) {
    const token = tokens[at++] as (typeof tokens)[number];
    if (token.quoted) {
      // A node name heads each group: itself, then the number of its edits.
      if (tokens[at] && !tokens[at]?.quoted) at++;
      continue;
    }
    const operands: string[] = [];
    if (token.text === '5') {
      const mode = tokens[at++]?.text ?? '';
      const count = mode === '3' || mode === '4' ? 4 : 5;
      while (operands.length < count && tokens[at]?.quoted) operands.push((tokens[at++] as { text: string }).text);
      edits.push(...connectionEdits(mode, operands));
      continue;
    }
    while (operands.length < 3 && tokens[at]?.quoted) operands.push((tokens[at++] as { text: string }).text);
    edits.push(...statementEdits(token.text, operands, line));
  }
  return edits;
}

function unescapeText(text: string): string {
  return text.replace(/\\(.)/g, (_, character: string) =>
    character === 'n' ? '\n' : character === 't' ? '\t' : character,
  );
}

/** Modes 3 and 4: reference node, referenced plug, placeholder. Modes 0 to 2: reference node, source, destination, … */
function connectionEdits(mode: string, operands: readonly string[]): ReferenceEdit[] {
  if (mode === '3' || mode === '4') {
    const [, plug, placeholder] = operands;
    return plug && placeholder ? [placeholderEdit(placeholder, plug)] : [];
  }
  const [, source, destination, sourceHolder, destinationHolder] = operands;
  const edits: ReferenceEdit[] = [];
  if (source && sourceHolder) edits.push(placeholderEdit(sourceHolder, source));
  if (destination && destinationHolder) edits.push(placeholderEdit(destinationHolder, destination));
  return edits;
}

function placeholderEdit(placeholder: string, plug: string): ReferenceEdit {
  const match = /^(.*)\.(?:phl|placeHolderList)\[(\d+)\]$/.exec(placeholder);
  return { kind: 'placeholder', placeholder: match ? `${match[1]}.${match[2]}` : placeholder, plug };
}

function statementEdits(operation: string, operands: readonly string[], line: number): ReferenceEdit[] {
  const [first = '', second = '', third = ''] = operands;
  switch (operation) {
    case '0':
      return statement('parent', `${third} ${quote(first)} ${isWorld(second) ? '-w' : quote(second)}`, line);
    case '1': {
      const isNamed = third.includes(`"${second}"`) || /-ln|-sn/.test(third);
      return statement('addAttr', `${isNamed ? third : `-ln ${quote(second)} ${third}`} ${quote(first)}`, line);
    }
    case '2':
      return statement('setAttr', `${quote(`${first}.${second}`)} ${third}`, line);
    case '3':
      return statement('disconnectAttr', `${quote(first)} ${quote(second)}`, line);
    default:
      return [];
  }
}

const isWorld = (parent: string): boolean => parent === '' || parent === '|';

function quote(text: string): string {
  return `"${text.replace(/["\\]/g, (character) => `\\${character}`)}"`;
}

/** One statement through the same reader as the file; what it cannot read, and what follows it, is left out. */
function statement(command: MaRecord['kind'], operands: string, line: number): ReferenceEdit[] {
  const log = new ProblemLog();
  const [record] = readRecords(readStatements(`${command} ${operands};`, '', log), log);
  return record?.kind === command ? [{ kind: 'record', record: { ...record, line } }] : [];
}
