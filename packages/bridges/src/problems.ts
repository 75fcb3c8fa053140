import type { ProblemTable } from '@rigline/diagnostics';

/** Codes of what goes wrong with the programs and protocols of others. */
export const BRIDGE_PROBLEMS: ProblemTable = {
  BRIDGE_BAD_DATAGRAM: { severity: 'warning', when: 'A datagram is not what its protocol asks for; it is left out.' },
  BRIDGE_BAD_MAPPING: { severity: 'error', when: 'A mapping file is not of its form. Thrown.' },
  BRIDGE_BAD_OPTION: { severity: 'error', when: 'A setting of a bridge has a value that it cannot have. Thrown.' },
  BRIDGE_CANNOT_LISTEN: { severity: 'error', when: 'A port for the datagrams of others cannot be opened. Thrown.' },
  BRIDGE_CANNOT_SEND: {
    severity: 'warning',
    when: 'Datagrams do not leave this machine: no route, or too much at once.',
  },
  BRIDGE_CLAMPED: { severity: 'warning', when: 'A value is outside what the protocol can hold, and was clamped.' },
  BRIDGE_ENGINE_AWAY: {
    severity: 'warning',
    when: 'No engine answers, or its connection has ended; it is tried again.',
  },
  BRIDGE_ENGINE_REFUSES: {
    severity: 'warning',
    when: 'An engine refuses a request; the hint names the setting that allows it.',
  },
  BRIDGE_ENGINE_SILENT: { severity: 'warning', when: 'An engine does not answer a request.' },
  BRIDGE_NO_ACTOR: { severity: 'warning', when: 'A level has no actor of the name of a subject.' },
  BRIDGE_NOT_IN_PROTOCOL: { severity: 'info', when: 'Something of a subject cannot be said in the protocol.' },
  BRIDGE_UNKNOWN_CHANNEL: { severity: 'warning', when: 'A mapping names a channel that no face has.' },
};
