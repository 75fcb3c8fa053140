/** Live subjects as something that the viewport can draw: a shot of their nodes, and their pose. */
import type { RemoteSubject } from '@rigline/client';
import { CAMERA_DEFAULTS, type CameraChannels, type FilmFit } from '@rigline/evaluate';
import { composeMat4, type Mat4, multiplyMat4, type Quat, type Vec3 } from '@rigline/math';
import { DEFAULT_SETTINGS } from '@rigline/scene';
import type { LightChannels, Shot, ShotPlace, ShotPose } from '@rigline/viewer/shot';

const MM_PER_INCH = 25.4;
/** Half the size of the cross that a prop is drawn as, in centimetres. */
const CROSS = 10;
const LIVE_COLOR = [1, 0.71, 0.28] as const;

/** What does not change as long as the descriptions stay. */
export function buildLiveShot(subjects: readonly RemoteSubject[], upAxis: 'y' | 'z'): Shot {
  const shot = {
    settings: { ...DEFAULT_SETTINGS, upAxis },
    places: [] as ShotPlace[],
    topologies: [],
    meshes: [],
    curves: [],
    locators: [] as Shot['locators'][number][],
    joints: [] as Shot['joints'][number][],
    cameras: [] as Shot['cameras'][number][],
    lights: [] as Shot['lights'][number][],
  };
  for (const { description } of subjects) {
    const { name, role, nodes } = description;
    const first = shot.places.length;
    nodes.forEach((node, i) => {
      const parent = node.parent < 0 ? -1 : first + node.parent;
      shot.places.push({
        path: `${name}|${node.name}`,
        name: i === 0 ? name : node.name,
        type: role,
        nodeId: -1,
        parent,
        isTransform: true,
      });
      if (role === 'skeleton') shot.joints.push({ place: first + i, parentJoint: parent, radius: 1 });
    });
    if (nodes.length === 0) continue;
    if (role === 'camera') shot.cameras.push({ place: first, name, isStartup: false });
    if (role === 'light') shot.lights.push({ place: first, type: 'pointLight', color: LIVE_COLOR, decayRate: 'none' });
    if (role === 'transform' || role === 'face') {
      shot.locators.push({ place: first, position: [0, 0, 0], scale: [CROSS, CROSS, CROSS], color: LIVE_COLOR });
    }
  }
  return shot;
}

/** The subjects as they are now. The picture of a camera has the shape of its film unless `aspect` says another. */
export function readLivePose(subjects: readonly RemoteSubject[], seconds: number, aspect?: number): ShotPose {
  const worlds: Mat4[] = [];
  const visible: number[] = [];
  const cameras: CameraChannels[] = [];
  const lights: LightChannels[] = [];
  for (const subject of subjects) {
    const { description, state } = subject;
    const first = worlds.length;
    const isShown = curveOf(subject, 'visible', 1) === 0 ? 0 : 1;
    description.nodes.forEach(({ parent }, i) => {
      const local = localOf(state.translations, state.rotations, state.scales, i);
      worlds.push(parent < 0 ? local : multiplyMat4(local, worlds[first + parent] as Mat4));
      visible.push(isShown);
    });
    if (description.nodes.length === 0) continue;
    if (description.role === 'camera') cameras.push(cameraOf(subject, aspect));
    if (description.role === 'light') lights.push(DARK);
  }
  return {
    seconds,
    localToWorld: Float64Array.from(worlds.flat()),
    visible: Uint8Array.from(visible),
    cameras,
    lights,
    meshMoves: [],
  };
}

/** Live lights are symbols: their strength is a number of their sender's own. */
const DARK: LightChannels = { color: [0, 0, 0], intensity: 0, coneAngle: 0, penumbraAngle: 0 };

function localOf(t: Float64Array, r: Float64Array, s: Float64Array, node: number): Mat4 {
  const three = (values: Float64Array): Vec3 => [...values.subarray(node * 3, node * 3 + 3)] as Vec3;
  return composeMat4({
    translate: three(t),
    rotate: [...r.subarray(node * 4, node * 4 + 4)] as Quat,
    scale: three(s),
  });
}

function curveOf({ description, state }: RemoteSubject, name: string, fallback: number): number {
  const index = description.curves.indexOf(name);
  return index < 0 ? fallback : (state.curves[index] as number);
}

function cameraOf(subject: RemoteSubject, aspect: number | undefined): CameraChannels {
  const d = CAMERA_DEFAULTS;
  const read = (name: string, fallback: number): number => curveOf(subject, name, fallback);
  const inches = (name: string, fallback: number): number => read(name, fallback * MM_PER_INCH) / MM_PER_INCH;
  const width = inches('horizontalApertureMm', d.horizontalFilmAperture);
  const height = inches('verticalApertureMm', d.verticalFilmAperture);
  const squeeze = read('squeeze', 1) || 1;
  const film = (width * squeeze) / height;
  const orthographic = read('orthographic', 0) !== 0;
  const [offsetX, offsetY] = [inches('filmOffsetXMm', 0), inches('filmOffsetYMm', 0)];
  return {
    ...d,
    focalLength: read('focalLengthMm', d.focalLength),
    horizontalFilmAperture: width,
    verticalFilmAperture: height,
    horizontalFilmOffset: offsetX,
    verticalFilmOffset: offsetY,
    // Film offsets of Maya's nodes do nothing to a parallel view; those of the protocol move the picture of any.
    ...(orthographic ? { filmTranslateH: (-2 * offsetX) / width, filmTranslateV: (-2 * offsetY) / height } : {}),
    lensSqueezeRatio: squeeze,
    filmFit: (subject.description.filmFit ?? 'horizontal') satisfies FilmFit,
    nearClipPlane: read('near', d.nearClipPlane),
    farClipPlane: read('far', d.farClipPlane),
    focusDistance: read('focusDistance', d.focusDistance),
    fStop: read('fStop', d.fStop),
    orthographic,
    orthographicWidth: read('orthographicWidth', d.orthographicWidth),
    viewAspect: aspect ?? (film > 0 && Number.isFinite(film) ? film : 1),
  };
}
