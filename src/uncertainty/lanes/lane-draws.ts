// Uniform numbers for plain runs that represent the lanes of a core: the k-th draw in a lane's run is the lane's
// coordinate in dimension k. On a core with lanes, the k-th source has the same draw.
import type { Kernels } from '../kernels/kernels.ts';
import { type LaneOptions, LaneStore } from './lane-store.ts';

/** Number of dimensions whose coordinates are cached for all lanes: 64 MB for 4096 lanes. */
const MOST_TABLES = 2048;
/** Placeholder for the draws of the leading run, which does not use them. */
const MIDDLE = 0.5;

export class LaneDraws {
  readonly #kernels: Kernels;
  readonly #store: LaneStore;
  readonly #tables: Float64Array[] = [];
  readonly #seed: number;
  #lane: number | undefined;
  #dimension = 0;

  constructor(kernels: Kernels, options: Omit<LaneOptions, 'laneMemoryLimitBytes'>) {
    this.#kernels = kernels;
    this.#store = new LaneStore(kernels, { ...options, laneMemoryLimitBytes: Number.POSITIVE_INFINITY });
    this.#seed = Number(BigInt.asUintN(32, options.seed ^ (options.seed >> 32n)));
  }

  /** Begins the run of a lane, or the leading run if no lane is given, at the coordinate of a dimension. */
  begin(lane: number | undefined, firstDimension = 0): void {
    this.#lane = lane;
    this.#dimension = firstDimension;
  }

  get dimension(): number {
    return this.#dimension;
  }

  /** Returns the lane's next uniform number, between 0 and 1. */
  next(): number {
    const dimension = this.#dimension++;
    return this.#lane === undefined ? MIDDLE : this.at(dimension, this.#lane);
  }

  /** Skips the lane's next number and returns the lane; undefined for the leading run. */
  skip(): number | undefined {
    this.#dimension++;
    return this.#lane;
  }

  at(dimension: number, lane: number): number {
    return this.maybeAll(dimension)?.[lane] ?? hashUniform(this.#seed, dimension, lane);
  }

  /** Returns the uniform numbers of all lanes in a dimension; undefined beyond the last cached dimension. */
  maybeAll(dimension: number): Float64Array | undefined {
    if (dimension >= MOST_TABLES) return undefined;
    this.#tables[dimension] ??= this.#draw(dimension);
    return this.#tables[dimension];
  }

  #draw(dimension: number): Float64Array {
    const address = this.#store.drawUniforms(dimension);
    const uniforms = this.#kernels.doublesAt(address, this.#store.count).slice();
    this.#store.free(address);
    return uniforms;
  }
}

/**
 * A uniform number derived from three integers by applying the finaliser of MurmurHash3 (Appleby, 2011) to each in
 * turn.
 */
function hashUniform(seed: number, dimension: number, lane: number): number {
  let state = mix(mix(mix(seed) ^ dimension) ^ lane);
  const high = state >>> 5;
  state = mix(state ^ 0x9e3779b9);
  return (high * 2 ** 26 + (state >>> 6) + 0.5) / 2 ** 53;
}

function mix(value: number): number {
  let h = value | 0;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return h ^ (h >>> 16);
}
