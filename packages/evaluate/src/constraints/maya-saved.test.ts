import type { Vec3 } from '@rigline/math';
import { mat4FromEuler, transformVector } from '@rigline/math';
import type { SceneNode } from '@rigline/scene';
import { sketchScene } from '@rigline/testkit';
import { describe, expect, test } from 'vitest';
import golden from '../../../../fixtures/constraints/maya-saved.golden.json' with { type: 'json' };
import { Graph } from '../graph/graph.ts';
import { MAYA_NODE_TYPES } from '../nodes/index.ts';
import { createAimConstraint, createOrientConstraint, createParentConstraint } from './create/create-constraints.ts';

const DEG = Math.PI / 180;
const radians = (degrees: readonly number[]): Vec3 => degrees.map((v) => v * DEG) as Vec3;

function expectDegrees(got: unknown, expected: readonly number[]): void {
  (got as number[]).forEach((v, i) => {
    expect(Math.abs(v / DEG - (expected[i] as number))).toBeLessThan(golden.tolerance);
  });
}

describe('what Maya saved', () => {
  test('the offset of an orient constraint turns before the last target rotation', () => {
    const { lastTargetRotate, offset, restRotate } = golden.orientOffset;
    const scene = sketchScene({
      target: { type: 'transform', values: { rotate: radians(lastTargetRotate) } },
      hand: { type: 'transform' },
    });
    const graph = new Graph(scene, MAYA_NODE_TYPES);
    const [target, hand] = ['target', 'hand'].map((name) => scene.find(name)) as [SceneNode, SceneNode];
    createOrientConstraint(scene, [target], hand, { graph, offset: radians(offset) });
    expectDegrees(graph.get('hand.rotate'), restRotate);
  });

  test('a transform carried by an oriented joint turns as it was last turned', () => {
    const { translate, rotate, jointOrient, lastTargetRotate, ...offsets } = golden.parentJoint;
    const scene = sketchScene({
      joint1: { type: 'joint', values: { translate, rotate: radians(rotate), jointOrient: radians(jointOrient) } },
      cube: { type: 'transform' },
    });
    const graph = new Graph(scene, MAYA_NODE_TYPES);
    const [joint, cube] = ['joint1', 'cube'].map((name) => scene.find(name)) as [SceneNode, SceneNode];
    const constraint = createParentConstraint(scene, [joint], cube, { graph });
    ['X', 'Y', 'Z'].forEach((axis, i) => {
      const at = `target[0].targetOffset`;
      scene.setValue(constraint, `${at}Translate${axis}`, offsets.targetOffsetTranslate[i] as number);
      scene.setValue(constraint, `${at}Rotate${axis}`, radians(offsets.targetOffsetRotate)[i] as number);
    });
    expectDegrees(graph.get('cube.rotate'), lastTargetRotate);
    expect(Math.abs((graph.get('cube.tx') as number) - (translate[0] as number))).toBeLessThan(golden.tolerance);
  });

  test('a joint that was oriented by its aim constraint has no rotation', () => {
    const { translate, jointOrient, childTranslate, upTranslate, restRotate } = golden.aimObjectUp;
    const way = transformVector(mat4FromEuler(radians(jointOrient), 'xyz'), childTranslate as Vec3);
    const scene = sketchScene({
      target: { type: 'transform', values: { translate: translate.map((v, i) => v + (way[i] as number)) } },
      up: { type: 'transform', values: { translate: upTranslate } },
      lid: { type: 'joint', values: { translate, jointOrient: radians(jointOrient), rotate: [1, 1, 1] } },
    });
    const graph = new Graph(scene, MAYA_NODE_TYPES);
    const [target, up, lid] = ['target', 'up', 'lid'].map((n) => scene.find(n)) as [SceneNode, SceneNode, SceneNode];
    createAimConstraint(scene, [target], lid, { graph, worldUpObject: up });
    expectDegrees(graph.get('lid.rotate'), restRotate);
  });
});
