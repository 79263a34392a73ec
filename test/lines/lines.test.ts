// Tests the last uncertain value of each line, as the library reports it: in three languages, in loops and on several
// cores. Expected numbers come from closed forms.
import { expect, test } from 'vitest';
import type { LineValue } from '../../src/program/places/place-values.ts';
import type { RunOptions, RunResult } from '../../src/program/run-options.ts';
import { findUx } from '../../src/uncertainty/core/ux-text.ts';
import { createKeptHaze } from '../kept/kept-haze.ts';

const library = createKeptHaze();

async function build(source: string, language: string, debug = true): Promise<Uint8Array> {
  const built = await library.build(source, { language, debug });
  if (!built.ok) throw new Error(built.log);
  return built.module;
}

/** Returns the lines by number, and checks that the run prints the same output as a run without lines. */
async function listLines(module: Uint8Array, options: RunOptions) {
  const { lines, stdout } = await library.run(module, { ...options, lines: true });
  const usual = await library.run(module, { ...options, decisions: 'quiet', accuracy: 1 });
  expect(stdout).toBe(usual.stdout);
  expect(lines!.leftOut).toBe(0);
  return new Map(lines!.lines.map((value) => [value.line, value]));
}

/** The mean and standard deviation of a value's points. */
function momentsOf(value: LineValue | undefined) {
  const [found] = findUx(value?.text ?? '');
  if (!found) throw new Error('The line has no value.');
  const { mean, positions, masses } = found.value;
  const variance = positions.reduce((sum, x, i) => sum + masses[i]! * (x - mean) ** 2, 0);
  return { mean, deviation: Math.sqrt(variance) };
}

const C = `#include <stdio.h>
#include <math.h>
#include <uxhw.h>

__attribute__((noinline)) static double square(double x) {
  return x * x;
}

int main(void) {
  double x = UxHwDoubleUniformDist(1, 3);
  double sum = 0;
  for (int i = 1; i <= 500; i++) {
    sum = sum + i * x;
  }
  double root = sqrt(x) + 1;
  double sine = sin(x);
  double plain = 2 * 3.5;
  printf("%lf %lf %lf %lf %lf\\n", sum, root, plain, square(x), sine);
  return 0;
}
`;

test.each(['C0-S', 'C0-M+', 'C0-Joint'])(
  'on %s, each line has the value of its last operation, and a line in a loop also has a range and a count',
  async (core) => {
    const lines = await listLines(await build(C, 'C'), { core });
    expect([...lines.keys()].sort((a, b) => a - b)).toEqual([6, 10, 13, 15, 16]);
    // Uniform from 1 to 3: mean 2, deviation 2/√12.
    expect(momentsOf(lines.get(10)).mean).toBeCloseTo(2, 3);
    expect(momentsOf(lines.get(10)).deviation).toBeCloseTo(0.5774, 2);
    // The integral of √x is 2/3 x^1.5, and half of it from 1 to 3 is 1.3987. For sin x, half the integral is 0.7651.
    expect(momentsOf(lines.get(15)).mean).toBeCloseTo(2.3987, 2);
    expect(momentsOf(lines.get(16)).mean).toBeCloseTo(0.7651, 2);
    // x · (1 + … + 500): of the 500 sums, the first has the mean of x, and the last has 250 500.
    const { count, lowest, highest } = lines.get(13)!;
    expect(count).toBe(500);
    expect(lowest).toBeCloseTo(2, 3);
    expect(highest).toBeCloseTo(250_500, -1);
    expect(momentsOf(lines.get(13)).mean).toBeCloseTo(250_500, -1);
    // The mean of x² is (27 − 1) / 6.
    expect(lines.get(6)!.count).toBe(1);
    if (core !== 'C0-S') expect(momentsOf(lines.get(6)).mean).toBeCloseTo(4.333, 2);
  },
);

test('values survive the collection of records, and a module without line information is rebuilt once', async () => {
  const module = await build(C, 'C', false);
  const often = await listLines(module, { core: 'C0-S+', collectAlways: true });
  const seldom = await listLines(module, { core: 'C0-S+' });
  expect([...often.values()]).toEqual([...seldom.values()]);
  expect(often.size).toBe(5);
});

test('C++ and Fortran programs have values by line, even on lines that only read a value', async () => {
  const cpp = `#include <iostream>
#include <uxhw.h>
struct Length { double metres; };
Length operator+(Length a, Length b) { return {a.metres + b.metres}; }
int main() {
  Length a{UxHwDoubleGaussDist(3, 0.3)}, b{UxHwDoubleGaussDist(4, 0.4)};
  Length c = a + b;
  std::cout << c.metres << "\\n";
}
`;
  const summed = await listLines(await build(cpp, 'C++'), { core: 'C0-S+' });
  expect(momentsOf(summed.get(4)).mean).toBeCloseTo(7, 2);
  // The deviation is √(0.3² + 0.4²).
  expect(momentsOf(summed.get(4)).deviation).toBeCloseTo(0.5, 1);
  expect(momentsOf(summed.get(6)).mean).toBeCloseTo(4, 2);
  const fortran = `program double
  use uxhw
  implicit none
  real(8) :: x, y
  read *, x
  y = 2 * x
  print *, y
end program
`;
  const stdin = (await listLines(await build(C, 'C'), { core: 'C0-S+' })).get(10)!.text;
  const read = await listLines(await build(fortran, 'Fortran'), { core: 'C0-S+', stdin });
  expect(momentsOf(read.get(5)).mean).toBeCloseTo(2, 3);
  expect(momentsOf(read.get(6)).mean).toBeCloseTo(4, 3);
});

test('a posterior belongs to the line of its call, not to the likelihood that it calls', async () => {
  const source = `#include <stdio.h>
#include <uxhw.h>
static double likely(double x) {
  return UxHwDoubleGaussDist(x, 0.5);
}
int main(void) {
  double prior = UxHwDoubleUniformDist(0, 4);
  double evidence = UxHwDoubleGaussDist(2, 0.1);
  double posterior = UxHwDoubleBayesLaplace(likely, prior, evidence);
  printf("%lf\\n", posterior);
}
`;
  const lines = await listLines(await build(source, 'C'), { core: 'C0-S+' });
  expect(momentsOf(lines.get(9)).mean).toBeCloseTo(2, 1);
  expect(lines.get(4)!.count).toBeGreaterThan(3);
});

test('decisions follow the particle without a message, and cores without distributions are rejected', async () => {
  const source = `#include <stdio.h>
#include <uxhw.h>
int main(void) {
  double x = UxHwDoubleUniformDist(0, 1), y = 0;
  if (x > 0.3) y = x + 1;
  printf("%lf\\n", y);
}
`;
  const module = await build(source, 'C');
  const { lines, stderr, decisions } = await library.run(module, { core: 'C0-Joint', lines: true });
  expect(lines!.lines.map(({ line }) => line)).toEqual([4, 5]);
  expect([stderr, decisions]).toEqual(['', undefined]);
  for (const options of [{ core: 'C0-Reference' }, { core: 'C0-Bypass' }, { core: 'C0-S', plain: true }])
    await expect(library.run(module, { ...options, lines: true })).rejects.toMatchObject({
      code: 'untracked-core',
    });
  await expect(library.open(module, { core: 'C0-S', lines: true })).rejects.toMatchObject({
    code: 'not-supported',
  });
});

// The loop hashes a value's bytes, so that the rewriter inserts code before the comparison and the trap.
const DECIDING = `#include <stdio.h>
#include <string.h>
#include <uxhw.h>

int main(int argc, char **argv) {
  double x = UxHwDoubleUniformDist(1, 3);
  unsigned char bytes[sizeof x];
  unsigned hash = 5;
  memcpy(bytes, &x, sizeof x);
  for (int i = 0; i < 8; i++) hash = hash * 33 + bytes[i];
  printf("%u\\n", hash);
  if (x > 2.5) puts("large");
  if (argc > 0) __builtin_trap();
  puts(argv[0]);
}
`;

test('decisions and traps in a run with values by line are reported on the lines of their own instructions', async () => {
  const module = await build(DECIDING, 'C');
  const [usual, listed] = await Promise.all(
    [false, true].map((lines) => library.run(module, { core: 'C0-S+', lines, decisions: 'particle' })),
  );
  const placesIn = ({ decisions }: RunResult) =>
    decisions?.decisions.map(({ kind, calls }) => [kind, calls[0]?.line]);
  expect(placesIn(listed!)).toContainEqual(['comparison', 12]);
  expect(placesIn(listed!)).toEqual(placesIn(usual!));
  expect(listed!.stderr).toMatch(/^haze: at .*:13:\d+$/m);
});

test('on C0-Joint, a line with a choice lists the value that combines all draws, and adjacent lines keep their own values', async () => {
  const source = `#include <stdio.h>
#include <uxhw.h>
int main(void) {
  double x = UxHwDoubleGaussDist(0, 1);
  double y = x > 0 ? x : 0;
  double z = 2 * y;
  printf("%lf\\n", z);
}
`;
  const { lines } = await library.run(await build(source, 'C'), { core: 'C0-Joint', lines: true });
  const found = lines!.lines.map((value) => [value.line, momentsOf(value)] as const);
  // The positive part of a standard normal: mean 1/√(2π), variance 1/2 − 1/(2π).
  const [mean, deviation] = [1 / Math.sqrt(2 * Math.PI), Math.sqrt(0.5 - 1 / (2 * Math.PI))];
  const wanted = [
    [4, 0, 1],
    [5, mean, deviation],
    [6, 2 * mean, 2 * deviation],
  ] as const;
  expect(found.map(([line]) => line)).toEqual(wanted.map(([line]) => line));
  for (const [i, [, ...moments]] of wanted.entries()) {
    expect(found[i]![1].mean).toBeCloseTo(moments[0], 2);
    expect(found[i]![1].deviation).toBeCloseTo(moments[1], 2);
  }
});

test('after a decision on which draws disagree, values state what fraction of draws is on their path', async () => {
  const source = `#include <stdio.h>
#include <uxhw.h>
int main(void) {
  double x = UxHwDoubleUniformDist(0, 1);
  double twice = x * 2;
  printf("%lf\\n", twice);
  if (x > 0.75) puts("high");
  double more = x + 1;
  printf("%lf\\n", more);
}
`;
  const lines = await listLines(await build(source, 'C'), { core: 'C0-Joint' });
  expect(lines.get(5)).not.toHaveProperty('share');
  expect(lines.get(8)!.share).toBeCloseTo(0.75, 3);
});
