// BIND(C) procedures that pass ISO_Fortran_binding.h descriptors between Fortran and C, in both directions, built as a
// project of two files. Expected values were computed by hand.
import { expect, test } from 'vitest';
import { openHaze } from './build-and-run.ts';

const haze = openHaze();

async function output(files: Record<string, string>, core = 'C0-Bypass'): Promise<string> {
  const built = await haze.build(files);
  if (!built.ok) throw new Error(built.log);
  const { stdout, stderr, exitStatus } = await haze.run(built.module, { core });
  expect([stderr, exitStatus]).toEqual(['', 0]);
  return stdout;
}

test('C reads and writes sections of assumed-shape arrays with indices from 0, and arrays of any rank', async () => {
  const main = `program main
  use iso_c_binding
  implicit none
  interface
    subroutine twice(a) bind(c)
      import c_int
      integer(c_int), intent(inout) :: a(:, :)
    end subroutine
    integer(c_int) function rank_of(a) bind(c)
      import c_int
      type(*), intent(in) :: a(..)
    end function
  end interface
  integer(c_int) :: m(4, 6)
  m = 1
  call twice(m(2:4:2, 6:1:-3))
  print '(4i2)', m
  print *, rank_of(m), rank_of(m(1, 1)), rank_of(1.5d0), rank_of(m(:, 2))
end program
`;
  const c = `#include <ISO_Fortran_binding.h>
void twice(CFI_cdesc_t *a) {
  CFI_index_t at[2];
  if (a->rank != 2 || a->type != CFI_type_int || a->attribute != CFI_attribute_other || a->version != CFI_VERSION) return;
  for (at[0] = a->dim[0].lower_bound; at[0] < a->dim[0].extent; at[0]++)
    for (at[1] = a->dim[1].lower_bound; at[1] < a->dim[1].extent; at[1]++) *(int *)CFI_address(a, at) += (int)(1 + at[0] + 2 * at[1]);
}
int rank_of(CFI_cdesc_t *a) { return 100 * (a->type == CFI_type_double) + 10 * a->rank + CFI_is_contiguous(a); }
`;
  expect(await output({ 'main.f90': main, 'c.c': c })).toBe(
    [
      ' 1 1 1 1',
      ' 1 1 1 1',
      ' 1 4 1 5',
      ' 1 1 1 1',
      ' 1 1 1 1',
      ' 1 2 1 3',
      '          21           1         101          11',
      '',
    ].join('\n'),
  );
});

test('C sees REAL(16) as _Float128, by its address and in a descriptor', async () => {
  const main = `program main
  use iso_c_binding
  implicit none
  interface
    subroutine halve(a, x) bind(c)
      import c_float128
      real(c_float128), intent(inout) :: a(:), x
    end subroutine
    integer(c_int) function is_quadruple(a) bind(c)
      import c_int
      type(*), intent(in) :: a(..)
    end function
  end interface
  real(c_float128) :: a(3) = [1, 3, 5], x = 7
  call halve(a(1:3:2), x)
  print '(4f5.1)', a, x
  print *, is_quadruple(x), is_quadruple(cmplx(x, x, c_float128)), is_quadruple(1d0)
end program
`;
  const c = `#include <ISO_Fortran_binding.h>
void halve(CFI_cdesc_t *a, _Float128 *x) {
  CFI_index_t at = 0;
  for (; at < a->dim[0].extent; at++) *(_Float128 *)CFI_address(a, &at) /= 2;
  *x *= 0.5q;
}
int is_quadruple(CFI_cdesc_t *a) {
  if (a->elem_len == sizeof(_Float128)) return a->type == CFI_type_float128;
  return a->elem_len == sizeof(_Complex _Float128) && a->type == CFI_type_float128_Complex ? 2 : 0;
}
`;
  expect(await output({ 'main.f90': main, 'c.c': c })).toBe(
    '  0.5  3.0  2.5  3.5\n           1           2           0\n',
  );
});

test('C allocates memory that Fortran frees, frees Fortran memory, and sets pointers', async () => {
  const main = `program main
  use iso_c_binding
  implicit none
  interface
    subroutine make(a, n) bind(c)
      import
      real(c_double), allocatable, intent(out) :: a(:)
      integer(c_int), value :: n
    end subroutine
    subroutine drop(a, s) bind(c)
      import
      real(c_double), allocatable :: a(:)
      integer(c_int), allocatable :: s
    end subroutine
    subroutine aim(p, t) bind(c)
      import
      real(c_double), pointer :: p(:)
      real(c_double), target :: t(:)
    end subroutine
    subroutine greet(text, length) bind(c)
      import
      character(:, c_char), allocatable :: text
      integer(c_int), value :: length
    end subroutine
  end interface
  real(c_double), allocatable :: a(:)
  real(c_double), pointer :: p(:)
  real(c_double), target :: t(6) = [1, 2, 3, 4, 5, 6]
  integer(c_int), allocatable :: s
  character(:, c_char), allocatable :: text
  allocate (a(2))
  call make(a, 4)
  print '(2i3, 4f5.1)', lbound(a), ubound(a), a
  allocate (s, source=7)
  call drop(a, s)
  print *, allocated(a), allocated(s)
  call aim(p, t(2:6:2))
  print '(2i3, 3f5.1)', lbound(p), ubound(p), p
  p = -1
  print '(6f5.1)', t
  call greet(text, 5)
  print '(a, i2)', text, len(text)
end program
`;
  const c = `#include <ISO_Fortran_binding.h>
#include <string.h>
void make(CFI_cdesc_t *a, int n) {
  CFI_index_t low = -1, high = n - 2;
  if (a->base_addr || CFI_allocate(a, &low, &high, 0) != CFI_SUCCESS) return;
  for (int i = 0; i < n; i++) ((double *)a->base_addr)[i] = i + 0.5;
}
void drop(CFI_cdesc_t *a, CFI_cdesc_t *s) {
  if (s->rank == 0 && *(int *)s->base_addr == 7) CFI_deallocate(a), CFI_deallocate(s);
}
void aim(CFI_cdesc_t *p, CFI_cdesc_t *t) {
  CFI_index_t low = 4;
  CFI_setpointer(p, t, &low);
}
void greet(CFI_cdesc_t *text, int length) {
  if (CFI_allocate(text, 0, 0, length) == CFI_SUCCESS) memcpy(text->base_addr, "hello", 5);
}
`;
  expect(await output({ 'main.f90': main, 'c.c': c })).toBe(
    [
      ' -1  2  0.5  1.5  2.5  3.5',
      ' F F',
      '  4  6  2.0  4.0  6.0',
      '  1.0 -1.0  3.0 -1.0  5.0 -1.0',
      'hello 5',
      '',
    ].join('\n'),
  );
});

test('Fortran procedures accept descriptors created by C, for sections and for components', async () => {
  const fortran = `module served
  use iso_c_binding
  implicit none
contains
  real(c_double) function total(a) bind(c)
    real(c_double), intent(in) :: a(:)
    total = sum(a) + 100 * lbound(a, 1)
  end function
  subroutine say(text) bind(c)
    character(*, c_char), intent(in) :: text
    print '(a, i3)', '[' // text // ']', len(text)
  end subroutine
  subroutine tell(text, x) bind(c)
    character(:, c_char), allocatable, intent(out) :: text
    real(c_double), intent(in), optional :: x(..)
    text = 'none'
    if (present(x)) text = 'of rank ' // achar(iachar('0') + rank(x))
  end subroutine
  subroutine fill(a) bind(c)
    integer(c_int), contiguous, intent(inout) :: a(:)
    call classic(a, size(a))
  end subroutine
  subroutine classic(a, n)
    integer, intent(in) :: n
    integer(c_int), intent(inout) :: a(n)
    a = a + [1, 2, 3]
  end subroutine
end module
`;
  const c = `#include <ISO_Fortran_binding.h>
#include <stdio.h>
double total(CFI_cdesc_t *);
void say(CFI_cdesc_t *);
void tell(CFI_cdesc_t *, CFI_cdesc_t *);
void fill(CFI_cdesc_t *);
struct pair { int n; double x; };
int main(void) {
  double values[6] = {1, 2, 3, 4, 5, 6};
  struct pair pairs[3] = {{1, 10}, {2, 20}, {3, 30}};
  CFI_CDESC_T(1) whole_, part_;
  CFI_cdesc_t *whole = (CFI_cdesc_t *)&whole_, *part = (CFI_cdesc_t *)&part_;
  CFI_index_t n = 6, low = 1, high = 5, step = 2, three = 3;
  CFI_establish(whole, values, CFI_attribute_other, CFI_type_double, 0, 1, &n);
  CFI_establish(part, 0, CFI_attribute_other, CFI_type_double, 0, 1, &n);
  printf("%g\\n", total(whole));
  CFI_section(part, whole, &low, &high, &step);
  printf("%g\\n", total(part));
  CFI_establish(whole, pairs, CFI_attribute_other, CFI_type_struct, sizeof(struct pair), 1, &three);
  CFI_select_part(part, whole, offsetof(struct pair, x), 0);
  printf("%g\\n", total(part));
  CFI_CDESC_T(0) text_;
  CFI_cdesc_t *text = (CFI_cdesc_t *)&text_;
  CFI_establish(text, "five!", CFI_attribute_other, CFI_type_char, 5, 0, 0);
  fflush(stdout);
  say(text);
  CFI_establish(text, 0, CFI_attribute_allocatable, CFI_type_char, 1, 0, 0);
  tell(text, part);
  say(text);
  tell(text, 0);
  say(text);
  CFI_deallocate(text);
  int numbers[6] = {10, 20, 30, 40, 50, 60};
  CFI_establish(whole, numbers, CFI_attribute_other, CFI_type_int, 0, 1, &n);
  CFI_establish(part, 0, CFI_attribute_other, CFI_type_int, 0, 1, &n);
  low = 0, high = 4;
  CFI_section(part, whole, &low, &high, &step);
  fill(part);
  for (int i = 0; i < 6; i++) printf("%d ", numbers[i]);
  low = 2, high = 6;
  printf("%d\\n", CFI_section(part, whole, &low, &high, &step) == CFI_ERROR_OUT_OF_BOUNDS);
}
`;
  expect(await output({ 'served.f90': fortran, 'main.c': c })).toBe(
    ['121', '112', '160', '[five!]  5', '[of rank 1]  9', '[none]  4', '11 20 32 40 53 60 1', ''].join('\n'),
  );
});

test('procedure pointers, callbacks and absent arguments work between Fortran and C', async () => {
  const main = `program main
  use iso_c_binding
  implicit none
  abstract interface
    subroutine visitor(a) bind(c)
      import c_int
      integer(c_int), intent(in), optional :: a(:)
    end subroutine
  end interface
  interface
    type(c_funptr) function counter() bind(c)
      import c_funptr
    end function
    subroutine visit(f) bind(c)
      import visitor
      procedure(visitor) :: f
    end subroutine
  end interface
  procedure(visitor), pointer :: p
  call c_f_procpointer(counter(), p)
  call p([1, 2, 3])
  call p()
  call visit(show)
contains
  subroutine show(a) bind(c)
    integer(c_int), intent(in), optional :: a(:)
    if (present(a)) print *, 'Fortran got', a
    if (.not. present(a)) print *, 'Fortran got nothing'
  end subroutine
end program
`;
  const c = `#include <ISO_Fortran_binding.h>
#include <stdio.h>
static void count(CFI_cdesc_t *a) { printf(a ? "C got %d\\n" : "C got nothing\\n", a ? (int)a->dim[0].extent : 0); fflush(stdout); }
void (*counter(void))(CFI_cdesc_t *) { return count; }
void visit(void (*f)(CFI_cdesc_t *)) {
  int values[] = {4, 5};
  CFI_index_t n = 2;
  CFI_CDESC_T(1) d;
  CFI_establish((CFI_cdesc_t *)&d, values, CFI_attribute_other, CFI_type_int, 0, 1, &n);
  f((CFI_cdesc_t *)&d);
  f(0);
}
`;
  expect(await output({ 'main.f90': main, 'c.c': c })).toBe(
    ['C got 3', 'C got nothing', ' Fortran got           4           5', ' Fortran got nothing', ''].join(
      '\n',
    ),
  );
});

test('uncertain values keep their distribution in descriptors, and C++ can include the header', async () => {
  const main = `program main
  use iso_c_binding
  use uxhw
  implicit none
  interface
    subroutine double_all(a) bind(c)
      import c_double
      real(c_double), intent(inout) :: a(:)
    end subroutine
  end interface
  real(c_double) :: x(4)
  x = 1
  x(3) = ux_uniform(2.0d0, 4.0d0)
  call double_all(x(1:4:2))
  print '(f8.5)', x(3)
  print '(f8.5)', x(1)
end program
`;
  const cpp = `#include <ISO_Fortran_binding.h>
extern "C" void double_all(CFI_cdesc_t *a) {
  for (CFI_index_t i = 0; i < a->dim[0].extent; i++) *static_cast<double *>(CFI_address(a, &i)) *= 2;
}
`;
  const [uncertain, plain] = (await output({ 'main.f90': main, 'c.cpp': cpp }, 'C0-S')).split('\n');
  // A plain number has one position, while a core with 32 points represents a uniform distribution by 32 positions.
  expect(plain).toMatch(/^ 2\.00000Ux[0-9A-F]{34}00000001/);
  expect(uncertain).toMatch(/^ 6\.0000\dUx[0-9A-F]{500,}$/);
});

test('descriptor types can be split into type and kind with the names in the GNU Fortran header', async () => {
  const main = `program main
  use iso_c_binding
  implicit none
  interface
    subroutine tell(a) bind(c)
      type(*), intent(in) :: a(..)
    end subroutine
  end interface
  call tell([1_c_int16_t])
  call tell(.true._c_bool)
  call tell(1.5d0)
  call tell((1.0, 2.0))
  call tell(c_char_'abc')
end program
`;
  const c = `#include <ISO_Fortran_binding.h>
#include <stdio.h>
void tell(CFI_cdesc_t *a) {
  const char *names[] = {[CFI_type_Integer] = "integer", [CFI_type_Logical] = "logical", [CFI_type_Real] = "real",
    [CFI_type_Complex] = "complex", [CFI_type_Character] = "character"};
  printf("%s %d\\n", names[a->type & CFI_type_mask], a->type >> CFI_type_kind_shift);
}
`;
  expect(await output({ 'main.f90': main, 'c.c': c })).toBe(
    'integer 2\nlogical 1\nreal 8\ncomplex 4\ncharacter 1\n',
  );
});

test('fifteen-dimensional arrays, and sections of them, can be passed to C and back', async () => {
  const ones = Array(13).fill('1').join(', ');
  const colons = Array(15).fill(':').join(', ');
  const main = `module ranks
  use iso_c_binding
  implicit none
contains
  integer(c_int) function from_c(a) bind(c)
    integer(c_int), intent(in) :: a(..)
    select rank (a)
    rank (15)
      from_c = sum(a) + size(a, 15)
    rank default
      from_c = -rank(a)
    end select
  end function
end module
program main
  use ranks
  implicit none
  interface
    integer(c_int) function to_c(a) bind(c)
      import c_int
      integer(c_int), intent(inout) :: a(${colons})
    end function
    subroutine make(a) bind(c)
      import c_int
      integer(c_int), allocatable, intent(out) :: a(${colons})
    end subroutine
  end interface
  integer(c_int) :: m(2, ${ones}, 4)
  integer(c_int), allocatable :: made(${colons})
  m = reshape([1, 2, 3, 4, 5, 6, 7, 8], shape(m))
  print *, to_c(m(2:2, ${Array(13).fill(':').join(', ')}, 4:1:-3)), from_c(m)
  print *, m
  call make(made)
  print *, shape(made), made, lbound(made, 15)
end program
`;
  const c = `#include <ISO_Fortran_binding.h>
int from_c(CFI_cdesc_t *a);
int to_c(CFI_cdesc_t *a) {
  CFI_index_t at[15] = {0};
  at[14] = 1;
  *(int *)CFI_address(a, at) = 20;
  return 100 * a->rank + 10 * (int)a->dim[14].extent + from_c(a);
}
void make(CFI_cdesc_t *a) {
  CFI_index_t low[15], high[15];
  for (int i = 0; i < 15; i++) low[i] = high[i] = i;
  high[14]++;
  CFI_allocate(a, low, high, 0);
  for (int i = 0; i < 2; i++) ((int *)a->base_addr)[i] = 7 + i;
}
`;
  const row = (values: readonly number[]): string =>
    ` ${values.map((n) => String(n).padStart(11)).join(' ')}`;
  // The section yields 8 + 20 + 2 = 30, and the whole array yields 1 + 20 + 3 + … + 8 + 4 = 58.
  expect(await output({ 'main.f90': main, 'c.c': c })).toBe(
    `${[
      [1550, 58],
      [1, 20, 3, 4, 5, 6, 7, 8],
      [...Array(14).fill(1), 2, 7, 8, 14],
    ]
      .map(row)
      .join('\n')}\n`,
  );
});
