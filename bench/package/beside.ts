// Compares the time to the first result, and the running time, with those of alternatives that do the same work in the
// same run. For uncertainty, these are a Monte Carlo loop in C with gcc, and Debian's python3-uncertainties, which is
// only first-order. For exact programs, they are gcc and gfortran, and plain WebAssembly. Missing tools are skipped.

import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Measurement, measurement, median } from '../../scripts/measurement.ts';
import { findProjectRoot } from '../../scripts/project-root.ts';
import { inFolder } from '../harness.ts';

const ROUNDS = 5;

const LIFT = `#include <math.h>
#include <stdio.h>
#include <uxhw.h>
int main(void) {
  double density = UxHwDoubleGaussDist(1.225, 0.02), speed = UxHwDoubleUniformDist(28, 30);
  double area = UxHwDoubleGaussDist(1.6, 0.01), angle = UxHwDoubleGaussDist(0.14, 0.01);
  printf("%lf\\n", 0.5 * density * speed * speed * area * 2 * acos(-1) * sin(angle));
}
`;

const MONTE_CARLO = `#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
static uint64_t state = 1;
static double uniform(void) {
  state ^= state << 13, state ^= state >> 7, state ^= state << 17;
  return (double)(state >> 11) * 0x1p-53 + 0x1p-54;
}
static double gauss(double mean, double deviation) {
  return mean + deviation * sqrt(-2 * log(uniform())) * cos(2 * acos(-1) * uniform());
}
static int ascending(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}
enum { RUNS = 100000 };
static double lift[RUNS];
int main(void) {
  double sum = 0, squares = 0;
  for (int i = 0; i < RUNS; i++) {
    double density = gauss(1.225, 0.02), speed = 28 + 2 * uniform(), area = gauss(1.6, 0.01), angle = gauss(0.14, 0.01);
    lift[i] = 0.5 * density * speed * speed * area * 2 * acos(-1) * sin(angle);
    sum += lift[i], squares += lift[i] * lift[i];
  }
  qsort(lift, RUNS, sizeof *lift, ascending);
  double mean = sum / RUNS;
  printf("%f %f %f %f\\n", mean, sqrt(squares / RUNS - mean * mean), lift[RUNS / 20], lift[RUNS - RUNS / 20]);
}
`;

const FIRST_ORDER = `from math import pi
from uncertainties import ufloat
from uncertainties.umath import sin
density, speed, area, angle = ufloat(1.225, 0.02), ufloat(29, 3**-0.5), ufloat(1.6, 0.01), ufloat(0.14, 0.01)
print(0.5 * density * speed**2 * area * 2 * pi * sin(angle))
`;

const PRODUCT_IN_C = `#include <stdio.h>
enum { N = 600 };
static double a[N][N], b[N][N], c[N][N];
int main(void) {
  for (int i = 0; i < N; i++) for (int j = 0; j < N; j++) a[i][j] = (i + j) % 7 * 0.25, b[i][j] = i * j % 5 * 0.5;
  for (int i = 0; i < N; i++) for (int k = 0; k < N; k++) for (int j = 0; j < N; j++) c[i][j] += a[i][k] * b[k][j];
  printf("%f\\n", c[N - 1][N - 2]);
}
`;

const PRODUCT_IN_FORTRAN = `program product
  implicit none
  integer, parameter :: n = 600
  real(8) :: a(n, n), b(n, n), c(n, n)
  integer :: i, j, k
  forall (i = 1:n, j = 1:n) a(i, j) = mod(i + j, 7)*0.25d0
  forall (i = 1:n, j = 1:n) b(i, j) = mod(i*j, 5)*0.5d0
  c = 0
  do j = 1, n
    do k = 1, n
      do i = 1, n
        c(i, j) = c(i, j) + a(i, k)*b(k, j)
      end do
    end do
  end do
  print '(f20.6)', c(n, n - 1)
end program
`;

const haze = join(findProjectRoot(), 'dist/src/packed/haze.js');

export function run(): Promise<Measurement[]> {
  return inFolder(async (folder) => [...besideUncertainty(folder), ...besideCompilers(folder)]);
}

function besideUncertainty(folder: string): Measurement[] {
  const lift = write(folder, 'lift.c', LIFT);
  const python = write(folder, 'lift.py', FIRST_ORDER);
  const hasPackage = spawnSync('/usr/bin/python3', ['-c', 'import uncertainties']).status === 0;
  return [
    time('uncertain C: haze run, not built before, to its distribution', [
      [process.execPath, haze, 'run', lift, '--core', 'C0-Joint', '--no-cache'],
    ]),
    ...unchanged('uncertain C', folder, lift, ['--core', 'C0-Joint']),
    ...natively('Monte Carlo in C, 100 000 runs', 'gcc', write(folder, 'sampled.c', MONTE_CARLO)),
    ...(hasPackage
      ? [time('python3-uncertainties, mean and deviation to first order', [['/usr/bin/python3', python]])]
      : []),
  ];
}

function besideCompilers(folder: string): Measurement[] {
  const c = write(folder, 'product.c', PRODUCT_IN_C);
  const fortran = write(folder, 'product.f90', PRODUCT_IN_FORTRAN);
  return [
    ...inHaze('exact C, 600³ product', folder, c),
    ...natively('exact C, 600³ product', 'gcc', c),
    ...natively('exact C, 600³ product', 'clang', c),
    ...inHaze('exact Fortran, 600³ product', folder, fortran),
    ...natively('exact Fortran, 600³ product', 'gfortran', fortran),
  ];
}

function write(folder: string, name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

function inHaze(what: string, folder: string, path: string): Measurement[] {
  const fresh = (label: string, ...more: string[]) =>
    time(`${what}: ${label}, not built before`, [
      [process.execPath, haze, 'run', path, '--no-cache', ...more],
    ]);
  return [fresh('haze run'), fresh('plain WebAssembly', '--plain'), ...unchanged(what, folder, path, [])];
}

/** Runs a program that was built earlier and has not changed. */
function unchanged(what: string, folder: string, path: string, options: readonly string[]): Measurement[] {
  const env = { ...process.env, HAZE_CACHE_DIR: join(folder, 'cache') };
  const words = [process.execPath, haze, 'run', path, ...options];
  execute(words, env);
  return [time(`${what}: haze run, unchanged`, [words], env)];
}

/** Times a build and run with one of this machine's compilers, and the run alone. */
function natively(what: string, compiler: string, path: string): Measurement[] {
  if (spawnSync(compiler, ['--version']).status !== 0) return [];
  const program = `${path}.${compiler}`;
  const build = [compiler, '-O2', path, '-o', program, '-lm'];
  return [
    time(`${what}: ${compiler} -O2, to its first result`, [build, [program]]),
    time(`${what}: ${compiler} -O2, its run`, [[program]]),
  ];
}

function execute([command = '', ...words]: readonly string[], env = process.env): void {
  const { status, stdout, stderr } = spawnSync(command, words, { env, encoding: 'utf8' });
  if (status !== 0 || (!stdout && !words.includes('-o')))
    throw new Error(`${command} ${words.join(' ')} ended with ${status}: ${stderr}`);
}

function time(name: string, commands: readonly (readonly string[])[], env = process.env): Measurement {
  const times = Array.from({ length: ROUNDS }, () => {
    const startedMs = performance.now();
    for (const words of commands) execute(words, env);
    return performance.now() - startedMs;
  });
  return measurement(name, median(times), 'ms');
}
