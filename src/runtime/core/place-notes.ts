// Records the values that each place in a program produces: the last value, and the values with the smallest and the
// largest particle. The values' records are kept alive and read only after the run, so that recording is cheap compared
// with the operation itself.
import type { Core, Operand } from '../../uncertainty/core/core.ts';
import { type CoreSpec, countLanes } from '../../uncertainty/core/core-spec.ts';
import { QUERIES } from '../../uncertainty/core/operations.ts';
import type { PlaceValues } from '../../uncertainty/sources/place-values.ts';

/** Maximum number of bytes that retained values may use. */
const MOST_BYTES = 2 ** 27;
/** Maximum fraction of a core's memory that retained values may use. */
const MEMORY_SHARE = 1 / 8;
const BYTES_PER_DELTA = 16;
const BYTES_PER_LANE = 8;
const VALUES_PER_PLACE = 3;
/** Bit set along with a place if the code that follows accepts a condition as an answer (UX_CHOICE in the guest). */
const CHOICE = 0x4000_0000;
const NTH_MOMENT = QUERIES.indexOf('nth_moment');

/** A place in the program, with its values. */
interface Place {
  readonly offset: number;
  order: number;
  count: number;
  /** Upper bound on the fraction of the draws that took the last value's path. */
  share: number;
  /** True if the program has reached this place but no value from this visit has been recorded yet. */
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
  /** Upper bound on the fraction of the draws that have decided as the particle did so far. */
  #share = 1;
  readonly #leftOut = new Set<number>();

  constructor(core: Core, spec: CoreSpec) {
    this.#core = core;
    const bytes = BYTES_PER_DELTA * spec.Precision + BYTES_PER_LANE * countLanes(spec);
    this.#mostPlaces = Math.min(MOST_BYTES, MEMORY_SHARE * spec.MemorySize) / bytes / VALUES_PER_PLACE;
  }

  /** @param address address of the word in which the program stores its place */
  watch(memory: WebAssembly.Memory, address: number): void {
    this.#memory = memory;
    this.#word = address >>> 2;
  }

  /**
   * Returns the program's place before it creates a value, and clears the word. A second value without a new place
   * belongs to the same operation.
   */
  begin(): Place | undefined {
    // A memory has a new buffer after growing.
    if (this.#words.length === 0) this.#words = new Int32Array(this.#memory?.buffer ?? new ArrayBuffer(0));
    const offset = this.#words[this.#word]! & ~CHOICE;
    if (!offset) return this.#current;
    this.#words[this.#word] = 0;
    const place = this.#places.get(offset) ?? this.#add(offset);
    if (place) place.isBegun = true;
    this.#current = place;
    return place;
  }

  /** Records a value; ignores plain values. */
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

  /** Records a mixed decision. @param share fraction of the draws that decide as the particle does; 0 if unknown */
  decide(share: number): void {
    this.#share = Math.min(this.#share, share);
  }

  /** Adds the records of noted values to the marks for a collection. */
  hold(marks: Uint32Array): Uint32Array {
    const all = marks.slice();
    for (const { last, low, high } of this.#places.values()) {
      for (const value of [last, low, high]) if (value) all[value.handle >>> 5]! |= 1 << (value.handle & 31);
    }
    return all;
  }

  /** Returns all values after the run. */
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

/** Ends the previous visit, whose last value becomes one of the place's values. */
function settle(place: Place): void {
  const { last, low, high } = place;
  if (!last) return;
  if (!low || last.particle < low.particle) place.low = last;
  if (!high || last.particle > high.particle) place.high = last;
}
