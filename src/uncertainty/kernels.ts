// The kernel module's exports with their types, and its memory: views that survive growth, and an allocator with a
// free list for each size (records and lanes come in a few sizes only).

import { HazeError } from '../errors/haze-error.ts';
import { UNARY_OPERATIONS } from './operations.ts';
import { instantiateForRun, type SharedKernels } from './two-cores/shared-kernels.ts';
import { splitLanes } from './two-cores/split-lanes.ts';

/** Address in the kernel's memory, in bytes. */
export type Address = number;

/** Exports of wasm/kernels. Functions that fill a block answer count | flags << 24. */
export interface KernelExports {
  readonly memory: WebAssembly.Memory;
  readonly __heap_base: WebAssembly.Global;
  /** `productLevels`: levels of the split of products, whose leaves become two deltas; negative: one delta a leaf. */
  setup(precision: number, levels: number, productLevels: number): void;
  apply_unary(operation: number, x: number): number;
  apply_binary(operation: number, x: number, y: number): number;
  unary(operation: number, source: Address, n: number, target: Address): number;
  binary_with_plain_right(operation: number, source: Address, n: number, y: number, target: Address): number;
  binary_with_plain_left(operation: number, x: number, source: Address, n: number, target: Address): number;
  binary_scratch(nx: number, ny: number): number;
  binary(
    operation: number,
    x: Address,
    nx: number,
    y: Address,
    ny: number,
    target: Address,
    scratch: Address,
    sorted: number,
  ): number;
  reduce(deltas: Address, n: number, target: Address, single: number): number;
  finish(block: Address, n: number, keepOrder: number): number;
  mean(block: Address, n: number): number;
  central_moment(block: Address, n: number, centre: number, order: number): number;
  seed(low: number, high: number): void;
  random(): number;
  shape_scratch(): number;
  shape_build(kind: number, a: number, b: number, target: Address): number;
  shape_deltas(shape: Address, target: Address): number;
  shape_table_bytes(): number;
  shape_table(panels: Address, table: Address): void;
  shape_quantile(shape: Address, p: number): number;
  /** Logarithms of the density of a shape at a location and scale, at `n` positions. */
  shape_log_densities(
    panels: Address,
    location: number,
    scale: number,
    positions: Address,
    n: number,
    target: Address,
  ): void;
  fill_uniforms(target: Address, n: number, dimension: number, seedLow: number, seedHigh: number): void;
  lattice_dimensions(n: number): number;
  /** Of the lanes from `first` to before `end`. */
  fill_lattice(
    target: Address,
    n: number,
    dimension: number,
    seedLow: number,
    seedHigh: number,
    first: number,
    end: number,
  ): void;
  setup_lanes(count: number): void;
  /** Lane operations answer 1 when every lane came out as the same number. */
  lane_unary(operation: number, x: Address, target: Address, n: number): number;
  lane_binary(operation: number, x: Address, y: Address, target: Address, n: number): number;
  lane_binary_with_plain_right(operation: number, x: Address, y: number, target: Address, n: number): number;
  lane_binary_with_plain_left(operation: number, x: number, y: Address, target: Address, n: number): number;
  /** Corrects the lanes of a source by what is known of it; see control.c. */
  lane_control(
    values: Address,
    count: number,
    mean: number,
    deviation: number,
    low: number,
    high: number,
    lanes: Address,
    n: number,
    blocks: number,
    scratch: Address,
  ): void;
  grid_weights(weights: Address, n: number): void;
  grid_shares(shares: Address, n: number): void;
  shape_grid(panels: Address, values: Address, n: number): void;
  grid_place(
    source: Address,
    location: number,
    scale: number,
    single: number,
    target: Address,
    n: number,
  ): void;
  grid_repair(values: Address, weights: Address, n: number, limit: number): void;
  grid_deltas(
    values: Address,
    weights: Address,
    n: number,
    scratch: Address,
    levels: number,
    block: Address,
  ): number;
  grid_mean(values: Address, weights: Address, n: number): number;
  grid_central_moment(values: Address, weights: Address, n: number, mean: number, order: number): number;
  lane_fill(x: number, target: Address): void;
  /** From here on to `lane_limit`: uniform coordinates at `lanes` are replaced in place. */
  lane_place(
    panels: Address,
    table: Address,
    location: number,
    scale: number,
    single: number,
    lanes: Address,
    spare: Address,
    n: number,
  ): void;
  /** `sorted` has room for twice as many. */
  lane_sort(lanes: Address, sorted: Address): void;
  lane_pick(outcomes: Address, cumulative: Address, n: number, lanes: Address): void;
  lane_choose(x: Address, y: Address, weight: number, lanes: Address): void;
  lane_redraw(source: Address, scratch: Address, lanes: Address): void;
  lane_limit(source: Address, low: number, high: number, scratch: Address, lanes: Address): number;
  lane_deltas(lanes: Address, scratch: Address, single: number, block: Address): number;
  lane_is_point(lanes: Address): number;
  lane_mean(lanes: Address): number;
  lane_central_moment(lanes: Address, centre: number, order: number): number;
  place(source: Address, n: number, location: number, scale: number, single: number, target: Address): number;
}

const UNIT_BYTES = 16;
/** Units of the largest blocks that operations make: the lanes of XL+. */
const MOST_UNITS = 4096;

const LOG = UNARY_OPERATIONS.indexOf('log');
const EXP = UNARY_OPERATIONS.indexOf('exp');

/** One instance of the kernels and its memory. */
export class Kernels {
  readonly call: KernelExports;
  #f64: Float64Array;
  #nextFree: Address;
  /** Free blocks by size: small ones by their number of units, as every operation takes and gives some. */
  readonly #freeSmall: (Address[] | undefined)[] = Array.from({ length: MOST_UNITS + 1 }, () => undefined);
  readonly #freeLarge = new Map<number, Address[]>();
  #scratch: Address = 0;
  #scratchBytes = 0;

  /** @param shared where the run has a helper: what the two have in common */
  constructor(module: WebAssembly.Module, shared?: SharedKernels) {
    if (shared) {
      const { exports, free } = instantiateForRun<KernelExports>(shared);
      this.#nextFree = alignUp(free);
      this.call = splitLanes(exports, shared.desk, (bytes) => this.allocate(bytes));
    } else {
      this.call = new WebAssembly.Instance(module, {}).exports as unknown as KernelExports;
      this.#nextFree = alignUp(this.call.__heap_base.value as number);
    }
    this.#f64 = new Float64Array(this.call.memory.buffer);
  }

  /** The kernels' own logarithm and exponential: those of JavaScript differ between engines. */
  readonly logarithms = {
    log: (x: number): number => this.call.apply_unary(LOG, x),
    exp: (x: number): number => this.call.apply_unary(EXP, x),
  };

  /** All of the memory as doubles. Take it anew after anything that may allocate. */
  get f64(): Float64Array {
    if (this.#f64.byteLength === 0) this.#f64 = new Float64Array(this.call.memory.buffer);
    return this.#f64;
  }

  /** `length` doubles at an address. */
  doublesAt(address: Address, length: number): Float64Array {
    return new Float64Array(this.call.memory.buffer, address, length);
  }

  /**
   * Memory of `bytes` bytes, 16-byte aligned, with whatever was there before.
   * @throws HazeError `core-memory-exhausted` when the engine gives no more memory
   */
  allocate(bytes: number): Address {
    const size = alignUp(bytes);
    const reused =
      size <= UNIT_BYTES * MOST_UNITS
        ? this.#freeSmall[size / UNIT_BYTES]?.pop()
        : this.#freeLarge.get(size)?.pop();
    if (reused !== undefined) return reused;
    const address = this.#nextFree;
    this.#grow(address + size);
    this.#nextFree = address + size;
    return address;
  }

  /** Gives memory back; `bytes` as it was asked for. */
  free(address: Address, bytes: number): void {
    const size = alignUp(bytes);
    if (size <= UNIT_BYTES * MOST_UNITS) {
      const list = this.#freeSmall[size / UNIT_BYTES];
      if (list) list.push(address);
      else this.#freeSmall[size / UNIT_BYTES] = [address];
      return;
    }
    const list = this.#freeLarge.get(size);
    if (list) list.push(address);
    else this.#freeLarge.set(size, [address]);
  }

  /** The one scratch area, at least `bytes` long. Whoever asks next may overwrite it. */
  scratch(bytes: number): Address {
    if (bytes > this.#scratchBytes) {
      if (this.#scratchBytes > 0) this.free(this.#scratch, this.#scratchBytes);
      this.#scratchBytes = 0;
      const roomy = alignUp(bytes);
      this.#scratch = this.allocate(roomy);
      this.#scratchBytes = roomy;
    }
    return this.#scratch;
  }

  #grow(end: number): void {
    const memory = this.call.memory;
    const missing = end - memory.buffer.byteLength;
    if (missing <= 0) return;
    const pages = Math.ceil(missing / 65_536);
    const spare = Math.min(256, Math.ceil(memory.buffer.byteLength / 65_536 / 4));
    if (canGrow(memory, pages + spare) || canGrow(memory, pages)) {
      // A buffer that is shared is not taken away from those who have it: it is too short for them from now on.
      this.#f64 = new Float64Array(memory.buffer);
      return;
    }
    throw new HazeError(
      'core-memory-exhausted',
      'The machine has no more memory for distributions: choose a core with a lower Precision or fewer lanes.',
    );
  }
}

function canGrow(memory: WebAssembly.Memory, pages: number): boolean {
  try {
    memory.grow(pages);
    return true;
  } catch {
    return false;
  }
}

function alignUp(bytes: number): number {
  return (bytes + UNIT_BYTES - 1) & -UNIT_BYTES;
}
