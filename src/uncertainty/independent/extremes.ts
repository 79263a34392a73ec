// Maxima and minima of independent values on cores without dependence. Each operation reduces its result to the
// core's deltas, so the tail of a maximum of many values becomes too long. A maximum or minimum remembers its
// operands; when it is printed or queried, its figures are computed from their distribution functions.

import type { Handle } from '../core/core.ts';
import { SlotTable } from '../core/slot-table.ts';
import { HIGH_SHARE, LOW_SHARE } from '../core/value-figures.ts';
import { FineDistributions, maybeExtreme } from '../figures/fine-distributions.ts';
import { ROOT } from '../figures/formula.ts';
import type { Knots } from '../figures/knots.ts';
import type { Variable } from '../figures/roots.ts';
import type { RecordParts } from '../records/record-parts.ts';

/** Maximum number of operands in one maximum. */
const MOST_VALUES = 512;
/** Maximum number of values with computed figures, each of which takes milliseconds. */
const MOST_FOUND = 64;
/** Number of cell levels; values here have none. */
const NO_LEVELS = 1;
/** Number of nodes per source: notices about maxima show four digits. */
const NODES = 256;

/** A source, or the maximum or minimum of two values or of a value and a plain number. */
type Extreme =
  | { readonly kind: 'source'; readonly variable: Variable; readonly size: 1 }
  | {
      readonly kind: 'plain';
      readonly extreme: 'max' | 'min';
      readonly of: Extreme;
      readonly plain: number;
      readonly size: number;
    }
  | {
      readonly kind: 'both';
      readonly extreme: 'max' | 'min';
      readonly left: Extreme;
      readonly right: Extreme;
      readonly size: number;
    };

/** Figures of a maximum or minimum, and its number of operands. */
export interface ExtremeFigures {
  readonly count: number;
  readonly deviation: number;
  readonly low: number;
  readonly high: number;
}

type Parts = Pick<RecordParts, 'kernels' | 'shapes' | 'densities'>;

export class Extremes {
  readonly #parts: Parts;
  readonly #noted = new SlotTable<Extreme>();
  /** Figures computed so far; null for values without figures. */
  readonly #figures = new SlotTable<ExtremeFigures | null>();
  #left = MOST_FOUND;
  #distributions: FineDistributions | undefined;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  forget(handle: Handle): void {
    this.#noted.delete(handle);
    this.#figures.delete(handle);
  }

  /** Records an operation on two values without a common source. */
  noteBoth(operation: number, result: Handle, left: Handle, right: Handle): void {
    const extreme = maybeExtreme(operation);
    if (!extreme) return;
    const [x, y] = [this.#maybeOf(left), this.#maybeOf(right)];
    if (!x || !y || x.size + y.size > MOST_VALUES) return;
    this.#noted.set(result, { kind: 'both', extreme, left: x, right: y, size: x.size + y.size });
  }

  /** Records an operation on a value and a plain number. */
  notePlain(operation: number, result: Handle, handle: Handle, plain: number): void {
    const extreme = maybeExtreme(operation);
    const of = extreme && this.#maybeOf(handle);
    if (of) this.#noted.set(result, { kind: 'plain', extreme, of, plain, size: of.size });
  }

  /** Figures of a maximum or minimum of several values; undefined for other values. */
  maybeFiguresOf(handle: Handle): ExtremeFigures | undefined {
    let figures = this.#figures.get(handle);
    if (figures === undefined) {
      const extreme = this.#noted.get(handle);
      if (!extreme || extreme.size < 2 || this.#left === 0) return undefined;
      this.#left--;
      figures = this.#maybeFind(extreme) ?? null;
      this.#figures.set(handle, figures);
    }
    return figures ?? undefined;
  }

  #maybeFind(extreme: Extreme): ExtremeFigures | undefined {
    const parts: Knots[] = [];
    const share = this.#maybeShare(extreme, parts);
    const knots = share && this.#fine().maybeCombined(parts, share);
    return knots && { count: extreme.size, ...measure(knots) };
  }

  #fine(): FineDistributions {
    const { kernels, shapes } = this.#parts;
    this.#distributions ??= new FineDistributions(kernels, shapes, NO_LEVELS, NODES);
    return this.#distributions;
  }

  #maybeOf(handle: Handle): Extreme | undefined {
    const noted = this.#noted.get(handle);
    if (noted) return noted;
    const plan = this.#parts.densities.maybeShapeOf(handle);
    const variable: Variable | undefined = plan && {
      root: { kind: 'source', plan, single: 0, size: 0 },
      formula: ROOT,
    };
    return variable && { kind: 'source', variable, size: 1 };
  }

  /** The distribution function; adds the sources' knots to `parts`. */
  #maybeShare(extreme: Extreme, parts: Knots[]): Share | undefined {
    switch (extreme.kind) {
      case 'source': {
        const knots = this.#fine().maybeKnotsOf(extreme.variable, true);
        if (!knots) return undefined;
        parts.push(knots);
        return (t) => knots.shareUpTo(t);
      }
      case 'plain': {
        const share = this.#maybeShare(extreme.of, parts);
        const { plain } = extreme;
        if (extreme.extreme === 'max') return share && ((t) => (t < plain ? 0 : share(t)));
        return share && ((t) => (t < plain ? share(t) : 1));
      }
      case 'both':
        return this.#maybeJoin(extreme, parts);
    }
  }

  /** The maximum or minimum of all operands of the same operation. Equal operands are combined as a power. */
  #maybeJoin(joined: Extreme & { readonly kind: 'both' }, parts: Knots[]): Share | undefined {
    const alike = new Map<unknown, { readonly share: Share; count: number }>();
    for (const part of partsOf(joined)) {
      const key = part.kind === 'source' ? JSON.stringify(part.variable.root) : part;
      const known = alike.get(key);
      if (known) known.count++;
      else {
        const share = this.#maybeShare(part, parts);
        if (!share) return undefined;
        alike.set(key, { share, count: 1 });
      }
    }
    const factors = [...alike.values()];
    const isMax = joined.extreme === 'max';
    return (t) => {
      let product = 1;
      for (const { share, count } of factors) product *= power(isMax ? share(t) : 1 - share(t), count);
      return isMax ? product : 1 - product;
    };
  }
}

/** P(V ≤ t) of a value. */
type Share = (t: number) => number;

/** A power by repeated multiplication, which yields the same number in all engines. */
function power(base: number, count: number): number {
  let result = 1;
  for (let [left, factor] = [count, base]; left > 0; left >>= 1, factor *= factor)
    if (left & 1) result *= factor;
  return result;
}

/** All operands of nested maxima, or nested minima. */
function partsOf(extreme: Extreme & { readonly kind: 'both' }): Extreme[] {
  const [parts, waiting]: [Extreme[], Extreme[]] = [[], [extreme]];
  for (let part = waiting.pop(); part; part = waiting.pop()) {
    if (part.kind === 'both' && part.extreme === extreme.extreme) waiting.push(part.right, part.left);
    else parts.push(part);
  }
  return parts;
}

/** Figures of a distribution whose mass is uniform between knots. */
function measure(knots: Knots): Omit<ExtremeFigures, 'count'> {
  const { positions, shares } = knots;
  const last = positions.length - 1;
  const middle = knots.quantileAt(0.5);
  let [mean, square] = [0, 0];
  const add = (mass: number, from: number, to: number) => {
    mean += (mass * (from + to)) / 2;
    square += (mass * (from * from + from * to + to * to)) / 3;
  };
  const at = (i: number) => positions[i]! - middle;
  add(shares[0]!, at(0), at(0));
  for (let i = 1; i <= last; i++) add(shares[i]! - shares[i - 1]!, at(i - 1), at(i));
  add(1 - shares[last]!, at(last), at(last));
  return {
    deviation: Math.sqrt(square - mean * mean),
    low: knots.quantileAt(LOW_SHARE),
    high: knots.quantileAt(HIGH_SHARE),
  };
}
