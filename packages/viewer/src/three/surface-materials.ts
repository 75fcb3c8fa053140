import { Color, DoubleSide, FrontSide, MeshLambertMaterial, MeshStandardMaterial } from 'three';
import type { SurfaceLook } from '../shot/shot.ts';
import { PALETTE } from './palette.ts';
import type { Mark } from './place-objects.ts';

export type SurfaceMaterial = MeshLambertMaterial | MeshStandardMaterial;

/** Surfaces at least this rough have no highlight worth drawing. */
const MATT = 0.6;

/** Materials of looks, one for all meshes that look alike and are marked alike. */
export class SurfaceMaterials {
  readonly #known = new Map<string, SurfaceMaterial>();

  get(look: SurfaceLook, mark: Mark): SurfaceMaterial {
    const key = `${look.color.join(' ')} ${keyBesidesColor(look)} ${mark}`;
    return this.#find(key, () => buildMaterial(look, mark));
  }

  /** One for surfaces that differ in their colour alone, which they have in their vertices. */
  getForVertexColors(look: SurfaceLook): SurfaceMaterial {
    return this.#find(`vertices ${keyBesidesColor(look)}`, () => {
      const material = buildMaterial({ ...look, color: [1, 1, 1] }, undefined);
      material.vertexColors = true;
      return material;
    });
  }

  #find(key: string, build: () => SurfaceMaterial): SurfaceMaterial {
    let material = this.#known.get(key);
    if (!material) {
      material = build();
      this.#known.set(key, material);
    }
    return material;
  }

  dispose(): void {
    for (const material of this.#known.values()) material.dispose();
    this.#known.clear();
  }
}

/** What two looks have in common that can be drawn together; all matt surfaces are alike. */
export function keyBesidesColor({ opacity, glow, metallic, roughness }: SurfaceLook): string {
  const shine = isMatt(metallic, roughness) ? 'matt' : `${metallic} ${roughness}`;
  return `${opacity} ${glow.join(' ')} ${shine}`;
}

function isMatt(metallic: number, roughness: number): boolean {
  return metallic === 0 && roughness >= MATT;
}

/** Matt surfaces get the plain model, which is much cheaper without a graphics card. */
function buildMaterial({ color, opacity, glow, metallic, roughness }: SurfaceLook, mark: Mark): SurfaceMaterial {
  const common = {
    side: opacity < 1 ? FrontSide : DoubleSide,
    transparent: opacity < 1,
    opacity,
    polygonOffset: true,
    polygonOffsetFactor: 1,
    polygonOffsetUnits: 1,
  };
  const material = isMatt(metallic, roughness)
    ? new MeshLambertMaterial(common)
    : new MeshStandardMaterial({ ...common, metalness: metallic, roughness });
  material.color.setRGB(...color, 'srgb');
  material.emissive.setRGB(...glow, 'srgb');
  if (mark) material.emissive.lerp(new Color(PALETTE.selected), mark === 'selected' ? 0.1 : 0.05);
  return material;
}
