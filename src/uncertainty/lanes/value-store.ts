// Data that a core with correlation tracking keeps about each value in addition to its deltas: lanes, numbers at the
// points of a base, the recipe for a parametric value that has not been used yet, and exact moments. The store computes
// each of these on first use, and the results do not depend on when that is.

import type { Handle, Operand } from '../core/core.ts';
import { SlotTable } from '../core/slot-table.ts';
import type { SetId } from '../core/source-sets.ts';
import { collectDeltas, type Deltas } from '../distributions/deltas.ts';
import { maybeJoinCells, maybeJoinNodes } from '../distributions/distribution-function.ts';
import type { Moments } from '../distributions/moments.ts';
import type { PlacedShape } from '../distributions/parametric.ts';
import { drawSample } from '../distributions/queries.ts';
import type { WeightedPoints } from '../distributions/samples.ts';
import type { GridRule, ShapeGrid } from '../distributions/shape-cache.ts';
import { type FineDistribution, FineDistributions } from '../figures/fine-distributions.ts';
import { evaluateFormula, type Formula, ROOT } from '../figures/formula.ts';
import type { Pair, ProductRoot, Terms, Variable } from '../figures/roots.ts';
import type { Address } from '../kernels/kernel-exports.ts';
import type { RecordParts } from '../records/record-parts.ts';
import { RECORD_ATOMS, RECORD_OWN_POINTS } from '../records/records.ts';
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
export const UNCONTROLLED_SOURCES = 8;
/** A dimension that is not used for any other draws. */
const UNSEEN_DIMENSION = 2 ** 24 - 1;
/** Number of points above which a base is reduced to the deltas of a record. */
const MOST_POINTS = 4096;
/** Maximum number of values per task and use whose distribution is computed more finely than their deltas. */
const MOST_FINE = 256;
const BISECTIONS = 50;
/** Cost of computing the distribution for a function of two sources, relative to other distributions. */
const CROSSED_COST = 4;

type Parts = Pick<RecordParts, 'spec' | 'kernels' | 'records' | 'shapes' | 'densities'>;

export class ValueStore {
  readonly lanes: LaneStore;
  readonly grids: GridStore;
  readonly isJoint: boolean;
  readonly rule: GridRule;
  readonly fine: FineDistributions;
  readonly #parts: Parts;
  readonly #control: LaneControl;
  readonly #notes = new SlotTable<Notes>();
  /**
   * Number of values whose fine distribution may still be computed for each use: for figures, for the operands of
   * limits and maxima, and to correct points. Each computation takes milliseconds.
   */
  readonly #left = { figures: MOST_FINE, operands: MOST_FINE, corrections: MOST_FINE };

  constructor(parts: Parts, options: LaneOptions, productLevels: number) {
    const { spec } = parts;
    this.#parts = parts;
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
      // Every live value has lanes or a recipe, so this value was released, and the call throws.
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

  /** True if a value's points are more accurate than its lanes. */
  prefersGrid(grid: Grid): boolean {
    return !this.isJoint || grid.base.isFine || grid.base.atoms;
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

  /** Removes all data about a record. */
  forget(handle: Handle): void {
    this.#notes.delete(handle);
    this.grids.release(handle);
    if (this.#control.adopt(this.lanes.addressOf(handle))) this.lanes.assign(handle, 0, 0);
    else this.lanes.release(handle);
  }
}
