// Creates, reads, copies and truncates records of weighted points.

import type { Handle, Operand } from '../core/core.ts';
import { collectDeltas, type Deltas } from '../distributions/deltas.ts';
import { type LimitedDensity, maybeLimitDensity } from '../distributions/limit-density.ts';
import type { WeightedPoints } from '../distributions/samples.ts';
import type { RecordParts } from './record-parts.ts';
import { RECORD_ATOMS } from './records.ts';

type Parts = Pick<RecordParts, 'spec' | 'kernels' | 'records' | 'maker' | 'densities'>;

export class PointRecords {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /**
   * Creates a record of weighted points, which are reduced if there are too many. The particle defaults to the mean.
   */
  make(points: WeightedPoints, particle?: number): Handle {
    const { spec, kernels, maker } = this.#parts;
    const n = points.positions.length;
    const mass = points.masses.reduce((sum, one) => sum + one, 0);
    if (n === 0 || !(mass > 0)) return maker.plain(Number.NaN);
    const target = maker.reserve();
    const scratch = kernels.scratch(32 * n);
    const pairs = kernels.doublesAt(scratch, 2 * n);
    for (let i = 0; i < n; i++) {
      pairs[2 * i] = points.positions[i]!;
      pairs[2 * i + 1] = points.masses[i]! / mass;
    }
    const packed = kernels.call.reduce(scratch, n, target, 0);
    const count = packed & 0xffffff;
    const flags = points.atoms && n <= spec.Precision ? RECORD_ATOMS : 0;
    return maker.add(target, packed, flags, particle ?? kernels.call.mean(target, count));
  }

  /** Tests whether points fit into a record without reduction. */
  hasRoomFor(positions: Float64Array): boolean {
    const { spec, records } = this.#parts;
    const finite = positions.reduce((count, x) => count + (Number.isFinite(x) ? 1 : 0), 0);
    return finite <= spec.Precision && positions.length <= records.capacity;
  }

  /** Creates a record of unreduced points, in the given order, with masses scaled to add up to 1. */
  makeAsTheyAre({ positions, masses, atoms }: WeightedPoints, particle: number): Handle {
    const { kernels, records, maker } = this.#parts;
    const n = positions.length;
    const target = maker.reserve();
    const mass = masses.reduce((sum, one) => sum + one, 0);
    const scale = Math.abs(mass - 1) > 1e-9 ? 1 / mass : 1;
    kernels.doublesAt(target, n).set(positions);
    const placed = kernels.doublesAt(target + records.massOffset, n);
    placed.set(scale === 1 ? masses : masses.map((one) => one * scale));
    const packed = kernels.call.finish(target, n, 1);
    return maker.add(target, packed, atoms ? RECORD_ATOMS : 0, particle);
  }

  read({ handle, particle }: Operand): WeightedPoints {
    if (handle === 0)
      return { positions: Float64Array.of(particle), masses: Float64Array.of(1), atoms: true };
    const { kernels, records } = this.#parts;
    const address = records.addressOf(handle);
    const n = records.countOf(handle);
    return {
      positions: kernels.doublesAt(address, n).slice(),
      masses: kernels.doublesAt(address + records.massOffset, n).slice(),
      atoms: (records.flagsOf(handle) & RECORD_ATOMS) !== 0,
    };
  }

  deltasOf(value: Operand): Deltas {
    const { positions, masses, atoms } = this.read(value);
    const deltas = collectDeltas(positions, masses, atoms);
    const limited = this.#parts.densities.maybeLimited(value.handle);
    return limited ? { ...deltas, distribution: limited } : deltas;
  }

  /** Central moment of the given order, or the mean for order 1. */
  momentOf(handle: Handle, order: number): number {
    if (order === 0) return 1;
    const { kernels, records } = this.#parts;
    const address = records.addressOf(handle);
    const n = records.countOf(handle);
    const mean = kernels.call.mean(address, n);
    return order === 1 ? mean : kernels.call.central_moment(address, n, mean, order);
  }

  copy({ handle, particle }: Operand): Handle {
    const { kernels, records, maker } = this.#parts;
    const target = maker.reserve();
    const from = records.addressOf(handle) / 8;
    kernels.f64.copyWithin(target / 8, from, from + 2 * records.capacity);
    maker.resultParticle = particle;
    return records.add(target, records.countOf(handle), records.flagsOf(handle));
  }

  /**
   * A record's density, truncated at limits; undefined if there is no density, or if the limits lie beyond it.
   * @param describe returns the deltas of a density that is known only by its deltas
   */
  maybeLimit(value: Operand, low: number, high: number, describe: () => Deltas): LimitedDensity | undefined {
    const { kernels, densities } = this.#parts;
    const get = () => densities.densityOf(value.handle, describe);
    const density = { isKnown: densities.isKnown(value.handle), get };
    return maybeLimitDensity(this.deltasOf(value), density, [low, high], kernels.logarithms);
  }
}
