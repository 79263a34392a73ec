// Data that a core with correlation tracking keeps about each value in addition to its deltas: lanes, numbers at the
// points of a base, the recipe for a parametric value that has not been used yet, and exact moments. The store computes
// each of these on first use, and the results do not depend on when that is.

import { type DeviationDoubt, isHeavy, LEAST_PROBABILITY, WORTH_TELLING } from '../core/accuracy.ts';
import type { Handle, Operand } from '../core/core.ts';
import { SlotTable } from '../core/slot-table.ts';
import type { SetId } from '../core/source-sets.ts';
import { collectDeltas, type Deltas } from '../distributions/deltas.ts';
import { maybeJoinCells, maybeJoinNodes } from '../distributions/distribution-function.ts';
import type { Moments } from '../distributions/moments.ts';
import type { PlacedShape } from '../distributions/parametric.ts';
import { placeDeltas } from '../distributions/place-deltas.ts';
import { answerQuery, drawSample } from '../distributions/queries.ts';
import type { WeightedPoints } from '../distributions/samples.ts';
import type { GridRule, ShapeGrid } from '../distributions/shape-cache.ts';
import { type FineDistribution, FineDistributions, LIGHT } from '../figures/fine-distributions.ts';
import { evaluateFormula, type Formula, ROOT } from '../figures/formula.ts';
import { Knots } from '../figures/knots.ts';
import { type Figure, LaneErrors, type ShareFigure } from '../figures/lane-errors.ts';
import type { Pair, ProductRoot, Terms, Variable } from '../figures/roots.ts';
import { findTailIndex } from '../figures/tail-index.ts';
import type { Address } from '../kernels/kernel-exports.ts';
import type { RecordParts } from '../records/record-parts.ts';
import { RECORD_ATOMS, RECORD_OWN_POINTS, RECORD_PUBLISHED } from '../records/records.ts';
import { type Base, type Grid, GridStore } from './grid-store.ts';
import { LaneControl } from './lane-control.ts';
import { type LaneOptions, LaneStore } from './lane-store.ts';
import { weighLanes } from './lane-weights.ts';
import { bisectStep, locateByOperand, makesSteps, type StepLocator } from './step-weights.ts';
import type { Notes, Reading, Recipe } from './value-notes.ts';

/**
 * Number of sources, from the first one on, whose lanes need no correction because their points fill the joint space
 * evenly.
 */
const UNCONTROLLED_SOURCES = 8;
/** A dimension that is not used for any other draws. */
const UNSEEN_DIMENSION = 2 ** 24 - 1;
/** Number of points above which a base is reduced to the deltas of a record. */
const MOST_POINTS = 4096;
/** Maximum number of values per task and use whose distribution is computed more finely than their deltas. */
const MOST_FINE = 256;
const BISECTIONS = 50;
/** Cost of computing the distribution for a function of two sources, relative to other distributions. */
const CROSSED_COST = 4;
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

type Parts = Pick<RecordParts, 'spec' | 'kernels' | 'records' | 'shapes' | 'densities'>;

export class ValueStore {
  readonly lanes: LaneStore;
  readonly grids: GridStore;
  readonly isJoint: boolean;
  readonly rule: GridRule;
  readonly fine: FineDistributions;
  readonly #parts: Parts;
  readonly #cellLevels: number;
  readonly #control: LaneControl;
  readonly #notes = new SlotTable<Notes>();
  /** For limits of a value whose distribution is not exact: the number of lanes within them, by the limits' source. */
  readonly #fewDraws = new Map<number, number>();
  /**
   * Number of values whose fine distribution may still be computed for each use: for figures, for the operands of
   * limits and maxima, and to correct points. Each computation takes milliseconds.
   */
  readonly #left = { figures: MOST_FINE, operands: MOST_FINE, corrections: MOST_FINE };

  constructor(parts: Parts, options: LaneOptions, productLevels: number) {
    const { spec } = parts;
    this.#parts = parts;
    this.#cellLevels = 30 - Math.clz32(spec.Precision);
    this.isJoint = spec.Microarchitecture === 'Joint';
    this.lanes = new LaneStore(parts.kernels, options);
    this.grids = new GridStore(parts.kernels, options.laneCount);
    this.#control = new LaneControl(parts.kernels, this.lanes);
    this.fine = new FineDistributions(parts.kernels, parts.shapes, productLevels);
    this.rule = { count: this.grids.nodeCount, weights: this.grids.sourceWeights, productLevels };
  }

  addRecipe(handle: Handle, recipe: Recipe): void {
    this.#noteAbout(handle).recipe = recipe;
  }

  recipeOf(handle: Handle): Recipe | undefined {
    return this.#notes.get(handle)?.recipe;
  }

  #noteAbout(handle: Handle): Notes {
    const noted = this.#notes.get(handle);
    if (noted) return noted;
    const notes: Notes = {};
    this.#notes.set(handle, notes);
    return notes;
  }

  shapeGridOf({ shape, a, b }: PlacedShape): ShapeGrid {
    return this.#parts.shapes.getGrid(this.#parts.shapes.get(shape, a, b), this.rule);
  }

  /** Notes the lanes of a value that is known only from its lanes, if later sources are to be corrected. */
  noteRecent(lanes: Address): void {
    if (this.lanes.dimensionsTaken >= UNCONTROLLED_SOURCES) this.#control.note(lanes);
  }

  /** A value at the nodes of its only source; undefined if it is not a function of a single source. */
  maybeNodesOf(handle: Handle): Deltas | undefined {
    if (!this.gridOf(handle)?.base.isShared) return undefined;
    const nodes = this.deltasOf(handle);
    return nodes.distribution ? undefined : nodes;
  }

  /** Moments of a value that has only lanes, if they are known from its operands. */
  knownOf(handle: Handle): Moments | undefined {
    return this.#notes.get(handle)?.known;
  }

  setKnown(handle: Handle, moments: Moments | undefined): void {
    if (moments && Number.isFinite(moments.mean) && Number.isFinite(moments.variance))
      this.#noteAbout(handle).known = moments;
  }

  /** A value's numbers at the points of its base; undefined if it has only lanes. */
  gridOf(handle: Handle): Grid | undefined {
    const grid = this.grids.get(handle);
    if (grid) return grid;
    const recipe = this.recipeOf(handle);
    if (recipe) {
      const { plan, single, base } = recipe;
      const shape = this.shapeGridOf(recipe.plan);
      const values = this.grids.allocate(base);
      this.#parts.kernels.call.grid_place(
        shape.values,
        plan.location,
        plan.scale,
        single,
        values,
        base.count,
      );
      return this.grids.assign(handle, { base, values, isInCells: false, formula: ROOT });
    }
    const flags = this.#parts.records.flagsOf(handle);
    if (!(flags & RECORD_OWN_POINTS)) return undefined;
    const block = this.#parts.records.addressOf(handle);
    const n = this.#parts.records.countOf(handle);
    const masses = this.#parts.kernels.doublesAt(block + this.#parts.records.massOffset, n).slice();
    const positions = this.#parts.kernels.doublesAt(block, n).slice();
    const pair = this.#notes.get(handle)?.pair;
    const root: ProductRoot = { kind: 'product', cells: { positions, masses }, pair, size: pair?.size ?? 0 };
    const base = this.grids.makeBase(masses, (flags & RECORD_ATOMS) !== 0, false, root, positions);
    return this.#assignValues(handle, base, positions, !base.atoms);
  }

  /**
   * Sets the base of a value made from points. The base consists of these points or, if there are too many, of the
   * value's deltas.
   * @param variable the value as a function of an independent quantity, if the points represent such a quantity
   */
  assignPoints(handle: Handle, points: WeightedPoints, isFine: boolean, variable?: Variable): void {
    const { positions, masses, atoms } = points;
    if (positions.length > MOST_POINTS) {
      this.#parts.records.addFlags(handle, RECORD_OWN_POINTS);
      return;
    }
    const total = masses.reduce((sum, mass) => sum + mass, 0);
    const base = this.grids.makeBase(
      masses.map((mass) => mass / total),
      atoms,
      isFine,
      variable?.root,
      variable?.formula === ROOT ? positions : undefined,
    );
    this.#assignValues(handle, base, positions, false, variable?.formula);
  }

  #assignValues(
    handle: Handle,
    base: Base,
    values: Float64Array,
    isInCells = false,
    formula: Formula | undefined = base.root && ROOT,
  ): Grid {
    const address = this.grids.allocate(base);
    this.#parts.kernels.doublesAt(address, values.length).set(values);
    return this.grids.assign(handle, { base, values: address, isInCells, formula });
  }

  /** A value as a function of an independent quantity; undefined if only its lanes or points are known. */
  maybeVariableOf(handle: Handle): Variable | undefined {
    const grid = this.gridOf(handle);
    return grid ? this.grids.maybeVariable(grid) : this.#notes.get(handle)?.variable;
  }

  /** Notes a value that has only lanes as a function of its sources. */
  noteVariable(handle: Handle, variable: Variable | undefined): void {
    if (variable && handle !== 0) this.#noteAbout(handle).variable = variable;
  }

  /**
   * Sets a common base for values that were drawn together: `columns` contain the same number of rows, which are
   * equally probable.
   */
  assignTogether(handles: readonly Handle[], columns: readonly Float64Array[]): void {
    const n = columns[0]?.length ?? 0;
    if (n === 0 || n > MOST_POINTS) return;
    const base = this.grids.makeBase(new Float64Array(n).fill(1 / n), true, true);
    handles.forEach((handle, i) => {
      if (handle !== 0) this.#assignValues(handle, base, columns[i]!);
    });
  }

  /** Notes how the lanes of a value with these sources are drawn on first use. */
  deferLanes(handle: Handle, set: SetId, draw: () => Address): void {
    this.#noteAbout(handle).drawLanes = draw;
    this.lanes.assign(handle, 0, set);
  }

  /** A value's lanes; 0 if it is a parametric value whose lanes have not been drawn yet. */
  settledLanesOf(handle: Handle): Address {
    return this.recipeOf(handle) ? this.lanes.addressOf(handle) : this.lanesOf(handle);
  }

  /** @param partner lanes of the upcoming operation's other operand, or 0 */
  lanesOf(handle: Handle, partner: Address = 0): Address {
    const lanes = this.lanes.addressOf(handle);
    if (lanes !== 0) return lanes;
    const notes = this.#notes.get(handle);
    if (notes?.drawLanes) {
      const drawn = notes.drawLanes();
      notes.drawLanes = undefined;
      this.lanes.assign(handle, drawn, this.lanes.setOf(handle));
      return drawn;
    }
    const recipe = notes?.recipe;
    if (!recipe) {
      // Throws if the value was released, because every live value has lanes or a recipe.
      this.#parts.records.addressOf(handle);
      return 0;
    }
    const made = this.#drawLanes(recipe, partner);
    this.lanes.assign(handle, made, this.lanes.setOf(handle));
    return made;
  }

  /** Returns an operand's lanes, to be released after use. A plain number gets temporary lanes. */
  borrowLanes({ handle, particle }: Operand, partner: Address = 0): Address {
    if (handle !== 0) return this.lanesOf(handle, partner);
    const lanes = this.lanes.allocate();
    this.#parts.kernels.call.lane_fill(particle, lanes);
    return lanes;
  }

  giveBackLanes({ handle }: Operand, lanes: Address): void {
    if (handle === 0) this.lanes.free(lanes);
  }

  #drawLanes(recipe: Recipe, partner: Address): Address {
    const dimension = recipe.dimension ?? this.lanes.takeFarDimension();
    const made = this.#placeLanes(recipe, dimension);
    if (dimension >= UNCONTROLLED_SOURCES)
      this.#control.correct(recipe, this.shapeGridOf(recipe.plan), made, partner);
    recipe.onDrawn?.(made);
    return made;
  }

  /** Lanes of a parametric value, at the points of a dimension. */
  #placeLanes({ plan, single }: Recipe, dimension: number): Address {
    const shape = this.#parts.shapes.get(plan.shape, plan.a, plan.b);
    const table = this.#parts.shapes.getTable(shape);
    const made = this.lanes.drawUniforms(dimension);
    const { count } = this.lanes;
    const spare = this.#parts.kernels.scratch(8 * count);
    const { call } = this.#parts.kernels;
    call.lane_place(shape.panels, table, plan.location, plan.scale, single, made, spare, count);
    return made;
  }

  /** The most accurate mean and variance known. */
  momentsOf(handle: Handle): Moments {
    const grid = this.gridOf(handle);
    if (grid) {
      const mean = this.grids.mean(grid);
      return { mean, variance: this.grids.centralMoment(grid, mean, 2) };
    }
    const known = this.knownOf(handle);
    if (known) return known;
    const lanes = this.lanesOf(handle);
    const { call } = this.#parts.kernels;
    const mean = call.lane_mean(lanes);
    return { mean, variance: call.lane_central_moment(lanes, mean, 2) };
  }

  momentsOfOperand({ handle, particle }: Operand): Moments {
    return handle === 0 ? { mean: particle, variance: 0 } : this.momentsOf(handle);
  }

  /** Mean and variance to show: those of the distribution function if the value's points are far from them. */
  shownMomentsOf(handle: Handle): Moments {
    return this.#maybeCorrected(handle)?.findMoments() ?? this.momentsOf(handle);
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
    const grid = this.gridOf(handle);
    if (!grid || this.recipeOf(handle) || !this.#isSuspect(handle, grid)) return undefined;
    const knots = this.#maybeFineKnots(handle, grid, 'corrections');
    if (!knots || !this.#isLight(handle, knots) || isHeavy(this.#tailIndexOf(handle, grid))) return undefined;
    const [shown, right] = [this.momentsOf(handle), knots.findMoments()];
    const deviation = Math.sqrt(right.variance);
    const distance = Math.max(
      Math.abs(shown.mean - right.mean),
      Math.abs(Math.sqrt(shown.variance) - deviation),
    );
    return distance > LEAST_CORRECTION * deviation ? knots : undefined;
  }

  /** True if a function's lanes or outermost points show that its points may miss some of its spread. */
  #isSuspect(handle: Handle, grid: Grid): boolean {
    if (!grid.formula || grid.formula === ROOT || this.#parts.densities.isKnown(handle)) return false;
    const { mean, variance } = this.momentsOf(handle);
    const { call } = this.#parts.kernels;
    const address = this.lanesOf(handle);
    const shown = call.lane_central_moment(address, call.lane_mean(address), 2);
    const isAlike = Math.abs(Math.sqrt(shown / variance) - 1) < WORTH_TELLING / 100;
    if (!isAlike || this.#outerShareOf(grid, mean, variance) >= WORTH_TELLING / 100) return true;
    // The lanes may miss a spike, too.
    return grid.base.isShared && this.#largestPartOf(grid, mean) > LARGEST_PART * variance;
  }

  /** Central moment of the given order, or the mean for order 1. */
  momentOf(handle: Handle, order: number): number {
    if (order === 0) return 1;
    const { mean, variance } = this.shownMomentsOf(handle);
    if (order === 1) return mean;
    if (order === 2) return variance;
    const corrected = this.#maybeCorrected(handle);
    if (corrected) return corrected.centralMoment(order, mean);
    const grid = this.gridOf(handle);
    if (grid) return this.grids.centralMoment(grid, mean, order);
    const { positions, masses } = this.weighedLanes(handle);
    return positions.reduce((sum, x, i) => sum + masses[i]! * (x - mean) ** order, 0);
  }

  /** Points of a function's distribution function; undefined if the function's own points have its spread. */
  maybeCorrectedPoints(handle: Handle): WeightedPoints | undefined {
    const corrected = this.#maybeCorrected(handle);
    return corrected && { ...corrected.cells(), atoms: false };
  }

  /** True if a value's points are more accurate than its lanes. */
  prefersGrid(grid: Grid): boolean {
    return !this.isJoint || grid.base.isFine || grid.base.atoms;
  }

  /**
   * The points from which a value's deltas are computed. On Joint cores, the shape of a product comes from its lanes.
   */
  pointsOf(handle: Handle): WeightedPoints {
    const corrected = this.maybeCorrectedPoints(handle);
    if (corrected) return corrected;
    const grid = this.gridOf(handle);
    if (grid && this.prefersGrid(grid)) return this.grids.read(grid);
    return this.weighedLanes(handle);
  }

  /**
   * Sets the weights of a function whose operands have steps or that introduces steps itself, such as a rounding, a
   * sign or a quotient.
   */
  noteSteps(grid: Grid, operation: number, left: Grid, right?: Grid): void {
    this.grids.inheritSteps(grid, left, right ?? left);
    const changes = makesSteps(operation, right ? 2 : 1) ? this.grids.changesOf(grid) : [];
    if (changes.length === 0) return;
    const { call } = this.#parts.kernels;
    const results = this.grids.read(grid).positions;
    for (const operand of new Set([left, right ?? left])) {
      const numbers = this.grids.read(operand).positions;
      const isNear = (x: number, i: number) =>
        right ? x < 0 === numbers[i]! < 0 : call.apply_unary(operation, x) === results[i];
      const locate = grid.base.isShared
        ? locateByOperand(numbers, this.grids.sourceShares, isNear)
        : this.#maybeLocateByFormula(grid, results);
      if (locate) this.grids.setSteps(grid, changes, locate);
    }
  }

  /** Locates the steps of a function at the points of a product, which are too few for interpolation. */
  #maybeLocateByFormula({ base, formula }: Grid, results: Float64Array): StepLocator | undefined {
    const { root, places } = base;
    if (!root || !formula || !places?.every((place, i) => i === 0 || place > places[i - 1]!))
      return undefined;
    const quantity = { root, formula: ROOT };
    const knots = this.fine.maybeKnotsOf(quantity, !this.mayMakeFine(quantity));
    return (i) => {
      const isNear = (x: number) =>
        evaluateFormula(this.#parts.kernels, formula, Float64Array.of(x))[0] === results[i];
      return knots?.shareUpTo(bisectStep(places[i]!, places[i + 1]!, isNear));
    };
  }

  /** Notes limits of a value whose distribution is not exact. All its lanes are drawn from those within the limits. */
  noteFewDraws(source: number, count: number): void {
    this.#fewDraws.set(source, Math.max(1, count));
  }

  /** True if limits of a value have exact figures. */
  isLimitKnown(handle: Handle): boolean {
    if (this.recipeOf(handle)) return true;
    if (this.#isRough(handle)) return false;
    const variable = this.maybeVariableOf(handle);
    if (!variable) return true;
    return this.fine.isExact(variable) && !this.maybeFineOf(handle)?.errorAt;
  }

  /** Stores a product's independent operands. */
  notePair(handle: Handle, pair: Pair | Terms | undefined): void {
    if (pair) this.#noteAbout(handle).pair = pair;
  }

  /** True if an operation may compute distribution functions of these operands, which takes milliseconds. */
  mayMakeFine(...operands: readonly Variable[]): boolean {
    const count = operands.filter((operand) => !this.fine.isKnown(operand)).length;
    if (this.#left.operands < count) return false;
    this.#left.operands -= count;
    return true;
  }

  /** A value's finest known distribution; undefined if only its deltas are known. */
  maybeFineOf(handle: Handle, use: 'figures' | 'corrections' = 'figures'): FineDistribution | undefined {
    const variable = this.gridOf(handle)?.base.atoms ? undefined : this.maybeVariableOf(handle);
    if (!variable) return undefined;
    const notes = this.#noteAbout(handle);
    if (notes.fine === undefined && this.#left[use] > 0) {
      this.#left[use] -= variable.root.kind === 'crossed' ? CROSSED_COST : 1;
      notes.fine = this.fine.maybeDistributionOf(variable) ?? null;
    }
    return notes.fine ?? undefined;
  }

  /** Deltas used to answer queries about a value, cached until the value is released. */
  deltasOf(handle: Handle): Deltas {
    return this.#readingOf(handle).deltas;
  }

  /**
   * Deltas used for quantiles and probabilities. If the points do not form cells, deltas made from them would be less
   * accurate than lanes, so lanes are used instead.
   */
  askedDeltasOf(handle: Handle): Deltas {
    const grid = this.gridOf(handle);
    if (!grid || grid.base.isFine || grid.base.atoms || grid.isInCells) return this.deltasOf(handle);
    const notes = this.#noteAbout(handle);
    notes.asked ??= this.#readLanes(handle);
    return notes.asked;
  }

  /** Returns a function that turns uniform numbers into draws. */
  samplerOf(handle: Handle): (uniform: number) => number {
    const reading = this.#readingOf(handle);
    reading.draw ??= drawSample(reading.deltas);
    return reading.draw;
  }

  #readingOf(handle: Handle): Reading {
    const notes = this.#noteAbout(handle);
    if (notes.reading) return notes.reading;
    const grid = this.gridOf(handle);
    const deltas = grid ? this.#readGrid(grid) : this.#readLanes(handle);
    const limited = this.#parts.densities.maybeLimited(handle);
    notes.reading = { deltas: limited ? { ...deltas, distribution: limited } : deltas, draw: undefined };
    return notes.reading;
  }

  #readGrid(grid: Grid): Deltas {
    const { positions, masses, atoms } = this.grids.read(grid);
    const deltas = collectDeltas(positions, masses, atoms);
    if (deltas.nan + deltas.negativeInfinity + deltas.positiveInfinity > 0) return deltas;
    if (grid.base.isShared)
      return { ...deltas, distribution: maybeJoinNodes(positions, this.grids.sourceShares) };
    if (!grid.isInCells) return deltas;
    const { productLevels } = this.rule;
    const { logarithms } = this.#parts.kernels;
    const distribution = maybeJoinCells(deltas.positions, deltas.masses, productLevels, logarithms);
    return { ...deltas, distribution };
  }

  #readLanes(handle: Handle): Deltas {
    if (!this.knownOf(handle) && !this.gridOf(handle)) return this.#sortLanes(handle);
    const { positions, masses, atoms } = this.weighedLanes(handle);
    return collectDeltas(positions, masses, atoms);
  }

  /** Lanes as deltas of equal mass. */
  #sortLanes(handle: Handle): Deltas {
    const { count } = this.lanes;
    const lanes = this.lanesOf(handle);
    const sorted = this.#parts.kernels.scratch(16 * count);
    this.#parts.kernels.call.lane_sort(lanes, sorted);
    const positions = this.#parts.kernels.doublesAt(sorted, count).slice();
    return collectDeltas(positions, new Float64Array(count).fill(1 / count), true);
  }

  readLanes(handle: Handle): Float64Array {
    return this.#parts.kernels.doublesAt(this.lanesOf(handle), this.lanes.count).slice();
  }

  /**
   * A value's lanes, to be read immediately. The lanes of an unused source stay undrawn, because their correction
   * depends on the first value that is combined with the source; here they are read uncorrected.
   */
  viewLanes(handle: Handle): Float64Array {
    const recipe = this.recipeOf(handle);
    if (!recipe || this.lanes.addressOf(handle) !== 0)
      return this.#parts.kernels.doublesAt(this.lanesOf(handle), this.lanes.count);
    const notes = this.#noteAbout(handle);
    if (!notes.seenLanes) {
      const address = this.#placeLanes(recipe, recipe.dimension ?? UNSEEN_DIMENSION);
      notes.seenLanes = this.#parts.kernels.doublesAt(address, this.lanes.count).slice();
      this.lanes.free(address);
    }
    return notes.seenLanes;
  }

  /** Lanes with masses chosen to match the known moments, or a grid if lanes cannot have these moments. */
  weighedLanes(handle: Handle): WeightedPoints {
    const positions = this.readLanes(handle);
    const n = positions.length;
    const grid = this.gridOf(handle);
    const wanted = grid || this.knownOf(handle) ? this.momentsOf(handle) : undefined;
    const weighed = wanted && weighLanes(positions, wanted);
    if (grid && weighed && !weighed.isWhole) return this.grids.read(grid);
    return { positions, masses: weighed?.masses ?? new Float64Array(n).fill(1 / n), atoms: true };
  }

  /** A quantile or the probability above a limit, from cells or lanes, whichever is more accurate. */
  answerShare(handle: Handle, figure: ShareFigure): number {
    const { answer } = this.#shareOf(handle, figure);
    if (!this.gridOf(handle) && !this.maybeVariableOf(handle)) return answer;
    if (this.#isCertain(handle)) return answer;
    const shown = this.#errorsOf(handle);
    const lanes = shown.errorOf(figure);
    // Cells that the lanes contradict are wrong.
    const isWorse = shown.contradicts(answer, figure, lanes) || this.#isCoarse(handle, figure, lanes);
    return isWorse ? shown.figureOf(figure) : answer;
  }

  /** True if a value's distribution function is less accurate than lanes. */
  #isCoarse(handle: Handle, figure: ShareFigure, lanes: number): boolean {
    return this.maybeFineOf(handle)?.errorAt !== undefined && this.#errorOfFine(handle, figure) > lanes;
  }

  #shareOf(handle: Handle, { kind, at }: ShareFigure): { answer: number; isFine: boolean } {
    const isInner = kind === 'quantile' ? at > 0 && at < 1 : !Number.isNaN(at);
    const fine = isInner ? this.maybeFineOf(handle) : undefined;
    if (fine)
      return { answer: kind === 'quantile' ? fine.quantileAt(at) : 1 - fine.shareUpTo(at), isFine: true };
    const query = kind === 'quantile' ? kind : 'probability_gt';
    const answer = answerQuery(query, this.askedDeltasOf(handle), at, this.#parts.kernels.call);
    return { answer, isFine: false };
  }

  /** P(V ≤ x) of a source, or of a linear function of a source; undefined for other values. */
  maybeShareUpTo(handle: Handle, x: number): number | undefined {
    const placed = this.recipeOf(handle)?.plan ?? this.#parts.densities.maybeShapeOf(handle);
    if (!placed || !(Math.abs(placed.scale) > 0) || !Number.isFinite(x)) return undefined;
    const { panels } = this.#parts.shapes.get(placed.shape, placed.a, placed.b);
    const at = (x - placed.location) / placed.scale;
    let [low, high] = [0, 1];
    for (let round = 0; round < BISECTIONS; round++) {
      const middle = (low + high) / 2;
      if (this.#parts.kernels.call.shape_quantile(panels, middle) < at) low = middle;
      else high = middle;
    }
    return placed.scale > 0 ? (low + high) / 2 : 1 - (low + high) / 2;
  }

  /** True if a value's quantiles and probabilities do not need its lanes. */
  #isCertain(handle: Handle): boolean {
    const grid = this.gridOf(handle);
    if (this.#isRough(handle)) return false;
    if (this.recipeOf(handle) || this.isRounding(handle) || grid?.base.atoms) return true;
    // Samples and posteriors need no correction, and the lanes of a posterior are not drawn just for figures.
    const variable = this.maybeVariableOf(handle);
    if (!variable) return grid?.base.isFine ?? false;
    return variable.formula === ROOT && this.fine.isExact(variable) && this.maybeFineOf(handle) !== undefined;
  }

  /**
   * Standard error of one of a value's figures. For figures from distribution functions, it is the error of the
   * quadrature; for figures from points that represent cells, it is the distance from the lanes' figure.
   */
  errorOf(handle: Handle, figure: Figure): number {
    if (this.recipeOf(handle) || this.isRounding(handle)) return 0;
    const grid = this.gridOf(handle);
    if (figure.kind === 'quantile' || figure.kind === 'probability')
      return this.#errorOfShare(handle, grid, figure);
    const isRough = this.#isRough(handle);
    if (!isRough && (grid?.base.atoms || this.knownOf(handle))) return 0;
    if (grid && !isRough && (grid.formula === ROOT || this.#parts.densities.isKnown(handle))) return 0;
    if (grid && !isRough && !grid.formula && !grid.base.root) return 0;
    if (!grid) return this.#errorsOf(handle).errorOf(figure);
    const { mean, variance } = this.shownMomentsOf(handle);
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
    return this.#fewDraws.size > 0 && this.#countDrawsOf(this.lanes.sourcesOf(handle)) !== undefined;
  }

  /** The distribution function at more nodes, for functions and for outcomes of independent values. */
  #maybeFineKnots(
    handle: Handle,
    { base, weights, formula }: Grid,
    use: 'figures' | 'corrections' = 'figures',
  ): Knots | undefined {
    const isFunction = base.isShared || weights !== undefined || (formula && formula !== ROOT);
    const variable = isFunction ? this.maybeVariableOf(handle) : undefined;
    const fine = variable && this.fine.isExact(variable) ? this.maybeFineOf(handle, use) : undefined;
    if (!(fine instanceof Knots)) return undefined;
    const isKnown = base.isShared || (this.#isLight(handle, fine) && !this.#areContradicted(handle, fine));
    return isKnown ? fine : undefined;
  }

  /** True if a distribution function resolves all values that contribute to the moments. */
  #isLight(handle: Handle, knots: Knots): boolean {
    const variable = knots.pieces && this.maybeVariableOf(handle);
    return this.fine.isLight(knots) && !(variable && this.fine.tailIndexOf(variable) < LIGHT);
  }

  /** True if the lanes contradict the mean of a function of a product, whose distribution function may be coarse. */
  #areContradicted(handle: Handle, knots: Knots): boolean {
    const { mean, variance } = knots.findMoments();
    const lanes = this.#errorsOf(handle);
    const independent = Math.sqrt(variance / this.lanes.count);
    const error = Math.max(independent, SURE * lanes.errorOf({ kind: 'mean' }));
    return Math.abs(lanes.moments().mean - mean) > error;
  }

  #errorOfShare(handle: Handle, grid: Grid | undefined, figure: ShareFigure): number {
    if (this.#isCertain(handle)) return this.#errorOfFine(handle, figure);
    const shown = this.#errorsOf(handle);
    const lanes = shown.errorOf(figure);
    const { answer, isFine } = this.#shareOf(handle, figure);
    const variable = this.maybeVariableOf(handle);
    if ((!grid && !variable) || Number.isNaN(answer) || shown.contradicts(answer, figure, lanes))
      return lanes;
    if (this.#isCoarse(handle, figure, lanes)) return lanes;
    const isRough = this.#isRough(handle);
    const isKnown = variable && (variable.root.kind === 'crossed' || this.fine.isExact(variable));
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
    const fine = this.maybeFineOf(handle);
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
    notes.errors ??= this.#laneErrorsOf(handle, this.readLanes(handle));
    return notes.errors;
  }

  #laneErrorsOf(handle: Handle, lanes: Float64Array): LaneErrors {
    const isLattice = this.isJoint && this.#parts.kernels.call.lattice_dimensions(this.lanes.count) > 0;
    // Draws of unknown origin count as a single source.
    const ranges = this.lanes.sourcesOf(handle);
    const count = ranges.reduce((sum, end, i) => sum + (i % 2 === 1 ? end - ranges[i - 1]! : 0), 0);
    const net = count > 1 && count <= FEW_SOURCES ? 'low-net' : 'net';
    const order = isLattice ? 'lattice' : net;
    return new LaneErrors(lanes, order, count > UNCONTROLLED_SOURCES, this.#countDrawsOf(ranges));
  }

  /** Number of lanes from which all lanes of a value with these sources are drawn; undefined if none are redrawn. */
  #countDrawsOf(ranges: readonly number[]): number | undefined {
    let least: number | undefined;
    let i = 0;
    // Sources and ranges are in ascending order.
    for (const [source, count] of this.#fewDraws) {
      while (ranges[i + 1]! <= source) i += 2;
      if (source >= ranges[i]!) least = Math.min(least ?? count, count);
    }
    return least;
  }

  /** Fraction of the variance that lies at the outermost nodes. Any variance beyond them is not included. */
  #outerShareOf(grid: Grid, mean: number, variance: number): number {
    if (!grid.base.isShared || !(variance > 0)) return 0;
    const { positions, masses } = this.grids.read(grid);
    let sum = 0;
    for (let i = 0; i < OUTER_NODES; i++)
      for (const k of [i, positions.length - 1 - i]) sum += masses[k]! * (positions[k]! - mean) ** 2;
    return sum / variance;
  }

  /** The largest part of the variance at a single node. */
  #largestPartOf(grid: Grid, mean: number): number {
    const { positions, masses } = this.grids.read(grid);
    return positions.reduce((most, x, i) => Math.max(most, masses[i]! * (x - mean) ** 2), 0);
  }

  /** True if a value's figures come from lanes. */
  dependsOnLanes(handle: Handle): boolean {
    if (this.recipeOf(handle)) return false;
    const grid = this.gridOf(handle);
    return !grid || !this.prefersGrid(grid);
  }

  /** Reason to doubt the standard deviation, if it is serious enough for a notice; see accuracy.ts. */
  maybeDoubtOf(handle: Handle): DeviationDoubt | undefined {
    const notes = this.#noteAbout(handle);
    if (notes.doubt === undefined) notes.doubt = this.#maybeFindDoubt(handle) ?? null;
    return notes.doubt ?? undefined;
  }

  #maybeFindDoubt(handle: Handle): DeviationDoubt | undefined {
    if (this.isRounding(handle)) return undefined;
    const isSource = this.recipeOf(handle) !== undefined;
    const percent = isSource ? 0 : this.#findPercent(handle);
    const grid = this.gridOf(handle);
    if (percent === undefined) {
      const variable = this.maybeVariableOf(handle);
      const tailIndex = variable ? this.fine.tailIndexOf(variable) : Infinity;
      return isHeavy(tailIndex) ? { percent: 0, isFunction: true, tailIndex } : undefined;
    }
    const index = this.#tailIndexOf(handle, grid);
    const tailIndex = isHeavy(index) ? index : undefined;
    if (isSource && tailIndex === undefined) return undefined;
    return { percent, isFunction: grid !== undefined, tailIndex };
  }

  #tailIndexOf(handle: Handle, grid: Grid | undefined): number {
    const fine = this.maybeFineOf(handle);
    const variable = fine && this.maybeVariableOf(handle);
    const pole = fine?.pieces && variable ? this.fine.tailIndexOf(variable) : Infinity;
    const index = Math.min(pole, fine ? this.fine.fineTailIndexOf(fine, variable?.root) : Infinity);
    if (variable && this.fine.isExact(variable)) return index;
    const { positions, masses } = grid ? this.grids.read(grid) : this.weighedLanes(handle);
    return Math.min(index, findTailIndex(positions, masses, this.#parts.kernels.logarithms));
  }

  #findPercent(handle: Handle): number | undefined {
    if (this.recipeOf(handle) ?? this.knownOf(handle)) return undefined;
    const grid = this.gridOf(handle);
    if (!grid)
      return this.#maybePercent(
        NINE_IN_TEN * this.#laneErrorsOf(handle, this.viewLanes(handle)).errorOf(SPREAD),
        handle,
      );
    if (!this.#isSuspect(handle, grid)) return undefined;
    return this.#maybePercent(this.errorOf(handle, SPREAD), handle);
  }

  /** An error of the standard deviation in percent; undefined if small. */
  #maybePercent(error: number, handle: Handle): number | undefined {
    const percent = (100 * error) / Math.sqrt(this.shownMomentsOf(handle).variance);
    return percent > WORTH_TELLING ? percent : undefined;
  }

  /** Tests whether a value is known to be only rounding error. */
  isRounding(handle: Handle): boolean {
    return this.#notes.get(handle)?.isRounding ?? false;
  }

  noteRounding(handle: Handle): void {
    if (handle !== 0) this.#noteAbout(handle).isRounding = true;
  }

  /** Tests whether all of a value's lanes are below a number. */
  isBelow(handle: Handle, most: number): boolean {
    return this.#parts.kernels
      .doublesAt(this.lanesOf(handle), this.lanes.count)
      .every((x) => Math.abs(x) <= most);
  }

  /** Computes the deltas of a record that was added without deltas. */
  complete(handle: Handle): void {
    const { call } = this.#parts.kernels;
    const recipe = this.recipeOf(handle);
    const isClose = recipe
      ? this.shapeGridOf(recipe.plan).isClose
      : (this.#parts.records.flagsOf(handle) & RECORD_PUBLISHED) !== 0;
    const placed = isClose ? (recipe?.plan ?? this.#parts.densities.maybeShapeOf(handle)) : undefined;
    let block: Address;
    let packed: number;
    if (placed) {
      block = this.#parts.records.reserve();
      packed = placeDeltas(this.#parts, placed, recipe?.single ?? 0, block);
    } else if (!this.knownOf(handle) && !this.gridOf(handle)) {
      const lanes = this.lanesOf(handle);
      const scratch = this.#parts.kernels.scratch(32 * this.lanes.count);
      block = this.#parts.records.reserve();
      packed = call.lane_deltas(lanes, scratch, 0, block);
    } else {
      const { positions, masses } = this.pointsOf(handle);
      block = this.#parts.records.reserve();
      packed = this.reduce(positions, masses, this.#cellLevels, block);
    }
    this.#parts.records.attach(handle, block, packed & 0xffffff, packed >>> 24);
  }

  /** Reduces points to a block with at most two deltas for each of 2^levels cells. */
  reduce(positions: Float64Array, masses: Float64Array, levels: number, block: Address): number {
    const n = positions.length;
    const scratch = this.#parts.kernels.scratch(48 * n);
    this.#parts.kernels.doublesAt(scratch, n).set(positions);
    this.#parts.kernels.doublesAt(scratch + 8 * n, n).set(masses);
    return this.#parts.kernels.call.grid_deltas(scratch, scratch + 8 * n, n, scratch + 16 * n, levels, block);
  }

  /**
   * Keeps at most half as many points as fit into a record. The points of two values then fit into one record, and
   * atoms stay atoms.
   */
  keepFew(points: WeightedPoints | undefined): WeightedPoints | undefined {
    const precision = this.#parts.spec.Precision;
    if (!points || points.positions.length <= precision / 2) return points;
    const block = this.#parts.records.reserve();
    const levels = 29 - Math.clz32(precision);
    const count = this.reduce(points.positions, points.masses, levels, block) & 0xffffff;
    const few = {
      positions: this.#parts.kernels.doublesAt(block, count).slice(),
      masses: this.#parts.kernels.doublesAt(block + this.#parts.records.massOffset, count).slice(),
      atoms: false,
    };
    this.#parts.records.discard(block);
    return few;
  }

  /** Removes all data about a record. */
  forget(handle: Handle): void {
    this.#notes.delete(handle);
    this.grids.release(handle);
    if (this.#control.adopt(this.lanes.addressOf(handle))) this.lanes.assign(handle, 0, 0);
    else this.lanes.release(handle);
  }
}
