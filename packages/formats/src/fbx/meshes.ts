/** Geometry to shapes: meshes with their instances, curves, and a word on what is no mesh. */
import type { SceneNode } from '@rigline/scene';
import { addCurves, addLines } from './curves-surfaces.ts';
import type { FbxObject } from './document-types.ts';
import { checkMesh, FbxMesh } from './mesh.ts';
import type { MeshReport } from './mesh-faces.ts';
import { objectsOfKind } from './objects-by-kind.ts';
import { reportFbx } from './problems.ts';
import { countNumbers } from './record-arrays.ts';
import { childOf } from './record-types.ts';
import type { FbxSceneContext } from './scene-context.ts';
import { addShapeNode, freeShapeName, modelsOf } from './shapes.ts';

/** Where a mesh stands: the shape, and the Model that shows it. */
export interface MeshPlace {
  readonly model: FbxObject;
  readonly node: SceneNode;
  /** Number of the place among those of the shape. */
  readonly instance: number;
}

/** A mesh of the file with all its places. */
export interface PlacedMesh {
  readonly geometry: FbxObject;
  readonly mesh: FbxMesh;
  readonly places: readonly MeshPlace[];
}

const PLACED = new WeakMap<FbxSceneContext, PlacedMesh[]>();

/** The meshes that `buildMeshes` has put into the scene, in the order of the file. */
export function placedMeshes(context: FbxSceneContext): readonly PlacedMesh[] {
  return PLACED.get(context) ?? [];
}

/**
 * Meshes are decoded when somebody asks for them. The problems of those of small files are told while the file is
 * read, like all others: so many numbers are decoded for it, and an array counts as so many more.
 */
const CHECKED_NUMBERS = 30_000;
const ARRAY_COST = 500;

/** Adds a shape for every Geometry that a Model shows. */
export function buildMeshes(context: FbxSceneContext): void {
  const placed: PlacedMesh[] = [];
  PLACED.set(context, placed);
  let budget = CHECKED_NUMBERS;
  for (const geometry of objectsOfKind(context.document, 'Geometry')) {
    if (isMesh(geometry)) {
      const found = addMesh(context, geometry);
      if (!found) continue;
      placed.push(found);
      if (budget > 0) budget -= costOf(geometry, budget);
      if (budget > 0) checkMesh(found.mesh);
    } else if (geometry.subtype === 'NurbsCurve') addCurves(context, geometry);
    else if (geometry.subtype === 'Line') addLines(context, geometry);
    else if (geometry.subtype !== 'Shape') reportSurface(context, geometry);
  }
}

/** Numbers in the arrays of a geometry, counted until there are more than `limit`. */
function costOf(geometry: FbxObject, limit: number): number {
  let cost = 0;
  for (const child of geometry.record.children) {
    cost += countNumbers(child) + ARRAY_COST;
    if (cost > limit) break;
    if (child.name.startsWith('LayerElement')) for (const part of child.children) cost += countNumbers(part);
  }
  return cost;
}

function isMesh({ subtype, record }: FbxObject): boolean {
  if (subtype === 'Mesh') return true;
  return subtype !== 'Shape' && childOf(record, 'PolygonVertexIndex') !== undefined;
}

function addMesh(context: FbxSceneContext, geometry: FbxObject): PlacedMesh | undefined {
  const models = modelsOf(context, geometry);
  if (models.length === 0) return undefined;
  let materialCount = 0;
  for (const model of models) materialCount = Math.max(materialCount, materialsOf(context, model, geometry).length);
  const mesh = new FbxMesh(geometry.record, {
    unit: context.unit,
    version: context.document.file.version,
    materialCount,
    report: reporter(context, geometry),
  });
  const places = isSkinned(context, geometry) ? placeEach(context, geometry, models) : placeAll(context, geometry);
  for (const node of new Set(places.map((place) => place.node))) context.scene.setValue(node, 'polygons', mesh);
  return { geometry, mesh, places };
}

function placeAll(context: FbxSceneContext, geometry: FbxObject): MeshPlace[] {
  const node = addShapeNode(context, geometry, 'mesh');
  if (!node) return [];
  return modelsOf(context, geometry).map((model, instance) => ({ model, node, instance }));
}

/**
 * A shape for every Model. A skin holds its points in world space, whatever Model shows them: the points in the space
 * of the shape are others in every place.
 */
function placeEach(context: FbxSceneContext, geometry: FbxObject, models: readonly FbxObject[]): MeshPlace[] {
  const { scene } = context;
  return models.map((model) => {
    const parent = context.nodeOf.get(model) as SceneNode;
    const node = scene.addNode({ type: 'mesh', name: freeShapeName(scene, parent), parent });
    if (!context.shapeOf.has(geometry)) context.shapeOf.set(geometry, node);
    return { model, node, instance: 0 };
  });
}

function isSkinned(context: FbxSceneContext, geometry: FbxObject): boolean {
  if (followsMeshes(context)) return false;
  return context.document.into(geometry).some(({ source }) => source.kind === 'Deformer' && source.subtype === 'Skin');
}

/** Whether skinned meshes move with their node, as in Maya. */
export function followsMeshes({ document }: FbxSceneContext): boolean {
  return /\bmaya\b/i.test(document.application) || /\bmaya\b/i.test(document.creator);
}

/** Materials of a Model in the order of their connections; those of the geometry where the Model has none of its own. */
export function materialsOf(context: FbxSceneContext, model: FbxObject, geometry: FbxObject): FbxObject[] {
  const own = connectedMaterials(context, model);
  const shared = connectedMaterials(context, geometry);
  return own.length < shared.length ? [...own, ...shared.slice(own.length)] : own;
}

function connectedMaterials(context: FbxSceneContext, object: FbxObject): FbxObject[] {
  const found: FbxObject[] = [];
  for (const { type, source } of context.document.into(object)) {
    if (type === 'OO' && source.kind === 'Material') found.push(source);
  }
  return found;
}

/** Reports problems of a geometry with its place. */
export function reporter(context: FbxSceneContext, geometry: FbxObject): MeshReport {
  return (code, message, count) => {
    const at = context.place(geometry);
    const text = count === undefined || count === 1 ? message : `${message} (${count} times)`;
    reportFbx(context.log, code, { message: text, at });
  };
}

/** Types of geometry that Rigline has no shape for, by their name in the file. */
function reportSurface(context: FbxSceneContext, geometry: FbxObject): void {
  const [model] = modelsOf(context, geometry);
  if (!model) return;
  reportFbx(context.log, 'FBX_SURFACE_NOT_READ', {
    message: `Geometry of the type ${JSON.stringify(geometry.subtype)} is not read`,
    at: { ...context.place(model), byte: geometry.at },
    group: geometry.subtype,
    hint: 'Export it as polygons.',
  });
}
