import type { ExportLoss } from '@rigline/scene/export';

/** What became of something on its way out. */
export type Verdict = 'kept' | 'converted' | 'approximated' | 'baked' | 'dropped' | 'renamed';

export const VERDICTS: readonly Verdict[] = ['kept', 'converted', 'approximated', 'baked', 'dropped', 'renamed'];

/** One line of the report. */
export interface ReportEntry extends Omit<ExportLoss, 'verdict'> {
  readonly verdict: Verdict;
}

/** Everything that an export did, in the order in which it did it. */
export class ExportReport {
  readonly #entries: ReportEntry[] = [];

  get entries(): readonly ReportEntry[] {
    return this.#entries;
  }

  add(entry: ReportEntry): void {
    this.#entries.push(entry);
  }

  /** How many entries there are of each verdict. */
  counts(): Record<Verdict, number> {
    const counts = Object.fromEntries(VERDICTS.map((verdict) => [verdict, 0])) as Record<Verdict, number>;
    for (const { verdict } of this.#entries) counts[verdict]++;
    return counts;
  }
}
