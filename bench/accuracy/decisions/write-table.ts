// Writes the table in docs/deciding-measured.md from the results of accuracy/decisions and core/following: node
// dist/bench/accuracy/decisions/write-table.js. A test compares the page with the results.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Measurement } from '../../../scripts/measurement.ts';
import { findProjectRoot } from '../../../scripts/project-root.ts';

export const PAGE = join(findProjectRoot(), 'docs/deciding-measured.md');
const RESULTS = join(findProjectRoot(), 'bench/results.json');
const TABLE = /^\| program \|.*(?:\n\|.*)*/m;

/** Columns, and the text that follows a program's name in the results. */
const COLUMNS = [
  ['mean, % of σ', /^error of the mean$/],
  ['σ, %', /^error of σ$/],
  ['groups', /^lanes in (\d+) groups$/],
  ['÷ one run', /^following beside one run$/],
  ['÷ Reference', /^(?:following|one run) beside Reference$/],
] as const;

/** Returns the page with its table updated from these results. */
export function renewPage(page: string, results = readResults()): string {
  const cells = new Map<string, string[]>();
  for (const { name, value } of results) {
    const [, program = '', what = ''] = /^(.*): (.*)$/.exec(name) ?? [];
    const column = COLUMNS.findIndex(([, pattern]) => pattern.test(what));
    if (column < 0) continue;
    const row = cells.get(program) ?? COLUMNS.map(() => '–');
    row[column] = COLUMNS[column]![1].exec(what)?.[1] ?? String(Number(value.toPrecision(2)));
    cells.set(program, row);
  }
  const rows = [...cells].filter(([, [mean]]) => mean !== '–');
  const heads = COLUMNS.map(([head]) => head);
  const lines = [
    `| program | ${heads.join(' | ')} |`,
    `|---|${heads.map(() => '---').join('|')}|`,
    ...rows.map(([program, row]) => `| ${program} | ${row.join(' | ')} |`),
  ];
  return page.replace(TABLE, () => lines.join('\n'));
}

function readResults(): readonly Measurement[] {
  const all = JSON.parse(readFileSync(RESULTS, 'utf8')) as Record<string, { measurements: Measurement[] }>;
  return ['accuracy/decisions', 'core/following'].flatMap((name) => all[name]?.measurements ?? []);
}

if (process.argv[1] === import.meta.filename) writeFileSync(PAGE, renewPage(readFileSync(PAGE, 'utf8')));
