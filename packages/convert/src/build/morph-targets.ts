import { type Graph, type MorphSplit, type StackTarget, splitMorphWeight } from '@rigline/evaluate';
import type { SceneNode } from '@rigline/scene';
import type { ExportTarget } from '@rigline/scene/export';
import type { MorphTarget } from '@rigline/scene/maya';
import { convertNormalOffsets, convertOffsets, type MeshPlacement } from './convert-mesh.ts';
import { UniqueNames } from './unique-names.ts';

/** The targets of a mesh, and what moves them. */
export interface ExportMorphs {
  readonly targets: readonly ExportTarget[];
  /** Writes the weights of all targets at the graph's present time. */
  readonly readWeights: (out: Float64Array) => void;
}

/** Turns each shape into a target of its own: few engines know in-betweens, and all know sums. */
export function exportMorphs(graph: Graph, stack: readonly StackTarget[], placement: MeshPlacement): ExportMorphs {
  const targets: ExportTarget[] = [];
  const readers: ((out: Float64Array) => void)[] = [];
  const names = new UniqueNames();
  for (const target of stack) {
    const name = nameOf(target);
    const first = targets.length;
    for (const { weight, offsets } of target.shapes) {
      targets.push({
        name: names.take(weight === 1 || target.shapes.length === 1 ? name : `${name}_${Math.round(weight * 100)}`),
        channel: `${target.node.name}.${name}`,
        channelWeight: weight,
        vertices: offsets.vertices,
        offsetsXyz: convertOffsets(placement, offsets.offsetsXyz),
        ...(offsets.normalOffsetsXyz
          ? { normalOffsetsXyz: convertNormalOffsets(placement, offsets.normalOffsetsXyz) }
          : {}),
      });
    }
    readers.push(weightReader(graph, target, first));
  }
  return {
    targets,
    readWeights: (out) => {
      out.fill(0);
      for (const read of readers) read(out);
    },
  };
}

/** How much of each shape of a target counts, from its weight and the envelope of its node. */
function weightReader(
  graph: Graph,
  { node, weightIndex, shapes }: StackTarget,
  first: number,
): (out: Float64Array) => void {
  const weights = Float64Array.from(shapes, ({ weight }) => weight);
  const probe = graph.probe({
    weight: { node, path: `weight[${weightIndex}]` },
    envelope: { node, path: 'envelope' },
  });
  const split: MorphSplit = { first: -1, firstAmount: 0, second: -1, secondAmount: 0 };
  return (out) => {
    const { weight, envelope } = probe.read();
    if (!Number.isFinite(weight)) return;
    splitMorphWeight(weights, weight as number, split);
    const amount = Number(envelope);
    if (split.first >= 0) out[first + split.first] = split.firstAmount * amount;
    if (split.second >= 0) out[first + split.second] = split.secondAmount * amount;
  };
}

function nameOf({ node, weightIndex }: StackTarget): string {
  const path = `weight[${weightIndex}]`;
  const targets = node.values.get('targets') as readonly (MorphTarget | undefined)[] | undefined;
  return targets?.[weightIndex]?.name ?? aliasOf(node, path) ?? `target_${weightIndex}`;
}

function aliasOf(node: SceneNode, path: string): string | undefined {
  for (const [alias, aliased] of node.aliases ?? []) if (aliased === path) return alias;
  return undefined;
}
