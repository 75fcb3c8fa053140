/**
 * Statements to typed records. Lossless: what has no record of its own, and what breaks its grammar, is kept as raw
 * text. A fault ends its statement, never the file.
 */
import type { ProblemLog } from '@rigline/diagnostics';
import { readAddAttr } from './add-attr.ts';
import { clipText, MaArguments, readNames, StatementFault, skipUnknownFlag } from './arguments.ts';
import type { MaStatement } from './container.ts';
import { readCurrentUnit, readFile, readFileInfo, readRequires } from './header-records.ts';
import { reportMa } from './problems.ts';
import type { MaRecord, MaSetAttr, MaSetAttrFlags, MaValues } from './record-types.ts';
import { decodeText } from './text-bytes.ts';
import { ValueReader } from './values.ts';

export type {
  MaAddAttr,
  MaFaceAttribute,
  MaFile,
  MaNumbers,
  MaNurbsCurve,
  MaNurbsSurface,
  MaPolyFaces,
  MaRecord,
  MaSetAttr,
  MaSetAttrFlags,
  MaValues,
  MaXform,
} from './record-types.ts';

export interface RecordOptions {
  /** Long lists of numbers are valid only until the next record is read; otherwise each record has its own. */
  readonly borrowNumbers?: boolean;
}

/** One record per statement. */
export function* readRecords(
  statements: Iterable<MaStatement>,
  log: ProblemLog,
  options: RecordOptions = {},
): Generator<MaRecord> {
  const reader = new RecordReader(log, options);
  for (const statement of statements) yield reader.read(statement);
}

/** `readRecords` for statements that arrive over time. */
export async function* readRecordsFromStream(
  statements: AsyncIterable<MaStatement>,
  log: ProblemLog,
  options: RecordOptions = {},
): AsyncGenerator<MaRecord> {
  const reader = new RecordReader(log, options);
  for await (const statement of statements) yield reader.read(statement);
}

const NO_FLAGS: MaSetAttrFlags = Object.freeze({});

/** Commands that scene files hold and that are kept as text. */
const RAW_COMMANDS: ReadonlySet<string> = new Set(['workspace', 'namespace', 'dataStructure', 'applyMetadata']);

/** Turns statements into records, one by one; reuses its buffers. */
export class RecordReader {
  readonly #args: MaArguments;
  readonly #values: ValueReader;

  constructor(log: ProblemLog, options: RecordOptions = {}) {
    this.#args = new MaArguments(log);
    this.#values = new ValueReader(options.borrowNumbers);
  }

  read(statement: MaStatement): MaRecord {
    const args = this.#args;
    args.reset(statement);
    try {
      return this.#readCommand(statement);
    } catch (fault) {
      if (!(fault instanceof StatementFault)) throw fault;
      reportMa(args.log, 'MA_BAD_STATEMENT', {
        message: clipText(`${clipText(statement.command, 40) || 'statement'}: ${fault.message}`),
        at: { file: statement.file, ...args.place(fault.offset) },
        hint: 'Correct or remove the statement; it is left out.',
        group: clipText(statement.command, 40),
      });
      return rawRecord(statement);
    }
  }

  #readCommand(statement: MaStatement): MaRecord {
    const args = this.#args;
    const { line, command } = statement;
    switch (command) {
      case 'setAttr':
        return this.#readSetAttr(line);
      case 'createNode':
        return readCreateNode(args, line);
      case 'connectAttr':
      case 'disconnectAttr':
        return readConnection(args, line, command);
      case 'rename':
        return readRename(args, line);
      case 'select':
        return readSelect(args, line);
      case 'addAttr':
        return readAddAttr(args, line);
      case 'requires':
        return readRequires(args, line);
      case 'currentUnit':
        return readCurrentUnit(args, line);
      case 'fileInfo':
        return readFileInfo(args, line);
      case 'file':
        return readFile(args, line);
      case 'parent':
        return readParent(args, line);
      case 'relationship':
        return readRelationship(args, line);
      case 'lockNode':
        return readLockNode(args, line);
      case 'deleteAttr':
        return readDeleteAttr(args, line);
      case 'aliasAttr':
        return readAliasAttr(args, line);
      default:
        return readOther(args, statement);
    }
  }

  #readSetAttr(line: number): MaSetAttr {
    const args: MaArguments = this.#args;
    let plug: string | undefined;
    let flags: { -readonly [K in keyof MaSetAttrFlags]: MaSetAttrFlags[K] } | undefined;
    let dataType: string | undefined;
    let values: MaValues | undefined;
    this.#values.begin();
    while (!args.atEnd()) {
      if (args.atFlag()) {
        const flag = args.readFlag();
        if (flag === 'type' || flag === 'typ') dataType = args.readName();
        else {
          flags ??= {};
          readSetAttrFlag(args, flag, flags);
        }
      } else if (plug === undefined) plug = args.readName();
      else if (dataType !== undefined) values = this.#values.readTyped(args, dataType);
      else {
        if (this.#values.appendUntyped(args)) continue;
        // Long face lists go on in further statements, which Maya writes without their type.
        if (!args.atWord('f')) args.fail('expected a number');
        dataType = 'polyFaces';
      }
    }
    if (plug === undefined) args.fail('expected an attribute name');
    values ??= this.#values.takeUntyped();
    const dot = plug.indexOf('.');
    const node = dot > 0 ? plug.slice(0, dot) : undefined;
    return { kind: 'setAttr', line, node, name: plug.slice(dot + 1), flags: flags ?? NO_FLAGS, dataType, values };
  }
}

function readSetAttrFlag(
  args: MaArguments,
  flag: string,
  flags: { -readonly [K in keyof MaSetAttrFlags]: MaSetAttrFlags[K] },
): void {
  switch (flag) {
    case 'k':
    case 'keyable':
      flags.keyable = args.readBoolean();
      break;
    case 'l':
    case 'lock':
      flags.locked = args.readBoolean();
      break;
    case 'cb':
    case 'channelBox':
      flags.channelBox = args.readBoolean();
      break;
    case 'ca':
    case 'caching':
      flags.caching = args.readBoolean();
      break;
    case 's':
    case 'size':
      flags.size = args.readNumber();
      break;
    case 'ch':
    case 'capacityHint':
      flags.capacityHint = args.readNumber();
      break;
    case 'av':
    case 'alteredValue':
      flags.altered = true;
      break;
    case 'c':
    case 'clamp':
      flags.clamp = true;
      break;
    default:
      skipUnknownFlag(args, flag);
  }
}

function readCreateNode(args: MaArguments, line: number): MaRecord {
  let type: string | undefined;
  let name: string | undefined;
  let parent: string | undefined;
  let shared = false;
  let skipSelect = false;
  while (!args.atEnd()) {
    if (!args.atFlag()) {
      if (type !== undefined) args.fail('expected one node type');
      type = args.readName();
      continue;
    }
    const flag = args.readFlag();
    if (flag === 'n' || flag === 'name') name = args.readName();
    else if (flag === 'p' || flag === 'parent') parent = args.readName();
    else if (flag === 's' || flag === 'shared') shared = true;
    else if (flag === 'ss' || flag === 'skipSelect') skipSelect = true;
    else skipUnknownFlag(args, flag);
  }
  if (type === undefined) args.fail('expected a node type');
  return { kind: 'createNode', line, type, name, parent, shared, skipSelect };
}

function readConnection(args: MaArguments, line: number, kind: 'connectAttr' | 'disconnectAttr'): MaRecord {
  let nextAvailable = false;
  let lock: boolean | undefined;
  const names = readNames(args, (flag) => {
    if (flag === 'na' || flag === 'nextAvailable') nextAvailable = true;
    else if (flag === 'l' || flag === 'lock') lock = args.readOptionalBoolean();
    else if (flag === 'rd' || flag === 'referenceDest') args.readName();
    else if (flag !== 'f' && flag !== 'force') skipUnknownFlag(args, flag);
  });
  const [source, destination] = names;
  if (source === undefined || destination === undefined || names.length > 2) {
    args.fail(`expected two plugs instead of ${names.length}`);
  }
  if (kind === 'disconnectAttr') return { kind, line, source, destination, nextAvailable };
  return { kind, line, source, destination, nextAvailable, ...(lock === undefined ? {} : { lock }) };
}

function readRename(args: MaArguments, line: number): MaRecord {
  let uuid: string | undefined;
  const names: string[] = [];
  while (!args.atEnd()) {
    if (!args.atFlag()) names.push(args.readName());
    else {
      const flag = args.readFlag();
      if (flag === 'uid' || flag === 'uuid') uuid = args.readText();
      else if (flag !== 'is' && flag !== 'ignoreShape') skipUnknownFlag(args, flag);
    }
  }
  if (uuid === undefined && names.length === 0) args.fail('expected a name');
  return { kind: 'rename', line, uuid, names };
}

function readSelect(args: MaArguments, line: number): MaRecord {
  let noExpand = false;
  let mode: Extract<MaRecord, { kind: 'select' }>['mode'] = 'replace';
  const names = readNames(args, (flag) => {
    if (flag === 'ne' || flag === 'noExpand') noExpand = true;
    else if (flag === 'add') mode = 'add';
    else if (flag === 'd' || flag === 'deselect') mode = 'deselect';
    else if (flag === 'tgl' || flag === 'toggle') mode = 'toggle';
    else if (flag === 'cl' || flag === 'clear') mode = 'clear';
    else if (flag !== 'r' && flag !== 'replace') skipUnknownFlag(args, flag);
  });
  return { kind: 'select', line, names, noExpand, mode };
}

function readParent(args: MaArguments, line: number): MaRecord {
  const set = new Set<string>();
  const names = readNames(args, (flag) => {
    const long = PARENT_FLAGS.get(flag);
    if (long === undefined) skipUnknownFlag(args, flag);
    else set.add(long);
  });
  return {
    kind: 'parent',
    line,
    names,
    shape: set.has('shape'),
    relative: set.has('relative'),
    noConnections: set.has('noConnections'),
    add: set.has('addObject'),
    world: set.has('world'),
    remove: set.has('removeObject'),
  };
}

const PARENT_FLAGS: ReadonlyMap<string, string> = new Map([
  ['s', 'shape'],
  ['shape', 'shape'],
  ['r', 'relative'],
  ['relative', 'relative'],
  ['nc', 'noConnections'],
  ['noConnections', 'noConnections'],
  ['add', 'addObject'],
  ['addObject', 'addObject'],
  ['w', 'world'],
  ['world', 'world'],
  ['rm', 'removeObject'],
  ['removeObject', 'removeObject'],
  ['a', 'absolute'],
  ['absolute', 'absolute'],
  ['nis', 'noInvScale'],
  ['noInvScale', 'noInvScale'],
]);

function readRelationship(args: MaArguments, line: number): MaRecord {
  let broken = false;
  const [relation, ...names] = readNames(args, (flag) => {
    if (flag === 'b' || flag === 'break') broken = true;
    else skipUnknownFlag(args, flag);
  });
  if (relation === undefined) args.fail('expected a relation');
  return { kind: 'relationship', line, relation, names, break: broken };
}

function readLockNode(args: MaArguments, line: number): MaRecord {
  const flags: { lock?: boolean; lockName?: boolean; lockUnpublished?: boolean } = {};
  const names = readNames(args, (flag) => {
    if (flag === 'l' || flag === 'lock') flags.lock = args.readOptionalBoolean();
    else if (flag === 'ln' || flag === 'lockName') flags.lockName = args.readOptionalBoolean();
    else if (flag === 'lu' || flag === 'lockUnpublished') flags.lockUnpublished = args.readOptionalBoolean();
    else if (flag !== 'ic' && flag !== 'ignoreComponents') skipUnknownFlag(args, flag);
  });
  return { kind: 'lockNode', line, names, ...flags };
}

function readDeleteAttr(args: MaArguments, line: number): MaRecord {
  let attribute: string | undefined;
  const nodes = readNames(args, (flag) => {
    if (flag === 'at' || flag === 'attribute') attribute = args.readName();
    else skipUnknownFlag(args, flag);
  });
  return { kind: 'deleteAttr', line, nodes, attribute };
}

function readAliasAttr(args: MaArguments, line: number): MaRecord {
  let remove = false;
  const names = readNames(args, (flag) => {
    if (flag === 'rm' || flag === 'remove') remove = true;
    else skipUnknownFlag(args, flag);
  });
  return { kind: 'aliasAttr', line, names, remove };
}

function readOther(args: MaArguments, statement: MaStatement): MaRecord {
  if (statement.command === '') args.fail('expected a command');
  if (!RAW_COMMANDS.has(statement.command)) {
    args.pos = statement.start;
    args.report('MA_UNKNOWN_COMMAND', 'the command is not one of scene files; it is kept as text and not run');
  }
  return rawRecord(statement);
}

function rawRecord({ line, command, bytes, start, end }: MaStatement): MaRecord {
  return { kind: 'raw', line, command, text: decodeText(bytes, start, end) };
}
