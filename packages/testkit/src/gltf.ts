import { validateBytes } from 'gltf-validator';

/** Errors that the glTF validator of Khronos finds in a GLB, as `CODE message pointer`. */
export async function gltfErrors(glb: Uint8Array): Promise<string[]> {
  const { issues } = await validateBytes(glb, { maxIssues: 100 });
  return issues.messages
    .filter(({ severity }) => severity === 0)
    .map(({ code, message, pointer = '' }) => `${code} ${message} ${pointer}`.trim());
}
