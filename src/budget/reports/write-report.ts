// Writes a budget in any of the report formats.
import type { Budget } from '../explain-trace.ts';
import type { Report } from './report-rows.ts';
import { writeCsv } from './write-csv.ts';
import { writeLatex } from './write-latex.ts';
import { writeMarkdown } from './write-markdown.ts';
import { writeTable } from './write-table.ts';

/** Returns the text of a budget. In JSON, non-finite numbers are null. */
export function writeReport(budget: Budget, report: Report): string {
  switch (report) {
    case 'table':
      return writeTable(budget);
    case 'json':
      return `${JSON.stringify(budget, undefined, 1)}\n`;
    case 'csv':
      return writeCsv(budget);
    case 'markdown':
      return writeMarkdown(budget);
    case 'latex':
      return writeLatex(budget);
  }
}
