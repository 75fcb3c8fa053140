import { type FbxTree, fbxRecord, sketchFbx } from '@rigline/testkit';
import { describe, expect, test } from 'vitest';
import { readFbx } from './index.ts';

const entry = (id: number, x: number): FbxTree =>
  fbxRecord(
    'PoseNode',
    [],
    [
      fbxRecord('Node', [{ code: 'L', value: id }]),
      fbxRecord('Matrix', [new Float64Array([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, x, 0, 0, 1])]),
    ],
  );

describe('buildPoses', () => {
  test('keeps the members of a pose with their matrices, and leaves out those that are gone', () => {
    const bytes = sketchFbx({
      objects: [
        [1, 'Model', 'Null', 'a'],
        [2, 'Pose', 'BindPose', 'bind', [], [fbxRecord('Type', ['BindPose']), entry(9, 5), entry(1, 3)]],
      ],
      globals: [['UnitScaleFactor', 'double', '', 100]],
    });
    const { scene, problems } = readFbx(bytes);
    const pose = scene.find('bind');
    expect(pose?.values.get('isBindPose')).toBe(1);
    expect(pose?.inputs.get('members[0]')).toMatchObject({ node: { name: 'a' } });
    expect(pose?.values.get('worldMatrix[0]')).toEqual([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 300, 0, 0, 1]);
    expect(pose?.elementIndices('members')).toEqual([0]);
    expect(problems.map(({ code }) => code)).toContain('FBX_BAD_POSE');
  });
});

describe('buildOtherObjects', () => {
  test('keeps objects that mean nothing here, with their properties and members', () => {
    const bytes = sketchFbx({
      objects: [
        [1, 'Model', 'Null', 'a'],
        [2, 'CollectionExclusive', 'DisplayLayer', 'layer1', [['Show', 'bool', '', 0]]],
      ],
      connections: [[1, 2]],
    });
    const node = readFbx(bytes).scene.find('layer1');
    expect(node?.type).toBe('fbxObject');
    expect(node?.values.get('kind')).toBe('CollectionExclusive');
    expect(node?.raw.get('fbxProperties')?.value).toMatchObject([{ name: 'Show' }]);
    expect(node?.inputs.get('members[0]')).toMatchObject({ node: { name: 'a' } });
  });
});
