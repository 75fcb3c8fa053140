import type { Command } from 'commander';
import { addFaceCommand } from '../connect/face.ts';
import { addFreeDCommand } from '../connect/freed.ts';
import { addOpenTrackIoCommand } from '../connect/opentrackio.ts';
import { addUnrealCommand } from '../connect/unreal.ts';
import type { CommandContext } from '../context.ts';

/** `rigline connect <program>`: a program that speaks something else, joined to the hub. One file each in `../connect`. */
export function addConnectCommand(program: Command, context: CommandContext): void {
  const connect = program
    .command('connect')
    .description('join a program to the hub that does not speak to it by itself')
    .addHelpText('after', '\nExample:\n  rigline connect unreal\n');
  addUnrealCommand(connect, context);
  addOpenTrackIoCommand(connect, context);
  addFreeDCommand(connect, context);
  addFaceCommand(connect, context);
}
