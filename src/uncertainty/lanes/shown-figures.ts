// The figures that users see: a value's mean, deviation, quantiles and probabilities from its most accurate data, with
// their standard errors.

import { type DeviationDoubt, isHeavy, LEAST_PROBABILITY, WORTH_TELLING } from '../core/accuracy.ts';
import type { Handle } from '../core/core.ts';
import { SlotTable } from '../core/slot-table.ts';
import type { Moments } from '../distributions/moments.ts';
import { answerQuery } from '../distributions/queries.ts';
import type { WeightedPoints } from '../distributions/samples.ts';
import { ROOT } from '../figures/formula.ts';
import { Knots } from '../figures/knots.ts';
import { type Figure, LaneErrors, type ShareFigure } from '../figures/lane-errors.ts';
import { findTailIndex } from '../figures/tail-index.ts';
import { LIGHT, ValueTails } from '../figures/value-tails.ts';
import type { RecordParts } from '../records/record-parts.ts';
import type { Grid } from './grid-store.ts';
import { UNCONTROLLED_SOURCES, type ValueStore } from './value-store.ts';

const SPREAD = { kind: 'deviation' } as const;
/** Number of standard errors that nine out of ten errors do not exceed (Student's t with ten degrees of freedom). */
const NINE_IN_TEN = 1.81;
/** Number of standard errors beyond which a difference between deviations is not due to chance. */
const SURE = 3;
/** Minimum error of cells that agree with the lanes, as a fraction of the lanes' error. */
const LEAST_DOUBT = 0.25;
/** The same fraction for limits of a value whose distribution is not exact. */
const ROUGH_DOUBT = 0.5;
/** Fraction of the variance at a single node above which a function may have a spike between nodes. */
const LARGEST_PART = 0.1;
/** Smallest correction of a mean or a deviation, as a fraction of the deviation. */
export const LEAST_CORRECTION = 0.01;
/** Maximum number of sources whose joint space a net fills evenly. */
const FEW_SOURCES = 4;
/** Number of nodes on each side that count as outermost. A source's quadrature rule has no nodes beyond them. */
const OUTER_NODES = 4;

/** Notes about a value's figures. */
interface FigureNotes {
  /** Distribution function with the right moments; null if the value's points or lanes have these moments. */
  corrected?: Knots | null;
  errors?: LaneErrors;
  /** Reason to doubt the deviation; null if there is none. */
  doubt?: DeviationDoubt | null;
}

type Parts = Pick<RecordParts, 'kernels' | 'densities'> & { readonly values: ValueStore };

export class ShownFigures {
  readonly #kernels: RecordParts['kernels'];
  readonly #densities: RecordParts['densities'];
  readonly #values: ValueStore;
  readonly #tails: ValueTails;
  readonly #notes = new SlotTable<FigureNotes>();
  /** For limits of a value whose distribution is not exact: the number of lanes within them. Sources are ascending. */
  readonly #fewDraws: { readonly source: number; readonly count: number }[] = [];

  constructor({ kernels, densities, values }: Parts) {
    this.#kernels = kernels;
    this.#densities = densities;
    this.#values = values;
    this.#tails = new ValueTails(values.fine, kernels.logarithms);
  }

  /** Notes limits of a value whose distribution is not exact. All its lanes are drawn from those within the limits. */
  noteFewDraws(source: number, count: number): void {
    this.#fewDraws.push({ source, count: Math.max(1, count) });
  }

  /** True if limits of a value have exact figures. @param knots the value's distribution function, if known */
  isLimitKnown(handle: Handle, knots: Knots | undefined): boolean {
    const values = this.#values;
    if (values.recipeOf(handle)) return true;
    if (this.#isRough(handle)) return false;
    const variable = values.maybeVariableOf(handle);
    if (!variable || this.#densities.isKnown(handle)) return true;
    return values.fine.isExact(variable) && knots !== undefined && !knots.errorAt;
  }

  /** Mean and variance to show: those of the distribution function if the value's points are far from them. */
  momentsOf(handle: Handle): Moments {
    return this.#maybeCorrected(handle)?.findMoments() ?? this.#values.momentsOf(handle);
  }

  /**
   * The distribution function of a function whose points miss some of its spread, such as a spike between two nodes.
   */
  #maybeCorrected(handle: Handle): Knots | undefined {
    const notes = this.#noteAbout(handle);
    if (notes.corrected === undefined) notes.corrected = this.#maybeCorrect(handle) ?? null;
    return notes.corrected ?? undefined;
  }

  #maybeCorrect(handle: Handle): Knots | undefined {
    const grid = this.#values.gridOf(handle);
    if (!grid || this.#values.recipeOf(handle) || !this.#isSuspect(handle, grid)) return undefined;
    const knots = this.#maybeFineKnots(handle, grid, 'corrections');
    if (!knots || !this.#isLight(handle, knots) || isHeavy(this.#tailIndexOf(handle, grid))) return undefined;
    const [shown, right] = [this.#values.momentsOf(handle), knots.findMoments()];
    const deviation = Math.sqrt(right.variance);
    const distance = Math.max(
      Math.abs(shown.mean - right.mean),
      Math.abs(Math.sqrt(shown.variance) - deviation),
    );
    return distance > LEAST_CORRECTION * deviation ? knots : undefined;
  }

  /** True if a function's lanes or outermost points show that its points may miss some of its spread. */
  #isSuspect(handle: Handle, grid: Grid): boolean {
    if (!grid.formula || grid.formula === ROOT || this.#densities.isKnown(handle)) return false;
    const { mean, variance } = this.#values.momentsOf(handle);
    const { call } = this.#kernels;
    const address = this.#values.lanesOf(handle);
    const shown = call.lane_central_moment(address, call.lane_mean(address), 2);
    const isAlike = Math.abs(Math.sqrt(shown / variance) - 1) < WORTH_TELLING / 100;
    if (!isAlike || this.#outerShareOf(grid, mean, variance) >= WORTH_TELLING / 100) return true;
    // The lanes may miss a spike, too.
    return grid.base.isShared && this.#largestPartOf(grid, mean) > LARGEST_PART * variance;
  }

  /** Central moment of the given order, or the mean for order 1. */
  momentOf(handle: Handle, order: number): number {
    if (order === 0) return 1;
    const { mean, variance } = this.momentsOf(handle);
    if (order === 1) return mean;
    if (order === 2) return variance;
    const corrected = this.#maybeCorrected(handle);
    if (corrected) return corrected.centralMoment(order, mean);
    const grid = this.#values.gridOf(handle);
    if (grid) return this.#values.grids.centralMoment(grid, mean, order);
    const { positions, masses } = this.#values.weighedLanes(handle);
    return positions.reduce((sum, x, i) => sum + masses[i]! * (x - mean) ** order, 0);
  }

  /** Points of a function's distribution function; undefined if the function's own points have its spread. */
  maybeCorrectedPoints(handle: Handle): WeightedPoints | undefined {
    const corrected = this.#maybeCorrected(handle);
    return corrected && { ...corrected.cells(), atoms: false };
  }

  /** A quantile or the probability above a limit, from cells or lanes, whichever is more accurate. */
  answerShare(handle: Handle, figure: ShareFigure): number {
    const { answer } = this.#shareOf(handle, figure);
    if (!this.#values.gridOf(handle) && !this.#values.maybeVariableOf(handle)) return answer;
    if (this.#isCertain(handle)) return answer;
    const shown = this.#errorsOf(handle);
    const lanes = shown.errorOf(figure);
    // Cells that the lanes contradict are wrong.
    const isWorse = shown.contradicts(answer, figure, lanes) || this.#isCoarse(handle, figure, lanes);
    return isWorse ? shown.figureOf(figure) : answer;
  }

  /** True if a value's distribution function is less accurate than lanes. */
  #isCoarse(handle: Handle, figure: ShareFigure, lanes: number): boolean {
    return (
      this.#values.maybeFineOf(handle)?.errorAt !== undefined && this.#errorOfFine(handle, figure) > lanes
    );
  }

  #shareOf(handle: Handle, { kind, at }: ShareFigure): { answer: number; isFine: boolean } {
    const isInner = kind === 'quantile' ? at > 0 && at < 1 : !Number.isNaN(at);
    const fine = isInner ? this.#values.maybeFineOf(handle) : undefined;
    if (fine)
      return { answer: kind === 'quantile' ? fine.quantileAt(at) : 1 - fine.shareUpTo(at), isFine: true };
    const query = kind === 'quantile' ? kind : 'probability_gt';
    const answer = answerQuery(query, this.#values.askedDeltasOf(handle), at, this.#kernels.call);
    return { answer, isFine: false };
  }

  /** True if a value's quantiles and probabilities do not need its lanes. */
  #isCertain(handle: Handle): boolean {
    const grid = this.#values.gridOf(handle);
    if (this.#isRough(handle)) return false;
    if (this.#values.recipeOf(handle) || this.#values.isRounding(handle) || grid?.base.atoms) return true;
    // Samples and posteriors need no correction, and the lanes of a posterior are not drawn just for figures.
    const variable = this.#values.maybeVariableOf(handle);
    if (!variable) return grid?.base.isFine ?? false;
    return (
      variable.formula === ROOT &&
      this.#values.fine.isExact(variable) &&
      this.#values.maybeFineOf(handle) !== undefined
    );
  }

  /**
   * Standard error of one of a value's figures. For figures from distribution functions, it is the error of the
   * quadrature; for figures from points that represent cells, it is the distance from the lanes' figure.
   */
  errorOf(handle: Handle, figure: Figure): number {
    if (this.#values.recipeOf(handle) || this.#values.isRounding(handle)) return 0;
    const grid = this.#values.gridOf(handle);
    if (figure.kind === 'quantile' || figure.kind === 'probability')
      return this.#errorOfShare(handle, grid, figure);
    const isRough = this.#isRough(handle);
    if (!isRough && (grid?.base.atoms || this.#values.knownOf(handle))) return 0;
    if (grid && !isRough && (grid.formula === ROOT || this.#densities.isKnown(handle))) return 0;
    if (grid && !isRough && !grid.formula && !grid.base.root) return 0;
    if (!grid) return this.#errorsOf(handle).errorOf(figure);
    const { mean, variance } = this.momentsOf(handle);
    if (isRough)
      return this.#errorOfRough(handle, figure.kind === 'mean' ? mean : Math.sqrt(variance), figure);
    const corrected = this.#maybeCorrected(handle);
    const outerShare =
      corrected?.outerShareOf({ mean, variance }) ?? this.#outerShareOf(grid, mean, variance);
    const outer = Math.sqrt(variance) * outerShare;
    const right = this.#maybeFineKnots(handle, grid)?.findMoments();
    if (right && figure.kind === 'mean') return Math.abs(mean - right.mean);
    if (right) return Math.max(outer, Math.abs(Math.sqrt(variance) - Math.sqrt(right.variance)));
    const lanes = this.#errorsOf(handle);
    const error = lanes.errorOf(figure);
    const shown = lanes.moments();
    if (figure.kind === 'mean') return Math.min(error, Math.abs(mean - shown.mean));
    const distance = Math.abs(Math.sqrt(variance) - shown.deviation);
    // Points that the lanes contradict are wrong; otherwise, the lanes are no more accurate than the points.
    return Math.max(distance > SURE * error ? distance : Math.min(error, distance), outer);
  }

  /** Error of a moment that is derived from limits of a value whose distribution is not exact. */
  #errorOfRough(handle: Handle, value: number, figure: Figure): number {
    const lanes = this.#errorsOf(handle);
    const { mean, deviation } = lanes.moments();
    const distance = Math.abs(value - (figure.kind === 'mean' ? mean : deviation));
    return Math.max(distance, ROUGH_DOUBT * lanes.errorOf(figure));
  }

  /** True if a value is derived from limits of a value whose distribution is not exact. */
  #isRough(handle: Handle): boolean {
    return this.#countDrawsOf(this.#values.lanes.sourcesOf(handle)) !== undefined;
  }

  /** The distribution function at more nodes, for functions and for outcomes of independent values. */
  #maybeFineKnots(
    handle: Handle,
    { base, weights, formula }: Grid,
    use: 'figures' | 'corrections' = 'figures',
  ): Knots | undefined {
    const isFunction = base.isShared || weights !== undefined || (formula && formula !== ROOT);
    const variable = isFunction ? this.#values.maybeVariableOf(handle) : undefined;
    const fine =
      variable && this.#values.fine.isExact(variable) ? this.#values.maybeFineOf(handle, use) : undefined;
    if (!(fine instanceof Knots)) return undefined;
    const isKnown = base.isShared || (this.#isLight(handle, fine) && !this.#areContradicted(handle, fine));
    return isKnown ? fine : undefined;
  }

  /** True if a distribution function resolves all values that contribute to the moments. */
  #isLight(handle: Handle, knots: Knots): boolean {
    const variable = knots.pieces && this.#values.maybeVariableOf(handle);
    return this.#tails.isLight(knots) && !(variable && this.#tails.indexOf(variable) < LIGHT);
  }

  /** True if the lanes contradict the mean of a function of a product, whose distribution function may be coarse. */
  #areContradicted(handle: Handle, knots: Knots): boolean {
    const { mean, variance } = knots.findMoments();
    const lanes = this.#errorsOf(handle);
    const independent = Math.sqrt(variance / this.#values.lanes.count);
    const error = Math.max(independent, SURE * lanes.errorOf({ kind: 'mean' }));
    return Math.abs(lanes.moments().mean - mean) > error;
  }

  #errorOfShare(handle: Handle, grid: Grid | undefined, figure: ShareFigure): number {
    if (this.#isCertain(handle)) return this.#errorOfFine(handle, figure);
    const shown = this.#errorsOf(handle);
    const lanes = shown.errorOf(figure);
    const { answer, isFine } = this.#shareOf(handle, figure);
    const variable = this.#values.maybeVariableOf(handle);
    if ((!grid && !variable) || Number.isNaN(answer) || shown.contradicts(answer, figure, lanes))
      return lanes;
    if (this.#isCoarse(handle, figure, lanes)) return lanes;
    const isRough = this.#isRough(handle);
    const isKnown = variable && (variable.root.kind === 'crossed' || this.#values.fine.isExact(variable));
    if (!isRough && isFine && isKnown) return this.#errorOfFine(handle, figure);
    const distance = Math.abs(answer - shown.figureOf(figure));
    if (isRough) return Math.max(distance, lanes * ROUGH_DOUBT);
    return Math.min(lanes, Math.max(distance, lanes * LEAST_DOUBT));
  }

  /**
   * Error of a figure from a distribution function, which does not resolve probabilities smaller than
   * LEAST_PROBABILITY.
   */
  #errorOfFine(handle: Handle, figure: ShareFigure): number {
    const fine = this.#values.maybeFineOf(handle);
    if (!fine) return 0;
    const { pieces, isDiscrete } = fine;
    if (figure.kind === 'quantile') {
      if (!fine.errorAt || isDiscrete || !(figure.at > 0 && figure.at < 1)) return 0;
      const error = fine.errorAt(fine.quantileAt(figure.at));
      const within = (share: number) => Math.min(1 - LEAST_PROBABILITY, Math.max(LEAST_PROBABILITY, share));
      const at = (share: number) => fine.quantileAt(within(share));
      return (at(figure.at + error) - at(figure.at - error)) / 2;
    }
    const bent = fine.errorAt?.(figure.at) ?? 0;
    const share = fine.shareUpTo(figure.at);
    if (isDiscrete) return pieces ? Math.max(bent, pieces.stepAt(figure.at, share)) : 0;
    const above = 1 - share;
    if (fine.isBeyond?.(figure.at)) return 0;
    return Math.min(above, 1 - above) < LEAST_PROBABILITY ? Math.max(bent, LEAST_PROBABILITY) : bent;
  }

  #errorsOf(handle: Handle): LaneErrors {
    const notes = this.#noteAbout(handle);
    notes.errors ??= this.#laneErrorsOf(handle, this.#values.readLanes(handle));
    return notes.errors;
  }

  #laneErrorsOf(handle: Handle, lanes: Float64Array): LaneErrors {
    const isLattice =
      this.#values.isJoint && this.#kernels.call.lattice_dimensions(this.#values.lanes.count) > 0;
    // Draws of unknown origin count as a single source.
    const ranges = this.#values.lanes.sourcesOf(handle);
    const count = ranges.reduce((sum, end, i) => sum + (i % 2 === 1 ? end - ranges[i - 1]! : 0), 0);
    const net = count > 1 && count <= FEW_SOURCES ? 'low-net' : 'net';
    const order = isLattice ? 'lattice' : net;
    return new LaneErrors(lanes, order, count > UNCONTROLLED_SOURCES, this.#countDrawsOf(ranges));
  }

  /** Number of lanes from which all lanes of a value with these sources are drawn; undefined if none are redrawn. */
  #countDrawsOf(ranges: readonly number[]): number | undefined {
    const few = this.#fewDraws;
    let least: number | undefined;
    for (let i = 0; i < ranges.length; i += 2) {
      let [at, end] = [0, few.length];
      while (at < end) {
        const middle = (at + end) >> 1;
        if (few[middle]!.source < ranges[i]!) at = middle + 1;
        else end = middle;
      }
      for (; at < few.length && few[at]!.source < ranges[i + 1]!; at++)
        least = Math.min(least ?? Infinity, few[at]!.count);
    }
    return least;
  }

  /** Fraction of the variance that lies at the outermost nodes. Any variance beyond them is not included. */
  #outerShareOf(grid: Grid, mean: number, variance: number): number {
    if (!grid.base.isShared || !(variance > 0)) return 0;
    const { positions, masses } = this.#values.grids.read(grid);
    let sum = 0;
    for (let i = 0; i < OUTER_NODES; i++)
      for (const k of [i, positions.length - 1 - i]) sum += masses[k]! * (positions[k]! - mean) ** 2;
    return sum / variance;
  }

  /** The largest part of the variance at a single node. */
  #largestPartOf(grid: Grid, mean: number): number {
    const { positions, masses } = this.#values.grids.read(grid);
    return positions.reduce((most, x, i) => Math.max(most, masses[i]! * (x - mean) ** 2), 0);
  }

  /** True if a value's figures come from lanes. */
  dependsOnLanes(handle: Handle): boolean {
    if (this.#values.recipeOf(handle)) return false;
    const grid = this.#values.gridOf(handle);
    return !grid || !this.#values.prefersGrid(grid);
  }

  /** Reason to doubt the standard deviation, if it is serious enough for a notice; see accuracy.ts. */
  maybeDoubtOf(handle: Handle): DeviationDoubt | undefined {
    const notes = this.#noteAbout(handle);
    if (notes.doubt === undefined) notes.doubt = this.#maybeFindDoubt(handle) ?? null;
    return notes.doubt ?? undefined;
  }

  #maybeFindDoubt(handle: Handle): DeviationDoubt | undefined {
    if (this.#values.isRounding(handle)) return undefined;
    const isSource = this.#values.recipeOf(handle) !== undefined;
    const percent = isSource ? 0 : this.#findPercent(handle);
    const grid = this.#values.gridOf(handle);
    if (percent === undefined) {
      const variable = this.#values.maybeVariableOf(handle);
      const tailIndex = variable ? this.#tails.indexOf(variable) : Infinity;
      return isHeavy(tailIndex) ? { percent: 0, isFunction: true, tailIndex } : undefined;
    }
    const index = this.#tailIndexOf(handle, grid);
    const tailIndex = isHeavy(index) ? index : undefined;
    if (isSource && tailIndex === undefined) return undefined;
    return { percent, isFunction: grid !== undefined, tailIndex };
  }

  #tailIndexOf(handle: Handle, grid: Grid | undefined): number {
    const fine = this.#values.maybeFineOf(handle);
    const variable = fine && this.#values.maybeVariableOf(handle);
    const pole = fine?.pieces && variable ? this.#tails.indexOf(variable) : Infinity;
    const index = Math.min(pole, fine ? this.#tails.fineIndexOf(fine, variable?.root) : Infinity);
    if (variable && this.#values.fine.isExact(variable)) return index;
    const { positions, masses } = grid ? this.#values.grids.read(grid) : this.#values.weighedLanes(handle);
    return Math.min(index, findTailIndex(positions, masses, this.#kernels.logarithms));
  }

  #findPercent(handle: Handle): number | undefined {
    if (this.#values.recipeOf(handle) ?? this.#values.knownOf(handle)) return undefined;
    const grid = this.#values.gridOf(handle);
    if (!grid)
      return this.#maybePercent(
        NINE_IN_TEN * this.#laneErrorsOf(handle, this.#values.viewLanes(handle)).errorOf(SPREAD),
        handle,
      );
    if (!this.#isSuspect(handle, grid)) return undefined;
    return this.#maybePercent(this.errorOf(handle, SPREAD), handle);
  }

  /** An error of the standard deviation in percent; undefined if small. */
  #maybePercent(error: number, handle: Handle): number | undefined {
    const percent = (100 * error) / Math.sqrt(this.momentsOf(handle).variance);
    return percent > WORTH_TELLING ? percent : undefined;
  }

  forget(handle: Handle): void {
    this.#notes.delete(handle);
  }

  #noteAbout(handle: Handle): FigureNotes {
    const noted = this.#notes.get(handle);
    if (noted) return noted;
    const notes: FigureNotes = {};
    this.#notes.set(handle, notes);
    return notes;
  }
}
