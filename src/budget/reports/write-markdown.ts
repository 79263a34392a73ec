// Writes a budget as Markdown, with a heading and a table for each value.
import type { Budget, BudgetValue } from '../explain-trace.ts';
import { cellsOf, HEADINGS, remarksOf, sumRowsOf } from './report-rows.ts';
import { headingOf } from './write-table.ts';

export function writeMarkdown({ values, notes }: Budget): string {
  return [...values.map(describeValue), ...notes.map((note) => `${escapeText(note)}\n`)].join('\n');
}

function describeValue(value: BudgetValue): string {
  const rows = [[...HEADINGS], ...value.contributions.map(cellsOf), ...sumRowsOf(value)].map(
    (row) => `| ${row.map(escapeText).join(' | ')} |`,
  );
  const rule = `|${HEADINGS.map((_, i) => (i < 3 ? ' --- |' : ' ---: |')).join('')}`;
  const remarks = remarksOf(value);
  return [
    `### ${escapeText(headingOf(value))}`,
    '',
    ...(value.contributions.length > 0 ? [rows[0]!, rule, ...rows.slice(1), ''] : []),
    ...(remarks.length > 0 ? [`${escapeText(remarks.join('; '))}.`, ''] : []),
  ].join('\n');
}

function escapeText(text: string): string {
  return text.replace(/[\\`*_[\]<>|#]/g, '\\$&');
}
