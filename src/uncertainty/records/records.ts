// Keeps a core's live records by mapping handles to blocks of kernel memory. Handles and blocks of released records are
// reused. Only the kernels interpret the contents of blocks.

import { HazeError } from '../../errors/haze-error.ts';
import type { Handle } from '../core/core.ts';
import type { Address } from '../kernels/kernel-exports.ts';
import type { Kernels } from '../kernels/kernels.ts';

const MAX_HANDLE = 2 ** 21 - 1;

/** Flags of a record. The first three are defined by the kernels (wasm/kernels/kernels.h). */
export const RECORD_SORTED = 1;
export const RECORD_SPECIAL = 2;
export const RECORD_POINT = 4;
/** The deltas are the possible outcomes, not cells of a density. */
export const RECORD_ATOMS = 8;
/** On cores that track correlation: the deltas are the most accurate data about the value and can form a base. */
export const RECORD_OWN_POINTS = 16;
/**
 * On cores that track correlation: the record holds the deltas that the service publishes, while products use more
 * accurate deltas.
 */
export const RECORD_PUBLISHED = 32;
/** Marks a live record, whose block may be allocated later. */
const RECORD_LIVE = 128;

/** Capacity of a record in deltas: the core's precision plus the special positions. */
export function capacityOf(precision: number): number {
  return precision + 4;
}

export class RecordTable {
  /** Capacity of a block in deltas. */
  readonly capacity: number;
  readonly #kernels: Pick<Kernels, 'allocate'>;
  readonly #freeHandles: Handle[] = [];
  /** Blocks of released records. All blocks have the same size, so no look-up is needed. */
  readonly #freeBlocks: Address[] = [];
  #addresses = new Uint32Array(1024);
  #counts = new Uint16Array(1024);
  #flags = new Uint8Array(1024);
  #end = 1;
  #created = 0;
  #alive = 0;
  /** Fills the block of a record that was added without a block. */
  readonly #complete: (handle: Handle) => void;

  constructor(
    kernels: Pick<Kernels, 'allocate'>,
    capacity: number,
    complete: (handle: Handle) => void = refuse,
  ) {
    this.#kernels = kernels;
    this.capacity = capacity;
    this.#complete = complete;
  }

  /** Byte offset from a block's positions to its masses. */
  get massOffset(): number {
    return 8 * this.capacity;
  }

  get created(): number {
    return this.#created;
  }

  get alive(): number {
    return this.#alive;
  }

  isLive(handle: Handle): boolean {
    return (this.#flags[handle] ?? 0) >= RECORD_LIVE;
  }

  /** True if the record's deltas have already been computed. */
  hasBlock(handle: Handle): boolean {
    return (this.#addresses[handle] ?? 0) !== 0;
  }

  /** The record's deltas. Call this before reading the count and flags, because it fills a missing block. */
  addressOf(handle: Handle): Address {
    const address = this.#addresses[handle];
    if (address) return address;
    if (!this.isLive(handle))
      throw new HazeError('dead-record', `Value ${handle} is used after being released.`);
    this.#complete(handle);
    return this.#addresses[handle]!;
  }

  countOf(handle: Handle): number {
    return this.#counts[handle] ?? 0;
  }

  flagsOf(handle: Handle): number {
    return this.#flags[handle] ?? 0;
  }

  /** Reserves a block for a new record. The caller passes the block to `add` or `discard`. */
  reserve(): Address {
    return this.#freeBlocks.pop() ?? this.#kernels.allocate(2 * this.massOffset);
  }

  discard(address: Address): void {
    this.#freeBlocks.push(address);
  }

  /** Assigns a filled block to a record that was added without a block. */
  attach(handle: Handle, address: Address, count: number, flags: number): void {
    this.#addresses[handle] = address;
    this.#counts[handle] = count;
    this.addFlags(handle, flags);
  }

  /** Drops a record's deltas, which are computed again on the next use. */
  detach(handle: Handle): void {
    const address = this.#addresses[handle]!;
    if (address !== 0) this.discard(address);
    this.#addresses[handle] = 0;
    this.#flags[handle]! &= ~(RECORD_SORTED | RECORD_SPECIAL | RECORD_POINT | RECORD_OWN_POINTS);
  }

  addFlags(handle: Handle, flags: number): void {
    this.#flags[handle]! |= flags;
  }

  /** Assigns a handle to a filled block. If the address is 0, the block is added later. */
  add(address: Address, count: number, flags: number): Handle {
    const handle = this.#freeHandles.pop() ?? this.#extend();
    this.attach(handle, address, count, flags | RECORD_LIVE);
    this.#created++;
    this.#alive++;
    return handle;
  }

  release(handle: Handle): void {
    if (!this.isLive(handle)) return;
    const address = this.#addresses[handle]!;
    if (address !== 0) this.discard(address);
    this.#addresses[handle] = 0;
    this.#flags[handle] = 0;
    this.#alive--;
    this.#freeHandles.push(handle);
  }

  *liveHandles(): Iterable<Handle> {
    for (let handle = 1; handle < this.#end; handle++) if (this.isLive(handle)) yield handle;
  }

  /**
   * Releases every record whose bit is not set, and calls `onRelease` for each; returns the number of released
   * records.
   */
  sweep(marked: Uint32Array, onRelease: (handle: Handle) => void): number {
    const before = this.#alive;
    // Counts down, so that low handles are reused first and tables stay dense.
    for (let handle = this.#end - 1; handle > 0; handle--) {
      if (!this.isLive(handle)) continue;
      if (((marked[handle >>> 5] ?? 0) >>> (handle & 31)) & 1) continue;
      onRelease(handle);
      this.release(handle);
    }
    return before - this.#alive;
  }

  #extend(): Handle {
    const handle = this.#end;
    if (handle > MAX_HANDLE) {
      throw new HazeError(
        'core-memory-exhausted',
        `The program has more than ${MAX_HANDLE} distributions at once, the maximum that a core supports.`,
      );
    }
    if (handle === this.#addresses.length) {
      this.#addresses = enlarge(this.#addresses, new Uint32Array(handle * 2));
      this.#counts = enlarge(this.#counts, new Uint16Array(handle * 2));
      this.#flags = enlarge(this.#flags, new Uint8Array(handle * 2));
    }
    this.#end++;
    return handle;
  }
}

function refuse(handle: Handle): never {
  throw new HazeError('dead-record', `Value ${handle} has no deltas.`);
}

function enlarge<T extends Uint32Array | Uint16Array | Uint8Array>(old: T, larger: T): T {
  larger.set(old);
  return larger;
}
