// Invalid programs, each paired with a valid one: formats, EQUIVALENCE, names, arguments, labels, flags.
import { expect, test } from 'vitest';
import { compileFortran } from '../../fortran/compile-fortran.ts';
import { readFortranFlags } from '../flags/fortran-flags.ts';

function errors(lines: readonly string[], flags: readonly string[] = [], path = 'x.f90'): string[] {
  const { options } = readFortranFlags(flags);
  const { diagnostics } = compileFortran([{ path, text: `${lines.join('\n')}\n` }], options);
  return diagnostics.filter((d) => d.severity === 'error').map((d) => `${d.line} ${d.message}`);
}

const main = (...lines: string[]): string[] => ['program main', ...lines, 'end program'];

test.each<[string, string[], string, string[]]>([
  [
    'reading with a width of 0',
    main("read (*, '(i0)') i"),
    '2 The width of I cannot be 0',
    main("write (*, '(i0)') 1"),
  ],
  [
    'an empty array as a format',
    main('character(3), parameter :: a(0) = "x"', 'print a'),
    '3 A format cannot be an empty array',
    main('character(3), parameter :: a(1) = "(/)"', 'print a'),
  ],
  [
    'a DO step that is truncated to 0',
    main('do i = 1, 3, .1', 'end do'),
    '2 The step of a DO loop cannot be zero',
    main('do i = 1, 3, 1.5', 'end do'),
  ],
  [
    'different initial values at the same address',
    main('integer :: i = 1, j = 2', 'equivalence (i, j)'),
    '3 "i" and "j" share storage but have different initial values',
    main('integer :: i = 1, j = 1', 'equivalence (i, j)', 'print *, i'),
  ],
  [
    'a type with initial values in COMMON through EQUIVALENCE',
    main(
      'type t',
      'sequence',
      'integer :: i = 7',
      'end type',
      'type(t) :: d',
      'equivalence (d, j)',
      'common /c/ j',
    ),
    '"d" has initial values from its type and cannot share storage with a COMMON block',
    main(
      'type t',
      'sequence',
      'integer :: i',
      'end type',
      'type(t) :: d',
      'equivalence (d, j)',
      'common /c/ j',
    ),
  ],
  [
    'a statement function with itself as an argument',
    main('f(f) = 0'),
    '2 "f" cannot be an argument of the statement function with the same name',
    main('f(x) = 0', 'print *, f(1.)'),
  ],
  [
    'a statement function with an array as an argument',
    main('dimension e(3)', 'h(e) = 2', 'print *, 1'),
    '3 "e" is an array and cannot be an argument',
    main('dimension e(3)', 'h(x) = 2', 'print *, h(1.)'),
  ],
  [
    'a dummy argument as a statement function',
    ['subroutine s(b)', 'b(c) = 0', 'end subroutine'],
    '2 "b" is a dummy argument',
    ['subroutine s(b)', 'a(c) = b', 'b = a(1.)', 'end subroutine'],
  ],
  [
    'a variable with the name of a module in USE',
    ['module m', 'end module', ...main('use m', 'integer :: m', 'm = 1')],
    '5 "m" is the name of a module that is used here',
    ['module m', 'end module', ...main('use m', 'integer :: n', 'n = 1')],
  ],
  [
    'generic bindings that differ only in the position of the passed object',
    [
      'module m',
      'type t',
      'contains',
      'procedure, pass(this) :: s1',
      'procedure, pass(this) :: s2',
      'generic :: g => s1, s2',
      'end type',
      'contains',
      'subroutine s1(x, this)',
      'class(t) :: this',
      'end subroutine',
      'subroutine s2(this, y)',
      'class(t) :: this',
      'end subroutine',
      'end module',
    ],
    '6 A call to "g" would be ambiguous: the arguments of "s2" and "s1"',
    [
      'module m',
      'type t',
      'contains',
      'procedure, pass(this) :: s1',
      'procedure, pass(this) :: s2',
      'generic :: g => s1, s2',
      'end type',
      'contains',
      'subroutine s1(i, this)',
      'class(t) :: this',
      'end subroutine',
      'subroutine s2(this, y)',
      'class(t) :: this',
      'end subroutine',
      'end module',
    ],
  ],
  [
    'a type parameter with another attribute',
    main('type t(a)', 'integer, kind, target :: a', 'end type'),
    '3 A type parameter must be a scalar with KIND or LEN and no other attribute',
    main('type t(a)', 'integer, kind :: a', 'end type'),
  ],
  [
    'an assignment to an INTENT(IN) argument in SELECT TYPE',
    [
      'subroutine s(v)',
      'class(*), intent(in) :: v',
      'select type (v)',
      'type is (integer)',
      'v = 1',
      'end select',
      'end subroutine',
    ],
    '5 "v" has INTENT(IN)',
    [
      'subroutine s(v)',
      'class(*), intent(inout) :: v',
      'select type (v)',
      'type is (integer)',
      'v = 1',
      'end select',
      'end subroutine',
    ],
  ],
  [
    'a component value with a different shape',
    main('type t', 'integer :: a(2)', 'end type', 'type(t) :: x', 'x = t([1])'),
    '6 The component "a" has the shape (2), but its value has (1)',
    main('type t', 'integer :: a(2)', 'end type', 'type(t) :: x', 'x = t([1, 2])'),
  ],
  [
    'output of a type with private components',
    [
      'module m',
      'type t',
      'private',
      'integer :: i',
      'end type',
      'end module',
      ...main('use m', 'type(t) :: x', 'print *, x'),
    ],
    '10 The component "i" of the type "t" is PRIVATE',
    [
      'module m',
      'type t',
      'integer :: i = 1',
      'end type',
      'end module',
      ...main('use m', 'type(t) :: x', 'print *, x'),
    ],
  ],
  [
    'SOURCE=NULL()',
    main('class(*), allocatable :: x', 'allocate (x, source=null())'),
    '3 NULL() has no value',
    main('class(*), allocatable :: x', 'allocate (x, source=1)'),
  ],
  [
    'a module used both as intrinsic and as non-intrinsic',
    [
      'module iso_fortran_env',
      'end module',
      ...main('use, intrinsic :: iso_fortran_env', 'use, non_intrinsic :: iso_fortran_env'),
    ],
    '"iso_fortran_env" is used both as an intrinsic module and as a module of the program',
    ['module iso_fortran_env', 'end module', ...main('use, non_intrinsic :: iso_fortran_env')],
  ],
  [
    'a component of assumed length',
    main('type t', 'character(*), allocatable :: x', 'end type'),
    '3 The length of the component "x" must be given',
    main('type t', 'character(:), allocatable :: x', 'end type'),
  ],
  [
    'a C name for an internal procedure',
    main('contains', 'subroutine s() bind(c, name="t")', 'end subroutine'),
    '3 "s" is an internal procedure',
    main('contains', 'subroutine s() bind(c)', 'end subroutine'),
  ],
  [
    'a coarray passed to an allocatable INTENT(OUT) argument',
    main(
      'integer, allocatable :: a[:]',
      'call s(a)',
      'contains',
      'subroutine s(x)',
      'integer, allocatable, intent(out) :: x',
      'end subroutine',
    ),
    '3 The argument "x" of "s" is deallocated on entry',
    main(
      'integer, allocatable :: a[:]',
      'call s(a)',
      'contains',
      'subroutine s(x)',
      'integer, allocatable :: x',
      'end subroutine',
    ),
  ],
])('%s is refused', (_, refused, message, accepted) => {
  expect(errors(refused).join('\n')).toContain(message);
  expect(errors(accepted)).toEqual([]);
});

test.each<[string, string[], string[], string, string[]]>([
  [
    'a Hollerith constant in a comparison',
    main('print *, 4habcd == 1'),
    [],
    '2 A Hollerith constant',
    ['-fdec'],
  ],
  [
    'G0 in a format',
    main("print '(g0)', 1"),
    ['-std=f95'],
    '2 G0 in a format is a Fortran 2008 feature',
    ['-std=f2008'],
  ],
  [
    'P without a comma in a format',
    main("print '(1p2e9.2)', 1.0"),
    ['-std=f95'],
    '2 Fortran 95 requires a comma after P',
    ['-std=f2003'],
  ],
  [
    'numbers and characters at the same address',
    main('character(4) :: a', 'equivalence (a, i)', 'i = 1'),
    ['-std=f2008'],
    'EQUIVALENCE',
    [],
  ],
  [
    'a STRUCTURE',
    main('structure /s/', 'integer i', 'end structure'),
    ['-fdec', '-fno-dec-structure'],
    '2 ',
    ['-fdec'],
  ],
  [
    'I without a width in a format',
    main("print '(i)', 1"),
    ['-fdec', '-fno-dec-format-defaults'],
    '2 Expected the width of I',
    ['-fdec'],
  ],
])('%s is refused with some flags', (_, lines, flags, message, others) => {
  expect(errors(lines, flags).join('\n')).toContain(message);
  expect(errors(lines, others)).toEqual([]);
});

test('-Werror turns warnings into errors, except for the warnings in -Wno-error=', () => {
  const lines = ['#warning "old"', ...main('print *, 1')];
  const compile = (...flags: string[]) => errors(lines, flags, 'x.F90');
  expect(compile()).toEqual([]);
  expect(compile('-Werror')).toEqual(['1 "old"']);
  expect(compile('-Werror=cpp')).toEqual(['1 "old"']);
  expect(compile('-Werror', '-Wno-error=cpp')).toEqual([]);
});

test('a label in fixed form needs a statement', () => {
  expect(errors(['100', '      end'], [], 'x.f')).toEqual(['1 The label 100 has no statement after it.']);
  expect(errors(['100   continue', '      end'], [], 'x.f')).toEqual([]);
});
