import { existsSync, readdirSync, readFileSync } from 'node:fs';
import type { Problem } from '@rigline/diagnostics';
import type { AttributeValue, Scene, SceneNode } from '@rigline/scene';
import { WORLD_UP_TYPES } from '@rigline/scene/maya';
import {
  type FbxConnectionSketch,
  type FbxObjectSketch,
  type FbxPropertySketch,
  fbxRecord,
  sketchFbx,
} from '@rigline/testkit';
import { describe, expect, test } from 'vitest';
import { readFbx } from './index.ts';

const DEGREE = Math.PI / 180;

const model = (id: number, name: string, ...properties: FbxPropertySketch[]): FbxObjectSketch => [
  id,
  'Model',
  'Null',
  name,
  properties,
];

function constraint(id: number, type: string, name: string, ...properties: FbxPropertySketch[]): FbxObjectSketch {
  return [id, 'Constraint', type, name, properties, [fbxRecord('Type', [type])]];
}

const real = (name: string, ...values: number[]): FbxPropertySketch => [
  name,
  'Vector',
  'A',
  ...values.map((value) => ({ code: 'D', value }) as const),
];

/** `hand` (1) held by `ball` (2) through the constraint `hold` (3). */
function hold(
  type: string,
  ends: readonly [constrained: string, target: string],
  properties: readonly FbxPropertySketch[] = [],
  options: {
    readonly hand?: readonly FbxPropertySketch[];
    readonly objects?: readonly FbxObjectSketch[];
    readonly connections?: readonly FbxConnectionSketch[];
    readonly live?: boolean;
  } = {},
): { scene: Scene; problems: readonly Problem[]; node: SceneNode } {
  const bytes = sketchFbx({
    globals: [real('UnitScaleFactor', 10)],
    objects: [
      model(1, 'hand', ...(options.hand ?? [])),
      model(2, 'ball'),
      constraint(3, type, 'hold', ...properties),
      ...(options.objects ?? []),
    ],
    connections: [[1, 0], [2, 0], [1, 3, ends[0]], [2, 3, ends[1]], ...(options.connections ?? [])],
  });
  const { scene, problems } = readFbx(bytes, { file: 'a.fbx', constraints: options.live ? 'live' : 'baked' });
  return { scene, problems, node: scene.find('hold') as SceneNode };
}

const PARENT = ['Constrained object (Child)', 'Source (Parent)'] as const;
const PLAIN = ['Constrained Object', 'Source'] as const;
const AIM = ['Constrained Object', 'Aim At Object'] as const;
const IK = ['First Joint', 'Pole Vector Object'] as const;

const value = (node: SceneNode, path: string): AttributeValue | undefined => node.values.get(path);
const triple = (node: SceneNode, path: string): number[] =>
  ['X', 'Y', 'Z'].map((axis) => (value(node, path + axis) as number | undefined) ?? 0);
const source = (node: SceneNode, path: string): string | undefined => {
  const from = node.inputs.get(path);
  return from && `${from.node.name}.${from.path}`;
};
const round = (numbers: readonly number[]): number[] => numbers.map((v) => Math.round(v * 1e9) / 1e9 + 0);

describe('buildConstraints', () => {
  test.each([
    ['Parent-Child', PARENT, 'parentConstraint'],
    ['Position From Positions', PLAIN, 'pointConstraint'],
    ['Rotation From Rotations', PLAIN, 'orientConstraint'],
    ['Scale From Scales', PLAIN, 'scaleConstraint'],
    ['Aim', AIM, 'aimConstraint'],
  ] as const)('%s is a node under what it holds, and drives nothing', (type, ends, nodeType) => {
    const { scene, node, problems } = hold(type, ends, [real('ball.Weight', 25)]);
    expect([node.type, scene.pathOf(node)]).toEqual([nodeType, '|hand|hold']);
    expect(source(node, 'target[0].targetParentMatrix')).toBe('ball.worldMatrix[0]');
    expect(source(node, 'target[0].targetWeight')).toBe('hold.ballW0');
    expect(value(node, 'ballW0')).toBe(0.25);
    expect(scene.find('hand')?.inputs.size).toBe(0);
    expect(problems).toEqual([]);
  });

  test('offsets of a parent constraint are per target, in centimetres and radians', () => {
    const { node } = hold('Parent-Child', PARENT, [real('ball.Offset T', 1, 2, 3), real('ball.Offset R', 0, 90, 0)]);
    expect(triple(node, 'target[0].targetOffsetTranslate')).toEqual([10, 20, 30]);
    expect(round(triple(node, 'target[0].targetOffsetRotate'))).toEqual(round([0, 90 * DEGREE, 0]));
  });

  test('other constraints have one offset', () => {
    expect(triple(hold('Position From Positions', PLAIN, [real('Translation', 1, 2, 3)]).node, 'offset')).toEqual([
      10, 20, 30,
    ]);
    expect(triple(hold('Scale From Scales', PLAIN, [real('Scaling', 1, 2, 3)]).node, 'offset')).toEqual([1, 2, 3]);
    expect(round(triple(hold('Aim', AIM, [real('RotationOffset', 90, 0, 0)]).node, 'offset'))).toEqual(
      round([90 * DEGREE, 0, 0]),
    );
  });

  test('an offset counts in the order of the node, after its post rotation is taken back', () => {
    // All about X, so that the order does not matter: the node turns by its post rotation backward.
    const { node } = hold('Rotation From Rotations', PLAIN, [real('Rotation', 90, 0, 0)], {
      hand: [real('PostRotation', 30, 0, 0), ['RotationOrder', 'enum', '', 5]],
    });
    expect(round(triple(node, 'offset'))).toEqual(round([120 * DEGREE, 0, 0]));
    expect(source(node, 'constraintJointOrientX')).toBe('hand.preRotationX');
    expect(source(node, 'constraintRotateOrder')).toBe('hand.rotateOrder');
  });

  test('an aim has its vectors and its up node', () => {
    const { node } = hold(
      'Aim',
      AIM,
      [real('AimVector', 0, 0, 1), real('UpVector', 1, 0, 0), real('WorldUpVector', 0, 1, 1), real('WorldUpType', 2)],
      {
        objects: [model(4, 'up')],
        connections: [
          [4, 0],
          [4, 3, 'World Up Object'],
        ],
      },
    );
    expect([triple(node, 'aimVector'), triple(node, 'upVector'), triple(node, 'worldUpVector')]).toEqual([
      [0, 0, 1],
      [1, 0, 0],
      [0, 1, 1],
    ]);
    expect(WORLD_UP_TYPES[value(node, 'worldUpType') as number]).toBe('objectRotation');
    expect(source(node, 'worldUpMatrix')).toBe('up.worldMatrix[0]');
  });

  test('single chain IK is a handle beside its effector that turns nothing', () => {
    const { scene, node, problems } = hold(
      'Single Chain IK',
      IK,
      [real('PoleVector', 1, 2, 3), real('ball.Weight', 1)],
      {
        objects: [model(4, 'wrist'), model(5, 'goal')],
        connections: [
          [4, 1],
          [5, 0],
          [4, 3, 'End Joint'],
          [5, 3, 'Effector'],
        ],
      },
    );
    expect([node.type, scene.pathOf(node)]).toEqual(['ikHandle', '|hold']);
    expect(source(node, 'startJoint')).toBe('hand.message');
    expect(source(node, 'translateX')).toBe('goal.translateX');
    expect(triple(node, 'poleVector')).toEqual([10, 20, 30]);
    expect(value(node, 'ballW0')).toBeUndefined();
    expect([...node.inputs.keys()]).not.toContain('ikSolver');
    expect(problems).toEqual([]);
  });

  test('weights and offsets can be animated', () => {
    const { node } = hold('Parent-Child', PARENT, [real('ball.Weight', 0)], {
      objects: [
        [10, 'AnimationStack', '', 'take'],
        [11, 'AnimationLayer', '', 'base'],
        [12, 'AnimationCurveNode', '', 'w', [real('d|ball.Weight', 50)]],
        [13, 'AnimationCurveNode', '', 'o', [real('d|X', 1), real('d|Y', 2), real('d|Z', 3)]],
        [14, 'AnimationCurveNode', '', 'all', [real('d|Weight', 75)]],
      ],
      connections: [
        [11, 10],
        [12, 11],
        [13, 11],
        [14, 11],
        [12, 3, 'ball.Weight'],
        [13, 3, 'ball.Offset T'],
        [14, 3, 'Weight'],
      ],
    });
    expect([value(node, 'ballW0'), value(node, 'blendWeight')]).toEqual([0.5, 0.75]);
    expect(triple(node, 'target[0].targetOffsetTranslate')).toEqual([10, 20, 30]);
  });

  test('an unknown kind is told', () => {
    const { scene, problems } = hold('Multi Referential', PLAIN);
    expect(scene.find('hold')).toBeUndefined();
    expect(problems).toMatchObject([{ code: 'FBX_CONSTRAINT_UNKNOWN', severity: 'info' }]);
  });

  test('a constraint without targets or node is told, and holds nothing', () => {
    const { problems, node } = hold('Aim', ['Constrained Object', 'Nothing'], [], { live: true });
    expect(node.elementIndices('target')).toEqual([]);
    expect(problems).toMatchObject([{ code: 'FBX_CONSTRAINT_INCOMPLETE', severity: 'warning' }]);
    expect(hold('Aim', ['Nothing', 'Aim At Object']).problems).toMatchObject([{ code: 'FBX_CONSTRAINT_INCOMPLETE' }]);
  });
});

describe('driveConstraints', () => {
  const live = (type: string, ends: typeof PARENT | typeof PLAIN | typeof AIM, ...properties: FbxPropertySketch[]) =>
    hold(type, ends, properties, { live: true });
  const driven = ({ scene }: { scene: Scene }): string[] => [...(scene.find('hand') as SceneNode).inputs.keys()];

  test('outputs drive the channels of their kind', () => {
    expect(driven(live('Parent-Child', PARENT))).toEqual([
      'translateX',
      'translateY',
      'translateZ',
      'rotateX',
      'rotateY',
      'rotateZ',
    ]);
    expect(driven(live('Scale From Scales', PLAIN))).toEqual(['scaleX', 'scaleY', 'scaleZ']);
    expect(driven(live('Aim', AIM))).toEqual(['rotateX', 'rotateY', 'rotateZ']);
  });

  test('axes that are not affected stay free', () => {
    expect(driven(live('Position From Positions', PLAIN, ['AffectY', 'bool', '', 0]))).toEqual([
      'translateX',
      'translateZ',
    ]);
    expect(driven(live('Parent-Child', PARENT, ['AffectRotationX', 'bool', '', 0]))).not.toContain('rotateX');
  });

  test('an inactive constraint drives nothing', () => {
    const inactive = live('Aim', AIM, ['Active', 'bool', '', 0]);
    expect(driven(inactive)).toEqual([]);
    expect(value(inactive.node, 'isActive')).toBe(0);
  });

  test('a part of the weight leaves a part of the channel', () => {
    const { scene, node } = live('Parent-Child', PARENT, real('Weight', 50));
    const hand = scene.find('hand') as SceneNode;
    const blend = hand.inputs.get('translateX')?.node as SceneNode;
    expect(blend.type).toBe('pairBlend');
    expect(hand.inputs.get('rotateZ')?.node).toBe(blend);
    expect(source(blend, 'weight')).toBe('hold.blendWeight');
    expect(value(node, 'blendWeight')).toBe(0.5);
    expect(source(blend, 'inTranslateX2')).toBe('hold.constraintTranslateX');
  });

  test('what the nodes cannot do is told', () => {
    expect(live('Parent-Child', PARENT, ['AffectScalingX', 'bool', '', 1]).problems).toMatchObject([
      { code: 'FBX_CONSTRAINT_APPROXIMATED', severity: 'info' },
    ]);
    expect(live('Scale From Scales', PLAIN, real('Weight', 50)).problems).toMatchObject([
      { code: 'FBX_CONSTRAINT_APPROXIMATED' },
    ]);
  });
});

interface Expected {
  readonly name: string;
  readonly type: string;
  readonly node?: string;
  readonly weight: number;
  readonly active: boolean;
  readonly targets: readonly { readonly node: string; readonly weight: number; readonly offset: { t: number[] } }[];
  readonly upType?: number;
  readonly upNode?: string;
  readonly aimVector?: readonly number[];
  readonly upVector?: readonly number[];
  readonly effector?: string;
}

const folder = new URL('../../../../../shared/corpus/fbx/', import.meta.url);
const present = existsSync(folder);
const cases = (present ? readdirSync(new URL('expected/', folder)) : []).flatMap((name) => {
  if (!name.endsWith('.json') || name.startsWith('_')) return [];
  const expected = JSON.parse(readFileSync(new URL(`expected/${name}`, folder), 'utf8'));
  return expected.ok && expected.constraints?.length > 0
    ? [{ file: expected.file as string, constraints: expected.constraints as Expected[] }]
    : [];
});

const TYPES: Readonly<Record<string, string>> = {
  aim: 'aimConstraint',
  parent: 'parentConstraint',
  position: 'pointConstraint',
  rotation: 'orientConstraint',
  scale: 'scaleConstraint',
  singleChainIk: 'ikHandle',
};

/** What the file says of a constraint, as read back from its node. */
function describeNode(scene: Scene, node: SceneNode): Omit<Expected, 'name' | 'type'> {
  const isIk = node.type === 'ikHandle';
  const held = isIk ? node.inputs.get('startJoint')?.node : node.parents[0];
  const path = (from: SceneNode | undefined): string => (from ? scene.pathOf(from) : '');
  const holder = isIk ? (node.children[0] as SceneNode) : node;
  const up = node.inputs.get('worldUpMatrix')?.node;
  return {
    node: path(held),
    weight: (value(node, 'blendWeight') as number | undefined) ?? 1,
    active: value(node, 'isActive') !== 0,
    targets: holder.elementIndices('target').map((index) => ({
      node: path(holder.inputs.get(`target[${index}].targetParentMatrix`)?.node),
      weight: (value(node, holder.inputs.get(`target[${index}].targetWeight`)?.path ?? '') as number | undefined) ?? 1,
      offset: { t: triple(holder, `target[${index}].targetOffsetTranslate`) },
    })),
    ...(isIk ? { effector: path(node.inputs.get('translateX')?.node) } : {}),
    ...(node.type === 'aimConstraint'
      ? {
          upType: value(node, 'worldUpType') as number,
          ...(up ? { upNode: path(up) } : {}),
          aimVector: triple(node, 'aimVector'),
          upVector: triple(node, 'upVector'),
        }
      : {}),
  };
}

describe.skipIf(!present)('constraints of files (../shared/corpus/fbx)', () => {
  test('there are files', () => expect(cases.length).toBeGreaterThan(0));

  test.each(cases)('$file has its constraints with targets, weights and offsets', ({ file, constraints }) => {
    const { scene } = readFbx(new Uint8Array(readFileSync(new URL(file, folder))), { file });
    const nodes = scene.nodes.filter((node) => node.dynamics?.isActive);
    expect(nodes.map(({ type }) => type)).toEqual(constraints.map(({ type }) => TYPES[type]));
    constraints.forEach((expected, i) => {
      const got = describeNode(scene, nodes[i] as SceneNode);
      for (const [key, is] of Object.entries(got)) {
        if (key === 'targets') continue;
        expect({ [key]: is }).toEqual({ [key]: expected[key as keyof Expected] });
      }
      expect(got.targets.map((t) => [t.node, t.weight])).toEqual(expected.targets.map((t) => [t.node, t.weight]));
      got.targets.forEach((target, k) => {
        // 1e-6: the expected numbers have nine digits.
        target.offset.t.forEach((v, axis) => {
          expect(Math.abs(v - (expected.targets[k]?.offset.t[axis] ?? 0))).toBeLessThan(1e-6);
        });
      });
    });
  });
});
