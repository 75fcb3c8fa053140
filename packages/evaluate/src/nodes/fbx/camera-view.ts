/**
 * What an FBX camera sees, from its properties.
 *
 * Source: FBX SDK help, FbxCamera. The squeeze ratio scales the height of the film, as the values of other readers show;
 * Maya's own cameras have it widen the film. Unverified: `pixelAspectRatio` has no influence on the view.
 */
const MM_PER_INCH = 25.4;

/** Angles in radians, film in inches, focal length in millimetres, orthographic size in centimetres. */
export interface FbxLens {
  readonly apertureMode: 'both' | 'horizontal' | 'vertical' | 'focalLength';
  readonly gateFit: 'none' | 'vertical' | 'horizontal' | 'fill' | 'overscan' | 'stretch';
  readonly aspectWidth: number;
  readonly aspectHeight: number;
  readonly aspectRatioMode: number;
  readonly fieldOfView: number;
  readonly fieldOfViewX: number;
  readonly fieldOfViewY: number;
  readonly fbxFocalLength: number;
  readonly filmWidth: number;
  readonly filmHeight: number;
  readonly filmSqueezeRatio: number;
  readonly orthoZoom: number;
  readonly orthoUnit: number;
}

export interface FbxView {
  readonly pictureAspect: number;
  /** Of the film that is seen, in inches. */
  readonly apertureX: number;
  readonly apertureY: number;
  /** Halves of the picture in the plane one unit in front of the lens. */
  readonly tangentX: number;
  readonly tangentY: number;
  readonly focalLengthMm: number;
  readonly orthoWidth: number;
  readonly orthoHeight: number;
}

type Pair = readonly [number, number];

/** Shortest focal length: the angle of view stays below half a turn. */
const SHORTEST_MM = 1e-6;
/** For films of no size, where the angle of view is known all the same. */
const USUAL_FOCAL_MM = 35;

/** Picture of a camera that says how many pixels wide (or high) it is, and the ratio beside it. */
const FIXED_WIDTH = 3;
const FIXED_HEIGHT = 4;

function pictureAspect(lens: FbxLens): number {
  const { aspectWidth: width, aspectHeight: height } = lens;
  const film: Pair = [lens.filmWidth > 0 ? lens.filmWidth : 1, lens.filmHeight > 0 ? lens.filmHeight : 1];
  const hasFilm = lens.filmWidth > 0 && lens.filmHeight > 0;
  const perHeight = hasFilm ? lens.filmWidth / lens.filmHeight : 1;
  let [x, y] = [width, height];
  if (!(x > 0) && !(y > 0)) [x, y] = film;
  else if (!(x > 0)) x = y * perHeight;
  else if (!(y > 0)) y = x / perHeight;
  if (lens.aspectRatioMode === FIXED_WIDTH) return 1 / y;
  return lens.aspectRatioMode === FIXED_HEIGHT ? x : x / y;
}

/** The axis on which film and picture are fitted; undefined where the film is stretched over the picture. */
function fitAxis({ gateFit }: FbxLens, aspect: number, filmAspect: number): 'x' | 'y' | undefined {
  if (gateFit === 'horizontal') return 'x';
  if (gateFit === 'vertical') return 'y';
  if (gateFit === 'fill') return aspect > filmAspect ? 'x' : 'y';
  if (gateFit === 'overscan') return aspect < filmAspect ? 'x' : 'y';
  return undefined;
}

/** A pair fitted to an aspect on one axis. */
function fit([x, y]: Pair, aspect: number, axis: 'x' | 'y' | undefined): Pair {
  if (axis === 'x') return [x, x / aspect];
  return axis === 'y' ? [y * aspect, y] : [x, y];
}

function tangents(lens: FbxLens, [apertureX, apertureY]: Pair, aspect: number): Pair {
  const half = Math.tan(lens.fieldOfView / 2);
  if (lens.apertureMode === 'both') return [Math.tan(lens.fieldOfViewX / 2), Math.tan(lens.fieldOfViewY / 2)];
  if (lens.apertureMode === 'horizontal') return [half, half / aspect];
  if (lens.apertureMode === 'vertical') return [half * aspect, half];
  const perInch = MM_PER_INCH / (2 * Math.max(lens.fbxFocalLength, SHORTEST_MM));
  return [apertureX * perInch, apertureY * perInch];
}

/** The view of an FBX camera. */
export function computeFbxView(lens: FbxLens): FbxView {
  const aspect = pictureAspect(lens);
  const film: Pair = [lens.filmWidth, lens.filmHeight * lens.filmSqueezeRatio];
  const axis = fitAxis(lens, aspect, film[0] / film[1]);
  const aperture = fit(film, aspect, axis);
  const [tangentX, tangentY] = tangents(lens, aperture, aspect);
  const extent = lens.orthoZoom * lens.orthoUnit;
  const [orthoWidth, orthoHeight] = fit([extent, extent], aspect, axis);
  return {
    pictureAspect: aspect,
    tangentX,
    tangentY,
    orthoWidth,
    orthoHeight,
    ...filmOf(lens, aperture, tangentX, tangentY),
  };
}

/** Film and focal length that give the angles of view: the angle rules the focal length unless the lens says so. */
function filmOf(
  lens: FbxLens,
  [apertureX, apertureY]: Pair,
  tangentX: number,
  tangentY: number,
): Pick<FbxView, 'apertureX' | 'apertureY' | 'focalLengthMm'> {
  const own = Math.max(lens.fbxFocalLength, SHORTEST_MM);
  if (lens.apertureMode === 'focalLength') return { apertureX, apertureY, focalLengthMm: own };
  const focalLengthMm = (apertureX * MM_PER_INCH) / (2 * tangentX);
  if (focalLengthMm > 0 && Number.isFinite(focalLengthMm)) return { apertureX, apertureY, focalLengthMm };
  const focal = lens.fbxFocalLength > 0 ? lens.fbxFocalLength : USUAL_FOCAL_MM;
  const perTangent = (2 * focal) / MM_PER_INCH;
  return { apertureX: tangentX * perTangent, apertureY: tangentY * perTangent, focalLengthMm: focal };
}
