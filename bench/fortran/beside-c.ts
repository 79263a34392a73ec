// Complex arithmetic and calls through type-bound procedures, compared with the equivalent C code, both through the
// service. A single program, in Fortran and C, runs both alternately, so that other load on the machine affects both
// equally.

import { type Measurement, measurement, median } from '../../scripts/measurement.ts';
import { createHaze } from '../../src/node/library.ts';
import { moduleOf } from '../harness.ts';

const ROUNDS = 5;

const FORTRAN = `module shapes
  use iso_c_binding
  implicit none
  type, abstract :: shape
  contains
    procedure(area_of), deferred :: area
  end type
  abstract interface
    real(8) function area_of(self, scale)
      import :: shape
      class(shape), intent(in) :: self
      real(8), intent(in) :: scale
    end function
  end interface
  type, extends(shape) :: square
    real(8) :: side
  contains
    procedure :: area => square_area
  end type
  type, extends(shape) :: disc
    real(8) :: radius
  contains
    procedure :: area => disc_area
  end type
  type :: holder
    class(shape), allocatable :: item
  end type
contains
  real(8) function square_area(self, scale)
    class(square), intent(in) :: self
    real(8), intent(in) :: scale
    square_area = self%side*self%side*scale
  end function
  real(8) function disc_area(self, scale)
    class(disc), intent(in) :: self
    real(8), intent(in) :: scale
    disc_area = 3.25d0*self%radius*self%radius*scale
  end function
  real(8) function total_of(items, times)
    type(holder), intent(in) :: items(:)
    integer, intent(in) :: times
    integer :: i, k
    total_of = 0
    do k = 1, times
      do i = 1, size(items)
        total_of = total_of + items(i)%item%area(0.5d0)
      end do
    end do
  end function
  subroutine iterate(z, c, n, times)
    integer, intent(in) :: n, times
    complex(8), intent(inout) :: z(n)
    complex(8), intent(in) :: c(n)
    integer :: i, k
    do k = 1, times
      do i = 1, n
        z(i) = z(i)*z(i)*(0.25d0, 0.125d0) + c(i)*conjg(z(i)) - z(i)*(0.3d0, 0.1d0) + c(n - i + 1)
      end do
    end do
  end subroutine
end module

program beside
  use shapes
  implicit none
  interface
    subroutine c_iterate(z, c, n, times) bind(c)
      import :: c_double_complex, c_int
      integer(c_int), value :: n, times
      complex(c_double_complex), intent(inout) :: z(n)
      complex(c_double_complex), intent(in) :: c(n)
    end subroutine
    real(c_double) function c_total(times) bind(c)
      import :: c_int, c_double
      integer(c_int), value :: times
    end function
  end interface
  integer, parameter :: n = 512, turns = 7
  complex(8) :: z(n), w(n), c(n)
  type(holder) :: items(n)
  real(8) :: t(0:4), sum_f, sum_c
  integer :: i, turn
  do i = 1, n
    c(i) = cmplx(0.001d0*i, 0.3d0 - 0.0005d0*i, 8)
    if (mod(i, 3) == 0) then
      items(i)%item = disc(radius=0.01d0*i)
    else
      items(i)%item = square(side=0.02d0*i)
    end if
  end do
  do turn = 1, turns
    z = 0.1d0
    w = 0.1d0
    call cpu_time(t(0))
    call iterate(z, c, n, 600)
    call cpu_time(t(1))
    call c_iterate(w, c, n, 600)
    call cpu_time(t(2))
    sum_f = total_of(items, 4000)
    call cpu_time(t(3))
    sum_c = c_total(4000)
    call cpu_time(t(4))
    if (.not. maxval(abs(z - w)) < 1d-9 .or. any(z == 0) .or. abs(sum_f - sum_c) > 1d-6*sum_c) error stop 'different values'
    print *, t(1) - t(0), t(2) - t(1), t(3) - t(2), t(4) - t(3)
  end do
end program
`;

const C = `#include <complex.h>
#include <stdlib.h>

typedef struct shape shape;
typedef struct { double (*area)(const shape *, const double *); } table;
struct shape { const table *table; double size; };

static double square_area(const shape *s, const double *scale) { return s->size * s->size * *scale; }
static double disc_area(const shape *s, const double *scale) { return 3.25 * s->size * s->size * *scale; }
static const table squares = {square_area}, discs = {disc_area};

double c_total(int times) {
  enum { N = 512 };
  static shape *items[N];
  if (!items[0]) for (int i = 0; i < N; i++) {
    items[i] = malloc(sizeof(shape));
    *items[i] = (i + 1) % 3 == 0 ? (shape){&discs, 0.01 * (i + 1)} : (shape){&squares, 0.02 * (i + 1)};
  }
  double total = 0, scale = 0.5;
  for (int k = 0; k < times; k++) for (int i = 0; i < N; i++) total += items[i]->table->area(items[i], &scale);
  return total;
}

void c_iterate(double complex *z, const double complex *c, int n, int times) {
  for (int k = 0; k < times; k++)
    for (int i = 0; i < n; i++) z[i] = z[i] * z[i] * CMPLX(0.25, 0.125) + c[i] * conj(z[i]) - z[i] * CMPLX(0.3, 0.1) + c[n - 1 - i];
}
`;

/** Measures both languages; requires a built runtime library. */
export async function run(): Promise<Measurement[]> {
  const haze = createHaze();
  const built = await moduleOf(
    haze.build(
      { 'beside.f90': FORTRAN, 'same.c': C },
      { configMk: 'SOURCES = beside.f90 same.c\nFFLAGS = -O2\nCFLAGS = -O2\n' },
    ),
  );
  const turns: number[][] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const { stdout, stderr } = await haze.run(built, { core: 'C0-Bypass' });
    const rows = stdout
      .trim()
      .split('\n')
      .map((line) => line.trim().split(/\s+/).map(Number));
    if (rows.length < 2 || rows.some((row) => row.length !== 4)) throw new Error(stdout + stderr);
    // The first turn runs code that has not been optimised yet.
    turns.push(...rows.slice(1));
  }
  const ratio = (a: number, b: number): number => median(turns.map((row) => row[a]! / row[b]!));
  return [
    measurement('complex arithmetic beside C', ratio(0, 1), '×', 1.3),
    measurement('polymorphic calls beside C', ratio(2, 3), '×', 1.3),
  ];
}
