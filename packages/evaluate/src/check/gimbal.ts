import { ROTATE_ORDERS, type RotateOrder, radToDeg, reorderEuler, type Vec3 } from '@rigline/math';
import type { SceneNode } from '@rigline/scene';
import { MAYA_ROTATE_ORDERS } from '@rigline/scene/maya';
import { isConstraint } from '../document/constraint-list.ts';
import { findChain } from '../nodes/ik/ik-chain.ts';
import { type CheckContext, type CheckRule, formatNumber } from './check-rule.ts';

/** Degrees from gimbal lock that are too near. */
export const GIMBAL_NEAR_DEG = 10;
/** An order is named as better only when it stays this many degrees further away. */
const GAIN_DEG = 5;

/** Index of the axis that an order applies second. */
const MIDDLE: Readonly<Record<RotateOrder, 0 | 1 | 2>> = { xyz: 1, yzx: 2, zxy: 0, xzy: 2, yxz: 0, zyx: 1 };

/** Degrees between the middle angle of a rotation and ±90°, where the outer two axes fall together. */
export function degreesFromLock(euler: Readonly<Vec3>, order: RotateOrder): number {
  const sine = Math.min(1, Math.abs(Math.sin(euler[MIDDLE[order]])));
  return 90 - radToDeg(Math.asin(sine));
}

interface Turning {
  readonly node: SceneNode;
  readonly order: RotateOrder;
  readonly read: () => Vec3;
  /** Least distance of every order over the frames. */
  readonly least: Record<RotateOrder, number>;
  /** Axes that are ever turned: a rotation about one axis alone has no gimbal to lock. */
  readonly used: [boolean, boolean, boolean];
  frame: number;
}

const ROTATE = ['rotate', 'rotateX', 'rotateY', 'rotateZ'];

/** Transforms whose rotation comes from keys, constraints or IK. */
function turningNodes({ scene, graph }: CheckContext): Turning[] {
  const chained = new Set(
    scene.nodes.flatMap((node) => (node.type === 'ikHandle' ? (findChain(node)?.nodes ?? []) : [])),
  );
  return scene.nodes
    .filter((node) => node.isTransform && !isConstraint(node))
    .filter((node) => chained.has(node) || ROTATE.some((path) => node.inputs.has(path)))
    .map((node) => {
      const probe = graph.probe({ rotate: { node, path: 'rotate' } });
      const order = MAYA_ROTATE_ORDERS[Number(graph.get({ node, path: 'rotateOrder' }))] ?? 'xyz';
      return {
        node,
        order,
        read: () => probe.read().rotate as Vec3,
        least: { xyz: 90, yzx: 90, zxy: 90, xzy: 90, yxz: 90, zyx: 90 },
        used: [false, false, false],
        frame: 0,
      };
    });
}

const scratch: Vec3 = [0, 0, 0];

/** Rotations that come near gimbal lock, with the order that stays farthest from it over the same frames. */
export const gimbal: CheckRule = (context) => {
  const all = turningNodes(context);
  return {
    sample(frame) {
      for (const turning of all) {
        const rotate = turning.read();
        for (let axis = 0; axis < 3; axis++) if (Math.abs(rotate[axis] as number) > 1e-6) turning.used[axis] = true;
        for (const order of ROTATE_ORDERS) {
          const euler = order === turning.order ? rotate : reorderEuler(rotate, turning.order, order, scratch);
          const distance = degreesFromLock(euler, order);
          if (!(distance < turning.least[order])) continue;
          turning.least[order] = distance;
          if (order === turning.order) turning.frame = frame;
        }
      }
    },
    finish() {
      for (const { node, order, least, used, frame } of all) {
        const own = least[order];
        if (own >= GIMBAL_NEAR_DEG || used.filter(Boolean).length < 2) continue;
        const best = ROTATE_ORDERS.reduce((a, b) => (least[b] > least[a] ? b : a), order);
        const isBetter = least[best] >= own + GAIN_DEG;
        context.report(node, 'rotateOrder', {
          code: 'CHECK_NEAR_GIMBAL',
          severity: 'warning',
          message: `The rotation comes within ${formatNumber(own)}° of gimbal lock at frame ${formatNumber(frame)} in order ${order}${
            isBetter ? `; order ${best} stays ${formatNumber(least[best])}° away` : '; no order stays clear of it'
          }`,
          hint: isBetter
            ? `Set rotateOrder to ${best} and reorder the keys.`
            : 'Split the rotation over two nodes, or animate it as a quaternion.',
        });
      }
    },
  };
};
