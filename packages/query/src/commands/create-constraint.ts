import {
  type ConstraintOptions,
  createAimConstraint,
  createOrientConstraint,
  createParentConstraint,
  createPointConstraint,
  createPoleVectorConstraint,
  createScaleConstraint,
} from '@rigline/evaluate';
import type { Vec3 } from '@rigline/math';
import { type MelValue, melStrings } from '@rigline/mel';
import type { AttributeKind, Scene, SceneNode } from '@rigline/scene';
import { WORLD_UP_TYPES } from '@rigline/scene/maya';
import type { QueryContext } from '../context.ts';
import { fail } from '../fail.ts';
import type { Arguments } from '../flags.ts';
import { requireNode, subjects, uniqueName } from '../names.ts';
import { fromUi } from '../units.ts';

type Axis = 'x' | 'y' | 'z';

function axes(args: Arguments, flag: string): readonly Axis[] {
  return args.texts(flag).flatMap((text) => {
    if (text === 'none') return [];
    if (text === 'x' || text === 'y' || text === 'z') return [text];
    return fail('QUERY_ARGUMENTS', `${args.command} -${flag} takes x, y, z or none, found "${text}"`, args.at);
  });
}

function vector(args: Arguments, context: QueryContext, flag: string, kind: AttributeKind): Vec3 | undefined {
  if (!args.has(flag)) return undefined;
  return args.numbers(flag).map((value) => fromUi(value, kind, context.scene.settings)) as Vec3;
}

/** What is given, without what is not. */
function given<T extends object>(options: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]: Exclude<T[K], undefined>;
  };
}

function common(args: Arguments, context: QueryContext): ConstraintOptions {
  return given({ name: args.text('name'), weight: args.number('weight'), graph: context.graph });
}

const OFFSET_KINDS: Readonly<Record<string, AttributeKind>> = {
  pointConstraint: 'distance',
  orientConstraint: 'angle',
  aimConstraint: 'angle',
  scaleConstraint: 'number',
};

function offsets(args: Arguments, context: QueryContext): NonNullable<Parameters<typeof createPointConstraint>[3]> {
  return {
    ...common(args, context),
    maintainOffset: args.has('maintainOffset'),
    ...given({
      offset: vector(args, context, 'offset', OFFSET_KINDS[args.command] ?? 'number'),
      skip: args.has('skip') ? axes(args, 'skip') : undefined,
    }),
  };
}

function aiming(args: Arguments, context: QueryContext): NonNullable<Parameters<typeof createAimConstraint>[3]> {
  const up = args.values('worldUpObject')[0];
  const type = args.text('worldUpType')?.toLowerCase();
  const worldUpType = type === undefined ? undefined : WORLD_UP_TYPES.find((name) => name.toLowerCase() === type);
  if (type !== undefined && !worldUpType) fail('QUERY_ARGUMENTS', `"${type}" is no world-up type`, args.at);
  return {
    ...offsets(args, context),
    ...given({
      aimVector: vector(args, context, 'aimVector', 'number'),
      upVector: vector(args, context, 'upVector', 'number'),
      worldUpVector: vector(args, context, 'worldUpVector', 'number'),
      worldUpObject: up && requireNode(context.scene, up.text, up.at),
      worldUpType,
    }),
  };
}

type Create<Options> = (scene: Scene, targets: readonly SceneNode[], node: SceneNode, options?: Options) => SceneNode;

/** Targets first, the node to be held last; from the selection when nothing is named. */
function creator<Options>(
  create: Create<Options>,
  read: (args: Arguments, context: QueryContext) => Options,
): (args: Arguments, context: QueryContext) => MelValue {
  return (args, context) => {
    const nodes = subjects(args, context);
    const node = nodes[nodes.length - 1];
    if (!node || nodes.length < 2) {
      return fail(
        'QUERY_ARGUMENTS',
        `${args.command} needs one or more targets and a node, found ${nodes.length} objects`,
        args.at,
      );
    }
    const constraint = create(context.scene, nodes.slice(0, -1), node, read(args, context));
    return melStrings([uniqueName(context.scene, constraint)]);
  };
}

/** Constraint commands that make constraints. */
export const CREATORS: Readonly<Record<string, (args: Arguments, context: QueryContext) => MelValue>> = {
  pointConstraint: creator(createPointConstraint, offsets),
  orientConstraint: creator(createOrientConstraint, offsets),
  scaleConstraint: creator(createScaleConstraint, offsets),
  aimConstraint: creator(createAimConstraint, aiming),
  parentConstraint: creator(createParentConstraint, (args, context) => ({
    ...common(args, context),
    maintainOffset: args.has('maintainOffset'),
    skipTranslate: axes(args, 'skipTranslate'),
    skipRotate: axes(args, 'skipRotate'),
  })),
  poleVectorConstraint: creator(createPoleVectorConstraint, common),
};
