// Notes about a value of a core that tracks correlation, besides its record, lanes and grid.

import type { DeviationDoubt } from '../core/accuracy.ts';
import type { Deltas } from '../distributions/deltas.ts';
import type { Moments } from '../distributions/moments.ts';
import type { PlacedShape } from '../distributions/parametric.ts';
import type { FineDistribution } from '../figures/fine-distributions.ts';
import type { LaneErrors } from '../figures/lane-errors.ts';
import type { Pair, Sum, Variable } from '../figures/roots.ts';
import type { Address } from '../kernels/kernel-exports.ts';
import type { Base } from './grid-store.ts';

/** Recipe for the lanes, grid and deltas of a parametric value. */
export interface Recipe {
  readonly plan: PlacedShape;
  readonly single: number;
  /** Dimension of the points from which lanes are drawn; undefined for values that a likelihood predicts. */
  readonly dimension: number | undefined;
  readonly base: Base;
  /** Takes the lanes when they are drawn. */
  readonly onDrawn?: ((lanes: Address) => void) | undefined;
}

/** Deltas and sampler that answer questions about a value. */
export interface Reading {
  readonly deltas: Deltas;
  draw: ((uniform: number) => number) | undefined;
}

/** Notes about a value; most values have none. */
export interface Notes {
  recipe?: Recipe;
  /** Lanes of a source as decisions saw them, before they were drawn for good. */
  seenLanes?: Float64Array;
  /** Draws the lanes of a posterior, when they are first needed. */
  drawLanes?: (() => Address) | undefined;
  /** Independent operands of a product. */
  pair?: Pair | Sum;
  /** A value of lanes alone as a function of a linear form of its sources. */
  variable?: Variable;
  /** Moments of a value that is lanes alone. */
  known?: Moments;
  reading?: Reading;
  /** Deltas that answer for quantiles and probabilities, where they are others. */
  asked?: Deltas;
  /** Distribution for queries; null where nothing finer than deltas is known. */
  fine?: FineDistribution | null;
  errors?: LaneErrors;
  /** Doubt about the deviation; null where there is none. */
  doubt?: DeviationDoubt | null;
  /** True for a difference of nearly equal values, which is nothing but their rounding, and for values made from it. */
  isRounding?: boolean;
}
