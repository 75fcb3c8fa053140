import { formatProblem } from '@rigline/diagnostics';
import type { Command } from 'commander';
import type { CommandContext } from '../context.ts';
import { openScene } from '../open-scene.ts';
import { addSceneOptions, finishWith, forEachFile, type SceneFlags } from '../scene-command.ts';
import { formatTree, type SceneInfo, sceneInfo } from '../scene-info.ts';

interface InfoFlags extends SceneFlags {
  readonly tree?: boolean;
}

export function addInfoCommand(program: Command, context: CommandContext): void {
  const command = program
    .command('info')
    .description('what is in a scene: hierarchy, counts, ranges, cameras, references, problems')
    .argument('<file...>', 'scenes to look at')
    .option('--no-tree', 'leave the hierarchy out')
    .addHelpText('after', '\nExample:\n  rigline info shot.ma\n  rigline info hero.fbx --json\n');
  addSceneOptions(command).action((files: string[], flags: InfoFlags) => {
    context.exitCode = forEachFile(files, flags, context, (file) => {
      const { scene, problems } = openScene(file, flags);
      const info = sceneInfo(scene, problems);
      if (flags.json) context.output.out(`${JSON.stringify(info)}\n`);
      else context.output.out(formatInfo(info) + (flags.tree === false ? '' : `\n${formatTree(scene)}`));
      if (!flags.json) {
        for (const problem of problems.filter((p) => p.severity === 'info')) {
          context.output.out(`${formatProblem(problem)}\n`);
        }
      }
      return finishWith(problems, flags, context);
    });
  });
}

function formatInfo(info: SceneInfo): string {
  const types = Object.entries(info.nodeTypes).sort((a, b) => b[1] - a[1]);
  const lines = [
    info.file,
    `  saved by     ${info.application} (${info.version})`,
    `  units        ${info.units.linear}, ${info.units.angle}, ${info.units.time} (${info.frameRate} frames per second), ${info.upAxis} up`,
    `  range        ${info.range.join(' to ')} (animation ${info.animationRange.join(' to ')}), saved at frame ${info.savedFrame}`,
    `  nodes        ${types.reduce((sum, [, n]) => sum + n, 0)}: ${types.map(([type, n]) => `${type} ${n}`).join(', ')}`,
    `  connections  ${info.counts.connections}, curves ${info.counts.curves} with ${info.counts.keys} keys`,
  ];
  for (const [name, value] of Object.entries(info.details)) lines.push(`  ${name.padEnd(12)} ${value}`);
  for (const { name, range, layers } of info.takes) {
    const isShown = info.take !== undefined && name === info.take;
    const above = layers && layers.length > 1 ? `, layers ${layers.join(', ')}` : '';
    lines.push(`  take         ${name}  ${range.join(' to ')}${above}${isShown ? ' (in the scene)' : ''}`);
  }
  for (const camera of info.cameras) {
    lines.push(`  camera       ${camera.path}${camera.renderable ? '' : ' (not rendered)'}`);
  }
  for (const constraint of info.constraints) {
    lines.push(
      `  ${constraint.type}  ${constraint.targets.map((t) => t.path).join(', ')} → ${constraint.constrained ?? 'nothing'}`,
    );
  }
  for (const reference of info.references) {
    lines.push(`  reference    ${reference.namespace}: ${reference.path} (${reference.state})`);
  }
  return `${lines.join('\n')}\n`;
}
