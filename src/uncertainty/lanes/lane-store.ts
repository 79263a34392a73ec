// Stores the lanes of a core's values: aligned samples, in one block of kernel memory per value, which is allocated on
// first use and freed with the record. Also stores the set of sources that each value depends on. Lanes are an
// implementation detail, so they count against a limit that the host sets, not against the core's memory.

import { HazeError } from '../../errors/haze-error.ts';
import type { Handle, Operand } from '../core/core.ts';
import { formatMegabytes } from '../core/megabytes.ts';
import { type SetId, SourceSets, type Union } from '../core/source-sets.ts';
import type { Address } from '../kernels/kernel-exports.ts';
import type { Kernels } from '../kernels/kernels.ts';

export interface LaneOptions {
  readonly seed: bigint;
  readonly laneCount: number;
  /** Points from which the first sources draw. Other sources draw from scrambled Sobol' points. */
  readonly firstPoints: 'lattice' | 'sobol';
  readonly laneMemoryLimitBytes: number;
}

/** First dimension used for values that a likelihood predicts. */
const FAR_DIMENSION = 2 ** 24;

export class LaneStore {
  readonly count: number;
  readonly #kernels: Kernels;
  readonly #options: LaneOptions;
  readonly #blockBytes: number;
  readonly #sets = new SourceSets();
  readonly #seedLow: number;
  readonly #seedHigh: number;
  #addresses = new Uint32Array(1024);
  #setIds = new Int32Array(1024);
  #blocks = 0;
  readonly #latticeDimensions: number;
  #sources = 0;
  #dimensions = 0;
  #farDimensions = 0;
  #setsAfterSweep = 1024;

  constructor(kernels: Kernels, options: LaneOptions) {
    this.#kernels = kernels;
    this.#options = options;
    this.count = options.laneCount;
    this.#blockBytes = 8 * options.laneCount;
    this.#seedLow = Number(BigInt.asUintN(32, options.seed));
    this.#seedHigh = Number(BigInt.asUintN(32, options.seed >> 32n));
    kernels.call.setup_lanes(options.laneCount);
    this.#latticeDimensions =
      options.firstPoints === 'lattice' ? kernels.call.lattice_dimensions(options.laneCount) : 0;
  }

  /** Size of live lanes, in bytes. */
  get bytes(): number {
    return this.#blocks * this.#blockBytes;
  }

  /** Returns the number of a new source of uncertainty. */
  addSource(): number {
    return this.#sources++;
  }

  get dimensionsTaken(): number {
    return this.#dimensions;
  }

  /** Takes the next dimension of the points, for a source's lanes. */
  takeDimension(): number {
    return this.#dimensions++;
  }

  /** Takes a dimension beyond those of ordinary sources, because hundreds of hypotheses must not use up the points. */
  takeFarDimension(): number {
    return FAR_DIMENSION + this.#farDimensions++;
  }

  singleSet(source: number): SetId {
    return this.#sets.single(source);
  }

  /** The union of two values' sets of sources. */
  combineSets(a: SetId, b: SetId): Union {
    return this.#sets.combine(a, b);
  }

  /** The union of sets that may overlap. */
  uniteSets(...sets: SetId[]): SetId {
    return sets.reduce((union, set) => this.#sets.combine(union, set).set);
  }

  /** Ranges [start, end) of the sources that a record depends on, as a flat array. */
  sourcesOf(handle: Handle): readonly number[] {
    return this.#sets.rangesOf(this.setOf(handle));
  }

  /** True if the record depends only on this source. */
  isSource(handle: Handle, source: number): boolean {
    const ranges = handle < this.#setIds.length ? this.sourcesOf(handle) : [];
    return ranges.length === 2 && ranges[0] === source && ranges[1] === source + 1;
  }

  setOf(handle: Handle): SetId {
    return this.#setIds[handle]!;
  }

  setsOf(operands: readonly Operand[]): SetId[] {
    return operands.filter(({ handle }) => handle !== 0).map(({ handle }) => this.setOf(handle));
  }

  /** The lanes of a record; 0 if they have not been created yet. */
  addressOf(handle: Handle): Address {
    return this.#addresses[handle] ?? 0;
  }

  /** Sets a record's lanes (0 if they are created later) and its sources. */
  assign(handle: Handle, lanes: Address, set: SetId): void {
    if (handle >= this.#addresses.length) this.#enlarge(handle);
    this.#addresses[handle] = lanes;
    this.#setIds[handle] = set;
  }

  /**
   * Allocates an uninitialised block for lanes.
   * @throws HazeError `lane-memory-exhausted`
   */
  allocate(): Address {
    const limit = this.#options.laneMemoryLimitBytes;
    if (this.bytes + this.#blockBytes > limit) {
      throw new HazeError(
        'lane-memory-exhausted',
        `Lane memory of ${formatMegabytes(limit)} exhausted: ${this.#blocks} values are alive with ` +
          `${this.count} aligned samples each. Keep fewer values, or choose a core with fewer lanes or without "+".`,
        { data: { limitBytes: limit, values: this.#blocks, laneCount: this.count } },
      );
    }
    const address = this.#kernels.allocate(this.#blockBytes);
    this.#blocks++;
    return address;
  }

  free(address: Address): void {
    this.#kernels.free(address, this.#blockBytes);
    this.#blocks--;
  }

  /** Allocates a block with the points' uniform coordinates in a dimension. */
  drawUniforms(dimension: number): Address {
    const address = this.allocate();
    const { call } = this.#kernels;
    const inLattice = dimension < this.#latticeDimensions;
    const [low, high] = [this.#seedLow, this.#seedHigh];
    if (inLattice) call.fill_lattice(address, this.count, dimension, low, high, 0, this.count);
    else call.fill_uniforms(address, this.count, dimension, low, high);
    return address;
  }

  /** Frees a record's data. */
  release(handle: Handle): void {
    const address = this.addressOf(handle);
    if (address === 0) return;
    this.free(address);
    this.#addresses[handle] = 0;
  }

  /** Forgets unused sets of sources if their number has grown considerably since the last cleanup. */
  forgetUnusedSets(liveHandles: () => Iterable<Handle>): void {
    if (this.#sets.size < 2 * this.#setsAfterSweep) return;
    const used: SetId[] = [];
    for (const handle of liveHandles()) used.push(this.setOf(handle));
    this.#sets.keep(used);
    this.#setsAfterSweep = Math.max(1024, this.#sets.size);
  }

  #enlarge(handle: Handle): void {
    const length = 2 ** Math.ceil(Math.max(1, 32 - Math.clz32(handle)));
    const addresses = new Uint32Array(length);
    addresses.set(this.#addresses);
    this.#addresses = addresses;
    const sets = new Int32Array(length);
    sets.set(this.#setIds);
    this.#setIds = sets;
  }
}
