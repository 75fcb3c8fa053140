import type { ProblemTable } from '@rigline/diagnostics';

/** Codes of this package. All of them are thrown as `RiglineError` with the place in the script. */
export const QUERY_PROBLEMS: ProblemTable = {
  QUERY_UNKNOWN_COMMAND: { severity: 'error', when: 'a command is neither a procedure of the script nor known here' },
  QUERY_UNKNOWN_FLAG: { severity: 'error', when: 'a command has no flag of that name' },
  QUERY_ARGUMENTS: { severity: 'error', when: 'a command or flag gets too few, too many or wrong arguments' },
  QUERY_UNSUPPORTED: { severity: 'error', when: 'a form of a command exists in Maya but not here' },
  QUERY_NO_NODE: { severity: 'error', when: 'no node, or more than one, has the name given' },
  QUERY_WRONG_NODE: { severity: 'error', when: 'a node is of a type that the command has no use for' },
  QUERY_NO_ATTRIBUTE: { severity: 'error', when: 'a node has no attribute of the name given' },
  QUERY_NO_VALUE: { severity: 'error', when: 'an attribute holds nothing that MEL could show, such as a message' },
  QUERY_WRONG_VALUE: { severity: 'error', when: 'an attribute cannot take the values given' },
  QUERY_LOCKED: { severity: 'error', when: 'a locked attribute is set' },
  QUERY_CONNECTED: { severity: 'error', when: 'a connected attribute is set, or connected again without -force' },
  QUERY_NOT_CONNECTED: { severity: 'error', when: 'plugs are disconnected that are not connected' },
};
