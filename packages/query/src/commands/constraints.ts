import { isConstraint, targetOf } from '@rigline/evaluate';
import { type MelValue, melFloat, melFloats, melString, melStrings } from '@rigline/mel';
import { leafPlugs, type ResolvedPlug, type SceneNode } from '@rigline/scene';
import { WORLD_UP_TYPES } from '@rigline/scene/maya';
import type { Command, CommandTable, QueryContext } from '../context.ts';
import { fail } from '../fail.ts';
import { type Arguments, type FlagTable, MODES, option, property, toggle } from '../flags.ts';
import { requireNodes, requirePlugOf, uniqueName } from '../names.ts';
import { readNumber, readNumbers } from '../plug-values.ts';
import { suggestHint } from '../suggest.ts';
import { CREATORS } from './create-constraint.ts';
import { writeNumbers } from './set-attr.ts';

const COMMON: FlagTable = {
  ...MODES,
  name: property('n'),
  weight: property('w'),
  weightAliasList: toggle('wal'),
  targetList: toggle('tl'),
  remove: toggle('rm'),
  layer: property('l'),
};
const OFFSET: FlagTable = { offset: property('o', 3), maintainOffset: toggle('mo'), skip: option('sk') };
const AIM: FlagTable = {
  aimVector: property('aim', 3),
  upVector: property('u', 3),
  worldUpVector: property('wu', 3),
  worldUpType: property('wut'),
  worldUpObject: property('wuo'),
};

/** What a constraint command needs: the constraint, and the targets that were named before it. */
interface Asked {
  readonly constraint: SceneNode;
  readonly targets: readonly SceneNode[];
}

/** The constraint of one type that holds a node: below it, or connected to its channels. */
function constraintsOn(node: SceneNode, type: string): SceneNode[] {
  const found = new Set(node.children.filter((child) => child.type === type));
  const seen = new Set<SceneNode>([node]);
  const visit = (at: SceneNode, depth: number): void => {
    for (const source of at.inputs.values()) {
      if (source.node.type === type && /^constraint[A-Z]/.test(source.path)) found.add(source.node);
      else if (depth > 0 && !seen.has(source.node) && !source.node.isDag) {
        seen.add(source.node);
        visit(source.node, depth - 1);
      }
    }
  };
  visit(node, 2);
  return [...found];
}

/** The last name is the constraint or the node it holds; names before it are targets. */
function askedOf(args: Arguments, context: QueryContext): Asked {
  const type = args.command;
  const named = args.objects.length > 0 ? args.objects.flatMap((object) => requireNodes(context.scene, object)) : [];
  const nodes = named.length > 0 ? named : context.selection.map(({ node }) => node);
  const last = nodes[nodes.length - 1];
  if (!last) return fail('QUERY_ARGUMENTS', `${type} needs a constraint or a constrained node`, args.at);
  const targets = nodes.slice(0, -1);
  if (last.type === type) return { constraint: last, targets };
  const [constraint] = constraintsOn(last, type);
  if (constraint) return { constraint, targets };
  const others = [...new Set([...last.children, ...[...last.inputs.values()].map((s) => s.node)].filter(isConstraint))];
  const hint = isConstraint(last)
    ? `Use ${last.type}.`
    : others[0]
      ? `It has ${others.map((o) => `${o.name} (${o.type})`).join(', ')}.`
      : undefined;
  return fail('QUERY_WRONG_NODE', `"${last.name}" (${last.type}) has no ${type}`, args.at, hint);
}

/** Logical indices of the targets named, or of all. */
function targetIndices({ constraint, targets }: Asked, args: Arguments): number[] {
  const all = constraint.elementIndices('target');
  return targets.length === 0
    ? all
    : targets.map((target) => {
        const index = all.find((i) => targetOf(constraint, i) === target);
        const names = all.flatMap((i) => targetOf(constraint, i)?.name ?? []);
        return (
          index ??
          fail(
            'QUERY_WRONG_NODE',
            `"${target.name}" is no target of "${constraint.name}"`,
            args.at,
            suggestHint(target.name, names) ?? `Its targets are ${names.join(', ')}.`,
          )
        );
      });
}

/** The attribute that a user keys for a target's weight: the one connected to it, or the raw weight itself. */
function weightPath(constraint: SceneNode, index: number): string {
  const path = `target[${index}].targetWeight`;
  const source = constraint.inputs.get(path);
  return source?.node === constraint ? source.path : path;
}

type Answer = (asked: Asked, args: Arguments, context: QueryContext) => MelValue;

const tuple =
  (path: string): Answer =>
  ({ constraint }, args, context) => {
    requirePlugOf(constraint, path, args.at);
    return melFloats(readNumbers(context, constraint, path));
  };

const ANSWERS: Readonly<Record<string, Answer>> = {
  name: ({ constraint }, _, { scene }) => melString(uniqueName(scene, constraint)),
  weight: (asked, args, context) => {
    const indices = targetIndices(asked, args);
    const weights = indices.map((i) => readNumber(context, asked.constraint, `target[${i}].targetWeight`));
    return weights.length === 1 ? melFloat(weights[0] as number) : melFloats(weights);
  },
  weightAliasList: (asked, args) => melStrings(targetIndices(asked, args).map((i) => weightPath(asked.constraint, i))),
  targetList: ({ constraint }, _, { scene }) =>
    melStrings(
      constraint.elementIndices('target').flatMap((i) => {
        const target = targetOf(constraint, i);
        return target ? [uniqueName(scene, target)] : [];
      }),
    ),
  offset: tuple('offset'),
  aimVector: tuple('aimVector'),
  upVector: tuple('upVector'),
  worldUpVector: tuple('worldUpVector'),
  worldUpType: ({ constraint }, _, context) => {
    const name = WORLD_UP_TYPES[readNumber(context, constraint, 'worldUpType')] ?? 'vector';
    return melString(name.toLowerCase());
  },
  worldUpObject: ({ constraint }, _, { scene }) => {
    const source = constraint.inputs.get('worldUpMatrix');
    return melString(source ? uniqueName(scene, source.node) : '');
  },
};

function answer(args: Arguments, context: QueryContext): MelValue {
  const [flag, ...more] = args.given;
  const asked = flag === undefined ? undefined : ANSWERS[flag];
  if (!asked || more.length > 0) {
    const found = flag === undefined ? 'none' : args.given.map((name) => `-${name}`).join(' ');
    return fail(
      'QUERY_ARGUMENTS',
      `${args.command} -query needs one flag that says what to ask, found ${found}`,
      args.at,
      'Add one of -weight, -targetList, -weightAliasList, -name.',
    );
  }
  return asked(askedOf(args, context), args, context);
}

/** Sets the weight of the named targets, or an offset or vector. */
function edit(args: Arguments, context: QueryContext): MelValue {
  const asked = askedOf(args, context);
  const { constraint } = asked;
  const set = (path: string, values: readonly number[]): void => {
    const plug: ResolvedPlug = requirePlugOf(constraint, path, args.at);
    writeNumbers(
      context,
      { ...plug, node: constraint },
      leafPlugs(plug).length === values.length ? values : [],
      args.at,
    );
  };
  for (const flag of args.given) {
    if (flag === 'weight')
      for (const i of targetIndices(asked, args)) set(weightPath(constraint, i), args.numbers('weight'));
    else if (['offset', 'aimVector', 'upVector', 'worldUpVector'].includes(flag)) set(flag, args.numbers(flag));
    else if (flag === 'worldUpType') set(flag, [worldUpIndex(args)]);
    else fail('QUERY_UNSUPPORTED', `${args.command} -edit -${flag} is not supported here`, args.at);
  }
  return melStrings([uniqueName(context.scene, constraint)]);
}

function worldUpIndex(args: Arguments): number {
  const text = args.text('worldUpType') as string;
  const index = WORLD_UP_TYPES.findIndex((name) => name.toLowerCase() === text.toLowerCase());
  if (index >= 0) return index;
  return fail(
    'QUERY_ARGUMENTS',
    `"${text}" is no world-up type`,
    args.at,
    `Use one of ${WORLD_UP_TYPES.join(' ').toLowerCase()}.`,
  );
}

function constraintCommand(flags: FlagTable): Command {
  return {
    flags: { ...COMMON, ...flags },
    run(args, context) {
      if (args.isQuery) return answer(args, context);
      if (args.isEdit) return edit(args, context);
      if (args.has('remove')) fail('QUERY_UNSUPPORTED', `${args.command} -remove is not supported here`, args.at);
      const creator = CREATORS[args.command];
      return creator
        ? creator(args, context)
        : fail('QUERY_UNSUPPORTED', `${args.command} only answers -query here`, args.at);
    },
  };
}

/** Source: Maya help, the MEL commands of these names. */
export const CONSTRAINT_COMMANDS: CommandTable = {
  pointConstraint: constraintCommand(OFFSET),
  orientConstraint: constraintCommand(OFFSET),
  scaleConstraint: constraintCommand(OFFSET),
  aimConstraint: constraintCommand({ ...OFFSET, ...AIM }),
  parentConstraint: constraintCommand({
    maintainOffset: toggle('mo'),
    skipTranslate: option('st'),
    skipRotate: option('sr'),
    decompRotationToChild: toggle('dr'),
  }),
  poleVectorConstraint: constraintCommand({}),
  geometryConstraint: constraintCommand({}),
  normalConstraint: constraintCommand(AIM),
  tangentConstraint: constraintCommand(AIM),
  pointOnPolyConstraint: constraintCommand(OFFSET),
};
