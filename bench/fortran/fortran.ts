// Measures the costs of Fortran: translating 20 000 lines, and running programs of 1 000 lines from source to output.
// Also measures a matrix product compared with the equivalent C code, and the bytes that the front end adds to a page.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { type Measurement, measurement } from '../../scripts/measurement.ts';
import { findProjectRoot } from '../../scripts/project-root.ts';
import { compileFortran } from '../../src/fortran/compile-fortran.ts';
import { createHaze } from '../../src/node/library.ts';
import { moduleOf } from '../harness.ts';
import { measurePhases, totalOf } from './phases.ts';
import { arrayProgram, PROGRAM_KINDS } from './programs.ts';

const ROUNDS = 3;
const FORTRAN_PRODUCT = `program product
  implicit none
  integer, parameter :: n = 500
  real(8), allocatable :: a(:, :), b(:, :), c(:, :)
  real(8) :: t0, t1
  integer :: i, j, k
  allocate (a(n, n), b(n, n), c(n, n))
  do j = 1, n
    do i = 1, n
      a(i, j) = mod(i + j, 7)*0.25d0
      b(i, j) = mod(i*j, 5)*0.5d0
    end do
  end do
  call cpu_time(t0)
  c = 0
  do j = 1, n
    do k = 1, n
      do i = 1, n
        c(i, j) = c(i, j) + a(i, k)*b(k, j)
      end do
    end do
  end do
  call cpu_time(t1)
  print *, t1 - t0, c(1, 1)
  call cpu_time(t0)
  c = matmul(a, b)
  call cpu_time(t1)
  print *, t1 - t0, c(1, 1)
end program
`;

const C_PRODUCT = `#include <stdio.h>
#include <stdlib.h>
#include <time.h>
enum { N = 500 };
static double seconds(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec + 1e-9 * t.tv_nsec;
}
int main(void) {
  double *a = malloc(N * N * sizeof *a), *b = malloc(N * N * sizeof *b), *c = calloc(N * N, sizeof *c);
  for (int j = 0; j < N; j++) for (int i = 0; i < N; i++) {
    a[j * N + i] = (i + j + 2) % 7 * 0.25;
    b[j * N + i] = (i + 1) * (j + 1) % 5 * 0.5;
  }
  double start = seconds();
  for (int j = 0; j < N; j++) for (int k = 0; k < N; k++) for (int i = 0; i < N; i++) c[j * N + i] += a[k * N + i] * b[j * N + k];
  printf("%f %f\\n", seconds() - start, c[0]);
}
`;

/** Measures Fortran; requires a built runtime library. */
export async function run(): Promise<Measurement[]> {
  const text = arrayProgram(20_000);
  const translation = best(() => {
    const started = performance.now();
    if (!compileFortran([{ path: 'long.f90', text }]).ok)
      throw new Error('the long program does not compile');
    return performance.now() - started;
  });
  const product = await measureProducts();
  return [
    measurement('translation of 20 000 lines', translation, 'ms', 1500),
    ...(await measureWarm()),
    measurement('matrix product of 500³ beside C, loops', product.loops, '×', 2.2),
    measurement('matrix product of 500³ beside C, MATMUL', product.matmul, '×', 2.2),
    measurement('front end, compressed', compressedSize() / 1000, 'kB', 250),
  ];
}

function best(measure: () => number): number {
  return Math.min(...Array.from({ length: ROUNDS }, measure));
}

// Total time for each kind of program, and the time of each phase.
async function measureWarm(): Promise<Measurement[]> {
  const measured = await measurePhases(PROGRAM_KINDS);
  return [...measured].flatMap(([{ name }, phases]) => [
    measurement(`1 000 lines, ${name}: text to output, warm`, totalOf(phases), 'ms', 800),
    ...Object.entries(phases).map(([phase, value]) =>
      measurement(`1 000 lines, ${name}: ${phase}`, value, 'ms'),
    ),
  ]);
}

async function measureProducts(): Promise<{ loops: number; matmul: number }> {
  const haze = createHaze();
  const secondsOf = async (files: Record<string, string>): Promise<number[]> => {
    const built = await moduleOf(haze.build(files));
    const runs: number[][] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const { stdout } = await haze.run(built, { core: 'C0-Bypass' });
      runs.push(
        stdout
          .trim()
          .split('\n')
          .map((line) => Number(line.trim().split(/\s+/)[0])),
      );
    }
    return runs[0]!.map((_, i) => Math.min(...runs.map((seconds) => seconds[i]!)));
  };
  const [loops, matmul] = await secondsOf({ 'p.f90': FORTRAN_PRODUCT });
  const [c] = await secondsOf({ 'p.c': C_PRODUCT });
  return { loops: loops! / c!, matmul: matmul! / c! };
}

// Compressed size of the front end's built modules, before minification.
function compressedSize(): number {
  const folder = join(findProjectRoot(), 'dist/src/fortran');
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.js'),
  );
  return brotliCompressSync(names.map((name) => readFileSync(join(folder, name), 'utf8')).join('\n')).length;
}
