// Cores that keep correlations: every value carries lanes, and a grid where it is a function of one base (grid-store.ts).
// Functions of one value are computed at the points of its base; values that depend on nothing in common are combined
// by the product of their deltas, reduced so that moments are kept; all others are their lanes. Deltas of a value are
// made when somebody asks for them. What creations mean for dependence, and how near results are: dependence.md.

import { describeAccuracy } from './accuracy.ts';
import type { Posterior } from './bayes.ts';
import type { Handle, Operand } from './core.ts';
import { type CoreSpec, countLanes } from './core-spec.ts';
import { collectDeltas, type Deltas, limitDeltas } from './deltas.ts';
import { pickLanes, spreadLanes } from './draw-lanes.ts';
import type { Base } from './grid-store.ts';
import { countProductLevels, IndependentProducts } from './independent-products.ts';
import type { Address } from './kernels.ts';
import { combineMoments, type LinearOperation, type Moments, mapMoments } from './lane-weights.ts';
import {
  BINARY_OPERATIONS,
  PARAMETRIC_KINDS,
  QUERIES,
  SINGLE_PRECISION,
  UNARY_OPERATIONS,
} from './operations.ts';
import { planParametric } from './parametric.ts';
import { answerQuery } from './queries.ts';
import { RECORD_ATOMS, RECORD_OWN_POINTS, RECORD_POINT, RECORD_PUBLISHED } from './records.ts';
import { limitPoints, mergeSamples, mixPoints, type WeightedPoints } from './samples.ts';
import type { SetId } from './source-sets.ts';
import { SourceTrace, type TraceHost } from './source-trace.ts';
import { isIdentity, TrackingCore, type TrackingOptions } from './tracking-core.ts';
import type { UxValue } from './ux-text.ts';
import { ValueStore } from './value-store.ts';

export interface LaneCoreOptions extends TrackingOptions {
  readonly laneMemoryLimitBytes: number;
  /** Where sources and printed values are written down, for those who ask where a spread comes from. */
  readonly trace?: TraceHost;
}

const LINEAR: Readonly<Record<number, LinearOperation>> = Object.fromEntries(
  (['add', 'sub', 'mul', 'div'] as const).map((name) => [BINARY_OPERATIONS.indexOf(name), name]),
);
const NEGATE = UNARY_OPERATIONS.indexOf('neg');
const FAR_DIMENSION = 2 ** 24;
/** Lines about accuracy in one task. */
const MOST_STATEMENTS = 3;

/** A result before it is a record: what it is at the points of a base, if there is one. */
interface Computed {
  readonly base: Base;
  readonly values: Address;
  readonly isInCells: boolean;
}

export class LaneCore extends TrackingCore {
  readonly #values: ValueStore;
  readonly #laneCount: number;
  readonly #products: IndependentProducts;
  readonly #trace: SourceTrace | undefined;
  /** Points that come in stand for a density, not for themselves. */
  #isSmooth = false;
  /** A likelihood is being asked what a hypothesis predicts. */
  #isPredicting = false;
  #predicted = 0;
  #statements = 0;

  constructor(spec: CoreSpec, options: LaneCoreOptions) {
    super(spec, options, countProductLevels(spec));
    this.#laneCount = countLanes(spec);
    const { kernels, records, shapes } = this;
    const firstPoints = spec.Microarchitecture === 'Joint' ? 'lattice' : 'sobol';
    const laneOptions = { ...options, laneCount: this.#laneCount, firstPoints } as const;
    this.#values = new ValueStore({ kernels, records, shapes }, spec, laneOptions, countProductLevels(spec));
    this.#products = new IndependentProducts(kernels, records, this.#values, spec);
    this.#trace = options.trace && new SourceTrace(options.trace, kernels, this.#values);
  }

  /** What was written down of the run: undefined where nobody asked for it. */
  get trace(): SourceTrace | undefined {
    return this.#trace;
  }

  override unary(operation: number, handle: Handle, particle: number): Handle {
    if (handle === 0) return this.plain(particle);
    const values = this.#values;
    const { call } = this.kernels;
    const grid = values.gridOf(handle);
    const source = values.lanesOf(handle);
    const lanes = values.lanes.allocate();
    let point = call.lane_unary(operation, source, lanes, this.#laneCount);
    const negated = (operation & ~SINGLE_PRECISION) === NEGATE;
    const computed = grid && this.#onBase(grid.base, negated && grid.isInCells);
    if (grid && computed) point &= call.lane_unary(operation, grid.values, computed.values, grid.base.count);
    const block = negated && this.#isPublished(handle) ? this.reserve() : 0;
    const packed = block
      ? call.unary(operation, this.records.addressOf(handle), this.records.countOf(handle), block)
      : 0;
    const moments = negated ? values.knownOf(handle) : undefined;
    const known = moments && { ...moments, mean: -moments.mean };
    return this.#finish({
      lanes,
      set: values.lanes.setOf(handle),
      point,
      particle,
      computed,
      block,
      packed,
      known,
    });
  }

  override binary(
    operation: number,
    left: Handle,
    leftParticle: number,
    right: Handle,
    rightParticle: number,
    particle: number,
  ): Handle {
    if (left === 0 || right === 0)
      return this.#binaryWithPlain(operation, left, leftParticle, right, rightParticle, particle);
    const { lanes: store } = this.#values;
    const united = store.combineSets(store.setOf(left), store.setOf(right));
    const set = united < 0 ? ~united : united;
    const x = this.#values.gridOf(left);
    const y = this.#values.gridOf(right);
    const { call } = this.kernels;
    let block = 0;
    let packed = 0;
    let known: Moments | undefined;
    if (united < 0 && x && y) {
      block = this.reserve();
      packed = this.#products.multiply(operation, left, right, block);
      if (this.#isParticleAlone(block, packed, particle)) {
        this.records.discard(block);
        return this.plain(particle);
      }
    } else if (united < 0) {
      known = this.#combineKnown(operation, left, right);
    }
    const xLanes = this.#values.lanesOf(left, store.addressOf(right));
    const yLanes = this.#values.lanesOf(right, xLanes);
    const lanes = store.allocate();
    let point = call.lane_binary(operation, xLanes, yLanes, lanes, this.#laneCount);
    let computed: Computed | undefined;
    if (x && y && x.base === y.base) {
      computed = this.#onBase(x.base);
      point &= call.lane_binary(operation, x.values, y.values, computed.values, x.base.count);
    } else if (block === 0 && !point) {
      this.#values.noteRecent(lanes);
    }
    if (block !== 0) {
      point = 0;
      const atoms = this.#products.keepsAtoms(left, right) ? RECORD_ATOMS : 0;
      packed |= (RECORD_OWN_POINTS | atoms) << 24;
    }
    const result = this.#finish({ lanes, set, point, particle, computed, block, packed, known });
    // What a Joint core shows are lanes: the product's points are its base alone.
    if (block !== 0 && this.#values.isJoint) {
      this.#values.gridOf(result);
      this.records.detach(result);
    }
    return result;
  }

  override parametric(kind: number, a: number, b: number, c: number): Handle {
    const name = PARAMETRIC_KINDS[kind & ~SINGLE_PRECISION];
    const plan = name ? planParametric(this.kernels.call, name, a, b, c) : { plain: Number.NaN };
    if ('plain' in plan) return super.parametric(kind, a, b, c);
    const single = kind & SINGLE_PRECISION;
    this.resultParticle = single ? Math.fround(plan.mean) : plan.mean;
    this.checkMemory();
    const { lanes, grids } = this.#values;
    const source = lanes.addSource();
    // What a likelihood predicts is hardly ever drawn from: hundreds of hypotheses must not use the points up.
    const dimension = this.#isPredicting ? undefined : lanes.takeDimension();
    const onDrawn = this.#isPredicting
      ? undefined
      : this.#trace?.addParametric(source, name!, [a, b, c], this.resultParticle);
    const recipe = { plan, single, dimension, base: grids.makeSourceBase(), onDrawn };
    const isPublished = !this.#values.isJoint && this.#values.shapeGridOf(recipe).isClose;
    const handle = this.records.add(0, 0, isPublished ? RECORD_PUBLISHED : 0);
    this.#values.addRecipe(handle, recipe);
    this.densities.noteShape(handle, plan);
    lanes.assign(handle, 0, lanes.singleSet(source));
    this.#trace?.noteValue(source, handle);
    return handle;
  }

  /** Joint samples share one source and one base: what is done to them is done row by row. */
  override fromMultidimensionalSamples(rows: Float64Array, cardinality: number): Operand[] {
    const n = Math.floor(rows.length / cardinality);
    const { lanes } = this.#values;
    const source = lanes.addSource();
    const set = lanes.singleSet(source);
    const dimension = this.#takeDimension();
    const columns = Array.from({ length: cardinality }, (_, column) =>
      Float64Array.from({ length: n }, (_, row) => rows[row * cardinality + column]!),
    );
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
    const parts = [first, second].map((part) => this.#keepFew(this.#knownPointsOf(part)));
    const [a, b] = parts;
    const points = a && b && mixPoints(a, b, firstWeight);
    let handle = 0;
    if (points) {
      handle = super.fromPoints(points);
      if (handle === 0) return 0;
      values.assignPoints(handle, this.pointsOf({ handle, particle: 0 }), true);
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
    const known = this.#mixMoments(first, second, firstWeight);
    const point = this.kernels.call.lane_is_point(lanes);
    return this.#finish({ lanes, set, point, particle: known.mean, known });
  }

  override independentCopy(value: Operand): Handle {
    const { handle: original, particle } = value;
    if (original === 0) return this.plain(particle);
    const values = this.#values;
    const { lanes: store, grids } = values;
    const source = store.addSource();
    const set = store.singleSet(source);
    const recipe = values.recipeOf(original);
    this.resultParticle = particle;
    if (recipe) {
      this.checkMemory();
      const copy = this.records.add(0, 0, this.records.flagsOf(original) & RECORD_PUBLISHED);
      const dimension = this.#isPredicting ? undefined : store.takeDimension();
      const onDrawn = this.#isPredicting ? undefined : this.#trace?.addCopy(source, particle);
      values.addRecipe(copy, { ...recipe, dimension, base: grids.makeSourceBase(), onDrawn });
      store.assign(copy, 0, set);
      this.#trace?.noteValue(source, copy);
      this.densities.noteCopy(copy, original);
      return copy;
    }
    const own = values.lanesOf(original);
    const lanes = store.drawUniforms(this.#takeDimension());
    this.kernels.call.lane_redraw(own, this.kernels.scratch(8 * this.#laneCount), lanes);
    const grid = values.gridOf(original);
    const copy = this.records.hasBlock(original)
      ? super.independentCopy(value)
      : this.records.add(0, 0, this.records.flagsOf(original) & RECORD_ATOMS);
    store.assign(copy, lanes, set);
    this.densities.noteCopy(copy, original);
    if (grid) values.assignPoints(copy, grids.read(grid), grid.base.isFine);
    else values.setKnown(copy, values.momentsOf(original));
    this.#trace?.addCopy(source, particle)?.(lanes);
    this.#trace?.noteValue(source, copy);
    return copy;
  }

  /** Where the value lies within the limits the result is that value; elsewhere an independent draw from within. */
  override limitSupport(value: Operand, low: number, high: number): Handle {
    const isPlain = value.handle === 0;
    if (isPlain)
      return this.sayIfEmpty(super.fromPoints(limitPoints(this.pointsOf(value), low, high)), low, high);
    const values = this.#values;
    const grid = values.gridOf(value.handle);
    let points: WeightedPoints | undefined;
    let handle = 0;
    if (grid) {
      const { positions, masses, atoms } = values.grids.read(grid);
      points = limitDeltas(collectDeltas(positions, masses, atoms), low, high);
      handle = super.fromPoints(points);
      if (handle === 0) return this.sayIfEmpty(0, low, high);
      values.assignPoints(handle, points, true);
    }
    const source = values.lanes.addSource();
    const original = values.lanesOf(value.handle);
    const lanes = values.lanes.drawUniforms(this.#takeDimension());
    this.#trace?.addLimits(source, lanes, low, high);
    const scratch = this.kernels.scratch(8 * this.#laneCount);
    const { call } = this.kernels;
    if (call.lane_limit(original, low, high, scratch, lanes) === 0) {
      // Points lie within the limits and no lane does: the lanes are drawn from the points.
      if (points) pickLanes(this.kernels, points, lanes);
      else values.lanes.free(lanes);
      if (!points) return this.sayIfEmpty(this.plain(Number.NaN), low, high);
    }
    const set = this.#unite(values.lanes.singleSet(source), value);
    if (handle !== 0) {
      values.lanes.assign(handle, lanes, set);
      return handle;
    }
    return this.#finish({ lanes, set, point: call.lane_is_point(lanes), particle: call.lane_mean(lanes) });
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

  override toText(value: Operand): string {
    this.#stateAccuracy(value);
    return super.toText(value);
  }

  override query(query: number, value: Operand, argument: number): number {
    const name = QUERIES[query & ~SINGLE_PRECISION];
    // Densities need the few deltas; all else is best answered by what the value is known by.
    if (value.handle === 0 || !name || name === 'evaluate_pdf' || name === 'nth_mode')
      return super.query(query, value, argument);
    if (name !== 'nth_moment' || argument > 1) this.#stateAccuracy(value);
    if (name === 'nth_moment') return this.#values.momentOf(value.handle, argument);
    if (name === 'sample') return this.#values.samplerOf(value.handle)(this.kernels.call.random());
    return answerQuery(name, this.#values.deltasOf(value.handle), argument, this.kernels.call);
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
    if (handle !== 0 && this.#values.lanes.addressOf(handle) === 0)
      this.#giveSource(handle, super.pointsOf({ handle, particle: 0 }));
    return handle;
  }

  protected override predictedDeltasOf(value: Operand): Deltas {
    const grid = value.handle === 0 ? undefined : this.#values.gridOf(value.handle);
    if (!grid || this.densities.isKnown(value.handle)) return this.deltasOf(value);
    return this.#values.deltasOf(value.handle);
  }

  protected override completeRecord(handle: Handle): void {
    this.#values.complete(handle);
  }

  protected override forget(handle: Handle): void {
    super.forget(handle);
    this.#values.forget(handle);
  }

  #binaryWithPlain(
    operation: number,
    left: Handle,
    leftParticle: number,
    right: Handle,
    rightParticle: number,
    particle: number,
  ): Handle {
    const handle = left || right;
    if (handle === 0) return this.plain(particle);
    const isLeft = left === 0;
    const plain = isLeft ? leftParticle : rightParticle;
    if (isIdentity(operation, isLeft, plain)) {
      this.resultParticle = particle;
      return handle;
    }
    const { call } = this.kernels;
    const values = this.#values;
    const grid = values.gridOf(handle);
    const source = values.lanesOf(handle);
    const lanes = values.lanes.allocate();
    const apply = (from: Address, to: Address, n: number) =>
      isLeft
        ? call.lane_binary_with_plain_left(operation, plain, from, to, n)
        : call.lane_binary_with_plain_right(operation, from, plain, to, n);
    let point = apply(source, lanes, this.#laneCount);
    const linear = LINEAR[operation & ~SINGLE_PRECISION];
    const isLinear = linear !== undefined && !(linear === 'div' && isLeft);
    const computed = grid && this.#onBase(grid.base, isLinear && grid.isInCells);
    if (grid && computed) point &= apply(grid.values, computed.values, grid.base.count);
    const moments = isLinear ? values.knownOf(handle) : undefined;
    const known = moments && linear && mapMoments(linear, moments, plain, isLeft);
    let block = 0;
    let packed = 0;
    if (isLinear && this.#isPublished(handle)) {
      const from = this.records.addressOf(handle);
      const n = this.records.countOf(handle);
      block = this.reserve();
      packed = isLeft
        ? call.binary_with_plain_left(operation, plain, from, n, block)
        : call.binary_with_plain_right(operation, from, n, plain, block);
    }
    const set = values.lanes.setOf(handle);
    const result = this.#finish({ lanes, set, point, particle, computed, block, packed, known });
    this.noteLinear(operation, result, handle, plain, isLeft);
    return result;
  }

  /** Says so where a value's standard deviation is known to no more than a few per cent. */
  #stateAccuracy({ handle, particle }: Operand): void {
    if (handle === 0 || this.#statements === MOST_STATEMENTS) return;
    const percent = this.#values.statedPercentOf(handle);
    if (percent === undefined) return;
    this.#statements++;
    this.notice(describeAccuracy(this.spec, this.#laneCount, particle, percent));
  }

  /** The next dimension of the points; what a likelihood predicts is drawn from beyond the last, and uses none up. */
  #takeDimension(): number {
    return this.#isPredicting ? FAR_DIMENSION + this.#predicted++ : this.#values.lanes.takeDimension();
  }

  #isPublished(handle: Handle): boolean {
    return (this.records.flagsOf(handle) & RECORD_PUBLISHED) !== 0;
  }

  #onBase(base: Base, isInCells = false): Computed {
    return { base, values: this.#values.grids.allocate(base), isInCells };
  }

  /** Moments of a combination of independent values of which one is lanes alone. */
  #combineKnown(operation: number, left: Handle, right: Handle): Moments | undefined {
    const linear = LINEAR[operation & ~SINGLE_PRECISION];
    if (!linear || linear === 'div') return undefined;
    return combineMoments(linear, this.#values.momentsOf(left), this.#values.momentsOf(right));
  }

  #mixMoments(first: Operand, second: Operand, weight: number): Moments {
    const [x, y] = [first, second].map(({ handle, particle }) =>
      handle === 0 ? { mean: particle, variance: 0 } : this.#values.momentsOf(handle),
    ) as [Moments, Moments];
    const mean = weight * x.mean + (1 - weight) * y.mean;
    const square = weight * (x.variance + x.mean ** 2) + (1 - weight) * (y.variance + y.mean ** 2);
    return { mean, variance: square - mean ** 2 };
  }

  /** Points of a value that is plain or has a base. */
  #knownPointsOf(value: Operand): WeightedPoints | undefined {
    if (value.handle === 0) return super.pointsOf(value);
    const grid = this.#values.gridOf(value.handle);
    return grid && this.#values.grids.read(grid);
  }

  /** At most half as many points as a record keeps: two values' fit one, and the atoms of one stay what they are. */
  #keepFew(points: WeightedPoints | undefined): WeightedPoints | undefined {
    const { Precision } = this.spec;
    if (!points || points.positions.length <= Precision / 2) return points;
    const block = this.records.reserve();
    const levels = 29 - Math.clz32(Precision);
    const count = this.#values.reduce(points.positions, points.masses, levels, block) & 0xffffff;
    const few = {
      positions: this.kernels.doublesAt(block, count).slice(),
      masses: this.kernels.doublesAt(block + 8 * this.capacity, count).slice(),
      atoms: false,
    };
    this.records.discard(block);
    return few;
  }

  #isParticleAlone(block: Address, packed: number, particle: number): boolean {
    if (!((packed >>> 24) & RECORD_POINT)) return false;
    const point = this.kernels.f64[block / 8]!;
    return point === particle || (Number.isNaN(point) && Number.isNaN(particle));
  }

  /**
   * Makes a result a record. One whose lanes (and numbers on its base) are all one `point`, where the particle is, becomes a
   * plain value.
   */
  #finish(result: {
    lanes: Address;
    set: SetId;
    point: number;
    particle: number;
    computed?: Computed | undefined;
    /** Deltas, with their count and flags. */
    block?: Address;
    packed?: number;
    known?: Moments | undefined;
  }): Handle {
    const { lanes, set, point, particle, computed, block = 0, packed = 0, known } = result;
    const values = this.#values;
    this.resultParticle = particle;
    if (
      point &&
      this.#isSameNumber(lanes, particle) &&
      (!computed || this.#isSameNumber(computed.values, particle))
    ) {
      values.lanes.free(lanes);
      if (computed) values.grids.free(computed.base, computed.values);
      if (block !== 0) this.records.discard(block);
      return 0;
    }
    if (computed) values.grids.repair(computed.base, computed.values);
    if (block === 0) this.checkMemory();
    const published = block !== 0 && computed ? RECORD_PUBLISHED : 0;
    const atoms = computed?.base.atoms && computed.base.count <= this.spec.Precision ? RECORD_ATOMS : 0;
    const handle = this.records.add(block, packed & 0xffffff, (packed >>> 24) | published | atoms);
    values.lanes.assign(handle, lanes, set);
    if (computed) values.grids.assign(handle, computed.base, computed.values, computed.isInCells);
    if (known) values.setKnown(handle, known);
    return handle;
  }

  #isSameNumber(at: Address, particle: number): boolean {
    const value = this.kernels.f64[at / 8]!;
    return value === particle || (Number.isNaN(value) && Number.isNaN(particle));
  }

  #unite(set: SetId, ...operands: Operand[]): SetId {
    const { lanes } = this.#values;
    const records = operands.filter(({ handle }) => handle !== 0);
    return lanes.uniteSets(set, ...records.map(({ handle }) => lanes.setOf(handle)));
  }

  /** Lanes of an operand; those of a plain one are the caller's to free. */
  #lanesOfOperand(value: Operand): Address {
    if (value.handle !== 0) return this.#values.lanesOf(value.handle);
    const lanes = this.#values.lanes.allocate();
    this.kernels.call.lane_fill(value.particle, lanes);
    return lanes;
  }

  #giveSource(handle: Handle, points: WeightedPoints): void {
    const { lanes } = this.#values;
    const source = lanes.addSource();
    const drawn = lanes.drawUniforms(this.#takeDimension());
    if (this.#isSmooth) spreadLanes(this.kernels, points, drawn, this.#laneCount);
    else pickLanes(this.kernels, points, drawn);
    lanes.assign(handle, drawn, lanes.singleSet(source));
    this.#values.assignPoints(handle, points, true);
    if (!this.#isPredicting) this.#trace?.addPoints(source, points, this.#isSmooth, drawn, handle);
  }
}
