// Reference tasks run through the library in Node: value names, paths, failures and limits.
import { expect, test } from 'vitest';
import { mainOf, openReference } from './run-programs.ts';

const reference = openReference();
const NAME = /<ValueID>val_[0-9a-f]{32}<\/ValueID>/g;

const meanOf = (samples: Float64Array) => samples.reduce((sum, x) => sum + x / samples.length, 0);

test('stdout comes from the first run, with a ValueID after every printed floating-point value', async () => {
  const { stdout, values } = await reference.runSource(
    mainOf('double x = UxHwDoubleUniformDist(2, 4); printf("%d: %.3f %8.2e|%-12g|\\n", 7, x, x, x);'),
    { runs: 200 },
  );
  const first = values[0]!.samples()[0]!;
  expect(stdout.replaceAll(NAME, '')).toBe(
    `7: ${first.toFixed(3)} ${first.toExponential(2).replace(/e\+(\d)$/, 'e+0$1')}|${String(+first.toPrecision(6)).padEnd(12)}|\n`,
  );
  expect([...stdout.matchAll(NAME)].map(([name]) => name.slice(9, 45))).toEqual(
    values.map(({ valueId }) => valueId),
  );
});

test('samples are full doubles, not just the printed digits', async () => {
  const { values } = await reference.runSource(
    mainOf('double x = UxHwDoubleUniformDist(0, 1); printf("%.0f %.17g\\n", x, x);'),
    { runs: 100 },
  );
  expect(values[0]!.samples()).toEqual(values[1]!.samples());
  expect(new Set(values[0]!.samples()).size).toBe(100);
});

test('the same seed gives the same names and samples, however the runs are distributed, and a different seed gives different names and samples', async () => {
  const module = await reference.build(mainOf('printf("%f\\n", UxHwDoubleGaussDist(0, 1));'));
  const [first, second, third] = [
    await reference.run(module, { runs: 3000, seed: 5 }),
    await reference.run(module, { runs: 3000, seed: 5 }),
    await reference.run(module, { runs: 3000, seed: 6 }),
  ];
  expect(second.stdout).toBe(first.stdout);
  expect(second.values[0]!.samples()).toEqual(first.values[0]!.samples());
  expect(third.values[0]!.valueId).not.toBe(first.values[0]!.valueId);
  expect(third.values[0]!.samples()).not.toEqual(first.values[0]!.samples());
});

test('every run starts with memory, heap, files and random numbers in their initial state', async () => {
  const { values, message } = await reference.runSource(
    mainOf(`
      static int runs; runs++;
      double *block = malloc(3 << 20), sum = 0;
      for (int i = 0; i < 1000; i++) { sum += block[i * 300] != 0; block[i * 300] = 1; }
      FILE *log = fopen("log.txt", "a+");
      fprintf(log, "x"); fseek(log, 0, SEEK_END);
      double x = UxHwDoubleUniformDist(0, 1);
      if (x < 0.5) free(block);
      printf("%f %f %f\\n", (double)runs, sum, (double)ftell(log));`),
    { runs: 2000 },
  );
  expect(message).toBe('exit status 0; 2000 runs');
  for (const [index, expected] of [1, 0, 1].entries()) {
    expect(values[index]!.samples().every((sample) => sample === expected)).toBe(true);
  }
});

test('values printed on different branches are separate values, and the message counts them', async () => {
  const { values, message } = await reference.runSource(
    mainOf(`
      double x = UxHwDoubleUniformDist(0, 1);
      if (x < 0.75) printf("%f\\n", x); else printf("%f\\n", 10 + x);
      printf("%f\\n", 2 * x);`),
    { runs: 4000, seed: 3 },
  );
  expect(values.map(({ runs }) => runs).reduce((sum, runs) => sum + runs)).toBe(8000);
  const [low, high] = [0.75, 0.25].map(
    (share) => values.find(({ runs }) => Math.abs(runs / 4000 - share) < 0.05)!,
  );
  // The conditional means of a uniform distribution.
  expect(meanOf(low!.samples())).toBeCloseTo(0.375, 1);
  expect(meanOf(high!.samples())).toBeCloseTo(10.875, 1);
  expect(message).toMatch(
    /^exit status 0; 4000 runs; \d+ runs took a different path from the first; 2 of 3 printed values were not printed in every run$/,
  );
});

test('values that a function prints are distinguished by its callers', async () => {
  const { values } = await reference.runSource(
    `#include <stdio.h>
     #include <uxhw.h>
     __attribute__((noinline)) static void show(double x) { printf("%f\\n", x); }
     int main(void) {
       double a = UxHwDoubleUniformDist(0, 1);
       if (a < 0.5) show(a);
       show(10 + a);
       return 0;
     }`,
    { runs: 1000 },
  );
  const all = values.map((value) => [...value.samples()].every((x) => x >= 10 === value.samples()[0]! >= 10));
  expect(all).toEqual([true, true]);
});

test('C++ streams and Fortran output also contain a ValueID after each number', async () => {
  const cpp = await reference.runSource(
    `#include <iostream>
     #include <uxhw.h>
     int main() { double x = UxHwDoubleUniformDist(0, 1); std::cout << "x " << x << ' ' << 1.5f << '\\n'; }`,
    { language: 'C++', runs: 500 },
  );
  expect(cpp.stdout.replaceAll(NAME, '#')).toMatch(/^x 0\.\d+# 1\.5#\n$/);
  expect(cpp.values.map(({ runs }) => runs)).toEqual([500, 500]);
  const fortran = await reference.runSource(
    `program p
       use uxhw
       double precision :: x
       x = ux_uniform(1d0, 3d0)
       print *, x
       write (*, '(a, f8.3, i4)') 'x', x, 7
     end program`,
    { language: 'Fortran', runs: 500 },
  );
  expect(fortran.stdout.replaceAll(NAME, '#')).toMatch(/^ +\d\.\d+# *\nx +\d\.\d{3}# {3}7\n$/);
  expect(meanOf(fortran.values[1]!.samples())).toBeCloseTo(2, 1);
});

test('a program that crashes in some of its runs completes, and the message counts the crashes', async () => {
  const { exitStatus, message, figures } = await reference.runSource(
    mainOf(`
      double x = UxHwDoubleUniformDist(0, 1);
      printf("%f\\n", x);
      int part = (int)(x * 500);
      volatile int zero = 0;
      if (part == 100) printf("%d\\n", 5 / zero);
      if (part == 101) exit(3);
      if (part == 102) abort();`),
    { runs: 4000 },
  );
  expect(exitStatus).toBe(0);
  expect(figures.runs).toBe(4000);
  expect(message).toMatch(
    /\d+ runs stopped \(an integer was divided by zero \(in main\)\), starting with run \d+/,
  );
  expect(message).toMatch(/\d+ runs exited with status 3, starting with run \d+/);
  expect(message).toMatch(/\d+ runs stopped \(the program aborted: /);
});

test('a failing first run determines the exit status, but the other runs still take place', async () => {
  const { exitStatus, message } = await reference.runSource(mainOf('printf("%f\\n", 1.0); return 4;'), {
    runs: 50,
  });
  expect(exitStatus).toBe(4);
  expect(message).toBe('exit status 4; 50 runs; 50 runs exited with status 4, starting with run 1');
});

test('endless runs are omitted, and the others finish', async () => {
  const { message, figures, values } = await reference.runSource(
    mainOf(`
      double x = UxHwDoubleUniformDist(0, 1);
      printf("%f\\n", x);
      volatile int go = x > 0.4 && x < 0.401;
      while (go);`),
    { runs: 1500, runTimeLimitSeconds: 0.5 },
  );
  expect(figures.stuck.count).toBeGreaterThan(0);
  expect(figures.runs + figures.stuck.count).toBe(1500);
  expect(values[0]!.runs).toBe(figures.runs);
  expect(message).toMatch(
    /^exit status 0; \d+ runs; \d+ runs? omitted because they did not end within [\d.]+ s, /,
  );
});

test('a first run that never ends reaches the time limit', async () => {
  const { exitStatus, message, stdout } = await reference.runSource(
    mainOf('puts("here"); volatile int go = 1; while (go);'),
    { timeLimitSeconds: 0.5 },
  );
  expect(exitStatus).toBe(124);
  expect(message).toBe('time limit of 0.5 s reached in the first run');
  expect(stdout).toBe('here\n');
});

test('a time limit leads to fewer runs, and the message says how many', async () => {
  const { exitStatus, message, values, figures } = await reference.runSource(
    mainOf('volatile double x = 0; for (int i = 0; i < 20000000; i++) x += i; printf("%f\\n", x);'),
    { runs: 100_000, timeLimitSeconds: 1 },
  );
  expect(exitStatus).toBe(0);
  expect(figures.runs).toBeLessThan(100_000);
  expect(values[0]!.runs).toBe(figures.runs);
  expect(message).toBe(`exit status 0; ${figures.runs} of 100000 runs finished within the time limit of 1 s`);
});

test('a cancelled run ends immediately', async () => {
  const module = await reference.build(mainOf('volatile int go = 1; puts("x"); while (go);'));
  const controller = new AbortController();
  const running = reference.run(module, {
    signal: controller.signal,
    onStdout: () => controller.abort(),
  });
  expect((await running).message).toBe('the program was cancelled');
});

test('the number of values kept is limited, and the message reports the limit', async () => {
  const { message, values, figures } = await reference.runSource(
    mainOf('for (int i = 0; i < 25000; i++) printf("%f\\n", (double)i);'),
    { runs: 3 },
  );
  expect(values).toHaveLength(20_000);
  expect(figures.droppedValues).toBe(15_000);
  expect(message).toBe(
    'exit status 0; 3 runs; a task keeps only its first 20000 values, so later values were omitted',
  );
});

test('the runs read the same standard input', async () => {
  const { values } = await reference.runSource(
    mainOf('double x; if (scanf("%lf", &x) != 1) return 1; printf("%f\\n", x);'),
    { runs: 100, stdin: '2.5\n' },
  );
  expect(new Set(values[0]!.samples())).toEqual(new Set([2.5]));
});

test('Ux text that is read yields a new draw in every run', async () => {
  // The Ux format's two-delta example: 21.25 and 21.75.
  const value =
    '21.5Ux040000000000000002403580000000000000000002403540000000000040000000000000004035C000000000004000000000000000';
  const { values } = await reference.runSource(mainOf('printf("%f\\n", atof(argv[1]));'), {
    runs: 1000,
    arguments: [value],
  });
  const samples = values[0]!.samples();
  expect(meanOf(samples)).toBeCloseTo(21.5, 1);
  expect(Math.min(...samples)).toBeGreaterThanOrEqual(21);
});

test('infinities and NaN are values like any other', async () => {
  const { values } = await reference.runSource(
    mainOf('double x = UxHwDoubleUniformDist(-1, 1); printf("%+f\\n", x < -0.5 ? 1 / 0.0 : sqrt(x));'),
    { runs: 1000 },
  );
  expect(values).toHaveLength(1);
  const samples = [...values[0]!.samples()];
  expect(samples.filter((x) => x === Infinity).length).toBeGreaterThan(150);
  expect(samples.filter(Number.isNaN).length).toBeGreaterThan(150);
});

test.each([0, -1, 2.5, 10_000_001, Number.NaN])('a task with %s runs is rejected', async (runs) => {
  const module = await reference.build(mainOf('return 0;'));
  await expect(reference.run(module, { runs })).rejects.toMatchObject({ code: 'invalid-runs' });
});
