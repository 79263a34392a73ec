// `haze compare`: values on a core next to values on the Reference core.
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { compareOutputs } from '../../src/node/commands/compare.ts';
import { resolveValues } from '../../src/node/commands/programs/reference-output.ts';
import { createKeptHaze } from '../kept/kept-haze.ts';
import { mainOf } from './run-programs.ts';

const haze = createKeptHaze();

async function compare(body: string, core: string) {
  const built = await haze.build(mainOf(body), { language: 'C' });
  if (!built.ok) throw new Error(built.log);
  const tracked = await haze.run(built.module, { core, figures: true });
  const truth = await haze.run(built.module, { core: 'C0-Reference', seed: 4, figures: true });
  return compareOutputs(tracked, truth);
}

test('a correct core value is close to the true value, but a wrong core value is not', async () => {
  const { values, unmatched } = await compare(
    'double x = UxHwDoubleGaussDist(3, 1); printf("sum: %f, zero = %f\\n", x + 1, x - x);',
    'C0-S',
  );
  expect(unmatched).toBe(0);
  expect(values.map(({ name }) => name)).toEqual(['sum', 'zero']);
  const [sum, zero] = values;
  expect(sum).toMatchObject({
    own: { mean: { value: expect.closeTo(4, 6), error: expect.any(Number) } },
    truth: { mean: { value: expect.closeTo(4, 1), error: expect.closeTo(0.01, 3) } },
    isOff: false,
    runs: 10_000,
  });
  // 10 000 samples of a normal distribution are about 0.6 % of σ away from that distribution.
  expect(sum!.distance).toBeLessThan(0.03);
  // The core's 64 points are worth hundreds of runs; 10 000 runs can resolve a worth of up to 500.
  expect(sum!.worth!.count).toBeGreaterThan(100);
  expect(sum!.worth!.count).toBeLessThanOrEqual(500);
  expect(zero!.worth).toBeUndefined();
  // A core without "+" treats operands as independent: x - x has a spread of √2 instead of 0.
  expect(zero).toMatchObject({
    own: { deviation: { value: expect.closeTo(Math.SQRT2, 1) } },
    truth: { deviation: { value: 0 } },
    isOff: true,
    distance: Infinity,
  });
});

test('a probability is compared with the fraction of runs, and a quantile has no counterpart', async () => {
  const { values } = await compare(
    `double x = UxHwDoubleUniformDist(0, 4); printf("x: %f, above: %f\\n", x, UxHwDoubleProbabilityGT(x, 3));
     printf("never: %f, high: %f\\n", UxHwDoubleProbabilityGT(x, 3.9999), UxHwDoubleQuantile(x, 0.975));`,
    'C0-S+',
  );
  expect(values.map(({ kind }) => kind)).toEqual(['spread', 'number', 'number', 'answer']);
  expect(values.map(({ isOff }) => isOff)).toEqual([false, false, false, false]);
  // A quarter of the interval lies above 3. 10 000 runs estimate the fraction to within 0.0043, and the test allows
  // four times that.
  expect(values[1]).toMatchObject({ name: 'above', own: { mean: { value: expect.closeTo(0.25, 2) } } });
  expect(Math.abs(values[1]!.truth.mean.value - 0.25)).toBeLessThan(0.018);
  expect(values[1]!.truth.mean.error).toBeCloseTo(0.0043, 3);
});

test('values from other runs are counted as unmatched', async () => {
  const { unmatched } = await compare(
    'double x = UxHwDoubleUniformDist(0, 1); printf("%f\\n", x); if (x == 0.5) printf("%f\\n", x);',
    'C0-S+',
  );
  expect(unmatched).toBe(1);
});

test('in human-readable form, a ValueID becomes a mean and a standard deviation', () => {
  const value = {
    valueId: `val_${'0'.repeat(32)}`,
    kind: 'Printed',
    isLed: true,
    first: 0,
    second: 0,
    occurrence: 0,
    runs: 2,
    kept: 2,
    samples: () => Float64Array.of(9, 11),
  } as const;
  const name = `<ValueID>${value.valueId}</ValueID>`;
  expect(resolveValues(`x = 9.25${name} m`, [value])).toMatch(/^x = 10\.0+ ± 1\.41 \S.* m$/);
  expect(resolveValues(`y = 1.0${name}`, [])).toBe(`y = 1.0${name}`);
});

test('the command prints a table, the times and their ratio, and the budgets from both cores', async () => {
  const program = fileURLToPath(new URL('../../dist/src/packed/haze.js', import.meta.url));
  const source = fileURLToPath(new URL('../../examples/lift.c', import.meta.url));
  const words = [program, 'compare', source, '--core', 'C0-S+', '--runs', '2000', '--budget'];
  const { stdout } = await promisify(execFile)(process.execPath, words);
  expect(stdout).toMatch(
    /^C0-S\+ against C0-Reference, each ± its standard error\nvalue +mean +reference +σ +reference +W1 \/ σ +runs +worth runs +speed-up\n/,
  );
  expect(stdout).toMatch(
    /\nlift \(N\) +71\d\.\d+( ± \S+)? +71\d\.\d+ ± 0\.\d+ +1\d\.\d+( ± \S+)? +1\d\.\d+ ± 0\.\d+ +\d\.\d\d % +2000 +(> 100|\d\d?) +(> )?[\d.e+-]+/,
  );
  // A probability has no spread: each run yields 0 or 1, so a percentage of a spread would be misleading.
  expect(stdout).toMatch(/\nP\(lift > 740 N\) +0\.06\d+ +0\.0\d+ ± 0\.00\d+ +plain +– +– +2000 +– +–/);
  expect(stdout).toContain('\nplain: a number without a distribution, next to its mean over the runs.\n');
  expect(stdout).toMatch(/C0-S\+: [\d.]+ ms; C0-Reference, 2000 runs: \S+ ms; ratio \S+\.\n/);
  // Both cores find nearly the same shares, since 2000 runs determine a variance to within 3 %.
  const rows = stdout.slice(stdout.indexOf('\nlift (N):')).split('\n').slice(3);
  const parts = rows.map((row) => [...row.matchAll(/(\d+\.\d) %/g)].map(([, part]) => Number(part)));
  const sources = parts.filter((row) => row.length === 4);
  expect(sources.length).toBeGreaterThan(1);
  for (const [first, firstTruth] of sources) expect(Math.abs(first! - firstTruth!)).toBeLessThan(6);
});

test('a program with a nonzero exit status is compared, but for an aborted program only the reason is reported', async () => {
  const program = fileURLToPath(new URL('../../dist/src/packed/haze.js', import.meta.url));
  const folder = await mkdtemp(join(tmpdir(), 'haze-compare-'));
  const compareFile = async (name: string, statements: string) => {
    await writeFile(
      join(folder, name),
      `#include <stdio.h>\n#include <stdlib.h>\n#include <uxhw.h>\nint main(void) { ${statements} }\n`,
    );
    const words = [program, 'compare', join(folder, name), '--runs', '200'];
    return promisify(execFile)(process.execPath, words).catch((failure) => failure);
  };
  const exited = await compareFile('exits.c', 'printf("x = %f", UxHwDoubleGaussDist(3, 1)); return 3;');
  expect(exited.code).toBe(3);
  expect(exited.stdout).toMatch(/\nx +3 +[23]\.\d+ ± 0\.\d+ .+ 200 +(> 10|\d) +(> )?[\d.e+-]+\n/);
  const stopped = await compareFile('aborts.c', 'printf("x = %f", UxHwDoubleGaussDist(3, 1)); abort();');
  expect(stopped.code).toBe(134);
  expect(stopped.stdout).toBe('');
  expect(stopped.stderr).toMatch(/haze: .*abort/);
  await rm(folder, { recursive: true });
});

test('--inputs replaces the inputs of a folder, just as with haze run', async () => {
  const program = fileURLToPath(new URL('../../dist/src/packed/haze.js', import.meta.url));
  const folder = await mkdtemp(join(tmpdir(), 'haze-compare-'));
  const files = {
    'program/src/main.c': mainOf(
      'double x = UxHwDoubleGaussDist(3, 1);' +
        'if (fopen("own.txt", "r")) printf("own: %f\\n", x);' +
        'if (fopen("given.txt", "r")) printf("given: %f\\n", x);',
    ),
    'program/inputs/own.txt': '',
    'other/given.txt': '',
  };
  for (const [path, content] of Object.entries(files)) {
    await mkdir(join(folder, dirname(path)), { recursive: true });
    await writeFile(join(folder, path), content);
  }
  const names = async (...options: string[]) => {
    const words = [program, 'compare', join(folder, 'program'), '--runs', '20', ...options];
    const { stdout } = await promisify(execFile)(process.execPath, words);
    return [...stdout.matchAll(/^(own|given) /gm)].map(([, name]) => name);
  };
  expect(await names()).toEqual(['own']);
  expect(await names('--inputs', join(folder, 'other'))).toEqual(['given']);
  await rm(folder, { recursive: true });
});
