import type { FbxDocument, FbxObject } from './document-types.ts';

const BY_KIND = new WeakMap<FbxDocument, Map<string, FbxObject[]>>();
const NONE: readonly FbxObject[] = [];

/** Objects of a kind in the order of the file. Most objects of a long take are curves: all are looked at but once. */
export function objectsOfKind(document: FbxDocument, kind: string): readonly FbxObject[] {
  let known = BY_KIND.get(document);
  if (!known) {
    known = new Map();
    BY_KIND.set(document, known);
    for (const object of document.objects) {
      const list = known.get(object.kind);
      if (list) list.push(object);
      else known.set(object.kind, [object]);
    }
  }
  return known.get(kind) ?? NONE;
}
