import type { SceneNode } from '@rigline/scene';
import type { DisplayColor, ShotMesh, SurfaceLook } from './shot.ts';

/** How a mesh looks where nothing says otherwise: the grey of a new surface. */
const PLAIN: SurfaceLook = { color: [0.55, 0.56, 0.58], opacity: 1, glow: [0, 0, 0], metallic: 0, roughness: 0.62 };

/** Number of the material that faces name, from the plug that a shading group is connected to. */
const GROUP = /^(?:instObjGroups|iog)(?:\[(\d+)\])?(?:\.(?:objectGroups|og)\[(\d+)\])?$/;

/**
 * The look of a mesh from the first material that an instance of it is assigned to, and of all its materials where it
 * has several: their own colours, without textures.
 */
export function surfaceLooks(mesh: SceneNode, instance: number): SurfaceLook & Pick<ShotMesh, 'materials'> {
  const materials: (SurfaceLook | undefined)[] = [];
  let first: SurfaceLook | undefined;
  let firstOfAny: SurfaceLook | undefined;
  for (const path of [...mesh.outputs.keys()].sort()) {
    const match = GROUP.exec(path);
    if (!match) continue;
    const material = materialBehind(mesh, path);
    if (!material) continue;
    firstOfAny ??= lookOf(material);
    if (Number(match[1] ?? 0) !== instance) continue;
    const look = lookOf(material);
    first ??= look;
    const number = Number(match[2] ?? 0);
    if (number < MOST_MATERIALS) materials[number] = look;
  }
  const own = first ?? firstOfAny ?? PLAIN;
  return materials.length > 1 ? { ...own, materials: Array.from(materials) } : own;
}

const MOST_MATERIALS = 10_000;

/**
 * The look of a material.
 *
 * Source: Maya help, "lambert", "blinn", "phong", "standardSurface", "shadingEngine".
 */
function lookOf(material: SceneNode): SurfaceLook {
  const isStandard = /standardSurface|aiStandard|openPBR/i.test(material.type);
  const fallback = isStandard ? WHITE : HALF_GREY;
  const stored = colorOf(material, isStandard ? ['baseColor', 'bc'] : ['color', 'c']) ?? fallback;
  // Under a texture the stored colour may be anything; black would hide the shape.
  const isTextured = material.inputs.has(isStandard ? 'baseColor' : 'color');
  const base = isTextured && mean(stored) < 0.02 ? fallback : stored;
  const weight = numberOf(material, isStandard ? ['base', 'b'] : ['diffuse', 'dc']) ?? (isStandard ? 1 : 0.8);
  const transparency = colorOf(material, ['transparency', 'it']) ?? BLACK;
  const opacity = isStandard ? mean(colorOf(material, ['opacity', 'o']) ?? WHITE) : 1 - mean(transparency);
  return {
    color: toDisplay(base, isStandard ? weight : Math.min(1, weight * 1.25)),
    opacity: Math.min(1, Math.max(0.05, opacity)),
    glow: glowOf(material, isStandard),
    metallic: numberOf(material, ['metalness', 'mlns']) ?? 0,
    roughness: isStandard
      ? (numberOf(material, ['specularRoughness', 'sr']) ?? 0.4)
      : (ROUGHNESS[material.type] ?? 0.7),
  };
}

const BLACK: DisplayColor = [0, 0, 0];
const WHITE: DisplayColor = [0.8, 0.8, 0.8];
const HALF_GREY: DisplayColor = [0.5, 0.5, 0.5];
const ROUGHNESS: Readonly<Record<string, number>> = { lambert: 0.85, blinn: 0.4, phong: 0.35, phongE: 0.35 };

function glowOf(material: SceneNode, isStandard: boolean): DisplayColor {
  const color = colorOf(material, isStandard ? ['emissionColor', 'ec'] : ['incandescence', 'ic']) ?? BLACK;
  const weight = isStandard ? (numberOf(material, ['emission', 'e']) ?? 0) : 1;
  return toDisplay(color, weight);
}

/** The material behind the shading group that a plug of a mesh leads to. */
function materialBehind(mesh: SceneNode, path: string): SceneNode | undefined {
  for (const { node } of mesh.outputs.get(path) ?? []) {
    if (node.type !== 'shadingEngine') continue;
    const surface = node.inputs.get('surfaceShader') ?? node.inputs.get('ss');
    if (surface) return surface.node;
  }
  return undefined;
}

/** A number of a node by any of its names, declared or not. */
function numberOf(node: SceneNode, names: readonly string[]): number | undefined {
  for (const name of names) {
    const plug = node.resolve(name);
    const value = plug ? node.values.get(plug.path) : node.raw.get(name)?.value;
    if (typeof value === 'number') return value;
  }
  return undefined;
}

function colorOf(node: SceneNode, names: readonly string[]): DisplayColor | undefined {
  for (const name of names) {
    const raw = node.raw.get(name)?.value;
    if (isTriple(raw)) return [raw[0], raw[1], raw[2]];
    const children = ['R', 'G', 'B'].map((axis) => {
      const plug = node.resolve(`${name}${axis}`);
      const value = plug ? (node.values.get(plug.path) ?? plug.attribute.default) : undefined;
      return typeof value === 'number' ? value : undefined;
    });
    if (isTriple(children)) return [children[0], children[1], children[2]];
  }
  return undefined;
}

function isTriple(value: unknown): value is [number, number, number] {
  return (
    typeof value === 'object' &&
    value !== null &&
    'length' in value &&
    [0, 1, 2].every((i) => typeof (value as ArrayLike<unknown>)[i] === 'number')
  );
}

function mean(color: DisplayColor): number {
  return (color[0] + color[1] + color[2]) / 3;
}

/** Materials keep light; screens want sRGB. */
function toDisplay(color: DisplayColor, weight: number): DisplayColor {
  const channel = (value: number): number => {
    const light = Math.min(1, Math.max(0, value * weight));
    return light <= 0.0031308 ? light * 12.92 : 1.055 * light ** (1 / 2.4) - 0.055;
  };
  return [channel(color[0]), channel(color[1]), channel(color[2])];
}
