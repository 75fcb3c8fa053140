import {
  composeMat4,
  convertScale,
  convertTransformAs,
  decomposeMat4,
  determinantLinear,
  identityMat4,
  identityParts,
  invertMat4,
  type Mat4,
  type MatrixParts,
  multiplyMat4,
  type Quat,
  type SpaceConversion,
  type Vec3,
} from '@rigline/math';
import type { PlannedNode } from './plan-nodes.ts';

/** A node relative to its parent, in the space of the target. */
export interface LocalTransform {
  readonly translate: Vec3;
  readonly rotate: Quat;
  readonly scale: Vec3;
  /** How far the three are from the whole: the largest difference of the images of the axes. */
  readonly residue: number;
}

/** Brings world matrices of the source into local ones of the target, all nodes at a time. */
export class LocalTransforms {
  readonly #conversion: SpaceConversion;
  readonly #nodes: readonly PlannedNode[];
  readonly #worlds: Mat4[];
  readonly #inverses: (Mat4 | undefined)[];
  readonly #parents: Uint8Array;
  readonly #last: LocalTransform[] = [];

  constructor(conversion: SpaceConversion, nodes: readonly PlannedNode[]) {
    this.#conversion = conversion;
    this.#nodes = nodes;
    this.#worlds = nodes.map(() => identityMat4());
    this.#inverses = nodes.map(() => undefined);
    this.#parents = new Uint8Array(nodes.length);
    for (const { parent } of nodes) if (parent >= 0) this.#parents[parent] = 1;
  }

  /** World matrix of a node in the space of the target, as it was read last; borrowed. */
  world(node: number): Readonly<Mat4> {
    return this.#worlds[node] as Mat4;
  }

  /** Reads a node at the graph's present time; parents before children. */
  read(number: number): LocalTransform {
    const node = this.#nodes[number] as PlannedNode;
    const world = convertTransformAs(this.#conversion, node.readWorld(), node.role, this.#worlds[number]);
    if (this.#parents[number]) this.#inverses[number] = invertMat4(world);
    const inverse = node.parent < 0 ? undefined : this.#inverses[node.parent];
    const local = inverse ? multiplyMat4(world, inverse) : [...world];
    const parts = partsOf(local as Mat4, this.#signsOf(node));
    // What is no number leaves the node where it was.
    const last = this.#last[number] ?? REST;
    this.#last[number] = Number.isFinite(parts.residue) ? parts : last;
    return this.#last[number] as LocalTransform;
  }

  /** Signs of the scale that the source has, as they are along the axes of the target. */
  #signsOf({ readScale, role }: PlannedNode): Vec3 | undefined {
    const scale = readScale?.();
    if (!scale || role !== 'object' || !this.#conversion.permutesAxes) return undefined;
    return convertScale(this.#conversion, scale).map((value) => (value < 0 ? -1 : 1)) as Vec3;
  }
}

const REST: LocalTransform = { translate: [0, 0, 0], rotate: [0, 0, 0, 1], scale: [1, 1, 1], residue: 0 };

const parts: MatrixParts = identityParts();
const again = identityMat4();

/** A matrix as scale, rotation and translation; the signs of the scale are as wished where that is possible. */
function partsOf(local: Mat4, signs: Vec3 | undefined): LocalTransform {
  const isMirrored = determinantLinear(local) < 0;
  const usable = signs && signs[0] * signs[1] * signs[2] < 0 === isMirrored ? signs : undefined;
  const matrix = usable ? withRowSigns(local, usable) : local;
  decomposeMat4(matrix, undefined, parts);
  const scale = parts.scale.map((value, i) => value * (usable?.[i] ?? 1)) as Vec3;
  const result = { translate: [...parts.translate] as Vec3, rotate: [...parts.rotate] as Quat, scale };
  composeMat4(result, again);
  // The translation is exact; its share is nothing, or no number.
  let residue = local[12] - local[12] + (local[13] - local[13]) + (local[14] - local[14]);
  for (let i = 0; i < 11; i++) {
    if (i % 4 < 3) residue = Math.max(residue, Math.abs((again[i] as number) - (local[i] as number)));
  }
  return { ...result, residue };
}

function withRowSigns(m: Readonly<Mat4>, signs: Readonly<Vec3>): Mat4 {
  return m.map((value, i) => (i < 12 && i % 4 < 3 ? value * (signs[Math.floor(i / 4)] as number) : value)) as Mat4;
}
