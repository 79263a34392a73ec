// What is kept about a value of a core that tracks correlation, besides its record, lanes and grid.

import type { Deltas } from '../distributions/deltas.ts';
import type { PlacedShape } from '../distributions/parametric.ts';
import type { Address } from '../kernels/kernel-exports.ts';
import type { Base } from './grid-store.ts';
import type { Moments } from './lane-weights.ts';

/** How to make the lanes, grid and deltas of a parametric value. */
export interface Recipe {
  readonly plan: PlacedShape;
  readonly single: number;
  /** Of the points that lanes are drawn from; undefined for what a likelihood predicts. */
  readonly dimension: number | undefined;
  readonly base: Base;
  /** Told of the lanes when they are drawn. */
  readonly onDrawn?: ((lanes: Address) => void) | undefined;
}

/** What questions about a value are answered from. */
export interface Reading {
  readonly deltas: Deltas;
  draw: ((uniform: number) => number) | undefined;
}

/** What is kept about some values; most have none of it. */
export interface Notes {
  recipe?: Recipe;
  /** Lanes of a source as decisions saw them, before they were drawn for good. */
  seenLanes?: Float64Array;
  /** Draws the lanes of a posterior, when they are first needed. */
  drawLanes?: (() => Address) | undefined;
  /** Moments of a value that is lanes alone. */
  known?: Moments;
  reading?: Reading;
  stated?: { readonly percent: number | undefined };
}
