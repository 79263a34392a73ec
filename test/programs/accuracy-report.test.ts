// The figures for printed values, with their standard errors: the library's `figures` option and the command's
// `--accuracy-report`.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createProgramLab } from '../../src/client/program/program-lab.ts';
import { explain } from '../../src/program/explain-run.ts';
import { findDefaultCore } from '../../src/uncertainty/core/core-spec.ts';
import { findUx, formatUx } from '../../src/uncertainty/core/ux-text.ts';
import type { PrintedAnswer } from '../../src/uncertainty/core/value-figures.ts';
import { COMMAND } from '../command.ts';
import { openHaze } from './build-and-run.ts';

const haze = openHaze();

const SOURCE = `#include <math.h>
#include <stdio.h>
#include <uxhw.h>
int main(void) {
  double a = UxHwDoubleGaussDist(10, 0.8) + UxHwDoubleGaussDist(0, 0.6);
  double b = UxHwDoubleGaussDist(8, 1), r = a * b / (a + b);
  printf("r = %lf ohm, a: %lf\\n", r, a);
  printf("n: %lf, high: %lf\\n", 3.0, UxHwDoubleQuantile(r, 0.975));
}`;
/** The figures for r from 10⁷ native draws, accurate to half a unit in their last digit. */
const TRUTH = { mean: 4.416, deviation: 0.371, low: 3.679, high: 5.134 } as const;

test.each(['C0-S+', 'C0-L+', 'C0-Joint', 'C0-Reference'])(
  'values of %s have errors that cover the true values',
  async (core) => {
    const { values, stdout, refinedLanes } = await haze.runSource(SOURCE, { core, figures: true });
    expect(values!.map(({ name, line, nth }) => [name, line, nth])).toEqual([
      ['r', 1, 1],
      ['ohm, a', 1, 2],
      ['n', 2, 1],
      ['high', 2, 2],
    ]);
    const [r, , n, high] = values!;
    for (const kind of ['mean', 'deviation', 'low', 'high'] as const) {
      const { value, error } = r![kind];
      expect(error).toBeGreaterThan(0);
      expect(error).toBeLessThan(0.2 * TRUTH.deviation);
      expect(Math.abs(value - TRUTH[kind])).toBeLessThan(3 * error + 0.002);
    }
    expect(n!.mean).toEqual({ value: 3, error: 0 });
    expect(stdout).toContain('r = ');
    if (core === 'C0-Reference') return;
    // A printed query result is shown with its own error.
    expect(high!.mean.error).toBe(r!.high.error);
    if (core === 'C0-Joint') expect(refinedLanes).toBeGreaterThan(4096);
  },
);

test('a core that does not track dependence reports errors of quantiles, but not of means', async () => {
  const { values } = await haze.runSource(SOURCE, { core: 'C0-S', figures: true });
  expect(values![0]!.mean.error).toBeNaN();
  expect(values![0]!.high.error).toBeGreaterThan(0);
  expect((await haze.runSource(SOURCE, { core: 'C0-S' })).values).toBeUndefined();
});

test('values from followed draws also have errors', async () => {
  const { values } = await haze.runSource(
    `#include <stdio.h>
#include <uxhw.h>
int main(void) {
  double x = UxHwDoubleGaussDist(0, 1), y = UxHwDoubleGaussDist(0, 1);
  if (x > 0) y = 2 * x;
  printf("y: %lf\\n", y);
}`,
    { core: 'C0-Joint', figures: true },
  );
  expect(values).toHaveLength(1);
  // E = 1/√(2π)·2·½·2 = 0.79788 if x > 0, and 0 otherwise, each with probability ½.
  const { value, error } = values![0]!.mean;
  expect(error).toBeGreaterThan(0);
  expect(Math.abs(value - Math.sqrt(2 / Math.PI))).toBeLessThan(4 * error + 0.001);
});

const SOME_DRAWS = `#include <stdio.h>
#include <uxhw.h>
int main(void) {
  double x = UxHwDoubleGaussDist(0, 1), z = UxHwDoubleUniformDist(0, 1), w = x * z + x;
  printf("first: %lf\\nabove 1: %lf\\n", w, UxHwDoubleProbabilityGT(w, 1));
  if (x >= 0) printf("half: %lf, its median: %lf\\n", x, UxHwDoubleQuantile(x, 0.5));
  else printf("none\\n");
  printf("last: %lf\\n", w);
}`;

test.each([
  [
    'C',
    `#include <stdio.h>
#include <uxhw.h>
int main(void) {
  double x = UxHwDoubleGaussDist(10, 2);
  if (x > 11) printf("\\tpenalty: %lf\\n", x - 11);
  printf("x: %lf\\n", x);
}`,
  ],
  [
    'Fortran',
    `program p
  use uxhw
  real(8) :: x
  x = UxHwDoubleGaussDist(10d0, 2d0)
  if (x > 11) write (*, '(a, f8.3)') 'penalty: ', x - 11
  print '(a, f8.3)', 'x: ', x
end program
`,
  ],
])(
  'a value that the leading draw does not print has its name from the source in a budget (%s)',
  async (language, source) => {
    const built = await haze.build(source, { debug: true, language });
    if (!built.ok) throw new Error(built.log);
    const result = await haze.run(built.module, { core: 'C0-Joint', trace: true });
    const budget = explain(result, { sources: source }).values;
    expect(budget.map(({ label, line }) => [label, line])).toEqual([
      ['x', 1],
      ['penalty', 0],
    ]);
  },
);

test('values printed by only some draws have errors, and appear in budgets by name', async () => {
  const source = SOME_DRAWS;
  const built = await haze.build(source, { debug: true });
  if (!built.ok) throw new Error(built.log);
  const result = await haze.run(built.module, {
    core: 'C0-Joint',
    figures: true,
    trace: true,
    onAnswer: () => undefined,
  });
  const [half, median] = result.values!.filter(({ line }) => line === 3);
  // Half a Gaussian: mean √(2/π), median 0.67449.
  for (const [{ value, error }, truth] of [
    [half!.mean, Math.sqrt(2 / Math.PI)],
    [median!.mean, 0.67449],
  ] as const) {
    expect(error).toBeGreaterThan(0.005);
    expect(Math.abs(value - truth)).toBeLessThan(3 * error);
  }
  expect(half!.high.error).toBeGreaterThan(0);
  const budget = explain(result, { sources: source }).values;
  expect(budget.map(({ label, line }) => [label, line])).toEqual([
    ['first', 1],
    ['half', 3],
    ['last', 4],
  ]);
  expect(budget[0]!.figures).toEqual(expect.objectContaining({ low: result.values![0]!.low }));
  expect(budget[2]!.figures!.high).toEqual(result.values!.at(-1)!.high);
  // The interval, from 0.0313 to 2.2414, ignores draws that do not print the value.
  expect(budget[1]!.coverageInterval![0]).toBeCloseTo(0.0313, 1);
  expect(budget[1]!.coverageInterval![1]).toBeCloseTo(2.2414, 0);
  const { values: _, ...unlisted } = result;
  const bare = explain(unlisted, { sources: source }).values[1]!;
  expect(bare.coverageInterval![0]).toBeCloseTo(0.0313, 1);
  // The first value is coarse, so all output is buffered, including the query result before the decision.
  const answers: PrintedAnswer[] = [];
  const { stdout } = await haze.run(built.module, {
    core: 'C0-Joint',
    onAnswer: (answer) => answers.push(answer),
  });
  expect(stdout).toContain(answers[0]!.text);
  expect(answers[0]!.kind).toBe('probability');
  expect(answers[0]!.error).toBeGreaterThan(0);
});

test('the page viewer shows errors from followed draws beside the text of an ordinary run', async () => {
  const core = findDefaultCore('C0-Joint');
  const wish = { trace: false, figures: true };
  const program = { sources: SOME_DRAWS, build: {}, run: { core, seed: 5 } };
  const answer = await createProgramLab(haze).ask(
    program,
    wish,
    () => undefined,
    new AbortController().signal,
  );
  const { stdout } = await haze.runSource(SOME_DRAWS, { core: 'C0-Joint', seed: 5 });
  const values = findUx(stdout).filter(({ value }) => value.positions.length > 1);
  expect(values).toHaveLength(3);
  for (const { value } of values) {
    const figures = answer.kind === 'ran' ? answer.figures?.get(formatUx(value)) : undefined;
    expect(figures!.mean.error).toBeGreaterThan(0);
    expect(figures!.high.error).toBeGreaterThan(0);
  }
});

test('the command prints the report on stderr, as text or as one line of JSON', () => {
  const folder = mkdtempSync(join(tmpdir(), 'haze-report-'));
  const file = join(folder, 'r.c');
  writeFileSync(file, SOURCE);
  const { PATH, HOME, TMPDIR, HAZE_CACHE_DIR } = process.env;
  const run = (form: string) =>
    spawnSync(
      process.execPath,
      [COMMAND, 'run', file, '--core', 'C0-L+', '--human', '--accuracy-report', form],
      {
        encoding: 'utf8',
        env: { PATH, HOME, TMPDIR, HAZE_CACHE_DIR, CI: 'true', NO_COLOR: '1' },
      },
    );
  const text = run('text');
  expect(text.stdout).toMatch(/^r = 4\.41\d+ ± 0\.37\d /);
  // A number that is the result of a query has this result's error; other numbers have no error.
  expect(text.stdout).toMatch(/\nn: 3\.000000, high: 5\.1\d+ ± 0\.0\d+\n$/);
  expect(text.stderr).toMatch(
    /Printed values on C0-L\+, each figure ± its standard error:\nline +value +mean +standard deviation +2\.5 % +97\.5 %\n1 +r +4\.41\d+ ± 0\.0\d+ /,
  );
  expect(text.stderr).toMatch(/\n2, no\. 2 +high +5\.1\d+ ± 0\.0\d+ /);
  const json = JSON.parse(run('json').stderr.trimEnd().split('\n').at(-1)!);
  expect(json).toMatchObject({ core: 'C0-L+', values: [{ name: 'r', line: 1, nth: 1 }, {}, {}, {}] });
  expect(json.values[0].quantiles[1].value).toBeCloseTo(TRUTH.high, 1);
  const explained = spawnSync(process.execPath, [COMMAND, 'explain', file], { encoding: 'utf8' });
  expect(explained.stdout).toMatch(/^r: 4\.4\d ± 0\.37 \(95 %: 3\.\d+ ± 0\.0\d+ to 5\.1\d+ ± 0\.0\d+\), /);
  expect(run('csv').stderr).toContain('--accuracy-report csv: this option takes text or json');
  rmSync(folder, { recursive: true });
});

test('a probability beyond all samples is shown with a bound, and other query results with their errors', () => {
  const folder = mkdtempSync(join(tmpdir(), 'haze-tail-'));
  const file = join(folder, 'tail.c');
  writeFileSync(
    file,
    `#include <stdio.h>
#include <uxhw.h>
int main(void) {
  double x = UxHwDoubleGaussDist(0, 1), y = UxHwDoubleGaussDist(0, 1);
  double m = x * y + x * x + UxHwDoubleGaussDist(0, 0.001);
  printf("%lf failures of %lf\\n", 0.0, 1.0);
  printf("P = %lf, beside it %lf\\n", UxHwDoubleProbabilityGT(m, 60), 0.0);
  printf("Q = %.1lf %%\\n", 100 * (1 - UxHwDoubleProbabilityGT(m, 5)));
}`,
  );
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [COMMAND, 'run', file, '--core', 'C0-L+', '--human'],
    { encoding: 'utf8', env: { ...process.env, NO_COLOR: '1' } },
  );
  rmSync(folder, { recursive: true });
  // The bound 0.00073 corresponds to 3 of 4 096 lanes.
  expect(stdout).toMatch(
    /^0\.000000 failures of 1\.000000\nP = 0\.000000, below 0\.00073 with 95 %, beside it 0\.000000\nQ = 96\.2 ± 0\.\d %\n$/,
  );
  expect(stderr).toContain('none of the 4096 aligned samples is above 60');
});
