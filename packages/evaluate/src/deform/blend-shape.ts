import { isMeshData, type MeshData, type NumberTable, withNormals } from '@rigline/scene';
import { blendShape as declaration, type MorphOffsets, type MorphTarget } from '@rigline/scene/maya';
import { localCurve } from '../geometry/local-curve.ts';
import { defineNode, type NodeType, step } from '../graph/node-type.ts';
import { isCurveData } from '../nodes/utility/curve-shapes.ts';
import { reportUndeformed } from '../nodes/utility/geometry-filters.ts';
import { curveAsMesh, GeometryDeformer, type PointDeformer } from './deform-geometries.ts';
import { morphNormals, type NormalPart } from './morph-normals.ts';
import { type CompiledTarget, compileStoredTarget, compileTarget } from './morph-targets.ts';
import { type MorphSplit, splitMorphWeight } from './morph-weights.ts';

interface Weights {
  readonly indices: readonly number[];
  readonly values: readonly number[];
}

/** Stands for every geometry of a deformer. */
const ALL_GEOMETRIES = -1;
const NONE_HIDDEN: ReadonlySet<number> = new Set();
const NO_WEIGHTS: Weights = { indices: [], values: [] };
const split: MorphSplit = { first: -1, firstAmount: 0, second: -1, secondAmount: 0 };

/** Targets of a blend shape by geometry and weight, with the memory that it writes to. */
export class CompiledMorphs implements PointDeformer {
  readonly geometries: GeometryDeformer = new GeometryDeformer();
  /** Targets by weight index, by geometry. */
  targets: ReadonlyMap<number, readonly (CompiledTarget | undefined)[]> = new Map();
  weights: Weights = NO_WEIGHTS;
  hidden: ReadonlySet<number> = NONE_HIDDEN;
  envelope = 1;
  /** Differs when the points of a target or of the geometry may. */
  stamp = 0;
  /** Offsets of normals that count, of the mesh that was deformed last. */
  #normalParts: NormalPart[] = [];

  /** Targets of a geometry by weight index. */
  targetsOf(geometry: number): readonly (CompiledTarget | undefined)[] {
    return this.targets.get(geometry) ?? this.targets.get(ALL_GEOMETRIES) ?? [];
  }

  deform(geometry: number, mesh: MeshData, out: Float64Array): boolean {
    const targets = this.targetsOf(geometry);
    const { indices, values } = this.weights;
    if (this.envelope === 0) return false;
    let hasMoved = false;
    this.#normalParts.length = 0;
    for (let i = 0; i < indices.length; i++) {
      const index = indices[i] as number;
      const target = targets[index];
      const weight = values[i] as number;
      if (!target || weight === 0 || weight - weight !== 0 || this.hidden.has(index)) continue;
      splitMorphWeight(target.weights, weight, split);
      const { first, firstAmount, second, secondAmount } = split;
      if (first < 0 && second < 0) continue;
      if (!hasMoved) out.set(mesh.positionsXyz);
      hasMoved = true;
      if (first >= 0) this.#add(target, first, firstAmount, mesh, out);
      if (second >= 0) this.#add(target, second, secondAmount, mesh, out);
    }
    return hasMoved;
  }

  #add(target: CompiledTarget, shape: number, amount: number, mesh: MeshData, out: Float64Array): void {
    const offsets = target.shapes[shape]?.offsetsOn(mesh, this.stamp);
    if (!offsets) return;
    addOffsets(out, offsets, amount * this.envelope);
    if (offsets.normalOffsetsXyz) this.#normalParts.push({ offsets, amount: amount * this.envelope });
  }

  finish(mesh: MeshData): MeshData {
    if (this.#normalParts.length === 0) return mesh;
    const parts = [...this.#normalParts];
    return withNormals(mesh, (base) => morphNormals(base, parts));
  }
}

/** Adds offsets times an amount; points beyond the mesh are left out. */
function addOffsets(points: Float64Array, { vertices, offsetsXyz }: MorphOffsets, amount: number): void {
  const count = Math.min(vertices.length, Math.floor(offsetsXyz.length / 3));
  const vertexCount = Math.floor(points.length / 3);
  for (let i = 0, from = 0; i < count; i++, from += 3) {
    const vertex = vertices[i]!;
    if (vertex < 0 || vertex >= vertexCount) continue;
    const at = vertex * 3;
    points[at]! += amount * offsetsXyz[from]!;
    points[at + 1]! += amount * offsetsXyz[from + 1]!;
    points[at + 2]! += amount * offsetsXyz[from + 2]!;
  }
}

/** What a target is compared with the base by; undefined for geometry that has no points here. */
function targetMesh(geometry: unknown): MeshData | undefined {
  if (isCurveData(geometry)) return curveAsMesh(localCurve(geometry));
  return isMeshData(geometry) ? geometry : undefined;
}

/** Compiled targets by what readers hand on, which does not change. */
const KNOWN = new WeakMap<readonly (MorphTarget | undefined)[], readonly (CompiledTarget | undefined)[]>();

function compileTargets(targets: readonly (MorphTarget | undefined)[]): readonly (CompiledTarget | undefined)[] {
  let known = KNOWN.get(targets);
  if (!known) {
    known = targets.map((target) => target && compileTarget(target));
    KNOWN.set(targets, known);
  }
  return known;
}

/** The targets of one geometry as Maya has them, by weight index. */
function compileStoredTargets(
  { indices, values }: StoredTargets,
  baseWeights: NumberTable | undefined,
  isWorld: boolean,
): (CompiledTarget | undefined)[] {
  const targets: (CompiledTarget | undefined)[] = [];
  indices.forEach((index, at) => {
    const { targetWeights, inputTargetItem: items } = values[at] as StoredTargets['values'][number];
    const meshes = items.values.map((item) => ({ ...item, inputGeomTarget: targetMesh(item.inputGeomTarget) }));
    const stored = { targetWeights, inputTargetItem: { indices: items.indices, values: meshes } };
    targets[index] = compileStoredTarget(stored, baseWeights, isWorld);
  });
  return targets;
}

interface StoredTargets {
  readonly indices: readonly number[];
  readonly values: readonly {
    readonly targetWeights: NumberTable | undefined;
    readonly inputTargetItem: {
      readonly indices: readonly number[];
      readonly values: readonly {
        readonly inputGeomTarget: unknown;
        readonly inputPointsTarget: unknown;
        readonly inputComponentsTarget: unknown;
      }[];
    };
  }[];
}

function hiddenTargets({
  indices,
  values,
}: {
  readonly indices: readonly number[];
  readonly values: readonly boolean[];
}): ReadonlySet<number> {
  return indices.length === 0 ? NONE_HIDDEN : new Set(indices.filter((_, at) => values[at] === false));
}

/**
 * `blendShape`: adds the offsets of its targets to the points, and to the normals where targets have such offsets.
 *
 * A target is a connected mesh, whose difference from the incoming geometry counts, or stored offsets. The weights of
 * normalization groups are normalized as they are painted, so that they count here like any others.
 * Source: Maya help, "blendShape" node; Maya Station, "Blendshapes in Maya 2012, new features".
 * Unverified: targets in other spaces than that of the object, and in-betweens relative to the full shape.
 */
export const blendShape: NodeType = defineNode(declaration, [
  step(declaration, {
    reads: ['targets', 'inputTarget', 'origin'],
    writes: ['compiledTargets'],
    compute(input, output) {
      output.compiledTargets ??= new CompiledMorphs();
      const morphs = output.compiledTargets as CompiledMorphs;
      if (input.targets) {
        morphs.targets = new Map([[ALL_GEOMETRIES, compileTargets(input.targets)]]);
        return;
      }
      const targets = new Map<number, readonly (CompiledTarget | undefined)[]>();
      input.inputTarget.indices.forEach((geometry, at) => {
        const { baseWeights, inputTargetGroup } = input.inputTarget.values[at] as (typeof input.inputTarget.values)[0];
        targets.set(geometry, compileStoredTargets(inputTargetGroup, baseWeights, input.origin === 'world'));
      });
      morphs.targets = targets;
    },
  }),
  step(declaration, {
    // Meshes change in place: what was worked out of them counts as long as nothing above has changed.
    reads: ['input', 'compiledTargets'],
    writes: ['targetStamp'],
    compute(_input, output) {
      output.targetStamp++;
    },
  }),
  step(declaration, {
    reads: ['input', 'envelope', 'weight', 'targetVisibility', 'compiledTargets', 'targetStamp'],
    writes: ['outputGeometry'],
    compute(input, output, context) {
      const morphs = input.compiledTargets as CompiledMorphs;
      morphs.weights = input.weight;
      morphs.envelope = input.envelope;
      morphs.hidden = hiddenTargets(input.targetVisibility);
      morphs.stamp = input.targetStamp;
      output.outputGeometry ??= [];
      const hasOther = morphs.geometries.run(input.input, morphs, output.outputGeometry);
      if (hasOther && input.envelope !== 0) reportUndeformed('blendShape', context);
    },
  }),
]);
