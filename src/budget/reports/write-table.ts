// Writes a budget as tables for a terminal.
import { formatKnown } from '../../plot/distributions/describe-distribution.ts';
import { formatFixed, formatPlusMinus } from '../../plot/distributions/format-value.ts';
import type { Budget, BudgetValue, Contribution } from '../explain-trace.ts';
import { alignRows } from './align-rows.ts';
import { cellsOf, HEADINGS, percent, remarksOf, sumRowsOf } from './report-rows.ts';

/** Maximum number of rows for a value. With hundreds of sources, most rows would show 0.0 %. */
const MOST_ROWS = 40;
/** Maximum number of values whose correlations are shown. */
const MOST_IN_MATRIX = 12;

export function writeTable(budget: Budget): string {
  const blocks = budget.values.map(describeValue);
  if (budget.values.length > 1) blocks.push(describeCorrelations(budget));
  blocks.push(...budget.notes.map((note) => `${note}\n`));
  return blocks.join('\n');
}

function describeValue(value: BudgetValue): string {
  const shown = value.contributions.slice(0, MOST_ROWS);
  const rest = value.contributions.slice(MOST_ROWS);
  const rows = [[...HEADINGS], ...shown.map(cellsOf), ...restRow(rest), ...sumRowsOf(value)];
  // Drops columns that contain no numbers.
  const columns = HEADINGS.map((_, i) => i).filter((i) => rows.slice(1).some((row) => row[i] !== ''));
  const kept = rows.map((row) => columns.map((i) => row[i]!));
  const lines = shown.length === 0 ? [] : alignRows(kept, isText);
  const remarks = remarksOf(value);
  if (remarks.length > 0) lines.push(remarks.join('; '));
  return `${headingOf(value)}\n${lines.map((line) => `  ${line}\n`).join('')}`;
}

/** The combined fraction for all sources that have no row. */
function restRow(rest: readonly Contribution[]): string[][] {
  if (rest.length === 0) return [];
  const share = `${percent(rest.reduce((total, { first }) => total + first, 0))} %`;
  const cells = { source: `${rest.length} other sources`, 'first-order': share };
  return [HEADINGS.map((heading) => (cells as Readonly<Record<string, string>>)[heading] ?? '')];
}

/**
 * `power: 12.5 ± 0.3 (95 %: 11.90 ± 0.02 to 13.1 ± 0.1), power.c:20`: each end of the interval has its standard error.
 */
export function headingOf({
  label,
  mean,
  standardDeviation,
  coverageInterval,
  printedAt,
  figures,
}: BudgetValue): string {
  const formatEnd = (end: number, i: number) => {
    const { error } = (i === 0 ? figures?.low : figures?.high) ?? { error: 0 };
    return formatKnown({ value: end, error }, standardDeviation);
  };
  const interval =
    coverageInterval && coverageInterval[0] < coverageInterval[1]
      ? ` (95 %: ${coverageInterval.map(formatEnd).join(' to ')})`
      : '';
  const place = printedAt ? `, ${printedAt.file}:${printedAt.line}` : '';
  return `${label}: ${formatPlusMinus(mean, standardDeviation)}${interval}${place}`;
}

const isText = (_: number, heading: string) => ['source', 'place', 'distribution'].includes(heading);

function describeCorrelations({ values, correlation }: Budget): string {
  const count = Math.min(values.length, MOST_IN_MATRIX);
  const labels = values.slice(0, count).map(({ label }) => label);
  const rows = labels.map((label, i) => [
    label,
    ...correlation.linear[i]!.slice(0, count).map((r) => (Number.isNaN(r) ? '–' : formatFixed(r, 3))),
  ]);
  const lines = alignRows([['source', ...labels.map((_, i) => `(${i + 1})`)], ...rows], isText).slice(1);
  const more = values.length > count ? `, of the first ${count} values` : '';
  return `correlation${more} (ranks: --json)\n${lines.map((line, i) => `  (${i + 1}) ${line}\n`).join('')}`;
}
