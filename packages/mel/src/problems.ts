import type { ProblemTable } from '@rigline/diagnostics';

/** Codes of this package. All of them are thrown as `RiglineError`; the caller decides what becomes a problem. */
export const MEL_PROBLEMS: ProblemTable = {
  MEL_SYNTAX: { severity: 'error', when: 'text is not MEL; the place is the first character that does not fit' },
  MEL_TOO_DEEP: { severity: 'error', when: 'blocks, parentheses or operator chains are nested beyond the limit' },
  MEL_STEP_LIMIT: { severity: 'error', when: 'a script or expression does more steps than `maxSteps`' },
  MEL_RECURSION_LIMIT: { severity: 'error', when: 'procedures call each other deeper than `maxDepth`' },
  MEL_SIZE_LIMIT: {
    severity: 'error',
    when: 'a string or an array grows beyond `maxStringLength` or `maxArrayLength`',
  },
  MEL_TYPE: { severity: 'error', when: 'a value cannot be converted to the type that its place needs' },
  MEL_UNDECLARED_VARIABLE: { severity: 'error', when: 'a variable is read before it has a value' },
  MEL_REDECLARED_VARIABLE: { severity: 'error', when: 'a variable is declared again with another type' },
  MEL_ARRAY_INDEX: { severity: 'error', when: 'an index is negative, or outside a matrix' },
  MEL_DIVISION_BY_ZERO: { severity: 'error', when: 'the right side of `/` or `%` is zero' },
  MEL_DOMAIN: { severity: 'error', when: 'a mathematical function has no value for its arguments' },
  MEL_ARGUMENTS: { severity: 'error', when: 'a procedure or function gets the wrong number of arguments' },
  MEL_ATTRIBUTE: { severity: 'error', when: 'an attribute is named that the host cannot read or write' },
  MEL_REFUSED: { severity: 'error', when: 'a script calls a command that could run code or leave the scene' },
  MEL_UNSUPPORTED: { severity: 'error', when: 'a function or construct exists in MEL but not here, such as noise' },
  MEL_USER_ERROR: { severity: 'error', when: 'the script calls `error`' },
};
