// Notes that a core with correlation tracking keeps about a value in addition to its record, lanes and grid.

import type { Deltas } from '../distributions/deltas.ts';
import type { Moments } from '../distributions/moments.ts';
import type { PlacedShape } from '../distributions/parametric.ts';
import type { FineDistribution } from '../figures/fine-distributions.ts';
import type { Pair, Terms, Variable } from '../figures/roots.ts';
import type { Address } from '../kernels/kernel-exports.ts';
import type { Base } from './grid-store.ts';

/** Recipe for a parametric value's lanes, grid and deltas. */
export interface Recipe {
  readonly plan: PlacedShape;
  readonly single: number;
  /** Dimension of the point set from which lanes are drawn; undefined for values that a likelihood predicts. */
  readonly dimension: number | undefined;
  readonly base: Base;
  /** Receives the lanes when they are drawn. */
  readonly onDrawn?: ((lanes: Address) => void) | undefined;
}

/** Deltas and sampler used to answer queries about a value. */
export interface Reading {
  readonly deltas: Deltas;
  draw: ((uniform: number) => number) | undefined;
}

/** Notes about a value. Most values have none. */
export interface Notes {
  recipe?: Recipe;
  /** A source's provisional lanes, which decisions read before the final lanes are drawn. */
  seenLanes?: Float64Array;
  /** Draws a posterior's lanes on first use. */
  drawLanes?: (() => Address) | undefined;
  /** Independent operands of a product. */
  pair?: Pair | Terms;
  /** The value as a function of its sources, if it has only lanes. */
  variable?: Variable;
  /** Moments of the value, if it has only lanes. */
  known?: Moments;
  reading?: Reading;
  /** Deltas for quantiles and probabilities, if they differ from the value's own deltas. */
  asked?: Deltas;
  /** Distribution for queries; null if only deltas are known. */
  fine?: FineDistribution | null;
  /** True for a difference of nearly equal values, which is only rounding error, and for values computed from it. */
  isRounding?: boolean;
}
