// Compares Reference distributions with the true distributions, by the Kolmogorov-Smirnov test at the 1 % level. The
// programs in bench/accuracy are compared with their ground truths: 2^17 points of a Kronecker sequence, which are far
// more accurate than 10 000 draws. Programs with many branches are compared with closed forms. Seeds are fixed.
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { criticalDistance, distanceBetween, distanceFrom } from './kolmogorov-smirnov.ts';
import { mainOf, openReference } from './run-programs.ts';

const reference = openReference();
const FOLDER = new URL('../../bench/accuracy/programs/', import.meta.url);
const RUNS = 10_000;
const TRUTH_RUNS = 2 ** 17;
const SEED = 20;

const programs = readdirSync(FOLDER).filter((name) => name.endsWith('.c'));

async function buildForm(name: string, flags: string): Promise<Uint8Array> {
  const source = readFileSync(new URL(name, FOLDER), 'utf8').replace('#include "inputs.h"', () =>
    readFileSync(new URL('inputs.h', FOLDER), 'utf8'),
  );
  return reference.build(source, { configMk: `CFLAGS = ${flags}\n` });
}

/** The doubles that the ground-truth program outputs. */
async function readTruth(module: Uint8Array): Promise<Float64Array> {
  const { run } = await import('../../src/node/library.ts');
  const pieces: Uint8Array[] = [];
  await run(module, {
    core: 'C0-Bypass',
    plain: true,
    arguments: [String(TRUTH_RUNS)],
    onStdout: (bytes) => pieces.push(bytes.slice()),
  });
  const bytes = await new Blob(pieces as BlobPart[]).arrayBuffer();
  return new Float64Array(bytes);
}

test.each(programs)('%s: the Reference distribution is the true distribution', async (name) => {
  const truth = await readTruth(await buildForm(name, '-O2 -DGROUND_TRUTH'));
  const { values, message } = await reference.run(await buildForm(name, '-O2'), { runs: RUNS, seed: SEED });
  expect(message).toBe(`exit status 0; ${RUNS} runs`);
  expect(values).toHaveLength(1);
  expect(distanceBetween(values[0]!.samples(), truth)).toBeLessThan(criticalDistance(RUNS, TRUTH_RUNS));
});

async function sample(body: string): Promise<Float64Array> {
  const { values } = await reference.runSource(mainOf(body), { runs: RUNS, seed: SEED });
  return values[0]!.samples();
}

// Abramowitz and Stegun 7.1.26: its error of 1.5e-7 is far below the test's resolution.
function normalCdf(x: number): number {
  const z = Math.abs(x) / Math.SQRT2;
  const t = 1 / (1 + 0.3275911 * z);
  const series =
    t * (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429))));
  const tail = 0.5 * series * Math.exp(-z * z);
  return x < 0 ? tail : 1 - tail;
}

test('a payoff is 0 below the strike, and has the rest of a normal distribution above it', async () => {
  const samples = await sample(
    'double s = UxHwDoubleGaussDist(100, 10), payoff = 0; if (s > 105) payoff = s - 105; printf("%f\\n", payoff);',
  );
  const cdf = (x: number) => (x < 0 ? 0 : normalCdf((x + 5) / 10));
  expect(distanceFrom(samples, cdf, (x) => (x <= 0 ? 0 : cdf(x)))).toBeLessThan(criticalDistance(RUNS));
});

test('a clamped value has mass at both limits', async () => {
  const samples = await sample(
    'double x = UxHwDoubleUniformDist(-1, 2); if (x < 0) x = 0; else if (x > 1) x = 1; printf("%f\\n", x);',
  );
  const cdf = (x: number) => (x < 0 ? 0 : x >= 1 ? 1 : (x + 1) / 3);
  const below = (x: number) => (x <= 0 ? 0 : (x + 1) / 3);
  expect(distanceFrom(samples, cdf, below)).toBeLessThan(criticalDistance(RUNS));
});

test('the median of five sorted uniform numbers has a beta distribution', async () => {
  const samples = await sample(`
    double v[5];
    for (int i = 0; i < 5; i++) v[i] = UxHwDoubleUniformDist(0, 1);
    for (int i = 0; i < 5; i++)
      for (int j = i + 1; j < 5; j++)
        if (v[j] < v[i]) { double kept = v[i]; v[i] = v[j]; v[j] = kept; }
    printf("%f\\n", v[2]);`);
  // Beta(3, 3).
  const cdf = (x: number) => x ** 3 * (10 - 15 * x + 6 * x * x);
  expect(distanceFrom(samples, cdf)).toBeLessThan(criticalDistance(RUNS));
});

test('the number of loop steps until a sum of exponentials passes 1 has a Poisson distribution', async () => {
  const samples = await sample(`
    double sum = 0; int steps = -1;
    while (sum < 1) { sum += UxHwDoubleExponentialDist(0.5); steps++; }
    printf("%f\\n", (double)steps);`);
  const cdf = (x: number) => {
    let [term, sum] = [Math.exp(-2), 0];
    for (let k = 0; k <= Math.floor(x); k++, term *= 2 / k) sum += term;
    return sum;
  };
  expect(distanceFrom(samples, cdf, (x) => cdf(Math.ceil(x) - 1))).toBeLessThan(criticalDistance(RUNS));
});
