import type { SceneNode } from '@rigline/scene';
import { type LinearColor, readMaterials, type SurfaceMaterial } from '@rigline/scene/material';
import type { DisplayColor, ShotMesh, SurfaceLook } from './shot.ts';

/** How a mesh looks where nothing says otherwise: the grey of a new surface. */
const PLAIN: SurfaceLook = { color: [0.55, 0.56, 0.58], opacity: 1, glow: [0, 0, 0], metallic: 0, roughness: 0.62 };

/** What is clear is still drawn a little, so that it can be found. */
const LEAST_OPACITY = 0.05;

/**
 * The look of a mesh from the first material that an instance of it is assigned to, and of all its materials where it
 * has several: their own colours, without textures.
 */
export function surfaceLooks(mesh: SceneNode, instance: number): SurfaceLook & Pick<ShotMesh, 'materials'> {
  const { own, byNumber } = readMaterials(mesh, instance);
  const look = own ? lookOf(own) : PLAIN;
  return byNumber.length > 1 ? { ...look, materials: byNumber.map((material) => material && lookOf(material)) } : look;
}

function lookOf({ color, opacity, emissive, metallic, roughness }: SurfaceMaterial): SurfaceLook {
  return {
    color: toDisplay(color),
    opacity: Math.max(LEAST_OPACITY, opacity),
    glow: toDisplay(emissive),
    metallic,
    roughness,
  };
}

/** Materials keep light; screens want sRGB. */
function toDisplay(color: LinearColor): DisplayColor {
  const channel = (light: number): number => (light <= 0.0031308 ? light * 12.92 : 1.055 * light ** (1 / 2.4) - 0.055);
  return [channel(color[0]), channel(color[1]), channel(color[2])];
}
