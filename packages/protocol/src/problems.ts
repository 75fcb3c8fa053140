import type { ProblemTable } from '@rigline/diagnostics';

/** Codes of the live protocol. All of them end up in an `error` message to the peer that caused them. */
export const PROTOCOL_PROBLEMS: ProblemTable = {
  PROTOCOL_BAD_BODY: { severity: 'error', when: 'The body of a message is not what its kind asks for.' },
  PROTOCOL_BAD_LENGTH: { severity: 'error', when: 'A message announces no bytes, or more than the limit.' },
  PROTOCOL_LIMIT: { severity: 'error', when: 'A peer has more subjects, nodes or curves than the hub allows.' },
  PROTOCOL_NOT_A_MESSAGE: { severity: 'error', when: 'Bytes do not begin as a message does.' },
  PROTOCOL_TRUNCATED: { severity: 'error', when: 'A message ends within a value.' },
  PROTOCOL_VERSION: { severity: 'error', when: 'A peer speaks a version of the protocol that is not known here.' },
};
