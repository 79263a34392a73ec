// Draws and printed values of all runs of a traced task, as columns by run. The format is the same as for a run on a
// core with lanes: the k-th number in every column belongs to the same run.

import { describeParametric } from '../../uncertainty/dependent/source-trace.ts';
import {
  MOST_TRACE_BYTES,
  type RunTrace,
  type TracedSource,
  type TracedValue,
} from '../../uncertainty/sources/run-trace.ts';
import type { CollectedValue } from './collected-values.ts';
import { type DrawBlock, type DrawPlace, MOST_TRACED_RUNS } from './draw-recorder.ts';
import { printValueId } from './value-ids.ts';

/** Maximum number of values, as for a run on a core with lanes. */
const MOST_VALUES = 2000;

interface Collected {
  seen: DrawPlace;
  /** Numbers by run, NaN for runs without a number; undefined if there was not enough space. */
  readonly columns: readonly Float64Array[] | undefined;
  isVarying: boolean;
}

/** A worker's places, indexed by the worker's own place numbers. */
export type WorkerDraws = Collected[];

export class DrawCollector {
  readonly #length: number;
  readonly #places = new Map<string, Collected>();
  readonly #isDone: Uint8Array;
  #bytes = 0;

  /** @param runs maximum number of runs */
  constructor(runs: number) {
    this.#length = Math.min(runs, MOST_TRACED_RUNS);
    this.#isDone = new Uint8Array(this.#length);
  }

  /**
   * @param done the runs in the block
   * @param known the worker's own list, empty at first, which this call extends
   */
  add(block: DrawBlock, done: { readonly first: number; readonly count: number }, known: WorkerDraws): void {
    this.#isDone.fill(1, done.first, done.first + done.count);
    for (const seen of block.newPlaces) known.push(this.#findPlace(seen));
    for (const index of block.varying) known[index]!.isVarying = true;
    let at = 0;
    for (let i = 0; i < block.places.length; i++) {
      const { columns, seen } = known[block.places[i]!]!;
      const run = block.runs[i]!;
      for (let k = 0; k < seen.width; k++, at++) if (columns) columns[k]![run] = block.values[at]!;
    }
  }

  /** @param values the task's values, which provide the names of printed values */
  finish(values: readonly CollectedValue[]): RunTrace {
    const all = [...this.#places.values()].sort(
      ({ seen: a }, { seen: b }) => a.run - b.run || a.order - b.order,
    );
    const sources = all.filter(({ seen }) => seen.draw);
    const printed = all.filter(({ seen }) => seen.printed);
    const names = new Map(
      values.map(({ first, second, occurrence, valueId }) => [`${first} ${second} ${occurrence}`, valueId]),
    );
    const withRoom = printed.filter(({ columns }) => columns);
    // A value that is the same in every run is a plain number.
    const uncertain = withRoom.filter(({ columns }) => hasSpread(this.#compact(columns![0]!)));
    const kept = uncertain.slice(0, MOST_VALUES);
    return {
      areRuns: true,
      laneCount: this.#isDone.reduce((sum, one) => sum + one, 0),
      sources: sources.map((source, number) => this.#describeSource(source, number)),
      values: kept.map((value) => this.#describeValue(value, sources, names)),
      sourcesLeftOut: sources.filter(({ columns }) => !columns).length,
      valuesLeftOut: printed.length - withRoom.length + uncertain.length - kept.length,
    };
  }

  #findPlace(seen: DrawPlace): Collected {
    const known = this.#places.get(seen.key);
    if (known) {
      if (seen.run < known.seen.run) known.seen = seen;
      return known;
    }
    const bytes = 8 * seen.width * this.#length;
    const hasRoom = this.#bytes + bytes <= MOST_TRACE_BYTES;
    if (hasRoom) this.#bytes += bytes;
    const make = () => new Float64Array(this.#length).fill(Number.NaN);
    const columns = hasRoom ? Array.from({ length: seen.width }, make) : undefined;
    const place = { seen, columns, isVarying: false };
    this.#places.set(seen.key, place);
    return place;
  }

  #describeSource({ seen, columns = [], isVarying }: Collected, number: number): TracedSource {
    const { kind, family, parameters, text, input } = seen.draw!;
    const shared = { number, kind, frames: seen.frames, ...(input === undefined ? {} : { input }) };
    if (kind !== 'parametric') {
      const own = columns.map((column) => fillGaps(this.#compact(column)));
      // A mixture's component index is not a quantity.
      const moments = own.length === 1 && kind !== 'mixture' ? momentsOf(own[0]!) : {};
      return { ...shared, text: text!, ...moments, columns: own.every(hasSpread) ? own : [] };
    }
    const [draws, probabilities] = columns;
    if (isVarying) {
      // The draws also reflect whatever makes the parameters vary; the probabilities do not.
      const own = probabilities ? [fillGaps(this.#compact(probabilities))] : [];
      return { ...shared, text: `${family} with uncertain parameters`, columns: own };
    }
    const own = draws ? [fillGaps(this.#compact(draws))] : [];
    return {
      ...shared,
      text: describeParametric(family!, parameters!),
      family: family!,
      parameters: parameters!,
      ...(Number.isFinite(seen.moments?.standardDeviation) ? seen.moments : own[0] ? momentsOf(own[0]) : {}),
      columns: own.every(hasSpread) ? own : [],
    };
  }

  #describeValue(
    { seen, columns }: Collected,
    sources: readonly Collected[],
    names: ReadonlyMap<string, string>,
  ): TracedValue {
    const { first, second, occurrence } = seen.printed!;
    const lanes = this.#compact(columns![0]!);
    const { mean = Number.NaN, standardDeviation = Number.NaN } = momentsOf(lanes);
    // In the value's first run, only earlier sources may affect it; in other runs, any source may.
    const before = sources.filter((one) => one.seen.run === seen.run && one.seen.order < seen.order).length;
    const from = sources.findIndex((one) => one.seen.run > seen.run);
    const start = sources.findIndex((one) => one.seen.run === seen.run);
    const end = start < 0 ? (from < 0 ? sources.length : from) : start + before;
    return {
      text: printValueId(names.get(`${first} ${second} ${occurrence}`) ?? ''),
      frames: seen.frames,
      mean,
      standardDeviation,
      lanes,
      sources: [0, end, ...(from < 0 ? [] : [from, sources.length])],
    };
  }

  /** Returns the column without the runs that did not finish. */
  #compact(column: Float64Array): Float64Array {
    return column.filter((_, run) => this.#isDone[run] === 1);
  }
}

/**
 * Fills the gaps left by runs that do not create a source with draws from other runs, so that the source is independent
 * of the cause of the gaps.
 */
function fillGaps(column: Float64Array): Float64Array {
  const known = column.filter((x) => !Number.isNaN(x));
  if (known.length === column.length || known.length === 0) return column;
  // A full-period multiplicative generator (Lehmer's, modulus 2³¹ − 1).
  let state = 1;
  return column.map((x) => {
    if (!Number.isNaN(x)) return x;
    state = (state * 48_271) % 2_147_483_647;
    return known[state % known.length]!;
  });
}

function hasSpread(column: Float64Array): boolean {
  const known = column.filter((x) => !Number.isNaN(x));
  return known.some((x) => x !== known[0]);
}

/** Moments of the finite draws; empty if there are none. */
function momentsOf(column: Float64Array): { mean?: number; standardDeviation?: number } {
  const known = column.filter(Number.isFinite);
  if (known.length === 0) return {};
  let mean = 0;
  for (const x of known) mean += x;
  mean /= known.length;
  let squares = 0;
  for (const x of known) squares += (x - mean) ** 2;
  return { mean, standardDeviation: Math.sqrt(squares / Math.max(1, known.length - 1)) };
}
