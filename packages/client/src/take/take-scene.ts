import { type Problem, RiglineError } from '@rigline/diagnostics';
import { DEFAULT_SETTINGS, Scene, type SceneNode } from '@rigline/scene';
import { type KeyBlock, type KeySource, MAYA_DECLARATIONS, type MorphTarget } from '@rigline/scene/maya';
import { decodeTake, isTake, TAKE_MAGIC } from './take-format.ts';
import { collectTake, type TakeNode, type TakeSubject } from './take-subjects.ts';
import type { TakeTrack, TrackKeys } from './take-track.ts';

/** A take as a scene. */
export interface TakeScene {
  readonly scene: Scene;
  readonly problems: readonly Problem[];
}

const MM_PER_INCH = 25.4;
const LINEAR = 2;

/**
 * Reads a take as a scene of Maya's nodes: a transform for each prop, a camera, a light, joints of a skeleton, and a
 * blend shape with the channels of a face, each with a curve through what was recorded. Values are brought into Maya's
 * space; a take that ends in the middle of a record is read up to there.
 *
 * @throws RiglineError `TAKE_UNKNOWN_VERSION` for a file that does not begin as takes of this version do.
 */
export function readTake(bytes: Uint8Array, { file }: { readonly file: string }): TakeScene {
  if (bytes.length >= TAKE_MAGIC.length && !isTake(bytes)) throw unknownVersion(file);
  const { records, lostBytes } = decodeTake(bytes);
  const { subjects, frameRate, range = [0, 0], damagedCount } = collectTake(records);
  const scene = new Scene(MAYA_DECLARATIONS);
  const rate = frameRate[0] / frameRate[1];
  scene.settings = {
    ...DEFAULT_SETTINGS,
    file,
    application: 'Rigline',
    version: 'take 1',
    timeUnit: `${Number(rate.toFixed(4))}fps`,
    frameRate: rate,
    range,
    animationRange: range,
    savedFrame: range[0],
  };
  const builder = new TakeSceneBuilder(scene, rate);
  for (const subject of subjects) builder.add(subject);
  return { scene, problems: problemsOf(file, lostBytes, damagedCount, builder) };
}

function unknownVersion(file: string): RiglineError {
  return new RiglineError({
    code: 'TAKE_UNKNOWN_VERSION',
    message: 'The file is no take of version 1',
    at: { file },
    hint: 'Takes begin with "RLTAKE1"; open one of a later version with a newer Rigline.',
  });
}

function problemsOf(file: string, lostBytes: number, damagedCount: number, builder: TakeSceneBuilder): Problem[] {
  const problems: Problem[] = [];
  const add = (code: string, severity: Problem['severity'], message: string): void => {
    problems.push({ code, severity, message, at: { file }, count: 1 });
  };
  if (lostBytes > 0) {
    add('TAKE_CUT', 'warning', `The last ${lostBytes} bytes are no whole record; the take is read up to there`);
  }
  if (damagedCount > 0) add('TAKE_BAD_RECORD', 'warning', `${damagedCount} records cannot be read, and are left out`);
  if (builder.rewinds > 0) {
    const message = `The time goes back ${builder.rewinds} times; what was recorded last counts at every frame`;
    add('TAKE_TIME_WENT_BACK', 'info', message);
  }
  if (builder.leftOut.size > 0) {
    add('TAKE_CURVE_LEFT_OUT', 'info', `There is no attribute for ${[...builder.leftOut].slice(0, 8).join(', ')}`);
  }
  return problems;
}

/** Attributes of a camera by its curves, with what the numbers are multiplied by. */
const CAMERA_ATTRIBUTES: Readonly<Record<string, readonly [string, number]>> = {
  focalLengthMm: ['focalLength', 1],
  horizontalApertureMm: ['horizontalFilmAperture', 1 / MM_PER_INCH],
  verticalApertureMm: ['verticalFilmAperture', 1 / MM_PER_INCH],
  filmOffsetXMm: ['horizontalFilmOffset', 1 / MM_PER_INCH],
  filmOffsetYMm: ['verticalFilmOffset', 1 / MM_PER_INCH],
  squeeze: ['lensSqueezeRatio', 1],
  near: ['nearClipPlane', 1],
  far: ['farClipPlane', 1],
  focusDistance: ['focusDistance', 1],
  fStop: ['fStop', 1],
  orthographic: ['orthographic', 1],
  orthographicWidth: ['orthographicWidth', 1],
  depthOfField: ['depthOfField', 1],
};

const LIGHT_ATTRIBUTES: Readonly<Record<string, readonly [string, number]>> = {
  intensity: ['intensity', 1],
  colorR: ['colorR', 1],
  colorG: ['colorG', 1],
  colorB: ['colorB', 1],
  coneAngleDeg: ['coneAngle', Math.PI / 180],
  penumbraAngleDeg: ['penumbraAngle', Math.PI / 180],
};

const FILM_FITS = ['fill', 'horizontal', 'vertical', 'overscan'] as const;
const LIGHT_TYPES: Readonly<Record<string, string>> = {
  point: 'pointLight',
  spot: 'spotLight',
  directional: 'directionalLight',
  sun: 'directionalLight',
  area: 'areaLight',
  ambient: 'ambientLight',
};

class TakeSceneBuilder {
  /** How often the time went back, at most. */
  rewinds = 0;
  /** Curves that no attribute stands for. */
  readonly leftOut = new Set<string>();
  readonly #scene: Scene;
  readonly #rate: number;

  constructor(scene: Scene, rate: number) {
    this.#scene = scene;
    this.#rate = rate;
  }

  add(subject: TakeSubject): void {
    const { role, name, filmFit, data } = subject.description;
    const root = this.#addNodes(subject);
    if (role === 'face') this.#addFace(subject);
    else if (role === 'camera' && root) {
      const shape = this.#addNode('camera', `${name}Shape`, root);
      if (filmFit) this.#scene.setValue(shape, 'filmFit', FILM_FITS.indexOf(filmFit));
      this.#addCurves(subject, shape, CAMERA_ATTRIBUTES);
    } else if (role === 'light' && root) {
      const type = LIGHT_TYPES[data?.lightType?.toLowerCase() ?? ''] ?? 'pointLight';
      this.#addCurves(subject, this.#addNode(type, `${name}Shape`, root), LIGHT_ATTRIBUTES);
    } else this.#addCurves(subject, undefined, {});
    const visible = subject.curves.get('visible');
    if (visible && root) this.#drive(root, 'visibility', visible, 0, 1);
  }

  /** Transforms or joints of a subject; the first root. */
  #addNodes({ nodes, description: { role, name } }: TakeSubject): SceneNode | undefined {
    const made = new Map<string, SceneNode>();
    let root: SceneNode | undefined;
    const type = role === 'skeleton' ? 'joint' : 'transform';
    for (const [key, node] of nodes) {
      const parent = node.parent === undefined ? undefined : made.get(node.parent);
      const own = this.#addNode(type, root || role === 'skeleton' ? node.name : name, parent);
      made.set(key, own);
      root ??= own;
      if (type === 'joint') this.#scene.setValue(own, 'segmentScaleCompensate', 0);
      this.#moveNode(own, node);
    }
    return root;
  }

  #addNode(type: string, name: string, parent: SceneNode | undefined): SceneNode {
    // Names of paths have no bars in them.
    const wanted = name.replaceAll('|', '_') || type;
    const free = this.#scene.findAll(wanted).length > 0 ? this.#scene.freeName(`${wanted}_#`) : wanted;
    return this.#scene.addNode({ type, name: free, ...(parent ? { parent } : {}) });
  }

  #moveNode(own: SceneNode, { translate, rotate, scale }: TakeNode): void {
    ['X', 'Y', 'Z'].forEach((axis, i) => {
      this.#drive(own, `translate${axis}`, translate, i, 1);
      this.#drive(own, `rotate${axis}`, rotate, i, 1);
      this.#drive(own, `scale${axis}`, scale, i, 1);
    });
  }

  #addCurves(
    { curves }: TakeSubject,
    shape: SceneNode | undefined,
    attributes: Readonly<Record<string, readonly [string, number]>>,
  ): void {
    for (const [name, track] of curves) {
      const [attribute, factor] = attributes[name] ?? [];
      if (name === 'visible') continue;
      if (shape && attribute && factor !== undefined && shape.resolve(attribute)) {
        this.#drive(shape, attribute, track, 0, factor);
      } else this.leftOut.add(name);
    }
  }

  /** The channels of a face, as those of a blend shape without a mesh. */
  #addFace({ curves, description }: TakeSubject): void {
    const channels = [...curves].filter(([name]) => name !== 'visible');
    const node = this.#addNode('blendShape', description.name, undefined);
    const targets: MorphTarget[] = channels.map(([name]) => ({ name, shapes: [] }));
    this.#scene.setValue(node, 'targets', targets);
    channels.forEach(([name, track], i) => {
      const path = `weight[${i}]`;
      this.#scene.setValue(node, path, 0);
      if (/^[A-Za-z_]\w*$/.test(name)) this.#scene.addAlias(node, name, path);
      this.#drive(node, path, track, 0, 1);
    });
  }

  /** Sets an attribute to one number of a track: a value where it stays, else a curve. */
  #drive(node: SceneNode, path: string, track: TakeTrack, component: number, factor: number): void {
    this.rewinds = Math.max(this.rewinds, track.rewinds);
    const plug = node.resolve(path);
    const keys = componentKeys(track.keys(), track.stride, component, factor);
    if (!plug || keys.frames.length === 0) return;
    const first = keys.values[0] as number;
    this.#scene.setValue(node, plug.path, first);
    if (keys.frames.length === 1) return;
    const kind = { distance: 'animCurveTL', angle: 'animCurveTA' }[plug.attribute.kind as string] ?? 'animCurveTU';
    const curve = this.#scene.addNode({ type: kind, name: this.#scene.freeName(`${node.name}_${plug.path}_#`) });
    const isStep = plug.attribute.kind === 'boolean';
    this.#scene.setValue(curve, 'keySource', sourceOf(blockOf(keys, this.#rate, isStep)));
    this.#scene.connect({ node: curve, path: 'output' }, { node, path: plug.path });
  }
}

/** One number of a track, without keys that lie on a hold. */
function componentKeys({ frames, values }: TrackKeys, stride: number, component: number, factor: number): TrackKeys {
  const kept: number[] = [];
  const numbers: number[] = [];
  const at = (i: number): number => (values[i * stride + component] as number) * factor;
  for (let i = 0; i < frames.length; i++) {
    const value = at(i);
    const isHeld = numbers.length > 0 && value === numbers[numbers.length - 1];
    if (isHeld && (i + 1 >= frames.length || at(i + 1) === value)) continue;
    kept.push(frames[i] as number);
    numbers.push(value);
  }
  return { frames: Float64Array.from(kept), values: Float64Array.from(numbers) };
}

function sourceOf(block: KeyBlock): KeySource {
  return { readKeys: () => block };
}

const CONSTANT = { kind: 'constant', count: Number.POSITIVE_INFINITY } as const;

/** Straight lines from key to key; steps for switches. */
function blockOf({ frames, values }: TrackKeys, rate: number, isStep: boolean): KeyBlock {
  const times = frames.map((frame) => frame / rate);
  const count = times.length;
  const outSlopes = new Float64Array(count);
  const inSlopes = new Float64Array(count);
  for (let i = 0; !isStep && i + 1 < count; i++) {
    const span = (times[i + 1] as number) - (times[i] as number);
    const slope = ((values[i + 1] as number) - (values[i] as number)) / span;
    outSlopes[i] = slope;
    inSlopes[i + 1] = slope;
  }
  return {
    times,
    values,
    spans: new Uint8Array(count).fill(isStep ? 0 : LINEAR),
    outSlopes,
    inSlopes,
    outWeights: undefined,
    inWeights: undefined,
    pre: CONSTANT,
    post: CONSTANT,
  };
}
