/** Which exporter wrote a file, where exporters give numbers different meanings. */
import type { FbxDocument } from './document-types.ts';

/** Blender's own exporter for version 7, told by the text that it signs files with; the older one writes "version". */
export function isBlenderBinary({ creator }: FbxDocument): boolean {
  return /^blender(?! version)/i.test(creator);
}
