import {
  type Accessor,
  Document,
  type Extension,
  Logger,
  type Material,
  type Mesh,
  type Node,
  type Primitive,
  type Scene,
  WebIO,
} from '@gltf-transform/core';
import type {
  ExportCamera,
  ExportLoss,
  ExportMaterial,
  ExportMesh,
  ExportNode,
  ExportScene,
  ExportSkin,
} from '@rigline/scene/export';
import { type AnimationTargets, writeAnimations } from './animations.ts';
import { type LimitedInfluences, limitInfluences } from './influences.ts';
import { addHidden, addLights, addPointers } from './json-extensions.ts';
import { type SplitMesh, splitMesh } from './split-mesh.ts';
import { unitRows } from './vertex-normals.ts';

export interface GlbOptions {
  /** Joints of a point: 4 or 8. */
  readonly maxInfluences?: number;
}

export const GLB_DEFAULTS: { readonly maxInfluences: number } = { maxInfluences: 4 };

export interface WrittenGlb {
  readonly glb: Uint8Array;
  /** What glTF has no place for, or has another way. */
  readonly losses: readonly ExportLoss[];
}

/**
 * Writes a scene in the space `gltf` as a binary glTF 2.0 file. The same scene gives the same bytes.
 *
 * Source: Khronos, glTF 2.0 specification.
 */
export async function writeGlb(scene: ExportScene, options: GlbOptions = {}): Promise<WrittenGlb> {
  const writer = new GlbWriter(scene, { ...GLB_DEFAULTS, ...options });
  const document = writer.write();
  const glb = await new WebIO()
    .setLogger(new Logger(Logger.Verbosity.SILENT))
    .registerExtensions(writer.extensions)
    .writeBinary(document);
  return { glb, losses: writer.losses };
}

class GlbWriter {
  readonly losses: ExportLoss[] = [];
  readonly extensions: (typeof Extension)[] = [];
  readonly #scene: ExportScene;
  readonly #options: Required<GlbOptions>;
  readonly #document = new Document();
  readonly #buffer = this.#document.createBuffer();

  constructor(scene: ExportScene, options: Required<GlbOptions>) {
    this.#scene = scene;
    this.#options = options;
  }

  write(): Document {
    const { nodes, meshes, skins, lights, name, frameRate } = this.#scene;
    const document = this.#document;
    const root = document.createScene(name);
    document.getRoot().setDefaultScene(root);
    const asset = document.getRoot().getAsset();
    asset.generator = 'Rigline';
    asset.extras = { frameRate };
    const materials = this.#scene.materials.map((material) => this.#material(material));
    const split = meshes.map(({ mesh }) => splitMesh(mesh));
    const written = meshes.map((mesh, i) => this.#mesh(mesh, split[i] as SplitMesh, materials));
    const cameras = this.#scene.cameras.map((camera) => this.#camera(camera));
    const made = nodes.map((node) => this.#node(node));
    const top = this.#topNode(root);
    nodes.forEach(({ parent, mesh, camera }, i) => {
      const node = made[i] as Node;
      if (parent < 0) top.addChild(node);
      else made[parent]?.addChild(node);
      if (mesh !== undefined) node.setMesh(written[mesh] ?? null);
      if (camera !== undefined) node.setCamera(cameras[camera] ?? null);
    });
    const bound = skins.map((skin) => this.#skin(skin, made));
    nodes.forEach(({ skin }, i) => {
      if (skin !== undefined) made[i]?.setSkin(bound[skin] ?? null);
    });
    const targets: AnimationTargets = { nodes: made, cameras: this.#scene.cameras, exported: this.#scene };
    const pointers = writeAnimations(document, this.#buffer, targets, (loss) => this.losses.push(loss));
    if (pointers.length > 0) this.extensions.push(addPointers(document, pointers));
    this.#addLightsAndHidden(lights.length > 0);
    // What is empty is not to be there at all.
    if (nodes.length === 0) root.dispose();
    if (document.getRoot().listAccessors().length === 0) this.#buffer.dispose();
    return document;
  }

  /** What nodes without a parent hang on: the scene, or a node, where the joints of a skin have no other in common. */
  #topNode(root: Scene): Scene | Node {
    const { nodes, skins, name } = this.#scene;
    const rootOf = nodes.map((_, i) => i);
    nodes.forEach(({ parent }, i) => {
      if (parent >= 0) rootOf[i] = rootOf[parent] as number;
    });
    const apart = skins.find(({ joints }) => joints.some((joint) => rootOf[joint] !== rootOf[joints[0] as number]));
    if (!apart) return root;
    const reason = 'its joints have no node above them in common: there is one now, above all others';
    this.#lose({ verdict: 'converted', subject: apart.name, what: 'skin', reason });
    const node = this.#document.createNode(`${name}_root`);
    root.addChild(node);
    return node;
  }

  #addLightsAndHidden(hasLights: boolean): void {
    const { nodes, lights } = this.#scene;
    if (hasLights) {
      const lit = nodes.flatMap(({ light }, i): [number, number][] => (light === undefined ? [] : [[i, light]]));
      this.extensions.push(addLights(this.#document, lights, new Map(lit)));
      for (const [node] of lit) {
        const reason = 'its intensity is a number without a unit; glTF counts candela and lux';
        this.#lose({ verdict: 'converted', subject: sourceOf(nodes[node]), what: 'light', reason });
      }
    }
    const hidden = nodes.flatMap(({ isVisible }, i) => (isVisible ? [] : [i]));
    if (hidden.length > 0) this.extensions.push(addHidden(this.#document, hidden));
  }

  #lose(loss: ExportLoss): void {
    this.losses.push(loss);
  }

  #node({ name, source, translate, rotate, scale }: ExportNode): Node {
    const node = this.#document.createNode(name);
    node
      .setTranslation([...translate])
      .setRotation(unitQuat(rotate))
      .setScale([...scale]);
    if (source !== undefined) node.setExtras({ source });
    return node;
  }

  #material({ name, color, opacity, emissive, metallic, roughness }: ExportMaterial): Material {
    const material = this.#document.createMaterial(name);
    material.setBaseColorFactor([color[0], color[1], color[2], opacity]);
    material.setMetallicFactor(clampUnit(metallic)).setRoughnessFactor(clampUnit(roughness));
    material.setEmissiveFactor([clampUnit(emissive[0]), clampUnit(emissive[1]), clampUnit(emissive[2])]);
    if (opacity < 1) material.setAlphaMode('BLEND');
    return material.setDoubleSided(true);
  }

  #camera(camera: ExportCamera) {
    const { name, orthographic, window, near, far, filmOffsetMm, horizontalApertureMm, focalLengthMm } = camera;
    const { left, right, bottom, top } = window;
    const made = this.#document.createCamera(name);
    const { window: _, name: __, ...film } = camera;
    made.setExtras({ ...film, filmOffsetMm: [...filmOffsetMm] });
    const offCentre = [(left + right) / (right - left), (bottom + top) / (top - bottom)];
    if (offCentre.some((share) => Math.abs(share) > 1e-6)) {
      this.#lose({
        verdict: 'dropped',
        subject: name,
        what: 'film offset',
        reason: `glTF has centred lenses only; the offset of ${filmOffsetMm.join(' × ')} mm is in the extras of the camera`,
        error: { value: Math.max(...offCentre.map(Math.abs)) / 2, unit: 'of the picture' },
        hint: `Set a sensor offset of ${filmOffsetMm[0]} mm of ${horizontalApertureMm} mm in the target.`,
      });
    }
    if (orthographic) {
      made
        .setType('orthographic')
        .setXMag((right - left) / 2)
        .setYMag((top - bottom) / 2);
      return made.setZNear(Math.max(0, near)).setZFar(far);
    }
    made
      .setType('perspective')
      .setYFov(2 * Math.atan((top - bottom) / 2))
      .setAspectRatio((right - left) / (top - bottom));
    if (!(focalLengthMm > 0)) made.setYFov(1);
    made.setZNear(near > 0 ? near : 1e-3);
    return far > near ? made.setZFar(far) : made;
  }

  #skin({ name, joints, inverseBinds }: ExportSkin, nodes: readonly Node[]) {
    const matrices = new Float32Array(joints.length * 16);
    inverseBinds.forEach((matrix, i) => {
      matrices.set(matrix, i * 16);
      // The last column is 0 0 0 1 to the bit, as validators want it.
      for (const [at, value] of [
        [3, 0],
        [7, 0],
        [11, 0],
        [15, 1],
      ] as const)
        matrices[i * 16 + at] = value;
    });
    const skin = this.#document.createSkin(name).setInverseBindMatrices(this.#accessor('MAT4', matrices));
    for (const joint of joints) skin.addJoint(nodes[joint] as Node);
    return skin;
  }

  #accessor(
    type: ReturnType<Accessor['getType']>,
    array: Float32Array | Uint16Array | Uint32Array | Uint8Array,
  ): Accessor {
    return this.#document
      .createAccessor()
      .setType(type)
      .setArray(array as never)
      .setBuffer(this.#buffer);
  }

  #mesh(exported: ExportMesh, split: SplitMesh, materials: Material[]): Mesh | undefined {
    const { name, mesh, targets, weights, influences } = exported;
    if (split.groups.length === 0) {
      this.#lose({ verdict: 'dropped', subject: name, what: 'mesh', reason: 'it has no faces' });
      return undefined;
    }
    const made = this.#document.createMesh(name);
    const positions = byVertex(mesh.positionsXyz, split.pointOf);
    const attributes = new Map<string, Accessor>([
      ['POSITION', this.#accessor('VEC3', positions)],
      ['NORMAL', this.#accessor('VEC3', split.normals)],
    ]);
    split.uvSets.forEach(({ values }, i) => {
      attributes.set(`TEXCOORD_${i}`, this.#accessor('VEC2', flippedV(values)));
    });
    split.colorSets.forEach(({ values, stride }, i) => {
      attributes.set(`COLOR_${i}`, this.#accessor(stride === 3 ? 'VEC3' : 'VEC4', values.map(clampUnit)));
    });
    if (influences) this.#addInfluences(exported, split, attributes);
    const shapes = targets.map((target) => this.#target(exported, target, split));
    for (const { material, indices } of split.groups) {
      const primitive: Primitive = this.#document.createPrimitive();
      const isSmall = split.vertexCount <= 0xffff;
      primitive.setIndices(this.#accessor('SCALAR', isSmall ? Uint16Array.from(indices) : indices));
      for (const [semantic, accessor] of attributes) primitive.setAttribute(semantic, accessor);
      const number = exported.materials[Math.max(0, material)] ?? exported.materials[0] ?? -1;
      primitive.setMaterial(materials[number] ?? null);
      for (const shape of shapes) {
        const morph = this.#document.createPrimitiveTarget(shape.name);
        morph.setAttribute('POSITION', shape.positions).setAttribute('NORMAL', shape.normals);
        primitive.addTarget(morph);
      }
      made.addPrimitive(primitive);
    }
    if (targets.length > 0) {
      made.setWeights([...weights]);
      made.setExtras({ targetNames: targets.map((target) => target.name) });
    }
    return made;
  }

  #addInfluences({ influences, mesh, name }: ExportMesh, split: SplitMesh, attributes: Map<string, Accessor>): void {
    if (!influences) return;
    const pointCount = mesh.positionsXyz.length / 3;
    const limited = limitInfluences(influences, pointCount, this.#options.maxInfluences);
    this.#tellInfluences(name, limited);
    const stride = limited.setCount * 4;
    for (let set = 0; set < limited.setCount; set++) {
      const joints = new Uint16Array(split.vertexCount * 4);
      const weights = new Float32Array(split.vertexCount * 4);
      split.pointOf.forEach((point, v) => {
        for (let k = 0; k < 4; k++) {
          joints[v * 4 + k] = limited.joints[point * stride + set * 4 + k] as number;
          weights[v * 4 + k] = limited.weights[point * stride + set * 4 + k] as number;
        }
      });
      const isSmall = joints.every((joint) => joint < 256);
      attributes.set(`JOINTS_${set}`, this.#accessor('VEC4', isSmall ? Uint8Array.from(joints) : joints));
      attributes.set(`WEIGHTS_${set}`, this.#accessor('VEC4', weights));
    }
  }

  #tellInfluences(subject: string, { droppedCount, largestDropped, looseCount }: LimitedInfluences): void {
    const most = this.#options.maxInfluences;
    if (droppedCount > 0) {
      this.#lose({
        verdict: 'approximated',
        subject,
        what: 'skin weights',
        reason: `${droppedCount} influences beyond ${most} of a point are left out, and the others brought to a sum of 1`,
        error: { value: largestDropped, unit: 'of a weight' },
        ...(most < 8 ? { hint: 'Allow 8 influences.' } : {}),
      });
    }
    if (looseCount > 0) {
      const reason = `${looseCount} points have no weights, and go with the first joint`;
      this.#lose({ verdict: 'approximated', subject, what: 'skin weights', reason });
    }
  }

  #target(
    { mesh }: ExportMesh,
    { name, vertices, offsetsXyz, normalOffsetsXyz }: ExportMesh['targets'][number],
    split: SplitMesh,
  ) {
    const pointOffsets = new Float64Array(mesh.positionsXyz.length);
    addRows(pointOffsets, vertices, offsetsXyz);
    let normals: Float32Array;
    if (normalOffsetsXyz) {
      const offsets = new Float64Array(mesh.positionsXyz.length);
      addRows(offsets, vertices, normalOffsetsXyz);
      normals = byVertex(offsets, split.pointOf);
    } else normals = normalOffsets(mesh.positionsXyz, pointOffsets, split);
    const positions = byVertex(pointOffsets, split.pointOf);
    return { name, positions: this.#sparse(positions), normals: this.#sparse(normals) };
  }

  /** Rows of three of which most are zero are written as those that are not. */
  #sparse(rows: Float32Array): Accessor {
    let used = 0;
    for (let i = 0; i < rows.length; i += 3) if (rows[i] !== 0 || rows[i + 1] !== 0 || rows[i + 2] !== 0) used++;
    return this.#accessor('VEC3', rows).setSparse(used * 2 < rows.length / 3);
  }
}

/** What the normals change when the points move: as the faces turn, on top of the normals that the mesh has. */
function normalOffsets(positions: Float64Array, offsets: Float64Array, split: SplitMesh): Float32Array {
  const before = split.computeNormals(positions);
  const after = split.computeNormals(positions.map((value, i) => value + (offsets[i] as number)));
  const changes = after.map((value, i) => value - (before[i] as number));
  const mixed = unitRows(split.normals.map((value, i) => value + (changes[i] as number)));
  return mixed.map((value, i) => (Math.abs(changes[i] as number) < 1e-6 ? 0 : value - (split.normals[i] as number)));
}

function addRows(out: Float64Array, vertices: Int32Array, rows: Float64Array): void {
  for (let i = 0; i < vertices.length; i++) {
    const at = (vertices[i] as number) * 3;
    for (let k = 0; k < 3; k++) out[at + k] = (out[at + k] as number) + (rows[i * 3 + k] ?? 0);
  }
}

function byVertex(points: ArrayLike<number>, pointOf: Uint32Array): Float32Array {
  const out = new Float32Array(pointOf.length * 3);
  for (let v = 0; v < pointOf.length; v++) {
    const at = (pointOf[v] as number) * 3;
    for (let k = 0; k < 3; k++) out[v * 3 + k] = points[at + k] as number;
  }
  return out;
}

/** Pictures begin at the top in glTF, and at the bottom in the sources. */
function flippedV(values: Float32Array): Float32Array {
  return values.map((value, i) => (i % 2 === 1 ? 1 - value : value));
}

function clampUnit(value: number): number {
  return value > 0 ? Math.min(1, value) : 0;
}

/** Unit length in the precision of the file. */
function unitQuat([x, y, z, w]: readonly [number, number, number, number]): [number, number, number, number] {
  const length = Math.hypot(x, y, z, w);
  return [x / length, y / length, z / length, w / length];
}

function sourceOf(node: ExportNode | undefined): string {
  return node?.source ?? node?.name ?? '';
}
