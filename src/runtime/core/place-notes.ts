// Notes the values that each place of a program makes: the last, and those with the smallest and the largest particle.
// It keeps their records alive, and reads them when the run is over. So a note costs little beside its operation.
import type { Core, Operand } from '../../uncertainty/core/core.ts';
import { type CoreSpec, countLanes } from '../../uncertainty/core/core-spec.ts';
import { QUERIES } from '../../uncertainty/core/operations.ts';
import type { PlaceValues } from '../../uncertainty/sources/place-values.ts';

/** Bytes that kept values may take. */
const MOST_BYTES = 2 ** 27;
/** Part of a core's memory that kept values may take. */
const MEMORY_SHARE = 1 / 8;
const BYTES_PER_DELTA = 16;
const BYTES_PER_LANE = 8;
const VALUES_PER_PLACE = 3;
/** Bit beside a place: the code behind it can take a condition for an answer (UX_CHOICE of the guest). */
const CHOICE = 0x4000_0000;
const NTH_MOMENT = QUERIES.indexOf('nth_moment');

/** Place in the program, with its values. */
interface Place {
  readonly offset: number;
  order: number;
  count: number;
  /** Part of the draws on the way of the last value, at most. */
  share: number;
  /** The program has come here, and no value of this visit is noted yet. */
  isBegun: boolean;
  last: Operand | undefined;
  low: Operand | undefined;
  high: Operand | undefined;
}

export class PlaceNotes {
  readonly #core: Core;
  readonly #mostPlaces: number;
  readonly #places = new Map<number, Place>();
  #memory: WebAssembly.Memory | undefined;
  #word = 0;
  #words = new Int32Array();
  #current: Place | undefined;
  #visits = 0;
  /** Part of the draws that have decided like the particle, at most. */
  #share = 1;
  readonly #leftOut = new Set<number>();

  constructor(core: Core, spec: CoreSpec) {
    this.#core = core;
    const bytes = BYTES_PER_DELTA * spec.Precision + BYTES_PER_LANE * countLanes(spec);
    this.#mostPlaces = Math.min(MOST_BYTES, MEMORY_SHARE * spec.MemorySize) / bytes / VALUES_PER_PLACE;
  }

  /** @param address of the word in which the program stores its place */
  watch(memory: WebAssembly.Memory, address: number): void {
    this.#memory = memory;
    this.#word = address >>> 2;
  }

  /**
   * Place of the program, before it makes a value. The word is cleared: a second value without a new place belongs to
   * the same operation.
   */
  begin(): Place | undefined {
    // A memory that grew has another buffer.
    if (this.#words.length === 0) this.#words = new Int32Array(this.#memory?.buffer ?? new ArrayBuffer(0));
    const offset = this.#words[this.#word]! & ~CHOICE;
    if (!offset) return this.#current;
    this.#words[this.#word] = 0;
    const place = this.#places.get(offset) ?? this.#add(offset);
    if (place) place.isBegun = true;
    this.#current = place;
    return place;
  }

  /** Notes a value; a plain one counts for nothing. */
  note(handle: number, particle: number, place = this.begin()): void {
    if (handle === 0 || !place) return;
    if (place.isBegun) {
      settle(place);
      place.isBegun = false;
      place.count++;
      place.order = ++this.#visits;
      place.share = this.#share;
    }
    place.last = { handle, particle };
  }

  /** Records a mixed decision. @param share part of the draws that decide like the particle; 0 where it is unknown */
  decide(share: number): void {
    this.#share = Math.min(this.#share, share);
  }

  /** Marks of a collection, with the records of noted values. */
  hold(marks: Uint32Array): Uint32Array {
    const all = marks.slice();
    for (const { last, low, high } of this.#places.values()) {
      for (const value of [last, low, high]) if (value) all[value.handle >>> 5]! |= 1 << (value.handle & 31);
    }
    return all;
  }

  /** All values, when the run is over. */
  finish(): PlaceValues {
    const values = [...this.#places.values()].flatMap((place) => {
      settle(place);
      const { offset, order, count, share, last, low, high } = place;
      if (!last || !low || !high) return [];
      const { particle } = last;
      const [lowest, highest] = [this.#meanOf(low), this.#meanOf(high)];
      return [{ offset, order, count, share, particle, lowest, highest, text: this.#core.toText(last) }];
    });
    return { values, leftOut: this.#leftOut.size };
  }

  #add(offset: number): Place | undefined {
    if (this.#places.size >= this.#mostPlaces) {
      this.#leftOut.add(offset);
      return undefined;
    }
    const [last, low, high] = [undefined, undefined, undefined];
    const place = { offset, order: 0, count: 0, share: 1, isBegun: true, last, low, high };
    this.#places.set(offset, place);
    return place;
  }

  #meanOf(value: Operand): number {
    return this.#core.query(NTH_MOMENT, value, 1);
  }
}

/** Ends the visit before: its last value is a value of the place. */
function settle(place: Place): void {
  const { last, low, high } = place;
  if (!last) return;
  if (!low || last.particle < low.particle) place.low = last;
  if (!high || last.particle > high.particle) place.high = last;
}
