/** Poses: world matrices of nodes at one moment. They drive nothing. */
import type { Mat4 } from '@rigline/math';
import type { SceneNode } from '@rigline/scene';
import type { FbxObject } from './document-types.ts';
import { reportFbx } from './problems.ts';
import { childOf, type FbxRecord, isFbxArray } from './record-types.ts';
import type { FbxSceneContext } from './scene-context.ts';

/** Adds a node for every Pose. */
export function buildPoses(context: FbxSceneContext): void {
  for (const object of context.document.objects) if (object.kind === 'Pose') addPose(context, object);
}

function addPose(context: FbxSceneContext, pose: FbxObject): void {
  const { scene } = context;
  const name = pose.name === '' ? scene.freeName('pose#') : pose.name;
  const node = scene.addNode({ type: 'fbxPose', name });
  const type = childOf(pose.record, 'Type')?.values[0] ?? pose.subtype;
  if (type === 'BindPose') scene.setValue(node, 'isBindPose', 1);
  let count = 0;
  let missing = 0;
  for (const record of pose.record.children) {
    if (record.name !== 'PoseNode') continue;
    const member = memberOf(context, record);
    const matrix = matrixOf(record, context.unit);
    if (!member || !matrix) {
      missing++;
      continue;
    }
    scene.connect({ node: member, path: 'message' }, { node, path: `members[${count}]` });
    scene.setValue(node, `worldMatrix[${count}]`, matrix);
    count++;
  }
  if (missing === 0) return;
  reportFbx(context.log, 'FBX_BAD_POSE', {
    message: `${missing} entries of the pose "${pose.name}" name no node or hold no matrix`,
    at: context.place(pose),
  });
}

/** The node that an entry is about: by id, or by name in files before version 7. */
function memberOf(context: FbxSceneContext, record: FbxRecord): SceneNode | undefined {
  const id = childOf(record, 'Node')?.values[0];
  if (typeof id !== 'number' && typeof id !== 'bigint' && typeof id !== 'string') return undefined;
  const object = context.document.find(id);
  return object && context.nodeOf.get(object);
}

/** `Matrix: *16 { … }`, or sixteen values. */
function matrixOf(record: FbxRecord, unit: number): Mat4 | undefined {
  const values = childOf(record, 'Matrix')?.values ?? [];
  const first = values[0];
  const numbers = isFbxArray(first) && first.count === 16 ? [...first.toFloat64()] : values.map(Number);
  if (numbers.length !== 16) return undefined;
  for (let i = 12; i < 15; i++) numbers[i] = (numbers[i] as number) * unit;
  return numbers.every(Number.isFinite) ? (numbers as Mat4) : undefined;
}
