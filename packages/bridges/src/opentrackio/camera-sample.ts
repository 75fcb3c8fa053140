/** Between the camera subjects of the live protocol and OpenTrackIO samples. */
import { multiplyQuat, type Quat, rotateVec3, type Vec3 } from '@rigline/math';
import type { FrameHeader, SubjectDescription, SubjectState } from '@rigline/protocol';
import { cameraQuatFromLook, lookQuatFromPanTiltRoll, panTiltRollFromQuat } from './pan-tilt-roll.ts';
import type { OpenTrackIoLens, OpenTrackIoSample, OpenTrackIoStatic } from './sample.ts';
import { normalizeRate, timecodeOfFrame } from './timecode.ts';

/** Space of the subjects on our side: metres, Z up, right-handed, its Y is forward. */
export const OPENTRACKIO_SPACE = 'blender';

/** Reads curves of a subject by name; where they stand is looked up once. */
export class CurveReader {
  readonly #indices = new Map<string, number>();

  constructor({ curves }: Pick<SubjectDescription, 'curves'>) {
    curves.forEach((name, i) => {
      this.#indices.set(name, i);
    });
  }

  /** The value of a curve; undefined where the subject has none of that name. */
  get(state: SubjectState, name: string): number | undefined {
    const index = this.#indices.get(name);
    return index === undefined ? undefined : state.curves[index];
  }

  /** The same, only where it is above zero. */
  positive(state: SubjectState, name: string): number | undefined {
    const value = this.get(state, name);
    return value !== undefined && value > 0 ? value : undefined;
  }
}

/** What of a sample is not in the subject. */
export interface SampleIdentity {
  readonly sourceNumber: number;
  readonly sourceId: string;
  readonly sampleId: string;
  readonly sequenceNumber: number;
  readonly hasStatic: boolean;
  readonly dropFrame: boolean;
}

const turn: Quat = [0, 0, 0, 1];

/**
 * The sample of a camera whose state is in `OPENTRACKIO_SPACE`.
 *
 * Unverified: the sign of the vertical projection offset; ours counts down, as the conversion from OpenCV does.
 */
export function sampleOfCamera(
  description: SubjectDescription,
  state: SubjectState,
  curves: CurveReader,
  header: FrameHeader | undefined,
  identity: SampleIdentity,
): OpenTrackIoSample {
  const [x, y, z] = state.translations as unknown as [number, number, number];
  for (let i = 0; i < 4; i++) turn[i] = state.rotations[i] as number;
  const rate = header?.time?.frameRate ?? description.frameRate;
  return {
    sourceNumber: identity.sourceNumber,
    sourceId: identity.sourceId,
    sampleId: identity.sampleId,
    static: identity.hasStatic ? staticOfCamera(description, state, curves) : undefined,
    sampleRate: rate && normalizeRate(rate),
    sequenceNumber: identity.sequenceNumber,
    timecode: header?.time && timecodeOfFrame(header.time.frame, header.time.frameRate, identity.dropFrame),
    lens: lensOfCamera(state, curves),
    transforms: [{ id: 'Camera', translation: [x, y, z], rotation: panTiltRollFromQuat(turn) }],
  };
}

/** Film back and squeeze of a camera. */
export function staticOfCamera(
  { name }: SubjectDescription,
  state: SubjectState,
  curves: CurveReader,
): OpenTrackIoStatic {
  const width = curves.positive(state, 'horizontalApertureMm');
  const height = curves.positive(state, 'verticalApertureMm');
  return {
    label: name,
    sensorMm: width === undefined || height === undefined ? undefined : [width, height],
    anamorphicSqueeze: curves.positive(state, 'squeeze'),
  };
}

function lensOfCamera(state: SubjectState, curves: CurveReader): OpenTrackIoLens {
  const offsetX = curves.get(state, 'filmOffsetXMm') ?? 0;
  const offsetY = curves.get(state, 'filmOffsetYMm') ?? 0;
  return {
    pinholeFocalLengthMm: curves.positive(state, 'focalLengthMm'),
    focusDistanceMetres: curves.positive(state, 'focusDistance'),
    fStop: curves.positive(state, 'fStop'),
    // A film that is moved to the right leaves the axis of the lens on its left.
    projectionOffsetMm: offsetX === 0 && offsetY === 0 ? undefined : [-offsetX, offsetY],
  };
}

/** Where the camera of a sample stands, and the curves that the sample tells, in `OPENTRACKIO_SPACE`. */
export interface CameraValues {
  readonly translation: Vec3;
  readonly rotation: Quat;
  readonly curves: Readonly<Record<string, number>>;
}

/** The camera of a sample; undefined where it has no transform. Unverified: that transforms are multiplied in order. */
export function cameraOfSample({ transforms, lens, static: fixed }: OpenTrackIoSample): CameraValues | undefined {
  if (transforms.length === 0) return undefined;
  const translation: Vec3 = [0, 0, 0];
  const look: Quat = [0, 0, 0, 1];
  const own: Quat = [0, 0, 0, 1];
  const moved: Vec3 = [0, 0, 0];
  for (const transform of transforms) {
    rotateVec3(transform.translation as Vec3, look, moved);
    for (let i = 0; i < 3; i++) translation[i] = (translation[i] as number) + (moved[i] as number);
    multiplyQuat(lookQuatFromPanTiltRoll(transform.rotation, own), look, look);
  }
  return { translation, rotation: cameraQuatFromLook(look), curves: curvesOfSample(lens, fixed) };
}

function curvesOfSample(
  lens: OpenTrackIoLens | undefined,
  fixed: OpenTrackIoStatic | undefined,
): Record<string, number> {
  const curves: Record<string, number> = {};
  const set = (name: string, value: number | undefined): void => {
    if (value !== undefined) curves[name] = value;
  };
  set('focalLengthMm', lens?.pinholeFocalLengthMm);
  set('focusDistance', lens?.focusDistanceMetres);
  set('fStop', lens?.fStop);
  set('filmOffsetXMm', lens?.projectionOffsetMm && -lens.projectionOffsetMm[0]);
  set('filmOffsetYMm', lens?.projectionOffsetMm?.[1]);
  set('horizontalApertureMm', fixed?.sensorMm?.[0]);
  set('verticalApertureMm', fixed?.sensorMm?.[1]);
  set('squeeze', fixed?.anamorphicSqueeze);
  return curves;
}
