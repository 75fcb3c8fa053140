import {
  describeRotation,
  isSpaceId,
  ROTATE_ORDERS,
  ROTATION_TARGETS,
  type RotateOrder,
  type RotationDescription,
  type RotationTarget,
} from '@rigline/math';
import { type Command, InvalidArgumentError, Option } from 'commander';
import type { CommandContext } from '../context.ts';
import { EXIT } from '../exit-codes.ts';

interface RotFlags {
  readonly from: string;
  readonly to?: string;
  readonly as?: 'object' | 'camera' | 'light';
  readonly order?: RotateOrder;
  readonly quat?: boolean;
  readonly json?: boolean;
}

function readSpace(text: string): string {
  if (!isSpaceId(text))
    throw new InvalidArgumentError(
      'Known are maya, maya-z, 3dsmax, blender, houdini, c4d, unreal, unity, godot, gltf, usd, usd-z, threejs, babylon, opencv.',
    );
  return text;
}

export function addRotCommand(program: Command, context: CommandContext): void {
  program
    .command('rot')
    .description('one rotation in every convention: rotate orders, quaternion, matrix, every application')
    .argument('<numbers...>', 'three angles in degrees, or four numbers x y z w with --quat')
    .addOption(
      new Option('--from <space>', 'application that the rotation comes from').default('maya').argParser(readSpace),
    )
    .addOption(
      new Option('--order <order>', 'rotate order, the axis applied first comes first').choices([...ROTATE_ORDERS]),
    )
    .addOption(new Option('--to <space>', 'application to show; all by default').argParser(readSpace))
    .addOption(new Option('--as <role>', 'what is turned').choices(['object', 'camera', 'light']))
    .option('--quat', 'the numbers are a quaternion x y z w')
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExample:\n  rigline rot --from maya --order xyz 10 20 30 --to unreal --as camera\n')
    .action((texts: string[], flags: RotFlags, command: Command) => {
      const numbers = texts.map(Number);
      const expected = flags.quat ? 4 : 3;
      if (numbers.length !== expected || !numbers.every(Number.isFinite)) {
        command.error(`error: expected ${expected} numbers, got "${texts.join(' ')}"`, { exitCode: EXIT.usage });
      }
      const description = describeRotation({
        from: flags.from,
        ...(flags.quat
          ? { quat: numbers as [number, number, number, number] }
          : { eulerDeg: numbers as [number, number, number] }),
        ...(flags.order ? { order: flags.order } : {}),
        targets: targetsOf(flags),
      });
      context.output.out(flags.json ? `${JSON.stringify(description)}\n` : formatRotation(description));
    });
}

function targetsOf(flags: RotFlags): readonly RotationTarget[] {
  if (flags.to === undefined) {
    return flags.as === undefined
      ? ROTATION_TARGETS
      : ROTATION_TARGETS.map((target) => ({ ...target, role: flags.as ?? target.role }));
  }
  const roles = flags.as === undefined ? (['object', 'camera', 'light'] as const) : [flags.as];
  return roles.map((role) => ({ space: flags.to as string, role }));
}

const show = (value: number): string => {
  const text = value.toFixed(6).replace(/\.?0+$/, '');
  return text === '-0' ? '0' : text;
};
const list = (values: readonly number[]): string => values.map((value) => show(value).padStart(12)).join(' ');

/** The description as aligned text. */
export function formatRotation(description: RotationDescription): string {
  const lines = [
    `from ${description.from}`,
    `  quaternion x y z w   ${list(description.quat)}`,
    '  matrix, row by row',
  ];
  for (let row = 0; row < 3; row++)
    lines.push(`                       ${list(description.matrix.slice(row * 4, row * 4 + 3))}`);
  lines.push('', 'rotate orders (degrees about x, y, z)');
  for (const { order, principalDeg, alternateDeg, gimbalLocked } of description.orders) {
    lines.push(`  ${order}   ${list(principalDeg)}   or ${list(alternateDeg)}${gimbalLocked ? '   gimbal lock' : ''}`);
  }
  for (const r of description.representations) {
    lines.push('', `${r.name}, ${r.role}`, `  quaternion x y z w   ${list(r.quat)}`);
    if (r.eulerDeg) {
      const labels = r.labels ?? ['x', 'y', 'z'];
      lines.push(`  ${labels.join(', ').padEnd(19)}  ${list(r.eulerDeg)}${r.convention ? `   (${r.convention})` : ''}`);
    }
    for (const note of r.notes) lines.push(`  ${note}`);
  }
  return `${lines.join('\n')}\n`;
}
