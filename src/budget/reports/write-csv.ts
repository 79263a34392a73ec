// Writes a budget as comma-separated values (RFC 4180), with one line for each value and source, and numbers in full
// precision.
import type { Budget } from '../explain-trace.ts';
import { nameOf, placeOf } from './report-rows.ts';

const COLUMNS = (
  'label line mean standardDeviation source place occurrence distribution estimate ' +
  'standardUncertainty sensitivity contribution first firstLow firstHigh total totalLow ' +
  'totalHigh'
).split(' ');

export function writeCsv({ values }: Budget): string {
  const rows = values.flatMap((value) =>
    value.contributions.map((row) => [
      value.label,
      value.line,
      value.mean,
      value.standardDeviation,
      nameOf(row),
      placeOf(row),
      row.source.occurrence,
      row.source.distribution,
      row.estimate,
      row.standardUncertainty,
      row.sensitivity,
      row.contribution,
      row.first,
      ...row.firstInterval,
      row.total,
      ...row.totalInterval,
    ]),
  );
  return [COLUMNS, ...rows].map((row) => `${row.map(quote).join(',')}\r\n`).join('');
}

function quote(cell: string | number | null): string {
  const text = cell === null ? '' : String(cell);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
