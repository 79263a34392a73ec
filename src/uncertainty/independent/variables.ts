// On cores that do not track dependence, represents values as functions of independent quantities. Each operation
// reduces its result to the core's deltas, which lose tails, outcomes and narrow spikes. As long as the operands have
// no common source, the derivation of each value is recorded. When the value is printed or queried, its figures come
// from its distribution function.

import type { Handle, Operand } from '../core/core.ts';
import { SlotTable } from '../core/slot-table.ts';
import { FineDistributions } from '../figures/fine-distributions.ts';
import { type Formula, maybeExtend, ROOT } from '../figures/formula.ts';
import type { Knots } from '../figures/knots.ts';
import { countExtremes, maybeMixture, maybePair, OutcomesRoot, type Variable } from '../figures/roots.ts';
import { ValueTails } from '../figures/value-tails.ts';
import type { RecordParts } from '../records/record-parts.ts';
import { RECORD_ATOMS } from '../records/records.ts';

/** Maximum number of values with a distribution function, each of which takes milliseconds to compute. */
const MOST_FOUND = 64;
/** Placeholder for the number of cell levels, because values here have no cells. */
const NO_LEVELS = 1;

type Parts = Pick<RecordParts, 'kernels' | 'shapes' | 'densities' | 'records'>;

export class Variables {
  readonly #parts: Parts;
  /** Null for values whose operands share inputs. */
  readonly #noted = new SlotTable<Variable | null>();
  /** Distribution functions computed so far; null for values without one. */
  readonly #found = new SlotTable<Knots | null>();
  /** Number of values whose distribution function may still be computed, for figures and for limits. */
  readonly #left = { figures: MOST_FOUND, limits: MOST_FOUND };
  #distributions: FineDistributions | undefined;
  #tails: ValueTails | undefined;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  forget(handle: Handle): void {
    this.#noted.delete(handle);
    this.#found.delete(handle);
  }

  noteUnary(operation: number, result: Handle, handle: Handle): void {
    this.#noteFunction(result, handle, (formula) => maybeExtend(operation, formula, undefined));
  }

  notePlain(operation: number, result: Handle, handle: Handle, plain: number, plainIsLeft: boolean): void {
    this.#noteFunction(result, handle, (formula) =>
      plainIsLeft
        ? maybeExtend(operation, undefined, formula, plain)
        : maybeExtend(operation, formula, undefined, plain),
    );
  }

  /** Records an operation on two values. @param areApart true if they have no common source */
  noteBoth(operation: number, result: Handle, left: Handle, right: Handle, areApart: boolean): void {
    const pair = areApart ? maybePair(operation, this.#maybeOf(left), this.#maybeOf(right)) : undefined;
    const root = pair && ({ kind: 'product', cells: undefined, pair, size: pair.size } as const);
    this.#noted.set(result, root ? { root, formula: ROOT } : null);
  }

  noteMixture(result: Handle, parts: readonly Operand[], firstWeight: number): void {
    const [first, second] = parts.map(({ handle, particle }) =>
      handle === 0 ? particle : this.#maybeOf(handle),
    );
    const root = maybeMixture(first, second, firstWeight);
    if (result !== 0) this.#noted.set(result, root ? { root, formula: ROOT } : null);
  }

  noteCopy(copy: Handle, original: Handle): void {
    const variable = this.#noted.get(original);
    if (variable && copy !== 0) this.#noted.set(copy, variable);
  }

  noteLimits(result: Handle, handle: Handle, low: number, high: number): void {
    // Outcomes that are all listed need no distribution function.
    if (result === 0 || this.#parts.records.flagsOf(result) & RECORD_ATOMS) return;
    const knots = this.maybeKnotsOf(handle, 'limits');
    const within = knots?.maybeWithin(low, high);
    if (!within) return;
    const root = { kind: 'known', knots: within, size: 0 } as const;
    this.#noted.set(result, within === knots ? this.#maybeOf(handle)! : { root, formula: ROOT });
  }

  /** The distribution function; undefined for values whose operands share inputs. */
  maybeKnotsOf(handle: Handle, use: 'figures' | 'limits' = 'figures'): Knots | undefined {
    let knots = this.#found.get(handle);
    if (knots === undefined) {
      const variable = handle === 0 ? undefined : this.#maybeOf(handle);
      if (!variable) return undefined;
      if (!this.#fine().isKnown(variable)) {
        if (this.#left[use] === 0) return undefined;
        this.#left[use]--;
      }
      knots = this.#fine().maybeKnotsOf(variable) ?? null;
      this.#found.set(handle, knots);
    }
    return knots ?? undefined;
  }

  /** Number of values of which this value is the maximum or minimum; 0 for all other values. */
  countExtremesOf(handle: Handle): number {
    const variable = this.#noted.get(handle);
    return variable ? countExtremes(variable) : 0;
  }

  /** Index of the heaviest tail; undefined for values whose operands share inputs. */
  maybeTailIndexOf(handle: Handle): number | undefined {
    const variable = this.#maybeOf(handle);
    if (!variable) return undefined;
    this.#tails ??= new ValueTails(this.#fine(), this.#parts.kernels.logarithms);
    return this.#tails.indexOf(variable);
  }

  #fine(): FineDistributions {
    const { kernels, shapes } = this.#parts;
    this.#distributions ??= new FineDistributions(kernels, shapes, NO_LEVELS);
    return this.#distributions;
  }

  #noteFunction(result: Handle, handle: Handle, extend: (formula: Formula) => Formula | undefined): void {
    // A shifted or scaled source is still a source.
    if (result === 0 || this.#parts.densities.maybeShapeOf(result)) return;
    const variable = this.#maybeOf(handle);
    const formula = variable && extend(variable.formula);
    this.#noted.set(result, formula ? { root: variable.root, formula } : null);
  }

  /**
   * A value as a function of its root. If nothing is recorded, the value itself is the root: a source, or the outcomes
   * of samples.
   */
  #maybeOf(handle: Handle): Variable | undefined {
    const noted = this.#noted.get(handle);
    if (noted !== undefined) return noted ?? undefined;
    const { densities, records, kernels } = this.#parts;
    const plan = densities.maybeShapeOf(handle);
    if (plan) return { root: { kind: 'source', plan, single: 0, size: 0 }, formula: ROOT };
    if (!(records.flagsOf(handle) & RECORD_ATOMS)) return undefined;
    const n = records.countOf(handle);
    const address = records.addressOf(handle);
    const positions = kernels.doublesAt(address, n).slice();
    const masses = kernels.doublesAt(address + records.massOffset, n).slice();
    return positions.every(Number.isFinite)
      ? { root: new OutcomesRoot(positions, masses), formula: ROOT }
      : undefined;
  }
}
