// Records the draws and printed values of a traced Reference run, run by run, for budgets. The path of calls identifies
// a source or a printed value across runs. Each worker has one recorder; collected-draws.ts joins several.

import type { ParametricKind } from '../../uncertainty/core/operations.ts';
import type { Draw, DrawListener, SourceMoments } from '../../uncertainty/cores/plain-core.ts';
import type { SourceKind } from '../../uncertainty/sources/run-trace.ts';
import type { PlaceSeen } from './value-recorder.ts';

/** Maximum number of runs recorded, starting from the first. More runs would add little to a budget. */
export const MOST_TRACED_RUNS = 65_536;

/** A source or a printed value, with the first run that contains it and its position in that run. */
export interface DrawPlace {
  /** Key, which is the same in all workers. */
  readonly key: string;
  readonly run: number;
  readonly order: number;
  /** The program's position, innermost call first: byte offsets in the linked module. */
  readonly frames: readonly number[];
  /** Number of values per entry. A parametric source has two: its draw and the probability below the draw. */
  readonly width: number;
  /** First draw of a source. */
  readonly draw?: Draw;
  /** Moments of a parametric source. */
  readonly moments?: SourceMoments;
  /** Place of a printed value, in the value recorder's form. */
  readonly printed?: PlaceSeen;
}

/** Entries from a range of runs. Plain data with transferable buffers. */
export interface DrawBlock {
  /** Places first seen in this block; their numbers continue from earlier blocks. */
  readonly newPlaces: readonly DrawPlace[];
  /** Place of each entry. The run of each entry is in `runs`. */
  readonly places: Int32Array;
  readonly runs: Int32Array;
  /** The values of all entries, one entry after another. */
  readonly values: Float64Array;
  /** Places of parametric sources whose parameters differ between runs. */
  readonly varying: readonly number[];
}

interface Series {
  readonly frames: readonly number[];
  readonly places: Place[];
  run: number | undefined;
  occurrences: number;
}

interface Place extends DrawPlace {
  readonly index: number;
  isVarying: boolean;
}

const KINDS: readonly SourceKind[] = ['parametric', 'samples', 'joint samples', 'text', 'mixture'];

/** The recorder's access to the program and the core. */
export interface DrawHost {
  /** Number that identifies the chain of active calls. */
  readonly readPath: () => number;
  /** Byte offsets of the calls in this chain in the linked module, innermost first. */
  readonly readFrames: () => readonly number[];
  readonly momentsOf: (family: ParametricKind, parameters: readonly number[]) => SourceMoments;
}

export class DrawRecorder implements DrawListener {
  readonly #host: DrawHost;
  readonly #series = new Map<number, Series>();
  readonly #printed = new Map<number, Place>();
  readonly #all: Place[] = [];
  #told = 0;
  #run = 0;
  #order = 0;
  #places: number[] = [];
  #runs: number[] = [];
  #values: number[] = [];
  #varying: number[] = [];

  constructor(host: DrawHost) {
    this.#host = host;
  }

  beginRun(run: number): void {
    this.#run = run;
    this.#order = 0;
  }

  drawn(draw: Draw): void {
    if (this.#run >= MOST_TRACED_RUNS) return;
    const path = this.#host.readPath();
    const series = this.#seriesOf(path, draw.kind);
    if (series.run !== this.#run) {
      series.run = this.#run;
      series.occurrences = 0;
    }
    const nth = series.occurrences++;
    const { values, probability, family, parameters } = draw;
    const numbers = probability === undefined ? values : [...values, probability];
    series.places[nth] ??= this.#addPlace({
      key: `${draw.kind} ${path} ${nth}`,
      frames: series.frames,
      width: numbers.length,
      draw,
      ...(family && parameters ? { moments: this.#host.momentsOf(family, parameters) } : {}),
    });
    const place = series.places[nth];
    // Another call of the same kind on the same path may have a different number of values.
    if (place.width !== numbers.length) return;
    if (!place.isVarying && differs(place.draw!, draw)) {
      place.isVarying = true;
      this.#varying.push(place.index);
    }
    this.#add(place, numbers);
  }

  forget(): void {
    if (this.#run >= MOST_TRACED_RUNS) return;
    const { width } = this.#all[this.#places.pop()!]!;
    this.#runs.pop();
    this.#values.length -= width;
  }

  /** @param index number of the place in the worker's value recorder; `seen` describes it */
  printed(index: number, seen: () => PlaceSeen, value: number): void {
    if (this.#run >= MOST_TRACED_RUNS) return;
    let place = this.#printed.get(index);
    if (!place) {
      const printed = seen();
      const { first, second, occurrence } = printed;
      place = this.#addPlace({
        key: `printed ${first} ${second} ${occurrence}`,
        frames: this.#host.readFrames(),
        width: 1,
        printed,
      });
      this.#printed.set(index, place);
    }
    this.#add(place, [value]);
  }

  /** Number of recorded values that `takeBlock` has not yet returned. */
  get waiting(): number {
    return this.#values.length;
  }

  /** Entries recorded since the last call. */
  takeBlock(): DrawBlock {
    const block = {
      newPlaces: this.#all.slice(this.#told).map(({ index: _, isVarying: _is, ...place }) => place),
      places: Int32Array.from(this.#places),
      runs: Int32Array.from(this.#runs),
      values: Float64Array.from(this.#values),
      varying: this.#varying,
    };
    this.#told = this.#all.length;
    this.#places = [];
    this.#runs = [];
    this.#values = [];
    this.#varying = [];
    return block;
  }

  #seriesOf(path: number, kind: SourceKind): Series {
    const key = path * KINDS.length + KINDS.indexOf(kind);
    let series = this.#series.get(key);
    if (!series) {
      series = { frames: this.#host.readFrames(), places: [], run: undefined, occurrences: 0 };
      this.#series.set(key, series);
    }
    return series;
  }

  #addPlace(place: Omit<DrawPlace, 'run' | 'order'>): Place {
    const order = this.#order++;
    const added = { ...place, run: this.#run, order, index: this.#all.length, isVarying: false };
    this.#all.push(added);
    return added;
  }

  #add({ index }: Place, numbers: readonly number[]): void {
    this.#places.push(index);
    this.#runs.push(this.#run);
    this.#values.push(...numbers);
  }
}

function differs(first: Draw, draw: Draw): boolean {
  if (first.family !== draw.family) return true;
  return draw.parameters?.some((parameter, i) => parameter !== first.parameters![i]) ?? false;
}
