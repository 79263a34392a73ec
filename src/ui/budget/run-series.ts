// Series from a run on a Reference core. The output contains a number and a name for each value; the saved draws
// contain the value from every run.

import { listNamed, type OpenBudget } from '../../budget/explain-trace.ts';
import { collectSeries, type Series, type SeriesPiece } from '../../plot/printed/series.ts';

/** Parts of an AnalysedRun that are used here. */
interface DrawnOutput {
  readonly open: Pick<OpenBudget, 'values'>;
  readonly ran: { readonly stdout: string };
}

/** Series in which each value is an array of its draws, one per run; NaN for a run that did not print the value. */
export function findRunSeries({ open, ran: { stdout } }: DrawnOutput): Series<Float64Array>[] {
  const drawn = new Map(open.values.map(({ ordinal, value }) => [ordinal, value]));
  const pieces: SeriesPiece<Float64Array>[] = [];
  let at = 0;
  listNamed(stdout).forEach(({ start, end }, ordinal) => {
    if (start > at) pieces.push({ kind: 'text', text: stdout.slice(at, start) });
    const value = drawn.get(ordinal);
    const printed = Number.parseFloat(stdout.slice(start, end));
    const lanes = value?.lanes;
    pieces.push({
      kind: 'value',
      value: lanes ?? Float64Array.of(value?.mean ?? printed),
      isSpread: lanes !== undefined && value!.standardDeviation > 0,
      number: value?.mean ?? printed,
    });
    at = end;
  });
  pieces.push({ kind: 'text', text: stdout.slice(at) });
  return collectSeries(pieces);
}
