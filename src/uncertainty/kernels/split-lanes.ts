// Kernel functions on many lanes, divided into pieces for the run and its helper. A lane's bits do not depend on
// neighbouring lanes (control.c works block by block), so they do not depend on the worker either. Sums over lanes,
// sorts and deltas do depend on order, so the run's own worker computes them.

import type { Address, KernelExports } from './kernel-exports.ts';
import { LEAST_SHARED_LANES } from './least-lanes.ts';
import { OwnerDesk, stepTo, type Work, type WorkDeskMemory } from './work-desk.ts';

/** Functions that a helper can run, by number. */
const CALLS = [
  'lane_unary',
  'lane_binary',
  'lane_binary_with_plain_right',
  'lane_binary_with_plain_left',
  'lane_place',
  'lane_control',
  'fill_lattice',
] as const satisfies readonly (keyof KernelExports)[];
type SplitCall = (typeof CALLS)[number];

const LANE_BYTES = 8;
const MOST_PIECES = 8;
const LEAST_PIECE = 4096;
/** Space for the addresses of recent values (control.c). */
const LIST_BYTES = 64;

/**
 * Tests whether work on this many numbers is shared. The count must be a power of two, which is always true for lanes
 * but not for grid points, to which the same functions apply.
 */
function isShared(n: number): boolean {
  return n >= LEAST_SHARED_LANES && (n & (n - 1)) === 0;
}

type PlainCall = (...values: readonly number[]) => number | undefined;

/** Performs a piece of work from the desk; returns the kernel's result, 0 or 1. */
export function performCall(exports: KernelExports, call: number, values: readonly number[]): number {
  return (exports[CALLS[call]!] as PlainCall)(...values) ?? 0;
}

/** Allocates memory that is never freed. */
type Allocate = (bytes: number) => Address;

class LaneSplitter {
  readonly #own: KernelExports;
  readonly #desk: OwnerDesk;
  readonly #allocate: Allocate;
  readonly #areas = new Map<string, { readonly address: Address; readonly bytes: number }>();
  #f64: Float64Array;

  constructor(own: KernelExports, desk: WorkDeskMemory, allocate: Allocate) {
    this.#own = own;
    this.#desk = new OwnerDesk(desk);
    this.#allocate = allocate;
    this.#f64 = new Float64Array(own.memory.buffer);
  }

  /** Kernel functions for the run to call. */
  exports(): KernelExports {
    const own = this.#own;
    return {
      ...own,
      lane_unary: (operation, x, target, n) =>
        !isShared(n)
          ? own.lane_unary(operation, x, target, n)
          : this.#map('lane_unary', [operation, x, target, n], [1, 2], target),
      lane_binary: (operation, x, y, target, n) =>
        !isShared(n)
          ? own.lane_binary(operation, x, y, target, n)
          : this.#map('lane_binary', [operation, x, y, target, n], [1, 2, 3], target),
      lane_binary_with_plain_right: (operation, x, y, target, n) =>
        !isShared(n)
          ? own.lane_binary_with_plain_right(operation, x, y, target, n)
          : this.#map('lane_binary_with_plain_right', [operation, x, y, target, n], [1, 3], target),
      lane_binary_with_plain_left: (operation, x, y, target, n) =>
        !isShared(n)
          ? own.lane_binary_with_plain_left(operation, x, y, target, n)
          : this.#map('lane_binary_with_plain_left', [operation, x, y, target, n], [2, 3], target),
      fill_lattice: (lanes, n, dimension, low, high, start, end) => {
        if (!isShared(n)) own.fill_lattice(lanes, n, dimension, low, high, start, end);
        else this.#fill([lanes, n, dimension, low, high, start, end]);
      },
      lane_place: (panels, table, location, scale, single, lanes, spare, n) => {
        if (!isShared(n)) own.lane_place(panels, table, location, scale, single, lanes, spare, n);
        else this.#place([panels, table, location, scale, single, lanes, spare, n]);
      },
      lane_control: (values, count, mean, deviation, low, high, lanes, n, blocks, scratch) => {
        if (!isShared(n))
          own.lane_control(values, count, mean, deviation, low, high, lanes, n, blocks, scratch);
        else this.#control(values, count, mean, deviation, low, high, lanes, n, blocks, scratch);
      },
    };
  }

  readonly #perform = ({ call, first, steps }: Work, piece: number): number =>
    performCall(
      this.#own,
      call,
      first.map((value, i) => stepTo(value, steps[i]!, piece)),
    );

  /** @param columns indices of the arguments that are addresses of lanes; the last argument is the number of lanes */
  #split(name: SplitCall, values: readonly number[], columns: readonly number[]): Work {
    const n = values.at(-1)!;
    const pieces = Math.min(MOST_PIECES, n / LEAST_PIECE);
    const length = n / pieces;
    const steps = values.map((_, i) => (columns.includes(i) ? length * LANE_BYTES : 0));
    return { call: CALLS.indexOf(name), pieces, first: [...values.slice(0, -1), length], steps };
  }

  #map(name: SplitCall, values: readonly number[], columns: readonly number[], target: Address): number {
    const work = this.#split(name, values, columns);
    const answers = this.#desk.share(work, this.#perform);
    return answers.every((isPoint, piece) => isPoint === 1 && this.#isSame(target, work, piece)) ? 1 : 0;
  }

  /** Tests whether the kernels treat the first lanes of the first piece and of another piece as equal. */
  #isSame(target: Address, { pieces, first }: Work, piece: number): boolean {
    const length = first.at(-1)!;
    const f64 = this.#doubles((target + pieces * length * LANE_BYTES) / LANE_BYTES);
    const x = f64[target / LANE_BYTES]!;
    const y = f64[target / LANE_BYTES + piece * length]!;
    return x === y || (Number.isNaN(x) && Number.isNaN(y));
  }

  #fill(values: readonly number[]): void {
    const { pieces, first } = this.#split('fill_lattice', values, []);
    const length = first.at(-1)!;
    const steps = [0, 0, 0, 0, 0, length, length];
    this.#desk.share({ call: CALLS.indexOf('fill_lattice'), pieces, first, steps }, this.#perform);
  }

  /** Replaces coordinates in place. If a helper leaves a piece unfinished, the piece is restarted from a copy. */
  #place(values: readonly number[]): void {
    const work = this.#split('lane_place', values, [5, 6]);
    this.#shareInPlace(work, values[5]!, values[7]!);
  }

  /** Uses the kernel's blocks as pieces. Each piece reads a recent value from the start of its block onwards. */
  #control(...values: Parameters<KernelExports['lane_control']>): void {
    const [list, count, mean, deviation, low, high, lanes, n, blocks] = values;
    const length = n / blocks;
    const blockBytes = length * LANE_BYTES;
    const lists = this.#area('lists', blocks * LIST_BYTES);
    // Scratch space for both workers, eight blocks for each.
    const scratch = this.#area('scratch', 16 * blockBytes);
    const words = new Uint32Array(this.#own.memory.buffer);
    for (let block = 0; block < blocks; block++)
      for (let k = 0; k < count; k++)
        words[(lists + block * LIST_BYTES) / 4 + k] = words[list / 4 + k]! + block * blockBytes;
    const first = [lists, count, mean, deviation, low, high, lanes, length, 1, scratch];
    const steps = [LIST_BYTES, 0, 0, 0, 0, 0, blockBytes, 0, 0, 0];
    const aside = [0, 0, 0, 0, 0, 0, 0, 0, 0, 8 * blockBytes];
    this.#shareInPlace(
      { call: CALLS.indexOf('lane_control'), pieces: blocks, first, steps, aside },
      lanes,
      n,
    );
  }

  #shareInPlace(work: Work, lanes: Address, n: number): void {
    const copy = this.#area('copy', n * LANE_BYTES);
    const length = n / work.pieces;
    this.#doubles((Math.max(copy, lanes) + n * LANE_BYTES) / LANE_BYTES).copyWithin(
      copy / LANE_BYTES,
      lanes / LANE_BYTES,
      lanes / LANE_BYTES + n,
    );
    const restore = (piece: number) => {
      const from = copy / LANE_BYTES + piece * length;
      this.#f64.copyWithin(lanes / LANE_BYTES + piece * length, from, from + length);
    };
    this.#desk.share({ ...work, restore }, this.#perform);
  }

  /** Returns the memory as an array of at least this many doubles, using a new view if the memory has grown. */
  #doubles(length: number): Float64Array {
    if (this.#f64.length < length) this.#f64 = new Float64Array(this.#own.memory.buffer);
    return this.#f64;
  }

  /** Returns a separate area, which is allocated on first use. */
  #area(name: string, bytes: number): Address {
    const known = this.#areas.get(name);
    if (known && known.bytes >= bytes) return known.address;
    const address = this.#allocate(bytes);
    this.#areas.set(name, { address, bytes });
    return address;
  }
}

/** Returns an instance's exports. Functions on many lanes share their work with a helper. */
export function splitLanes(own: KernelExports, desk: WorkDeskMemory, allocate: Allocate): KernelExports {
  return new LaneSplitter(own, desk, allocate).exports();
}
