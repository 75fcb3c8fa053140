import type { Place, ProblemLog, ProblemTable } from '@rigline/diagnostics';

/** Codes that reading a Maya ASCII file may report or throw. */
export type MaProblemCode =
  | 'MA_NOT_ASCII'
  | 'MA_EMPTY'
  | 'MA_CODESET_UNKNOWN'
  | 'MA_INVALID_BYTES'
  | 'MA_TRUNCATED'
  | 'MA_UNTERMINATED_STRING'
  | 'MA_UNTERMINATED_COMMENT'
  | 'MA_MISSING_SEMICOLON'
  | 'MA_MERGE_MARKER'
  | 'MA_BAD_STATEMENT'
  | 'MA_UNKNOWN_COMMAND'
  | 'MA_UNKNOWN_FLAG'
  | 'MA_UNKNOWN_DATA_TYPE'
  | 'MA_NON_FINITE'
  | 'MA_COUNT_MISMATCH'
  | 'MA_UNKNOWN_NODE'
  | 'MA_UNKNOWN_UNIT'
  | 'MA_NO_NODE'
  | 'MA_AMBIGUOUS_NAME'
  | 'MA_DUPLICATE_NAME'
  | 'MA_BAD_PARENT'
  | 'MA_BAD_PLUG'
  | 'MA_NO_CURRENT_NODE'
  | 'MA_NO_COMPOUND'
  | 'MA_SELECTION_TOO_LARGE'
  | 'MA_TOO_MANY_PATHS'
  | 'MA_REFERENCE_LIMIT'
  | 'MA_INDEX_OUT_OF_REACH'
  | 'MA_VALUE_MISMATCH'
  | 'MA_REFERENCE_MISSING'
  | 'MA_REFERENCE_REFUSED'
  | 'MA_REFERENCE_DEPTH'
  | 'MA_REFERENCED_NODE_MISSING';

/** Severity and meaning of every code of this folder. */
export const MA_PROBLEMS: ProblemTable<MaProblemCode> = {
  MA_NOT_ASCII: { severity: 'error', when: 'The file is binary, not Maya ASCII text. Thrown.' },
  MA_EMPTY: { severity: 'error', when: 'The file holds no byte at all. Thrown.' },
  MA_CODESET_UNKNOWN: { severity: 'warning', when: 'No decoder exists for the name on the //Codeset: line.' },
  MA_INVALID_BYTES: { severity: 'warning', when: 'Some bytes are not text in the encoding of the file.' },
  MA_TRUNCATED: { severity: 'error', when: 'The file ends in the middle of a statement, which is left out.' },
  MA_UNTERMINATED_STRING: { severity: 'error', when: 'A string has no closing quote; its statement is left out.' },
  MA_UNTERMINATED_COMMENT: { severity: 'warning', when: 'A block comment is never closed.' },
  MA_MISSING_SEMICOLON: { severity: 'warning', when: 'A statement begins on a new line before the last one ended.' },
  MA_MERGE_MARKER: { severity: 'error', when: 'The file holds markers of an unfinished merge.' },
  MA_BAD_STATEMENT: {
    severity: 'error',
    when: 'A statement does not follow its grammar; it is kept as raw text only.',
  },
  MA_UNKNOWN_COMMAND: {
    severity: 'warning',
    when: 'A command that scene files do not use; kept as raw text, never run.',
  },
  MA_UNKNOWN_FLAG: { severity: 'info', when: 'A flag of a known command was skipped.' },
  MA_UNKNOWN_DATA_TYPE: { severity: 'info', when: 'The values of an unknown -type are kept as raw text.' },
  MA_NON_FINITE: { severity: 'warning', when: 'A number is not finite (nan, inf, 1.#QNAN and the like).' },
  MA_COUNT_MISMATCH: {
    severity: 'warning',
    when: 'A list holds another number of values than its type or count says.',
  },
  MA_UNKNOWN_NODE: {
    severity: 'info',
    when: 'A node type that Rigline does not know; attributes and connections are kept.',
  },
  MA_UNKNOWN_UNIT: { severity: 'warning', when: 'A unit of length, angle or time that is not known.' },
  MA_NO_NODE: { severity: 'warning', when: 'A statement names a node that is not there.' },
  MA_AMBIGUOUS_NAME: { severity: 'warning', when: 'A name means several nodes; the first is taken.' },
  MA_DUPLICATE_NAME: {
    severity: 'warning',
    when: 'Two nodes have the same name in the same place; the later one is renamed.',
  },
  MA_BAD_PARENT: { severity: 'error', when: 'A node cannot be put under the parent that the file names.' },
  MA_BAD_PLUG: { severity: 'error', when: 'A connection names something that is not a plug.' },
  MA_NO_CURRENT_NODE: { severity: 'warning', when: 'A setAttr without a node stands before any createNode or select.' },
  MA_NO_COMPOUND: {
    severity: 'warning',
    when: 'An addAttr names a compound that its node does not have, or that is nested too deep.',
  },
  MA_SELECTION_TOO_LARGE: { severity: 'error', when: 'Too many statements are about too many selected nodes.' },
  MA_TOO_MANY_PATHS: {
    severity: 'error',
    when: 'Instances of instances have too many places, or the hierarchy is too deep; some places are left out.',
  },
  MA_INDEX_OUT_OF_REACH: { severity: 'error', when: 'An array index skips more than a million elements.' },
  MA_VALUE_MISMATCH: { severity: 'warning', when: 'The values do not fit the attribute; what fits is stored.' },
  MA_REFERENCE_MISSING: { severity: 'warning', when: 'A referenced file was not found.' },
  MA_REFERENCE_REFUSED: {
    severity: 'warning',
    when: 'A referenced file was not read: binary, or outside the folder of the scene.',
  },
  MA_REFERENCE_DEPTH: { severity: 'error', when: 'References are nested too deep, or a file refers to itself.' },
  MA_REFERENCE_LIMIT: { severity: 'error', when: 'References are too many, or too large together.' },
  MA_REFERENCED_NODE_MISSING: { severity: 'info', when: 'Nodes of a reference that was not read are named.' },
};

/** What `reportMa` takes besides the code. */
export interface MaReport {
  readonly message: string;
  readonly at: Place;
  readonly hint?: string;
  /** Problems of one code and group are counted, not repeated. By default the message. */
  readonly group?: string;
}

/** Adds a problem with the severity of its table row. */
export function reportMa(log: ProblemLog, code: MaProblemCode, report: MaReport): void {
  log.add({ code, severity: MA_PROBLEMS[code].severity, ...report });
}
