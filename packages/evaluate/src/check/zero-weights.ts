import { type CheckRule, describeFrames, formatNumber } from './check-rule.ts';
import { weightReaders } from './constraint-weights.ts';

/** Sums nearer to zero than this are taken as zero: weights that are keyed to cancel rarely do so exactly. */
const ZERO = 1e-9;

/** Constraints whose weights add up to zero: they let go, or jump to their rest value. */
export const zeroWeights: CheckRule = (context) => {
  const readers = weightReaders(context).map((reader) => ({
    ...reader,
    frames: [] as number[],
    first: [] as number[],
  }));
  return {
    sample(frame) {
      for (const reader of readers) {
        const weights = reader.read();
        if (Math.abs(weights.reduce((sum, weight) => sum + weight, 0)) > ZERO) continue;
        if (reader.frames.length === 0) reader.first = weights;
        reader.frames.push(frame);
      }
    },
    finish() {
      for (const { constraint, frames, first } of readers) {
        if (frames.length === 0) continue;
        const rests = Number(context.graph.get({ node: constraint, path: 'enableRestPosition' })) !== 0;
        const weights = first.map(formatNumber).join(' + ');
        context.report(constraint, `target[${constraint.elementIndices('target')[0]}].targetWeight`, {
          code: 'CHECK_ZERO_WEIGHTS',
          severity: 'warning',
          message: `The weights add up to zero (${weights}) ${describeFrames(frames, context.frames)}: ${rests ? 'the rest value is used' : 'the last value stays'}`,
          hint: 'Key the weights so that at least one of them is above zero, or check that the rest value is meant.',
        });
      }
    },
  };
};
