import { type Mat4, multiplyMat4 } from '@rigline/math';

const MM_PER_INCH = 25.4;

/** How the film is fitted to a picture of another shape. */
export type FilmFit = 'fill' | 'horizontal' | 'vertical' | 'overscan';

/** What a camera node says of its lens and film, in the units of its attributes. */
export interface CameraChannels {
  /** Millimetres. */
  readonly focalLength: number;
  /** Inches. */
  readonly horizontalFilmAperture: number;
  /** Inches. */
  readonly verticalFilmAperture: number;
  readonly lensSqueezeRatio: number;
  readonly cameraScale: number;
  readonly filmFit: FilmFit;
  /** Share of the spare picture, -1 to 1. See `fitOffsets`. */
  readonly filmFitOffset: number;
  /** Inches. */
  readonly horizontalFilmOffset: number;
  /** Inches. */
  readonly verticalFilmOffset: number;
  readonly shakeEnabled: boolean;
  /** Inches. */
  readonly horizontalShake: number;
  /** Inches. */
  readonly verticalShake: number;
  readonly shakeOverscanEnabled: boolean;
  readonly shakeOverscan: number;
  readonly preScale: number;
  readonly postScale: number;
  /** Half-widths of the picture. */
  readonly filmTranslateH: number;
  /** Half-heights of the picture. */
  readonly filmTranslateV: number;
  /** Radians. */
  readonly filmRollValue: number;
  readonly filmRollOrder: 'rotateTranslate' | 'translateRotate';
  readonly horizontalRollPivot: number;
  readonly verticalRollPivot: number;
  /** Centimetres. */
  readonly nearClipPlane: number;
  /** Centimetres. */
  readonly farClipPlane: number;
  readonly orthographic: boolean;
  /** Centimetres. */
  readonly orthographicWidth: number;
  /** Centimetres. */
  readonly focusDistance: number;
  readonly fStop: number;
  /** Width by height of what is seen, where the camera says so itself; the picture's aspect otherwise. */
  readonly viewAspect?: number;
}

/** A new camera's values. Source: Maya help, "camera" node. */
export const CAMERA_DEFAULTS: CameraChannels = {
  focalLength: 35,
  horizontalFilmAperture: 1.41732,
  verticalFilmAperture: 0.94488,
  lensSqueezeRatio: 1,
  cameraScale: 1,
  filmFit: 'horizontal',
  filmFitOffset: 0,
  horizontalFilmOffset: 0,
  verticalFilmOffset: 0,
  shakeEnabled: false,
  horizontalShake: 0,
  verticalShake: 0,
  shakeOverscanEnabled: false,
  shakeOverscan: 1,
  preScale: 1,
  postScale: 1,
  filmTranslateH: 0,
  filmTranslateV: 0,
  filmRollValue: 0,
  filmRollOrder: 'rotateTranslate',
  horizontalRollPivot: 0,
  verticalRollPivot: 0,
  nearClipPlane: 0.1,
  farClipPlane: 10_000,
  orthographic: false,
  orthographicWidth: 30,
  focusDistance: 5,
  fStop: 5.6,
};

/** A rectangle in the plane one unit in front of the lens; for an orthographic camera in centimetres. */
export interface ViewWindow {
  left: number;
  right: number;
  bottom: number;
  top: number;
}

/** What a camera sees of the world, for a picture of one shape. */
export interface FilmGate {
  readonly orthographic: boolean;
  /** Of the whole picture, measured about the lens axis without offsets and 2D zoom; radians; 0 when orthographic. */
  readonly horizontalFov: number;
  readonly verticalFov: number;
  /** What the picture shows, with film offsets and without the 2D zoom, roll and translation. */
  readonly window: ViewWindow;
  /** What the film sees in the same plane; for an orthographic camera the window itself. */
  readonly filmWindow: ViewWindow;
  /** Camera to clip space. Convention: OpenGL, -1 to 1 in all three; the camera looks along -Z with +Y up. */
  readonly projection: Mat4;
  /** Of the film itself, before the squeeze of the lens. */
  readonly horizontalApertureMm: number;
  readonly verticalApertureMm: number;
  /** With shake where that is enabled. */
  readonly filmOffsetMm: [number, number];
  /** The axis on which film and picture have the same size. */
  readonly fittedAxis: 'horizontal' | 'vertical';
}

/**
 * The film gate of a camera for a picture of `deviceAspect` (width by height). Cameras of FBX files have an aspect of
 * their own (`viewAspect`).
 *
 * Units: see `CameraChannels`. Source: Maya help, "camera" node and MFnCamera; fit rule as in Autodesk's published
 * frustum code. `lensSqueezeRatio` widens the film.
 * Unverified: that `cameraScale` and `shakeOverscan` multiply both half-sizes.
 */
export function computeFilmGate(camera: Readonly<CameraChannels>, deviceAspect: number): FilmGate {
  const wanted = camera.viewAspect ?? deviceAspect;
  const aspect = wanted > 0 && Number.isFinite(wanted) ? wanted : 1;
  const shakeX = camera.shakeEnabled ? camera.horizontalShake : 0;
  const shakeY = camera.shakeEnabled ? camera.verticalShake : 0;
  const offsetX = (camera.horizontalFilmOffset + shakeX) * MM_PER_INCH;
  const offsetY = (camera.verticalFilmOffset + shakeY) * MM_PER_INCH;
  const views = camera.orthographic
    ? orthographicViews(camera, aspect)
    : perspectiveViews(camera, aspect, offsetX, offsetY);
  const { window } = views;
  const projection = camera.orthographic
    ? orthographicProjection(window, camera.nearClipPlane, camera.farClipPlane)
    : perspectiveProjection(window, camera.nearClipPlane, camera.farClipPlane);
  return {
    orthographic: camera.orthographic,
    horizontalFov: camera.orthographic ? 0 : 2 * Math.atan((window.right - window.left) / 2),
    verticalFov: camera.orthographic ? 0 : 2 * Math.atan((window.top - window.bottom) / 2),
    ...views,
    projection: applyPostProjection(projection, camera, aspect),
    horizontalApertureMm: camera.horizontalFilmAperture * MM_PER_INCH,
    verticalApertureMm: camera.verticalFilmAperture * MM_PER_INCH,
    filmOffsetMm: [offsetX, offsetY],
  };
}

type Views = Pick<FilmGate, 'window' | 'filmWindow' | 'fittedAxis'>;

/** Apertures and film offsets have no effect on an orthographic camera. */
function orthographicViews(camera: Readonly<CameraChannels>, aspect: number): Views {
  const window = windowAround(camera.orthographicWidth / 2, camera.orthographicWidth / 2 / aspect, 0, 0);
  return { window, filmWindow: { ...window }, fittedAxis: 'horizontal' };
}

function perspectiveViews(
  camera: Readonly<CameraChannels>,
  aspect: number,
  offsetXMm: number,
  offsetYMm: number,
): Views {
  const perMm = camera.cameraScale / camera.focalLength;
  const overscan = camera.shakeOverscanEnabled ? camera.shakeOverscan : 1;
  const perInch = (perMm * MM_PER_INCH * overscan) / 2;
  const filmX = camera.horizontalFilmAperture * camera.lensSqueezeRatio * perInch;
  const filmY = camera.verticalFilmAperture * perInch;
  const fittedAxis = fitAxis(camera.filmFit, filmX / filmY, aspect);
  const x = fittedAxis === 'horizontal' ? filmX : filmY * aspect;
  const y = fittedAxis === 'horizontal' ? filmX / aspect : filmY;
  const [fitX, fitY] = fitOffsets(camera, filmX - x, filmY - y);
  const centreX = offsetXMm * perMm;
  const centreY = offsetYMm * perMm;
  return {
    window: windowAround(x, y, centreX + fitX, centreY + fitY),
    filmWindow: windowAround(filmX, filmY, centreX, centreY),
    fittedAxis,
  };
}

function fitAxis(fit: FilmFit, filmAspect: number, aspect: number): 'horizontal' | 'vertical' {
  if (fit === 'horizontal' || fit === 'vertical') return fit;
  return (fit === 'fill') === aspect > filmAspect ? 'horizontal' : 'vertical';
}

/**
 * Shift of the picture along the axis that is not fitted, where the picture is larger than the film there.
 *
 * `filmFitOffset` 1 puts the edges of film and picture together. Source: Autodesk's published frustum code. Other
 * exporters read the value as inches of film (COLLADA's Maya profile); the two differ only where it is not 0.
 */
function fitOffsets(camera: Readonly<CameraChannels>, spareX: number, spareY: number): [number, number] {
  if (camera.filmFit === 'horizontal') return [0, spareY < 0 ? camera.filmFitOffset * spareY : 0];
  if (camera.filmFit === 'vertical') return [spareX < 0 ? camera.filmFitOffset * spareX : 0, 0];
  return [0, 0];
}

function windowAround(x: number, y: number, centreX: number, centreY: number): ViewWindow {
  return { left: centreX - x, right: centreX + x, bottom: centreY - y, top: centreY + y };
}

/** Convention: rows as in `Mat4`, so `clip = point * projection`; the same memory as OpenGL and three.js. */
function perspectiveProjection(window: ViewWindow, near: number, far: number): Mat4 {
  const { left, right, bottom, top } = window;
  return [
    2 / (right - left),
    0,
    0,
    0,
    0,
    2 / (top - bottom),
    0,
    0,
    (right + left) / (right - left),
    (top + bottom) / (top - bottom),
    -(far + near) / (far - near),
    -1,
    0,
    0,
    (-2 * far * near) / (far - near),
    0,
  ];
}

function orthographicProjection(window: ViewWindow, near: number, far: number): Mat4 {
  const { left, right, bottom, top } = window;
  return [
    2 / (right - left),
    0,
    0,
    0,
    0,
    2 / (top - bottom),
    0,
    0,
    0,
    0,
    -2 / (far - near),
    0,
    -(right + left) / (right - left),
    -(top + bottom) / (top - bottom),
    -(far + near) / (far - near),
    1,
  ];
}

/**
 * The 2D part of a camera: pre-scale, film translate, film roll, post-scale, in this order after the projection.
 *
 * Source: names of Maya help, "camera" node. Unverified: the order, the sign of the roll, and what `filmRollOrder`
 * does to the pivot; here either order leaves the picture alone while the roll is 0.
 */
function applyPostProjection(projection: Mat4, camera: Readonly<CameraChannels>, aspect: number): Mat4 {
  const { preScale, postScale, filmTranslateH, filmTranslateV, filmRollValue } = camera;
  if (preScale === 1 && postScale === 1 && filmTranslateH === 0 && filmTranslateV === 0 && filmRollValue === 0) {
    return projection;
  }
  multiplyMat4(projection, planar(preScale, 0, preScale, 0, filmTranslateH, filmTranslateV), projection);
  if (filmRollValue !== 0) {
    const side = camera.filmRollOrder === 'rotateTranslate' ? 1 : -1;
    const x = side * camera.horizontalRollPivot;
    const y = side * camera.verticalRollPivot;
    const c = Math.cos(filmRollValue);
    const s = Math.sin(filmRollValue);
    multiplyMat4(projection, planar(1, 0, 1, 0, -x, -y), projection);
    // The picture is wider than high: turn it where both axes have one scale.
    multiplyMat4(projection, planar(c, s * aspect, c, -s / aspect, 0, 0), projection);
    multiplyMat4(projection, planar(1, 0, 1, 0, x, y), projection);
  }
  return multiplyMat4(projection, planar(postScale, 0, postScale, 0, 0, 0), projection);
}

/** A map of the picture plane: `x' = xx*x + yx*y + tx`, `y' = xy*x + yy*y + ty`. */
function planar(xx: number, xy: number, yy: number, yx: number, tx: number, ty: number): Mat4 {
  return [xx, xy, 0, 0, yx, yy, 0, 0, 0, 0, 1, 0, tx, ty, 0, 1];
}
