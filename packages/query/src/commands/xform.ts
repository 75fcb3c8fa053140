import {
  conjugateQuat,
  decomposeMat4,
  eulerFromQuat,
  type Mat4,
  multiplyQuat,
  quatFromEuler,
  transformPoint,
  type Vec3,
} from '@rigline/math';
import { MEL_VOID, type MelValue, melFloats, melString } from '@rigline/mel';
import type { AttributeKind, SceneNode } from '@rigline/scene';
import { MAYA_ROTATE_ORDERS } from '@rigline/scene/maya';
import type { Command, QueryContext } from '../context.ts';
import { fail } from '../fail.ts';
import { type Arguments, MODES, numberOf, property, toggle } from '../flags.ts';
import { subjects } from '../names.ts';
import {
  orderOf,
  parentToWorld,
  placeInWorld,
  placeLocally,
  readMatrix,
  readTriple,
  rotateOf,
  rotatePivotInParent,
  scalePivotInWorld,
  worldToParent,
  writeTriple,
} from '../place-node.ts';
import { fromUi, toUi } from '../units.ts';

/** Attributes that a flag reads and sets as they are, in object space. */
const CHANNELS: Readonly<Record<string, AttributeKind>> = {
  translation: 'distance',
  rotation: 'angle',
  scale: 'number',
  shear: 'number',
  rotateAxis: 'angle',
  rotatePivot: 'distance',
  scalePivot: 'distance',
  rotateTranslation: 'distance',
  scaleTranslation: 'distance',
};
const PATHS: Readonly<Record<string, string>> = {
  translation: 'translate',
  rotation: 'rotate',
  rotateTranslation: 'rotatePivotTranslate',
  scaleTranslation: 'scalePivotTranslate',
};

/** A channel in world space, in inner units; undefined when there is no such thing. */
function worldChannel(context: QueryContext, node: SceneNode, flag: string): Vec3 | undefined {
  switch (flag) {
    case 'translation':
      // The channels under the parents: not where the pivot is. Source: Maya help, "xform", -translation.
      return transformPoint(parentToWorld(context, node), readTriple(context, node, 'translate'));
    case 'rotatePivot':
      return transformPoint(parentToWorld(context, node), rotatePivotInParent(context, node));
    case 'scalePivot':
      return scalePivotInWorld(context, node);
    case 'rotation': {
      const { rotate } = decomposeMat4(readMatrix(context, node, 'worldMatrix[0]'));
      return eulerFromQuat(rotate, orderOf(context, node));
    }
    case 'scale':
      return decomposeMat4(readMatrix(context, node, 'worldMatrix[0]')).scale;
    default:
      return undefined;
  }
}

function queryChannel(context: QueryContext, node: SceneNode, flag: string, isWorld: boolean): number[] {
  const kind = CHANNELS[flag] as AttributeKind;
  const value = (isWorld && worldChannel(context, node, flag)) || readTriple(context, node, PATHS[flag] ?? flag);
  return value.map((number) => toUi(number, kind, context.scene.settings));
}

/** Space of a query: the object's own unless -worldSpace is given. */
function query(context: QueryContext, node: SceneNode, args: Arguments): MelValue {
  const isWorld = args.has('worldSpace') && !args.has('objectSpace');
  const results: MelValue[] = [];
  for (const flag of args.given) {
    // Unverified: that Maya leaves matrices in centimetres whatever the unit.
    if (flag === 'matrix') results.push(melFloats(readMatrix(context, node, isWorld ? 'worldMatrix[0]' : 'matrix')));
    else if (flag === 'rotateOrder') results.push(melString(orderOf(context, node)));
    else if (flag === 'pivots') {
      const both = ['rotatePivot', 'scalePivot'].flatMap((name) => queryChannel(context, node, name, isWorld));
      results.push(melFloats(both));
    } else if (CHANNELS[flag]) results.push(melFloats(queryChannel(context, node, flag, isWorld)));
  }
  const [first] = results;
  if (results.length === 1) return first as MelValue;
  return fail(
    'QUERY_ARGUMENTS',
    `xform -query needs one flag that says what to ask, found ${results.length}`,
    args.at,
    'Add one of -translation, -rotation, -scale, -matrix, -rotatePivot.',
  );
}

function setWorldChannel(context: QueryContext, node: SceneNode, flag: string, value: Vec3, args: Arguments): boolean {
  const { at } = args;
  if (flag === 'translation') {
    writeTriple(context, node, 'translate', transformPoint(worldToParent(context, node, at), value), at);
    return true;
  }
  if (flag === 'rotation') {
    const parent = conjugateQuat(decomposeMat4(parentToWorld(context, node)).rotate);
    const inParent = multiplyQuat(quatFromEuler(value, orderOf(context, node)), parent);
    writeTriple(context, node, 'rotate', rotateOf(context, node, inParent), at);
    return true;
  }
  return false;
}

function setChannel(context: QueryContext, node: SceneNode, flag: string, args: Arguments): void {
  const kind = CHANNELS[flag] as AttributeKind;
  const value = args.numbers(flag).map((number) => fromUi(number, kind, context.scene.settings)) as Vec3;
  const path = PATHS[flag] ?? flag;
  if (args.has('relative')) {
    const now = readTriple(context, node, path);
    const combined = value.map((number, i) =>
      flag === 'scale' ? number * (now[i] as number) : number + (now[i] as number),
    );
    writeTriple(context, node, path, combined as Vec3, args.at);
    return;
  }
  const isWorld = args.has('worldSpace') && !args.has('objectSpace');
  if (isWorld && setWorldChannel(context, node, flag, value, args)) return;
  if (isWorld && flag !== 'shear' && flag !== 'rotateAxis') {
    fail('QUERY_UNSUPPORTED', `xform -worldSpace -${flag} can be asked but not set here`, args.at);
  }
  writeTriple(context, node, path, value, args.at);
}

function edit(context: QueryContext, node: SceneNode, args: Arguments): void {
  for (const flag of args.given) {
    if (CHANNELS[flag]) setChannel(context, node, flag, args);
    else if (flag === 'matrix') {
      const matrix = args.values('matrix').map((value) => numberOf(value, '-matrix')) as unknown as Mat4;
      if (args.has('worldSpace')) placeInWorld(context, node, matrix, args.at);
      else placeLocally(context, node, matrix, args.at);
    } else if (flag === 'pivots') {
      const value = args.numbers('pivots').map((number) => fromUi(number, 'distance', context.scene.settings)) as Vec3;
      for (const path of ['rotatePivot', 'scalePivot']) writeTriple(context, node, path, value, args.at);
    } else if (flag === 'rotateOrder') {
      setRotateOrder(context, node, args);
    }
  }
}

function setRotateOrder(context: QueryContext, node: SceneNode, args: Arguments): void {
  const index = MAYA_ROTATE_ORDERS.indexOf(args.text('rotateOrder') as (typeof MAYA_ROTATE_ORDERS)[number]);
  if (index < 0) {
    fail(
      'QUERY_ARGUMENTS',
      `"${args.text('rotateOrder')}" is no rotate order`,
      args.at,
      `Use one of ${MAYA_ROTATE_ORDERS.join(' ')}.`,
    );
  }
  context.scene.setValue(node, 'rotateOrder', index);
}

/** Source: Maya help, MEL command "xform". */
export const xform: Command = {
  flags: {
    ...MODES,
    translation: property('t', 3),
    rotation: property('ro', 3),
    scale: property('s', 3),
    shear: property('sh', 3),
    rotateAxis: property('ra', 3),
    rotatePivot: property('rp', 3),
    scalePivot: property('sp', 3),
    rotateTranslation: property('rt', 3),
    scaleTranslation: property('st', 3),
    pivots: property('piv', 3),
    matrix: property('m', 16),
    rotateOrder: property('roo'),
    worldSpace: toggle('ws'),
    objectSpace: toggle('os'),
    relative: toggle('r'),
    absolute: toggle('a'),
    preserve: property('p'),
  },
  run(args, context) {
    const nodes = subjects(args, context);
    const [first] = nodes;
    if (!first) return fail('QUERY_ARGUMENTS', 'xform needs an object, and nothing is selected', args.at);
    for (const node of nodes) {
      if (!node.isTransform) {
        const parent = node.parents[0];
        const hint = parent ? `Its transform is ${parent.name}.` : undefined;
        return fail('QUERY_WRONG_NODE', `xform needs a transform, found ${node.name} (${node.type})`, args.at, hint);
      }
    }
    if (args.isQuery) return query(context, first, args);
    for (const node of nodes) edit(context, node, args);
    return MEL_VOID;
  },
};
