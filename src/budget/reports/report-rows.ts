// Text shared by all budget reports: the numbers in a row, with an appropriate number of digits.
import { formatRounded } from '../../plot/distributions/describe-distribution.ts';
import { formatNumber } from '../../plot/distributions/format-value.ts';
import type { BudgetValue, Contribution } from '../explain-trace.ts';

/** Format of a report, which contains a budget's values one after another. */
export type Report = 'table' | 'json' | 'csv' | 'markdown' | 'latex';

/** Column headings, as in the GUM (H.1), followed by the indices. */
export const HEADINGS = [
  'source',
  'place',
  'distribution',
  'estimate',
  'u(x)',
  'sensitivity',
  'u(y)',
  'first-order',
  'total',
] as const;

/** The cells of a row; a cell is empty if its number is absent. */
export function cellsOf(contribution: Contribution): string[] {
  const { source, estimate, standardUncertainty, sensitivity, contribution: part } = contribution;
  return [
    nameOf(contribution),
    placeOf(contribution),
    contribution.sources === 1 ? source.distribution : '',
    estimate === null ? '' : formatRounded(estimate, standardUncertainty ?? 0),
    numberOrNothing(standardUncertainty, 3),
    numberOrNothing(sensitivity, 4),
    numberOrNothing(part, 3),
    formatShare(contribution.first, contribution.firstInterval),
    formatShare(contribution.total, contribution.totalInterval),
  ];
}

export function nameOf({ source, sources }: Contribution): string {
  return sources === 1 && source.occurrence > 1 ? `${source.name} #${source.occurrence}` : source.name;
}

/** `power.c:12`, with the origin of any Ux text; '' if unknown. */
export function placeOf({ source }: Contribution): string {
  const { file, line, input } = source;
  const place = file === '' ? '' : `${file}:${line}`;
  if (!input) return place;
  const field =
    'argument' in input
      ? `argument ${input.argument}`
      : `${input.file}, line ${input.line}, field ${input.field}`;
  return place === '' ? field : `${place}, ${field}`;
}

/**
 * Sums shown below the rows if there are several sources, each as a name and a fraction of the variance. Together with
 * the interactions and the unattributed part, the first-order column adds up to the whole.
 */
export function sumsOf({ contributions, interactions }: BudgetValue): readonly (readonly [string, string])[] {
  if (contributions.length < 2) return [];
  const sum = contributions.reduce((total, { first }) => total + first, 0);
  return [
    ['sum', `${percent(sum)} %`],
    ['interactions', `${percent(interactions)} %`],
  ];
}

/** The sums as rows of text, with a cell for each of `HEADINGS`. */
export function sumRowsOf(value: BudgetValue): string[][] {
  return sumsOf(value).map(([name, share]) =>
    HEADINGS.map((heading, i) => (i === 0 ? name : heading === 'first-order' ? share : '')),
  );
}

/** Formats a fraction of a variance as a percentage, with its interval. */
function formatShare(value: number, [low, high]: readonly [number, number]): string {
  if (low === high) return `${percent(value)} %`;
  return `${percent(value)} % [${percent(low)}, ${percent(high)}]`;
}

export function percent(part: number): string {
  return (100 * part).toFixed(1);
}

function numberOrNothing(value: number | null, digits: number): string {
  return value === null ? '' : formatNumber(value, digits);
}

/** Remarks to show below a value's rows, about fractions of the variance that belong to no single source. */
export function remarksOf({ unexplained, notFinite, contributions }: BudgetValue): string[] {
  const remarks: string[] = [];
  if (contributions.length === 0 && notFinite === 0) remarks.push('no source contributes');
  if (unexplained > 0.0005) remarks.push(`not attributed ${percent(unexplained)} %`);
  if (notFinite > 0) remarks.push(`not finite in ${percent(notFinite)} % of the draws`);
  return remarks;
}
