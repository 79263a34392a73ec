import { describe, expect, test } from 'vitest';
import { compileFortran } from '../../compile-fortran.ts';
import type { FortranOptions } from '../../source/options.ts';

function messages(text: string, options: FortranOptions): string[] {
  const { diagnostics } = compileFortran([{ path: 'p.f90', text }], options);
  return diagnostics.filter((d) => d.severity === 'error').map((d) => `${d.line}: ${d.message}`);
}

const EXTENDED = `program p
  implicit none
  real*8 :: x
  double complex :: z
  integer :: i
  i = 4habcd
  x = dfloat(3)
  call exit(0)
end program
`;

describe('extensions of GNU Fortran', () => {
  test('extensions are accepted without -std=', () => {
    expect(messages(EXTENDED, {})).toEqual([]);
    expect(messages(EXTENDED, { standard: 'gnu' })).toEqual([]);
  });

  test('extensions are rejected with -std=, each on its line', () => {
    const found = messages(EXTENDED, { standard: 'f2008' });
    for (const [line, what] of [
      [3, 'REAL*8'],
      [4, 'DOUBLE COMPLEX'],
    ])
      expect(found).toContainEqual(
        expect.stringMatching(RegExp(`^${line}: GNU Extension: .*${String(what).replace('*', '\\*')}`)),
      );
    const statements = messages(EXTENDED.replace('real*8', 'real').replace('double complex', 'complex'), {
      standard: 'f95',
    });
    expect(statements.map((m) => m.slice(0, 17))).toEqual([
      '6: GNU Extension:',
      '7: GNU Extension:',
      '8: GNU Extension:',
    ]);
    expect(statements[1]).toContain('"dfloat" is not allowed with -std=f95');
  });

  test('PARAMETER without parentheses is an extension', () => {
    const text = 'program p\n  parameter n = 3\n  print *, n\nend program\n';
    expect(messages(text, {})).toEqual([]);
    expect(messages(text, { standard: 'f2018' })).toEqual([
      expect.stringContaining('2: GNU Extension: PARAMETER without parentheses'),
    ]);
  });

  test('a derived type named UNSIGNED is in every standard', () => {
    const text = 'type unsigned\ninteger :: n\nend type\ntype(unsigned) :: x\nx%n = 1\nend\n';
    expect(messages(text, { standard: 'f95' })).toEqual([]);
  });

  test('-fall-intrinsics allows GNU intrinsic procedures despite -std=', () => {
    const text = 'program p\n  print *, dfloat(3)\n  call exit(0)\nend program\n';
    expect(messages(text, { standard: 'f2018', allIntrinsics: true })).toEqual([]);
  });

  test('an external procedure in the program hides an intrinsic procedure of the same name', () => {
    const text = `program p
  real :: second
  print *, second(2)
end program
real function second(n)
  integer, intent(in) :: n
  second = n
end function
`;
    expect(messages(text, { standard: 'f2018' })).toEqual([]);
  });

  test('an internal procedure in the program may have the name of an extension', () => {
    const text = `program p
  print *, own()
contains
  real function own()
    own = second(2)
  end function
  real function second(n)
    integer, intent(in) :: n
    second = n
  end function
end program
`;
    expect(messages(text, { standard: 'f2018' })).toEqual([]);
  });
});

const inMain = (...lines: string[]): string => [...lines, 'end', ''].join('\n');
const inModule = (...lines: string[]): string => ['module m', ...lines, 'end module', ''].join('\n');
const inSubroutine = (...lines: string[]): string => ['subroutine s(a)', ...lines, 'end', ''].join('\n');

// Features that gfortran 12 rejects with -std= of the previous standard, and accepts with their own standard.
const LATER: readonly (readonly [
  since: FortranOptions['standard'],
  line: number,
  what: string,
  text: string,
])[] = [
  ['f2003', 3, 'the ASSOCIATE construct', inMain('i = 1', 'k = i', 'associate (b => i)', 'end associate')],
  ['f2003', 1, 'ENUM', inMain('enum, bind(c)', 'enumerator :: a', 'end enum')],
  ['f2003', 1, 'the PROCEDURE statement', inMain('procedure() :: f')],
  [
    'f2003',
    2,
    'ABSTRACT INTERFACE',
    inModule('abstract interface', 'subroutine f', 'end subroutine', 'end interface'),
  ],
  ['f2003', 2, 'the attribute PROTECTED', inModule('integer, protected :: i')],
  ['f2003', 3, 'the attribute VOLATILE', inModule('integer :: i', 'volatile :: i')],
  ['f2003', 2, 'the attribute VALUE', inSubroutine('integer, value :: a')],
  ['f2003', 2, 'INTENT of a pointer', inSubroutine('integer, pointer, intent(in) :: a')],
  ['f2003', 2, 'an ALLOCATABLE dummy argument', inSubroutine('integer, allocatable :: a(:)')],
  ['f2003', 1, 'an ALLOCATABLE scalar', inMain('integer, allocatable :: a')],
  ['f2003', 2, 'an ALLOCATABLE component', inMain('type t', 'integer, allocatable :: a(:)', 'end type')],
  [
    'f2003',
    1,
    'a parameterized derived type',
    inMain('type t(k)', 'integer, kind :: k', 'real(k) :: x', 'end type', 'type(t(4)) :: a'),
  ],
  ['f2003', 4, 'EXTENDS', inMain('type t', 'integer :: a', 'end type', 'type, extends(t) :: u', 'end type')],
  ['f2003', 1, 'a deferred length', inMain('character(:), pointer :: c')],
  ['f2003', 1, 'INTRINSIC in USE', inMain('use, intrinsic :: iso_fortran_env')],
  ['f2003', 1, 'the intrinsic module "iso_c_binding"', inMain('use iso_c_binding')],
  ['f2003', 1, 'BIND(C) of "f"', 'subroutine f() bind(c)\nend\n'],
  ['f2003', 2, 'SOURCE=', inMain('integer, allocatable :: a(:)', 'allocate (a(1), source=(/1/))')],
  ['f2003', 1, 'the FLUSH statement', inMain('flush (6)')],
  ['f2003', 2, 'IOMSG= in WRITE', inMain('character(9) :: c', 'write (6, *, iomsg=c) 1')],
  ['f2003', 1, 'the type in an array constructor', inMain('print *, (/integer :: 1, 2/)')],
  ['f2008', 2, 'MOLD=', inMain('integer, allocatable :: a(:)', 'allocate (a(1), mold=(/1/))')],
  ['f2008', 1, 'the BLOCK construct', inMain('block', 'end block')],
  ['f2008', 2, 'DO CONCURRENT', inMain('integer :: i', 'do concurrent (i = 1:3)', 'end do')],
  ['f2008', 2, 'the attribute CONTIGUOUS', inSubroutine('integer, contiguous :: a(:)')],
  ['f2008', 1, 'ERROR STOP', inMain('error stop')],
  ['f2008', 1, 'the SYNC ALL statement', inMain('sync all')],
  ['f2008', 1, 'NEWUNIT= in OPEN', inMain("open (newunit=i, status='scratch')")],
  ['f2008', 1, 'the shape "*" for a named constant', inMain('integer, parameter :: a(*) = (/1, 2/)')],
  ['f2008', 1, 'the prefix IMPURE', 'impure elemental subroutine f(i)\ninteger, intent(in) :: i\nend\n'],
  ['f2008', 2, 'EXIT from a construct', inMain('a: if (1 > 0) then', 'exit a', 'end if a')],
  ['f2003', 3, 'procedure "new_line"', inMain('implicit none', 'character :: c', 'print *, new_line(c)')],
  ['f2008', 3, 'procedure "norm2"', inMain('implicit none', 'real :: a(2)', 'print *, norm2(a)')],
  [
    'f2008',
    2,
    '"::" in MODULE PROCEDURE',
    inModule(
      'interface s',
      'module procedure :: t',
      'end interface',
      'contains',
      'subroutine t',
      'end subroutine',
    ),
  ],
  ['f2008', 2, 'CONTAINS without a procedure', inModule('contains')],
  ['f2008', 2, 'CONTAINS without a procedure', inModule('type t', 'contains', 'end type')],
  ['f2008', 1, 'TYPE(…) for an intrinsic type', inMain('type(integer) :: i')],
  ['f2018', 2, 'an assumed rank', inSubroutine('integer :: a(..)')],
];
const ORDER = ['f95', 'f2003', 'f2008', 'f2018'] as const;

describe('features of later standards', () => {
  test.each(LATER)('%s, line %i: %s', (since, line, what, text) => {
    const at = ORDER.indexOf(since as (typeof ORDER)[number]);
    const before = messages(text, { standard: ORDER[at - 1]! });
    expect(before).toContainEqual(
      expect.stringContaining(`${line}: Fortran ${since!.slice(1)}`.replace('2018', 'TS 29113')),
    );
    expect(before.join('\n')).toContain(what);
    expect(messages(text, { standard: since! })).toEqual([]);
    expect(messages(text, {})).toEqual([]);
  });

  test('all features of later standards in a program are reported, in line order', () => {
    const text = inMain('integer, allocatable :: a', 'block', 'end block', 'flush (6)');
    expect(messages(text, { standard: 'f95' }).map((m) => m.slice(0, 15))).toEqual([
      '1: Fortran 2003',
      '2: Fortran 2008',
      '4: Fortran 2003',
    ]);
  });

  test('several procedures in one PROCEDURE statement need Fortran 2008', () => {
    const procedures = (names: string[]): string[] =>
      names.flatMap((name) => [`subroutine ${name}`, 'end subroutine']);
    const typeWith = (list: string): string =>
      inModule(
        'type t',
        'contains',
        `procedure, nopass :: ${list}`,
        'end type',
        'contains',
        ...procedures(['a', 'b']),
      );
    const [message, ...others] = messages(typeWith('a, b'), { standard: 'f2003' });
    expect(message).toContain('2: Fortran 2008: more than one procedure in a PROCEDURE statement');
    expect(others).toEqual([]);
    for (const text of [typeWith('a'), typeWith('a, b')])
      expect(messages(text, { standard: 'f2008' })).toEqual([]);
    expect(messages(typeWith('a'), { standard: 'f2003' })).toEqual([]);
  });

  test('ERROR STOP in a PURE procedure needs Fortran 2018', () => {
    const text = 'pure subroutine s\nerror stop\nend\n';
    expect(messages(text, { standard: 'f2008' })).toEqual([
      expect.stringContaining('2: Fortran 2018: ERROR STOP in a PURE procedure'),
    ]);
    expect(messages(text, { standard: 'f2018' })).toEqual([]);
  });

  test('a function that is intrinsic only in a later standard counts as external if it has a type', () => {
    expect(messages(inMain('print *, asinh(1.)'), { standard: 'f95' })).toEqual([]);
    expect(messages(inMain('implicit none', 'print *, asinh(1.)'), { standard: 'f95' })).toHaveLength(1);
  });

  test('f2008ts is Fortran 2008 plus assumed rank', () => {
    expect(messages(inSubroutine('integer :: a(..)'), { standard: 'f2008ts' })).toEqual([]);
  });

  test('deleted features are rejected by every standard', () => {
    for (const standard of ORDER)
      expect(messages(inMain('pause'), { standard })).toEqual([
        expect.stringContaining('1: Deleted feature: the PAUSE'),
      ]);
    expect(messages(inMain('pause'), {})).toEqual([]);
  });
});
