// Cores that keep correlations: every value carries lanes besides its deltas (core-arithmetic: Correlation tracking).
// On "+" cores, operands without a common source go through Athens arithmetic as on a core without "+"; operands that
// share one are combined lane by lane. Joint cores combine lanes only. The deltas of a value that came from lanes are
// made when somebody asks for them. What creations mean for dependence: dependence.md, beside this file.

import type { Handle, Operand } from './core.ts';
import { type CoreSpec, countLanes } from './core-spec.ts';
import { collectDeltas, type Deltas } from './deltas.ts';
import type { Address } from './kernels.ts';
import { LaneStore } from './lane-store.ts';
import { PARAMETRIC_KINDS, QUERIES, SINGLE_PRECISION } from './operations.ts';
import { type ParametricPlan, planParametric } from './parametric.ts';
import { answerQuery, drawSample } from './queries.ts';
import { RECORD_FROM_LANES } from './records.ts';
import { limitPoints, mergeSamples, mixPoints, type WeightedPoints } from './samples.ts';
import type { SetId } from './source-sets.ts';
import { isIdentity, TrackingCore, type TrackingOptions } from './tracking-core.ts';
import type { UxValue } from './ux-text.ts';

export interface LaneCoreOptions extends TrackingOptions {
  readonly laneMemoryLimitBytes: number;
  readonly onNotice: (message: string) => void;
}

/** How to make the lanes (and deltas) of a parametric value that nobody has asked for yet. */
interface Recipe {
  readonly plan: Exclude<ParametricPlan, { plain: number }>;
  readonly single: number;
  readonly source: number;
}

const MOMENT = QUERIES.indexOf('nth_moment');

export class LaneCore extends TrackingCore {
  readonly #joint: boolean;
  readonly #lanes: LaneStore;
  readonly #recipes = new Map<Handle, Recipe>();

  constructor(spec: CoreSpec, options: LaneCoreOptions) {
    super(spec, options);
    this.#joint = spec.Microarchitecture === 'Joint';
    this.#lanes = new LaneStore(this.kernels, {
      ...options,
      laneCount: countLanes(spec),
      firstPoints: this.#joint ? 'lattice' : 'sobol',
    });
  }

  override unary(operation: number, handle: Handle, particle: number): Handle {
    if (handle === 0) return this.plain(particle);
    let result = 0;
    if (this.#hasOwnDeltas(handle)) {
      result = super.unary(operation, handle, particle);
      if (result === 0) return 0;
    }
    const source = this.#lanesOf(handle);
    const target = this.#lanes.allocate();
    const point = this.kernels.call.lane_unary(operation, source, target);
    return this.#finish(result, target, this.#lanes.setOf(handle), point, particle);
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
    const lanes = this.#lanes;
    let set = lanes.combineSets(lanes.setOf(left), lanes.setOf(right));
    let result = 0;
    if (set < 0) {
      set = ~set;
      if (!this.#joint) {
        result = super.binary(operation, left, leftParticle, right, rightParticle, particle);
        if (result === 0) return 0;
      }
    }
    const x = this.#lanesOf(left);
    const y = this.#lanesOf(right);
    const target = lanes.allocate();
    const point = this.kernels.call.lane_binary(operation, x, y, target);
    return this.#finish(result, target, set, point, particle);
  }

  override parametric(kind: number, a: number, b: number, c: number): Handle {
    const single = kind & SINGLE_PRECISION;
    const name = PARAMETRIC_KINDS[kind & ~SINGLE_PRECISION];
    const plan = name ? planParametric(this.kernels.call, name, a, b, c) : { plain: Number.NaN };
    let handle: Handle;
    if (this.#joint && !('plain' in plan)) {
      this.resultParticle = single ? Math.fround(plan.mean) : plan.mean;
      handle = this.#addWithoutDeltas(0);
    } else {
      handle = super.parametric(kind, a, b, c);
    }
    if (handle !== 0 && !('plain' in plan)) {
      const source = this.#lanes.addSource();
      this.#recipes.set(handle, { plan, single, source });
      this.#lanes.assign(handle, 0, this.#lanes.singleSet(source));
    }
    return handle;
  }

  /** Joint samples share one source: lane by lane they come from the same row. */
  override fromMultidimensionalSamples(rows: Float64Array, cardinality: number): Operand[] {
    const n = Math.floor(rows.length / cardinality);
    const source = this.#lanes.addSource();
    const set = this.#lanes.singleSet(source);
    return Array.from({ length: cardinality }, (_, column) => {
      const samples = Float64Array.from({ length: n }, (_, row) => rows[row * cardinality + column]!);
      const handle = super.fromPoints(mergeSamples(samples, undefined));
      const particle = this.resultParticle;
      if (handle !== 0) {
        const lanes = this.#lanes.drawUniforms(source);
        this.#pick({ positions: samples, masses: new Float64Array(n).fill(1), atoms: true }, lanes);
        this.#lanes.assign(handle, lanes, set);
        this.#preferLanes(handle, n);
      }
      return { handle, particle };
    });
  }

  /** A new source decides which of the two it is; where it is one, it is that very value. */
  override mixture(first: Operand, second: Operand, firstWeight: number): Handle {
    let handle = 0;
    if (!this.#joint || !(firstWeight >= 0 && firstWeight <= 1)) {
      handle = super.fromPoints(mixPoints(this.pointsOf(first), this.pointsOf(second), firstWeight));
      if (handle === 0) return 0;
    }
    const source = this.#lanes.addSource();
    const x = this.#lanesOfOperand(first);
    const y = this.#lanesOfOperand(second);
    const lanes = this.#lanes.drawUniforms(source);
    const { call } = this.kernels;
    call.lane_choose(x, y, firstWeight, lanes);
    if (first.handle === 0) this.#lanes.free(x);
    if (second.handle === 0) this.#lanes.free(y);
    const set = this.#unite(this.#lanes.singleSet(source), first, second);
    if (handle !== 0) return this.#finish(handle, lanes, set, 0, this.resultParticle);
    const means = [first, second].map((part) => this.query(MOMENT, part, 1));
    return this.#finish(
      0,
      lanes,
      set,
      call.lane_is_point(lanes),
      firstWeight * means[0]! + (1 - firstWeight) * means[1]!,
    );
  }

  override independentCopy(value: Operand): Handle {
    if (value.handle === 0) return this.plain(value.particle);
    const recipe = this.#recipes.get(value.handle);
    const source = this.#lanes.addSource();
    let lanes: Address = 0;
    if (!recipe) {
      const original = this.#lanesOf(value.handle);
      lanes = this.#lanes.drawUniforms(source);
      this.kernels.call.lane_redraw(original, this.kernels.scratch(8 * this.#lanes.count), lanes);
    }
    let copy: Handle;
    if (this.#hasOwnDeltas(value.handle)) {
      copy = super.independentCopy(value);
    } else {
      this.resultParticle = value.particle;
      copy = this.#addWithoutDeltas(recipe ? 0 : RECORD_FROM_LANES);
    }
    if (recipe) this.#recipes.set(copy, { ...recipe, source });
    this.#lanes.assign(copy, lanes, this.#lanes.singleSet(source));
    return copy;
  }

  /** Where the value lies within the limits the result is that value; elsewhere an independent draw from within. */
  override limitSupport(value: Operand, low: number, high: number): Handle {
    let handle = 0;
    if (!this.#joint || value.handle === 0) {
      handle = super.fromPoints(limitPoints(this.pointsOf(value), low, high));
      if (handle === 0) return 0;
    }
    const source = this.#lanes.addSource();
    const original = this.#lanesOf(value.handle);
    const lanes = this.#lanes.drawUniforms(source);
    const scratch = this.kernels.scratch(8 * this.#lanes.count);
    const { call } = this.kernels;
    if (call.lane_limit(original, low, high, scratch, lanes) === 0) {
      // Deltas lie within the limits and no lane does: the lanes are drawn from the deltas.
      if (handle !== 0) this.#pick(this.pointsOf({ handle, particle: 0 }), lanes);
      else this.#lanes.free(lanes);
      if (handle === 0) return this.plain(Number.NaN);
    }
    const set = this.#unite(this.#lanes.singleSet(source), value);
    if (handle !== 0) return this.#finish(handle, lanes, set, 0, this.resultParticle);
    return this.#finish(0, lanes, set, call.lane_is_point(lanes), call.lane_mean(lanes));
  }

  override query(query: number, value: Operand, argument: number): number {
    const name = QUERIES[query & ~SINGLE_PRECISION];
    // Densities need the few deltas; all else is best answered by the lanes themselves.
    if (!this.#comesFromLanes(value) || !name || name === 'evaluate_pdf' || name === 'nth_mode')
      return super.query(query, value, argument);
    const { call } = this.kernels;
    if (name !== 'nth_moment') return answerQuery(name, this.#lanesAsDeltas(value.handle), argument, call);
    if (argument === 0) return 1;
    const lanes = this.#lanesOf(value.handle);
    const mean = call.lane_mean(lanes);
    return argument === 1 ? mean : call.lane_central_moment(lanes, mean, argument);
  }

  override sampleInto(value: Operand, target: Float64Array): void {
    if (!this.#comesFromLanes(value)) {
      super.sampleInto(value, target);
      return;
    }
    const draw = drawSample(this.#lanesAsDeltas(value.handle));
    for (let i = 0; i < target.length; i++) target[i] = draw(this.kernels.call.random());
  }

  override sweep(marked: Uint32Array): number {
    const swept = super.sweep(marked);
    this.#lanes.forgetUnusedSets(() => this.records.liveHandles());
    return swept;
  }

  /** Bytes that the lanes of live values take. */
  get laneBytes(): number {
    return this.#lanes.bytes;
  }

  /** A copy of a value's lanes. */
  readLanes(value: Operand): Float64Array {
    if (value.handle === 0) return new Float64Array(this.#lanes.count).fill(value.particle);
    return this.kernels.doublesAt(this.#lanesOf(value.handle), this.#lanes.count).slice();
  }

  /** Every creation from points is a source of its own. */
  protected override fromPoints(points: WeightedPoints, particle?: number): Handle {
    const handle = super.fromPoints(points, particle);
    if (handle === 0) return 0;
    this.#giveSource(handle, points);
    this.#preferLanes(handle, points.positions.length);
    return handle;
  }

  protected override fromUx(value: UxValue): Handle {
    const handle = super.fromUx(value);
    // Too many deltas went through fromPoints, which gave the value its source.
    if (handle !== 0 && this.#lanes.addressOf(handle) === 0)
      this.#giveSource(handle, this.pointsOf({ handle, particle: 0 }));
    return handle;
  }

  protected override completeRecord(handle: Handle): void {
    const { call } = this.kernels;
    const recipe = this.#recipes.get(handle);
    let packed: number;
    let block: Address;
    if (recipe) {
      const { plan, single } = recipe;
      const shape = this.shapes.get(plan.shape, plan.a, plan.b);
      block = this.records.reserve();
      packed = call.place(shape.deltas, shape.count, plan.location, plan.scale, single, block);
    } else {
      const scratch = this.kernels.scratch(32 * this.#lanes.count);
      block = this.records.reserve();
      packed = call.lane_deltas(this.#lanesOf(handle), scratch, 0, block);
    }
    this.records.attach(handle, block, packed & 0xffffff, packed >>> 24);
  }

  protected override forget(handle: Handle): void {
    super.forget(handle);
    this.#recipes.delete(handle);
    this.#lanes.release(handle);
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
    if (isIdentity(operation, left === 0, left === 0 ? leftParticle : rightParticle)) {
      this.resultParticle = particle;
      return handle;
    }
    let result = 0;
    if (this.#hasOwnDeltas(handle)) {
      result = super.binary(operation, left, leftParticle, right, rightParticle, particle);
      if (result === 0) return 0;
    }
    const lanes = this.#lanesOf(handle);
    const target = this.#lanes.allocate();
    const { call } = this.kernels;
    const point =
      left === 0
        ? call.lane_binary_with_plain_left(operation, leftParticle, lanes, target)
        : call.lane_binary_with_plain_right(operation, lanes, rightParticle, target);
    return this.#finish(result, target, this.#lanes.setOf(handle), point, particle);
  }

  /** True when operations map this value's deltas: on "+" cores, unless those are made from lanes. */
  #hasOwnDeltas(handle: Handle): boolean {
    return !this.#joint && !(this.records.flagsOf(handle) & RECORD_FROM_LANES);
  }

  /**
   * Gives a result its lanes: a record with deltas (`result`), or else a new one. Lanes alone that are all one `point`,
   * where the particle is, become a plain value.
   */
  #finish(result: Handle, lanes: Address, set: SetId, point: number, particle: number): Handle {
    this.resultParticle = particle;
    let handle = result;
    if (handle === 0) {
      if (point) {
        const value = this.kernels.f64[lanes / 8]!;
        if (value === particle || (Number.isNaN(value) && Number.isNaN(particle))) {
          this.#lanes.free(lanes);
          return 0;
        }
      }
      handle = this.#addWithoutDeltas(RECORD_FROM_LANES);
    }
    this.#lanes.assign(handle, lanes, set);
    return handle;
  }

  #addWithoutDeltas(flags: number): Handle {
    this.checkMemory();
    return this.records.add(0, 0, flags);
  }

  #unite(set: SetId, ...values: Operand[]): SetId {
    const records = values.filter(({ handle }) => handle !== 0);
    return this.#lanes.uniteSets(set, ...records.map(({ handle }) => this.#lanes.setOf(handle)));
  }

  #lanesOf(handle: Handle): Address {
    const lanes = this.#lanes.addressOf(handle);
    if (lanes !== 0) return lanes;
    const recipe = this.#recipes.get(handle);
    if (!recipe) {
      // Reports a value that was released; a live one always has lanes or a recipe.
      this.records.addressOf(handle);
      return 0;
    }
    const { plan, single, source } = recipe;
    const shape = this.shapes.get(plan.shape, plan.a, plan.b);
    const table = this.shapes.getTable(shape);
    const made = this.#lanes.drawUniforms(source);
    const { count } = this.#lanes;
    const spare = this.kernels.scratch(8 * count);
    const { call } = this.kernels;
    call.lane_place(shape.panels, table, plan.location, plan.scale, single, made, spare, count);
    this.#lanes.assign(handle, made, this.#lanes.setOf(handle));
    return made;
  }

  /** Lanes of an operand; those of a plain one are the caller's to free. */
  #lanesOfOperand(value: Operand): Address {
    if (value.handle !== 0) return this.#lanesOf(value.handle);
    const lanes = this.#lanes.allocate();
    this.kernels.call.lane_fill(value.particle, lanes);
    return lanes;
  }

  #giveSource(handle: Handle, points: WeightedPoints): void {
    const source = this.#lanes.addSource();
    const lanes = this.#lanes.drawUniforms(source);
    this.#pick(points, lanes);
    this.#lanes.assign(handle, lanes, this.#lanes.singleSet(source));
  }

  /** Where the deltas are a reduction of more points, a Joint core knows more from the lanes. */
  #preferLanes(handle: Handle, pointCount: number): void {
    if (this.#joint && pointCount > this.spec.Precision) this.records.addFlags(handle, RECORD_FROM_LANES);
  }

  /** Uniform coordinates to the points whose share of the mass they fall in. */
  #pick(points: WeightedPoints, lanes: Address): void {
    const n = points.positions.length;
    const scratch = this.kernels.scratch(16 * n);
    this.kernels.doublesAt(scratch, n).set(points.positions);
    const cumulative = this.kernels.doublesAt(scratch + 8 * n, n);
    const total = points.masses.reduce((sum, mass) => sum + mass, 0);
    let sum = 0;
    for (let i = 0; i < n; i++) {
      sum += points.masses[i]!;
      cumulative[i] = sum / total;
    }
    this.kernels.call.lane_pick(scratch, scratch + 8 * n, n, lanes);
  }

  /** True for values of a Joint core that were computed: on a "+" core, queries answer what the deltas say. */
  #comesFromLanes(value: Operand): boolean {
    return this.#joint && (this.records.flagsOf(value.handle) & RECORD_FROM_LANES) !== 0;
  }

  #lanesAsDeltas(handle: Handle): Deltas {
    const lanes = this.readLanes({ handle, particle: 0 });
    return collectDeltas(lanes, new Float64Array(lanes.length).fill(1 / lanes.length), true);
  }
}
