/** How a command looks at the beginning of a line. */

/** Commands at which reading goes on when the statement before them was not ended. */
const COMMANDS: readonly string[] = [
  'setAttr',
  'createNode',
  'connectAttr',
  'addAttr',
  'select',
  'rename',
  'requires',
  'fileInfo',
  'currentUnit',
  'relationship',
  'lockNode',
  'disconnectAttr',
  'deleteAttr',
  'aliasAttr',
  'applyMetadata',
  'dataStructure',
];
/** The longest of them and the byte after it: so many bytes tell whether one stands there. */
export const COMMAND_LOOK_AHEAD = 15;

const commandLetters = new Uint8Array(256);
for (const command of COMMANDS) commandLetters[command.charCodeAt(0)] = 1;

/** Whether a command may begin with this byte. */
export function beginsCommand(c: number): boolean {
  return commandLetters[c] === 1;
}

/** Whether a command and white space stand at an offset. */
export function isCommandAt(bytes: Uint8Array, offset: number, end: number): boolean {
  // Lines of face data begin with `f 4`: no command has a single letter.
  if (offset + 1 >= end || bytes[offset + 1]! < 97) return false;
  next: for (const command of COMMANDS) {
    const after = offset + command.length;
    if (after >= end || (bytes[after] !== 32 && bytes[after] !== 9)) continue;
    for (let i = 0; i < command.length; i++) if (bytes[offset + i] !== command.charCodeAt(i)) continue next;
    return true;
  }
  return false;
}
