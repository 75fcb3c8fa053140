import { formatProblem, type Problem } from '@rigline/diagnostics';
import { CHECK_RULES, type CheckRule, checkScene, Graph, NODE_TYPES } from '@rigline/evaluate';
import type { Command } from 'commander';
import { type ConstraintDrift, constraintDrift } from '../constraint-drift.ts';
import type { CommandContext } from '../context.ts';
import type { ExitCode } from '../exit-codes.ts';
import { readFrames } from '../frames.ts';
import { countSeverities, openScene } from '../open-scene.ts';
import { Progress } from '../output.ts';
import {
  addConstraintOption,
  addSceneOptions,
  type ConstraintFlags,
  exitCodeOf,
  forEachFile,
  type SceneFlags,
} from '../scene-command.ts';

interface CheckFlags extends SceneFlags, ConstraintFlags {
  readonly frames?: string;
  readonly range?: string;
}

const EXAMPLES = `
Example:
  rigline check shot.ma --strict
  rigline check hero.fbx --take run
`;

export function addCheckCommand(program: Command, context: CommandContext): void {
  const command = program
    .command('check')
    .description('what would go wrong with a scene: each problem with its place and a hint')
    .argument('<file...>', 'scenes to check')
    .option('--frames <list>', 'frames to look at, such as 1,12.5')
    .option('--range <first:last:step>', 'a range of frames (default: the playback range)')
    .addHelpText('after', EXAMPLES);
  addConstraintOption(addSceneOptions(command)).action((files: string[], flags: CheckFlags) => {
    const frames = readFrames(flags);
    context.exitCode = forEachFile(files, flags, context, (file) => checkFile(file, frames, flags, context));
  });
}

function checkFile(
  file: string,
  frames: readonly number[] | undefined,
  flags: CheckFlags,
  context: CommandContext,
): ExitCode {
  const opened = openScene(file, flags);
  const { scene } = opened;
  const progress = new Progress(context.output, `${file}: frame`);
  const drifts: ConstraintDrift[] = [];
  const compared = comparedRule(file, opened, flags, drifts);
  const found = checkScene(scene, new Graph(scene, NODE_TYPES), {
    ...(frames ? { frames } : {}),
    rules: compared ? [...CHECK_RULES, compared] : CHECK_RULES,
    onFrame: (done, total) => progress.update(done, total),
  });
  progress.done();
  // Constraints of a baked file drive nothing by design.
  const isBaked = opened.format === 'fbx' && flags.constraints !== 'live';
  const problems = [...opened.problems, ...found.filter(({ code }) => !(isBaked && code === 'CHECK_CONSTRAINT_IDLE'))];
  const document = { schema: 'rigline.check/1', file, ...(compared ? { constraints: drifts } : {}), problems };
  context.output.out(flags.json ? `${JSON.stringify(document)}\n` : report(file, problems, flags));
  return exitCodeOf(problems, flags);
}

/** For FBX files with constraints: compares what is baked with what they give. */
function comparedRule(
  file: string,
  { scene, format }: ReturnType<typeof openScene>,
  flags: CheckFlags,
  drifts: ConstraintDrift[],
): CheckRule | undefined {
  if (format !== 'fbx') return undefined;
  if (!scene.nodes.some((node) => node.isA('constraint') || node.type === 'ikHandle')) return undefined;
  const isLive = flags.constraints === 'live';
  const other = openScene(file, { ...flags, constraints: isLive ? 'baked' : 'live' }).scene;
  return constraintDrift(new Graph(other, NODE_TYPES), isLive ? 'checked' : 'other', drifts);
}

function report(file: string, problems: readonly Problem[], flags: CheckFlags): string {
  const counts = countSeverities(problems);
  const shown = flags.quiet ? problems.filter((p) => p.severity === 'error') : problems;
  const lines = shown.map((problem) => formatProblem(problem));
  lines.push(`${file}: ${counts.error} errors, ${counts.warning} warnings, ${counts.info} notes`);
  return `${lines.join('\n')}\n`;
}
