import { MEL_VOID, type MelValue, melFloats, melInt, melString, melStrings } from '@rigline/mel';
import { type Attribute, isScalar, leafPlugs, type Plug, type SceneNode } from '@rigline/scene';
import type { Command, CommandTable } from '../context.ts';
import { fail } from '../fail.ts';
import { type Arguments, type CommandValue, MODES, option, toggle } from '../flags.ts';
import { inheritedTypes, isKindOf } from '../inheritance.ts';
import {
  aliasOf,
  findPlugOf,
  incoming,
  isLocked,
  isPattern,
  matchesName,
  matchNodes,
  requireNode,
  requirePlug,
  requirePlugOf,
  requireSubject,
  splitPlug,
  subjects,
} from '../names.ts';
import { describeType } from '../plug-values.ts';
import { toUi } from '../units.ts';
import { isKeyable } from './keyable.ts';

const nodeType: Command = {
  flags: { inherited: toggle('i'), apiType: toggle('api'), derived: toggle('d') },
  run(args, context) {
    const node = requireSubject(args, context);
    return args.has('inherited') ? melStrings(inheritedTypes(node)) : melString(node.type);
  },
};

const objectType: Command = {
  flags: { isType: option('i'), isAType: option('isa') },
  run(args, context) {
    const node = requireSubject(args, context);
    if (args.has('isType')) return melInt(node.type === args.text('isType') ? 1 : 0);
    if (args.has('isAType')) return melInt(isKindOf(node, args.text('isAType') as string) ? 1 : 0);
    return melString(node.type);
  },
};

const objExists: Command = {
  flags: {},
  run(args, context) {
    const object = args.objects[0] ?? fail('QUERY_ARGUMENTS', 'objExists needs a name', args.at);
    const { node, rest } = splitPlug(object.text);
    const found = isPattern(node) ? matchNodes(context.scene, node) : context.scene.findAll(node);
    return melInt(found.some((each) => rest === undefined || findPlugOf(each, rest)) ? 1 : 0);
  },
};

/** Answers about one attribute of a node, by flag. */
const ATTRIBUTE_ANSWERS: Readonly<Record<string, (plug: Plug) => MelValue>> = {
  keyable: (plug) => melInt(isKeyable(plug.node, plug) ? 1 : 0),
  connectable: () => melInt(1),
  storable: (plug) => melInt(plug.attribute.kind === 'message' ? 0 : 1),
  multi: (plug) => melInt(plug.attribute.isArray ? 1 : 0),
  enum: (plug) => melInt(plug.attribute.kind === 'choice' ? 1 : 0),
  message: (plug) => melInt(plug.attribute.kind === 'message' ? 1 : 0),
  attributeType: (plug) => melString(describeType(plug.attribute)),
  listEnum: (plug) => melStrings([Object.values(plug.attribute.choices ?? {}).join(':')]),
  longName: (plug) => melString(plug.long),
  shortName: (plug) => melString(plug.attribute.short || plug.long),
  niceName: (plug) => melString(niceName(plug.long)),
  numberOfChildren: (plug) => melInt(Object.keys(plug.attribute.children ?? {}).length),
  listChildren: (plug) => melStrings(Object.keys(plug.attribute.children ?? {})),
  listParent: (plug) => melStrings(plug.ownerPath ? [ownerName(plug.ownerPath)] : []),
};

/** `translateX` as `Translate X`. */
function niceName(long: string): string {
  return long.replace(/([a-z0-9])([A-Z])/g, '$1 $2').replace(/^./, (first) => first.toUpperCase());
}

function ownerName(path: string): string {
  return path.replace(/\[\d+\]$/, '').replace(/^.*\./, '');
}

const attributeQuery: Command = {
  flags: {
    node: option('n'),
    exists: toggle('ex'),
    listDefault: toggle('ld'),
    keyable: toggle('k'),
    connectable: toggle('c'),
    storable: toggle('s'),
    multi: toggle('m'),
    enum: toggle('e'),
    message: toggle('msg'),
    attributeType: toggle('at'),
    listEnum: toggle('le'),
    longName: toggle('ln'),
    shortName: toggle('sn'),
    niceName: toggle('nn'),
    numberOfChildren: toggle('nc'),
    listChildren: toggle('lc'),
    listParent: toggle('lp'),
  },
  run(args, context) {
    const name = args.objects[0] ?? fail('QUERY_ARGUMENTS', 'attributeQuery needs the name of an attribute', args.at);
    const on =
      args.values('node')[0] ??
      fail(
        'QUERY_ARGUMENTS',
        'attributeQuery needs -node',
        args.at,
        'Write attributeQuery -node persp -exists translateX;',
      );
    const node = requireNode(context.scene, on.text, on.at);
    if (args.has('exists')) return melInt(node.resolve(name.text) ? 1 : 0);
    const plug = attributeOf(node, name);
    if (args.has('listDefault')) {
      const kinds = leafPlugs(plug).filter(({ attribute }) => isScalar(attribute.kind));
      return melFloats(
        kinds.map(({ attribute }) => toUi(Number(attribute.default), attribute.kind, context.scene.settings)),
      );
    }
    const asked = args.given.find((flag) => ATTRIBUTE_ANSWERS[flag]);
    if (asked === undefined)
      return fail(
        'QUERY_ARGUMENTS',
        'attributeQuery needs a flag that says what to ask',
        args.at,
        'Add -exists, for example.',
      );
    return (ATTRIBUTE_ANSWERS[asked] as (plug: Plug) => MelValue)(plug);
  },
};

/** An attribute by its own name, where a plug path would need indices. */
function attributeOf(node: SceneNode, name: CommandValue): Plug {
  const plain = node.resolve(name.text);
  if (plain) return { ...plain, node };
  for (const [long, attribute] of Object.entries({ ...node.declaration.attributes, ...node.dynamics })) {
    for (const [child, { short }] of Object.entries((attribute.isArray && attribute.children) || {})) {
      if (child !== name.text && short !== name.text) continue;
      const plug = node.resolve(`${long}[0].${child}`);
      if (plug) return { ...plug, node };
    }
  }
  return requirePlugOf(node, name.text, name.at);
}

/** Long and short names of a node's attributes, children after their owner. */
function* eachAttribute(node: SceneNode): Generator<{ readonly plug: Plug; readonly attribute: Attribute }> {
  const tables = [node.declaration.attributes, node.dynamics ?? {}];
  for (const table of tables) {
    for (const [long, attribute] of Object.entries(table)) {
      const resolved = node.resolve(long);
      if (!resolved) continue;
      yield { plug: { ...resolved, node }, attribute };
      if (attribute.isArray || !attribute.children) continue;
      for (const child of Object.keys(attribute.children)) {
        const inner = node.resolve(`${long}.${child}`);
        if (inner) yield { plug: { ...inner, node }, attribute: inner.attribute };
      }
    }
  }
}

function isWanted(plug: Plug, args: Arguments): boolean {
  const { node, long, path } = plug;
  const flags = node.flags.get(path);
  const owner = plug.ownerPath === undefined ? long : ownerName(plug.ownerPath);
  if (args.has('userDefined') && !(node.dynamics?.[long] || node.dynamics?.[owner])) return false;
  if (args.has('keyable') && !(isScalar(plug.attribute.kind) && isKeyable(node, plug))) return false;
  if (args.has('channelBox') && flags?.channelBox !== true) return false;
  if (args.has('locked') && !isLocked(node, plug)) return false;
  if (args.has('unlocked') && isLocked(node, plug)) return false;
  if (args.has('settable') && (isLocked(node, plug) || incoming(node, plug))) return false;
  if (args.has('scalar') && !isScalar(plug.attribute.kind)) return false;
  if (args.has('array') && !plug.attribute.isArray) return false;
  const patterns = args.texts('string');
  return patterns.length === 0 || patterns.some((pattern) => matchesName(pattern, long));
}

const listAttr: Command = {
  flags: {
    keyable: toggle('k'),
    userDefined: toggle('ud'),
    channelBox: toggle('cb'),
    locked: toggle('l'),
    unlocked: toggle('u'),
    settable: toggle('se'),
    scalar: toggle('s'),
    array: toggle('a'),
    multi: toggle('m'),
    shortNames: toggle('sn'),
    string: option('st'),
  },
  run(args, context) {
    const names: string[] = [];
    const add = (plug: Plug): void => {
      if (!isWanted(plug, args)) return;
      const { attribute, long, path, node } = plug;
      names.push(args.has('shortNames') ? attribute.short || long : (aliasOf(node, path) ?? path));
      if (!args.has('multi') || !attribute.isArray) return;
      for (const index of node.elementIndices(path))
        names.push(aliasOf(node, `${path}[${index}]`) ?? `${path}[${index}]`);
    };
    for (const node of subjects(args, context)) for (const { plug } of eachAttribute(node)) add(plug);
    return melStrings(names);
  },
};

const aliasAttr: Command = {
  flags: { ...MODES, remove: toggle('rm') },
  run(args, context) {
    const { scene } = context;
    if (args.isQuery) {
      const object = args.objects[0] ?? fail('QUERY_ARGUMENTS', 'aliasAttr -query needs a node or attribute', args.at);
      if (object.text.includes('.')) {
        const plug = requirePlug(scene, object);
        return melString(aliasOf(plug.node, plug.path) ?? '');
      }
      const node = requireNode(scene, object.text, object.at);
      return melStrings([...(node.aliases ?? [])].flat());
    }
    if (args.has('remove')) return fail('QUERY_UNSUPPORTED', 'aliasAttr -remove is not supported here', args.at);
    const [alias, object] = args.objects;
    if (!alias || !object) return fail('QUERY_ARGUMENTS', 'aliasAttr needs a new name and an attribute', args.at);
    const plug = requirePlug(scene, object);
    if (!/^[A-Za-z_]\w*$/.test(alias.text) || plug.node.resolve(alias.text)) {
      return fail(
        'QUERY_ARGUMENTS',
        `"${alias.text}" cannot be a new name on ${plug.node.name}: it is in use or no name`,
        alias.at,
      );
    }
    scene.addAlias(plug.node, alias.text, plug.path);
    return MEL_VOID;
  },
};

/** Source: Maya help, the MEL commands of these names. */
export const DESCRIBE_COMMANDS: CommandTable = {
  nodeType,
  objectType,
  objExists,
  attributeQuery,
  listAttr,
  aliasAttr,
};
