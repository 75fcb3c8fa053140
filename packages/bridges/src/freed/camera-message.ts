/** Between the camera subjects of the live protocol and FreeD messages. */
import type { Quat, Vec3 } from '@rigline/math';
import type { SubjectState } from '@rigline/protocol';
import type { CurveReader } from '../opentrackio/camera-sample.ts';
import { panTiltRollFromQuat, quatFromPanTiltRoll } from '../opentrackio/pan-tilt-roll.ts';
import { applyOrder, PLAIN_ORDER, type SignedOrder, undoOrder } from './axes.ts';
import type { FreeDMessage } from './d1.ts';
import { decodeRange, encodeRange, FREED_RANGES, type FreeDRanges } from './encoders.ts';

/** Space of the subjects on our side. The manual of FreeD has the same axes. */
export const FREED_SPACE = 'blender';

export interface FreeDMapping {
  readonly ranges?: FreeDRanges;
  /** Theirs x, y, z out of ours. */
  readonly axes?: SignedOrder;
  /** Theirs pan, tilt, roll out of ours. */
  readonly angles?: SignedOrder;
}

const MM_PER_METRE = 1000;
const turn: Quat = [0, 0, 0, 1];

/** The message of a camera whose state is in `FREED_SPACE`. */
export function messageOfCamera(
  state: SubjectState,
  curves: CurveReader,
  cameraId: number,
  { ranges = FREED_RANGES, axes = PLAIN_ORDER, angles = PLAIN_ORDER }: FreeDMapping = {},
  onClamped?: (field: 'zoom' | 'focus' | 'spare') => void,
): FreeDMessage {
  for (let i = 0; i < 4; i++) turn[i] = state.rotations[i] as number;
  const { pan, tilt, roll } = panTiltRollFromQuat(turn);
  // Pan to the right is positive here, and negative in the right-handed angles. No negative zero.
  const [panDeg, tiltDeg, rollDeg] = applyOrder(angles, [0 - pan, tilt, roll]);
  const [x, y, z] = state.translations as unknown as Vec3;
  const [xMm, yMm, zMm] = applyOrder(axes, [x * MM_PER_METRE, y * MM_PER_METRE, z * MM_PER_METRE]);
  const raw = (field: 'zoom' | 'focus' | 'spare', curve: string, range: FreeDRanges[keyof FreeDRanges]): number => {
    const value = curves.positive(state, curve);
    return value === undefined ? 0 : encodeRange(value, range, () => onClamped?.(field));
  };
  return {
    cameraId,
    panDeg,
    tiltDeg,
    rollDeg,
    xMm,
    yMm,
    zMm,
    zoom: raw('zoom', 'focalLengthMm', ranges.zoomMm),
    focus: raw('focus', 'focusDistance', ranges.focusMetres),
    spare: raw('spare', 'fStop', ranges.irisFStop),
  };
}

/** Curves that a camera of FreeD has. */
export const FREED_CURVES = ['focalLengthMm', 'focusDistance', 'fStop'] as const;

/** Writes a message to the state of a camera in `FREED_SPACE` with the curves `FREED_CURVES`. */
export function writeFreeDCamera(
  message: Readonly<FreeDMessage>,
  state: SubjectState,
  { ranges = FREED_RANGES, axes = PLAIN_ORDER, angles = PLAIN_ORDER }: FreeDMapping = {},
): void {
  const [x, y, z] = undoOrder(axes, [message.xMm, message.yMm, message.zMm]);
  const [right, tilt, roll] = undoOrder(angles, [message.panDeg, message.tiltDeg, message.rollDeg]);
  const q = quatFromPanTiltRoll({ pan: 0 - right, tilt, roll }, turn);
  state.setTranslation(0, x / MM_PER_METRE, y / MM_PER_METRE, z / MM_PER_METRE);
  state.setRotation(0, q[0], q[1], q[2], q[3]);
  state.setCurve(0, decodeRange(message.zoom, ranges.zoomMm));
  state.setCurve(1, decodeRange(message.focus, ranges.focusMetres));
  state.setCurve(2, decodeRange(message.spare, ranges.irisFStop));
}
