// Values of consecutive runs, one place after another, with the runs to which they belong. Usually, a place has a value
// in every run, and its values form a single array. Values from further runs are appended. If space runs out, the
// values of most runs are dropped.

/** Runs `first` to `first + span - 1`. */
export interface RunRange {
  readonly first: number;
  readonly span: number;
}

/** Columns of values; see RunValues. */
export interface RunColumns extends RunRange {
  /** Numbers of the places that have values. */
  readonly places: Int32Array;
  /** Number of values at each place, at most one per run. */
  readonly counts: Int32Array;
  /** Values, one place after another, in the order of the runs. */
  readonly values: Float64Array;
  /**
   * Run of each value, counted from `first`, one place after another. Only places that lack a value in some runs are
   * included.
   */
  readonly runs: Uint32Array;
}

/** Allocates an array of zeros. @throws RangeError if there is not enough memory */
export type AllocateValues = (length: number) => Float64Array;

export const allocateValues: AllocateValues = (length) => new Float64Array(length);

/**
 * Number of runs in a range that are retained with this step. These are the runs whose number is a multiple of the
 * step.
 */
function countKept({ first, span }: RunRange, step: number): number {
  return Math.ceil((first + span) / step) - Math.ceil(first / step);
}

export class RunValues {
  readonly columns: RunColumns;
  /** Only runs whose number is a multiple of this step have values here. */
  readonly step: number;

  constructor(columns: RunColumns, step = 1) {
    this.columns = columns;
    this.step = step;
  }

  /** Keeps only the values of every `step`-th run; `step` is a multiple of the current step. */
  thin(step: number): RunValues {
    if (step === this.step) return this;
    const { first, span, places, counts, values } = this.columns;
    const whole = countKept(this.columns, step);
    const kept = { values: new Float64Array(values.length), runs: new Uint32Array(values.length) };
    const [keptPlaces, keptCounts]: [number[], number[]] = [[], []];
    let [valueAt, runAt] = [0, 0];
    this.#each((i, from, runOf) => {
      let count = 0;
      for (let k = 0; k < counts[i]!; k++) {
        const run = runOf(k);
        if (run % step !== 0) continue;
        kept.values[valueAt + count] = values[from + k]!;
        kept.runs[runAt + count] = run - first;
        count++;
      }
      if (count === 0) return;
      keptPlaces.push(places[i]!);
      keptCounts.push(count);
      valueAt += count;
      if (count < whole) runAt += count;
    });
    const columns = {
      first,
      span,
      places: Int32Array.from(keptPlaces),
      counts: Int32Array.from(keptCounts),
      values: kept.values.slice(0, valueAt),
      runs: kept.runs.slice(0, runAt),
    };
    return new RunValues(columns, step);
  }

  /** Merges values with the same step into one range, in run order. */
  static join(all: readonly RunValues[], range: RunRange, allocate = allocateValues): RunValues {
    const step = all[0]?.step ?? 1;
    const whole = countKept(range, step);
    const totals = new Map<number, number>();
    for (const { columns } of all) {
      for (let i = 0; i < columns.places.length; i++) {
        const place = columns.places[i]!;
        totals.set(place, (totals.get(place) ?? 0) + columns.counts[i]!);
      }
    }
    const ends = new Map<number, { value: number; run: number; readonly isWhole: boolean }>();
    let [valueCount, runCount] = [0, 0];
    for (const [place, count] of totals) {
      const isWhole = count === whole;
      ends.set(place, { value: valueCount, run: runCount, isWhole });
      valueCount += count;
      if (!isWhole) runCount += count;
    }
    const values = allocate(valueCount);
    const runs = new Uint32Array(runCount);
    for (const each of all) {
      const { places, counts, values: own } = each.columns;
      each.#each((i, from, runOf) => {
        const [end, count] = [ends.get(places[i]!)!, counts[i]!];
        // Usually, there are only a few values, so the loop copies them one by one, without a view.
        for (let k = 0; k < count; k++) values[end.value + k] = own[from + k]!;
        end.value += count;
        if (end.isWhole) return;
        for (let k = 0; k < count; k++) runs[end.run + k] = runOf(k) - range.first;
        end.run += count;
      });
    }
    const joined = {
      ...range,
      places: Int32Array.from(totals.keys()),
      counts: Int32Array.from(totals.values()),
      values,
      runs,
    };
    return new RunValues(joined, step);
  }

  /**
   * Calls the visitor for each place, with its index in the columns, the index of its first value, and a function that
   * returns the run of its k-th value.
   */
  #each(visit: (i: number, from: number, runOf: (k: number) => number) => void): void {
    const { first, counts, runs } = this.columns;
    const { step } = this;
    const whole = countKept(this.columns, step);
    const firstKept = Math.ceil(first / step) * step;
    let [valueAt, runAt] = [0, 0];
    const runOfWhole = (k: number) => firstKept + k * step;
    const runOfOther = (k: number) => first + runs[runAt + k]!;
    for (let i = 0; i < counts.length; i++) {
      const isWhole = counts[i] === whole;
      visit(i, valueAt, isWhole ? runOfWhole : runOfOther);
      valueAt += counts[i]!;
      if (!isWhole) runAt += counts[i]!;
    }
  }
}
