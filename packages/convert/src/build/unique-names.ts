/** Hands out names of which no two are the same, nor differ in case alone. */
export class UniqueNames {
  readonly #taken = new Set<string>();
  readonly #next = new Map<string, number>();

  /** The name itself where it is free, else with the lowest free number. */
  take(wanted: string): string {
    let name = wanted;
    for (let n = this.#next.get(wanted) ?? 1; this.#taken.has(name.toLowerCase()); n++) {
      name = `${wanted}_${n}`;
      this.#next.set(wanted, n + 1);
    }
    this.#taken.add(name.toLowerCase());
    return name;
  }
}
