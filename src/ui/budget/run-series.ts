// The series of a run on a Reference core. Its output has a number and a name for each value; what the value is in every run is
// among the draws that were kept.

import { listNamed, type OpenBudget } from '../../budget/explain-trace.ts';
import { collectSeries, type Series, type SeriesPiece } from '../../plot/printed/series.ts';

/** Parts of an AnalysedRun. */
interface DrawnOutput {
  readonly open: Pick<OpenBudget, 'values'>;
  readonly ran: { readonly stdout: string };
}

/** Series whose values are their draws, run by run; NaN where a run has not printed them. */
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
