import type { ProblemTable } from '@rigline/diagnostics';

/** Codes of the hub. Those of severity `error` are told to the peer that caused them, and end its connection. */
export const HUB_PROBLEMS: ProblemTable = {
  HUB_BAD_TOKEN: { severity: 'error', when: 'A peer has no token, or a wrong one, where the hub asks for one.' },
  HUB_CANNOT_LISTEN: { severity: 'error', when: 'The hub cannot listen on its port. Thrown.' },
  HUB_FOREIGN_ORIGIN: { severity: 'error', when: 'A web page of another origin tries to connect.' },
  HUB_NOT_INTRODUCED: { severity: 'error', when: 'A peer sends something else before `hello`, or `hello` twice.' },
  HUB_NOT_A_SENDER: { severity: 'error', when: 'A peer that has come as a receiver sends subjects.' },
  HUB_SILENT: { severity: 'error', when: 'A peer has not been heard of for too long.' },
  HUB_TOO_MANY_PEERS: { severity: 'error', when: 'More peers connect than the hub serves.' },
  HUB_UNKNOWN_SPACE: { severity: 'error', when: 'A peer names a space that is not known.' },
};
