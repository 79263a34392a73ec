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

/** Deltas and sampler that answer queries about a value. */
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
  /** A value with only lanes as a function of a linear form of its sources. */
  variable?: Variable;
  /** Moments of a value with only lanes. */
  known?: Moments;
  reading?: Reading;
  /** Deltas for quantiles and probabilities, if they differ from the value's own. */
  asked?: Deltas;
  /** Distribution for queries; null if only deltas are known. */
  fine?: FineDistribution | null;
  errors?: LaneErrors;
  /** Doubt about the deviation; null if there is none. */
  doubt?: DeviationDoubt | null;
  /** True for a difference of nearly equal values, which is only rounding, and for values made from it. */
  isRounding?: boolean;
}
