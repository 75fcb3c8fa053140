import type { ProblemLog } from '@rigline/diagnostics';
import { type EvalFrame, evalHeader, Graph, listConstraints, NODE_TYPES, SceneSampler } from '@rigline/evaluate';
import type { Command } from 'commander';
import type { CommandContext } from '../context.ts';
import { readFrames } from '../frames.ts';
import { openScene } from '../open-scene.ts';
import { Progress } from '../output.ts';
import {
  addConstraintOption,
  addSceneOptions,
  type ConstraintFlags,
  finishWith,
  forEachFile,
  type SceneFlags,
} from '../scene-command.ts';

interface EvalFlags extends SceneFlags, ConstraintFlags {
  readonly frames?: string;
  readonly range?: string;
  readonly meshes?: boolean;
}

const EXAMPLES = `
Example:
  rigline eval shot.ma --range 1:100:1 --json > shot.json
  rigline eval hero.fbx --take run --frames 0,10 --meshes --json
`;

export function addEvalCommand(program: Command, context: CommandContext): void {
  const command = program
    .command('eval')
    .description('evaluate scenes at frames: matrices, channels, cameras, as one JSON document per file and line')
    .argument('<file...>', 'scenes to evaluate')
    .option('--frames <list>', 'frames of the scene, such as 1,12.5 (default: the frame it was saved at)')
    .option('--range <first:last:step>', 'a range of frames, such as 1:100:1')
    .option('--meshes', 'world positions of mesh points, too')
    .addHelpText('after', EXAMPLES);
  addConstraintOption(addSceneOptions(command)).action((files: string[], flags: EvalFlags) => {
    const frames = readFrames(flags);
    context.exitCode = forEachFile(files, flags, context, (file) => evaluateFile(file, frames, flags, context));
  });
}

function evaluateFile(
  file: string,
  asked: number[] | undefined,
  flags: EvalFlags,
  context: CommandContext,
): ReturnType<typeof finishWith> {
  const opened = openScene(file, flags);
  const { scene } = opened;
  const graph = new Graph(scene, NODE_TYPES);
  const frames = asked ?? [scene.settings.savedFrame];
  const sampler = new SceneSampler(graph, { meshes: flags.meshes ?? false });
  const progress = new Progress(context.output, `${file}: frame`);
  const { out } = context.output;
  const write = flags.json
    ? (frame: EvalFrame) => {
        const text = JSON.stringify(frame);
        if (NULL_NUMBER.test(text)) reportNull(graph.problems, frame);
        out(text);
      }
    : (frame: EvalFrame) => out(tableOf(frame));
  if (flags.json) out(`${JSON.stringify(evalHeader(scene)).slice(0, -1)},"frames":[`);
  frames.forEach((frame, i) => {
    if (flags.json && i > 0) out(',');
    write(sampler.sample(frame));
    progress.update(i + 1, frames.length);
  });
  progress.done();
  const all = [...opened.problems, ...graph.problems.list()];
  if (flags.json) out(`],"constraints":${JSON.stringify(listConstraints(scene))},"problems":${JSON.stringify(all)}}\n`);
  return finishWith(all, flags, context);
}

/** What JSON makes of a number that is not finite. */
const NULL_NUMBER = /[:[,]null[,\]}]/;

function reportNull(log: ProblemLog, { frame, nodes, cameras, morphs, meshes = [] }: EvalFrame): void {
  const found = [...nodes, ...cameras, ...morphs, ...meshes].find((part) => NULL_NUMBER.test(JSON.stringify(part)));
  if (!found) return;
  log.add({
    code: 'CLI_NULL_NUMBER',
    severity: 'warning',
    group: 'json',
    message: `"${found.path}" has numbers that are not finite at frame ${frame}; JSON holds null in their place`,
    at: { node: found.path },
    hint: 'Look for zero apertures, zero scales and values too large for a number.',
  });
}

function tableOf(frame: EvalFrame): string {
  const number = (value: number): string =>
    value
      .toFixed(4)
      .replace(/\.?0+$/, '')
      .replace(/^-0$/, '0');
  const lines = [`frame ${frame.frame} (${number(frame.seconds)} s)`];
  for (const node of frame.nodes) {
    if (!node.channels) continue;
    const { translate, rotate, scale } = node.channels;
    const at = node.world.slice(12, 15).map(number).join(' ');
    lines.push(
      `  ${node.path}${node.visible ? '' : ' (hidden)'}`,
      `    world ${at}   t ${translate.map(number).join(' ')}   r ${rotate.map(number).join(' ')}   s ${scale.map(number).join(' ')}`,
    );
  }
  for (const camera of frame.cameras) {
    if (camera.orthographic) {
      lines.push(`  ${camera.path}  orthographic, ${number(camera.orthographicWidth)} wide`);
      continue;
    }
    lines.push(
      `  ${camera.path}  ${number(camera.focalLengthMm)} mm on ${number(camera.horizontalApertureMm)} × ${number(camera.verticalApertureMm)} mm, ${number(camera.horizontalFovDeg)}° wide`,
    );
  }
  return `${lines.join('\n')}\n`;
}
