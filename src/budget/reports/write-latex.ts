// Writes a budget as LaTeX, laid out as in the GUM (H.1), with a table for each value and the combined standard
// uncertainty in its last row. The LaTeX code needs no packages.
import type { Budget, BudgetValue } from '../explain-trace.ts';
import { cellsOf, percent } from './report-rows.ts';
import { headingOf } from './write-table.ts';

const HEADINGS =
  'Quantity & Estimate & $u(x_i)$ & Distribution & $c_i$ & $u_i(y)$ & First-order & Total \\\\';

export function writeLatex({ values, notes }: Budget): string {
  return [...values.map(describeValue), ...notes.map((note) => `% ${note}\n`)].join('\n');
}

function describeValue(value: BudgetValue): string {
  const rows = value.contributions.map((contribution) => {
    const [name, , distribution, estimate, uncertainty, sensitivity, part] = cellsOf(contribution);
    const shares = [contribution.first, contribution.total].map((share) => `${percent(share)} %`);
    return `  ${[name, estimate, uncertainty, distribution, sensitivity, part, ...shares].map((cell) => escapeText(cell!)).join(' & ')} \\\\`;
  });
  const combined = value.standardDeviation.toPrecision(3);
  return [
    '\\begin{table}',
    `  \\caption{${escapeText(headingOf(value))}}`,
    '  \\begin{tabular}{lrrlrrrr}',
    '  \\hline',
    `  ${HEADINGS}`,
    '  \\hline',
    ...rows,
    '  \\hline',
    `  \\multicolumn{5}{l}{Combined standard uncertainty $u(y)$} & ${escapeText(combined)} & & \\\\`,
    '  \\hline',
    '  \\end{tabular}',
    '\\end{table}',
    '',
  ].join('\n');
}

const SPECIAL: Readonly<Record<string, string>> = {
  '\\': '\\textbackslash{}',
  '~': '\\textasciitilde{}',
  '^': '\\textasciicircum{}',
  '±': '$\\pm$',
  '−': '$-$',
  '×': '$\\times$',
  '∞': '$\\infty$',
  '…': '\\dots{}',
};

/** Escapes in a single pass, so that nothing is escaped twice. */
function escapeText(text: string): string {
  return text.replace(/[\\~^±−×∞…&%$#_{}]|[⁰¹²³⁴⁵⁶⁷⁸⁹⁻]+/g, (found) => {
    const known = SPECIAL[found];
    if (known !== undefined) return known;
    if (/[&%$#_{}]/.test(found)) return `\\${found}`;
    return `$^{${Array.from(found, plainDigit).join('')}}$`;
  });
}

function plainDigit(superscript: string): string {
  const digit = '⁰¹²³⁴⁵⁶⁷⁸⁹'.indexOf(superscript);
  return digit < 0 ? '-' : String(digit);
}
