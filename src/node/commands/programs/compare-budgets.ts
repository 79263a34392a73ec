// `haze compare --budget`: compares a value's budgets on two cores, source by source.
import type { Budget, BudgetValue, Contribution } from '../../../budget/explain-trace.ts';
import { alignRows } from '../../../budget/reports/align-rows.ts';
import { nameOf, percent, placeOf } from '../../../budget/reports/report-rows.ts';

const HEADINGS = ['source', 'place', 'first-order', 'reference', 'total', 'reference'];
/** Number of text columns; the other columns contain numbers. */
const TEXTS = 2;

/** Tables for the values that both budgets contain, largest contribution first. */
export function compareBudgets(coreName: string, own: Budget, reference: Budget): string {
  const tables = pairValues(own, reference).map(([value, truth]) => {
    const rows = pairRows(value, truth).map(([one, other]) => [
      nameOf((one ?? other)!),
      placeOf((one ?? other)!),
      ...[one, other].map((row) => share(row?.first)),
      ...[one, other].map((row) => share(row?.total)),
    ]);
    const rest = [
      ['interactions', '', '', '', share(value.interactions), share(truth.interactions)],
      ['not attributed', '', '', '', share(value.unexplained), share(truth.unexplained)],
    ];
    const lines = alignRows([HEADINGS, ...rows, ...rest], (i) => i < TEXTS);
    return [`${value.label}:`, ...lines.map((line) => `  ${line}`)].join('\n');
  });
  const title = `Shares of the variance on ${coreName} and, next to them, on C0-Reference; "–" where a core shows no effect.`;
  return ['', title, '', tables.join('\n\n'), ''].join('\n');
}

/** Values with the same label, paired in order. */
function pairValues(own: Budget, reference: Budget): (readonly [BudgetValue, BudgetValue])[] {
  const left = [...reference.values];
  return own.values.flatMap((value) => {
    const at = left.findIndex(({ label, line }) => label === value.label && line === value.line);
    return at < 0 ? [] : [[value, left.splice(at, 1)[0]!] as const];
  });
}

function pairRows(
  { contributions }: BudgetValue,
  truth: BudgetValue,
): (readonly [Contribution | undefined, Contribution | undefined])[] {
  const left = new Map(truth.contributions.map((row) => [keyOf(row), row]));
  const pairs = contributions.map((row) => {
    const other = left.get(keyOf(row));
    left.delete(keyOf(row));
    return [row, other] as const;
  });
  const further = [...left.values()].filter(({ first, total }) => first !== 0 || total !== 0);
  return [...pairs, ...further.map((row) => [undefined, row] as const)];
}

function keyOf({ source, sources }: Contribution): string {
  const { name, file, line, column, occurrence } = source;
  return `${name} ${file}:${line}:${column} ${occurrence} ${sources}`;
}

function share(part: number | undefined): string {
  return part === undefined ? '–' : `${percent(part)} %`;
}
