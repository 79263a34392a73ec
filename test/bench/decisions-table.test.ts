// Checks that the page about programs with decisions contains the numbers that the benchmarks measured.
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { PAGE, renewPage } from '../../bench/accuracy/decisions/write-table.ts';

it('docs/deciding-measured.md contains the results; node dist/bench/accuracy/decisions/write-table.js updates the page', () => {
  const page = readFileSync(PAGE, 'utf8');
  expect(renewPage(page)).toBe(page);
});

it('a row has the errors, groups and times of its program, and a dash for anything that was not measured', () => {
  const measured = (name: string, value: number) => ({ name, value, unit: '' });
  const page = renewPage('# Page\n\n| program | old |\n|---|---|\n| gone | 1 |\n\nEnd.\n', [
    measured('sorting: error of the mean', 0.4567),
    measured('sorting: error of σ', 1.2),
    measured('sorting: lanes in 3 groups', 4096),
    measured('sorting: following beside one run', 2.04),
    measured('heavy: following beside one run', 5),
  ]);
  expect(page.split('\n').slice(2)).toEqual([
    '| program | mean, % of σ | σ, % | groups | ÷ one run | ÷ Reference |',
    '|---|---|---|---|---|---|',
    '| sorting | 0.46 | 1.2 | 3 | 2 | – |',
    '',
    'End.',
    '',
  ]);
});
