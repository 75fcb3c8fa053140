import type { ProblemTable } from '@rigline/diagnostics';

/** Codes of the command itself. Those of severity `error` are thrown as `RiglineError`. */
export const CLI_PROBLEMS: ProblemTable = {
  CLI_BAD_FRAMES: { severity: 'error', when: 'The frames asked for are no list or range of numbers, or too many.' },
  CLI_BAKED_CONSTRAINT: {
    severity: 'warning',
    when: 'What an FBX file has baked differs from what its constraints give; an info where both agree.',
  },
  CLI_CANNOT_LISTEN: { severity: 'error', when: 'The studio cannot listen on its port.' },
  CLI_CANNOT_RECORD: { severity: 'error', when: 'A take cannot be recorded into the file named.' },
  CLI_CANNOT_WRITE: { severity: 'error', when: 'A file cannot be written. Thrown.' },
  CLI_NOT_BUILT: { severity: 'error', when: 'The studio or the demo shot is not there.' },
  CLI_NO_FILE: { severity: 'error', when: 'A file named is not there or cannot be read.' },
  CLI_NO_TAKE_FILE: { severity: 'error', when: 'A file to play is no take of Rigline.' },
  CLI_NULL_NUMBER: {
    severity: 'warning',
    when: 'A number of the output is not finite; JSON has null in its place.',
  },
  CLI_OPTION_OF_OTHER_FORMAT: {
    severity: 'error',
    when: 'An option is given that the format of the file does not have.',
  },
  CLI_UNKNOWN_FORMAT: { severity: 'error', when: 'A file is of no format that Rigline reads.' },
  CLI_UNKNOWN_OUTPUT: { severity: 'error', when: 'A file to write has an extension that stands for nothing. Thrown.' },
};
