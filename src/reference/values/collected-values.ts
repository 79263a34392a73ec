// Values of all runs of a task, merged from its workers' blocks in run order, regardless of the order in which the
// blocks arrive. If not all values fit, only those of every second run are stored, or of every fourth, and so on. The
// step depends on the total number of values, not on workers or time.
import { type AllocateValues, allocateValues, RunValues } from './run-values.ts';
import { makeValueId } from './value-ids.ts';
import type { PlaceKey, PlaceSeen, RecordedBlock } from './value-recorder.ts';

/** A value of a program, with its samples. */
export interface CollectedValue extends PlaceKey {
  readonly valueId: string;
  /** True if the first run has the value. The first run's sample then comes first. */
  readonly isLed: boolean;
  /** Number of runs that have the value. */
  readonly runs: number;
  /** Number of samples. It equals the number of runs, or is smaller if not all values fit. */
  readonly kept: number;
  /** Returns the samples in run order, in a separate array. */
  samples(): Float64Array;
}

interface Gathered {
  seen: PlaceSeen;
  /** Number of the place, in the order in which places become known. */
  readonly index: number;
  /** Number of runs that have the value. */
  count: number;
}

/** A worker's places, indexed by the worker's own place numbers. */
export type WorkerPlaces = Gathered[];

/** Number of new blocks after which all blocks are merged. */
const MOST_BLOCKS = 1024;
/** Maximum number of values in a block merged from others. */
const LARGE_BLOCK = 1 << 20;
/**
 * A step larger than any number of runs. If the values do not fit even with this step, no space is available at all.
 */
const MOST_STEP = 2 ** 32;

export interface CollectorOptions {
  /**
   * Maximum number of values stored, which is at least the number that one run may have. If undefined, all values are
   * stored so that they can be passed on as blocks.
   */
  readonly mostKept?: number;
  readonly allocate?: AllocateValues;
}

export class ValueCollector {
  readonly #mostKept: number | undefined;
  readonly #allocate: AllocateValues;
  readonly #places = new Map<string, Gathered>();
  #blocks: RunValues[] = [];
  #joinAt = MOST_BLOCKS;
  #step = 1;
  #kept = 0;
  #dropped = 0;
  /** Sequences of runs that arrived before the first run's sequence was known. */
  #sequences: { readonly first: number; readonly sequences: Uint32Array }[] = [];
  #firstSequence: number | undefined;
  #otherPaths = 0;

  constructor({ mostKept, allocate = allocateValues }: CollectorOptions = {}) {
    this.#mostKept = mostKept;
    this.#allocate = allocate;
  }

  /** Number of values stored, over all runs. */
  get kept(): number {
    return this.#kept;
  }

  /** Step between the runs whose values are stored. */
  get step(): number {
    return this.#step;
  }

  /** Number of values dropped because there were too many places. */
  get dropped(): number {
    return this.#dropped;
  }

  /**
   * @param range the runs in the block
   * @param places the worker's own list, empty at first, which this call extends
   */
  add(
    range: { readonly first: number; readonly count: number },
    block: RecordedBlock,
    places: WorkerPlaces,
  ): void {
    for (const seen of block.newPlaces) places.push(this.#findPlace(seen));
    for (const { index, run, order } of block.earlierPlaces) {
      const place = places[index]!;
      if (run < place.seen.run) place.seen = { ...place.seen, run, order };
    }
    const length = block.counts.length / 2;
    const columns = {
      first: range.first,
      span: range.count,
      places: new Int32Array(length),
      counts: new Int32Array(length),
      values: block.values,
      runs: block.runs,
    };
    for (let i = 0; i < length; i++) {
      const place = places[block.counts[2 * i]!]!;
      const count = block.counts[2 * i + 1]!;
      columns.places[i] = place.index;
      columns.counts[i] = count;
      place.count += count;
    }
    this.#keep(new RunValues(columns).thin(this.#step));
    this.#dropped += block.dropped;
    this.#takeSequences(range.first, block.sequences);
  }

  /** Number of runs whose values came in a different order than in the first run; 0 if unknown. */
  countOtherPaths(): number {
    return this.#otherPaths;
  }

  /**
   * Lists all values: those of the first run in order, followed by the rest. Listing empties the collector, so it is
   * possible only once.
   */
  list(seed: bigint): CollectedValue[] {
    const { places, counts, values } = this.#joinAll(this.#range()).columns;
    const samples = new Map<number, Float64Array>();
    let at = 0;
    for (let i = 0; i < places.length; i++) {
      samples.set(places[i]!, values.subarray(at, at + counts[i]!));
      at += counts[i]!;
    }
    const none = new Float64Array(0);
    return [...this.#places.values()]
      .sort((a, b) => a.seen.run - b.seen.run || a.seen.order - b.seen.order)
      .map(({ seen, index, count }, number) => {
        const own = samples.get(index) ?? none;
        return {
          kind: seen.kind,
          first: seen.first,
          second: seen.second,
          occurrence: seen.occurrence,
          valueId: makeValueId(seed, number),
          isLed: seen.run === 0,
          runs: count,
          kept: own.length,
          samples: () => own.slice(),
        };
      });
  }

  /**
   * Returns the values collected since the last call as one block, as if one worker had run these runs; the block's
   * places are numbered from 0. Workers that are still adding blocks continue with the same lists of places. Intended
   * only for callers that store all values.
   */
  takeBlock({ first, count: span }: { readonly first: number; readonly count: number }): RecordedBlock {
    const { places, counts, values, runs } = this.#joinAll({ first, span }).columns;
    const byIndex = [...this.#places.values()];
    const sorted = this.#sequences.sort((a, b) => a.first - b.first);
    const block = {
      newPlaces: [...places].map((index) => byIndex[index]!.seen),
      earlierPlaces: [],
      counts: Int32Array.from([...counts].flatMap((count, index) => [index, count])),
      values,
      runs,
      sequences: joinSequences(sorted.map(({ sequences }) => sequences)),
      dropped: this.#dropped,
    };
    for (const place of byIndex) place.count = 0;
    [this.#kept, this.#dropped, this.#sequences] = [0, 0, []];
    return block;
  }

  #keep(block: RunValues): void {
    this.#blocks.push(block);
    this.#kept += block.columns.values.length;
    while (this.#mostKept !== undefined && this.#kept > this.#mostKept) this.#thin();
    if (this.#blocks.length >= this.#joinAt) this.#joinNeighbours();
  }

  #thin(): void {
    this.#step *= 2;
    this.#kept = 0;
    this.#blocks = this.#blocks.map((block) => {
      const thinned = block.thin(this.#step);
      this.#kept += thinned.columns.values.length;
      return thinned;
    });
  }

  /** Merges many blocks into a few, so that the overhead does not grow with the number of blocks. */
  #joinNeighbours(): void {
    const sorted = this.#blocks.sort((a, b) => a.columns.first - b.columns.first);
    const groups: RunValues[][] = [];
    let [end, size] = [-1, 0];
    for (const block of sorted) {
      const { first, span, values } = block.columns;
      if (first === end && size + values.length <= LARGE_BLOCK) groups.at(-1)!.push(block);
      else {
        groups.push([block]);
        size = 0;
      }
      end = first + span;
      size += values.length;
    }
    this.#blocks = groups.map((group) =>
      group.length === 1 ? group[0]! : RunValues.join(group, rangeOf(group)),
    );
    this.#joinAt = this.#blocks.length + MOST_BLOCKS;
  }

  #range() {
    this.#blocks.sort((a, b) => a.columns.first - b.columns.first);
    return rangeOf(this.#blocks);
  }

  /** Merges all blocks. If there is not enough memory for their values, the values of fewer runs are stored. */
  #joinAll(range: { readonly first: number; readonly span: number }): RunValues {
    for (;;) {
      try {
        this.#blocks.sort((a, b) => a.columns.first - b.columns.first);
        const whole = RunValues.join(this.#blocks, range, this.#allocate);
        this.#blocks = [];
        this.#joinAt = MOST_BLOCKS;
        return whole;
      } catch (error) {
        if (!(error instanceof RangeError) || this.#mostKept === undefined) throw error;
        if (this.#step >= MOST_STEP) throw error;
        this.#thin();
      }
    }
  }

  #takeSequences(first: number, sequences: Uint32Array): void {
    if (first === 0 && this.#mostKept !== undefined) this.#firstSequence ??= sequences[0];
    this.#sequences.push({ first, sequences });
    if (this.#firstSequence === undefined) return;
    for (const each of this.#sequences) {
      for (const sequence of each.sequences) if (sequence !== this.#firstSequence) this.#otherPaths++;
    }
    this.#sequences = [];
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

/** Range from the first block's first run to the last block's last run. */
function rangeOf(blocks: readonly RunValues[]) {
  const first = blocks[0]?.columns.first ?? 0;
  const last = blocks.at(-1)?.columns;
  return { first, span: last ? last.first + last.span - first : 0 };
}

function joinSequences(all: readonly Uint32Array[]): Uint32Array {
  const whole = new Uint32Array(all.reduce((sum, sequences) => sum + sequences.length, 0));
  let at = 0;
  for (const sequences of all) {
    whole.set(sequences, at);
    at += sequences.length;
  }
  return whole;
}
