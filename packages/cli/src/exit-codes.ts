/** What the command's exit code says. Documented in docs/cli.md. */
export const EXIT = {
  /** Done. */
  ok: 0,
  /** Done, but the scene has errors (or warnings under `--strict`). */
  problems: 1,
  /** The command was called in a wrong way. */
  usage: 2,
  /** A file could not be read. */
  unreadable: 3,
  /** A fault of Rigline itself. */
  internal: 70,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];
