import type { Mat4 } from '@rigline/math';
import type { DagPath } from '@rigline/scene';
import type { Graph } from '../graph/graph.ts';
import type { EvalMesh } from './eval-document.ts';

/** Reads the world points of one mesh; undefined while it has none. */
export type MeshSampler = (toFile: number) => EvalMesh | undefined;

/** A reader of the evaluated points of a mesh in one place of the hierarchy. */
export function sampleMesh(graph: Graph, place: DagPath): MeshSampler {
  const { node, path, instance } = place;
  const probe = graph.probe({
    mesh: { node, path: 'outMesh' },
    world: { node, path: `worldMatrix[${instance}]` },
    intermediate: { node, path: 'intermediateObject' },
  });
  return (toFile) => {
    const { mesh, world, intermediate } = probe.read();
    const points = (mesh as { readonly positionsXyz?: Float64Array } | undefined)?.positionsXyz;
    if (!points || intermediate === true) return undefined;
    return { path, positionsXyz: pointsInFile(points, world as Mat4, toFile) };
  };
}

/** Points through an affine matrix, then times a factor, as a list that JSON takes. */
function pointsInFile(points: Float64Array, m: Readonly<Mat4>, factor: number): number[] {
  const [xx, xy, xz, , yx, yy, yz, , zx, zy, zz, , tx, ty, tz] = m;
  const out = new Array<number>(points.length);
  for (let i = 0; i + 3 <= points.length; i += 3) {
    const x = points[i] as number;
    const y = points[i + 1] as number;
    const z = points[i + 2] as number;
    out[i] = (x * xx + y * yx + z * zx + tx) * factor;
    out[i + 1] = (x * xy + y * yy + z * zy + ty) * factor;
    out[i + 2] = (x * xz + y * yz + z * zz + tz) * factor;
  }
  return out;
}
