import type { SubjectState } from '@rigline/protocol';

/** Sets all values of a state; what differs is marked. Both have the same nodes and curves. */
export function copyState(from: SubjectState, to: SubjectState): void {
  for (let node = 0; node < to.nodeCount; node++) {
    const [t, r] = [node * 3, node * 4];
    const { translations, rotations, scales } = from;
    to.setTranslation(node, translations[t] as number, translations[t + 1] as number, translations[t + 2] as number);
    to.setRotation(
      node,
      rotations[r] as number,
      rotations[r + 1] as number,
      rotations[r + 2] as number,
      rotations[r + 3] as number,
    );
    to.setScale(node, scales[t] as number, scales[t + 1] as number, scales[t + 2] as number);
  }
  for (let curve = 0; curve < to.curveCount; curve++) to.setCurve(curve, from.curves[curve] as number);
}
