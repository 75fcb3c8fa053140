import type { Mat4 } from '@rigline/math';
import type { SceneNode } from '@rigline/scene';
import { findChain, type IkChain } from '../nodes/ik/ik-chain.ts';
import { type CheckContext, type CheckRule, describeFrames, formatNumber } from './check-rule.ts';

/** How much farther than its length a chain may be asked to reach: rounding of saved positions. */
const SLACK = 1e-4;

interface Handle {
  readonly node: SceneNode;
  readonly read: () => { readonly distance: number; readonly length: number };
  readonly frames: number[];
  worst: { readonly distance: number; readonly length: number };
}

function distanceBetween(a: Readonly<Mat4>, b: Readonly<Mat4>): number {
  return Math.hypot(a[12] - b[12], a[13] - b[13], a[14] - b[14]);
}

function handleOf({ graph }: CheckContext, node: SceneNode, { nodes, effector }: IkChain): Handle {
  const probe = graph.probe({
    handle: { node, path: 'worldMatrix[0]' },
    blend: { node, path: 'ikBlend' },
    effector: { node: effector, path: 'worldMatrix[0]' },
    ...Object.fromEntries(nodes.map((joint, i) => [`joint${i}`, { node: joint, path: 'worldMatrix[0]' }])),
  });
  const read = (): Handle['worst'] => {
    const values = probe.read() as Readonly<Record<string, unknown>>;
    const points = [...nodes.map((_, i) => values[`joint${i}`] as Mat4), values.effector as Mat4];
    let length = 0;
    for (let i = 1; i < points.length; i++) length += distanceBetween(points[i - 1] as Mat4, points[i] as Mat4);
    const isOff = Number(values.blend) === 0;
    return { length, distance: isOff ? 0 : distanceBetween(points[0] as Mat4, values.handle as Mat4) };
  };
  return { node, read, frames: [], worst: { distance: 0, length: 0 } };
}

/** IK handles farther from the start of their chain than the chain is long: the effector stays behind. */
export const ikReach: CheckRule = (context) => {
  const handles = context.scene.nodes.flatMap((node) => {
    const chain = node.type === 'ikHandle' ? findChain(node) : undefined;
    return chain ? [handleOf(context, node, chain)] : [];
  });
  return {
    sample(frame) {
      for (const handle of handles) {
        const now = handle.read();
        if (!(now.distance > now.length * (1 + SLACK))) continue;
        handle.frames.push(frame);
        if (now.distance - now.length > handle.worst.distance - handle.worst.length) handle.worst = now;
      }
    },
    finish() {
      const perUnit = context.scene.settings.unitMetres * 100;
      for (const { node, frames, worst } of handles) {
        if (frames.length === 0) continue;
        const [distance, length] = [worst.distance, worst.length].map((value) => formatNumber(value / perUnit));
        context.report(node, 'translate', {
          code: 'CHECK_IK_OUT_OF_REACH',
          severity: 'warning',
          message: `The handle is out of reach ${describeFrames(frames, context.frames)}: up to ${distance} from the chain's start, which is ${length} long`,
          hint: 'Move the handle nearer, or let the joints stretch.',
        });
      }
    },
  };
};
