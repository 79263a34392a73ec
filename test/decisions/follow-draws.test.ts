// Programs that make decisions on uncertain values. On C0-Joint, every draw follows its own path, and the output is
// correct. On other cores, the program follows the particle, and a line on stderr reports this.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { scaleLimit } from '../../scripts/tests/slowness.ts';
import { explain } from '../../src/program/explain-run.ts';
import { openHaze } from '../programs/build-and-run.ts';

const CASES = join(import.meta.dirname, 'cases');
const PRELUDE = readFileSync(join(CASES, 'prelude.h'), 'utf8');
const haze = openHaze();

/** The mean and deviation, or only a probability, from the report of a case. */
interface Expected {
  readonly mean: number;
  readonly deviation: number | undefined;
}

function readExpected(): Map<string, Map<string, Expected>> {
  const cases = new Map<string, Map<string, Expected>>();
  for (const line of readFileSync(join(CASES, 'expected.tsv'), 'utf8').split('\n')) {
    if (line === '' || line.startsWith('#')) continue;
    const [key = '', first = '', second = ''] = line.split('\t');
    const [program = '', output = ''] = key.split(':');
    const value = first === 'P' ? { mean: Number(second), deviation: undefined } : undefined;
    const outputs = cases.get(program) ?? new Map<string, Expected>();
    outputs.set(output, value ?? { mean: Number(first), deviation: Number(second) });
    cases.set(program, outputs);
  }
  return cases;
}

/**
 * Reported values of a case, keyed by the name of the value, from lines "@R name mean deviation …" and "@P name
 * probability".
 */
function readReported(stdout: string): Map<string, Expected> {
  const lines = stdout.split('\n').map((line) => line.trim().split(/\s+/));
  return new Map(
    lines.flatMap(([kind, name = '', mean, deviation]): [string, Expected][] => {
      if (kind === '@R')
        return [[name, { mean: Number.parseFloat(mean!), deviation: Number.parseFloat(deviation!) }]];
      return kind === '@P' ? [[name, { mean: Number.parseFloat(mean!), deviation: undefined }]] : [];
    }),
  );
}

async function runCase(file: string, decisions?: 'lanes' | 'particle' | 'quiet', core = 'C0-Joint') {
  const built = await haze.build(
    { [file]: readFileSync(join(CASES, file), 'utf8'), 'prelude.h': PRELUDE },
    { only: [file] },
  );
  if (!built.ok) throw new Error(built.log);
  return haze.run(built.module, { core, ...(decisions ? { decisions } : {}) });
}

const EXPECTED = readExpected();
/**
 * Cases with many long-tailed sources, or with probabilities around 0.001, for which lanes are no more accurate than
 * plain draws.
 */
const ROUGH = new Set(['claims', 'queue_if', 'macro_minmax', 'barrier_if', 'sort_if']);
/** Programs in which each draw only chooses between numbers, so one run is enough. */
const CHOOSING = new Set(['macro_minmax', 'queue_if']);
const FILES = readdirSync(CASES).filter((file) => /\.(c|cpp|f90)$/.test(file) && file !== 'clamp.c');

describe('on C0-Joint', () => {
  for (const file of FILES) {
    it(`${file} agrees with the results of 10⁷ draws`, { timeout: 300_000 }, async () => {
      const { stdout, paths } = await runCase(file);
      const reported = readReported(stdout);
      const name = file.slice(0, file.lastIndexOf('.'));
      const outputs = EXPECTED.get(name)!;
      expect([...reported.keys()].sort()).toEqual([...outputs.keys()].sort());
      const isRough = ROUGH.has(name);
      for (const [output, { mean, deviation }] of outputs) {
        const found = reported.get(output)!;
        const label = `${output}: ${found.mean} ± ${found.deviation}, and ${mean} ± ${deviation} is right`;
        if (deviation === undefined) {
          const noise = Math.sqrt((mean * (1 - mean)) / 4096);
          expect(Math.abs(found.mean - mean), label).toBeLessThan(3 * noise);
          continue;
        }
        expect(Math.abs(found.mean - mean), label).toBeLessThan((isRough ? 0.02 : 0.01) * deviation);
        expect(Math.abs(found.deviation! / deviation - 1), label).toBeLessThan(isRough ? 0.03 : 0.015);
      }
      expect(paths?.followed).toBe(CHOOSING.has(name) ? undefined : 4096);
    });
  }

  it('a choice needs only one run, and an exact query about its result covers all draws', async () => {
    const { stdout, stderr, paths } = await runCase('clamp.c');
    const [mean, second] = stdout.split(' ').map(Number.parseFloat);
    expect(mean).toBeCloseTo(0.45089, 2);
    expect(Math.sqrt(second!)).toBeCloseTo(0.61973, 2);
    expect(stdout).toMatch(/^y 0\.100000Ux04/m);
    expect(stderr).toBe('');
    expect(paths).toBeUndefined();
  });

  /** Each entry gives the mean and deviation for x ~ N(0, 1) and u ~ U(0, 1). */
  it.each([
    ['x > 0 ? x : 0', 1 / Math.sqrt(2 * Math.PI), Math.sqrt(0.5 - 1 / (2 * Math.PI))],
    ['x > 0 && u < 0.5 ? 1 : 0', 0.25, Math.sqrt(0.25 * 0.75)],
    ['(x > 0) * u', 0.25, Math.sqrt(1 / 6 - 1 / 16)],
    ['(x > 0) * 1.0f', 0.5, 0.5],
    ['(float)x > 0.0f ? (float)u : 1.0f', 0.75, Math.sqrt(0.5 / 3 + 0.5 - 0.75 ** 2)],
    ['x > 2 * u - 1 ? (x < 1 - 2 * u ? 1 : 0) : (x < 1 - 2 * u ? 1 : 0)', 0.5, 0.5],
    ['copysign(1, x) > 0 ? u : 1', 0.75, Math.sqrt(0.5 / 3 + 0.5 - 0.75 ** 2)],
    ['copysign(3, x)', 0, 3],
    ['copysignf(3, (float)x)', 0, 3],
  ])('y = %s is correct in one run', async (expression, mean, deviation) => {
    const source = `#include <math.h>
#include <stdio.h>
#include <uxhw.h>
int main(void) {
  double x = UxHwDoubleGaussDist(0, 1), u = UxHwDoubleUniformDist(0, 1);
  double y = ${expression};
  printf("%lf\\n%lf\\n", UxHwDoubleNthMoment(y, 1), UxHwDoubleNthMoment(y, 2));
}`;
    const module = await haze.buildSource(source);
    for (const [core, decisions] of [
      ['C0-Joint', undefined],
      ['C0-S+', 'lanes'],
    ] as const) {
      const { stdout, paths } = await haze.run(module, { core, ...(decisions ? { decisions } : {}) });
      const [found, variance] = stdout.split('\n').map(Number.parseFloat);
      expect(paths).toBeUndefined();
      expect(Math.abs(found! - mean)).toBeLessThan(0.01 * deviation);
      expect(Math.sqrt(variance!) / deviation).toBeCloseTo(1, 1.5);
    }
    const told = await haze.run(module, { core: 'C0-S+' });
    expect(told.decisions!.decisions.length).toBeGreaterThan(0);
  });

  it('a choice inside a function that runs draw by draw agrees with the choice outside it', async () => {
    const { stdout, paths } = await haze.runSource(
      `#include <stdio.h>
#include <uxhw.h>
static double limit;
static void larger(void *argument, double *in, size_t n, double *out, size_t m) {
  out[0] = in[0] > limit ? in[0] : limit;
}
int main(void) {
  double x = UxHwDoubleGaussDist(0, 1), inside;
  limit = UxHwDoubleUniformDist(-1, 1);
  double outside = x > limit ? x : limit;
  UxHwDoublePropagateFunction(larger, 0, &x, 1, &inside, 1);
  printf("%lf\\n", UxHwDoubleNthMoment(outside, 1));
  printf("%lf\\n", UxHwDoubleNthMoment(inside - outside, 2));
}`,
      { core: 'C0-Joint' },
    );
    const [mean, difference] = stdout.split('\n').map(Number.parseFloat);
    expect(paths).toBeUndefined();
    // E max(X, U) = (1/2) ∫ (u Φ(u) + φ(u)) du from −1 to 1, by the midpoint rule: 0.4623.
    expect(mean).toBeCloseTo(0.4623, 2);
    expect(difference).toBeLessThan(1e-12);
  });

  it('the smallest of the draws is a number, even if the first draw has none', async () => {
    // One of the two square roots is not a number in the first draw.
    const { stdout } = await haze.runSource(
      `#include <math.h>
#include <stdio.h>
#include <uxhw.h>
int main(void) {
  double x = UxHwDoubleUniformDist(-1, 1), best[1];
  for (int sign = -1; sign <= 1; sign += 2) printf("%lf\\n", UxHwDoubleArgmin(sqrt(sign * x) + 1, &x, 1, best));
}`,
      { core: 'C0-Joint' },
    );
    for (const least of stdout.trim().split('\n')) expect(Number.parseFloat(least)).toBeCloseTo(1, 0);
  });

  it('a loop of choices frees the values that it creates', async () => {
    const { stdout, end, paths } = await haze.runSource(
      `#include <stdio.h>
#include <uxhw.h>
int main(void) {
  double x = UxHwDoubleUniformDist(0, 1), y = x;
  for (int i = 0; i < 30000; i++) y = i % 3 / 4.0 < x ? x : y;
  printf("%lf\\n", y);
}`,
      { core: 'C0-Joint' },
    );
    expect(end.kind).toBe('exited');
    expect(paths).toBeUndefined();
    expect(meanOf(stdout)).toBeCloseTo(0.5, 2);
  });

  it('if all draws decide the same way, the output is the same as for a single run', async () => {
    const source = `#include <stdio.h>
#include <uxhw.h>
int main(void) {
  double x = UxHwDoubleUniformDist(1, 2), y = x > 0.5 ? x * x : 0;
  if (x < x + 1) y += 1;
  printf("%lf\\n", y);
}`;
    const module = await haze.buildSource(source);
    const quiet = await haze.run(module, { core: 'C0-Joint', decisions: 'quiet' });
    const followed = await haze.run(module, { core: 'C0-Joint' });
    expect(followed.stdout).toBe(quiet.stdout);
    expect(followed.stderr).toBe('');
    expect(followed).not.toHaveProperty('paths');
    expect(followed).not.toHaveProperty('decisions');
  });

  it('equal seeds give equal output, and different seeds give different output', async () => {
    const module = await haze.buildSource(CLAMP);
    const runs = [1, 1, 2].map((seed) => haze.run(module, { core: 'C0-Joint', seed }));
    const [first, again, other] = (await Promise.all(runs)).map(({ stdout }) => stdout);
    expect(again).toBe(first);
    expect(other).not.toBe(first);
  });

  it('text before the first mixed decision is printed immediately, and text after it is not printed twice', async () => {
    const module = await haze.buildSource(`#include <stdio.h>
#include <uxhw.h>
int main(void) {
  double x = UxHwDoubleGaussDist(0, 1);
  setvbuf(stdout, NULL, _IONBF, 0);
  printf("before %lf\\n", x);
  fprintf(stderr, "note %lf\\n", x);
  volatile int isPositive = x > 0;
  double y = isPositive ? x : -x;
  printf("behind %lf\\n", y);
}`);
    const pieces: string[] = [];
    const onStdout = (bytes: Uint8Array) => pieces.push(new TextDecoder().decode(bytes));
    const { stderr } = await haze.run(module, { core: 'C0-Joint', onStdout });
    const stdout = pieces.join('');
    expect(stdout.match(/before/g)).toHaveLength(1);
    expect(stdout).toMatch(/^before 0\.000000Ux[0-9A-F]+\nbehind -?0\.000000Ux[0-9A-F]+\n$/);
    expect(stderr).toMatch(/^note 0\.000000Ux[0-9A-F]+\n$/);
    expect(meanOf(stdout.split('\n')[1]!)).toBeCloseTo(Math.sqrt(2 / Math.PI), 2);
  });

  it('if some draws exit, print or compute differently, the fraction of such draws is reported', async () => {
    const { stdout, stderr, exitStatus, paths } = await haze.runSource(
      `#include <stdio.h>
#include <stdlib.h>
#include <uxhw.h>
int main(void) {
  double x = UxHwDoubleUniformDist(0, 1);
  if (x > 0.9) exit(3);
  printf("state: %s\\n", x > 0.25 ? "high" : "low");
  if (x > 0.25) printf("%lf\\n", x);
}`,
      { core: 'C0-Joint' },
    );
    expect(exitStatus).toBe(0);
    expect(stdout).toMatch(/^state: high\n0\.500000Ux/);
    expect(paths!.ends).toEqual([{ reason: 'exited with status 3', share: expect.closeTo(0.1, 3) }]);
    expect(paths!.partialValues).toEqual([
      { mean: expect.closeTo(0.575, 3), share: expect.closeTo(0.65, 3) },
    ]);
    expect(stderr).toContain('haze: 10 % of the draws exited with status 3');
    expect(stderr).toContain('haze: 25 % of the draws print "state: low" instead of "state: high"');
    expect(stderr).toContain('65 % of the draws print the value near 0.57');
  });

  it('values in output files combine all draws, and messages quote text in any language unchanged', async () => {
    const { files, paths } = await haze.runSource(
      `#include <stdio.h>
#include <uxhw.h>
int main(void) {
  double x = UxHwDoubleGaussDist(0.1, 1);
  double y = x > 0 ? x : 0;
  FILE *file = fopen("out.txt", "w");
  fprintf(file, "größe %lf\\n", y);
  fclose(file);
  puts(x > 0 ? "größer" : "kleiner");
}`,
      { core: 'C0-Joint' },
    );
    const text = new TextDecoder().decode(files.get('out.txt'));
    expect(text).toMatch(/^größe 0\.100000Ux/);
    expect(meanOf(text)).toBeCloseTo(0.451, 2);
    expect(paths!.words).toEqual([
      { share: expect.closeTo(0.46, 2), example: { line: 'kleiner', instead: 'größer' } },
    ]);
  });

  it('a draw that traps is counted, and the other draws are still combined', async () => {
    const { stdout, stderr, paths } = await haze.runSource(
      `#include <stdio.h>
#include <uxhw.h>
int main(void) {
  double x = UxHwDoubleUniformDist(0, 1);
  printf("%lf\\n", x);
  if (x < 0.2) __builtin_trap();
  printf("%lf\\n", x);
}`,
      { core: 'C0-Joint' },
    );
    expect(meanOf(stdout.split('\n')[1]!)).toBeCloseTo(0.6, 3);
    expect(paths!.ends).toEqual([
      { reason: expect.stringContaining('stopped'), share: expect.closeTo(0.2, 3) },
    ]);
    expect(stderr).toContain('20 % of the draws stopped');
  });

  it('all draws get the same random numbers from the system, and each draw reads the input', async () => {
    const { stdout } = await haze.runSource(
      `#include <stdio.h>
#include <sys/random.h>
#include <uxhw.h>
int main(void) {
  unsigned char bytes[4];
  double x, limit;
  scanf("%lf %lf", &x, &limit);
  x = UxHwDoubleGaussDist(x, 1);
  getentropy(bytes, 4);
  volatile int isAbove = x > limit;
  double y = isAbove ? 1 : 2;
  printf("%d %lf\\n", bytes[0], y);
}`,
      { core: 'C0-Joint', stdin: '10 10\n' },
    );
    expect(stdout).toMatch(/^\d+ 2\.000000Ux/);
    expect(meanOf(stdout)).toBeCloseTo(1.5, 2);
  });

  it('an exact query on the path of some draws covers only those draws, and repeated passes converge', async () => {
    const { stdout, paths } = await haze.runSource(
      `#include <stdio.h>
#include <uxhw.h>
int main(void) {
  double x = UxHwDoubleGaussDist(0, 1);
  volatile int isNegative = x < 0;
  if (isNegative) x = 0;
  double centred = x - UxHwDoubleNthMoment(x, 1);
  printf("%lf\\n", centred);
  printf("%lf\\n", UxHwDoubleNthMoment(centred, 2));
  printf("%lf\\n", UxHwDoubleQuantile(x, 0.975));
  printf("%lf\\n", UxHwDoubleProbabilityGT(x, 0));
}`,
      { core: 'C0-Joint' },
    );
    const [centred, variance, quantile, probability] = stdout.split('\n');
    expect(meanOf(centred!)).toBeCloseTo(0, 3);
    expect(Number(variance)).toBeCloseTo(0.5 - 1 / (2 * Math.PI), 2);
    expect(Number(quantile)).toBeCloseTo(1.96, 1);
    expect(Number(probability)).toBeCloseTo(0.5, 2);
    expect(paths).toMatchObject({ isSettled: true });
    expect(paths!.passes).toBeGreaterThan(1);
  });

  it('joint copies made after a decision depend on each other as the originals do', async () => {
    const module = await haze.buildSource(`#include <stdio.h>
#include <uxhw.h>
int main(void) {
  double x = UxHwDoubleGaussDist(0, 1), values[2] = {x, UxHwDoubleGaussDist(0, 0.01) - x}, copies[2];
  volatile int isHigh = x > 0.3;
  UxHwDoubleGetIndependentJointMultidimensionalCopy(values, copies, 2);
  double sum = copies[0] + copies[1], both = copies[0] + x;
  if (isHigh) both += 0;
  printf("%g\\n%g\\n", UxHwDoubleNthMoment(sum, 2), UxHwDoubleNthMoment(both, 2));
}`);
    // Groups of lanes, and plain runs.
    for (const trace of [false, true]) {
      const { stdout, paths } = await haze.run(module, { core: 'C0-Joint', trace });
      const [sum, both] = stdout.split('\n').map(Number.parseFloat);
      expect(paths!.followed).toBe(4096);
      expect(sum! / 0.01 ** 2).toBeCloseTo(1, 1);
      expect(both! / 2).toBeCloseTo(1, 1);
    }
  });

  const SLOW = `#include <stdio.h>
#include <uxhw.h>
int main(void) {
  double x = UxHwDoubleUniformDist(0, 1);
  volatile double turns = 0;
  // Each draw has its own number of turns.
  int wanted = 20000000 + (int)(1e6 * x);
  if (x > 0.25) for (int i = 0; i < wanted; i++) turns += 1;
  printf("%lf\\n", x);
}`;

  it('if the time limit is reached, the finished draws are used, and a line states how many there are', async () => {
    const timeLimitSeconds = scaleLimit(4);
    const { stdout, stderr, paths } = await haze.runSource(SLOW, { core: 'C0-Joint', timeLimitSeconds });
    expect(paths!.followed).toBeLessThan(4096);
    expect(stderr).toMatch(/haze: \d+ of 4096 draws were followed within the time limit of [\d.]+ s/);
    expect(stdout).toMatch(/^0\.500000Ux/);
  });

  it('a run can be cancelled while its draws are being followed', async () => {
    const stopping = new AbortController();
    const pending = haze.runSource(SLOW, { core: 'C0-Joint', signal: stopping.signal });
    setTimeout(() => stopping.abort(), 4000);
    const { end } = await pending;
    expect(end).toMatchObject({ kind: 'stopped', code: 'cancelled' });
  });

  it('an uncertain parameter of a distribution has a separate value in each draw', async () => {
    const source = `#include <stdio.h>
#include <uxhw.h>
int main(void) {
  double tau = UxHwDoubleUniformDist(1, 3);
  printf("%lf\\n", UxHwDoubleGaussDist(0, tau));
}`;
    const module = await haze.buildSource(source, { debug: true });
    const told = await haze.run(module, { core: 'C0-S+' });
    expect(told.stderr).toContain(':5: a distribution parameter near 2 is uncertain');
    const { values } = explain(await haze.run(module, { core: 'C0-Joint', trace: true }), {
      sources: source,
    });
    // E(tau²) = (3³ − 1³) / (3 · 2).
    expect(values[0]!.standardDeviation).toBeCloseTo(Math.sqrt(26 / 6), 1);
  });

  it('each draw reads the bits of the number that it drew', async () => {
    const { stdout } = await haze.runSource(
      `#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <uxhw.h>
int main(void) {
  double x = UxHwDoubleUniformDist(1, 3);
  uint64_t bits;
  memcpy(&bits, &x, 8);
  int exponent = (int)(bits >> 52) - 1023;
  printf("%lf\\n", exponent * 1.0);
}`,
      { core: 'C0-Joint' },
    );
    expect(meanOf(stdout)).toBeCloseTo(0.5, 2);
  });

  /** Integers that the library derives from numbers, each with its mean over u uniform from 0 to 8. */
  it.each([
    ['int e; double m = frexp(u + 1, &e); y = e', 2.625],
    ['int e; float m = frexpf((float)u + 1, &e); y = e', 2.625],
    ['int e; long double m = frexpl((long double)u + 1, &e); y = e', 2.625],
    ['int q; double r = remquo(u, 8, &q); y = q', 0.5],
    ['int q; float r = remquof((float)u, 8, &q); y = q', 0.5],
    ['int sign; double r = lgamma_r(u - 2, &sign); y = sign', 0.75],
    ['volatile double r = lgamma(u - 2); y = signgam', 0.75],
    ['volatile float r = lgammaf((float)u - 2); y = signgam', 0.75],
    ['y = signbit(u - 2) != 0', 0.25],
    ['y = signbit((float)u - 2) != 0', 0.25],
    ['volatile long double w = u; y = signbit(w - 2) != 0', 0.25],
    ['volatile long double w = u; y = __builtin_signbitl(w - 2) != 0', 0.25],
    ['char digits[20]; snprintf(digits, 20, "%.6f", u); y = atof(digits)', 4],
    [
      'int point, sign; char *ecvt(double, int, int *, int *); ecvt(100 * u + 50, 3, &point, &sign); y = point',
      2.9375,
    ],
    ['y = (double)(__int128)u', 3.5],
    ['volatile long double w = u; y = (int)w', 3.5],
    ['volatile long double w = u; y = w > 6', 0.25],
    ['volatile long double w = u; y = w != 3 && w <= 2', 0.25],
    ['volatile long double w = u; y = isunordered(sqrtl(w - 2), w)', 0.25],
  ])('%s: each draw computes its own integer', async (statement, mean) => {
    const { stdout } = await haze.runSource(
      `#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <uxhw.h>
int main(void) {
  double u = UxHwDoubleUniformDist(0, 8), y = 0;
  { ${statement}; }
  printf("%lf\\n", y);
}`,
      { core: 'C0-Joint' },
    );
    expect(meanOf(stdout)).toBeCloseTo(mean, 2);
  });

  /** Integers that the libraries of C++ and Fortran derive from numbers, each with its mean. */
  it.each([
    ['C++', 'y = std::unordered_map<double, int>{{1.5, 4}, {2.5, 1}}.count(std::floor(u) + 1.5);', 0.25],
    [
      'C++',
      'char t[40]; y = std::to_chars(t, t + 40, 4 * u + 8, std::chars_format::fixed, 0).ptr - t;',
      2 - 0.375 / 8,
    ],
    ['Fortran', "write (text, '(f0.1)') 10 * u + 5; y = index(text, '.')", 3 - 0.495 / 8],
  ])('%s: %s gives each draw its own result', async (language, statement, mean) => {
    const source =
      language === 'C++'
        ? `#include <charconv>
#include <cmath>
#include <cstdio>
#include <unordered_map>
#include <uxhw.h>
int main() {
  double u = UxHwDoubleUniformDist(0, 8), y;
  ${statement}
  printf("%lf\\n", y);
}`
        : `program digits
  use uxhw
  real(8) :: u, y
  character(20) :: text
  u = ux_uniform(0d0, 8d0)
  ${statement}
  print '(f0.6)', y
end program
`;
    const { stdout } = await haze.runSource(source, { core: 'C0-Joint', language });
    expect(meanOf(stdout)).toBeCloseTo(mean, 2);
  });

  it('spaces that fill a column after a number do not count as different words, and a path that no draw takes is reported', async () => {
    const { stderr, paths } = await haze.runSource(
      `program p
  use uxhw
  real(8) :: x
  x = ux_gauss(0d0, 1d0)
  print *, exp(3 * x) * merge(1, 2, x > 0)
  if (x == 0d0) print *, 7d0
end program
`,
      { core: 'C0-Joint', language: 'Fortran' },
    );
    expect(paths!.words.map(({ share }) => share)).toEqual([1]);
    expect(stderr).toContain('no draw prints the value near 7');
  });

  it('the draws of a program that infers a posterior are not followed, and a message gives the reason', async () => {
    const { stderr, paths, decisions } = await haze.runSource(
      `#include <stdio.h>
#include <uxhw.h>
double model(double x) { return UxHwDoubleGaussDist(x, 1); }
int main(void) {
  double evidence[] = {0.1, 0.2, 0.3};
  double x = UxHwDoubleBayesLaplace(model, UxHwDoubleGaussDist(0, 1), UxHwDoubleDistFromSamples(evidence, 3));
  if (x > 0) printf("%lf\\n", x);
}`,
      { core: 'C0-Joint' },
    );
    expect(stderr).toContain('draws are not followed: the program infers a posterior');
    expect(stderr).toMatch(/later values come from only one path\n$/);
    expect(paths).toBeUndefined();
    expect(decisions!.decisions).toHaveLength(1);
  });

  it('a budget covers all draws', async () => {
    const source = `#include <stdio.h>
#include <uxhw.h>
int main(void) {
  double a = UxHwDoubleGaussDist(0, 1);
  double b = UxHwDoubleGaussDist(0, 1);
  double y = a > 0 ? b : 3 * b;
  printf("%lf\\n", y);
}`;
    const module = await haze.buildSource(source, { debug: true });
    const result = await haze.run(module, { core: 'C0-Joint', trace: true });
    const [value] = explain(result, { sources: source }).values;
    expect(value!.standardDeviation).toBeCloseTo(Math.sqrt(5), 1);
    // Sobol' indices in closed form: V = 5, E(y|b) = 2b, E(y|a) = 0.
    const [first, second] = value!.contributions;
    expect(first).toMatchObject({ first: expect.closeTo(0.8, 1), total: expect.closeTo(1, 1) });
    expect(second).toMatchObject({ first: expect.closeTo(0, 1), total: expect.closeTo(0.2, 1) });
  });
});

describe("on the service's cores", () => {
  it.each(['C0-S', 'C0-S+'])(
    '%s follows the particle, and names the line, condition and probability',
    async (core) => {
      const module = await haze.buildSource(CLAMP, { debug: true });
      const quiet = await haze.run(module, { core, decisions: 'quiet' });
      const told = await haze.run(module, { core });
      expect(told.stdout).toBe(quiet.stdout);
      expect(quiet.stderr).toBe('');
      expect(told.stderr).toMatch(
        /^haze: \w+\.c:5: .* holds for 5[34](\.\d)? % of the draws; the program went on as if it does\n/,
      );
      const remedy = core === 'C0-S' ? 'C0-Joint follows' : 'C0-Joint, or --decisions lanes, follows';
      expect(told.stderr).toContain(`only one path: ${remedy} every draw\n`);
      expect(told.decisions!.decisions).toMatchObject([
        { kind: 'comparison', comparison: 'gt', followed: true, probability: expect.closeTo(0.54, 2) },
      ]);
      expect(told).not.toHaveProperty('paths');
    },
  );

  it('C0-S+ follows every draw on request', async () => {
    const module = await haze.buildSource(CLAMP);
    const { stdout, stderr } = await haze.run(module, { core: 'C0-S+', decisions: 'lanes' });
    expect(meanOf(stdout)).toBeCloseTo(0.451, 2);
    expect(stderr).toBe('');
  });

  it('a core without aligned samples cannot follow draws', async () => {
    const module = await haze.buildSource(CLAMP);
    await expect(haze.run(module, { core: 'C0-S', decisions: 'lanes' })).rejects.toThrow(
      'C0-S has no aligned samples, so its draws cannot be followed. Choose C0-Joint',
    );
  });

  it('on request, a mixed decision is an error', async () => {
    const module = await haze.buildSource(CLAMP);
    const mixed = await haze.run(module, { core: 'C0-S+', decisions: 'error' });
    expect(mixed.exitStatus).toBe(3);
    const straight = await haze.runSource('#include <stdio.h>\nint main(void) { printf("%lf\\n", 1.0); }', {
      core: 'C0-S+',
    });
    expect(straight.exitStatus).toBe(0);
  });

  it('each location is reported only once, even that of a conversion or a library function', async () => {
    const { decisions, stderr } = await haze.runSource(
      `#include <math.h>
#include <stdio.h>
#include <uxhw.h>
int main(void) {
  double x = UxHwDoubleUniformDist(0, 10), sum = 0;
  for (int i = 0; i < 100; i++) if (x > i) sum += 1;
  int whole = (int)x;
  long nearest = lround(x);
  printf("%lf %d %ld\\n", sum, whole, nearest);
}`,
      { core: 'C0-S+', debug: true },
    );
    const kinds = decisions!.decisions.map((decision) =>
      'comparison' in decision ? decision.comparison : 'rounding' in decision ? decision.rounding : '',
    );
    expect(kinds.sort()).toEqual(['away', 'gt', 'truncate']);
    expect(stderr).toMatch(/:6: .* holds for 9\d(\.\d)? % of the draws/);
    expect(stderr).toMatch(/:7: a value near 5 becomes 5 for (10|9\.\d+) % of the draws/);
  });

  it('comparisons of distant values, equal values and plain values are not reported', async () => {
    const { stderr, decisions } = await haze.runSource(
      `#include <stdio.h>
#include <uxhw.h>
int main(void) {
  double x = UxHwDoubleUniformDist(0, 1), y = UxHwDoubleUniformDist(2, 3), plain = 0.5;
  int count = 0;
  if (x < y) count++;
  if (x == x) count++;
  if (x != x) count++;
  if (plain < 1) count++;
  if (x * x >= 0) count++;
  printf("%lf %d\\n", x, count);
}`,
      { core: 'C0-S+' },
    );
    expect(stderr).toBe('');
    expect(decisions).toBeUndefined();
  });

  it('a particle that disagrees with every draw is reported', async () => {
    const { stderr } = await haze.runSource(
      `#include <stdio.h>
#include <uxhw.h>
int main(void) {
  double x = UxHwDoubleGaussDist(0, 1), y = x * x;
  printf("%s %lf\\n", y > 0 ? "positive" : "zero", y);
}`,
      { core: 'C0-S+', debug: true },
    );
    expect(stderr).toMatch(
      /`y > 0` holds for 100 % of the draws; the program went on as if it does not|value near 0\) > 0` holds for 100 %/,
    );
  });
});

const CLAMP = `#include <stdio.h>
#include <uxhw.h>
int main(void) {
  double x = UxHwDoubleGaussDist(0.1, 1);
  double y = x > 0 ? x : 0;
  printf("%lf\\n", y);
  return 0;
}
`;

/** The mean from the Ux text in a line: the double that precedes the number of points. */
function meanOf(line: string): number {
  const text = /Ux([0-9A-F]+)/.exec(line)?.[1] ?? '';
  return new DataView(
    Uint8Array.from(text.slice(18, 34).match(/../g) ?? [], (pair) => Number.parseInt(pair, 16)).buffer,
  ).getFloat64(0);
}
