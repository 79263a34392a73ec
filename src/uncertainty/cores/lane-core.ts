// Cores that keep correlations: every value carries lanes, and a grid where it is a function of one base
// (grid-store.ts). Functions of one value are computed at the points of its base. Values without common sources are
// combined by the product of their deltas, reduced so that moments are kept. All others are their lanes. Deltas of a
// value are made on first use. Dependence of new values, and accuracy of results: dependence.md.

import type { Refining } from '../core/accuracy.ts';
import type { Choices, Core, Decisions, Handle, Operand } from '../core/core.ts';
import { type CoreSpec, countLanes } from '../core/core-spec.ts';
import { maybeDescribeQuery } from '../core/input-notices.ts';
import { PARAMETRIC_KINDS, QUERIES, SINGLE_PRECISION } from '../core/operations.ts';
import type { SetId } from '../core/source-sets.ts';
import type { UxValue } from '../core/ux-text.ts';
import { plainFigures, type ValueFigures } from '../core/value-figures.ts';
import type { Posterior } from '../distributions/bayes.ts';
import { AlignedDecisions } from '../distributions/decisions.ts';
import { collectDeltas, type Deltas, limitDeltas } from '../distributions/deltas.ts';
import { type Moments, mixMoments } from '../distributions/moments.ts';
import { planParametric } from '../distributions/parametric.ts';
import { answerQuery } from '../distributions/queries.ts';
import {
  columnOf,
  limitPoints,
  mergeSamples,
  mixPoints,
  type WeightedPoints,
} from '../distributions/samples.ts';
import { ROOT } from '../figures/formula.ts';
import { maybeFigure } from '../figures/lane-errors.ts';
import { maybeMixture } from '../figures/roots.ts';
import type { Address } from '../kernels/kernel-exports.ts';
import { AccuracyStatements } from '../lanes/accuracy-statements.ts';
import { drawPoints, pickLanes } from '../lanes/draw-lanes.ts';
import { maybeVariable } from '../lanes/grid-store.ts';
import { countProductLevels, IndependentProducts } from '../lanes/independent-products.ts';
import { LaneArithmetic } from '../lanes/lane-arithmetic.ts';
import { LaneChoices } from '../lanes/lane-choices.ts';
import { SourceTrace, type TraceHost } from '../lanes/source-trace.ts';
import { ValueStore } from '../lanes/value-store.ts';
import { RECORD_ATOMS, RECORD_PUBLISHED } from '../records/records.ts';
import { TrackingCore, type TrackingOptions } from './tracking-core.ts';

export interface LaneCoreOptions extends TrackingOptions {
  readonly laneMemoryLimitBytes: number;
  readonly refining?: Refining;
  /** Listener for sources and printed values, present when a budget needs them. */
  readonly trace?: TraceHost;
}

/** Lanes between limits from which the others can be drawn. */
const ENOUGH_LANES = 64;

export class LaneCore extends TrackingCore {
  readonly #values: ValueStore;
  readonly #laneCount: number;
  readonly #arithmetic: LaneArithmetic;
  readonly #trace: SourceTrace | undefined;
  /** Points that come in stand for a density, not for themselves. */
  #isSmooth = false;
  /** True while a likelihood predicts evidence for a hypothesis. */
  #isPredicting = false;
  readonly #statements: AccuracyStatements;
  /** Sources of the values that entered draws read. */
  readonly #readSets = new Set<SetId>();
  /** Choices that each draw makes for itself. */
  readonly choices: Choices;

  constructor(spec: CoreSpec, options: LaneCoreOptions) {
    super(spec, options, countProductLevels(spec));
    this.#laneCount = countLanes(spec);
    const { kernels, records, shapes, densities } = this;
    const firstPoints = spec.Microarchitecture === 'Joint' ? 'lattice' : 'sobol';
    const laneOptions = { ...options, laneCount: this.#laneCount, firstPoints } as const;
    this.#values = new ValueStore(
      { kernels, records, shapes, densities },
      spec,
      laneOptions,
      countProductLevels(spec),
    );
    const { maker } = this;
    const values = this.#values;
    const products = new IndependentProducts(kernels, records, values, spec);
    const parts = { kernels, records, maker, densities, values, products };
    this.#arithmetic = new LaneArithmetic(parts, spec.Precision);
    const arithmetic = this.#arithmetic;
    this.choices = new LaneChoices({ kernels, values, arithmetic, decisions: this.decisions! });
    const notice = (sentence: string) => this.notice(sentence);
    this.#statements = new AccuracyStatements(spec, values, notice, options.refining);
    this.#trace = options.trace && new SourceTrace(options.trace, kernels, this.#values);
  }

  protected override makeDecisions(): Decisions {
    return new AlignedDecisions(({ handle, particle }) =>
      handle === 0 ? Float64Array.of(particle) : this.#values.viewLanes(handle),
    );
  }

  /** Trace of the run; undefined unless the run is traced. */
  get trace(): SourceTrace | undefined {
    return this.#trace;
  }

  override unary(operation: number, handle: Handle, particle: number): Handle {
    return this.#arithmetic.unary(operation, handle, particle);
  }

  override binary(
    operation: number,
    left: Handle,
    leftParticle: number,
    right: Handle,
    rightParticle: number,
    particle: number,
  ): Handle {
    return this.#arithmetic.binary(operation, left, leftParticle, right, rightParticle, particle);
  }

  override parametric(kind: number, a: number, b: number, c: number): Handle {
    const name = PARAMETRIC_KINDS[kind & ~SINGLE_PRECISION];
    const plan = name ? planParametric(this.kernels.call, name, a, b, c) : { plain: Number.NaN };
    if ('plain' in plan) return super.parametric(kind, a, b, c);
    const single = kind & SINGLE_PRECISION;
    this.maker.resultParticle = single ? Math.fround(plan.mean) : plan.mean;
    this.maker.checkMemory();
    const { lanes, grids } = this.#values;
    const source = lanes.addSource();
    // Values that a likelihood predicts are hardly ever drawn from: they take a dimension at the first draw, and not
    // from the sequence.
    const dimension = this.#isPredicting ? undefined : lanes.takeDimension();
    const onDrawn = this.#isPredicting
      ? undefined
      : this.#trace?.addParametric(source, name!, [a, b, c], this.resultParticle);
    const recipe = {
      plan,
      single,
      dimension,
      base: grids.makeSourceBase({ kind: 'source', plan, single, size: 0 }),
      onDrawn,
    };
    const isPublished = !this.#values.isJoint && this.#values.shapeGridOf(recipe).isClose;
    const handle = this.records.add(0, 0, isPublished ? RECORD_PUBLISHED : 0);
    this.#values.addRecipe(handle, recipe);
    this.densities.noteShape(handle, plan);
    lanes.assign(handle, 0, lanes.singleSet(source));
    this.#trace?.noteValue(source, handle);
    return handle;
  }

  /** Joint samples share one source and one base: operations on them work row by row. */
  override fromMultidimensionalSamples(rows: Float64Array, cardinality: number): Operand[] {
    const n = Math.floor(rows.length / cardinality);
    const { lanes } = this.#values;
    const source = lanes.addSource();
    const set = lanes.singleSet(source);
    const dimension = this.#takeDimension();
    const columns = Array.from({ length: cardinality }, (_, column) => columnOf(rows, column, cardinality));
    const operands = columns.map((samples) => {
      const handle = super.fromPoints(mergeSamples(samples, undefined));
      const particle = this.resultParticle;
      if (handle !== 0) {
        const drawn = lanes.drawUniforms(dimension);
        pickLanes(
          this.kernels,
          { positions: samples, masses: new Float64Array(n).fill(1), atoms: true },
          drawn,
        );
        lanes.assign(handle, drawn, set);
      }
      return { handle, particle };
    });
    this.#values.assignTogether(
      operands.map(({ handle }) => handle),
      columns,
    );
    this.#trace?.addJoint(
      source,
      n,
      operands.map(({ handle }) => handle),
    );
    return operands;
  }

  /** A new source decides which of the two it is; where it is one, it is that very value. */
  override mixture(first: Operand, second: Operand, firstWeight: number): Handle {
    if (!(firstWeight >= 0 && firstWeight <= 1)) return super.mixture(first, second, firstWeight);
    const values = this.#values;
    const parts = [first, second].map((part) => values.keepFew(this.#knownPointsOf(part)));
    const [a, b] = parts;
    const points = a && b && mixPoints(a, b, firstWeight);
    let handle = 0;
    if (points) {
      handle = super.fromPoints(points);
      if (handle === 0) return 0;
      const variables = [first, second].map((part) =>
        part.handle === 0 ? part.particle : values.maybeVariableOf(part.handle),
      );
      const root = maybeMixture(variables[0], variables[1], firstWeight);
      const variable = root && { root, formula: ROOT };
      values.assignPoints(handle, this.pointsOf({ handle, particle: 0 }), true, variable);
    }
    const source = values.lanes.addSource();
    const x = this.#lanesOfOperand(first);
    const y = this.#lanesOfOperand(second);
    const lanes = values.lanes.drawUniforms(this.#takeDimension());
    this.#trace?.addChoice(source, lanes, firstWeight);
    this.kernels.call.lane_choose(x, y, firstWeight, lanes);
    if (first.handle === 0) values.lanes.free(x);
    if (second.handle === 0) values.lanes.free(y);
    const set = this.#unite(values.lanes.singleSet(source), first, second);
    if (handle !== 0) {
      values.lanes.assign(handle, lanes, set);
      return handle;
    }
    const known = mixMoments(this.#momentsOf(first), this.#momentsOf(second), firstWeight);
    const point = this.kernels.call.lane_is_point(lanes);
    return this.#arithmetic.finish(lanes, set, point, known.mean, undefined, 0, known);
  }

  override independentCopy(value: Operand): Handle {
    const { handle: original, particle } = value;
    if (original === 0) return this.maker.plain(particle);
    const values = this.#values;
    const { lanes: store, grids } = values;
    const source = store.addSource();
    const set = store.singleSet(source);
    const recipe = values.recipeOf(original);
    this.maker.resultParticle = particle;
    if (recipe) {
      this.maker.checkMemory();
      const copy = this.records.add(0, 0, this.records.flagsOf(original) & RECORD_PUBLISHED);
      const dimension = this.#isPredicting ? undefined : store.takeDimension();
      const onDrawn = this.#isPredicting ? undefined : this.#trace?.addCopy(source, particle);
      values.addRecipe(copy, {
        ...recipe,
        dimension,
        base: grids.makeSourceBase({ kind: 'source', plan: recipe.plan, single: recipe.single, size: 0 }),
        onDrawn,
      });
      store.assign(copy, 0, set);
      this.#trace?.noteValue(source, copy);
      this.densities.noteCopy(copy, original);
      return copy;
    }
    const originals = values.lanesOf(original);
    const lanes = store.drawUniforms(this.#takeDimension());
    this.kernels.call.lane_redraw(originals, this.kernels.scratch(16 * this.#laneCount), lanes);
    const grid = values.gridOf(original);
    const copy = this.records.hasBlock(original)
      ? super.independentCopy(value)
      : this.records.add(0, 0, this.records.flagsOf(original) & (RECORD_ATOMS | RECORD_PUBLISHED));
    store.assign(copy, lanes, set);
    this.densities.noteCopy(copy, original);
    const variable = grid && maybeVariable(grid);
    // A root of its own: a quantity of the same distribution.
    const own = variable && { root: { ...variable.root }, formula: variable.formula };
    if (grid) values.assignPoints(copy, grids.read(grid), grid.base.isFine, own);
    else values.setKnown(copy, values.momentsOf(original));
    this.#trace?.addCopy(source, particle)?.(lanes);
    this.#trace?.noteValue(source, copy);
    return copy;
  }

  /** All copies have their originals' lanes in one new order, so that they depend on each other as before. */
  override independentCopies(originals: readonly Operand[]): Operand[] {
    const values = this.#values;
    const { lanes: store, grids } = values;
    const source = store.addSource();
    const order = this.#shuffle();
    const copies = originals.map(({ handle: original, particle }): Operand => {
      if (original === 0) return { handle: 0, particle };
      const own = values.readLanes(original);
      const lanes = store.allocate();
      this.kernels.doublesAt(lanes, this.#laneCount).set(order.map((lane) => own[lane]!));
      const copy = this.records.hasBlock(original)
        ? super.independentCopy({ handle: original, particle })
        : this.records.add(0, 0, this.records.flagsOf(original) & (RECORD_ATOMS | RECORD_PUBLISHED));
      store.assign(copy, lanes, store.singleSet(source));
      this.densities.noteCopy(copy, original);
      const grid = values.gridOf(original);
      if (grid) values.assignPoints(copy, grids.read(grid), grid.base.isFine);
      else values.setKnown(copy, values.momentsOf(original));
      return { handle: copy, particle };
    });
    this.#trace?.addJoint(
      source,
      this.#laneCount,
      copies.map(({ handle }) => handle),
    );
    return copies;
  }

  /** The numbers of all lanes in a random order. */
  #shuffle(): Float64Array {
    const order = Float64Array.from({ length: this.#laneCount }, (_, lane) => lane);
    for (let end = order.length - 1; end > 0; end--) {
      const other = Math.floor(this.kernels.call.random() * (end + 1));
      [order[end], order[other]] = [order[other]!, order[end]!];
    }
    return order;
  }

  override get jointDraws(): number {
    return this.#laneCount;
  }

  override get keepsJoint(): boolean {
    return true;
  }

  override enterDraw(draw: number): Core {
    if (draw === 0) this.#readSets.clear();
    return this.draws.enter(draw, this.#values.lanes.dimensionsTaken);
  }

  override drawOf({ handle, particle }: Operand): number {
    if (handle === 0) return particle;
    this.#readSets.add(this.#values.lanes.setOf(handle));
    return this.#values.viewLanes(handle)[this.draws.draw]!;
  }

  override valuesOfDraws(rows: Float64Array, cardinality: number): Operand[] {
    const { lanes } = this.#values;
    const isDrawing = this.draws.endDimension > lanes.dimensionsTaken;
    while (this.draws.endDimension > lanes.dimensionsTaken) lanes.takeDimension();
    const sets = [...this.#readSets];
    this.#readSets.clear();
    const source = isDrawing || sets.length === 0 ? lanes.addSource() : undefined;
    if (source !== undefined) sets.push(lanes.singleSet(source));
    const set = lanes.uniteSets(...(sets as [SetId, ...SetId[]]));
    const made = Array.from({ length: cardinality }, (_, column): Operand => {
      const handle = this.#finishLanes(columnOf(rows, column, cardinality), set);
      return { handle, particle: this.resultParticle };
    });
    if (source !== undefined)
      this.#trace?.addJoint(
        source,
        this.#laneCount,
        made.map(({ handle }) => handle),
      );
    return made;
  }

  /** A value that nothing is known of but its lanes. Its particle is their mean. */
  #finishLanes(draws: Float64Array, set: SetId): Handle {
    const address = this.#values.lanes.allocate();
    this.kernels.doublesAt(address, this.#laneCount).set(draws);
    const { call } = this.kernels;
    const [point, mean] = [call.lane_is_point(address), call.lane_mean(address)];
    return this.#arithmetic.finish(address, set, point, mean, undefined, 0, undefined);
  }

  /** The result is the value where it lies within the limits; elsewhere an independent draw from within. */
  override limitSupport(value: Operand, low: number, high: number): Handle {
    const isPlain = value.handle === 0;
    if (isPlain)
      return this.sayIfEmpty(super.fromPoints(limitPoints(this.pointsOf(value), low, high)), low, high);
    const values = this.#values;
    const grid = values.gridOf(value.handle);
    const limited =
      grid || !this.#hasLanesWithin(value.handle, low, high) ? this.maybeLimit(value, low, high) : undefined;
    let points: WeightedPoints | undefined;
    let handle = 0;
    if (grid) {
      const { positions, masses, atoms } = values.grids.read(grid);
      points = limited?.points ?? limitDeltas(collectDeltas(positions, masses, atoms), low, high);
      handle = super.fromPoints(points);
      if (handle === 0) return this.sayIfEmpty(0, low, high);
      values.assignPoints(handle, points, true);
      if (limited) this.densities.noteLimited(handle, limited);
      else if (points.positions.length === positions.length) this.densities.noteCopy(handle, value.handle);
    }
    const source = values.lanes.addSource();
    const original = values.lanesOf(value.handle);
    const lanes = values.lanes.drawUniforms(this.#takeDimension());
    this.#trace?.addLimits(source, lanes, low, high);
    const scratch = this.kernels.scratch(16 * this.#laneCount);
    const { call } = this.kernels;
    if (limited) {
      // Few lanes lie within: the others are drawn from the density.
      drawPoints(this.kernels, limited.points, true, lanes, this.#laneCount);
      const drawn = this.kernels.doublesAt(lanes, this.#laneCount);
      const own = this.kernels.doublesAt(original, this.#laneCount);
      own.forEach((x, i) => {
        if (x >= low && x <= high) drawn[i] = x;
        else drawn[i] = Math.min(Math.max(drawn[i]!, low), high);
      });
    } else if (call.lane_limit(original, low, high, scratch, lanes) === 0) {
      // Points lie within the limits and no lane does: the lanes are drawn from the points.
      if (points) pickLanes(this.kernels, points, lanes);
      else values.lanes.free(lanes);
      if (!points) return this.sayIfEmpty(this.maker.plain(Number.NaN), low, high);
    }
    const set = this.#unite(values.lanes.singleSet(source), value);
    if (handle !== 0) {
      values.lanes.assign(handle, lanes, set);
      return handle;
    }
    const [point, mean] = [call.lane_is_point(lanes), call.lane_mean(lanes)];
    return this.#arithmetic.finish(lanes, set, point, mean, undefined, 0, undefined);
  }

  /** Tests whether enough lanes lie between limits to draw the others from them; always for outcomes. */
  #hasLanesWithin(handle: Handle, low: number, high: number): boolean {
    const lanes = this.#values.viewLanes(handle);
    const within = lanes.reduce((count, x) => count + (x >= low && x <= high ? 1 : 0), 0);
    return within >= ENOUGH_LANES || new Set(lanes).size < lanes.length / 2;
  }

  override bayesLaplace(
    likelihood: (hypothesis: number) => Operand,
    prior: Operand,
    evidence: Operand,
    observations = 1,
  ): Handle {
    const predict = (hypothesis: number): Operand => {
      this.#isPredicting = true;
      try {
        return likelihood(hypothesis);
      } finally {
        this.#isPredicting = false;
      }
    };
    return super.bayesLaplace(predict, prior, evidence, observations);
  }

  override figuresOf(value: Operand): ValueFigures {
    return value.handle === 0 ? plainFigures(value.particle) : this.#statements.figuresOf(value.handle);
  }

  override toText(value: Operand): string {
    this.#statements.state(value);
    return super.toText(value);
  }

  override query(query: number, value: Operand, argument: number): number {
    const name = QUERIES[query & ~SINGLE_PRECISION];
    // Densities need the few deltas; all other queries use the most accurate data about the value.
    if (value.handle === 0 || !name || name === 'evaluate_pdf' || name === 'nth_mode')
      return super.query(query, value, argument);
    const wrong = maybeDescribeQuery(name, argument);
    if (wrong) this.notice(wrong);
    if (name === 'nth_moment' && argument > 1) this.#statements.state(value);
    if (name === 'nth_moment') return this.#values.momentOf(value.handle, argument);
    if (name === 'sample') return this.#values.samplerOf(value.handle)(this.kernels.call.random());
    const figure = maybeFigure(name, argument);
    if (figure)
      return wrong || Number.isNaN(argument) ? Number.NaN : this.#values.errorOf(value.handle, figure);
    if (name !== 'quantile' && name !== 'probability_gt')
      return answerQuery(name, this.#values.deltasOf(value.handle), argument, this.kernels.call);
    const asked = { kind: name === 'quantile' ? name : 'probability', at: argument } as const;
    const answer = this.#values.answerShare(value.handle, asked);
    this.#statements.stateFigure(value.handle, asked.kind, argument, answer);
    return answer;
  }

  override sampleInto(value: Operand, target: Float64Array): void {
    if (value.handle === 0) {
      super.sampleInto(value, target);
      return;
    }
    const draw = this.#values.samplerOf(value.handle);
    for (let i = 0; i < target.length; i++) target[i] = draw(this.kernels.call.random());
  }

  override sweep(marked: Uint32Array): number {
    const swept = super.sweep(marked);
    this.#values.lanes.forgetUnusedSets(() => this.records.liveHandles());
    return swept;
  }

  /** Bytes that the lanes of live values take. */
  get laneBytes(): number {
    return this.#values.lanes.bytes;
  }

  /** A copy of a value's lanes. */
  readLanes(value: Operand): Float64Array {
    if (value.handle === 0) return new Float64Array(this.#laneCount).fill(value.particle);
    return this.#values.readLanes(value.handle);
  }

  /** A value that nothing is known of but its lanes, as many as the core has. Its particle is their mean. */
  fromLanes(draws: Float64Array): Handle {
    const { lanes } = this.#values;
    return this.#finishLanes(draws, lanes.singleSet(lanes.addSource()));
  }

  /** Every creation from points is a source of its own. */
  protected override fromPoints(points: WeightedPoints, particle?: number): Handle {
    const handle = super.fromPoints(points, particle);
    if (handle !== 0) this.#giveSource(handle, points);
    return handle;
  }

  protected override fromPosterior(posterior: Posterior): Handle {
    this.#isSmooth = true;
    const handle = super.fromPosterior(posterior);
    this.#isSmooth = false;
    return handle;
  }

  protected override fromUx(value: UxValue): Handle {
    const handle = super.fromUx(value);
    // Too many deltas went through fromPoints, which gave the value its source.
    if (handle !== 0 && !this.#values.hasLanes(handle))
      this.#giveSource(handle, super.pointsOf({ handle, particle: 0 }));
    return handle;
  }

  protected override predictedDeltasOf(value: Operand): Deltas {
    const grid = value.handle === 0 ? undefined : this.#values.gridOf(value.handle);
    if (!grid || this.densities.isKnown(value.handle)) return this.deltasOf(value);
    return this.#values.deltasOf(value.handle);
  }

  /** The density of a source's non-monotone function may have poles and jumps, which do not matter to nodes. */
  protected override maybeNodesOf({ handle }: Operand): Deltas | undefined {
    return handle === 0 || this.densities.isKnown(handle) ? undefined : this.#values.maybeNodesOf(handle);
  }

  protected override completeRecord(handle: Handle): void {
    this.#values.complete(handle);
  }

  protected override forget(handle: Handle): void {
    super.forget(handle);
    this.#values.forget(handle);
  }

  /**
   * The next dimension of the points. Values that a likelihood predicts use dimensions beyond the last, and use none
   * up.
   */
  #takeDimension(): number {
    const { lanes } = this.#values;
    return this.#isPredicting ? lanes.takeFarDimension() : lanes.takeDimension();
  }

  #momentsOf({ handle, particle }: Operand): Moments {
    return handle === 0 ? { mean: particle, variance: 0 } : this.#values.momentsOf(handle);
  }

  /** Points of a value that is plain or has a base. */
  #knownPointsOf(value: Operand): WeightedPoints | undefined {
    if (value.handle === 0) return super.pointsOf(value);
    const grid = this.#values.gridOf(value.handle);
    return grid && this.#values.grids.read(grid);
  }

  #unite(set: SetId, ...operands: Operand[]): SetId {
    const { lanes } = this.#values;
    const records = operands.filter(({ handle }) => handle !== 0);
    return lanes.uniteSets(set, ...records.map(({ handle }) => lanes.setOf(handle)));
  }

  /** Lanes of an operand; the caller frees the lanes of a plain one. */
  #lanesOfOperand(value: Operand): Address {
    if (value.handle !== 0) return this.#values.lanesOf(value.handle);
    const lanes = this.#values.lanes.allocate();
    this.kernels.call.lane_fill(value.particle, lanes);
    return lanes;
  }

  #giveSource(handle: Handle, points: WeightedPoints): void {
    const values = this.#values;
    const { lanes } = values;
    const source = lanes.addSource();
    const dimension = this.#takeDimension();
    const isSmooth = this.#isSmooth;
    const draw = () =>
      drawPoints(this.kernels, points, isSmooth, lanes.drawUniforms(dimension), this.#laneCount);
    const set = lanes.singleSet(source);
    // Lanes of a posterior take much of the time of inference, and are hardly ever needed.
    if (isSmooth) values.deferLanes(handle, set, draw);
    else lanes.assign(handle, draw(), set);
    values.assignPoints(handle, points, true);
    if (this.#trace && !this.#isPredicting)
      this.#trace.addPoints(source, points, isSmooth, values.lanesOf(handle), handle);
  }
}
