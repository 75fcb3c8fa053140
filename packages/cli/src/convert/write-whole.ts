import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { RiglineError } from '@rigline/diagnostics';

/** Writes a file so that it is there whole or not at all. Missing folders are made. */
export function writeWhole(path: string, bytes: Uint8Array): void {
  const target = resolve(path);
  const draft = `${target}.${process.pid}.part`;
  try {
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(draft, bytes);
    renameSync(draft, target);
  } catch (cause) {
    rmSync(draft, { force: true });
    throw new RiglineError({
      code: 'CLI_CANNOT_WRITE',
      message: `The file cannot be written (${(cause as NodeJS.ErrnoException).code ?? 'unknown reason'})`,
      at: { file: path },
      hint: 'Choose a folder that you may write to, with space left.',
      cause,
    });
  }
}
