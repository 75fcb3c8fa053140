/** What all records of a text file share. */
import { type ProblemLog, RiglineError } from '@rigline/diagnostics';
import { reportInvalidText } from './container-binary.ts';
import { BYTE_CLASS, commentEnd, isNumberText, nonFinite, stringEnd, tokenEnd, tokenText } from './number-text.ts';
import { type FbxProblemCode, reportFbx } from './problems.ts';
import { TextPool } from './text.ts';

/** Characters of a token that messages show. */
const SHOWN = 40;

export class AsciiSource {
  readonly bytes: Uint8Array;
  readonly file: string;
  readonly log: ProblemLog;
  readonly text: TextPool;
  /** Known when all records are. */
  version = 0;

  constructor(bytes: Uint8Array, options: { file: string; log: ProblemLog }) {
    this.bytes = bytes;
    this.file = options.file;
    this.log = options.log;
    this.text = new TextPool((at) => reportInvalidText(options.log, options.file, at));
  }

  refuse(code: FbxProblemCode, at: number, message: string, hint: string): RiglineError {
    return new RiglineError({ code, message, at: { file: this.file, byte: at }, hint });
  }

  /** Judges a token that is no plain number and tells words; throws where it should be a number and is none. */
  checkOddToken(start: number, end: number): boolean {
    const token = tokenText(this.bytes, start, end);
    if (nonFinite(token) !== undefined) {
      reportFbx(this.log, 'FBX_NON_FINITE', {
        message: `A number is not finite: ${token.slice(0, SHOWN)}`,
        at: { file: this.file, byte: start },
        hint: 'Look for a division by zero in the scene that was exported.',
        group: '',
      });
      return false;
    }
    if (isWordStart(this.bytes[start]!)) return true;
    throw this.refuse(
      'FBX_BAD_NUMBER',
      start,
      `"${token.slice(0, SHOWN)}" stands where a number should`,
      'Export the file again.',
    );
  }

  reportBareWord(start: number, end: number): void {
    reportFbx(this.log, 'FBX_BARE_WORD', {
      message: `A value has no quotes: ${tokenText(this.bytes, start, Math.min(end, start + SHOWN))}; it counts as a text`,
      at: { file: this.file, byte: start },
      hint: 'Export the file again; no program writes such values.',
      group: '',
    });
  }

  reportWord(start: number, end: number): void {
    reportFbx(this.log, 'FBX_WORD_FOR_NUMBER', {
      message: `A word stands among numbers: "${tokenText(this.bytes, start, Math.min(end, start + SHOWN))}"; it counts as its first letter's code`,
      at: { file: this.file, byte: start },
      hint: 'Export the file again.',
      group: '',
    });
  }

  /** Reports the first token of a list that begins as a number and is none. */
  reportBadNumbers(start: number, end: number): void {
    const { bytes } = this;
    for (let at = start; at < end; ) {
      const c = bytes[at]!;
      if (c === 0x3b) at = commentEnd(bytes, at, end);
      else if (c === 0x22) at = stringEnd(bytes, at + 1, end) + 1 || end;
      else if ((BYTE_CLASS[c]! - 1) >>> 0 >= 2) at++;
      else {
        const stop = tokenEnd(bytes, at, end);
        const token = tokenText(bytes, at, stop);
        if (!isWordStart(c) && !isNumberText(token)) {
          reportFbx(this.log, 'FBX_BAD_NUMBER', {
            message: `"${token.slice(0, SHOWN)}" stands where a number should`,
            at: { file: this.file, byte: at },
            hint: 'Export the file again.',
            group: '',
          });
          return;
        }
        at = stop;
      }
    }
  }

  reportBase64(at: number): void {
    reportFbx(this.log, 'FBX_BAD_BASE64', {
      message: 'Embedded content is not base64; it is left out',
      at: { file: this.file, byte: at },
      hint: 'Embed the file again, or keep it beside the scene.',
      group: '',
    });
  }
}

/** Names and words begin with a letter, `_`, or a byte beyond ASCII. */
export function isWordStart(c: number): boolean {
  return ((c | 32) >= 97 && (c | 32) <= 122) || c === 0x5f || c >= 128;
}
