import { invertMat4 } from '@rigline/math';
import { localMesh, type MeshData, type NumberTable } from '@rigline/scene';
import type { MorphOffsets, MorphTarget } from '@rigline/scene/maya';
import { transformPositions } from '../geometry/mesh-data.ts';
import { pointsOfComponents } from './components.ts';

/** Offsets of one shape, as they are on a base mesh. `stamp` differs when the points of any mesh involved may. */
export interface ShapeOffsets {
  offsetsOn(base: MeshData, stamp: number): MorphOffsets;
}

/** A target ready to be added: shapes by ascending weight, none of them at 0. */
export interface CompiledTarget {
  readonly weights: Float64Array;
  readonly shapes: readonly ShapeOffsets[];
}

/** Share of the offsets by point; 1 where nothing is said. Undefined when it is 1 everywhere. */
export type PointShares = Float64Array | undefined;

/** The product of tables of one column. */
export function combineShares(...tables: readonly (NumberTable | undefined)[]): PointShares {
  let shares: Float64Array | undefined;
  for (const table of tables) {
    if (!table || table.count === 0) continue;
    if (!shares || shares.length < table.count) {
      const longer = new Float64Array(table.count).fill(1);
      if (shares) longer.set(shares);
      shares = longer;
    }
    for (let row = 0; row < table.count; row++) {
      const share = table.get(row);
      if (!Number.isNaN(share)) shares[row] = (shares[row] as number) * share;
    }
  }
  return shares;
}

/** Multiplies offsets by the shares of their points. */
function applyShares(offsets: MorphOffsets, shares: PointShares): MorphOffsets {
  if (!shares) return offsets;
  const { vertices, offsetsXyz } = offsets;
  const scaled = Float64Array.from(offsetsXyz);
  for (let i = 0; i < scaled.length; i++) {
    scaled[i] = (scaled[i] as number) * (shares[vertices[Math.floor(i / 3)] as number] ?? 1);
  }
  return { vertices, offsetsXyz: scaled };
}

/** Offsets that do not depend on any mesh. */
class FixedOffsets implements ShapeOffsets {
  readonly #read: () => MorphOffsets;
  #offsets: MorphOffsets | undefined;

  constructor(read: () => MorphOffsets) {
    this.#read = read;
  }

  offsetsOn(): MorphOffsets {
    this.#offsets ??= this.#read();
    return this.#offsets;
  }
}

/**
 * Stored offsets: four numbers for each point that the component list names. Units: centimetres.
 * Unverified: that files in other units keep centimetres here, as numbers without a unit.
 */
class ListedOffsets implements ShapeOffsets {
  readonly #points: ArrayLike<number>;
  readonly #components: readonly string[];
  readonly #shares: PointShares;
  #offsets: MorphOffsets | undefined;
  #count = -1;

  constructor(points: ArrayLike<number>, components: readonly string[], shares: PointShares) {
    this.#points = points;
    this.#components = components;
    this.#shares = shares;
  }

  offsetsOn(base: MeshData): MorphOffsets {
    const { length } = base.positionsXyz;
    if (!this.#offsets || this.#count !== length) {
      this.#offsets = applyShares(this.#expand(base), this.#shares);
      this.#count = length;
    }
    return this.#offsets;
  }

  #expand(base: MeshData): MorphOffsets {
    const points = this.#points;
    const stored = Math.floor(points.length / 4);
    const total = Math.floor(base.positionsXyz.length / 3);
    const named = pointsOfComponents(base, this.#components);
    const count = Math.min(named?.length ?? total, stored);
    const vertices = named?.subarray(0, count) ?? Int32Array.from({ length: count }, (_, vertex) => vertex);
    const offsetsXyz = new Float64Array(count * 3);
    for (let i = 0; i < count; i++) {
      for (let axis = 0; axis < 3; axis++) offsetsXyz[i * 3 + axis] = points[i * 4 + axis] as number;
    }
    return { vertices, offsetsXyz };
  }
}

/** The difference between another mesh and the base. */
class LiveOffsets implements ShapeOffsets {
  readonly #target: MeshData;
  readonly #isWorld: boolean;
  readonly #shares: PointShares;
  #offsets: MorphOffsets | undefined;
  #stamp = -1;

  constructor(target: MeshData, isWorld: boolean, shares: PointShares) {
    this.#target = target;
    this.#isWorld = isWorld;
    this.#shares = shares;
  }

  offsetsOn(base: MeshData, stamp: number): MorphOffsets {
    if (!this.#offsets || this.#stamp !== stamp) {
      this.#offsets = applyShares(differencesOf(base.positionsXyz, this.#pointsFor(base)), this.#shares);
      this.#stamp = stamp;
    }
    return this.#offsets;
  }

  /** Points of the target in the space of the base: as they are in its own space, or in the world. */
  #pointsFor({ localToWorld }: MeshData): Float64Array {
    if (!this.#isWorld) return localMesh(this.#target).positionsXyz;
    const worldToBase = localToWorld && invertMat4(localToWorld);
    const { positionsXyz } = this.#target;
    return worldToBase ? transformPositions(positionsXyz, worldToBase) : positionsXyz;
  }
}

function differencesOf(base: Float64Array, target: Float64Array): MorphOffsets {
  const length = Math.min(base.length, target.length);
  const vertices: number[] = [];
  for (let i = 0; i + 3 <= length; i += 3) {
    if (base[i] !== target[i] || base[i + 1] !== target[i + 1] || base[i + 2] !== target[i + 2]) vertices.push(i / 3);
  }
  const offsetsXyz = new Float64Array(vertices.length * 3);
  for (let i = 0; i < offsetsXyz.length; i++) {
    const at = (vertices[Math.floor(i / 3)] as number) * 3 + (i % 3);
    offsetsXyz[i] = (target[at] as number) - (base[at] as number);
  }
  return { vertices: Int32Array.from(vertices), offsetsXyz };
}

/** A target as other formats than Maya ASCII hand it on. */
export function compileTarget({ shapes }: MorphTarget): CompiledTarget {
  const used = shapes.filter(({ weight }) => weight !== 0 && Number.isFinite(weight));
  return {
    weights: Float64Array.from(used, ({ weight }) => weight),
    shapes: used.map((shape) => new FixedOffsets(() => shape.readOffsets())),
  };
}

/** What a `blendShape` has at `inputTarget[…].inputTargetGroup[…]`. */
export interface StoredTarget {
  readonly targetWeights: NumberTable | undefined;
  readonly inputTargetItem: {
    readonly indices: readonly number[];
    readonly values: readonly {
      readonly inputGeomTarget: MeshData | undefined;
      readonly inputPointsTarget: unknown;
      readonly inputComponentsTarget: unknown;
    }[];
  };
}

/** Index of the item that is fully in at weight 0, and items per unit of weight. Source: Maya help, "blendShape". */
const ITEM_AT_ZERO = 5000;
const ITEMS_PER_WEIGHT = 1000;

/**
 * A target as a `blendShape` of Maya has it. A connected mesh wins over stored offsets.
 *
 * @param isWorld The points of connected meshes count where they are in the world.
 */
export function compileStoredTarget(
  { targetWeights, inputTargetItem }: StoredTarget,
  baseWeights: NumberTable | undefined,
  isWorld: boolean,
): CompiledTarget {
  const shares = combineShares(baseWeights, targetWeights);
  const weights: number[] = [];
  const shapes: ShapeOffsets[] = [];
  inputTargetItem.indices.forEach((index, at) => {
    const item = inputTargetItem.values[at] as StoredTarget['inputTargetItem']['values'][number];
    const weight = (index - ITEM_AT_ZERO) / ITEMS_PER_WEIGHT;
    const shape = compileItem(item, shares, isWorld);
    if (weight === 0 || !shape) return;
    weights.push(weight);
    shapes.push(shape);
  });
  return { weights: Float64Array.from(weights), shapes };
}

function compileItem(
  item: StoredTarget['inputTargetItem']['values'][number],
  shares: PointShares,
  isWorld: boolean,
): ShapeOffsets | undefined {
  const { inputGeomTarget: mesh, inputPointsTarget: points, inputComponentsTarget: components } = item;
  if (mesh) return new LiveOffsets(mesh, isWorld, shares);
  if (!isNumberList(points) || !Array.isArray(components)) return undefined;
  return new ListedOffsets(points, components as readonly string[], shares);
}

function isNumberList(value: unknown): value is ArrayLike<number> {
  return value instanceof Float64Array || value instanceof Float32Array || Array.isArray(value);
}
