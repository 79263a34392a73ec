// Functions of one source on cores without dependence. Each operation computes the core's deltas, which may miss a
// narrow spike. A value remembers its formula; when probabilities are queried, they are computed from the formula's
// distribution function.

import type { Handle } from '../core/core.ts';
import { SlotTable } from '../core/slot-table.ts';
import { FineDistributions } from '../figures/fine-distributions.ts';
import { type Formula, maybeExtend, ROOT } from '../figures/formula.ts';
import type { Knots } from '../figures/knots.ts';
import type { Variable } from '../figures/roots.ts';
import type { RecordParts } from '../records/record-parts.ts';

/** Maximum number of values with a distribution function, each of which takes milliseconds. */
const MOST_FOUND = 64;
/** Number of cell levels; values here have none. */
const NO_LEVELS = 1;

type Parts = Pick<RecordParts, 'kernels' | 'shapes' | 'densities'>;

export class Functions {
  readonly #parts: Parts;
  readonly #noted = new SlotTable<Variable>();
  /** Distribution functions computed so far; null for values without one. */
  readonly #found = new SlotTable<Knots | null>();
  #left = MOST_FOUND;
  #distributions: FineDistributions | undefined;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  forget(handle: Handle): void {
    this.#noted.delete(handle);
    this.#found.delete(handle);
  }

  noteUnary(operation: number, result: Handle, handle: Handle): void {
    this.#note(result, handle, (formula) => maybeExtend(operation, formula, undefined));
  }

  notePlain(operation: number, result: Handle, handle: Handle, plain: number, plainIsLeft: boolean): void {
    this.#note(result, handle, (formula) =>
      plainIsLeft
        ? maybeExtend(operation, undefined, formula, plain)
        : maybeExtend(operation, formula, undefined, plain),
    );
  }

  /** P(V > at) for a function of one source; undefined for other values. */
  maybeShareAbove(handle: Handle, at: number): number | undefined {
    let knots = this.#found.get(handle);
    if (knots === undefined) {
      const variable = this.#noted.get(handle);
      if (!variable || this.#left === 0) return undefined;
      this.#left--;
      knots = this.#fine().maybeKnotsOf(variable) ?? null;
      this.#found.set(handle, knots);
    }
    return knots ? 1 - knots.shareUpTo(at) : undefined;
  }

  /** Index of the heaviest tail of a source or of a function of a source; undefined for other values. */
  maybeTailIndexOf(handle: Handle): number | undefined {
    const variable = this.#noted.get(handle) ?? this.#maybeSource(handle);
    return variable && this.#fine().tailIndexOf(variable);
  }

  #fine(): FineDistributions {
    const { kernels, shapes } = this.#parts;
    this.#distributions ??= new FineDistributions(kernels, shapes, NO_LEVELS);
    return this.#distributions;
  }

  #note(result: Handle, handle: Handle, extend: (formula: Formula) => Formula | undefined): void {
    // A shifted or scaled source is still a source.
    if (result === 0 || this.#parts.densities.maybeShapeOf(result)) return;
    const variable = this.#noted.get(handle) ?? this.#maybeSource(handle);
    const formula = variable && extend(variable.formula);
    if (formula) this.#noted.set(result, { root: variable.root, formula });
  }

  #maybeSource(handle: Handle): Variable | undefined {
    const plan = this.#parts.densities.maybeShapeOf(handle);
    return plan && { root: { kind: 'source', plan, single: 0, size: 0 }, formula: ROOT };
  }
}
