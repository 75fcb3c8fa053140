import { extname } from 'node:path';
import { buildExport, type ExportOptions, VERDICTS, type Verdict } from '@rigline/convert';
import { RiglineError } from '@rigline/diagnostics';
import { type Command, InvalidArgumentError, Option } from 'commander';
import type { CommandContext } from '../context.ts';
import { OUTPUTS, type OutputKind } from '../convert/outputs.ts';
import { checkReportName, renderReport } from '../convert/render-report.ts';
import { writeWhole } from '../convert/write-whole.ts';
import { EXIT } from '../exit-codes.ts';
import { readFrames } from '../frames.ts';
import { openScene } from '../open-scene.ts';
import {
  addConstraintOption,
  addSceneOptions,
  type ConstraintFlags,
  finishWith,
  type SceneFlags,
} from '../scene-command.ts';

interface ConvertFlags extends SceneFlags, ConstraintFlags {
  readonly output: string;
  readonly range?: string;
  readonly rest?: string;
  readonly animation: boolean;
  readonly time: 'zero' | 'scene';
  readonly nodes?: readonly string[];
  readonly influences: number;
  readonly maxError?: MaxError;
  readonly report?: string;
  readonly failOn?: readonly Verdict[];
}

type MaxError = NonNullable<ExportOptions['maxError']>;

const EXAMPLES = `
Example:
  rigline convert shot.ma -o shot.glb
  rigline convert hero.fbx --take run -o run.glb --report run.json --fail-on approximated,dropped
`;

export function addConvertCommand(program: Command, context: CommandContext): void {
  const command = program
    .command('convert')
    .description('write a scene for an engine, and tell what was kept, baked and lost')
    .argument('<file>', 'scene to convert')
    .requiredOption('-o, --output <file>', 'file to write; its extension says what: .glb')
    .option('--range <first:last>', 'frames of the clip (default: the playback range)')
    .option('--rest <frame>', 'frame of the values without animation (default: the first of the range)')
    .option('--no-animation', 'a pose alone')
    .addOption(
      new Option('--time <start>', 'the clip begins at zero, or at its time in the scene')
        .choices(['zero', 'scene'])
        .default('zero'),
    )
    .option('--nodes <pattern...>', 'only nodes whose path fits, such as "*|hero*", with all above and below them')
    .option('--influences <count>', 'joints of a point at most: 4 or 8', readInfluences, 4)
    .option('--max-error <list>', 'how far keys may be off, such as 0.001deg,0.01cm', readMaxError)
    .option('--report <file>', 'write the report, too: .json or .html')
    .option('--fail-on <list>', `exit with 1 when anything was one of ${VERDICTS.join(', ')}`, readVerdicts)
    .addHelpText('after', EXAMPLES);
  addConstraintOption(addSceneOptions(command)).action(async (file: string, flags: ConvertFlags) => {
    await convert(file, flags, context);
  });
}

async function convert(file: string, flags: ConvertFlags, context: CommandContext): Promise<void> {
  const kind = outputOf(flags.output);
  if (flags.report !== undefined) checkReportName(flags.report);
  const opened = openScene(file, flags);
  const built = buildExport(opened.scene, { space: kind.space }, optionsOf(flags, kind));
  const bytes = await kind.write(built, { maxInfluences: flags.influences });
  writeWhole(flags.output, bytes);
  const { report } = built;
  const counts = report.counts();
  if (flags.report !== undefined) {
    writeWhole(
      flags.report,
      new TextEncoder().encode(renderReport(flags.report, { file, output: flags.output, report })),
    );
  }
  const { out } = context.output;
  if (flags.json) {
    const { output } = flags;
    out(
      `${JSON.stringify({ schema: 'rigline.convert/1', file, output, bytes: bytes.length, counts, entries: report.entries, problems: opened.problems })}\n`,
    );
  } else {
    out(
      `${flags.output}: ${bytes.length} bytes, ${VERDICTS.map((verdict) => `${counts[verdict]} ${verdict}`).join(', ')}\n`,
    );
    for (const { verdict, subject, what, reason, hint } of report.entries) {
      if (verdict === 'kept' || verdict === 'baked') continue;
      out(`  ${verdict}  ${subject}  ${what}: ${reason}${hint ? `\n      hint: ${hint}` : ''}\n`);
    }
  }
  context.exitCode = finishWith(opened.problems, flags, context);
  if (flags.failOn?.some((verdict) => counts[verdict] > 0)) context.exitCode = EXIT.problems;
}

function outputOf(path: string): OutputKind {
  const kind = OUTPUTS[extname(path).toLowerCase()];
  if (kind) return kind;
  throw new RiglineError({
    code: 'CLI_UNKNOWN_OUTPUT',
    message: `Nothing is written to files named "${extname(path)}"`,
    at: { file: path },
    hint: `Name the output with one of ${Object.keys(OUTPUTS).join(', ')}.`,
  });
}

function optionsOf(flags: ConvertFlags, { metresPerUnit }: OutputKind): ExportOptions {
  const frames = flags.range === undefined ? undefined : readFrames({ range: flags.range });
  const rest = flags.rest === undefined ? undefined : readFrames({ frames: flags.rest })?.[0];
  const patterns = flags.nodes?.map(globOf);
  const { maxError } = flags;
  return {
    timeStart: flags.time,
    maxInfluences: flags.influences,
    ...(flags.animation ? {} : { range: false as const }),
    ...(flags.animation && frames
      ? { range: [frames[0] as number, frames[frames.length - 1] as number] as const }
      : {}),
    ...(rest === undefined ? {} : { restFrame: rest }),
    ...(patterns ? { includes: (path: string) => patterns.some((pattern) => pattern.test(path)) } : {}),
    ...(maxError ? { maxError: lengthIn(maxError, metresPerUnit) } : {}),
  };
}

/** Lengths of the option are metres. */
function lengthIn(maxError: MaxError, metresPerUnit: number): MaxError {
  return maxError.length === undefined ? maxError : { ...maxError, length: maxError.length / metresPerUnit };
}

/** `*` is anything and `?` one character of a path; a pattern without `|` is for the name of a node. */
function globOf(pattern: string): RegExp {
  const isPath = pattern.includes('|');
  const any = isPath ? '.*' : '[^|]*';
  const body = pattern
    .replace(/[.+^${}()[\]\\|]/g, '\\$&')
    .replaceAll('*', any)
    .replaceAll('?', '[^|]');
  return new RegExp(isPath ? `^${body}$` : `\\|${body}$`, 'u');
}

function readInfluences(text: string): number {
  if (text !== '4' && text !== '8') throw new InvalidArgumentError('Give 4 or 8.');
  return Number(text);
}

const UNITS: Readonly<Record<string, readonly ['length' | 'angle', number]>> = {
  mm: ['length', 1e-3],
  cm: ['length', 1e-2],
  m: ['length', 1],
  deg: ['angle', Math.PI / 180],
  rad: ['angle', 1],
};

/** `0.001deg,0.01cm`; lengths in metres, angles in radians. */
function readMaxError(text: string): MaxError {
  const errors: { length?: number; angle?: number } = {};
  for (const part of text.split(',')) {
    const match = /^\s*(\d*\.?\d+(?:e-?\d+)?)(mm|cm|m|deg|rad)\s*$/.exec(part);
    const unit = match && UNITS[match[2] as string];
    if (!match || !unit) throw new InvalidArgumentError('Write it as 0.001deg,0.01cm; units are mm, cm, m, deg, rad.');
    errors[unit[0]] = Number(match[1]) * unit[1];
  }
  return errors;
}

function readVerdicts(text: string): readonly Verdict[] {
  const verdicts = text.split(',').map((part) => part.trim());
  const unknown = verdicts.find((verdict) => !VERDICTS.includes(verdict as Verdict));
  if (unknown !== undefined) throw new InvalidArgumentError(`"${unknown}" is none of ${VERDICTS.join(', ')}.`);
  return verdicts as Verdict[];
}
