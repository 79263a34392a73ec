// A core that carries a distribution with every uncertain value: Athens arithmetic (docs/cores.md). The kernels
// have the loops; this class owns the records, defines the operations, and limits memory to the core's.

import { HazeError } from '../../errors/haze-error.ts';
import { familyOf } from '../../uxhw/families.ts';
import { describeLoss, describeLost } from '../core/accuracy.ts';
import type { Core, Decisions, Handle, Operand } from '../core/core.ts';
import { type CoreSpec, countLanes } from '../core/core-spec.ts';
import {
  describeLimits,
  describeMixtureWeight,
  describeParameters,
  INPUT_NOTICES,
  maybeDescribeQuery,
  maybeDescribeWeights,
} from '../core/input-notices.ts';
import { PARAMETRIC_KINDS, QUERIES, type Query, SINGLE_PRECISION } from '../core/operations.ts';
import { unknownNumber } from '../core/unknown-number.ts';
import { formatUx, parseUx, type UxValue, uxFromBytes, uxToBytes } from '../core/ux-text.ts';
import { HIGH_SHARE, LOW_SHARE, plainFigures, type ValueFigures } from '../core/value-figures.ts';
import type { Posterior } from '../distributions/bayes.ts';
import { IndependentDecisions } from '../distributions/decisions.ts';
import { collectDeltas, type Deltas } from '../distributions/deltas.ts';
import { DensityStore } from '../distributions/density-store.ts';
import { inferPosterior } from '../distributions/infer-posterior.ts';
import { type LimitedDensity, maybeLimitDensity } from '../distributions/limit-density.ts';
import { mathematicsOf, meanOfParametric, planParametric } from '../distributions/parametric.ts';
import { placeDeltas } from '../distributions/place-deltas.ts';
import { answerQuery, drawSample } from '../distributions/queries.ts';
import {
  columnOf,
  limitPoints,
  mergeSamples,
  mixPoints,
  type WeightedPoints,
} from '../distributions/samples.ts';
import { ShapeCache } from '../distributions/shape-cache.ts';
import { AthensArithmetic } from '../independent/athens-arithmetic.ts';
import { ExpectedMoments } from '../independent/expected-moments.ts';
import { Kernels } from '../kernels/kernels.ts';
import type { SharedKernels } from '../kernels/shared-kernels.ts';
import { RecordMaker } from '../records/record-maker.ts';
import { RECORD_ATOMS, RECORD_SPECIAL, RecordTable } from '../records/records.ts';
import { OwnDraws } from './own-draws.ts';

export interface TrackingOptions {
  readonly kernels: WebAssembly.Module;
  /** The same in a memory that a helper has too. */
  readonly shared?: SharedKernels;
  readonly seed: bigint;
  /** Bytes of memory that the program itself holds now. */
  readonly guestMemoryBytes: () => number;
  /** Called with a sentence for the user. */
  readonly onNotice: (message: string) => void;
}

/** Draws of a function where values have none of their own: the mean's error is 1.6 % of the standard deviation. */
const OWN_DRAWS = 4096;
/** Coordinates of distributions that a function makes itself; those before are of values. */
const FIRST_OWN_DIMENSION = 1024;
/** Lines about lost spread in one task. */
const MOST_LOSSES = 3;
/** Fewer deltas than this in a text are taken for outcomes, more for cells of a density. */
const FEWEST_CELLS = 16;

export class TrackingCore implements Core {
  readonly mode = 'tracking';
  readonly decisions: Decisions;
  readonly spec: CoreSpec;
  protected readonly kernels: Kernels;
  protected readonly records: RecordTable;
  protected readonly shapes: ShapeCache;
  protected readonly densities: DensityStore;
  protected readonly maker: RecordMaker;
  readonly #arithmetic: AthensArithmetic;
  readonly #said = new Set<string>();
  readonly #options: TrackingOptions;
  protected readonly capacity: number;
  /** Expected moments, on cores that count all operands as independent. */
  readonly #expected: ExpectedMoments | undefined;
  #losses = 0;
  #draws: OwnDraws | undefined;
  /** Samplers of values in the entered draw, by their handles. */
  readonly #samplers = new Map<Handle, { dimension: number; draw: (uniform: number) => number }>();
  /** Masses and mean as they were read, where doubles cannot give them back. */
  readonly #asRead = new Map<Handle, UxValue>();

  /** @param productLevels of the split of products; negative where each leaf becomes one delta */
  constructor(spec: CoreSpec, options: TrackingOptions, productLevels = -1) {
    this.spec = spec;
    this.#options = options;
    this.decisions = this.makeDecisions();
    this.kernels = new Kernels(options.kernels, options.shared);
    this.kernels.call.setup(spec.Precision, 31 - Math.clz32(spec.Precision), productLevels);
    const low = Number(BigInt.asUintN(32, options.seed));
    this.kernels.call.seed(low, Number(BigInt.asUintN(32, options.seed >> 32n)));
    this.capacity = spec.Precision + 4;
    this.records = new RecordTable(this.kernels, 2 * 8 * this.capacity, (handle) =>
      this.completeRecord(handle),
    );
    this.shapes = new ShapeCache(this.kernels, 2 * 8 * this.capacity);
    this.densities = new DensityStore(this.kernels, this.shapes);
    this.maker = new RecordMaker(this.kernels, this.records, spec, options.guestMemoryBytes);
    const { kernels, records, maker, densities } = this;
    if (countLanes(spec) === 0) {
      const { shapes } = this;
      this.#expected = new ExpectedMoments({ kernels, records, shapes, densities });
    }
    this.#arithmetic = new AthensArithmetic({ kernels, records, maker, densities }, spec.Precision);
  }

  protected makeDecisions(): Decisions {
    return new IndependentDecisions((value) => this.pointsOf(value));
  }

  get resultParticle(): number {
    return this.maker.resultParticle;
  }

  get recordsCreated(): number {
    return this.records.created;
  }

  get recordsAlive(): number {
    return this.records.alive;
  }

  get recordsCreatedSinceSweep(): number {
    return this.records.createdSinceSweep;
  }

  isLive(handle: Handle): boolean {
    return this.records.isLive(handle);
  }

  unary(operation: number, handle: Handle, particle: number): Handle {
    const result = this.#arithmetic.unary(operation, handle, particle);
    this.#expected?.noteUnary(operation, result, handle);
    return result;
  }

  binary(
    operation: number,
    left: Handle,
    leftParticle: number,
    right: Handle,
    rightParticle: number,
    particle: number,
  ): Handle {
    const result = this.#arithmetic.binary(operation, left, leftParticle, right, rightParticle, particle);
    if (result !== 0) {
      const x = { handle: left, particle: leftParticle };
      this.#expected?.noteBinary(operation, result, x, { handle: right, particle: rightParticle });
    }
    return result;
  }

  parametric(kind: number, a: number, b: number, c: number): Handle {
    const name = PARAMETRIC_KINDS[kind & ~SINGLE_PRECISION];
    if (!name) throw unknownNumber('distribution', kind, PARAMETRIC_KINDS.length);
    const plan = planParametric(this.kernels.call, name, a, b, c);
    if ('plain' in plan) {
      if (Number.isNaN(plan.plain)) this.notice(describeParameters(name, a, b, c));
      return this.maker.plain(plan.plain);
    }
    const target = this.maker.reserve();
    const single = kind & SINGLE_PRECISION;
    const { kernels, shapes, records } = this;
    const packed = placeDeltas({ kernels, shapes, records }, plan, single, target);
    const handle = this.maker.add(target, packed, 0, single ? Math.fround(plan.mean) : plan.mean);
    if (handle !== 0) {
      this.densities.noteShape(handle, plan);
      const variance = familyOf(name).variance([a, b, c], mathematicsOf(this.kernels.call));
      this.#expected?.note(handle, { mean: plan.mean, variance });
    }
    return handle;
  }

  meanOfParametric(kind: number, a: number, b: number, c: number): number {
    return meanOfParametric(this.kernels.call, kind, a, b, c);
  }

  givePlain(value: number): Handle {
    return this.maker.plain(value);
  }

  fromSamples(samples: Float64Array): Handle {
    if (samples.length === 0) this.notice(INPUT_NOTICES.noSamples);
    return this.fromPoints(mergeSamples(samples, undefined));
  }

  fromWeightedSamples(samples: Float64Array, weights: Float64Array): Handle {
    const bad = maybeDescribeWeights(weights);
    if (bad) this.notice(bad);
    return this.fromPoints(mergeSamples(samples, weights));
  }

  fromMultidimensionalSamples(rows: Float64Array, cardinality: number): Operand[] {
    return Array.from({ length: cardinality }, (_, column) => {
      const handle = this.fromSamples(columnOf(rows, column, cardinality));
      return { handle, particle: this.resultParticle };
    });
  }

  mixture(first: Operand, second: Operand, firstWeight: number): Handle {
    if (!(firstWeight >= 0 && firstWeight <= 1)) this.notice(describeMixtureWeight(firstWeight));
    return this.fromPoints(mixPoints(this.pointsOf(first), this.pointsOf(second), firstWeight));
  }

  independentCopy(value: Operand): Handle {
    if (value.handle === 0) return this.maker.plain(value.particle);
    const target = this.maker.reserve();
    const f64 = this.kernels.f64;
    const from = this.records.addressOf(value.handle) / 8;
    f64.copyWithin(target / 8, from, from + 2 * this.capacity);
    const records = this.records;
    this.maker.resultParticle = value.particle;
    const copy = records.add(target, records.countOf(value.handle), records.flagsOf(value.handle));
    const read = this.#asRead.get(value.handle);
    if (read) this.#asRead.set(copy, read);
    this.densities.noteCopy(copy, value.handle);
    this.#expected?.note(copy, this.#expected.of(value));
    return copy;
  }

  /** Values depend on nothing here, so each copy is one by itself. */
  independentCopies(values: readonly Operand[]): Operand[] {
    return values.map((value) => ({ handle: this.independentCopy(value), particle: value.particle }));
  }

  get jointDraws(): number {
    return OWN_DRAWS;
  }

  get keepsJoint(): boolean {
    return false;
  }

  /** Draws with plain numbers, made when first needed. */
  protected get draws(): OwnDraws {
    this.#draws ??= new OwnDraws(this.spec, {
      ...{ kernels: this.#options.kernels, seed: this.#options.seed, drawCount: this.jointDraws },
      firstPoints: this.spec.Microarchitecture === 'Joint' ? 'lattice' : 'sobol',
      onNotice: (message) => this.notice(message),
    });
    return this.#draws;
  }

  enterDraw(draw: number): Core {
    if (draw === 0) this.#samplers.clear();
    return this.draws.enter(draw, FIRST_OWN_DIMENSION);
  }

  drawOf(value: Operand): number {
    if (value.handle === 0) return value.particle;
    let sampler = this.#samplers.get(value.handle);
    if (!sampler) {
      sampler = { dimension: this.#samplers.size, draw: drawSample(this.deltasOf(value)) };
      this.#samplers.set(value.handle, sampler);
    }
    return sampler.draw(this.draws.uniformIn(sampler.dimension));
  }

  valuesOfDraws(rows: Float64Array, cardinality: number): Operand[] {
    this.#samplers.clear();
    return Array.from({ length: cardinality }, (_, column) => {
      const handle = this.fromSamples(columnOf(rows, column, cardinality));
      return { handle, particle: this.resultParticle };
    });
  }

  limitSupport(value: Operand, low: number, high: number): Handle {
    const limited = this.maybeLimit(value, low, high);
    const whole = this.pointsOf(value);
    const points = limited?.points ?? limitPoints(whole, low, high);
    const result = this.fromPoints(points);
    if (limited && result !== 0) this.densities.noteLimited(result, limited);
    else if (points.positions.length === whole.positions.length)
      this.densities.noteCopy(result, value.handle);
    return this.sayIfEmpty(result, low, high);
  }

  /** A value's density, cut at limits; undefined for values without a density, and for limits beyond it. */
  protected maybeLimit(value: Operand, low: number, high: number): LimitedDensity | undefined {
    if (value.handle === 0) return undefined;
    const get = () => this.densities.densityOf(value.handle, () => this.predictedDeltasOf(value));
    const density = { isKnown: this.densities.isKnown(value.handle), get };
    return maybeLimitDensity(this.deltasOf(value), density, [low, high], this.kernels.logarithms);
  }

  /** Passes the result of limiting a support on, with a sentence when nothing is left. */
  protected sayIfEmpty(result: Handle, low: number, high: number): Handle {
    if (result === 0 && Number.isNaN(this.resultParticle)) this.notice(describeLimits(low, high));
    return result;
  }

  bayesLaplace(
    likelihood: (hypothesis: number) => Operand,
    prior: Operand,
    evidence: Operand,
    observations = 1,
  ): Handle {
    const predicted = this.predictedDeltasOf(prior);
    const deltas = predicted.distribution ? predicted : this.deltasOf(prior);
    return inferPosterior(
      {
        logarithms: this.kernels.logarithms,
        densities: this.densities,
        describe: (value) => this.predictedDeltasOf(value),
        notice: (sentence) => this.notice(sentence),
      },
      { likelihood, prior: { ...prior, deltas, nodes: this.maybeNodesOf(prior) }, evidence, observations },
      {
        plain: (particle) => this.maker.plain(particle),
        fromOutcomes: (points) => this.fromPoints(points),
        fromPosterior: (posterior) => this.fromPosterior(posterior),
      },
    );
  }

  protected fromPosterior({ points, density }: Posterior): Handle {
    const handle = this.fromPoints(points);
    if (handle !== 0) this.densities.noteTable(handle, density);
    return handle;
  }

  /** Says a sentence to the user, once. */
  protected notice(sentence: string): void {
    if (this.#said.has(sentence)) return;
    this.#said.add(sentence);
    this.#options.onNotice(sentence);
  }

  query(query: number, value: Operand, argument: number): number {
    const name = QUERIES[query & ~SINGLE_PRECISION];
    if (!name) throw unknownNumber('query', query, QUERIES.length);
    const wrong = maybeDescribeQuery(name, argument);
    if (wrong) this.notice(wrong);
    if (name !== 'nth_moment' || argument > 1) this.#tellLoss(value);
    if (name === 'nth_moment' && value.handle !== 0) return this.moment(value.handle, argument);
    return answerQuery(name, this.deltasOf(value), argument, this.kernels.call);
  }

  /** Says so where a value has lost more than a few per cent of its spread. */
  #tellLoss({ handle, particle }: Operand): void {
    if (handle === 0 || this.#losses === MOST_LOSSES) return;
    const percent = this.#expected?.maybeLossOf(handle);
    if (percent === undefined) return;
    const said = this.#said.size;
    this.notice(describeLoss(this.spec, particle, percent));
    this.#losses += this.#said.size - said;
  }

  sampleInto(value: Operand, target: Float64Array): void {
    const deltas = this.deltasOf(value);
    const draw = drawSample(deltas);
    for (let i = 0; i < target.length; i++) target[i] = draw(this.kernels.call.random());
  }

  figuresOf(value: Operand): ValueFigures {
    if (value.handle === 0) return plainFigures(value.particle);
    const deltas = this.deltasOf(value);
    const ask = (query: Query, argument: number) => answerQuery(query, deltas, argument, this.kernels.call);
    const quantile = (p: number) => ({ value: ask('quantile', p), error: ask('quantile_error', p) });
    // Operands count as independent: the result of that is known, the error is not.
    const unknown = (figure: number) => ({ value: figure, error: Number.NaN });
    return {
      mean: unknown(this.moment(value.handle, 1)),
      deviation: unknown(Math.sqrt(this.moment(value.handle, 2))),
      low: quantile(LOW_SHARE),
      high: quantile(HIGH_SHARE),
    };
  }

  toText(value: Operand): string {
    this.#tellLoss(value);
    return formatUx(this.#toUx(value));
  }

  fromText(text: string, particle: number | undefined): Handle {
    return this.fromUx({ ...parseUx(text), particle });
  }

  toBytes(value: Operand, single: boolean): Uint8Array {
    return uxToBytes({ ...this.#toUx(value), particle: value.particle }, single);
  }

  fromBytes(bytes: Uint8Array): Handle {
    return this.fromUx(uxFromBytes(bytes));
  }

  release(handle: Handle): void {
    this.forget(handle);
    this.records.release(handle);
  }

  sweep(marked: Uint32Array): number {
    return this.records.sweep(marked, (handle) => this.forget(handle));
  }

  /** Drops the data about a record besides its deltas. */
  protected forget(handle: Handle): void {
    if (this.#asRead.size > 0) this.#asRead.delete(handle);
    this.densities.forget(handle);
    this.#expected?.forget(handle);
  }

  /** Makes the deltas of a record that was added without; on this core there are none. */
  protected completeRecord(handle: Handle): void {
    throw new HazeError('dead-record', `Value ${handle} has no deltas.`);
  }

  /** A record of weighted points, reduced where they are too many; its particle is its mean. */
  protected fromPoints(points: WeightedPoints, particle?: number): Handle {
    const n = points.positions.length;
    const mass = points.masses.reduce((sum, one) => sum + one, 0);
    if (n === 0 || !(mass > 0)) return this.maker.plain(Number.NaN);
    const target = this.maker.reserve();
    const scratch = this.kernels.scratch(32 * n);
    const pairs = this.kernels.doublesAt(scratch, 2 * n);
    for (let i = 0; i < n; i++) {
      pairs[2 * i] = points.positions[i]!;
      pairs[2 * i + 1] = points.masses[i]! / mass;
    }
    const packed = this.kernels.call.reduce(scratch, n, target, 0);
    const count = packed & 0xffffff;
    const flags = points.atoms && n <= this.spec.Precision ? RECORD_ATOMS : 0;
    return this.maker.add(target, packed, flags, particle ?? this.kernels.call.mean(target, count));
  }

  protected fromUx(value: UxValue): Handle {
    const n = value.positions.length;
    if (n === 1 && (value.count === 0 || value.particle === undefined))
      return this.maker.plain(value.positions[0]!);
    const finite = value.positions.reduce((count, x) => count + (Number.isFinite(x) ? 1 : 0), 0);
    const atoms = n < FEWEST_CELLS;
    if (finite > this.spec.Precision || n > this.capacity) {
      const { positions, masses } = value;
      return this.fromPoints({ positions, masses, atoms }, value.particle);
    }
    const target = this.maker.reserve();
    const mass = value.masses.reduce((sum, one) => sum + one, 0);
    const scale = Math.abs(mass - 1) > 1e-9 ? 1 / mass : 1;
    this.kernels.doublesAt(target, n).set(value.positions);
    const masses = this.kernels.doublesAt(target + 8 * this.capacity, n);
    masses.set(scale === 1 ? value.masses : value.masses.map((one) => one * scale));
    const packed = this.kernels.call.finish(target, n, 1);
    const particle = value.particle ?? value.mean;
    const handle = this.maker.add(target, packed, atoms ? RECORD_ATOMS : 0, particle);
    if (handle !== 0) this.#keepAsRead(handle, value);
    return handle;
  }

  /** Keeps the value as read, when writing the record would give another text. */
  #keepAsRead(handle: Handle, value: UxValue): void {
    const read: UxValue = { ...value, particle: undefined, type: 4, count: 1 };
    if (formatUx(this.#toUx({ handle, particle: 0 })) !== formatUx(read)) this.#asRead.set(handle, read);
  }

  #toUx(value: Operand): UxValue {
    const { handle, particle } = value;
    if (handle === 0) {
      const positions = Float64Array.of(particle);
      return { particle, type: 4, count: 0, mean: particle, positions, masses: Float64Array.of(1) };
    }
    const read = this.#asRead.get(handle);
    if (read) return { ...read, particle };
    const points = this.pointsOf(value);
    const mean = this.moment(handle, 1);
    const special = this.records.flagsOf(handle) & RECORD_SPECIAL;
    if (special) this.#noticeLost(points, particle);
    return { particle, type: 4, count: 1, mean, ...(special ? spellSpecials(points) : points) };
  }

  /** Says so where a part of a value is NaN. */
  #noticeLost({ positions, masses }: WeightedPoints, particle: number): void {
    const lost = masses.reduce((sum, mass, i) => sum + (Number.isNaN(positions[i]!) ? mass : 0), 0);
    if (lost > 0 && lost < 1) this.notice(describeLost(particle, lost));
  }

  protected moment(handle: Handle, order: number): number {
    if (order === 0) return 1;
    const address = this.records.addressOf(handle);
    const n = this.records.countOf(handle);
    const mean = this.kernels.call.mean(address, n);
    return order === 1 ? mean : this.kernels.call.central_moment(address, n, mean, order);
  }

  protected pointsOf(value: Operand): WeightedPoints {
    if (value.handle === 0)
      return { positions: Float64Array.of(value.particle), masses: Float64Array.of(1), atoms: true };
    const address = this.records.addressOf(value.handle);
    const n = this.records.countOf(value.handle);
    return {
      positions: this.kernels.doublesAt(address, n).slice(),
      masses: this.kernels.doublesAt(address + 8 * this.capacity, n).slice(),
      atoms: (this.records.flagsOf(value.handle) & RECORD_ATOMS) !== 0,
    };
  }

  /** Deltas for inference: of evidence, and of a hypothesis's prediction. */
  protected predictedDeltasOf(value: Operand): Deltas {
    return this.deltasOf(value);
  }

  /**
   * The nodes of the one source that a value is a function of, where its density is not known better; here none are.
   */
  protected maybeNodesOf(_value: Operand): Deltas | undefined {
    return undefined;
  }

  protected deltasOf(value: Operand): Deltas {
    const { positions, masses, atoms } = this.pointsOf(value);
    const deltas = collectDeltas(positions, masses, atoms);
    const limited = this.densities.maybeLimited(value.handle);
    return limited ? { ...deltas, distribution: limited } : deltas;
  }
}

/** All three special positions, last and in the format's order, when any has mass. */
function spellSpecials(points: WeightedPoints): WeightedPoints {
  const deltas = collectDeltas(points.positions, points.masses, points.atoms);
  return {
    positions: Float64Array.of(...deltas.positions, Number.NaN, -Infinity, Infinity),
    masses: Float64Array.of(...deltas.masses, deltas.nan, deltas.negativeInfinity, deltas.positiveInfinity),
    atoms: points.atoms,
  };
}
