import {
  conjugateQuat,
  decomposeMat4,
  type Mat4,
  multiplyQuat,
  type Quat,
  quatFromEuler,
  transformPoint,
  transformVector,
  type Vec3,
} from '@rigline/math';
import { MEL_VOID } from '@rigline/mel';
import type { AttributeKind, SceneNode } from '@rigline/scene';
import type { Command, CommandTable, QueryContext } from '../context.ts';
import { fail } from '../fail.ts';
import { type Arguments, type FlagTable, numberOf, toggle } from '../flags.ts';
import { requireNodes } from '../names.ts';
import { orderOf, parentToWorld, readMatrix, readTriple, rotateOf, worldToParent, writeTriple } from '../place-node.ts';
import { fromUi } from '../units.ts';

const SPACES: FlagTable = {
  relative: toggle('r'),
  absolute: toggle('a'),
  worldSpace: toggle('ws'),
  objectSpace: toggle('os'),
  localSpace: toggle('ls'),
};

/** The value to change per axis: undefined where an axis is left alone. */
type Change = readonly (number | undefined)[];

/** `move 1 2 3 a b`, or `move -y 2 a`: numbers, then names, or else the selection. */
function readChange(
  args: Arguments,
  context: QueryContext,
  axisFlags: readonly string[],
  kind: AttributeKind,
): { change: Change; nodes: SceneNode[] } {
  const axes = axisFlags.map((flag) => args.has(flag));
  const isPartial = axes.some(Boolean);
  const count = isPartial ? axes.filter(Boolean).length : 3;
  const given = args.objects.slice(0, count);
  if (given.length < count) {
    return fail('QUERY_ARGUMENTS', `${args.command} needs ${count} numbers, found ${given.length}`, args.at);
  }
  const numbers = given.map((value) => fromUi(numberOf(value, args.command), kind, context.scene.settings));
  let next = 0;
  const change = axes.map((isChosen) => (isPartial && !isChosen ? undefined : numbers[next++]));
  const rest = args.objects.slice(count);
  const nodes =
    rest.length > 0
      ? rest.flatMap((object) => requireNodes(context.scene, object))
      : context.selection.map(({ node }) => node);
  if (nodes.length === 0) fail('QUERY_ARGUMENTS', `${args.command} needs an object, and nothing is selected`, args.at);
  return { change, nodes };
}

const fill = (change: Change, otherwise: Readonly<Vec3>): Vec3 =>
  otherwise.map((value, i) => change[i] ?? value) as Vec3;

function moveNode(context: QueryContext, node: SceneNode, change: Change, args: Arguments): void {
  const { at } = args;
  const now = readTriple(context, node, 'translate');
  const isLocal = args.has('objectSpace') || args.has('localSpace');
  if (args.has('relative')) {
    const by = fill(change, [0, 0, 0]);
    if (args.has('objectSpace')) transformVector(unscaled(readMatrix(context, node, 'matrix')), by, by);
    else if (!isLocal) transformVector(worldToParent(context, node, at), by, by);
    writeTriple(context, node, 'translate', [now[0] + by[0], now[1] + by[1], now[2] + by[2]], at);
  } else if (isLocal) {
    writeTriple(context, node, 'translate', fill(change, now), at);
  } else {
    const world = transformPoint(parentToWorld(context, node), now);
    writeTriple(context, node, 'translate', transformPoint(worldToParent(context, node, at), fill(change, world)), at);
  }
}

function unscaled(matrix: Readonly<Mat4>): Mat4 {
  const out = [...matrix] as Mat4;
  for (let row = 0; row < 3; row++) {
    const length = Math.hypot(out[row * 4] as number, out[row * 4 + 1] as number, out[row * 4 + 2] as number) || 1;
    for (let i = 0; i < 3; i++) out[row * 4 + i] = (out[row * 4 + i] as number) / length;
  }
  return out;
}

/** Rotation of the node in its parent's space, rotate axis and joint orient included. */
function rotationInParent(context: QueryContext, node: SceneNode): Quat {
  return decomposeMat4(readMatrix(context, node, 'matrix')).rotate;
}

function rotateNode(context: QueryContext, node: SceneNode, change: Change, args: Arguments): void {
  const order = orderOf(context, node);
  const now = readTriple(context, node, 'rotate');
  const isWorld = args.has('worldSpace');
  if (!args.has('relative') && !isWorld) {
    writeTriple(context, node, 'rotate', fill(change, now), args.at);
    return;
  }
  const parent = decomposeMat4(parentToWorld(context, node)).rotate;
  if (!args.has('relative')) {
    const wanted = quatFromEuler(fill(change, [0, 0, 0]), order);
    writeTriple(context, node, 'rotate', rotateOf(context, node, multiplyQuat(wanted, conjugateQuat(parent))), args.at);
    return;
  }
  const by = quatFromEuler(fill(change, [0, 0, 0]), order);
  const own = rotationInParent(context, node);
  const turned = isWorld
    ? multiplyQuat(multiplyQuat(multiplyQuat(own, parent), by), conjugateQuat(parent))
    : multiplyQuat(by, own);
  writeTriple(context, node, 'rotate', rotateOf(context, node, turned), args.at);
}

function scaleNode(context: QueryContext, node: SceneNode, change: Change, args: Arguments): void {
  const now = readTriple(context, node, 'scale');
  const by = fill(change, args.has('relative') ? [1, 1, 1] : now);
  const scale = args.has('relative') ? (now.map((value, i) => value * (by[i] as number)) as Vec3) : by;
  writeTriple(context, node, 'scale', scale, args.at);
}

function command(
  axisFlags: FlagTable,
  kind: AttributeKind,
  apply: (context: QueryContext, node: SceneNode, change: Change, args: Arguments) => void,
): Command {
  return {
    flags: { ...SPACES, ...axisFlags },
    run(args, context) {
      const { change, nodes } = readChange(args, context, Object.keys(axisFlags), kind);
      for (const node of nodes) {
        if (!node.isTransform) fail('QUERY_WRONG_NODE', `"${node.name}" (${node.type}) is not a transform`, args.at);
        apply(context, node, change, args);
      }
      return MEL_VOID;
    },
  };
}

/**
 * Unverified: without -relative the values are absolute: world space for `move`, the channels for `rotate` and `scale`.
 * Source: Maya help, the MEL commands of these names.
 */
export const MOVE_COMMANDS: CommandTable = {
  move: command({ moveX: toggle('x'), moveY: toggle('y'), moveZ: toggle('z') }, 'distance', moveNode),
  rotate: command({ rotateX: toggle('x'), rotateY: toggle('y'), rotateZ: toggle('z') }, 'angle', rotateNode),
  scale: command({ scaleX: toggle('x'), scaleY: toggle('y'), scaleZ: toggle('z') }, 'number', scaleNode),
};
