import { type MeshData, type SceneNode, withFaceMaterials } from '@rigline/scene';
import type { RequestTree } from '../graph/node-type.ts';

/** A group of faces by its number, as it is requested and as it comes. */
interface FaceGroup {
  readonly objectGroupId: number;
  readonly objectGrpCompList: readonly string[] | undefined;
}

/** Groups that belong to shading engines, by number. */
export interface FaceGroups {
  readonly groups?: Readonly<Record<string, FaceGroup>>;
}

const GROUP = /^instObjGroups\[0\]\.objectGroups\[(\d+)\]$/;

/**
 * What tells the materials of faces: the groups of the first instance that shading engines have. Which ones those are
 * is looked at once; later assignments by face are seen by graphs that are made after them.
 */
export function requestFaceGroups(node: SceneNode): RequestTree {
  const groups: Record<string, RequestTree> = {};
  let hasAny = false;
  for (const [path, ends] of node.outputs) {
    const group = GROUP.exec(path)?.[1];
    if (group === undefined || !ends.some((end) => end.node.isA('shadingEngine'))) continue;
    const child = (name: string): RequestTree => ({ node, path: `${path}.${name}` });
    groups[group] = { objectGroupId: child('objectGroupId'), objectGrpCompList: child('objectGrpCompList') };
    hasAny = true;
  }
  return hasAny ? { groups } : {};
}

/** The mesh with the materials of its faces, which are worked out when they are read. */
export function withGroups(mesh: MeshData, { groups }: FaceGroups): MeshData {
  if (!groups) return mesh;
  // What is requested is lent.
  const lists = Object.entries(groups).map(([number, group]) => [Number(number), { ...group }] as const);
  return withFaceMaterials(mesh, (faces) => faceMaterialsOf(faces, lists));
}

/**
 * The number of its group for each face, -1 for faces in none; what the mesh has itself where no group names faces.
 * Faces that history has put into a group count before those that the node has saved.
 */
function faceMaterialsOf(
  mesh: MeshData,
  groups: readonly (readonly [number: number, group: FaceGroup])[],
): Int32Array | undefined {
  const materials = new Int32Array(mesh.faceCounts.length).fill(-1);
  let hasFaces = false;
  for (const [number, { objectGroupId, objectGrpCompList }] of groups) {
    const components = mesh.parts?.groups.get(objectGroupId) ?? objectGrpCompList;
    if (!Array.isArray(components)) continue;
    for (const component of components) hasFaces = fillFaces(materials, String(component), number) || hasFaces;
  }
  return hasFaces ? materials : mesh.faceMaterials;
}

const FACES = /^\s*(?:.*\.)?f\[(?:(\d+)(?::(\d+))?|\*)\]\s*$/;

/** False for components that are no faces. */
function fillFaces(materials: Int32Array, component: string, material: number): boolean {
  const match = FACES.exec(component);
  if (!match) return false;
  const [, first, last] = match;
  materials.fill(material, Number(first ?? 0), first === undefined ? materials.length : Number(last ?? first) + 1);
  return true;
}
