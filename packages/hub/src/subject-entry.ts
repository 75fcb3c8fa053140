import { conversionOf, type StateConversion, type SubjectDescription, SubjectState } from '@rigline/protocol';

/** A subject in one of the spaces that receivers ask for. */
interface View {
  readonly conversion: StateConversion;
  readonly state: SubjectState;
  /** The values have changed since the view was brought up to date. */
  isStale: boolean;
}

/** A subject as the hub keeps it: its newest values, in its own space and in those asked for. */
export class SubjectEntry {
  readonly description: SubjectDescription;
  readonly state: SubjectState;
  /** Frames have set something. */
  hasValues = false;
  readonly #views = new Map<string, View | undefined>();

  constructor(description: SubjectDescription) {
    this.description = description;
    this.state = new SubjectState(description.nodes.length, description.curves.length);
    this.state.clearChanges();
  }

  #view(space: string | undefined): View | undefined {
    if (space === undefined) return undefined;
    if (this.#views.has(space)) return this.#views.get(space);
    let conversion: StateConversion | undefined;
    try {
      conversion = conversionOf(this.description, space);
    } catch (error) {
      // A light for a space that has none: it stays in its own, as its description says.
      if (!(error instanceof RangeError)) throw error;
    }
    const { nodeCount, curveCount } = this.state;
    const view = conversion && { conversion, state: new SubjectState(nodeCount, curveCount), isStale: true };
    this.#views.set(space, view);
    return view;
  }

  /** Whether receivers of a space get the values as they are. */
  isNativeIn(space: string | undefined): boolean {
    return this.#view(space) === undefined;
  }

  /** To be called when the state has got new values. */
  touch(): void {
    this.hasValues = true;
    for (const view of this.#views.values()) if (view) view.isStale = true;
  }

  descriptionIn(space: string | undefined): SubjectDescription {
    return this.#view(space)?.conversion.description ?? this.description;
  }

  /** The values in a space. What has changed since the marks were cleared is marked. */
  stateIn(space: string | undefined): SubjectState {
    const view = this.#view(space);
    if (!view) return this.state;
    if (view.isStale) {
      view.conversion.convert(this.state, view.state);
      view.isStale = false;
    }
    return view.state;
  }

  /** The frame has gone out: nothing is new any more. */
  clearChanges(): void {
    this.state.clearChanges();
    for (const view of this.#views.values()) view?.state.clearChanges();
  }
}
