// Figures for a run's printed values, and their errors. An ordinary run does not compute errors, so the program is run
// again when a reader opens a value.
import type { FiguresByText } from './viewed-value.ts';

/** Finds the figures for a run; undefined if it has none. */
export type FindFigures = (signal: AbortSignal) => Promise<FiguresByText | undefined>;

const NONE: FiguresByText = new Map();

export class RunFigures {
  readonly #onChange: () => void;
  #asking: AbortController | undefined;
  #known = NONE;

  /** @param onChange called when a search begins, and once the figures are known */
  constructor(onChange: () => void) {
    this.#onChange = onChange;
  }

  get known(): FiguresByText {
    return this.#known;
  }

  /** True once the figures for this run have been requested. */
  get isAsked(): boolean {
    return this.#asking !== undefined;
  }

  /** Forgets the figures because another run begins. */
  clear(): void {
    this.#asking?.abort();
    this.#asking = undefined;
    this.#known = NONE;
  }

  /** Finds the figures for the last run, once unless this fails. @throws the error of that run */
  async look(find: FindFigures): Promise<void> {
    if (this.#asking) return;
    const asking = new AbortController();
    this.#asking = asking;
    this.#onChange();
    try {
      const found = await find(asking.signal);
      if (!found || asking.signal.aborted) return;
      this.#known = found;
      this.#onChange();
    } catch (error) {
      if (asking.signal.aborted) return;
      this.#asking = undefined;
      this.#onChange();
      throw error;
    }
  }
}
