// Collects the values of many runs of a program, by place. The place of a printed value consists of its path of calls
// and its form, and that of a traced value consists of its variable and element. Both also include the occurrence
// within the run. Each worker has one recorder; run-reference.ts joins the values from several recorders.

/**
 * Kind of a value: `Asked` is a value that a query is about, and `Argument` is the argument of the query at the same
 * place.
 */
export type ValueKind = 'Printed' | 'Traced' | 'Asked' | 'Argument';

/** Key that identifies one of a program's values in every run and every worker. */
export interface PlaceKey {
  readonly kind: ValueKind;
  /** Path of calls, or number of the traced variable. */
  readonly first: number;
  /** Printed form, element index, or query number. */
  readonly second: number;
  /** Number of earlier occurrences in the same run. */
  readonly occurrence: number;
}

/**
 * A place that a recorder has seen, with the first run that contains it and the number of earlier values in that run.
 */
export interface PlaceSeen extends PlaceKey {
  readonly run: number;
  readonly order: number;
}

/** The values of a range of runs. Plain data with transferable buffers. */
export interface RecordedBlock {
  /** Places first seen in this block; their numbers continue from earlier blocks. */
  readonly newPlaces: readonly PlaceSeen[];
  /**
   * Known places whose first run turned out to be earlier than previously reported, because runs do not always arrive
   * in order.
   */
  readonly earlierPlaces: readonly EarlierPlace[];
  /** Two numbers for each place with values: the place's own number and the number of its values. */
  readonly counts: Int32Array;
  /** Values, one place after another, in the order of the runs. */
  readonly values: Float64Array;
  /**
   * Run of each value, counted from the block's first run, one place after another. Only places that lack a value in
   * some runs are included.
   */
  readonly runs: Uint32Array;
  /** A number for each run, which identifies its sequence of places. */
  readonly sequences: Uint32Array;
  /** Number of values dropped because there were too many places. */
  readonly dropped: number;
}

export interface EarlierPlace {
  /** The number of the place. */
  readonly index: number;
  readonly run: number;
  readonly order: number;
}

/** Maximum number of places in a recorder. */
export const MAX_PLACES = 20_000;

class Place {
  readonly index: number;
  seen: PlaceSeen;
  count = 0;
  values = new Float64Array(4);
  runs = new Uint32Array(4);

  constructor(index: number, seen: PlaceSeen) {
    this.index = index;
    this.seen = seen;
  }

  add(value: number, run: number): void {
    if (this.count === this.values.length) {
      const values = new Float64Array(2 * this.count);
      values.set(this.values);
      this.values = values;
      const runs = new Uint32Array(2 * this.count);
      runs.set(this.runs);
      this.runs = runs;
    }
    this.runs[this.count] = run;
    this.values[this.count++] = value;
  }
}

/** Places whose keys differ only in their occurrence. */
interface Series {
  readonly places: Place[];
  run: number | undefined;
  occurrences: number;
}

export class ValueRecorder {
  readonly #series: Readonly<Record<ValueKind, Map<number, Series>>> = {
    Printed: new Map(),
    Traced: new Map(),
    Asked: new Map(),
    Argument: new Map(),
  };
  readonly #places: Place[] = [];
  #touched: Place[] = [];
  #earlier: EarlierPlace[] = [];
  #run = 0;
  #order = 0;
  #sequence = 0;
  #sequences: number[] = [];
  #waiting = 0;
  #told = 0;
  #dropped = 0;

  /** Starts a run. All subsequent values belong to this run. */
  beginRun(run: number): void {
    this.#run = run;
    this.#order = 0;
    this.#sequence = 0;
  }

  /** Records a value; returns the number of its place, or undefined if there are too many places. */
  note(kind: ValueKind, first: number, second: number, value: number): number | undefined {
    const place = this.#placeOf(kind, first, second);
    if (!place) return undefined;
    place.add(value, this.#run);
    this.#waiting++;
    return place.index;
  }

  /** Records a value for this run and for the following runs, which all take the same path. */
  noteRuns(
    kind: ValueKind,
    first: number,
    second: number,
    runs: number,
    numberOf: (run: number) => number,
  ): void {
    const place = this.#placeOf(kind, first, second);
    if (!place) {
      this.#dropped += runs - 1;
      return;
    }
    for (let i = 0; i < runs; i++) place.add(numberOf(i), this.#run + i);
    this.#waiting += runs;
  }

  /** The place of the next value of this kind; undefined if there are too many places. */
  #placeOf(kind: ValueKind, first: number, second: number): Place | undefined {
    const series = this.#seriesOf(kind, first, second);
    if (series.run !== this.#run) {
      series.run = this.#run;
      series.occurrences = 0;
    }
    const occurrence = series.occurrences++;
    this.#sequence = (Math.imul(this.#sequence ^ first, 0x85ebca6b) + second + occurrence) | 0;
    const place = series.places[occurrence] ?? this.#addPlace(series, { kind, first, second, occurrence });
    const order = this.#order++;
    if (!place) {
      this.#dropped++;
      return undefined;
    }
    if (place.count === 0) {
      this.#touched.push(place);
      if (this.#run < place.seen.run) this.#seeEarlier(place, order);
    }
    return place;
  }

  /** Returns place `index` in the form that other modules use. */
  placeAt(index: number): PlaceSeen {
    return this.#places[index]!.seen;
  }

  endRun(): void {
    this.#sequences.push(this.#sequence);
  }

  /** Number of recorded values that `takeBlock` has not yet returned. */
  get waiting(): number {
    return this.#waiting;
  }

  /** Returns the values from consecutive runs that were recorded since the last call. */
  takeBlock({ first, count: span }: { readonly first: number; readonly count: number }): RecordedBlock {
    const ofSome = this.#touched.filter(({ count }) => count < span);
    const block = {
      newPlaces: this.#places.slice(this.#told).map((place) => place.seen),
      counts: new Int32Array(2 * this.#touched.length),
      values: new Float64Array(this.#waiting),
      runs: new Uint32Array(ofSome.reduce((sum, { count }) => sum + count, 0)),
      earlierPlaces: this.#earlier,
      sequences: Uint32Array.from(this.#sequences),
      dropped: this.#dropped,
    };
    let [at, runAt] = [0, 0];
    for (const { count, runs } of ofSome) {
      for (let k = 0; k < count; k++) block.runs[runAt + k] = runs[k]! - first;
      runAt += count;
    }
    this.#touched.forEach((place, i) => {
      block.counts.set([place.index, place.count], 2 * i);
      for (let k = 0; k < place.count; k++) block.values[at + k] = place.values[k]!;
      at += place.count;
      place.count = 0;
    });
    this.#touched = [];
    this.#earlier = [];
    this.#told = this.#places.length;
    this.#sequences = [];
    this.#dropped = 0;
    this.#waiting = 0;
    return block;
  }

  #seriesOf(kind: ValueKind, first: number, second: number): Series {
    const all = this.#series[kind];
    // 32 bits of one number and 21 bits of the other form an exact key.
    const key = first * 0x200000 + ((second ^ (second >>> 21)) & 0x1fffff);
    let series = all.get(key);
    if (!series) {
      series = { places: [], run: undefined, occurrences: 0 };
      all.set(key, series);
    }
    return series;
  }

  #seeEarlier(place: Place, order: number): void {
    const [run, { index }] = [this.#run, place];
    place.seen = { ...place.seen, run, order };
    if (index < this.#told) this.#earlier.push({ index, run, order });
  }

  #addPlace(series: Series, key: PlaceKey): Place | undefined {
    if (this.#places.length >= MAX_PLACES) return undefined;
    const place = new Place(this.#places.length, { ...key, run: this.#run, order: this.#order });
    this.#places.push(place);
    series.places.push(place);
    return place;
  }
}
