import { computeFilmGate, type FilmGate } from '@rigline/evaluate';
import { buildGrid, fitGate, GateCamera, type PixelRect, ShotView, type ShowOptions } from '@rigline/viewer';
import type { Shot, ShotPose } from '@rigline/viewer/shot';
import {
  Box3,
  type Camera,
  DirectionalLight,
  Group,
  HemisphereLight,
  type LineSegments,
  PerspectiveCamera,
  Raycaster,
  Scene,
  Sphere,
  Vector2,
  Vector3,
  WebGLRenderer,
} from 'three';
import { OrbitControls } from 'three/addons/controls/OrbitControls.js';

import { distanceToFit } from './distance-to-fit.ts';
import { aspectOf, isUpsideDown } from './picture-shape.ts';

/** Share of the panel that the picture of a camera fills. */
const GATE_FILL = 0.92;
const FREE_FOV = 38;

/** Milliseconds for a picture beyond which moving pictures are drawn with fewer pixels, and below which with all. */
const SLOW_MS = 60;
const QUICK_MS = 15;
/** Pictures that follow each other within this time are moving; after it the last is drawn with all pixels. */
const REST_MS = 250;
/** Part of the pixels along each side that moving pictures have on slow machines. */
const COARSE = 0.5;

/** Where the free camera stands at first, from the middle, by the axis that is up. */
const FIRST_VIEW = { x: [0.55, 1, 0.8], y: [0.8, 0.55, 1], z: [0.8, -1, 0.55] } as const;

export interface StageShow extends ShowOptions {
  readonly grid: boolean;
}

/** What the picture over the canvas needs to know. */
export interface StageView {
  /** The picture of the camera in the panel, in CSS pixels; undefined in the free view. */
  readonly gateRect: PixelRect | undefined;
  readonly gate: FilmGate | undefined;
}

/** The three.js side of the viewport: one canvas, drawn when something has changed. */
export class Stage {
  readonly #renderer: WebGLRenderer;
  readonly #scene = new Scene();
  readonly #orbitCamera = new PerspectiveCamera(FREE_FOV, 1, 0.1, 10_000);
  readonly #gateCamera = new GateCamera();
  #controls: OrbitControls;
  /** For shots without lights of their own. */
  readonly #workLights = new Group();
  /** Besides lights of the shot, so that what they leave dark can be seen. */
  readonly #fill = new HemisphereLight(0xdfe8ff, 0x4a4238, 0.35);
  #shotView: ShotView | undefined;
  /** Live subjects, beside the shot. */
  #liveView: ShotView | undefined;
  #livePose: ShotPose | undefined;
  #grid: LineSegments | undefined;
  #pose: ShotPose | undefined;
  #view = -1;
  #width = 1;
  #height = 1;
  #request = 0;
  #drawn = 0;
  #isSlow = false;
  #isMeasuring = false;
  #isCoarse = false;
  #movedAt = Number.NEGATIVE_INFINITY;
  #restTimer: ReturnType<typeof setTimeout> | undefined;
  /** Called when the gate has moved. */
  onView: (view: StageView) => void = () => {};
  /** Called after the first picture of a shot. */
  onFirstPicture: () => void = () => {};

  /** @throws Error when the browser has no WebGL. */
  constructor(canvas: HTMLCanvasElement) {
    this.#renderer = new WebGLRenderer({ canvas, antialias: true, alpha: true });
    // Asking for errors makes the page wait for each shader.
    this.#renderer.debug.checkShaderErrors = import.meta.env.DEV;
    this.#renderer.setPixelRatio(pixelRatio());
    this.#controls = this.#makeControls();
    const key = new DirectionalLight(0xfff4e4, 2.5);
    const fill = new DirectionalLight(0xbfd2ff, 0.55);
    key.position.set(2.5, 4, 3);
    fill.position.set(-3, 1.5, -2);
    this.#scene.add(this.#fill);
    this.#workLights.add(key, fill, new HemisphereLight(0xdfe8ff, 0x4a4238, 1.4));
    this.#scene.add(this.#workLights);
  }

  /**
   * Replaces what is shown. `pose` must be the first one of the shot.
   *
   * @param keepsView The free camera stays where it is.
   */
  setShot(shot: Shot, pose: ShotPose, keepsView = false): void {
    if (this.#shotView) {
      this.#scene.remove(this.#shotView.object);
      this.#shotView.dispose();
    }
    if (this.#grid) this.#scene.remove(this.#grid);
    this.#shotView = new ShotView(shot, pose);
    this.#scene.add(this.#shotView.object);
    const { upAxis } = shot.settings;
    const bounds = this.#shotView.bounds();
    const radius = bounds.isEmpty() ? 10 : bounds.getBoundingSphere(new Sphere()).radius;
    this.#grid = buildGrid(radius, upAxis);
    this.#scene.add(this.#grid);
    this.#drawn = 0;
    this.#turnUp(shot);
    const towards = new Vector3(...FIRST_VIEW[upAxis]);
    if (isUpsideDown(shot)) towards[upAxis] *= -1;
    if (!keepsView) this.#placeOrbit(bounds, towards);
    this.applyPose(pose);
  }

  /** Shows live subjects beside the shot; their cameras come after those of the shot. Undefined for none. */
  setLive(shot: Shot | undefined, pose: ShotPose | undefined, options: StageShow): void {
    if (this.#liveView) {
      this.#scene.remove(this.#liveView.object);
      this.#liveView.dispose();
    }
    this.#liveView = shot && pose && shot.places.length > 0 ? new ShotView(shot, pose) : undefined;
    this.#livePose = pose;
    if (this.#liveView) {
      this.#liveView.show(options);
      this.#scene.add(this.#liveView.object);
    }
    this.setView(this.#view);
  }

  applyLivePose(pose: ShotPose): void {
    this.#livePose = pose;
    this.#liveView?.applyPose(pose);
    this.#noteMove();
    this.invalidate();
  }

  /**
   * Where points of the world are in the picture of the camera that is looked through, in pixels from the top left of a
   * picture of that size; by the matrices that it is drawn with. Undefined in the free view.
   */
  project(
    points: readonly (readonly [number, number, number])[],
    width: number,
    height: number,
  ): number[][] | undefined {
    if (!this.#updateGate()) return undefined;
    const { rect, panel } = this.#gateCamera.fitted;
    return points.map((point) => {
      const { x, y } = new Vector3(...point)
        .applyMatrix4(this.#gateCamera.matrixWorldInverse)
        .applyMatrix4(this.#gateCamera.projectionMatrix);
      const [inPanelX, inPanelY] = [((x + 1) / 2) * panel.width, ((1 - y) / 2) * panel.height];
      return [((inPanelX - rect.x) / rect.width) * width, ((inPanelY - rect.y) / rect.height) * height];
    });
  }

  /** Orbits about the axis that is up, under the work lights from above. */
  #turnUp(shot: Shot): void {
    const { upAxis } = shot.settings;
    const up = new Vector3(Number(upAxis === 'x'), Number(upAxis === 'y'), Number(upAxis === 'z'));
    if (isUpsideDown(shot)) up.negate();
    this.#workLights.quaternion.setFromUnitVectors(new Vector3(0, 1, 0), up);
    this.#fill.position.copy(up);
    if (this.#orbitCamera.up.equals(up)) return;
    this.#orbitCamera.up.copy(up);
    // The controls take the axis when they are made.
    this.#controls.dispose();
    this.#controls = this.#makeControls();
  }

  #makeControls(): OrbitControls {
    const controls = new OrbitControls(this.#orbitCamera, this.#renderer.domElement);
    controls.zoomToCursor = true;
    controls.enabled = this.#view < 0;
    controls.addEventListener('change', () => {
      this.#noteMove();
      this.invalidate();
    });
    return controls;
  }

  applyPose(pose: ShotPose): void {
    if (this.#pose && pose !== this.#pose) this.#noteMove();
    this.#pose = pose;
    this.#shotView?.applyPose(pose);
    this.invalidate();
  }

  /** Where drawing is slow, what moves is drawn with fewer pixels until it rests. */
  #noteMove(): void {
    const now = performance.now();
    const isMoving = now - this.#movedAt < REST_MS;
    this.#movedAt = now;
    if (isMoving && this.#isSlow) this.#setCoarse(true);
    clearTimeout(this.#restTimer);
    if (!this.#isCoarse) return;
    this.#restTimer = setTimeout(() => {
      this.#setCoarse(false);
      this.#draw();
    }, REST_MS);
  }

  #setCoarse(isCoarse: boolean): void {
    if (isCoarse === this.#isCoarse) return;
    this.#isCoarse = isCoarse;
    this.#renderer.setPixelRatio(pixelRatio() * (isCoarse ? COARSE : 1));
    this.invalidate();
  }

  show(options: StageShow): void {
    this.#shotView?.show(options);
    this.#liveView?.show(options);
    if (this.#grid) this.#grid.visible = options.grid;
    const hasLights = options.sceneLights && this.#shotView !== undefined && this.#shotView.shot.lights.length > 0;
    this.#workLights.visible = !hasLights;
    this.#fill.visible = hasLights;
    this.invalidate();
  }

  select(places: readonly number[]): void {
    this.#shotView?.select(places);
    this.invalidate();
  }

  /** Looks through a camera of the shot, or freely with -1. */
  setView(view: number): void {
    this.#view = view;
    this.#controls.enabled = view < 0;
    const own = this.#shotView?.shot.cameras.length ?? 0;
    this.#shotView?.lookThrough(view < own ? view : -1);
    this.#liveView?.lookThrough(view >= own ? view - own : -1);
    if (this.#pose) this.#shotView?.applyPose(this.#pose);
    if (this.#livePose) this.#liveView?.applyPose(this.#livePose);
    this.invalidate();
  }

  /** Puts the free camera where a camera of the shot stands. */
  orbitFromCamera(): void {
    if (!this.#shotView || !this.#updateGate()) return;
    const m = this.#gateCamera.matrixWorld;
    const eye = new Vector3().setFromMatrixPosition(m);
    const ahead = new Vector3(0, 0, -1).transformDirection(m);
    const bounds = this.#shotView.bounds();
    const centre = bounds.isEmpty() ? eye.clone().addScaledVector(ahead, 10) : bounds.getCenter(new Vector3());
    const distance = Math.max(centre.sub(eye).dot(ahead), this.#shotView.gizmoSize);
    this.#orbitCamera.position.copy(eye);
    this.#controls.target.copy(eye).addScaledVector(ahead, distance);
    this.#controls.update();
  }

  /** Moves the free camera so that places fill the picture; everything without any. */
  frame(places: readonly number[]): void {
    if (!this.#shotView) return;
    const bounds = places.length > 0 ? this.#shotView.bounds(places) : this.#shotView.bounds();
    const towards = this.#orbitCamera.position.clone().sub(this.#controls.target);
    this.#placeOrbit(bounds.isEmpty() ? this.#shotView.bounds() : bounds, towards);
  }

  #placeOrbit(bounds: Box3, towards: Vector3): void {
    const box = bounds.isEmpty() ? new Box3(new Vector3(-10, -10, -10), new Vector3(10, 10, 10)) : bounds;
    const centre = box.getCenter(new Vector3());
    const direction = towards.clone().normalize();
    const distance = distanceToFit(box, direction, this.#orbitCamera);
    this.#controls.target.copy(centre);
    this.#orbitCamera.position.copy(centre).addScaledVector(direction, distance);
    this.#controls.update();
    this.invalidate();
  }

  resize(width: number, height: number): void {
    if (width <= 0 || height <= 0) return;
    this.#width = width;
    this.#height = height;
    this.#renderer.setSize(width, height, false);
    this.#orbitCamera.aspect = width / height;
    // A resized canvas is empty until it is drawn: no frame may be shown in between.
    this.#draw();
  }

  /** The place under a point of the canvas, or -1. */
  pick(x: number, y: number): number {
    const camera = this.#camera();
    if (!this.#shotView) return -1;
    const raycaster = new Raycaster();
    const point = new Vector2((x / this.#width) * 2 - 1, 1 - (y / this.#height) * 2);
    const near = new Vector3(point.x, point.y, -1).applyMatrix4(camera.projectionMatrixInverse);
    const far = new Vector3(point.x, point.y, 1).applyMatrix4(camera.projectionMatrixInverse);
    near.applyMatrix4(camera.matrixWorld);
    far.applyMatrix4(camera.matrixWorld);
    raycaster.ray.origin.copy(near);
    raycaster.ray.direction.copy(far).sub(near).normalize();
    raycaster.camera = camera;
    raycaster.params.Line.threshold = this.#shotView.gizmoSize * 0.15;
    return this.#shotView.pick(raycaster);
  }

  invalidate(): void {
    if (this.#request !== 0) return;
    this.#request = requestAnimationFrame(() => this.#draw());
  }

  #draw(): void {
    cancelAnimationFrame(this.#request);
    this.#request = 0;
    if (!this.#shotView && !this.#liveView) return;
    const camera = this.#camera();
    this.#shotView?.lookFrom(new Vector3().setFromMatrixPosition(camera.matrixWorld));
    this.#renderer.render(this.#scene, camera);
    const start = performance.now();
    if (this.#drawn++ === 0) this.#awaitPicture(() => this.onFirstPicture());
    else if (!this.#isMeasuring && !this.#isCoarse) {
      this.#isMeasuring = true;
      this.#awaitPicture(() => {
        this.#isMeasuring = false;
        const ms = performance.now() - start;
        if (ms > SLOW_MS) this.#isSlow = true;
        else if (ms < QUICK_MS) this.#isSlow = false;
      });
    }
  }

  /** Drawing is only asked for when `render` returns: a fence says when the picture is there. */
  #awaitPicture(onPicture: () => void): void {
    const gl = this.#renderer.getContext() as WebGL2RenderingContext;
    const fence = gl.fenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0);
    gl.flush();
    const look = (): void => {
      const isDone = !fence || gl.getSyncParameter(fence, gl.SYNC_STATUS) === gl.SIGNALED;
      if (isDone || gl.isContextLost()) {
        gl.deleteSync(fence);
        onPicture();
      } else {
        setTimeout(look, 4);
      }
    };
    look();
  }

  #camera(): Camera {
    const isGate = this.#updateGate();
    if (isGate) return this.#gateCamera;
    const distance = this.#orbitCamera.position.distanceTo(this.#controls.target);
    this.#orbitCamera.near = distance / 500;
    this.#orbitCamera.far = distance * 500;
    this.#orbitCamera.updateProjectionMatrix();
    return this.#orbitCamera;
  }

  /** The camera that is looked through, of the shot or a live one. */
  #lookedThrough() {
    const own = this.#shotView?.shot.cameras.length ?? 0;
    const isOwn = this.#view < own;
    const [view, pose] = isOwn ? [this.#shotView, this.#pose] : [this.#liveView, this.#livePose];
    const index = isOwn ? this.#view : this.#view - own;
    const camera = view?.shot.cameras[index];
    const channels = pose?.cameras[index];
    return view && pose && camera && channels ? { camera, channels, pose } : undefined;
  }

  #updateGate(): boolean {
    const looked = this.#lookedThrough();
    if (!looked) {
      this.onView({ gateRect: undefined, gate: undefined });
      return false;
    }
    const { camera, channels, pose } = looked;
    const deviceAspect = this.#shotView?.shot.settings.deviceAspect ?? 16 / 9;
    const panel = { width: this.#width, height: this.#height };
    const gateRect = fitGate(panel.width, panel.height, aspectOf(channels, deviceAspect), GATE_FILL);
    const gate = computeFilmGate(channels, deviceAspect);
    this.#gateCamera.look(gate, pose.localToWorld, camera.place, gateRect, panel);
    this.onView({ gateRect, gate });
    return true;
  }

  dispose(): void {
    cancelAnimationFrame(this.#request);
    clearTimeout(this.#restTimer);
    this.#controls.dispose();
    this.#shotView?.dispose();
    this.#liveView?.dispose();
    this.#renderer.dispose();
  }
}

function pixelRatio(): number {
  return Math.min(globalThis.devicePixelRatio || 1, 2);
}
