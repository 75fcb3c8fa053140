/** A shot as live subjects: what `rigline link` streams as if the DCC were there. */
import type { LiveClient, OwnSubject } from '@rigline/client';
import { computeFilmGate, type Graph, probeCamera } from '@rigline/evaluate';
import { decomposeMat4, invertMat4, type Mat4, multiplyMat4 } from '@rigline/math';
import { CAMERA_CURVES, type SubjectDescription } from '@rigline/protocol';
import type { DagPath, Scene, SceneNode } from '@rigline/scene';

type NewSubject = Omit<SubjectDescription, 'source' | 'subject' | 'revision'>;
/** Brings one subject up to the present time of the graph. */
type Update = () => void;

const STARTUP_CAMERAS = new Set(['persp', 'top', 'front', 'side']);

/** Subjects of a shot at a client, and how they follow the graph. */
export class ShotSubjects {
  readonly #client: LiveClient;
  readonly #graph: Graph;
  readonly #common: Pick<NewSubject, 'space' | 'metresPerUnit' | 'frameRate'>;
  readonly #toFile: number;
  readonly #updates: Update[] = [];

  constructor(client: LiveClient, graph: Graph) {
    this.#client = client;
    this.#graph = graph;
    const { scene } = graph;
    const { upAxis, unitMetres, frameRate } = scene.settings;
    this.#toFile = 0.01 / unitMetres;
    this.#common = {
      space: upAxis === 'z' ? 'maya-z' : 'maya',
      ...(unitMetres === 0.01 ? {} : { metresPerUnit: unitMetres }),
      frameRate: fractionOf(frameRate),
    };
    for (const place of scene.dagPaths) this.#addPlace(place);
    for (const node of scene.nodes) if (node.type === 'blendShape') this.#addFace(node);
  }

  /** How many subjects there are. */
  get count(): number {
    return this.#updates.length;
  }

  /** Writes the present values of the graph to the subjects. */
  update(): void {
    for (const update of this.#updates) update();
  }

  #addPlace(place: DagPath): void {
    const { node } = place;
    const name = place.parent?.node.name ?? node.name;
    if (node.isA('camera')) {
      if (!STARTUP_CAMERAS.has(name)) this.#addCamera(place, name);
    } else if (node.isA('mesh') && !isHidden(node) && place.parent) this.#addProp(place.parent, name);
    else if (isBone(node) && !(place.parent && isBone(place.parent.node))) this.#addSkeleton(place);
  }

  #world(place: DagPath): () => Mat4 {
    const { node, instance } = place;
    const probe = this.#graph.probe({ world: { node, path: `worldMatrix[${instance}]` } });
    return () => probe.read().world as Mat4;
  }

  #writeMatrix({ state }: OwnSubject, node: number, matrix: Readonly<Mat4>): void {
    const k = this.#toFile;
    const { translate: t, rotate: r, scale: s } = decomposeMat4(matrix);
    state.setTranslation(node, t[0] * k, t[1] * k, t[2] * k);
    state.setRotation(node, r[0], r[1], r[2], r[3]);
    state.setScale(node, s[0], s[1], s[2]);
  }

  #addCamera(place: DagPath, name: string): void {
    const { scene } = this.#graph;
    const read = probeCamera(this.#graph, place.node);
    const own = this.#client.add({
      ...this.#common,
      name,
      role: 'camera',
      nodes: [{ name, parent: -1 }],
      curves: [...CAMERA_CURVES],
      // The aperture that is sent is that of the picture: width counts.
      filmFit: 'horizontal',
    });
    const world = this.#world(place);
    this.#updates.push(() => {
      this.#writeMatrix(own, 0, world());
      own.state.setScale(0, 1, 1, 1);
      const camera = read();
      const gate = computeFilmGate(camera, scene.settings.deviceAspect);
      const values: Record<(typeof CAMERA_CURVES)[number], number> = {
        focalLengthMm: camera.focalLength,
        horizontalApertureMm: gate.horizontalApertureMm,
        verticalApertureMm: gate.verticalApertureMm,
        // Those of Maya do nothing to a parallel view.
        filmOffsetXMm: camera.orthographic ? 0 : gate.filmOffsetMm[0],
        filmOffsetYMm: camera.orthographic ? 0 : gate.filmOffsetMm[1],
        squeeze: camera.lensSqueezeRatio,
        near: camera.nearClipPlane * this.#toFile,
        far: camera.farClipPlane * this.#toFile,
        focusDistance: camera.focusDistance * this.#toFile,
        fStop: camera.fStop,
        orthographic: camera.orthographic ? 1 : 0,
        orthographicWidth: camera.orthographicWidth * this.#toFile,
      };
      CAMERA_CURVES.forEach((curve, i) => {
        own.state.setCurve(i, values[curve]);
      });
    });
  }

  #addProp(place: DagPath, name: string): void {
    const own = this.#client.add({
      ...this.#common,
      name,
      role: 'transform',
      nodes: [{ name, parent: -1 }],
      curves: [],
    });
    const world = this.#world(place);
    this.#updates.push(() => this.#writeMatrix(own, 0, world()));
  }

  #addSkeleton(root: DagPath): void {
    const places = bonesUnder(this.#graph.scene, root);
    const indices = new Map(places.map((place, i) => [place, i]));
    const own = this.#client.add({
      ...this.#common,
      name: root.node.name,
      role: 'skeleton',
      nodes: places.map((place) => ({
        name: place.node.name,
        parent: place === root ? -1 : (indices.get(place.parent as DagPath) as number),
      })),
      curves: [],
    });
    const worlds = places.map((place) => this.#world(place));
    this.#updates.push(() => {
      const matrices = worlds.map((read) => read());
      places.forEach((place, i) => {
        const world = matrices[i] as Mat4;
        const above = place === root ? undefined : matrices[indices.get(place.parent as DagPath) as number];
        const inverse = above && invertMat4(above);
        this.#writeMatrix(own, i, inverse ? multiplyMat4(world, inverse) : world);
      });
    });
  }

  #addFace(node: SceneNode): void {
    const aliases = [...(node.aliases ?? [])].filter(([, path]) => path.startsWith('weight['));
    if (aliases.length === 0) return;
    const own = this.#client.add({
      ...this.#common,
      name: node.name,
      role: 'face',
      nodes: [],
      curves: aliases.map(([alias]) => alias),
    });
    const probe = this.#graph.probe(Object.fromEntries(aliases.map(([, path], i) => [String(i), { node, path }])));
    this.#updates.push(() => {
      const values = probe.read();
      aliases.forEach((_, i) => {
        own.state.setCurve(i, values[String(i)] as number);
      });
    });
  }
}

function isHidden(node: SceneNode): boolean {
  return node.values.get('intermediateObject') === 1;
}

function isBone(node: SceneNode): boolean {
  return node.isA('joint') || node.isA('fbxBone');
}

/** The bones from a root down that hang on each other without anything between, parents first. */
function bonesUnder(scene: Scene, root: DagPath): DagPath[] {
  const found = [root];
  const members = new Set(found);
  for (const place of scene.dagPaths) {
    if (!place.parent || !members.has(place.parent) || !isBone(place.node)) continue;
    members.add(place);
    found.push(place);
  }
  return found;
}

/** A frame rate as whole numbers: 24000/1001 and its like, or thousandths. */
function fractionOf(frameRate: number): [number, number] {
  if (Number.isInteger(frameRate)) return [frameRate, 1];
  const ntsc = Math.round(frameRate * 1.001);
  if (Math.abs(ntsc / 1.001 - frameRate) < 1e-3) return [ntsc * 1000, 1001];
  return [Math.round(frameRate * 1000), 1000];
}
