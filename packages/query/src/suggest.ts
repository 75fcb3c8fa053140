/** Edits between two words: insertions, deletions, replacements and swaps of neighbours. */
export function editDistance(a: string, b: string): number {
  let before: number[] = [];
  let last: number[] = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1;
      let best = Math.min((last[j] as number) + 1, (row[j - 1] as number) + 1, (last[j - 1] as number) + cost);
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (isSwap) best = Math.min(best, (before[j - 2] as number) + 1);
      row.push(best);
    }
    before = last;
    last = row;
  }
  return last[b.length] as number;
}

/** Names longer than this are not compared; nobody misspells them letter by letter. */
const LONGEST = 64;

/** The name nearest to a misspelt word, or undefined when none is near. Upper and lower case are the same. */
export function nearestName(word: string, names: Iterable<string>): string | undefined {
  if (word.length > LONGEST) return undefined;
  const lower = word.toLowerCase();
  let best: string | undefined;
  let least = Math.max(1, Math.floor(word.length / 3)) + 0.25;
  for (const name of names) {
    if (Math.abs(name.length - word.length) > least || name.length > LONGEST) continue;
    // Of names equally near, one that ends alike: the axis is rarely what was misspelt.
    const tie = name.at(-1) === word.at(-1) ? 0 : 0.125;
    const distance = editDistance(lower, name.toLowerCase()) + tie;
    if (distance < least) {
      least = distance;
      best = name;
    }
  }
  return best;
}

/** `Did you mean "x"?`, or nothing. */
export function suggestHint(word: string, names: Iterable<string>, prefix = ''): string | undefined {
  const near = nearestName(word, names);
  return near === undefined ? undefined : `Did you mean "${prefix}${near}"?`;
}
