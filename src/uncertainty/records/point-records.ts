// Records of weighted points: makes, reads, copies and cuts them.

import type { Handle, Operand } from '../core/core.ts';
import { collectDeltas, type Deltas } from '../distributions/deltas.ts';
import type { DensityStore } from '../distributions/density-store.ts';
import { type LimitedDensity, maybeLimitDensity } from '../distributions/limit-density.ts';
import type { WeightedPoints } from '../distributions/samples.ts';
import type { Kernels } from '../kernels/kernels.ts';
import type { RecordMaker } from './record-maker.ts';
import { RECORD_ATOMS, type RecordTable } from './records.ts';

export class PointRecords {
  readonly #kernels: Kernels;
  readonly #records: RecordTable;
  readonly #maker: RecordMaker;
  readonly #densities: DensityStore;
  readonly #precision: number;

  constructor(
    parts: { kernels: Kernels; records: RecordTable; maker: RecordMaker; densities: DensityStore },
    precision: number,
  ) {
    this.#kernels = parts.kernels;
    this.#records = parts.records;
    this.#maker = parts.maker;
    this.#densities = parts.densities;
    this.#precision = precision;
  }

  /** A record of weighted points, reduced where they are too many; its particle is its mean when absent. */
  make(points: WeightedPoints, particle?: number): Handle {
    const n = points.positions.length;
    const mass = points.masses.reduce((sum, one) => sum + one, 0);
    if (n === 0 || !(mass > 0)) return this.#maker.plain(Number.NaN);
    const target = this.#maker.reserve();
    const scratch = this.#kernels.scratch(32 * n);
    const pairs = this.#kernels.doublesAt(scratch, 2 * n);
    for (let i = 0; i < n; i++) {
      pairs[2 * i] = points.positions[i]!;
      pairs[2 * i + 1] = points.masses[i]! / mass;
    }
    const packed = this.#kernels.call.reduce(scratch, n, target, 0);
    const count = packed & 0xffffff;
    const flags = points.atoms && n <= this.#precision ? RECORD_ATOMS : 0;
    return this.#maker.add(target, packed, flags, particle ?? this.#kernels.call.mean(target, count));
  }

  /** Tests whether points fit a record as they are. */
  hasRoomFor(positions: Float64Array): boolean {
    const finite = positions.reduce((count, x) => count + (Number.isFinite(x) ? 1 : 0), 0);
    return finite <= this.#precision && positions.length <= this.#records.capacity;
  }

  /** A record of points as they are, in their order; masses are scaled where they do not add up to 1. */
  makeAsTheyAre({ positions, masses, atoms }: WeightedPoints, particle: number): Handle {
    const n = positions.length;
    const target = this.#maker.reserve();
    const mass = masses.reduce((sum, one) => sum + one, 0);
    const scale = Math.abs(mass - 1) > 1e-9 ? 1 / mass : 1;
    this.#kernels.doublesAt(target, n).set(positions);
    const placed = this.#kernels.doublesAt(target + this.#records.massOffset, n);
    placed.set(scale === 1 ? masses : masses.map((one) => one * scale));
    const packed = this.#kernels.call.finish(target, n, 1);
    return this.#maker.add(target, packed, atoms ? RECORD_ATOMS : 0, particle);
  }

  read({ handle, particle }: Operand): WeightedPoints {
    if (handle === 0)
      return { positions: Float64Array.of(particle), masses: Float64Array.of(1), atoms: true };
    const address = this.#records.addressOf(handle);
    const n = this.#records.countOf(handle);
    return {
      positions: this.#kernels.doublesAt(address, n).slice(),
      masses: this.#kernels.doublesAt(address + this.#records.massOffset, n).slice(),
      atoms: (this.#records.flagsOf(handle) & RECORD_ATOMS) !== 0,
    };
  }

  deltasOf(value: Operand): Deltas {
    const { positions, masses, atoms } = this.read(value);
    const deltas = collectDeltas(positions, masses, atoms);
    const limited = this.#densities.maybeLimited(value.handle);
    return limited ? { ...deltas, distribution: limited } : deltas;
  }

  /** Central moment of any order; the mean for order 1. */
  momentOf(handle: Handle, order: number): number {
    if (order === 0) return 1;
    const address = this.#records.addressOf(handle);
    const n = this.#records.countOf(handle);
    const mean = this.#kernels.call.mean(address, n);
    return order === 1 ? mean : this.#kernels.call.central_moment(address, n, mean, order);
  }

  copy({ handle, particle }: Operand): Handle {
    const records = this.#records;
    const target = this.#maker.reserve();
    const from = records.addressOf(handle) / 8;
    this.#kernels.f64.copyWithin(target / 8, from, from + 2 * records.capacity);
    this.#maker.resultParticle = particle;
    return records.add(target, records.countOf(handle), records.flagsOf(handle));
  }

  /**
   * A record's density, cut at limits; undefined without a density, and for limits beyond it.
   * @param describe tells the deltas that stand for a density which is not known better
   */
  maybeLimit(value: Operand, low: number, high: number, describe: () => Deltas): LimitedDensity | undefined {
    const get = () => this.#densities.densityOf(value.handle, describe);
    const density = { isKnown: this.#densities.isKnown(value.handle), get };
    return maybeLimitDensity(this.deltasOf(value), density, [low, high], this.#kernels.logarithms);
  }
}
