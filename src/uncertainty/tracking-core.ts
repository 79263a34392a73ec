// A core that carries a distribution with every uncertain value: Athens arithmetic (core-arithmetic.md). The loops are
// the kernels'; this class owns the records, decides what an operation means, and keeps to the core's memory.

import { HazeError } from '../errors/haze-error.ts';
import type { Posterior } from './bayes.ts';
import type { Core, Handle, Operand } from './core.ts';
import type { CoreSpec } from './core-spec.ts';
import { collectDeltas, type Deltas } from './deltas.ts';
import { DensityStore } from './density-store.ts';
import { inferPosterior } from './infer-posterior.ts';
import {
  describeLimits,
  describeMixtureWeight,
  describeParameters,
  INPUT_NOTICES,
  maybeDescribeWeights,
} from './input-notices.ts';
import { type Address, Kernels } from './kernels.ts';
import { formatMegabytes } from './megabytes.ts';
import { BINARY_OPERATIONS, PARAMETRIC_KINDS, QUERIES, SINGLE_PRECISION } from './operations.ts';
import { planParametric } from './parametric.ts';
import { answerQuery, drawSample } from './queries.ts';
import { RECORD_ATOMS, RECORD_POINT, RECORD_SORTED, RECORD_SPECIAL, RecordTable } from './records.ts';
import { limitPoints, mergeSamples, mixPoints, type WeightedPoints } from './samples.ts';
import { ShapeCache } from './shape-cache.ts';
import { formatUx, parseUx, type UxValue, uxFromBytes, uxToBytes } from './ux-text.ts';

export interface TrackingOptions {
  readonly kernels: WebAssembly.Module;
  readonly seed: bigint;
  /** Bytes of memory that the program itself holds now. */
  readonly guestMemoryBytes: () => number;
  /** Called with a sentence for the user. */
  readonly onNotice: (message: string) => void;
}

/** Bytes that the real core's memory spends on one delta. */
const BYTES_PER_DELTA = 16;
/** Fewer deltas than this in a text are taken for outcomes, more for cells of a density. */
const FEWEST_CELLS = 16;
const ADD = BINARY_OPERATIONS.indexOf('add');
const SUBTRACT = BINARY_OPERATIONS.indexOf('sub');
const MULTIPLY = BINARY_OPERATIONS.indexOf('mul');
const DIVIDE = BINARY_OPERATIONS.indexOf('div');

export class TrackingCore implements Core {
  readonly mode = 'tracking';
  resultParticle = Number.NaN;
  readonly spec: CoreSpec;
  protected readonly kernels: Kernels;
  protected readonly records: RecordTable;
  protected readonly shapes: ShapeCache;
  protected readonly densities: DensityStore;
  readonly #said = new Set<string>();
  readonly #options: TrackingOptions;
  protected readonly capacity: number;
  /** Masses and mean as they were read, where doubles can not give them back. */
  readonly #asRead = new Map<Handle, UxValue>();

  /** @param productLevels of the split of products; negative where each leaf becomes one delta */
  constructor(spec: CoreSpec, options: TrackingOptions, productLevels = -1) {
    this.spec = spec;
    this.#options = options;
    this.kernels = new Kernels(options.kernels);
    this.kernels.call.setup(spec.Precision, 31 - Math.clz32(spec.Precision), productLevels);
    const low = Number(BigInt.asUintN(32, options.seed));
    this.kernels.call.seed(low, Number(BigInt.asUintN(32, options.seed >> 32n)));
    this.capacity = spec.Precision + 4;
    this.records = new RecordTable(this.kernels, 2 * 8 * this.capacity, (handle) =>
      this.completeRecord(handle),
    );
    this.shapes = new ShapeCache(this.kernels, 2 * 8 * this.capacity);
    this.densities = new DensityStore(this.kernels, this.shapes);
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
    if (handle === 0) return this.plain(particle);
    const records = this.records;
    const source = records.addressOf(handle);
    const target = this.reserve();
    const packed = this.kernels.call.unary(operation, source, records.countOf(handle), target);
    return this.addRecord(target, packed, records.flagsOf(handle) & RECORD_ATOMS, particle);
  }

  binary(
    operation: number,
    left: Handle,
    leftParticle: number,
    right: Handle,
    rightParticle: number,
    particle: number,
  ): Handle {
    if (left === 0 && right === 0) return this.plain(particle);
    const records = this.records;
    const call = this.kernels.call;
    if (left === 0 || right === 0) {
      if (isIdentity(operation, left === 0, left === 0 ? leftParticle : rightParticle)) {
        this.resultParticle = particle;
        return left || right;
      }
      const handle = left || right;
      const source = records.addressOf(handle);
      const n = records.countOf(handle);
      const target = this.reserve();
      const packed =
        left === 0
          ? call.binary_with_plain_left(operation, leftParticle, source, n, target)
          : call.binary_with_plain_right(operation, source, n, rightParticle, target);
      const result = this.addRecord(target, packed, records.flagsOf(handle) & RECORD_ATOMS, particle);
      this.noteLinear(operation, result, handle, left === 0 ? leftParticle : rightParticle, left === 0);
      return result;
    }
    const x = records.addressOf(left);
    const y = records.addressOf(right);
    const nx = records.countOf(left);
    const ny = records.countOf(right);
    const both = records.flagsOf(left) & records.flagsOf(right);
    const either = records.flagsOf(left) | records.flagsOf(right);
    const target = this.reserve();
    const scratch = this.kernels.scratch(call.binary_scratch(nx, ny));
    const sorted = both & RECORD_SORTED && !(either & RECORD_SPECIAL) ? 1 : 0;
    const packed = call.binary(operation, x, nx, y, ny, target, scratch, sorted);
    const kept = nx * ny <= this.spec.Precision ? both & RECORD_ATOMS : 0;
    return this.addRecord(target, packed, kept, particle);
  }

  parametric(kind: number, a: number, b: number, c: number): Handle {
    const name = PARAMETRIC_KINDS[kind & ~SINGLE_PRECISION];
    if (!name) throw unknownNumber('distribution', kind, PARAMETRIC_KINDS.length);
    const plan = planParametric(this.kernels.call, name, a, b, c);
    if ('plain' in plan) {
      if (Number.isNaN(plan.plain)) this.notice(describeParameters(name, a, b, c));
      return this.plain(plan.plain);
    }
    const shape = this.shapes.get(plan.shape, plan.a, plan.b);
    const target = this.reserve();
    const single = kind & SINGLE_PRECISION;
    const packed = this.kernels.call.place(
      shape.deltas,
      shape.count,
      plan.location,
      plan.scale,
      single,
      target,
    );
    const handle = this.addRecord(target, packed, 0, single ? Math.fround(plan.mean) : plan.mean);
    if (handle !== 0) this.densities.noteShape(handle, plan);
    return handle;
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
    const n = Math.floor(rows.length / cardinality);
    return Array.from({ length: cardinality }, (_, column) => {
      const samples = Float64Array.from({ length: n }, (_, row) => rows[row * cardinality + column]!);
      const handle = this.fromSamples(samples);
      return { handle, particle: this.resultParticle };
    });
  }

  mixture(first: Operand, second: Operand, firstWeight: number): Handle {
    if (!(firstWeight >= 0 && firstWeight <= 1)) this.notice(describeMixtureWeight(firstWeight));
    return this.fromPoints(mixPoints(this.pointsOf(first), this.pointsOf(second), firstWeight));
  }

  independentCopy(value: Operand): Handle {
    if (value.handle === 0) return this.plain(value.particle);
    const target = this.reserve();
    const f64 = this.kernels.f64;
    const from = this.records.addressOf(value.handle) / 8;
    f64.copyWithin(target / 8, from, from + 2 * this.capacity);
    const records = this.records;
    this.resultParticle = value.particle;
    const copy = records.add(target, records.countOf(value.handle), records.flagsOf(value.handle));
    const read = this.#asRead.get(value.handle);
    if (read) this.#asRead.set(copy, read);
    this.densities.noteCopy(copy, value.handle);
    return copy;
  }

  limitSupport(value: Operand, low: number, high: number): Handle {
    return this.sayIfEmpty(this.fromPoints(limitPoints(this.pointsOf(value), low, high)), low, high);
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
      { likelihood, prior: { ...prior, deltas }, evidence, observations },
      {
        plain: (particle) => this.plain(particle),
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
    if (name === 'nth_moment' && value.handle !== 0) return this.moment(value.handle, argument);
    return answerQuery(name, this.deltasOf(value), argument, this.kernels.call);
  }

  sampleInto(value: Operand, target: Float64Array): void {
    const deltas = this.deltasOf(value);
    const draw = drawSample(deltas);
    for (let i = 0; i < target.length; i++) target[i] = draw(this.kernels.call.random());
  }

  toText(value: Operand): string {
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

  /** Keeps the density of what is linear in a parametric value. */
  protected noteLinear(
    operation: number,
    result: Handle,
    handle: Handle,
    plain: number,
    plainIsLeft: boolean,
  ): void {
    const base = operation & ~SINGLE_PRECISION;
    const sign = plainIsLeft ? -1 : 1;
    if (base === ADD) this.densities.noteMoved(result, handle, plain, 1);
    else if (base === SUBTRACT) this.densities.noteMoved(result, handle, -sign * plain, sign);
    else if (base === MULTIPLY) this.densities.noteMoved(result, handle, 0, plain);
    else if (base === DIVIDE && !plainIsLeft) this.densities.noteMoved(result, handle, 0, 1 / plain);
  }

  /** Lets go of what is kept about a record besides its deltas. */
  protected forget(handle: Handle): void {
    if (this.#asRead.size > 0) this.#asRead.delete(handle);
    this.densities.forget(handle);
  }

  protected plain(particle: number): Handle {
    this.resultParticle = particle;
    return 0;
  }

  /** A block for one more record, if the core's memory has room for it. */
  protected reserve(): Address {
    this.checkMemory();
    return this.records.reserve();
  }

  /**
   * Checks that one more record fits the core's memory, whether or not its deltas are made now.
   * @throws HazeError `core-memory-exhausted`
   */
  protected checkMemory(): void {
    const recordBytes = BYTES_PER_DELTA * this.spec.Precision;
    const bytes = (this.records.alive + 1) * recordBytes + this.#options.guestMemoryBytes();
    if (bytes <= this.spec.MemorySize) return;
    const size = formatMegabytes(this.spec.MemorySize);
    throw new HazeError('core-memory-exhausted', `core memory of ${size} exhausted`, {
      data: { memorySize: this.spec.MemorySize, records: this.records.alive },
    });
  }

  /** Makes the deltas of a record that was added without; on this core there are none. */
  protected completeRecord(handle: Handle): void {
    throw new HazeError('dead-record', `Value ${handle} has no deltas.`);
  }

  /** Makes a filled block a record, or a plain value when it is one point where the particle is. */
  protected addRecord(block: Address, packed: number, flags: number, particle: number): Handle {
    this.resultParticle = particle;
    const kernelFlags = packed >>> 24;
    if (kernelFlags & RECORD_POINT) {
      const point = this.kernels.f64[block / 8]!;
      if (point === particle || (Number.isNaN(point) && Number.isNaN(particle))) {
        this.records.discard(block);
        return 0;
      }
    }
    return this.records.add(block, packed & 0xffffff, kernelFlags | flags);
  }

  /** A record of weighted points, reduced where they are too many; its particle is its mean. */
  protected fromPoints(points: WeightedPoints, particle?: number): Handle {
    const n = points.positions.length;
    const mass = points.masses.reduce((sum, one) => sum + one, 0);
    if (n === 0 || !(mass > 0)) return this.plain(Number.NaN);
    const target = this.reserve();
    const scratch = this.kernels.scratch(32 * n);
    const pairs = this.kernels.doublesAt(scratch, 2 * n);
    for (let i = 0; i < n; i++) {
      pairs[2 * i] = points.positions[i]!;
      pairs[2 * i + 1] = points.masses[i]! / mass;
    }
    const packed = this.kernels.call.reduce(scratch, n, target, 0);
    const count = packed & 0xffffff;
    const flags = points.atoms && n <= this.spec.Precision ? RECORD_ATOMS : 0;
    return this.addRecord(target, packed, flags, particle ?? this.kernels.call.mean(target, count));
  }

  protected fromUx(value: UxValue): Handle {
    const n = value.positions.length;
    if (n === 1 && (value.count === 0 || value.particle === undefined))
      return this.plain(value.positions[0]!);
    const finite = value.positions.reduce((count, x) => count + (Number.isFinite(x) ? 1 : 0), 0);
    const atoms = n < FEWEST_CELLS;
    if (finite > this.spec.Precision || n > this.capacity) {
      const { positions, masses } = value;
      return this.fromPoints({ positions, masses, atoms }, value.particle);
    }
    const target = this.reserve();
    const mass = value.masses.reduce((sum, one) => sum + one, 0);
    const scale = Math.abs(mass - 1) > 1e-9 ? 1 / mass : 1;
    this.kernels.doublesAt(target, n).set(value.positions);
    const masses = this.kernels.doublesAt(target + 8 * this.capacity, n);
    masses.set(scale === 1 ? value.masses : value.masses.map((one) => one * scale));
    const packed = this.kernels.call.finish(target, n, 1);
    const particle = value.particle ?? value.mean;
    const handle = this.addRecord(target, packed, atoms ? RECORD_ATOMS : 0, particle);
    if (handle !== 0) this.#keepAsRead(handle, value);
    return handle;
  }

  /** Keeps what was read when writing the record would not give it back. */
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
    return { particle, type: 4, count: 1, mean, ...(special ? spellSpecials(points) : points) };
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

  /** Deltas as inference looks at them: those of evidence, and of what a hypothesis predicts. */
  protected predictedDeltasOf(value: Operand): Deltas {
    return this.deltasOf(value);
  }

  protected deltasOf(value: Operand): Deltas {
    const { positions, masses, atoms } = this.pointsOf(value);
    return collectDeltas(positions, masses, atoms);
  }
}

/** True for ×1 and ÷1: records do not change, so the result is the operand itself. */
export function isIdentity(operation: number, plainIsLeft: boolean, plain: number): boolean {
  if (plain !== 1) return false;
  const base = operation & ~SINGLE_PRECISION;
  return base === MULTIPLY || (base === DIVIDE && !plainIsLeft);
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

function unknownNumber(what: string, number: number, count: number): HazeError {
  const message = `There is no ${what} number ${number} (0 to ${count - 1}): the program was built for another version.`;
  return new HazeError('protocol-error', message, { data: { number } });
}
