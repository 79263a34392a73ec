// What Fortran costs: translating 20 000 lines, a program of 1 000 lines from its text to its output, a matrix product
// beside the same in C, and what the front end adds to a page.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { findProjectRoot } from '../../scripts/project-root.ts';
import { createHaze } from '../../src/node/library.ts';
import { compileFortran } from '../../src/toolchain/fortran/compile-fortran.ts';

interface Measurement {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  readonly goal?: number;
}

const ROUNDS = 3;
const LINES_OF_A_ROUTINE = 20;

// A routine of twenty lines with what programs are made of: declarations, loops, branches, arrays, formatted output.
const routine = (n: number): string => `subroutine work${n}(a, n, total)
  implicit none
  integer, intent(in) :: n
  real(8), intent(inout) :: a(n, n), total
  integer :: i, j
  real(8) :: s
  character(len=20) :: text
  s = 0
  do j = 1, n
    do i = 1, n
      if (i == j) then
        a(i, j) = a(i, j) + ${n}.5d0 * sin(real(i, 8))
      else if (mod(i + j, 3) == 0) then
        a(i, j) = a(j, i) / (1 + abs(a(i, j)))
      end if
      s = s + a(i, j)**2
    end do; end do
  write (text, '(i6, f10.3)') n, s
  total = total + s + len_trim(text) + sum(a(:, 1)) + maxval(a)
end subroutine
`;

function programOf(lines: number): string {
  const count = Math.floor(lines / LINES_OF_A_ROUTINE) - 1;
  const numbers = Array.from({ length: count }, (_, i) => i + 1);
  const calls = numbers.map((i) => `call work${i}(a, 3, total)\n`).join('');
  return `real(8) :: a(3, 3) = 1, total = 0\n${calls}print '(es12.4)', total\nend\n${numbers.map(routine).join('')}`;
}

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

/** Measures Fortran; the runtime library must have been built. */
export async function run(): Promise<Measurement[]> {
  const text = programOf(20_000);
  const translation = best(() => {
    const started = performance.now();
    if (!compileFortran([{ path: 'long.f90', text }]).ok)
      throw new Error('the long program does not compile');
    return performance.now() - started;
  });
  const product = await measureProducts();
  return [
    { name: 'translation of 20 000 lines', value: translation, unit: 'ms', goal: 1500 },
    { name: '1 000 lines from text to output, warm', value: await measureWarm(), unit: 'ms', goal: 1000 },
    { name: 'matrix product of 500³ beside C, loops', value: product.loops, unit: '×', goal: 2.2 },
    { name: 'matrix product of 500³ beside C, MATMUL', value: product.matmul, unit: '×', goal: 2.2 },
    { name: 'front end, compressed', value: compressedSize() / 1000, unit: 'kB', goal: 250 },
  ];
}

function best(measure: () => number): number {
  return Math.min(...Array.from({ length: ROUNDS }, measure));
}

// Every round is another text, so that no object comes from a cache.
async function measureWarm(): Promise<number> {
  const haze = createHaze();
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round <= ROUNDS; round++) {
    const started = performance.now();
    const built = await haze.build({
      'p.f90': `${programOf(1000)}! round ${round}\n`.replace('= 1,', `= ${round + 1},`),
    });
    if (!built.ok) throw new Error(built.log);
    await haze.run(built.module, { core: 'C0-S' });
    if (round > 0) least = Math.min(least, performance.now() - started);
  }
  return least;
}

async function measureProducts(): Promise<{ loops: number; matmul: number }> {
  const haze = createHaze();
  const secondsOf = async (files: Record<string, string>): Promise<number[]> => {
    const built = await haze.build(files);
    if (!built.ok) throw new Error(built.log);
    const runs: number[][] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const { stdout } = await haze.run(built.module, { core: 'C0-Bypass' });
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

// The modules of the front end as they are built, not yet minified.
function compressedSize(): number {
  const folder = join(findProjectRoot(), 'dist/src/toolchain/fortran');
  const names = readdirSync(folder).filter((name) => name.endsWith('.js'));
  return brotliCompressSync(names.map((name) => readFileSync(join(folder, name), 'utf8')).join('\n')).length;
}
