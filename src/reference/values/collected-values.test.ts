// Collects the values of runs: blocks in any order and of any size lead to the same result.
import { expect, test } from 'vitest';
import { createRandom } from '../../../test/store/seeded-random.ts';
import { type CollectedValue, type CollectorOptions, ValueCollector } from './collected-values.ts';
import { ValueRecorder } from './value-recorder.ts';

const RUNS = 1500;
const SEED = 20261123;

/** Output of run number `run`: one value in every run, one in every third run, and one in few runs. */
function printedBy(run: number): { place: number; value: number }[] {
  return [
    { place: 1, value: run },
    ...(run % 3 === 1 ? [{ place: 2, value: -run }] : []),
    ...(run % 701 === 5 ? [{ place: 3 + (run % 2), value: run / 2 }] : []),
  ];
}

function recordRuns(recorder: ValueRecorder, range: { first: number; count: number }) {
  for (let run = range.first; run < range.first + range.count; run += 1) {
    recorder.beginRun(run);
    for (const { place, value } of printedBy(run)) recorder.note('Printed', place, 0, value);
    recorder.endRun();
  }
  return recorder.takeBlock(range);
}

/** Splits all runs into blocks of 1 to `most` runs, in random order. */
function cutRuns(random: () => number, most: number): { first: number; count: number }[] {
  const blocks: { first: number; count: number; key: number }[] = [];
  for (let first = 0; first < RUNS; ) {
    const count = Math.min(RUNS - first, 1 + Math.floor(random() * most));
    blocks.push({ first, count, key: random() });
    first += count;
  }
  return blocks.sort((a, b) => a.key - b.key);
}

/** Three workers, one of which delivers its values in blocks of 100 runs. */
function collect(most: number, seed: number, options: CollectorOptions) {
  const random = createRandom(seed);
  const collector = new ValueCollector(options);
  const workers = Array.from({ length: 3 }, () => ({ recorder: new ValueRecorder(), places: [] }));
  const helper = { collector: new ValueCollector(), recorder: new ValueRecorder(), places: [] };
  for (const range of cutRuns(random, most)) {
    const worker = workers[Math.floor(random() * 4)];
    if (worker) collector.add(range, recordRuns(worker.recorder, range), worker.places);
    else {
      helper.collector.add(range, recordRuns(helper.recorder, range), helper.places);
      collector.add(range, helper.collector.takeBlock(range), []);
    }
  }
  const values = collector.list(1n);
  return { step: collector.step, otherPaths: collector.countOtherPaths(), values };
}

const textOf = (values: readonly CollectedValue[]) =>
  values.map((value) => ({ ...value, samples: value.samples().join(' ') }));

/** The expected result, computed directly from the output of the runs. */
function expectedOf(place: number, step: number) {
  const all = Array.from({ length: RUNS }, (_, run) =>
    printedBy(run).flatMap((printed) => (printed.place === place ? [{ run, value: printed.value }] : [])),
  ).flat();
  const kept = all.filter(({ run }) => run % step === 0).map(({ value }) => value);
  return { runs: all.length, samples: kept };
}

test.each([
  ['there is memory for all values', { mostKept: 1e6 }, 1],
  ['there is memory for a quarter of the values', { mostKept: 600 }, 4],
  ['there is no memory for further values', { mostKept: 1e6, allocate: refuseOver(1100) }, 2],
])('the order, size and origin of blocks do not change the result if %s', (_name, options, step) => {
  const whole = collect(RUNS, SEED, options);
  expect(whole.step).toBe(step);
  expect(whole.otherPaths).toBe(otherRuns().length);
  for (const [number, place] of [1, 2, 4, 3].entries()) {
    const { kept, runs, samples } = whole.values.find(({ first }) => first === place)!;
    const expected = expectedOf(place, step);
    expect({ number, runs, samples: [...samples()] }).toEqual({ number, ...expected });
    expect(kept).toBe(expected.samples.length);
  }
  // More single-run blocks than are stored separately.
  for (const [at, most] of [1, 40, 40, 700].entries()) {
    const other = collect(most, SEED + at, options);
    expect({ ...other, values: textOf(other.values) }).toEqual({ ...whole, values: textOf(whole.values) });
  }
});

/** Runs that print more than the first run. */
function otherRuns(): number[] {
  return Array.from({ length: RUNS }, (_, run) => run).filter((run) => printedBy(run).length > 1);
}

function refuseOver(most: number) {
  return (length: number) => {
    if (length > most) throw new RangeError('Array buffer allocation failed');
    return new Float64Array(length);
  };
}
