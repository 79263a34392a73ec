// Records the bytes of each number that a function stores, passes on or returns as an integer. If all bytes of a number
// are kept, the number may be reassembled later; bytes of an incomplete number can never form a box, so they are taken
// from the particle.

import { I64 } from '../reading/module-info.ts';
import { ALL_BYTES } from './bytes-of-bits.ts';

export class KeptBytes {
  /** A bit mask of bytes, by the origin of the bits. */
  private readonly bytes = new Map<number, number>();
  /** Instructions that produce bits from which bytes are extracted, by origin. */
  private readonly cuts = new Map<number, Set<number>>();
  /** Bytes assigned to each local, by origin. */
  private readonly locals = new Map<number, Map<number, number>>();

  /** Amount of data recorded so far; a walk that learns something increases it. */
  get size(): number {
    let size = 0;
    for (const bits of this.bytes.values()) size += bits;
    for (const given of this.locals.values()) for (const bits of given.values()) size += bits;
    return size;
  }

  add(origin: number, bytes: number): void {
    this.bytes.set(origin, (this.bytes.get(origin) ?? 0) | bytes);
  }

  cut(origin: number, maker: number): void {
    const makers = this.cuts.get(origin) ?? new Set();
    this.cuts.set(origin, makers.add(maker));
  }

  setLocal(local: number, origin: number, bytes: number): void {
    const given = this.locals.get(local) ?? new Map<number, number>();
    given.set(origin, (given.get(origin) ?? 0) | bytes);
    this.locals.set(local, given);
  }

  /** Records a read of a local that may hold any of its assigned values. */
  addLocal(local: number): void {
    const given = this.locals.get(local);
    if (given) for (const [origin, bytes] of given) this.add(origin, bytes);
  }

  /** Instructions whose results the function keeps only in part. */
  cutsOfParts(typeOf: (maker: number) => number): number[] {
    return [...this.cuts].flatMap(([origin, makers]) => {
      const bytes = this.bytes.get(origin) ?? 0;
      return [...makers].filter((maker) => {
        const all = typeOf(maker) === I64 ? ALL_BYTES : 0xf;
        return bytes !== 0 && (bytes & all) !== all;
      });
    });
  }
}
