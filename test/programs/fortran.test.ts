// Fortran programs through the library and the command: the front end, the Fortran run-time library and the core.
// Numbers have the layouts of gfortran 12, recorded in test/fortran; the Ux text of values is removed.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { openHaze, stripUx } from './build-and-run.ts';

const COMMAND = fileURLToPath(new URL('../../dist/src/packed/haze.js', import.meta.url));
const RECORDED = fileURLToPath(new URL('../fortran/', import.meta.url));
const haze = openHaze();
const run = (source: string, core = 'C0-XS') => haze.runSource(source, { core, language: 'Fortran' });

const NUMBERS = `program numbers
  implicit none
  real(8) :: x = 2.0d0
  real :: s = 1.5
  print *, x, s, 7
  print '(a,f10.4,es14.5)', 'v', x * x, x * x
end program
`;
const NUMBERS_OUTPUT = '   2.0000000000000000        1.50000000               7\nv    4.0000   4.00000E+00\n';

describe('printed numbers', () => {
  test.each(['C0-Bypass', 'C0-XS'])(
    'printed numbers have the same layout as with gfortran on %s',
    async (core) => {
      const { stdout, stderr, exitStatus } = await run(NUMBERS, core);
      expect([stripUx(stdout), stderr, exitStatus]).toEqual([NUMBERS_OUTPUT, '', 0]);
    },
  );

  test('printed numbers carry Ux text on tracking cores, but not on Bypass', async () => {
    expect((await run(NUMBERS)).stdout.match(/Ux[0-9A-F]+/g)).toHaveLength(4);
    expect((await run(NUMBERS, 'C0-Bypass')).stdout).not.toContain('Ux');
  });

  test('printed numbers can be read back with their distributions, both list-directed and in columns', async () => {
    const { stdout } = await run(`program again
  use uxhw
  implicit none
  real(8) :: x, y
  integer :: i, j
  x = ux_uniform(1.0d0, 3.0d0)
  open (10, status='scratch')
  write (10, *) x, 7
  write (10, '(i3,f8.3,i1)') 5, x, 9
  rewind 10
  read (10, *) y, i
  print *, ux_nth_moment(x, 2) == ux_nth_moment(y, 2), ux_particle(y) == 2, ux_support_max(y) > 2.5d0, i
  read (10, '(i3,f8.3,i1)') i, y, j
  print *, ux_nth_moment(x, 2) == ux_nth_moment(y, 2), ux_particle(y) == 2, i, j
end program
`);
    expect(stdout).toBe(' T T T           7\n T T           5           9\n');
  });

  test('printed numbers leave fixed-length records unchanged', async () => {
    const { stdout } = await run(`program fixed
  use uxhw
  character(len=8) :: line
  write (line, '(f8.3)') ux_uniform(1.0d0, 3.0d0)
  print '(3a)', '[', line, ']'
end program
`);
    expect(stdout).toBe('[   2.000]\n');
  });
});

// Programs that run on a core that prints Ux text: formats, columns that move backwards, and files that are read back.
const PRINTING = /^(f77\/(1[0-3]|whole)|io\/|intrinsics\/)[^/]*\.(f|f90)$/;

describe('recorded programs print the same output as gfortran', () => {
  const paths = (readdirSync(RECORDED, { recursive: true }) as string[])
    .filter((path) => PRINTING.test(path))
    .sort();
  test.each(paths)('%s', async (path) => {
    const stem = join(RECORDED, path).replace(/\.\w+$/, '');
    const sources = { [basename(path)]: readFileSync(join(RECORDED, path), 'utf8') };
    // Fixed-form expectations are recorded with -std=legacy, but a program's first line may specify its own flags.
    const own = /^[!cC*] flags: (.*)/.exec(sources[basename(path)]!)?.[1] ?? '';
    const configMk = `FFLAGS = ${path.endsWith('.f') ? '-std=legacy' : ''} ${own}\n`;
    const built = await haze.build(sources, { configMk });
    if (!built.ok) throw new Error(built.log);
    const stdin = existsSync(`${stem}.in`) ? readFileSync(`${stem}.in`) : '';
    const { stdout } = await haze.run(built.module, { core: 'C0-XS', stdin });
    expect(stripUx(stdout)).toBe(readFileSync(`${stem}.out`, 'utf8'));
  });
});

describe('the uxhw module', () => {
  test('the uxhw module has generic names in both precisions, and the names of the C API', async () => {
    const { stdout } = await run(`program api
  use uxhw
  implicit none
  real(8) :: x
  real :: s
  x = UxHwDoubleUniformDist(0.0d0, 12.0d0)
  s = ux_uniform(0.0, 12.0)
  ! A uniform distribution of width 12 has the variance 12²/12.
  print '(a,4l2)', 'ok', abs(ux_nth_moment(x, 2) - 12) < 0.2d0, abs(ux_nth_moment(s, 2) - 12) < 0.2, &
    ux_particle(x + x) == 12, ux_particle(s) == 6
end program
`);
    expect(stdout).toBe('ok T T T T\n');
  });
});

test('the uxhw module keeps its kinds under flags that set default kinds', async () => {
  const source = `program kinds
  use uxhw
  real :: x
  double precision :: d
  x = ux_gauss(5.0, 0.5)
  d = ux_uniform(0d0, 1d0)
  print '(2(i0,1x),3f6.2)', kind(x), kind(d), ux_nth_moment(x, 2), ux_quantile(d, 0.5), ux_particle(x)
end program
`;
  for (const [flags, expected] of [
    ['-fdefault-real-8 -fdefault-double-8 -fdefault-integer-8', '8 8   0.25  0.50  5.00\n'],
    ['-freal-8-real-4', '4 4   0.25  0.50  5.00\n'],
  ]) {
    const built = await haze.build({ 'k.f90': source }, { configMk: `FFLAGS = ${flags}\n` });
    if (!built.ok) throw new Error(built.log);
    expect(stripUx((await haze.run(built.module)).stdout)).toBe(expected);
  }
});

describe('other procedures in the uxhw module', () => {
  test('procedures in the uxhw module create values from weighted samples and rows of numbers, and draw samples', async () => {
    const { stdout } = await run(`program aggregates
  use uxhw
  implicit none
  real(8) :: x, pair(2), rows(2, 4), drawn(200)
  real :: s
  type(WeightedDoubleSample) :: weighted(2)
  ! Mean (1·1 + 3·3)/4 = 2.5, variance 0.25·0.75·(3 − 1)² = 0.75.
  x = ux_from_weighted_samples([1d0, 3d0], [1d0, 3d0])
  print *, abs(ux_nth_moment(x, 1) - 2.5d0) < 1d-9, abs(ux_nth_moment(x, 2) - 0.75d0) < 1d-9
  s = ux_from_weighted_samples([1.0, 3.0], [1.0, 1.0])
  print *, abs(ux_nth_moment(s, 1) - 2) < 1e-5
  weighted = [WeightedDoubleSample(1d0, 0.5d0), WeightedDoubleSample(5d0, 0.5d0)]
  print *, abs(ux_nth_moment(UxHwDoubleDistFromWeightedSamples(weighted, 2, 0), 1) - 3) < 1d-9
  rows = reshape([1d0, 10d0, 2d0, 20d0, 3d0, 30d0, 4d0, 40d0], [2, 4])
  pair = ux_from_multidimensional_samples(rows)
  print *, abs(ux_nth_moment(pair(1), 1) - 2.5d0) < 1d-9, abs(ux_nth_moment(pair(2), 1) - 25) < 1d-9
  call ux_sample_batch(ux_uniform(2d0, 4d0), drawn)
  print *, all(drawn >= 2 .and. drawn <= 4), maxval(drawn) - minval(drawn) > 1
end program
`);
    expect(stdout).toBe(' T T\n T\n T\n T T\n T T\n');
  });

  test('procedures in the uxhw module infer with a function from the program, and convert distributions to bytes and back', async () => {
    const { stdout, stderr } = await run(`module model
  use uxhw
  implicit none
  real(8) :: noise = 1
contains
  function reading(hypothesis) result(evidence)
    real(8), intent(in) :: hypothesis
    real(8) :: evidence
    evidence = ux_gauss(hypothesis, noise)
  end function
end module
program inference
  use model
  implicit none
  real(8) :: prior, posterior, back
  integer(1), allocatable :: bytes(:)
  prior = ux_gauss(0d0, 1d0)
  ! Normal prior and likelihood of variance 1: the posterior has the mean 2/2 and the variance 1/2.
  posterior = ux_bayes_laplace(reading, prior, 2d0)
  print *, abs(ux_nth_moment(posterior, 1) - 1) < 0.1d0, abs(ux_nth_moment(posterior, 2) - 0.5d0) < 0.1d0
  bytes = ux_to_bytes(posterior)
  back = ux_double_from_bytes(bytes)
  print *, size(bytes) > 16, ux_nth_moment(back, 2) == ux_nth_moment(posterior, 2), ux_particle(back) == ux_particle(posterior)
end program
`);
    expect([stdout, stderr]).toEqual([' T T\n T T T\n', '']);
  });
});

test('Fortran programs can use functions evaluated draw by draw, joint copies, and the smallest draw', async () => {
  const { stdout } = await run(
    `module model
  use uxhw
  implicit none
contains
  subroutine clamp(input, output)
    real(8), intent(in) :: input(:)
    real(8), intent(inout) :: output(:)
    output(2) = input(2)
    if (input(1) > 0) then
      output(1) = input(1)
    else
      output(1) = 0
    end if
  end subroutine
  subroutine walk(path, index)
    real(8), intent(inout) :: path(:, :)
    integer, intent(in) :: index
    path(1, index) = ux_gauss(0d0, 1d0)
    if (index > 1) path(1, index) = path(1, index) + path(1, index - 1)
  end subroutine
  function grow(path, index) result(is_last)
    real(4), intent(inout) :: path(:, :)
    integer, intent(in) :: index
    logical :: is_last
    path(1, index) = 2.0**index
    is_last = path(1, index) >= 8
  end function
end module
program draws
  use model
  implicit none
  real(8) :: x(2), y(2), path(1, 4), copies(2), at(2), least
  real(4) :: state(1)
  x = [ux_gauss(0d0, 1d0), ux_uniform(1d0, 3d0)]
  y = 0
  call ux_propagate_function(clamp, x, y)
  print *, abs(ux_nth_moment(y(1), 1) - 0.3989d0) < 0.01d0, ux_nth_moment(y(2) - x(2), 2) < 1d-9
  path = 0
  call ux_generate_path(walk, path)
  print *, abs(ux_nth_moment(path(1, 4), 2) - 4) < 0.2d0, abs(ux_nth_moment(path(1, 1), 2) - 1) < 0.05d0
  call ux_generate_converging_path(grow, 9, state)
  print *, abs(state(1) - 8) < 1e-6
  copies = ux_independent_joint_copies([x(1), x(1) + 1])
  print *, ux_nth_moment(copies(2) - copies(1), 2) < 1d-9, abs(ux_nth_moment(copies(1) - x(1), 2) - 2) < 0.2d0
  least = ux_argmin((x(2) - 2)**2 + 1, x, at)
  print *, abs(least - 1) < 1d-3, abs(at(2) - 2) < 0.05d0
end program
`,
    'C0-S+',
  );
  expect(stdout).toBe(' T T\n T T\n T\n T T\n T T\n');
});

describe('builds', () => {
  test('an error includes its location, and the log shows the source line with a caret', async () => {
    const built = await haze.build({ 'src/bad.f90': 'program bad\n  implicit none\n  i = 1\nend program\n' });
    expect(built.ok).toBe(false);
    expect(built.diagnostics).toMatchObject([{ file: 'src/bad.f90', line: 3, column: 3, severity: 'error' }]);
    expect(built.log).toMatch(/^src\/bad\.f90:3:3: error: .*\n +3 \| {3}i = 1\n +\| {3}\^$/m);
    expect(built.commands).toEqual(['haze-fortran -O2 -Wall -c src/bad.f90 -o src/bad.o']);
  });

  test('all sources form one program, in any order, and includes and definitions apply to all of them', async () => {
    const built = await haze.build(
      {
        'a.F90': "program a\n  use b\n  include 'n.inc'\n  print *, twice(n) + OFFSET\nend program\n",
        'b.f90':
          'module b\ncontains\n  integer function twice(i)\n    integer, intent(in) :: i\n    twice = 2 * i\n  end function\nend module\n',
        'n.inc': 'integer, parameter :: n = 20\n',
      },
      { configMk: 'FFLAGS = -DOFFSET=2 -fno-such-thing\n' },
    );
    expect(built.log).toContain('warning: -fno-such-thing is ignored');
    if (!built.ok) throw new Error(built.log);
    expect((await haze.run(built.module)).stdout).toBe('          42\n');
  });

  test('-fcheck=bounds stops a program at an out-of-bounds subscript', async () => {
    const source = 'program c\n  integer :: a(3), i\n  i = 4\n  a(i) = 1\n  print *, a(1:0)\nend program\n';
    const built = await haze.build({ 'c.f90': source }, { configMk: 'FFLAGS = -fcheck=bounds\n' });
    if (!built.ok) throw new Error(built.log);
    const { exitStatus, stderr } = await haze.run(built.module);
    expect(exitStatus).toBe(2);
    expect(stderr).toContain('above upper bound of 3');
  });

  test('a flag that would change the meaning of the program is rejected', async () => {
    const built = await haze.build({ 'c.f90': 'end\n' }, { configMk: 'FFLAGS = -finteger-4-integer-8\n' });
    expect(built.ok).toBe(false);
    expect(built.log).toContain('-finteger-4-integer-8');
  });

  test('Fortran and C can call each other', async () => {
    const built = await haze.build({
      'main.f90':
        'program m\n  interface\n    real(8) function half(x) bind(c)\n      real(8), value :: x\n    end function\n  end interface\n  print *, half(3.0d0) == 1.5d0\nend program\n',
      'half.c': 'double half(double x) { return x / 2; }\n',
    });
    if (!built.ok) throw new Error(built.log);
    expect((await haze.run(built.module)).stdout).toBe(' T\n');
  });

  test('module variables have their initial values even under a main program in C', async () => {
    const built = await haze.build({
      'shared.f90':
        "module shared\n  use iso_c_binding\n  integer(c_int), bind(c, name='count') :: n = 2\n  type, private :: pair\n    integer :: a = 3, b = 4\n  end type\n  type(pair), private :: p\ncontains\n  subroutine show() bind(c)\n    print *, n, p%a + p%b\n  end subroutine\nend module\n",
      'main.c':
        '#include <stdio.h>\nextern int count;\nvoid show(void);\nint main(void) { printf("%d\\n", count); fflush(stdout); count = 5; show(); }\n',
    });
    if (!built.ok) throw new Error(built.log);
    expect((await haze.run(built.module)).stdout).toBe('2\n           5           7\n');
  });
});

test('haze run builds and runs a .f90 file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'haze-fortran-'));
  writeFileSync(join(folder, 'x.f90'), NUMBERS);
  const words = [COMMAND, 'run', 'x.f90', '--core', 'C0-Bypass'];
  const { stdout, status } = spawnSync(process.execPath, words, { cwd: folder, encoding: 'utf8' });
  expect([stdout, status]).toEqual([NUMBERS_OUTPUT, 0]);
});
