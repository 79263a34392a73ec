// Bytes of each number that a function stores, passes on or returns as an integer. Where these are all bytes, they may
// become the number again; where some are missing, no box comes of the others, and they are the particle's.

import { I64 } from '../reading/module-info.ts';
import { ALL_BYTES } from './bytes-of-bits.ts';

export class KeptBytes {
  /** One bit for each byte, by the origin of the bits. */
  private readonly bytes = new Map<number, number>();
  /** Instructions that leave the bits from which bytes are cut, by origin. */
  private readonly cuts = new Map<number, Set<number>>();
  /** Bytes that each local is given, by origin. */
  private readonly locals = new Map<number, Map<number, number>>();

  /** Grows while walks find out more. */
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

  /** A local is read where it may hold all that it is ever given. */
  addLocal(local: number): void {
    const given = this.locals.get(local);
    if (given) for (const [origin, bytes] of given) this.add(origin, bytes);
  }

  /** Instructions that leave bits of which only a part is kept. */
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
