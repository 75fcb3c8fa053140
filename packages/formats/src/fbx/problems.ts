import type { Place, ProblemLog, ProblemTable } from '@rigline/diagnostics';

/** Codes that reading an FBX file may report or throw. */
export type FbxProblemCode =
  | 'FBX_NOT_FBX'
  | 'FBX_EMPTY'
  | 'FBX_TRUNCATED'
  | 'FBX_TOO_DEEP'
  | 'FBX_DAMAGED_RECORD'
  | 'FBX_DAMAGED_VALUE'
  | 'FBX_DAMAGED_ARRAY'
  | 'FBX_COUNT_MISMATCH'
  | 'FBX_MISSING_END'
  | 'FBX_UNSUPPORTED_VERSION'
  | 'FBX_NO_VERSION'
  | 'FBX_INVALID_TEXT'
  | 'FBX_NON_FINITE'
  | 'FBX_BAD_NUMBER'
  | 'FBX_BARE_WORD'
  | 'FBX_WORD_FOR_NUMBER'
  | 'FBX_BAD_BASE64'
  | 'FBX_UNTERMINATED_STRING'
  | 'FBX_BAD_SYNTAX'
  | 'FBX_INDEX_CLAMPED'
  | 'FBX_BAD_LAYER'
  | 'FBX_SHORT_ARRAY'
  | 'FBX_SURFACE_NOT_READ'
  | 'FBX_BROKEN_CLUSTER'
  | 'FBX_DEFORMER_NOT_READ'
  | 'FBX_BAD_SHAPE'
  | 'FBX_BAD_PROPERTY'
  | 'FBX_BAD_OBJECT'
  | 'FBX_DUPLICATE_ID'
  | 'FBX_BAD_CONNECTION'
  | 'FBX_DANGLING_CONNECTION'
  | 'FBX_BAD_KEYS'
  | 'FBX_NO_TAKE'
  | 'FBX_NODE_CYCLE'
  | 'FBX_SEVERAL_PARENTS'
  | 'FBX_TOO_MANY_PATHS'
  | 'FBX_GEOMETRIC_IGNORED'
  | 'FBX_BAD_POSE'
  | 'FBX_ANIMATION_UNUSED'
  | 'FBX_SEVERAL_CURVE_NODES'
  | 'FBX_CONSTRAINT_UNKNOWN'
  | 'FBX_CONSTRAINT_INCOMPLETE'
  | 'FBX_CONSTRAINT_APPROXIMATED';

/** Severity and meaning of every code of this folder. */
export const FBX_PROBLEMS: ProblemTable<FbxProblemCode> = {
  FBX_NOT_FBX: { severity: 'error', when: 'The bytes are neither binary nor ASCII FBX. Thrown.' },
  FBX_EMPTY: { severity: 'error', when: 'The file holds no record at all. Thrown.' },
  FBX_TRUNCATED: { severity: 'error', when: 'The file ends before its records do. Thrown.' },
  FBX_TOO_DEEP: { severity: 'error', when: 'Records are nested deeper than any FBX file nests them. Thrown.' },
  FBX_DAMAGED_RECORD: {
    severity: 'error',
    when: 'A record does not fit into the one around it; it and what follows it there is left out. Thrown on the first level.',
  },
  FBX_DAMAGED_VALUE: {
    severity: 'error',
    when: 'A value of a record has an unknown type or does not fit; it and the values after it are left out.',
  },
  FBX_DAMAGED_ARRAY: { severity: 'error', when: 'The numbers of an array cannot be read; it counts as empty.' },
  FBX_COUNT_MISMATCH: { severity: 'warning', when: 'An array holds another number of values than the file says.' },
  FBX_MISSING_END: { severity: 'warning', when: 'The end mark after the last record is missing.' },
  FBX_UNSUPPORTED_VERSION: { severity: 'warning', when: 'The version is not one of 3000 to 7700.' },
  FBX_NO_VERSION: { severity: 'warning', when: 'A text file does not name its version; it is guessed.' },
  FBX_INVALID_TEXT: { severity: 'warning', when: 'Some bytes of a string are not UTF-8; they are kept.' },
  FBX_NON_FINITE: {
    severity: 'warning',
    when: 'A number of a text file is not finite (nan, inf, 1.#IND and the like).',
  },
  FBX_BAD_NUMBER: { severity: 'error', when: 'Something in place of a number is none. Thrown.' },
  FBX_BARE_WORD: {
    severity: 'error',
    when: 'A text value of a text file has no quotes, so that the file is damaged; it counts as a text all the same.',
  },
  FBX_WORD_FOR_NUMBER: {
    severity: 'warning',
    when: 'A word stands among the numbers of a text file; it counts as the code of its first letter.',
  },
  FBX_BAD_BASE64: { severity: 'warning', when: 'Embedded content is not base64; it is left out.' },
  FBX_UNTERMINATED_STRING: { severity: 'error', when: 'A string has no closing quote. Thrown.' },
  FBX_BAD_SYNTAX: { severity: 'error', when: 'Text does not follow the grammar of records. Thrown.' },
  FBX_INDEX_CLAMPED: {
    severity: 'warning',
    when: 'A mesh, shape or skin names points, corners or values that are not there; they are clamped or left out.',
  },
  FBX_BAD_LAYER: {
    severity: 'warning',
    when: 'A layer of a mesh (UVs, colours, normals, smoothing …) fits neither its corners, points nor faces; it is left out.',
  },
  FBX_SHORT_ARRAY: {
    severity: 'warning',
    when: 'A list of a mesh, shape or skin is shorter than what it belongs to.',
  },
  FBX_SURFACE_NOT_READ: {
    severity: 'warning',
    when: 'A NURBS surface, patch, or another surface that is no polygon mesh; its node stays without a shape.',
  },
  FBX_BROKEN_CLUSTER: {
    severity: 'warning',
    when: 'A cluster of a skin has no bone or no matrices; without a bone it moves nothing.',
  },
  FBX_DEFORMER_NOT_READ: {
    severity: 'warning',
    when: 'A deformer that is kept in another file (a cache) or not known; the mesh is shown without it.',
  },
  FBX_BAD_SHAPE: {
    severity: 'warning',
    when: 'A shape of a blend shape has no points, or another number of offsets than of points.',
  },
  FBX_BAD_PROPERTY: {
    severity: 'warning',
    when: 'A property holds no usable value, or has no name; its default is taken.',
  },
  FBX_BAD_OBJECT: { severity: 'warning', when: 'A record among the objects has no id; it is left out.' },
  FBX_DUPLICATE_ID: { severity: 'warning', when: 'Several objects have one id; connections to it go to the first.' },
  FBX_BAD_CONNECTION: {
    severity: 'warning',
    when: 'A connection is incomplete, there twice, from an object to itself, or to a place where it means nothing; it is left out.',
  },
  FBX_DANGLING_CONNECTION: {
    severity: 'info',
    when: 'A connection names an object that is not there; it is left out.',
  },
  FBX_BAD_KEYS: {
    severity: 'warning',
    when: 'The lists of the keys of a curve do not fit each other; what fits is read.',
  },
  FBX_NO_TAKE: { severity: 'error', when: 'The file has no take of the name that is asked for. Thrown.' },
  FBX_NODE_CYCLE: { severity: 'error', when: 'A node is its own ancestor. Thrown.' },
  FBX_SEVERAL_PARENTS: { severity: 'warning', when: 'A node has several parents; one is taken.' },
  FBX_TOO_MANY_PATHS: {
    severity: 'error',
    when: 'Instances have too many places, or the hierarchy is too deep; some places are left out.',
  },
  FBX_GEOMETRIC_IGNORED: {
    severity: 'info',
    when: 'Geometric channels of a node that shows a camera or a light; they count for meshes alone.',
  },
  FBX_BAD_POSE: { severity: 'info', when: 'A pose names nodes that are not there, or holds no matrix for them.' },
  FBX_ANIMATION_UNUSED: {
    severity: 'info',
    when: 'Curves animate a property that drives nothing here; they are kept.',
  },
  FBX_SEVERAL_CURVE_NODES: {
    severity: 'info',
    when: 'A layer has several curve nodes for one property; the first is taken.',
  },
  FBX_CONSTRAINT_UNKNOWN: { severity: 'info', when: 'A constraint is of a kind that is not evaluated.' },
  FBX_CONSTRAINT_INCOMPLETE: { severity: 'warning', when: 'A constraint lacks its constrained node or its targets.' },
  FBX_CONSTRAINT_APPROXIMATED: {
    severity: 'info',
    when: 'A constraint has options that its node here does not have; its result is near, not the same.',
  },
};

/** What `reportFbx` takes besides the code. */
export interface FbxReport {
  readonly message: string;
  readonly at: Place;
  readonly hint?: string;
  /** Problems of one code and group are counted, not repeated. By default the message. */
  readonly group?: string;
}

/** Adds a problem with the severity of its table row. */
export function reportFbx(log: ProblemLog, code: FbxProblemCode, report: FbxReport): void {
  log.add({ code, severity: FBX_PROBLEMS[code].severity, ...report });
}
