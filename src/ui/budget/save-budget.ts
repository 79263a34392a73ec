// Exports a budget: text for the clipboard, a file, plots, or an archive of everything.
import type { Budget, BudgetValue } from '../../budget/explain-trace.ts';
import { nameOf, type Report } from '../../budget/reports/report-rows.ts';
import { writeReport } from '../../budget/reports/write-report.ts';
import { headingOf } from '../../budget/reports/write-table.ts';
import { distributionOfSamples } from '../../plot/distributions/sample-distribution.ts';
import { drawBudget } from '../../plot/drawing/budget.ts';
import { pictureColours, pictureTheme } from '../../plot/drawing/picture-theme.ts';
import { drawPlot } from '../../plot/drawing/plot.ts';
import { nameFor, saveFile } from '../browser/save-file.ts';

/** Text formats, with the labels of their buttons. */
export const REPORTS: readonly (readonly [Report, string])[] = [
  ['markdown', 'Markdown'],
  ['latex', 'LaTeX'],
  ['csv', 'CSV'],
  ['json', 'JSON'],
];

const FILES: Readonly<Record<Report, readonly [suffix: string, type: string]>> = {
  table: ['txt', 'text/plain'],
  markdown: ['md', 'text/markdown'],
  latex: ['tex', 'application/x-tex'],
  csv: ['csv', 'text/csv'],
  json: ['json', 'application/json'],
};
const PICTURE = { width: 1200, fontSize: 22, theme: pictureTheme };

export function saveReport(budget: Budget, report: Report): void {
  const [suffix, type] = FILES[report];
  saveFile(`budget.${suffix}`, new Blob([writeReport(budget, report)], { type }));
}

/** Saves all reports, with plots of each value's density and budget. */
export async function saveArchive(
  budget: Budget,
  drawn: readonly { readonly value: BudgetValue; readonly lanes: Float64Array | undefined }[],
): Promise<void> {
  const { strToU8, zipSync } = await import('fflate');
  const files: Record<string, Uint8Array> = {};
  for (const [report] of [...REPORTS, ['table'] as const]) {
    files[`budget.${FILES[report][0]}`] = strToU8(writeReport(budget, report));
  }
  drawn.forEach(({ value, lanes }, index) => {
    const name = `pictures/${nameFor(`${String(index + 1).padStart(2, '0')} ${value.label}`, '')}`;
    files[`${name}-budget.svg`] = strToU8(drawBudgetPicture(value));
    if (lanes) files[`${name}-density.svg`] = strToU8(drawDensity(value, lanes));
  });
  saveFile('budget.zip', new Blob([zipSync(files) as BlobPart], { type: 'application/zip' }));
}

export function savePicture(value: BudgetValue): void {
  saveFile('budget.svg', new Blob([drawBudgetPicture(value)], { type: 'image/svg+xml' }));
}

function drawBudgetPicture(value: BudgetValue): string {
  return drawBudget(
    value.contributions.map((row) => ({
      name: nameOf(row),
      first: row.first,
      total: row.total,
      interval: row.totalInterval,
    })),
    { ...PICTURE, heading: headingOf(value), colour: pictureColours[0]! },
  );
}

function drawDensity(value: BudgetValue, lanes: Float64Array): string {
  const distribution = distributionOfSamples(lanes);
  return drawPlot([{ distribution, label: '', colour: pictureColours[0]! }], {
    ...PICTURE,
    height: 800,
    kind: 'density',
    shape: 'smooth',
    xLabel: value.label,
    description: headingOf(value),
  }).svg;
}
