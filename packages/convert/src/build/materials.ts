import type { SceneNode } from '@rigline/scene';
import type { ExportMaterial } from '@rigline/scene/export';
import { readMaterials, type SurfaceMaterial } from '@rigline/scene/material';
import type { ExportReport } from '../report.ts';
import { UniqueNames } from './unique-names.ts';

/** Collects the materials that meshes are assigned to, each shader once. */
export class MaterialList {
  readonly materials: ExportMaterial[] = [];
  readonly #numbers = new Map<SceneNode, number>();
  readonly #names = new UniqueNames();
  readonly #report: ExportReport;

  constructor(report: ExportReport) {
    this.#report = report;
  }

  /** Numbers of materials by those that the faces of a mesh name; -1 for none. */
  assigned(mesh: SceneNode, instance: number): number[] {
    const { own, byNumber } = readMaterials(mesh, instance);
    const first = own ? this.#take(own) : -1;
    if (byNumber.length <= 1) return [first];
    return byNumber.map((material) => (material ? this.#take(material) : first));
  }

  #take(material: SurfaceMaterial): number {
    const known = this.#numbers.get(material.node);
    if (known !== undefined) return known;
    const { node, color, opacity, emissive, metallic, roughness, isTextured } = material;
    const number =
      this.materials.push({ name: this.#names.take(node.name), color, opacity, emissive, metallic, roughness }) - 1;
    this.#numbers.set(node, number);
    if (isTextured) {
      this.#report.add({
        verdict: 'dropped',
        subject: node.name,
        what: 'texture',
        reason: 'textures are not carried; the material has its plain colour',
        hint: 'Assign the texture again in the target.',
      });
    }
    return number;
  }
}
