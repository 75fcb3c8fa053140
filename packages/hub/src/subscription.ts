import type { SubjectDescription, Subscribe } from '@rigline/protocol';

/** Which subjects a receiver gets, and how often. */
export class Subscription {
  readonly #names: readonly RegExp[] | undefined;
  readonly #roles: ReadonlySet<string> | undefined;
  /** Seconds between two frames at least. */
  readonly interval: number;
  readonly isWhole: boolean;

  constructor({ names, roles, maxRate }: Subscribe = {}) {
    this.#names = names?.map(patternOf);
    this.#roles = roles && new Set(roles);
    this.interval = maxRate === undefined ? 0 : 1 / maxRate;
    this.isWhole = !names && !roles;
  }

  takes({ name, role }: SubjectDescription): boolean {
    if (this.#roles && !this.#roles.has(role)) return false;
    return !this.#names || this.#names.some((pattern) => pattern.test(name));
  }
}

/** `*` stands for any text; everything else is itself. Neighbouring stars are one, so that no pattern is slow. */
function patternOf(name: string): RegExp {
  const escaped = name.split(/\*+/).map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${escaped.join('.*')}$`, 'su');
}
