import type { Command } from '../context.ts';
import { addAttr } from './add-attr.ts';
import { camera } from './camera.ts';
import { CONNECTION_COMMANDS } from './connect.ts';
import { CONSTRAINT_COMMANDS } from './constraints.ts';
import { CREATE_COMMANDS } from './create.ts';
import { DEFORMER_COMMANDS } from './deformers.ts';
import { DESCRIBE_COMMANDS } from './describe.ts';
import { getAttr } from './get-attr.ts';
import { KEY_COMMANDS } from './keys.ts';
import { listConnections } from './list-connections.ts';
import { listRelatives } from './list-relatives.ts';
import { ls } from './ls.ts';
import { MOVE_COMMANDS } from './move.ts';
import { SELECT_COMMANDS } from './select.ts';
import { setAttr } from './set-attr.ts';
import { TIME_COMMANDS } from './time.ts';
import { xform } from './xform.ts';

/** Every command that scripts can call, by name. */
export const COMMANDS: ReadonlyMap<string, Command> = new Map(
  Object.entries({
    addAttr,
    camera,
    getAttr,
    listConnections,
    listRelatives,
    ls,
    setAttr,
    xform,
    ...CONNECTION_COMMANDS,
    ...CONSTRAINT_COMMANDS,
    ...CREATE_COMMANDS,
    ...DEFORMER_COMMANDS,
    ...DESCRIBE_COMMANDS,
    ...KEY_COMMANDS,
    ...MOVE_COMMANDS,
    ...SELECT_COMMANDS,
    ...TIME_COMMANDS,
  }),
);
