// Memory for a budget's lanes: the memory of a small WebAssembly module (wasm/budget/lanes.c) whose functions are the
// inner loops. Lanes are identified by address. This file declares the types of the module's exports.
import { KERNEL_BYTES } from '#budget-kernels';
import { HazeError } from '../../errors/haze-error.ts';
import { instantiate } from '../../uxhw/instantiate.ts';

/** Address in the memory, in bytes. */
export type Address = number;

/**
 * Exports of wasm/budget/lanes.c. `n` is a number of lanes. Lanes are in single precision unless the name says
 * otherwise.
 */
interface LaneKernels {
  readonly memory: WebAssembly.Memory;
  readonly __heap_base: WebAssembly.Global;
  dot(a: Address, b: Address, n: number): number;
  dot_product(a: Address, b: Address, c: Address, n: number): number;
  square_product(a: Address, b: Address, n: number): number;
  measure(residual: Address, f: Address, g: Address, n: number, to: Address): void;
  add(target: Address, f: Address, factor: number, n: number): void;
  add_product(target: Address, f: Address, g: Address, factor: number, shift: number, n: number): void;
  multiply(to: Address, f: Address, g: Address, n: number): void;
  dot_double(a: Address, b: Address, n: number): number;
  order(values: Address, to: Address, n: number, room: Address): number;
  lead(values: Address, order: Address, n: number, value: Address, square: Address): number;
  combine(to: Address, columns: Address, weights: Address, count: number, order: Address, n: number): void;
  single_products(
    residual: Address,
    bins: Address,
    means: Address,
    count: number,
    n: number,
    sums: Address,
    products: Address,
  ): void;
  step(
    to: Address,
    bins: Address,
    start: number,
    middle: number,
    end: number,
    up: number,
    down: number,
    n: number,
  ): void;
  readonly search_pairs: Search;
  readonly search_triples: Search;
}

type Search = (
  residual: Address,
  n: number,
  sources: Address,
  count: number,
  least: number,
  found: Address,
) => number;

const PAGE_BYTES = 65_536;
const ALIGNMENT = 16;

/** The module, compiled only once so that the engine can optimise the code over time. */
let compiled: WebAssembly.Module | undefined;

/** Memory for columns of `laneCount` numbers, and the kernels that operate on these columns. */
export class LaneMemory {
  readonly kernels: LaneKernels;
  #laneCount: number;
  #top: number;
  /** Released columns. */
  #free: Address[] = [];
  /** Scratch space, valid until the next request. */
  #scratch: { address: Address; size: number } = { address: 0, size: 0 };

  constructor(laneCount: number) {
    compiled ??= new WebAssembly.Module(decode(KERNEL_BYTES));
    this.kernels = instantiate(compiled).exports as unknown as LaneKernels;
    this.#laneCount = laneCount;
    this.#top = this.kernels.__heap_base.value;
  }

  get laneCount(): number {
    return this.#laneCount;
  }

  /** Forgets all allocations. */
  reset(laneCount: number): void {
    this.#laneCount = laneCount;
    this.#top = this.kernels.__heap_base.value;
    this.#free = [];
    this.#scratch = { address: 0, size: 0 };
  }

  /** Allocates permanent memory. @throws HazeError `lane-memory-exhausted` if the engine provides no more */
  allocate(bytes: number): Address {
    const address = Math.ceil(this.#top / ALIGNMENT) * ALIGNMENT;
    const end = address + bytes;
    const { memory } = this.kernels;
    const missing = Math.ceil((end - memory.buffer.byteLength) / PAGE_BYTES);
    if (missing > 0) {
      // Grows the memory in large steps, because every growth replaces all views.
      const ample = Math.max(missing, memory.buffer.byteLength / PAGE_BYTES);
      try {
        memory.grow(ample);
      } catch {
        grow(memory, missing);
      }
    }
    this.#top = end;
    return address;
  }

  /** Allocates a column with undefined contents. */
  column(): Address {
    return this.#free.pop() ?? this.allocate(4 * this.#laneCount);
  }

  /** Releases a column. */
  free(column: Address): void {
    this.#free.push(column);
  }

  /** Returns scratch space of this many bytes, valid until the next request. */
  scratch(bytes: number): Address {
    if (this.#scratch.size < bytes) this.#scratch = { address: this.allocate(bytes), size: bytes };
    return this.#scratch.address;
  }

  /** Allocates a column with these values. */
  put(values: ArrayLike<number>): Address {
    const address = this.column();
    this.floats(address, this.#laneCount).set(values);
    return address;
  }

  /** Returns a view of the memory. Once the memory grows, a new view is needed. */
  floats(address: Address, length: number): Float32Array {
    return new Float32Array(this.kernels.memory.buffer, address, length);
  }

  doubles(address: Address, length: number): Float64Array {
    return new Float64Array(this.kernels.memory.buffer, address, length);
  }

  words(address: Address, length: number): Uint32Array {
    return new Uint32Array(this.kernels.memory.buffer, address, length);
  }

  bytes(address: Address, length: number): Uint8Array {
    return new Uint8Array(this.kernels.memory.buffer, address, length);
  }
}

function decode(base64: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
  return bytes;
}

function grow(memory: WebAssembly.Memory, pages: number): void {
  try {
    memory.grow(pages);
  } catch (cause) {
    throw new HazeError(
      'lane-memory-exhausted',
      'There is not enough memory for the draws of all sources. Use fewer lanes (--lanes) or runs (--runs).',
      { cause },
    );
  }
}
