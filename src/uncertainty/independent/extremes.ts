// Maxima and minima of independent values on cores without dependence. Each operation reduces its result to the core's
// deltas, so the tail of a maximum of many values becomes too long. A maximum or minimum remembers its operands;
// their distribution functions give its figures when it is printed or queried.

import type { Handle } from '../core/core.ts';
import { SlotTable } from '../core/slot-table.ts';
import { HIGH_SHARE, LOW_SHARE } from '../core/value-figures.ts';
import { FineDistributions, isExtreme } from '../figures/fine-distributions.ts';
import { maybeExtend, ROOT } from '../figures/formula.ts';
import type { Knots } from '../figures/knots.ts';
import type { Variable } from '../figures/roots.ts';
import type { RecordParts } from '../records/record-parts.ts';

/** Maximum number of operands of one maximum. */
const MOST_VALUES = 512;
/** Maximum number of values with computed figures: each takes milliseconds. */
const MOST_FOUND = 64;
/** Levels of cells; values here have none. */
const NO_LEVELS = 1;
/** Shares for moments. */
const NODES = 1024;

/** A source, or the maximum or minimum of two values or of a value and a number. */
type Extreme =
  | { readonly kind: 'source'; readonly variable: Variable; readonly size: 1 }
  | {
      readonly kind: 'plain';
      readonly operation: number;
      readonly of: Extreme;
      readonly plain: number;
      readonly size: number;
    }
  | {
      readonly kind: 'both';
      readonly operation: number;
      readonly left: Extreme;
      readonly right: Extreme;
      readonly size: number;
    };

/** Figures of a maximum or minimum, and the number of its operands. */
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
  /** Known figures; null for values without figures. */
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

  /** Notes an operation on two values without a common source. */
  noteBoth(operation: number, result: Handle, left: Handle, right: Handle): void {
    if (!isExtreme(operation)) return;
    const [x, y] = [this.#maybeOf(left), this.#maybeOf(right)];
    if (!x || !y || x.size + y.size > MOST_VALUES) return;
    this.#noted.set(result, { kind: 'both', operation, left: x, right: y, size: x.size + y.size });
  }

  /** Notes an operation on a value and a number. */
  notePlain(operation: number, result: Handle, handle: Handle, plain: number): void {
    if (!isExtreme(operation)) return;
    const of = this.#maybeOf(handle);
    if (of) this.#noted.set(result, { kind: 'plain', operation, of, plain, size: of.size });
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
    const variable = this.#maybeVariable(extreme);
    const knots = variable && this.#fine().maybeKnotsOf(variable);
    return knots && { count: extreme.size, ...measure(knots) };
  }

  #fine(): FineDistributions {
    const { kernels, shapes } = this.#parts;
    this.#distributions ??= new FineDistributions(kernels, shapes, NO_LEVELS);
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

  #maybeVariable(extreme: Extreme): Variable | undefined {
    switch (extreme.kind) {
      case 'source':
        return extreme.variable;
      case 'plain': {
        const of = this.#maybeVariable(extreme.of);
        const formula = of && maybeExtend(extreme.operation, of.formula, undefined, extreme.plain);
        return formula && { root: of.root, formula };
      }
      case 'both':
        return this.#maybeJoin(extreme.operation, extreme);
    }
  }

  /** The maximum or minimum of all operands of one operation. Equal operands are computed as a power. */
  #maybeJoin(operation: number, extreme: Extreme): Variable | undefined {
    const alike = new Map<unknown, { readonly variable: Variable; count: number }>();
    for (const part of partsOf(operation, extreme)) {
      const key = part.kind === 'source' ? JSON.stringify(part.variable.root) : part;
      const known = alike.get(key);
      const variable = known?.variable ?? this.#maybeVariable(part);
      if (!variable) return undefined;
      alike.set(key, { variable, count: 1 + (known?.count ?? 0) });
    }
    let joined: Variable | undefined;
    const join = (left: Variable, right: Variable): Variable | undefined => {
      const knots = this.#fine().maybeExtremeOf(operation, left, right);
      return knots && { root: { kind: 'known', knots, size: 0 }, formula: ROOT };
    };
    for (const { variable, count } of alike.values()) {
      let power: Variable | undefined = variable;
      for (let left = count; left > 0 && power; left >>= 1) {
        if (left & 1) {
          joined = joined ? join(joined, power) : power;
          if (!joined) return undefined;
        }
        if (left > 1) power = join(power, power);
      }
      if (!power) return undefined;
    }
    return joined;
  }
}

/** All operands of nested maxima or minima of one kind. */
function partsOf(operation: number, extreme: Extreme): Extreme[] {
  const [parts, waiting]: [Extreme[], Extreme[]] = [[], [extreme]];
  for (let part = waiting.pop(); part; part = waiting.pop()) {
    if (part.kind === 'both' && part.operation === operation) waiting.push(part.right, part.left);
    else parts.push(part);
  }
  return parts;
}

function measure(knots: Knots): Omit<ExtremeFigures, 'count'> {
  const values = Float64Array.from({ length: NODES }, (_, i) => knots.quantileAt((i + 0.5) / NODES));
  const mean = values.reduce((sum, x) => sum + x, 0) / NODES;
  const variance = values.reduce((sum, x) => sum + (x - mean) ** 2, 0) / NODES;
  return {
    deviation: Math.sqrt(variance),
    low: knots.quantileAt(LOW_SHARE),
    high: knots.quantileAt(HIGH_SHARE),
  };
}
