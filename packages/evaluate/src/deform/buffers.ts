import { type MeshData, withPositions } from '@rigline/scene';

/** Memory for the points of a deformed mesh, and the mesh that has them. */
export interface DeformedMesh {
  readonly points: Float64Array;
  readonly mesh: MeshData;
}

interface Block extends DeformedMesh {
  readonly source: MeshData;
}

/**
 * Two blocks in turn for each geometry of a deformer: what it has given last stays as it is while the next is computed,
 * and consumers see by identity that the points are others.
 */
export class GeometryBuffers {
  readonly #blocks = new Map<number, { readonly pair: (Block | undefined)[]; turn: number }>();

  /** A block for the points of a mesh that is not the one given last. Its numbers are left over from before. */
  next(index: number, source: MeshData): DeformedMesh {
    let entry = this.#blocks.get(index);
    if (!entry) {
      entry = { pair: [undefined, undefined], turn: 0 };
      this.#blocks.set(index, entry);
    }
    entry.turn = 1 - entry.turn;
    const known = entry.pair[entry.turn];
    const { length } = source.positionsXyz;
    if (known?.source === source && known.points.length === length) return known;
    const points = known?.points.length === length ? known.points : new Float64Array(length);
    const block = { source, points, mesh: withPositions(source, points) };
    entry.pair[entry.turn] = block;
    return block;
  }
}
