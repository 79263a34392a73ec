// Lines to the user about values whose standard deviation has an error of a few per cent or more.

import { describeAccuracy } from '../core/accuracy.ts';
import type { Operand } from '../core/core.ts';
import type { CoreSpec } from '../core/core-spec.ts';
import type { ValueStore } from './value-store.ts';

/** Lines about accuracy in one task. */
const MOST_STATEMENTS = 3;

export class AccuracyStatements {
  readonly #spec: CoreSpec;
  readonly #values: ValueStore;
  readonly #notice: (sentence: string) => void;
  readonly #stated = new Set<string>();

  constructor(spec: CoreSpec, values: ValueStore, notice: (sentence: string) => void) {
    this.#spec = spec;
    this.#values = values;
    this.#notice = notice;
  }

  /** Says so where a value's standard deviation is known to no more than a few per cent. */
  state({ handle, particle }: Operand): void {
    if (handle === 0 || this.#stated.size === MOST_STATEMENTS) return;
    const percent = this.#values.statedPercentOf(handle);
    if (percent === undefined) return;
    // Several questions about one value are one statement.
    const sentence = describeAccuracy(this.#spec, this.#values.lanes.count, particle, percent);
    if (this.#stated.has(sentence)) return;
    this.#stated.add(sentence);
    this.#notice(sentence);
  }
}
