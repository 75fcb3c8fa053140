import { MEL_VOID, type MelValue, melFloat, melFloats, melInt, melString, melStrings } from '@rigline/mel';
import type { SceneNode } from '@rigline/scene';
import type { Command, CommandTable, QueryContext } from '../context.ts';
import { fail } from '../fail.ts';
import { type Arguments, type CommandValue, MODES, option, property, toggle } from '../flags.ts';
import { aliasOf, requireNode, requirePlugOf, splitPlug, uniqueName } from '../names.ts';
import { readNumber, sparseCell } from '../plug-values.ts';
import { writeNumbers } from './set-attr.ts';

/** A deformer by its own name, or by the object it deforms. */
function deformerOf(args: Arguments, context: QueryContext, type: string): SceneNode {
  const object = args.objects[0];
  if (!object) return fail('QUERY_ARGUMENTS', `${args.command} needs a ${type}`, args.at);
  const node = requireNode(context.scene, splitPlug(object.text).node, object.at);
  const found = node.type === type ? node : [node, ...node.children].map((each) => upstream(each, type)).find(Boolean);
  return found ?? fail('QUERY_WRONG_NODE', `"${node.name}" (${node.type}) has no ${type}`, object.at);
}

/** The nearest node of a type that feeds a shape. */
function upstream(shape: SceneNode, type: string): SceneNode | undefined {
  const seen = new Set<SceneNode>([shape]);
  for (const queue = [shape]; queue.length > 0; ) {
    for (const { node } of (queue.shift() as SceneNode).inputs.values()) {
      if (node.type === type) return node;
      if (!seen.has(node) && !node.isTransform) queue.push(node);
      seen.add(node);
    }
  }
  return undefined;
}

function geometryOf(context: QueryContext, deformer: SceneNode): string[] {
  const names: string[] = [];
  for (const [path, targets] of deformer.outputs) {
    if (path.startsWith('outputGeometry')) names.push(...targets.map(({ node }) => uniqueName(context.scene, node)));
  }
  return names;
}

const blendShape: Command = {
  flags: {
    ...MODES,
    weight: property('w', 2),
    target: property('t'),
    weightCount: property('wc'),
    geometry: property('g'),
    envelope: property('en'),
    origin: property('o'),
    name: property('n'),
  },
  run(args, context): MelValue {
    const node = deformerOf(args, context, 'blendShape');
    if (!args.isQuery && !args.isEdit)
      return fail('QUERY_UNSUPPORTED', 'blendShape creates nothing here: add -query or -edit', args.at);
    const indices = node.elementIndices('weight');
    if (args.isEdit) {
      if (args.has('envelope'))
        writeNumbers(context, requirePlugOf(node, 'envelope', args.at), args.numbers('envelope'), args.at);
      for (const [index, weight] of args.all('weight')) {
        const path = `weight[${Number(index?.text)}]`;
        writeNumbers(context, requirePlugOf(node, path, args.at), [Number(weight?.text)], args.at);
      }
      return MEL_VOID;
    }
    if (args.has('weight')) return melFloats(indices.map((i) => readNumber(context, node, `weight[${i}]`)));
    if (args.has('target')) return melStrings(indices.map((i) => aliasOf(node, `weight[${i}]`) ?? `weight[${i}]`));
    if (args.has('weightCount')) return melInt(indices.length);
    if (args.has('geometry')) return melStrings(geometryOf(context, node));
    if (args.has('envelope')) return melFloat(readNumber(context, node, 'envelope'));
    if (args.has('name')) return melString(uniqueName(context.scene, node));
    return fail('QUERY_ARGUMENTS', 'blendShape -query needs a flag that says what to ask', args.at);
  },
};

/** Joints of a skin by their index in `matrix`. */
function influences(skin: SceneNode): { readonly index: number; readonly node: SceneNode }[] {
  return skin.elementIndices('matrix').flatMap((index) => {
    const source = skin.inputs.get(`matrix[${index}]`);
    return source ? [{ index, node: source.node }] : [];
  });
}

const skinCluster: Command = {
  flags: {
    ...MODES,
    influence: property('inf'),
    weightedInfluence: property('wi'),
    maximumInfluences: property('mi'),
    skinMethod: property('sm'),
    normalizeWeights: property('nw'),
    geometry: property('g'),
    name: property('n'),
  },
  run(args, context) {
    const skin = deformerOf(args, context, 'skinCluster');
    if (!args.isQuery) return fail('QUERY_UNSUPPORTED', 'skinCluster only answers questions here: add -query', args.at);
    if (args.has('influence') || args.has('weightedInfluence')) {
      return melStrings(influences(skin).map(({ node }) => uniqueName(context.scene, node)));
    }
    if (args.has('geometry')) return melStrings(geometryOf(context, skin));
    if (args.has('name')) return melString(uniqueName(context.scene, skin));
    const path = {
      maximumInfluences: 'maxInfluences',
      skinMethod: 'skinningMethod',
      normalizeWeights: 'normalizeWeights',
    };
    const asked = Object.entries(path).find(([flag]) => args.has(flag));
    if (!asked) return fail('QUERY_ARGUMENTS', 'skinCluster -query needs a flag that says what to ask', args.at);
    requirePlugOf(skin, asked[1], args.at);
    return melInt(readNumber(context, skin, asked[1]));
  },
};

/** Weight of a vertex for the influence at an index. */
function skinWeight(skin: SceneNode, vertex: number, index: number): number {
  return sparseCell(skin, `weightList[${vertex}].weights[${index}]`) ?? 0;
}

function vertexOf(object: CommandValue | undefined, args: Arguments): number {
  const match = /\.vtx\[(\d+)\]$/.exec(object?.text ?? '');
  if (match) return Number(match[1]);
  return fail(
    'QUERY_ARGUMENTS',
    `skinPercent needs one vertex such as body.vtx[0], found "${object?.text ?? ''}"`,
    args.at,
  );
}

const skinPercent: Command = {
  flags: { ...MODES, value: toggle('v'), transform: option('t'), ignoreBelow: option('ib') },
  run(args, context) {
    const skin = deformerOf(args, context, 'skinCluster');
    if (!args.isQuery) return fail('QUERY_UNSUPPORTED', 'skinPercent only answers questions here: add -query', args.at);
    const vertex = vertexOf(args.objects[1], args);
    const all = influences(skin);
    const joint = args.values('transform')[0];
    if (joint) {
      const node = requireNode(context.scene, joint.text, joint.at);
      const found = all.find((influence) => influence.node === node);
      if (!found) return fail('QUERY_WRONG_NODE', `"${node.name}" is no influence of "${skin.name}"`, joint.at);
      return melFloat(skinWeight(skin, vertex, found.index));
    }
    if (args.has('value')) return melFloats(all.map(({ index }) => skinWeight(skin, vertex, index)));
    return fail('QUERY_ARGUMENTS', 'skinPercent -query needs -value or -transform', args.at);
  },
};

/** Source: Maya help, the MEL commands of these names. */
export const DEFORMER_COMMANDS: CommandTable = { blendShape, skinCluster, skinPercent };
