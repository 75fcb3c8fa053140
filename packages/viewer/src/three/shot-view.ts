import { Box3, Group, type Raycaster, Sphere, Vector3 } from 'three';
import type { ShotPose } from '../shot/pose-sampler.ts';
import type { Shot } from '../shot/shot.ts';
import { CameraLayer } from './camera-layer.ts';
import { JointLayer } from './joint-layer.ts';
import { curveLayer, lightLayer, locatorLayer } from './line-layer.ts';
import { MeshLayer } from './mesh-layer.ts';
import type { Layer, Mark } from './place-objects.ts';
import { SceneLights } from './scene-lights.ts';

/** What is drawn. */
export interface ShowOptions {
  readonly meshes: boolean;
  readonly wireframe: boolean;
  readonly curves: boolean;
  readonly joints: boolean;
  readonly xrayJoints: boolean;
  readonly locators: boolean;
  readonly cameras: boolean;
  readonly lights: boolean;
  /** The lights of the shot shine. */
  readonly sceneLights: boolean;
}

export const SHOW_DEFAULTS: ShowOptions = {
  meshes: true,
  wireframe: false,
  curves: true,
  joints: true,
  xrayJoints: false,
  locators: true,
  cameras: true,
  lights: true,
  sceneLights: true,
};

const SOLID = ['meshes', 'curves', 'joints', 'locators'] as const;
const SYMBOLS = ['cameras', 'lights'] as const;

type LayerName = (typeof SOLID)[number] | (typeof SYMBOLS)[number];

/**
 * A shot as three.js objects. World matrices come from poses; three.js makes none itself.
 *
 * @example
 * const view = new ShotView(shot, pose);
 * scene.add(view.object);
 * view.applyPose(sampler.sample(1.5));
 */
export class ShotView {
  readonly object: Group = new Group();
  readonly shot: Shot;
  /** Size of cameras and lights: a share of the shot. */
  readonly gizmoSize: number;
  readonly #layers: Readonly<Record<LayerName, Layer>>;
  readonly #meshes: MeshLayer;
  readonly #joints: JointLayer;
  readonly #cameras: CameraLayer;
  readonly #shine: SceneLights;
  #selected: ReadonlySet<number> = new Set();
  #eye: Vector3 | undefined;

  /** @param first Must have the points of all meshes in its `meshMoves`. */
  constructor(shot: Shot, first: ShotPose) {
    this.shot = shot;
    this.#meshes = new MeshLayer(shot);
    this.#joints = new JointLayer(shot);
    const curves = curveLayer(shot);
    const locators = locatorLayer(shot);
    for (const layer of [this.#meshes, this.#joints, curves, locators]) layer.applyPose(first);
    const solid = new Box3();
    for (const layer of [this.#meshes, this.#joints, curves, locators]) layer.expandBox(solid, () => true);
    // Where nothing else is, cameras and lights are the shot.
    if (solid.isEmpty()) for (const { place } of [...shot.cameras, ...shot.lights]) expandByOrigin(solid, first, place);
    const radius = solid.isEmpty() ? 10 : solid.getBoundingSphere(new Sphere()).radius || 10;
    this.gizmoSize = Math.max(radius, 1e-3) * 0.07;
    this.#cameras = new CameraLayer(shot, this.gizmoSize);
    const lights = lightLayer(shot, this.gizmoSize);
    this.#layers = {
      meshes: this.#meshes,
      curves,
      joints: this.#joints,
      locators,
      cameras: this.#cameras,
      lights,
    };
    for (const layer of Object.values(this.#layers)) this.object.add(layer.object);
    for (const layer of [this.#cameras, lights]) layer.applyPose(first);
    this.#shine = new SceneLights(shot);
    this.#shine.applyPose(first);
    this.object.add(this.#shine.object);
  }

  applyPose(pose: ShotPose): void {
    for (const layer of Object.values(this.#layers)) layer.applyPose(pose);
    this.#shine.applyPose(pose);
  }

  /** To be called before drawing: orders what is drawn by its distance from the eye, when that has moved. */
  lookFrom(eye: Vector3): void {
    if (this.#eye && this.#eye.distanceTo(eye) < 2 * this.gizmoSize) return;
    this.#eye = eye.clone();
    this.#meshes.sortFrom(eye);
  }

  show(options: ShowOptions): void {
    for (const [name, layer] of Object.entries(this.#layers)) layer.object.visible = options[name as LayerName];
    this.#shine.object.visible = options.sceneLights;
    this.#joints.xray = options.xrayJoints;
    this.#meshes.wireframe = options.wireframe;
    this.#applyMarks();
  }

  /** Hides the camera that is looked through; -1 for none. Takes effect with the next pose. */
  lookThrough(camera: number): void {
    this.#cameras.through = camera;
  }

  /** Marks places and what is below them. */
  select(places: Iterable<number>): void {
    this.#selected = new Set(places);
    this.#applyMarks();
  }

  #applyMarks(): void {
    const markOf = (place: number): Mark => this.#markOf(place);
    for (const layer of Object.values(this.#layers)) layer.applyMarks(markOf);
  }

  /** A shape is marked as its transform is. */
  #markOf(place: number): Mark {
    if (this.#selected.size === 0) return undefined;
    const { places } = this.shot;
    const own = places[place];
    const start = own && !own.isTransform && !this.#selected.has(place) ? own.parent : place;
    if (this.#selected.has(start)) return 'selected';
    for (let at = places[start]?.parent ?? -1; at >= 0; at = places[at]?.parent ?? -1) {
      if (this.#selected.has(at)) return 'below';
    }
    return undefined;
  }

  /** The nearest place under a ray, or -1. */
  pick(raycaster: Raycaster): number {
    let best = -1;
    let nearest = Number.POSITIVE_INFINITY;
    for (const layer of Object.values(this.#layers)) {
      if (!layer.object.visible) continue;
      for (const { place, distance } of layer.pick(raycaster)) {
        if (distance >= nearest) continue;
        nearest = distance;
        best = place;
      }
    }
    return best;
  }

  /**
   * What the given places and those below them fill; everything drawn by default. Empty where nothing is drawn. Cameras
   * and lights count with the size of their symbols when they are asked for, or when there is nothing else.
   */
  bounds(places?: Iterable<number>): Box3 {
    const wanted = places === undefined ? undefined : new Set(places);
    const isWanted = (place: number): boolean => {
      if (!wanted) return true;
      for (let at = place; at >= 0; at = this.shot.places[at]?.parent ?? -1) if (wanted.has(at)) return true;
      return false;
    };
    const solid = this.#boundsOf(SOLID, isWanted);
    if (!wanted && !solid.isEmpty()) return solid;
    const symbols = this.#boundsOf(SYMBOLS, isWanted);
    return symbols.isEmpty() ? solid : solid.union(symbols.expandByScalar(1.5 * this.gizmoSize));
  }

  #boundsOf(names: readonly LayerName[], isWanted: (place: number) => boolean): Box3 {
    const box = new Box3();
    for (const name of names) this.#layers[name].expandBox(box, isWanted);
    return box;
  }

  dispose(): void {
    for (const layer of Object.values(this.#layers)) layer.dispose();
    this.#shine.dispose();
  }
}

function expandByOrigin(box: Box3, { localToWorld }: ShotPose, place: number): void {
  box.expandByPoint(new Vector3().fromArray(localToWorld, place * 16 + 12));
}
