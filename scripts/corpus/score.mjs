/** Passed and total per kind, and the misses by name. */
export class Score {
  kinds = new Map();
  misses = [];

  add(kind, isRight, name) {
    const counts = this.kinds.get(kind) ?? { passed: 0, total: 0 };
    counts.total++;
    if (isRight) counts.passed++;
    else this.misses.push({ kind, name });
    this.kinds.set(kind, counts);
  }

  /** Counts from elsewhere; their misses are added one by one to `misses`. */
  addCounts(kind, passed, total) {
    this.kinds.set(kind, { passed, total });
  }
}

/** Largest absolute difference; infinite when the lengths differ or a number is not one. */
export function worstDifference(actual, expected) {
  if (!actual || actual.length !== expected.length) return Number.POSITIVE_INFINITY;
  let worst = 0;
  for (let i = 0; i < expected.length; i++) {
    const difference = Math.abs(actual[i] - expected[i]);
    if (Number.isNaN(difference)) return Number.POSITIVE_INFINITY;
    if (difference > worst) worst = difference;
  }
  return worst;
}
