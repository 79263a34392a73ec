// Numbers that the real service printed, reproduced by the compiler, rewriter, guest runtime and core together.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parseUx } from '../../src/uncertainty/core/ux-text.ts';
import { openHaze } from './build-and-run.ts';

const haze = openHaze();

const LIFT = `
#include <math.h>
#include <stdio.h>
#include <uxhw.h>
int main(void) {
  double k = 1.389845;
  double rho = UxHwDoubleUniformDist(1.21275, 1.23725);
  double v = UxHwDoubleGaussDist(29.01696, 0.2901696);
  double lift = 0.5 * rho * pow(v, 2) * k;
  for (int i = 1; i <= 4; i++) printf("%" SignaloidParticleModifier ".6lf ", UxHwDoubleNthMoment(lift, i));
  printf("%" SignaloidParticleModifier "lf\\n", lift);
  return 0;
}`;

// Table A of the specification of the cores' arithmetic: moments 1 to 4 by number of deltas.
const TABLE_A = [
  ['C0-XS', '716.835513 220.969401 110.173271 138338.298592'],
  ['C0-S', '716.835733 222.091034 113.959879 144171.186810'],
  ['C0-M', '716.835805 222.462051 116.178221 146696.886020'],
  ['C0-L', '716.835829 222.584264 117.199216 147741.437672'],
  ['C0-XL', '716.835837 222.625219 117.592641 148170.839522'],
] as const;

test.each(TABLE_A)('lift on %s has the published moments at -O0 and -O2', async (core, moments) => {
  for (const flag of ['-O0', '-O2']) {
    const { stdout } = await haze.runSource(LIFT, { core, flags: [flag] });
    expect(stdout).toBe(`${moments} 716.764165\n`);
  }
});

test('the independent inputs of lift give the true moments on a core with correlation tracking', async () => {
  // Closed forms: E[ρ] = 1.225, E[V²] = µ² + σ², E[V⁴] = µ⁴ + 6µ²σ² + 3σ⁴.
  const [mu, sigma, width] = [29.01696, 0.2901696, 1.23725 - 1.21275];
  const second = mu ** 2 + sigma ** 2;
  const fourth = mu ** 4 + 6 * mu ** 2 * sigma ** 2 + 3 * sigma ** 4;
  const mean = 0.5 * 1.389845 * 1.225 * second;
  const variance = (0.5 * 1.389845) ** 2 * (1.225 ** 2 + width ** 2 / 12) * fourth - mean ** 2;
  const { stdout } = await haze.runSource(LIFT, { core: 'C0-S+' });
  const [first, central] = stdout.split(' ').map(Number);
  expect(Math.abs(first! / mean - 1)).toBeLessThan(1e-8);
  expect(Math.abs(central! / variance - 1)).toBeLessThan(1e-5);
});

test('a core without tracking prints only the particle', async () => {
  const { stdout } = await haze.runSource(LIFT, { core: 'C0-Bypass' });
  expect(stdout).toMatch(/ 716\.764165\n$/);
  const printed = await haze.runSource('#include <stdio.h>\nint main(void) { printf("%lf\\n", 0.5); }', {
    core: 'C0-Bypass',
  });
  expect(printed.stdout).toBe('0.500000\n');
});

// The standard deviations that remain for Gauss(0, 1), published to 8 digits.
test.each([
  ['C0-XS', 0.99770982],
  ['C0-S', 0.99924474],
  ['C0-M', 0.9997499],
  ['C0-L', 0.99991674],
  ['C0-XL', 0.99997212],
] as const)('Gauss(0, 1) on %s has the published standard deviation %f', async (core, deviation) => {
  const { stdout } = await haze.runSource(
    '#include <math.h>\n#include <stdio.h>\n#include <uxhw.h>\nint main(void) { printf("%P.12lf", sqrt(UxHwDoubleNthMoment(UxHwDoubleGaussDist(0, 1), 2))); }',
    { core },
  );
  expect(Number(stdout).toFixed(8)).toBe(deviation.toFixed(8));
});

test('a plain value prints as in the example in the Ux format', async () => {
  const { stdout } = await haze.runSource(
    '#include <stdio.h>\nint main(void) { printf("%lf", 3.14159265358979323846 / 4); }',
    { core: 'C0-S' },
  );
  expect(stdout).toBe('0.785398Ux0400000000000000003FE921FB54442D18000000013FE921FB54442D188000000000000000');
});

test('100000·(1 + Uniform(0.05, 0.07)) with 64 deltas prints as in the example in the Ux format', async () => {
  const { stdout } = await haze.runSource(
    '#include <stdio.h>\n#include <uxhw.h>\nint main(void) { printf("%lf", 100000 * (1 + UxHwDoubleUniformDist(0.05, 0.07))); }',
    { core: 'C0-S' },
  );
  expect(stdout).toMatch(/^106000\.000000Ux04000000000000000140F9E1000000000000000040/);
  const { positions, masses } = parseUx(stdout);
  const sorted = [...positions].sort((a, b) => a - b);
  for (const [i, position] of sorted.entries()) expect(position).toBeCloseTo(105015.625 + i * 31.25, 6);
  expect([...masses]).toEqual(Array.from({ length: 64 }, () => 1 / 64));
});

const recorded = <T>(name: string): T =>
  JSON.parse(readFileSync(new URL(`../recordings/${name}.json`, import.meta.url), 'utf8')) as T;

// Two programs that match the recorded mean and bounds, because the service published only the output.
test.each([
  ['UxHwDoubleUniformDist(0.05, 0.07)', '100000 * (1 + x)'],
  ['UxHwDoubleUniformDist(52.5, 53.5)', 'x / 100 * 200000'],
])('points of %s in %s match the recorded bytes', async (source, formula) => {
  const { stdout: expected } = recorded<{ stdout: string }>('uniform');
  const code = `#include <stdio.h>
#include <uxhw.h>
int main(void) { double x = ${source}; printf("%lf\\n", ${formula}); }`;
  for (const core of ['C0-S', 'C0-S+']) {
    expect((await haze.runSource(code, { core })).stdout).toBe(expected);
  }
});

test('a plain double with %.2f has the recorded bytes after its digits', async () => {
  const { stdouts } = recorded<{ stdouts: readonly string[] }>('plain');
  const values = stdouts.map((line) => parseUx(line.trim()).positions[0]!);
  const code = `#include <stdio.h>
int main(void) { double x[] = {${values.join(', ')}}; for (int i = 0; i < ${values.length}; i++) printf("%.2f\\n", x[i]); }`;
  const { stdout } = await haze.runSource(code, { core: 'C0-S+' });
  const lines = stdout.trimEnd().split('\n');
  expect(lines.map((line) => line.slice(line.indexOf('Ux')))).toEqual(
    stdouts.map((line) => line.slice(line.indexOf('Ux')).trimEnd()),
  );
  // The recorded digits come from doubles, whereas the recorded means were rounded to floats.
  for (const [i, line] of lines.entries())
    expect(Math.abs(Number.parseFloat(line) - Number.parseFloat(stdouts[i]!))).toBeLessThan(0.011);
});
