import { RiglineError } from '@rigline/diagnostics';

/** Frames that one call may ask for at most. */
export const FRAME_LIMIT = 1_000_000;

/**
 * Frames of `--frames` (`1,12.5,100`) and `--range` (`1:100` or `1:100:0.5`), in the order given.
 *
 * @throws RiglineError `CLI_BAD_FRAMES`.
 */
export function readFrames(options: { readonly frames?: string; readonly range?: string }): number[] | undefined {
  if (options.frames === undefined && options.range === undefined) return undefined;
  const frames =
    options.frames === undefined ? [] : options.frames.split(',').map((text) => readNumber(text, '--frames'));
  if (options.range !== undefined) {
    const [first, last, step = 1, ...rest] = options.range.split(':').map((text) => readNumber(text, '--range'));
    if (first === undefined || last === undefined || rest.length > 0 || step === 0) {
      throw bad(`"${options.range}" is not a range`, 'Write it as FIRST:LAST or FIRST:LAST:STEP, as 1:100:1.');
    }
    const count = Math.floor((last - first) / step + 1e-9) + 1;
    if (count < 1) throw bad(`The range "${options.range}" holds no frame`, 'Let the step lead from FIRST to LAST.');
    if (!(count <= FRAME_LIMIT))
      throw bad(`The range holds ${count} frames; ${FRAME_LIMIT} is the limit`, 'Give a larger step.');
    for (let i = 0; i < count; i++) frames.push(first + i * step);
  }
  return frames;
}

function readNumber(text: string, option: string): number {
  const value = text.trim() === '' ? Number.NaN : Number(text);
  if (!Number.isFinite(value))
    throw bad(`${option}: "${text}" is not a number`, 'Write frames as 1,12.5 and ranges as 1:100:1.');
  return value;
}

function bad(message: string, hint: string): RiglineError {
  return new RiglineError({ code: 'CLI_BAD_FRAMES', message, hint });
}
