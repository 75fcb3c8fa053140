import { type CheckRule, formatNumber } from './check-rule.ts';
import { weightReaders } from './constraint-weights.ts';

/** Constraint weights below zero: they push away from a target instead of pulling to it. */
export const negativeWeights: CheckRule = (context) => {
  const readers = weightReaders(context).map((reader) => ({
    ...reader,
    least: reader.indices.map(() => 0),
    frames: reader.indices.map(() => 0),
  }));
  return {
    sample(frame) {
      for (const { read, least, frames } of readers) {
        read().forEach((weight, i) => {
          if (!(weight < (least[i] as number))) return;
          least[i] = weight;
          frames[i] = frame;
        });
      }
    },
    finish() {
      for (const { constraint, indices, least, frames, targetName } of readers) {
        least.forEach((weight, i) => {
          if (weight >= 0) return;
          context.report(constraint, `target[${indices[i]}].targetWeight`, {
            code: 'CHECK_NEGATIVE_WEIGHT',
            severity: 'warning',
            message: `The weight of ${targetName(i)} is ${formatNumber(weight)} at frame ${formatNumber(frames[i] as number)}`,
            hint: 'Keep weights at zero or above; look for overshooting tangents on the weight curve.',
          });
        });
      }
    },
  };
};
