/** Statements at the head of a file: what it needs, its units, where it comes from, what it refers to. */
import { type MaArguments, readNames, skipUnknownFlag } from './arguments.ts';
import type { MaFile, MaRecord } from './record-types.ts';

/** `requires`. */
export function readRequires(args: MaArguments, line: number): MaRecord {
  const nodeTypes: string[] = [];
  const dataTypes: string[] = [];
  const names = readNames(args, (flag) => {
    if (flag === 'nodeType' || flag === 'nt') nodeTypes.push(args.readName());
    else if (flag === 'dataType' || flag === 'dt') dataTypes.push(args.readName());
    else skipUnknownFlag(args, flag);
  });
  const [product, version = ''] = names;
  if (product === undefined) args.fail('expected a product');
  return { kind: 'requires', line, product, version, nodeTypes, dataTypes };
}

/** `currentUnit`. */
export function readCurrentUnit(args: MaArguments, line: number): MaRecord {
  const units: { linear?: string; angle?: string; time?: string } = {};
  const names = readNames(args, (flag) => {
    if (flag === 'l' || flag === 'linear') units.linear = args.readName();
    else if (flag === 'a' || flag === 'angle') units.angle = args.readName();
    else if (flag === 't' || flag === 'time') units.time = args.readName();
    else skipUnknownFlag(args, flag);
  });
  if (names.length > 0) args.fail('expected flags only');
  return { kind: 'currentUnit', line, ...units };
}

/** `fileInfo`. */
export function readFileInfo(args: MaArguments, line: number): MaRecord {
  const [key, value] = readNames(args, (flag) => skipUnknownFlag(args, flag));
  if (key === undefined || value === undefined) args.fail('expected a key and a value');
  return { kind: 'fileInfo', line, key, value };
}

/** `file`. */
export function readFile(args: MaArguments, line: number): MaRecord {
  const file: { -readonly [K in keyof MaFile]: MaFile[K] } = {
    kind: 'file',
    line,
    path: '',
    reference: false,
    deferred: false,
  };
  const names = readNames(args, (flag) => {
    if (flag === 'r' || flag === 'reference') file.reference = true;
    else if (flag === 'rdi' || flag === 'referenceDepthInfo') file.referenceDepth = args.readNumber();
    else if (flag === 'dr' || flag === 'deferReference') file.deferred = args.readBoolean();
    else if (flag === 'ns' || flag === 'namespace') file.namespace = args.readName();
    else if (flag === 'rfn' || flag === 'referenceNode') file.referenceNode = args.readName();
    else if (flag === 'typ' || flag === 'type') file.fileType = args.readName();
    else if (flag === 'op' || flag === 'options') file.options = args.readText();
    else if (flag === 'rpr' || flag === 'renamingPrefix') file.renamingPrefix = args.readName();
    else if (flag === 'shd' || flag === 'sharedNodes' || flag === 'shn' || flag === 'sharedReferenceFile')
      args.readName();
    else skipUnknownFlag(args, flag);
  });
  // After an unknown flag with a value the path is still the last.
  file.path = names.at(-1) ?? '';
  return file;
}
