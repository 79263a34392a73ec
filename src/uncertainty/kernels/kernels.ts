// The kernel module and its memory, with an allocator that has a free list per size, and with views that survive memory
// growth. (Records and lanes come in only a few sizes.)

import { HazeError } from '../../errors/haze-error.ts';
import { instantiate } from '../../uxhw/instantiate.ts';
import { UNARY_OPERATIONS } from '../core/operations.ts';
import type { Address, KernelExports } from './kernel-exports.ts';
import { instantiateForRun, type SharedKernels } from './shared-kernels.ts';
import { splitLanes } from './split-lanes.ts';

const UNIT_BYTES = 16;
/** Size of the largest blocks that operations use, in units: the lanes of XL+. */
const MOST_UNITS = 4096;

const LOG = UNARY_OPERATIONS.indexOf('log');
const EXP = UNARY_OPERATIONS.indexOf('exp');

/** An instance's functions and memory. */
export class Kernels {
  readonly call: KernelExports;
  #f64: Float64Array;
  #nextFree: Address;
  /**
   * Free blocks by size. Small blocks are indexed by their number of units, because every operation allocates and frees
   * some.
   */
  readonly #freeSmall: (Address[] | undefined)[] = Array.from({ length: MOST_UNITS + 1 }, () => undefined);
  readonly #freeLarge = new Map<number, Address[]>();
  #scratch: Address = 0;
  #scratchBytes = 0;

  /** @param firstFree first free address */
  constructor(call: KernelExports, firstFree: Address) {
    this.call = call;
    this.#nextFree = alignUp(firstFree);
    this.#f64 = new Float64Array(call.memory.buffer);
  }

  /**
   * @param productLevels number of levels into which products are split. Leaves become two deltas each, or one if the
   *   number is absent.
   */
  setUp(precision: number, productLevels?: number): void {
    this.call.setup(precision, 31 - Math.clz32(precision), productLevels ?? -1);
  }

  /** Starts the random number stream for a seed. */
  seed(seed: bigint): void {
    this.call.seed(Number(BigInt.asUintN(32, seed)), Number(BigInt.asUintN(32, seed >> 32n)));
  }

  /** The kernels' own logarithm and exponential, because JavaScript's functions differ between engines. */
  readonly logarithms = {
    log: (x: number): number => this.call.apply_unary(LOG, x),
    exp: (x: number): number => this.call.apply_unary(EXP, x),
  };

  /** The whole memory as doubles. Read this property again after any call that may allocate. */
  get f64(): Float64Array {
    if (this.#f64.byteLength === 0) this.#f64 = new Float64Array(this.call.memory.buffer);
    return this.#f64;
  }

  /** `length` doubles at an address. */
  doublesAt(address: Address, length: number): Float64Array {
    return new Float64Array(this.call.memory.buffer, address, length);
  }

  /**
   * Allocates `bytes` bytes, aligned to 16, without clearing them.
   * @throws HazeError `core-memory-exhausted` if the engine provides no more memory
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

  /** Frees memory; `bytes` is the size originally requested. */
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

  /** Returns the single scratch area, at least `bytes` long. The next request may overwrite it. */
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
      // A shared buffer is not detached when its memory grows, so old views stay valid but are too short.
      this.#f64 = new Float64Array(memory.buffer);
      return;
    }
    throw new HazeError(
      'core-memory-exhausted',
      'The machine has no memory left for distributions: choose a core with a lower Precision or fewer lanes.',
    );
  }
}

/** Opens the kernels of a module. @param shared kernels shared by the run and its helper, if there is a helper */
export function openKernels(module: WebAssembly.Module, shared?: SharedKernels): Kernels {
  if (!shared) {
    const exports = instantiate(module).exports as unknown as KernelExports;
    return new Kernels(exports, exports.__heap_base.value as number);
  }
  const { exports, free } = instantiateForRun<KernelExports>(shared);
  const allocate = (bytes: number) => kernels.allocate(bytes);
  const kernels = new Kernels(splitLanes(exports, shared.desk, allocate), free);
  return kernels;
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
