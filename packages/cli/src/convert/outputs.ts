import type { BuiltExport } from '@rigline/convert';
import { writeGlb } from '@rigline/formats/gltf';

export interface WriteChoices {
  readonly maxInfluences: number;
}

/** A kind of file that a scene can be written as. */
export interface OutputKind {
  /** Of the target, as the spaces of `@rigline/math`. */
  readonly space: string;
  readonly metresPerUnit: number;
  /** Writes the scene; what the format cannot hold goes to the report. */
  readonly write: (built: BuiltExport, choices: WriteChoices) => Promise<Uint8Array>;
}

/** Kinds of output by the extension of the file. */
export const OUTPUTS: Readonly<Record<string, OutputKind>> = {
  '.glb': {
    space: 'gltf',
    metresPerUnit: 1,
    write: async ({ scene, report }, choices) => {
      const { glb, losses } = await writeGlb(scene, choices);
      for (const loss of losses) report.add(loss);
      return glb;
    },
  },
};
