import { MEL_VOID } from '@rigline/mel';
import {
  type Attribute,
  angle,
  angle3,
  array,
  boolean,
  choice,
  distance,
  distance3,
  integer,
  matrix,
  message,
  number,
  number3,
  string,
  time,
} from '@rigline/scene';
import type { Command } from '../context.ts';
import { fail } from '../fail.ts';
import { option, toggle } from '../flags.ts';
import { subjects } from '../names.ts';
import { suggestHint } from '../suggest.ts';
import { fromUi } from '../units.ts';

/** Attributes by Maya's names of types. */
const TYPES: Readonly<Record<string, (long: string, short: string, value: number) => Attribute>> = {
  double: (_, short, value) => number(short, value),
  float: (_, short, value) => number(short, value),
  long: (_, short, value) => integer(short, value),
  short: (_, short, value) => integer(short, value),
  byte: (_, short, value) => integer(short, value),
  bool: (_, short, value) => boolean(short, value !== 0),
  doubleLinear: (_, short, value) => distance(short, value),
  doubleAngle: (_, short, value) => angle(short, value),
  time: (_, short, value) => time(short, value),
  message: (_, short) => message(short),
  matrix: (_, short) => matrix(short),
  fltMatrix: (_, short) => matrix(short),
  string: (_, short) => string(short),
  double3: (long, short) => number3(long, short),
  float3: (long, short) => number3(long, short),
  doubleLinear3: (long, short) => distance3(long, short),
  doubleAngle3: (long, short) => angle3(long, short),
};

/** `a:b=5:c` as names by number. */
function enumNames(text: string): Record<number, string> {
  const names: Record<number, string> = {};
  let next = 0;
  for (const part of text.split(':')) {
    const [name = '', number] = part.split('=');
    if (number !== undefined && Number.isInteger(Number(number))) next = Number(number);
    names[next++] = name;
  }
  return names;
}

/** Adds attributes of the simple types; `double3` gets its three children at once. Source: Maya help, "addAttr". */
export const addAttr: Command = {
  flags: {
    longName: option('ln'),
    shortName: option('sn'),
    niceName: option('nn'),
    attributeType: option('at'),
    dataType: option('dt'),
    defaultValue: option('dv'),
    minValue: option('min'),
    maxValue: option('max'),
    softMinValue: option('smn'),
    softMaxValue: option('smx'),
    enumName: option('en'),
    keyable: option('k'),
    hidden: option('h'),
    readable: option('r'),
    writable: option('w'),
    multi: toggle('m'),
  },
  run(args, context) {
    const { scene } = context;
    const long = args.text('longName') ?? args.text('shortName');
    if (!long || !/^[A-Za-z_]\w*$/.test(long)) {
      return fail('QUERY_ARGUMENTS', `addAttr needs -longName, found "${long ?? ''}"`, args.at);
    }
    const type = args.text('attributeType') ?? args.text('dataType') ?? 'float';
    const short = args.text('shortName') ?? long;
    const build = Object.hasOwn(TYPES, type) ? TYPES[type] : undefined;
    const shape = type === 'enum' ? choice(short, enumNames(args.text('enumName') ?? '')) : build?.(long, short, 0);
    if (!shape) {
      const hint = suggestHint(type, [...Object.keys(TYPES), 'enum']);
      return fail('QUERY_UNSUPPORTED', `addAttr does not know the type "${type}" here`, args.at, hint);
    }
    const value = fromUi(args.number('defaultValue') ?? 0, shape.kind, scene.settings);
    const one: Attribute =
      type === 'enum' ? { ...shape, default: value } : (build as NonNullable<typeof build>)(long, short, value);
    const nodes = subjects(args, context);
    if (nodes.length === 0) return fail('QUERY_ARGUMENTS', 'addAttr needs a node, and nothing is selected', args.at);
    for (const node of nodes) {
      if (node.resolve(long)) {
        return fail('QUERY_ARGUMENTS', `"${node.name}" has an attribute "${long}" already`, args.at);
      }
      scene.addAttribute(node, long, args.has('multi') ? array(one) : one);
      if (args.boolean('keyable', false)) scene.setFlags(node, long, { keyable: true });
    }
    return MEL_VOID;
  },
};
