import {
  type Box3,
  type BufferGeometry,
  Group,
  LineBasicMaterial,
  LineSegments,
  Mesh,
  type Raycaster,
  type Vector3,
} from 'three';
import type { ShotPose } from '../shot/pose-sampler.ts';
import type { Shot, ShotMesh, SurfaceLook } from '../shot/shot.ts';
import { BATCH_VERTEX_LIMIT, type BatchPart, MeshBatch } from './mesh-batch.ts';
import { MeshShape } from './mesh-shape.ts';
import { PALETTE } from './palette.ts';
import { type Layer, type Mark, type PickHit, setWorldMatrix, withOwnMatrix } from './place-objects.ts';
import { keyBesidesColor, type SurfaceMaterial, SurfaceMaterials } from './surface-materials.ts';

interface Drawn extends BatchPart {
  readonly mesh: Mesh<BufferGeometry, SurfaceMaterial | SurfaceMaterial[]>;
  /** Edges, once they have been shown. */
  wire: LineSegments<BufferGeometry, LineBasicMaterial> | undefined;
  mark: Mark;
  /** Drawn with others as long as it is not apart. */
  readonly isBatched: boolean;
}

/** Meshes that are drawn together, at least. */
const FEWEST = 2;

/** Meshes as shaded surfaces, with their edges where selected. */
export class MeshLayer implements Layer {
  readonly object: Group = new Group();
  readonly #shapes: readonly MeshShape[];
  readonly #drawn: readonly Drawn[];
  readonly #batches: readonly MeshBatch[];
  readonly #materials = new SurfaceMaterials();
  readonly #wires = {
    selected: wireMaterial(PALETTE.selected, 0.9),
    below: wireMaterial(PALETTE.below, 0.55),
    plain: wireMaterial(0x0c0e12, 0.35),
  };
  #wireframe = false;
  #pose: ShotPose | undefined;

  constructor(shot: Shot) {
    this.#shapes = shot.topologies.map((topology) => new MeshShape(topology));
    const together = groupByLook(shot);
    this.#drawn = shot.meshes.map((item) => {
      const shape = this.#shapes[item.topology] as MeshShape;
      const mesh = withOwnMatrix(new Mesh(shape.surface, this.#materialsOf(item, shape, undefined)));
      mesh.userData.place = item.place;
      const isBatched = (together.get(batchKey(shot, item))?.length ?? 0) >= FEWEST;
      if (!isBatched) this.object.add(mesh);
      return { item, shape, mesh, wire: undefined, mark: undefined, isBatched, isApart: !isBatched };
    });
    const drawnOf = new Map(this.#drawn.map((drawn) => [drawn.item, drawn]));
    this.#batches = [...together].flatMap(([key, items]) => {
      const [first] = items;
      if (key === undefined || !first || items.length < FEWEST) return [];
      const parts = items.map((item) => drawnOf.get(item) as Drawn);
      return [new MeshBatch(parts, this.#materials.getForVertexColors(first))];
    });
    for (const { object } of this.#batches) this.object.add(object);
  }

  /** One material, or one for each group of the topology. */
  #materialsOf(item: ShotMesh, { topology }: MeshShape, mark: Mark): SurfaceMaterial | SurfaceMaterial[] {
    const { groups = [] } = topology;
    const lookOf = (material: number | undefined): SurfaceLook => item.materials?.[material ?? -1] ?? item;
    const all = groups.map(({ material }) => this.#materials.get(lookOf(material), mark));
    return all.length > 1 ? all : (all[0] ?? this.#materials.get(item, mark));
  }

  applyPose(pose: ShotPose): void {
    for (const { topology, positionsXyz } of pose.meshMoves) this.#shapes[topology]?.move(positionsXyz);
    for (const { item, mesh } of this.#drawn) {
      setWorldMatrix(mesh, pose.localToWorld, item.place);
      mesh.visible = pose.visible[item.place] === 1;
    }
    for (const batch of this.#batches) batch.applyPose(pose);
    this.#pose = pose;
  }

  /** Orders what is drawn together by its distance from an eye. */
  sortFrom(eye: Vector3): void {
    for (const batch of this.#batches) batch.sortFrom(eye);
  }

  /** Draws the edges of all meshes. */
  set wireframe(isOn: boolean) {
    this.#wireframe = isOn;
  }

  applyMarks(markOf: (place: number) => Mark): void {
    for (const drawn of this.#drawn) {
      const mark = markOf(drawn.item.place);
      this.#showWire(drawn, mark);
      this.#setApart(drawn, mark !== undefined || this.#wireframe);
      if (mark === drawn.mark) continue;
      drawn.mark = mark;
      drawn.mesh.material = this.#materialsOf(drawn.item, drawn.shape, mark);
    }
    const pose = this.#pose;
    if (pose) for (const batch of this.#batches) batch.applyPose(pose);
  }

  /** Marked meshes are drawn by themselves. */
  #setApart(drawn: Drawn, isWanted: boolean): void {
    const isApart = isWanted || !drawn.isBatched;
    if (isApart === drawn.isApart) return;
    drawn.isApart = isApart;
    if (isApart) this.object.add(drawn.mesh);
    else this.object.remove(drawn.mesh);
  }

  #showWire(drawn: Drawn, mark: Mark): void {
    const isShown = mark !== undefined || this.#wireframe;
    if (!drawn.wire && isShown) {
      drawn.wire = new LineSegments(drawn.shape.edges, this.#wires.plain);
      drawn.mesh.add(drawn.wire);
    }
    if (!drawn.wire) return;
    drawn.wire.visible = isShown;
    drawn.wire.material = this.#wires[mark ?? 'plain'];
  }

  pick(raycaster: Raycaster): PickHit[] {
    const shown = this.#drawn.filter(({ mesh }) => mesh.visible).map(({ mesh }) => mesh);
    // Those of a batch are in no scene that would do so.
    for (const mesh of shown) mesh.updateMatrixWorld();
    return raycaster
      .intersectObjects(shown, false)
      .map(({ object, distance }) => ({ place: object.userData.place as number, distance }));
  }

  expandBox(box: Box3, isWanted: (place: number) => boolean): void {
    for (const { item, mesh } of this.#drawn) {
      if (!mesh.visible || !isWanted(item.place)) continue;
      mesh.updateMatrixWorld();
      const bounds = mesh.geometry.boundingBox;
      if (bounds && !bounds.isEmpty()) box.union(bounds.clone().applyMatrix4(mesh.matrixWorld));
    }
  }

  dispose(): void {
    for (const shape of this.#shapes) shape.dispose();
    for (const batch of this.#batches) batch.dispose();
    this.#materials.dispose();
    for (const material of Object.values(this.#wires)) material.dispose();
  }
}

/** Meshes that may be drawn together, by what they have in common; `undefined` for those that may not. */
function groupByLook(shot: Shot): ReadonlyMap<string | undefined, readonly ShotMesh[]> {
  const groups = new Map<string | undefined, ShotMesh[]>();
  for (const item of shot.meshes) {
    const key = batchKey(shot, item);
    if (key === undefined) continue;
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}

/** Small, opaque, of one material. */
function batchKey({ topologies }: Shot, item: ShotMesh): string | undefined {
  const topology = topologies[item.topology];
  if (!topology || topology.vertexOf.length > BATCH_VERTEX_LIMIT) return undefined;
  return item.opacity < 1 || item.materials ? undefined : keyBesidesColor(item);
}

function wireMaterial(color: number, opacity: number): LineBasicMaterial {
  return new LineBasicMaterial({ color, opacity, transparent: true });
}
