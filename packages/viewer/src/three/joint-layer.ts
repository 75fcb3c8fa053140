import {
  type Box3,
  BufferAttribute,
  BufferGeometry,
  Color,
  DynamicDrawUsage,
  Group,
  InstancedMesh,
  type Material,
  Matrix4,
  MeshLambertMaterial,
  Quaternion,
  type Raycaster,
  SphereGeometry,
  Vector3,
} from 'three';
import type { ShotPose } from '../shot/pose-sampler.ts';
import type { Shot, ShotJoint } from '../shot/shot.ts';
import { PALETTE } from './palette.ts';
import type { Layer, Mark, PickHit } from './place-objects.ts';

const HIDDEN = new Matrix4().makeScale(0, 0, 0);
const UP = new Vector3(0, 1, 0);

const CORNER = new Vector3();

/** Joints as balls, and a bone from each joint to those below it. */
export class JointLayer implements Layer {
  readonly object: Group = new Group();
  readonly #joints: readonly ShotJoint[];
  readonly #indexOf: ReadonlyMap<number, number>;
  readonly #balls: InstancedMesh;
  readonly #bones: InstancedMesh;
  readonly #at: Vector3[];
  readonly #shown: boolean[];

  constructor(shot: Shot) {
    this.#joints = shot.joints;
    this.#indexOf = new Map(shot.joints.map(({ place }, i) => [place, i]));
    const count = shot.joints.length;
    const material = new MeshLambertMaterial({ transparent: true, opacity: 0.92 });
    this.#balls = new InstancedMesh(new SphereGeometry(1, 16, 12), material, count);
    this.#bones = new InstancedMesh(boneGeometry(), material, count);
    for (const mesh of [this.#balls, this.#bones]) {
      mesh.instanceMatrix.setUsage(DynamicDrawUsage);
      mesh.frustumCulled = false;
      this.object.add(mesh);
    }
    this.#at = shot.joints.map(() => new Vector3());
    this.#shown = shot.joints.map(() => true);
    this.applyMarks(() => undefined);
  }

  applyPose(pose: ShotPose): void {
    const { localToWorld, visible } = pose;
    for (const [i, { place }] of this.#joints.entries()) {
      const m = place * 16;
      this.#at[i]?.set(localToWorld[m + 12] as number, localToWorld[m + 13] as number, localToWorld[m + 14] as number);
      this.#shown[i] = visible[place] === 1;
    }
    this.#placeAll();
  }

  #placeAll(): void {
    const matrix = new Matrix4();
    const turn = new Quaternion();
    const along = new Vector3();
    const longest = new Float64Array(this.#joints.length);
    for (const [i, joint] of this.#joints.entries()) {
      const at = this.#at[i] as Vector3;
      const parent = this.#indexOf.get(joint.parentJoint);
      const from = parent === undefined ? undefined : this.#at[parent];
      const length = from ? along.subVectors(at, from).length() : 0;
      if (from && parent !== undefined && length > 1e-9 && this.#shown[i]) {
        const width = Math.min(length * 0.1, joint.radius);
        turn.setFromUnitVectors(UP, along.divideScalar(length));
        this.#bones.setMatrixAt(i, matrix.compose(from, turn, new Vector3(width, length, width)));
        longest[i] = Math.max(longest[i] as number, length);
        longest[parent] = Math.max(longest[parent] as number, length);
      } else {
        this.#bones.setMatrixAt(i, HIDDEN);
      }
    }
    for (const [i, joint] of this.#joints.entries()) {
      const length = longest[i] as number;
      const radius = length > 0 ? Math.min(joint.radius * 0.5, length * 0.07) : joint.radius * 0.5;
      const at = this.#at[i] as Vector3;
      matrix.makeScale(radius, radius, radius).setPosition(at);
      this.#balls.setMatrixAt(i, this.#shown[i] ? matrix : HIDDEN);
    }
    for (const mesh of [this.#balls, this.#bones]) {
      mesh.instanceMatrix.needsUpdate = true;
      mesh.boundingSphere = null;
    }
  }

  /** Draws joints through what is in front of them. */
  set xray(isOn: boolean) {
    for (const mesh of [this.#balls, this.#bones]) {
      (mesh.material as Material).depthTest = !isOn;
      mesh.renderOrder = isOn ? 10 : 0;
    }
  }

  applyMarks(markOf: (place: number) => Mark): void {
    const color = new Color();
    for (const [i, { place, parentJoint }] of this.#joints.entries()) {
      const mark = markOf(place);
      this.#balls.setColorAt(i, color.set(mark ? PALETTE[mark] : PALETTE.joint));
      const above = parentJoint >= 0 ? markOf(parentJoint) : undefined;
      this.#bones.setColorAt(i, color.set(above ? PALETTE[above] : PALETTE.bone));
    }
    for (const mesh of [this.#balls, this.#bones]) if (mesh.instanceColor) mesh.instanceColor.needsUpdate = true;
  }

  pick(raycaster: Raycaster): PickHit[] {
    const hits = [this.#balls, this.#bones].map((mesh) => ({ mesh, found: raycaster.intersectObject(mesh, false) }));
    return hits.flatMap(({ mesh, found }) =>
      found.flatMap(({ instanceId, distance }) => {
        const joint = this.#joints[instanceId ?? -1];
        if (!joint) return [];
        // A bone belongs to the joint that it starts from.
        return [{ place: mesh === this.#bones ? joint.parentJoint : joint.place, distance }];
      }),
    );
  }

  expandBox(box: Box3, isWanted: (place: number) => boolean): void {
    for (const [i, { place, radius }] of this.#joints.entries()) {
      if (!this.#shown[i] || !isWanted(place)) continue;
      const at = this.#at[i] as Vector3;
      box.expandByPoint(CORNER.copy(at).addScalar(radius));
      box.expandByPoint(CORNER.copy(at).addScalar(-radius));
    }
  }

  dispose(): void {
    for (const mesh of [this.#balls, this.#bones]) {
      mesh.geometry.dispose();
      (mesh.material as Material).dispose();
      mesh.dispose();
    }
  }
}

/** A stretched octahedron from the origin along +Y, one unit long. */
function boneGeometry(): BufferGeometry {
  const ring = [
    [1, 0.16, 0],
    [0, 0.16, -1],
    [-1, 0.16, 0],
    [0, 0.16, 1],
  ];
  const points: number[] = [];
  for (let i = 0; i < 4; i++) {
    const a = ring[i] as number[];
    const b = ring[(i + 1) % 4] as number[];
    points.push(0, 0, 0, ...b, ...a, 0, 1, 0, ...a, ...b);
  }
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(Float32Array.from(points), 3));
  geometry.computeVertexNormals();
  return geometry;
}
