/** Materials to shading nodes, and which mesh has which: as Maya has it, through a `shadingEngine` for each. */
import type { SceneNode } from '@rigline/scene';
import type { FbxObject, FbxProperties } from './document-types.ts';
import { materialsOf, placedMeshes } from './meshes.ts';
import { objectsOfKind } from './objects-by-kind.ts';
import type { AnimatedPlug } from './property-plugs.ts';
import type { FbxSceneContext } from './scene-context.ts';
import { displayText } from './text.ts';
import { buildTextures } from './textures.ts';

type Rgb = readonly [number, number, number];

/** Adds a node for every Material, with its textures, and assigns them to the meshes. */
export function buildMaterials(context: FbxSceneContext): void {
  const nodes = new Map<FbxObject, SceneNode>();
  const groups = new Map<FbxObject, SceneNode>();
  for (const material of objectsOfKind(context.document, 'Material')) {
    nodes.set(material, addMaterial(context, material));
  }
  buildTextures(context, nodes);
  const members = new Map<SceneNode, number>();
  for (const { geometry, places } of placedMeshes(context)) {
    for (const { model, node, instance } of places) {
      const materials = materialsOf(context, model, geometry);
      materials.forEach((material, i) => {
        const shader = nodes.get(material) as SceneNode;
        let group = groups.get(material);
        if (!group) {
          group = addShadingEngine(context, shader);
          groups.set(material, group);
        }
        const count = members.get(group) ?? 0;
        members.set(group, count + 1);
        // The number of an object group is the number that faces name the material by.
        const path = `instObjGroups[${instance}]${materials.length > 1 ? `.objectGroups[${i}]` : ''}`;
        context.scene.connect({ node, path }, { node: group, path: `dagSetMembers[${count}]` });
      });
    }
  }
}

function addShadingEngine({ scene }: FbxSceneContext, shader: SceneNode): SceneNode {
  const name = `${shader.name}SG`;
  const group = scene.addNode({
    type: 'shadingEngine',
    name: scene.isNameTaken(name, false, undefined) ? scene.freeName(`${name}#`) : name,
  });
  scene.connect({ node: shader, path: 'outColor' }, { node: group, path: 'surfaceShader' });
  return group;
}

const WORDS: Readonly<Record<string, string>> = { lambert: 'lambert', phong: 'phong', blinn: 'blinn' };

function addMaterial(context: FbxSceneContext, material: FbxObject): SceneNode {
  const { scene } = context;
  const { properties } = material;
  const physical = PHYSICAL.find(({ baseColor }) => properties.has(baseColor));
  const word = shadingModelOf(material).toLowerCase();
  const type = physical ? 'standardSurface' : Object.hasOwn(WORDS, word) ? (WORDS[word] as string) : 'lambert';
  const shown = displayText(material.name);
  const isTaken = shown !== '' && scene.isNameTaken(shown, false, undefined);
  const name = isTaken ? scene.freeName(`${shown}#`) : shown;
  const node = scene.addNode({ type, ...(name === '' ? {} : { name }) });
  if (isTaken || shown !== material.name) {
    scene.setRaw(node, 'fbxName', { dataType: 'string', value: material.name });
  }
  if (physical) storePhysical(context, properties, physical, node);
  else storeClassic(context, properties, node);
  if (properties.own.length > 0) {
    scene.setRaw(node, 'fbxProperties', { dataType: 'FbxProperty', value: properties.own });
  }
  context.plugsOf.set(material, physical ? physicalPlugs(node, physical) : classicPlugs(node));
  return node;
}

function classicPlugs(node: SceneNode): Map<string, AnimatedPlug> {
  return new Map([
    ['DiffuseColor', colorPlug(node, 'color')],
    ['DiffuseFactor', numberPlug(node, 'diffuse')],
    ['AmbientColor', colorPlug(node, 'ambientColor')],
    ['EmissiveColor', colorPlug(node, 'incandescence')],
    ['TransparentColor', colorPlug(node, 'transparency')],
  ]);
}

function physicalPlugs(node: SceneNode, names: PhysicalNames): Map<string, AnimatedPlug> {
  const plugs = new Map([
    [names.baseColor, colorPlug(node, 'baseColor')],
    [names.emissionColor, colorPlug(node, 'emissionColor')],
    [names.emission, numberPlug(node, 'emission')],
  ]);
  if (names.base) plugs.set(names.base, numberPlug(node, 'base'));
  return plugs;
}

function colorPlug(node: SceneNode, path: string): AnimatedPlug {
  return { ...numberPlug(node, path), leaves: [...'RGB'].map((axis) => path + axis) };
}

function numberPlug(node: SceneNode, path: string): AnimatedPlug {
  return { node, path, leaves: [path], scale: 1, curveType: 'animCurveTU', layered: 'fbxLayeredNumber' };
}

function shadingModelOf({ record, properties }: FbxObject): string {
  const own = record.children.find((child) => child.name === 'ShadingModel')?.values[0];
  return typeof own === 'string' && own !== '' ? own : properties.string('ShadingModel', '');
}

/**
 * Colours of the FBX SDK's own materials. Newer files have a colour and a factor of each; old ones have the product
 * alone, under the short name.
 *
 * Source: FBX SDK help, FbxSurfaceLambert and FbxSurfacePhong.
 */
function storeClassic(context: FbxSceneContext, properties: FbxProperties, node: SceneNode): void {
  const { scene } = context;
  if (properties.get('DiffuseColor')) {
    storeColor(context, node, 'color', readColor(properties, 'DiffuseColor', [0.8, 0.8, 0.8]));
    scene.setValue(node, 'diffuse', finite(properties.number('DiffuseFactor', 1), 1));
  } else if (properties.get('Diffuse')) {
    storeColor(context, node, 'color', readColor(properties, 'Diffuse', [0.8, 0.8, 0.8]));
  }
  storeColor(context, node, 'ambientColor', readProduct(properties, 'Ambient'));
  storeColor(context, node, 'incandescence', readProduct(properties, 'Emissive'));
  storeColor(context, node, 'transparency', readTransparency(properties));
  const specular = readProduct(properties, 'Specular');
  scene.setRaw(node, 'specularColor', { dataType: 'double3', value: specular });
  const shininess = properties.number('ShininessExponent', properties.number('Shininess', 20));
  scene.setRaw(node, 'cosinePower', { dataType: 'double', value: finite(shininess, 20) });
  scene.setRaw(node, 'reflectivity', {
    dataType: 'double',
    value: finite(properties.number('ReflectionFactor', properties.number('Reflectivity', 0)), 0),
  });
}

/** A colour times its factor, or the product that an old file has. */
function readProduct(properties: FbxProperties, name: string): Rgb {
  if (!properties.get(`${name}Color`)) return readColor(properties, name, [0, 0, 0]);
  const factor = finite(properties.number(`${name}Factor`, 1), 1);
  const [r, g, b] = readColor(properties, `${name}Color`, [0, 0, 0]);
  return [r * factor, g * factor, b * factor];
}

/**
 * Some exporters leave a white `TransparentColor` on what is opaque: where the file has an `Opacity` of its own, that
 * counts.
 */
function readTransparency(properties: FbxProperties): Rgb {
  const factor = finite(properties.number('TransparencyFactor', 0), 0);
  const color = readColor(properties, 'TransparentColor', [1, 1, 1]);
  const product: Rgb = properties.has('TransparentColor')
    ? [color[0] * factor, color[1] * factor, color[2] * factor]
    : properties.has('TransparencyFactor') && !properties.has('Opacity') && factor < 1
      ? [factor, factor, factor]
      : [0, 0, 0];
  if (!properties.has('Opacity')) return product;
  const opacity = finite(properties.number('Opacity', 1), 1);
  return opacity < 1 || !properties.has('TransparentColor') ? [1 - opacity, 1 - opacity, 1 - opacity] : isFull(product);
}

function isFull(transparency: Rgb): Rgb {
  return transparency.every((channel) => channel >= 1) ? [0, 0, 0] : transparency;
}

/** Names of the properties of a physically based material. */
interface PhysicalNames {
  readonly baseColor: string;
  readonly base?: string;
  readonly metalness: string;
  readonly roughness: string;
  readonly emissionColor: string;
  readonly emission: string;
  readonly transmission?: string;
  readonly opacity?: string;
}

/** Maya's standardSurface and Arnold's, Maya's Stingray, 3ds Max's physical, PBR and glTF materials. */
const PHYSICAL: readonly PhysicalNames[] = [
  {
    baseColor: 'Maya|baseColor',
    base: 'Maya|base',
    metalness: 'Maya|metalness',
    roughness: 'Maya|specularRoughness',
    emissionColor: 'Maya|emissionColor',
    emission: 'Maya|emission',
    opacity: 'Maya|opacity',
  },
  {
    baseColor: 'Maya|base_color',
    metalness: 'Maya|metallic',
    roughness: 'Maya|roughness',
    emissionColor: 'Maya|emissive',
    emission: 'Maya|emissive_intensity',
  },
  {
    baseColor: '3dsMax|Parameters|base_color',
    base: '3dsMax|Parameters|base_weight',
    metalness: '3dsMax|Parameters|metalness',
    roughness: '3dsMax|Parameters|roughness',
    emissionColor: '3dsMax|Parameters|emit_color',
    emission: '3dsMax|Parameters|emission',
  },
  {
    baseColor: '3dsMax|main|basecolor',
    metalness: '3dsMax|main|metalness',
    roughness: '3dsMax|main|roughness',
    emissionColor: '3dsMax|main|emit_color',
    emission: '3dsMax|main|emission',
  },
  {
    baseColor: '3dsMax|main|baseColor',
    metalness: '3dsMax|main|metalness',
    roughness: '3dsMax|main|roughness',
    emissionColor: '3dsMax|main|emissionColor',
    emission: '3dsMax|main|emission',
  },
];

function storePhysical(
  context: FbxSceneContext,
  properties: FbxProperties,
  names: PhysicalNames,
  node: SceneNode,
): void {
  const { scene } = context;
  storeColor(context, node, 'baseColor', readColor(properties, names.baseColor, [0.8, 0.8, 0.8]));
  if (names.base) scene.setValue(node, 'base', finite(properties.number(names.base, 1), 1));
  const glow = readColor(properties, names.emissionColor, [0, 0, 0]);
  storeColor(context, node, 'emissionColor', glow);
  scene.setValue(node, 'emission', finite(properties.number(names.emission, 0), 0));
  const raw = (name: string, value: unknown, dataType = 'double'): void =>
    scene.setRaw(node, name, { dataType, value });
  raw('metalness', finite(properties.number(names.metalness, 0), 0));
  raw('specularRoughness', finite(properties.number(names.roughness, 0.4), 0.4));
  const opacity: Rgb = names.opacity ? readColor(properties, names.opacity, [1, 1, 1]) : [1, 1, 1];
  raw('opacity', opacity, 'double3');
}

function readColor(properties: FbxProperties, name: string, fallback: Rgb): Rgb {
  const [r, g, b] = properties.vector(name, [fallback[0], fallback[1], fallback[2]]);
  return [finite(r, fallback[0]), finite(g, fallback[1]), finite(b, fallback[2])];
}

function storeColor({ scene }: FbxSceneContext, node: SceneNode, plug: string, color: Rgb): void {
  for (let i = 0; i < 3; i++) scene.setValue(node, plug + 'RGB'[i], color[i] as number);
}

function finite(value: number, fallback: number): number {
  return Number.isFinite(value) ? value : fallback;
}
