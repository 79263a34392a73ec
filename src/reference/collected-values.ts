// The values of all runs of a task, put together from the blocks of its workers in the order of the runs, whatever the
// order in which the blocks came.
import { makeValueId } from './value-ids.ts';
import type { PlaceKey, PlaceSeen, RecordedBlock } from './value-recorder.ts';

/** One value of a program with its samples. */
export interface CollectedValue extends PlaceKey {
  readonly valueId: string;
  /** In how many runs it came about. */
  readonly runs: number;
  /** Its samples in the order of the runs, in an array of their own. */
  samples(): Float64Array;
}

interface Gathered {
  seen: PlaceSeen;
  /** Number of the place, in the order in which places become known. */
  readonly index: number;
  count: number;
}

/** A worker's places by the numbers that it gives them. */
export type WorkerPlaces = Gathered[];

/** The values of a stretch of runs: of one place after the other, so many each. */
interface Stretch {
  readonly first: number;
  readonly places: Int32Array;
  readonly counts: Int32Array;
  readonly values: Float64Array;
}

export class ValueCollector {
  readonly #places = new Map<string, Gathered>();
  readonly #stretches: Stretch[] = [];
  readonly #sequences: { readonly first: number; readonly sequences: Uint32Array }[] = [];
  #kept = 0;
  #dropped = 0;

  /** How many values were kept, over all runs. */
  get kept(): number {
    return this.#kept;
  }

  /** How many were not, because there were too many places. */
  get dropped(): number {
    return this.#dropped;
  }

  /** @param places the worker's own list, empty at its start, which this lengthens */
  add(first: number, block: RecordedBlock, places: WorkerPlaces): void {
    for (const seen of block.newPlaces) places.push(this.#findPlace(seen));
    const length = block.counts.length / 2;
    const stretch: Stretch = {
      first,
      places: new Int32Array(length),
      counts: new Int32Array(length),
      values: block.values,
    };
    for (let i = 0; i < length; i++) {
      const place = places[block.counts[2 * i]!]!;
      const count = block.counts[2 * i + 1]!;
      stretch.places[i] = place.index;
      stretch.counts[i] = count;
      place.count += count;
    }
    this.#stretches.push(stretch);
    this.#kept += block.values.length;
    this.#dropped += block.dropped;
    this.#sequences.push({ first, sequences: block.sequences });
  }

  /** Runs whose values came about in another sequence than those of the first run; 0 where that is not known. */
  countOtherPaths(): number {
    const first = this.#sequences.find((each) => each.first === 0)?.sequences[0];
    if (first === undefined) return 0;
    let others = 0;
    for (const { sequences } of this.#sequences) {
      for (const sequence of sequences) if (sequence !== first) others++;
    }
    return others;
  }

  /** All values, those of the first run in their order before the rest. Takes what was collected: call it once. */
  list(seed: bigint): CollectedValue[] {
    const all = [...this.#places.values()];
    const samples = this.#sortOut(all);
    return all
      .sort((a, b) => a.seen.run - b.seen.run || a.seen.order - b.seen.order)
      .map(({ seen, index, count }, number) => ({
        kind: seen.kind,
        first: seen.first,
        second: seen.second,
        occurrence: seen.occurrence,
        valueId: makeValueId(seed, number),
        runs: count,
        samples: () => samples[index]!.slice(),
      }));
  }

  /** The samples of each place, by its index, in the order of the runs: parts of one array for all. */
  #sortOut(places: readonly Gathered[]): Float64Array[] {
    const whole = new Float64Array(this.#kept);
    const ends = new Int32Array(places.length);
    let at = 0;
    const parts = places.map(({ index, count }) => {
      ends[index] = at;
      at += count;
      return whole.subarray(at - count, at);
    });
    this.#stretches.sort((a, b) => a.first - b.first);
    for (const { places: of, counts, values } of this.#stretches.splice(0)) {
      let from = 0;
      for (let i = 0; i < of.length; i++) {
        const [place, count] = [of[i]!, counts[i]!];
        // Mostly few values: copied one by one, without a view of them.
        for (let k = 0; k < count; k++) whole[ends[place]! + k] = values[from + k]!;
        ends[place]! += count;
        from += count;
      }
    }
    return parts;
  }

  #findPlace(seen: PlaceSeen): Gathered {
    const key = `${seen.kind} ${seen.first} ${seen.second} ${seen.occurrence}`;
    let place = this.#places.get(key);
    if (!place) {
      place = { seen, index: this.#places.size, count: 0 };
      this.#places.set(key, place);
    } else if (seen.run < place.seen.run) place.seen = seen;
    return place;
  }
}
