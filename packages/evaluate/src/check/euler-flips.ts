import { radToDeg } from '@rigline/math';
import type { SceneNode } from '@rigline/scene';
import type { Curve } from '../curves/compile.ts';
import { evaluateCurve } from '../curves/evaluate-curve.ts';
import { type CheckContext, type CheckRule, formatNumber } from './check-rule.ts';

/** Frames of one curve that are looked at. */
const MOST_FRAMES = 100_000;
/** Frames of all curves together. */
const FRAMES_IN_ALL = 20_000_000;
/** Codes of `Curve.spanKinds` that jump on purpose: `step` and `stepnext`. */
const LAST_STEP_KIND = 1;

interface Flip {
  readonly frame: number;
  readonly from: number;
  readonly to: number;
}

/** Jumps of more than half a turn from one whole frame to the next, where the curve is not stepped. */
export function findFlips(curve: Curve, frameRate: number, mostFrames: number = MOST_FRAMES): Flip[] {
  const { times, spanKinds } = curve;
  const flips: Flip[] = [];
  if (times.length < 2) return flips;
  const first = Math.ceil((times[0] as number) * frameRate - 1e-6);
  const last = Math.floor((times[times.length - 1] as number) * frameRate + 1e-6);
  // Counted apart from the frame: beyond 2 ** 53 there is no next one.
  const count = Math.min(last - first, mostFrames);
  let before = evaluateCurve(curve, first / frameRate);
  let span = 0;
  for (let i = 1; i <= count; i++) {
    const frame = first + i;
    const value = evaluateCurve(curve, frame / frameRate);
    const middle = (frame - 0.5) / frameRate;
    while (span < spanKinds.length - 1 && (times[span + 1] as number) <= middle) span++;
    const isStepped = (spanKinds[span] as number) <= LAST_STEP_KIND;
    if (!isStepped && Math.abs(value - before) > Math.PI) flips.push({ frame, from: before, to: value });
    before = value;
  }
  return flips;
}

/** The rotate channel that a curve drives directly, for the place of the problem. */
function rotatePlug(curve: SceneNode): { readonly node: SceneNode; readonly path: string } | undefined {
  return (curve.outputs.get('output') ?? []).find(({ node, path }) => node.isTransform && /^rotate[XYZ]$/.test(path));
}

function checkCurve(context: CheckContext, node: SceneNode, mostFrames: number): void {
  const plug = rotatePlug(node);
  if (!plug) return;
  const curve = context.graph.get({ node, path: 'compiledCurve' }) as Curve | undefined;
  const [first, ...more] = curve ? findFlips(curve, context.scene.settings.frameRate, mostFrames) : [];
  if (!first) return;
  const [from, to] = [first.from, first.to].map((value) => formatNumber(radToDeg(value)));
  const others = more.length > 0 ? ` and ${more.length} more times` : '';
  context.report(plug.node, plug.path, {
    code: 'CHECK_EULER_FLIP',
    severity: 'warning',
    message: `The keyed angle jumps from ${from}° to ${to}° at frame ${formatNumber(first.frame)}${others}`,
    hint: 'Run an Euler filter on the rotation curves: values between these frames turn the long way round.',
  });
}

/** Keyed rotations that jump by more than half a turn within a frame. */
export const eulerFlips: CheckRule = (context) => ({
  finish() {
    const curves = context.scene.nodes.filter((node) => node.type === 'animCurveTA');
    const most = Math.min(MOST_FRAMES, Math.ceil(FRAMES_IN_ALL / Math.max(1, curves.length)));
    for (const node of curves) checkCurve(context, node, most);
  },
});
