/** `addAttr`: the declaration of a dynamic attribute. */
import { type MaArguments, skipUnknownFlag } from './arguments.ts';
import type { MaAddAttr } from './record-types.ts';

type Draft = { -readonly [K in keyof MaAddAttr]: MaAddAttr[K] };

/** Flags with one text, by the field they fill. */
const TEXT_FLAGS: ReadonlyMap<
  string,
  'longName' | 'shortName' | 'niceName' | 'attributeType' | 'parent' | 'enumNames' | 'proxy'
> = new Map([
  ['ln', 'longName'],
  ['longName', 'longName'],
  ['sn', 'shortName'],
  ['shortName', 'shortName'],
  ['nn', 'niceName'],
  ['niceName', 'niceName'],
  ['at', 'attributeType'],
  ['attributeType', 'attributeType'],
  ['p', 'parent'],
  ['parent', 'parent'],
  ['en', 'enumNames'],
  ['enumName', 'enumNames'],
  ['pxy', 'proxy'],
  ['proxy', 'proxy'],
]);

type NumberField = 'defaultValue' | 'min' | 'max' | 'softMin' | 'softMax' | 'numberOfChildren' | 'disconnectBehaviour';

/** Flags with one number. */
const NUMBER_FLAGS: ReadonlyMap<string, NumberField> = new Map([
  ['dv', 'defaultValue'],
  ['defaultValue', 'defaultValue'],
  ['min', 'min'],
  ['minValue', 'min'],
  ['max', 'max'],
  ['maxValue', 'max'],
  ['smn', 'softMin'],
  ['softMinValue', 'softMin'],
  ['smx', 'softMax'],
  ['softMaxValue', 'softMax'],
  ['nc', 'numberOfChildren'],
  ['numberOfChildren', 'numberOfChildren'],
  ['dcb', 'disconnectBehaviour'],
  ['disconnectBehaviour', 'disconnectBehaviour'],
]);

type BooleanField =
  | 'multi'
  | 'indexMatters'
  | 'keyable'
  | 'hidden'
  | 'readable'
  | 'writable'
  | 'storable'
  | 'cachedInternally'
  | 'internalSet'
  | 'usedAsColor'
  | 'usedAsFilename'
  | 'usedAsProxy';

/** Flags with a boolean, which some of them may leave out. */
const BOOLEAN_FLAGS: ReadonlyMap<string, BooleanField> = new Map([
  ['m', 'multi'],
  ['multi', 'multi'],
  ['im', 'indexMatters'],
  ['indexMatters', 'indexMatters'],
  ['k', 'keyable'],
  ['keyable', 'keyable'],
  ['h', 'hidden'],
  ['hidden', 'hidden'],
  ['r', 'readable'],
  ['readable', 'readable'],
  ['w', 'writable'],
  ['writable', 'writable'],
  ['s', 'storable'],
  ['storable', 'storable'],
  ['ci', 'cachedInternally'],
  ['cachedInternally', 'cachedInternally'],
  ['is', 'internalSet'],
  ['internalSet', 'internalSet'],
  ['uac', 'usedAsColor'],
  ['usedAsColor', 'usedAsColor'],
  ['uaf', 'usedAsFilename'],
  ['usedAsFilename', 'usedAsFilename'],
  ['uap', 'usedAsProxy'],
  ['usedAsProxy', 'usedAsProxy'],
]);

/** Reads the arguments of an addAttr. */
export function readAddAttr(args: MaArguments, line: number): MaAddAttr {
  const nodes: string[] = [];
  const dataTypes: string[] = [];
  const categories: string[] = [];
  const record: Draft = {
    kind: 'addAttr',
    line,
    nodes,
    longName: '',
    shortName: '',
    dataTypes,
    multi: false,
    categories,
  };
  while (!args.atEnd()) {
    if (args.atFlag()) readFlag(args, args.readFlag(), record, dataTypes, categories);
    else nodes.push(args.readName());
  }
  if (record.longName === '' && record.shortName === '') args.fail('expected a long or short name');
  return record;
}

function readFlag(args: MaArguments, flag: string, record: Draft, dataTypes: string[], categories: string[]): void {
  const text = TEXT_FLAGS.get(flag);
  const number = NUMBER_FLAGS.get(flag);
  const boolean = BOOLEAN_FLAGS.get(flag);
  if (text !== undefined) record[text] = args.readName();
  else if (number !== undefined) record[number] = args.readNumber();
  else if (boolean !== undefined) record[boolean] = args.readOptionalBoolean();
  else if (flag === 'dt' || flag === 'dataType') dataTypes.push(args.readName());
  else if (flag === 'ct' || flag === 'category') categories.push(args.readName());
  else {
    skipUnknownFlag(args, flag);
    // Most other flags of addAttr take a boolean.
    args.readOptionalBoolean();
  }
}
