// Programs that other compilers reject as well: the rejected line, and part of the message.
import { expect, test } from 'vitest';
import { compileFortran } from './compile-fortran.ts';

function errors(text: string): string[] {
  const { diagnostics } = compileFortran([{ path: 'x.f90', text }]);
  return diagnostics.filter((d) => d.severity === 'error').map((d) => `${d.line} ${d.message}`);
}

const inMain = (...lines: string[]): string => ['program main', ...lines, 'end program', ''].join('\n');
const inModule = (...lines: string[]): string => ['module m', ...lines, 'end module', ''].join('\n');
const called = (call: string, dummy: string, ...own: string[]): string =>
  inMain(...own, call, 'contains', 'subroutine s(d)', dummy, 'end subroutine');

const BASE = ['type base', 'end type', 'type, extends(base) :: more', 'end type'];

const REFUSED: [string, string, string][] = [
  // names that every JavaScript object has
  [
    'a module "constructor"',
    'program p\nuse constructor\nend program\n',
    '2 There is no module "constructor"',
  ],
  ['an intrinsic module "constructor"', 'program p\nuse, intrinsic :: constructor\nend program\n', '2 '],
  [
    'a bare word "constructor"',
    inMain('open(10, constructor)', 'close(10, file=1)'),
    '3 CLOSE does not accept FILE=',
  ],
  // types and ranks that C would not compile
  [
    'MOVE_ALLOC from CLASS(*) to CLASS(base)',
    inMain(...BASE, 'class(*), allocatable :: a', 'class(base), allocatable :: b', 'call move_alloc(a, b)'),
    '8 FROM and TO of "move_alloc" have different types: CLASS',
  ],
  [
    'MOVE_ALLOC to an extension',
    inMain(
      ...BASE,
      'class(base), allocatable :: a',
      'class(more), allocatable :: b',
      'call move_alloc(a, b)',
    ),
    '8 FROM and TO of "move_alloc" have different types: CLASS',
  ],
  [
    'parts of a complex number with different ranks',
    inMain('real :: a(2), b(2, 1)', 'print *, cmplx(a, b)'),
    '3 The arguments of "cmplx" do not conform.',
  ],
  [
    'a variable as the target of a procedure pointer',
    inMain('procedure(), pointer :: f', 'real :: x', 'f => x'),
    '4 A procedure pointer needs a procedure as its target.',
  ],
  [
    'a constant with a deferred length',
    inMain("character(:), parameter :: k = 'a'"),
    '2 The constant "k" needs a constant length',
  ],
  [
    'a constant with the length of a variable',
    inMain('integer :: n', "character(n), parameter :: k = 'a'"),
    '3 The constant "k" needs a constant length',
  ],
  [
    'CHARACTER(*) for a function that is not a dummy',
    inMain('character(*), external :: f', 'print *, f()'),
    '3 The length of the result of "f" is not known here.',
  ],
  // arguments whose types come from intrinsic modules
  [
    'TEAM_NUMBER of an array',
    inMain('print *, team_number([1])'),
    '2 TEAM in TEAM_NUMBER must be a scalar of TYPE.TEAM_TYPE.',
  ],
  [
    'IEEE_VALUE with a number as class',
    inMain('use ieee_arithmetic', 'print *, ieee_value(1.0, 3)'),
    '3 Invalid call to "ieee_value": Argument 2 must be of TYPE.ieee_class_type., not INTEGER',
  ],
  [
    'IEEE_INT with a number as rounding mode',
    inMain('use ieee_arithmetic', 'print *, ieee_int(1.0, 3)'),
    '3 Invalid call to "ieee_int": Argument 2 must be of TYPE.ieee_round_type., not INTEGER',
  ],
  [
    'IEEE_REAL of a complex number',
    inMain('use ieee_arithmetic', 'print *, ieee_real((1.0, 2.0))'),
    '3 The argument of "ieee_real" must be integer or real; this is COMPLEX',
  ],
  [
    'IEEE_SUPPORT_ROUNDING of an array',
    inMain('use ieee_arithmetic', 'print *, ieee_support_rounding([1, 2])'),
    '3 Invalid call to "ieee_support_rounding": VALUE must be a scalar',
  ],
  [
    'IEEE_SET_ROUNDING_MODE with a type that the program defines',
    inMain('use ieee_arithmetic', ...BASE, 'type(base) :: b', 'call ieee_set_rounding_mode(b)'),
    '8 ROUND_VALUE of "ieee_set_rounding_mode" must be of TYPE.ieee_round_type., not TYPE.base.',
  ],
  [
    'C_F_POINTER from a type that the program defines',
    inMain('use iso_c_binding', ...BASE, 'type(base) :: b', 'real, pointer :: p', 'call c_f_pointer(b, p)'),
    '9 CPTR of "c_f_pointer" must be of TYPE.c_ptr., not TYPE.base.',
  ],
  [
    'a lock of a type that the program defines',
    inMain(...BASE, 'type(base) :: b', 'lock(b)'),
    '7 LOCK_VARIABLE of "lock" must be of TYPE.lock_type., not TYPE.base.',
  ],
  [
    'FSTAT of a character',
    inMain('integer :: v(13)', "print *, fstat('x', v)"),
    '3 Invalid call to "fstat": UNIT must be of type INTEGER',
  ],
  [
    'LSTAT of a number',
    inMain('integer :: v(13)', 'print *, lstat(1, v)'),
    '3 Invalid call to "lstat": NAME must be of type CHARACTER',
  ],
  // arguments of intrinsic functions that C would not compile
  [
    'ERF of a complex number',
    inMain('print *, erf((1., 0.))'),
    '2 The argument of "erf" must be real; this is',
  ],
  ['LOG10 of a complex number', inMain('print *, log10((1., 0.))'), '2 The argument of "log10" must be real'],
  [
    'COTAND of an integer',
    inMain('print *, cotand(1)'),
    '2 The argument of "cotand" must be real; this is INTEGER',
  ],
  [
    'MODULO of complex numbers',
    inMain('print *, modulo((1., 0.), (2., 0.))'),
    '2 The argument of "modulo" must be integer or real',
  ],
  ['HYPOT of integers', inMain('print *, hypot(1, 2)'), '2 The argument of "hypot" must be real'],
  ['POPCNT of a real', inMain('print *, popcnt(1.0)'), '2 The argument of "popcnt" must be integer'],
  [
    'a Bessel function of REAL(16)',
    inMain('real(16) :: x = 1', 'print *, bessel_j0(x)'),
    '3 BESSEL_J0 of REAL',
  ],
  ['a BOZ constant as an argument', called("call s(z'1f')", 'integer :: d'), '2 A BOZ constant has no type'],
  // declarations
  [
    'fixed bounds for an allocatable array',
    inMain('integer, allocatable :: a(3)'),
    '2 "a" is a pointer or allocatable: its bounds must be deferred',
  ],
  ['a "*" before the last dimension', called('', 'integer :: d(*, *)'), '4 Only the last dimension of "d"'],
  ['an initialised allocatable', inMain('integer, allocatable :: a = 3'), '2 "a" is ALLOCATABLE'],
  ['a CONTIGUOUS scalar', inMain('integer, pointer, contiguous :: a'), '2 "a" is CONTIGUOUS'],
  [
    'non-constant bounds for a module variable',
    inModule('integer :: n', 'real :: a(n)'),
    '3 The bounds of "a" must be constant',
  ],
  [
    'a non-constant length in a main program',
    inMain('integer :: n', 'character(len=n) :: c'),
    '3 The length of "c"',
  ],
  ['an assumed length for a plain variable', inMain('character(len=*) :: c = "x"'), '2 The length of "c"'],
  ['a polymorphic constant', inMain(...BASE, 'class(base), parameter :: c = base()'), '6 "c" is polymorphic'],
  [
    'a polymorphic component',
    inMain(...BASE, 'type t', 'class(base) :: c', 'end type'),
    '7 .*"c" is polymorphic',
  ],
  [
    'the same component twice',
    inMain('type t', 'integer :: a, a', 'end type'),
    '3 The component "a" is declared twice',
  ],
  [
    'deferred bounds for a plain component',
    inMain('type t', 'integer :: a(:)', 'end type'),
    '3 The bounds of the component',
  ],
  ['the same attribute twice', inMain('integer, save, save :: a'), '2 SAVE is given twice'],
  [
    'an access attribute given twice',
    inModule('public :: a', 'private :: a', 'integer :: a'),
    '3 The accessibility of "a" is declared twice',
  ],
  ['AUTOMATIC and SAVE', inMain('integer, automatic, save :: a'), '2 "a" is AUTOMATIC'],
  [
    'a polymorphic INTENT(OUT) argument of a PURE procedure',
    inModule(...BASE, 'contains', 'pure subroutine s(d)', 'class(base), intent(out) :: d', 'end subroutine'),
    '7 .*"d" is polymorphic',
  ],
  [
    'an assumed length of a module function',
    inModule('contains', 'function f() result(r)', 'character(*) :: r', 'r = "x"', 'end function'),
    '3 The result of "f" cannot have the length',
  ],
  // C
  ['BIND(C) outside modules', inMain('integer, bind(c) :: a'), '2 "a" cannot have BIND'],
  ['BIND(C) twice', inModule('integer, bind(c) :: a', 'bind(c) :: a'), '3 "a" already has BIND\\(C\\)'],
  [
    'the same C name for two entities',
    inModule('integer, bind(c, name="x") :: a, b'),
    '2 Several names cannot share one C name',
  ],
  [
    'characters longer than 1 with BIND(C)',
    inModule('character(2), bind(c) :: a'),
    '2 "a" has BIND.C.: its characters must have length 1',
  ],
  [
    'a pointer in a BIND(C) type',
    inModule('type, bind(c) :: t', 'integer, pointer :: a', 'end type'),
    '3 .*cannot be a pointer',
  ],
  [
    'two procedures with the same C name',
    'subroutine a() bind(c, name="x")\nend subroutine\nsubroutine b() bind(c, name="x")\nend subroutine\n',
    '3 The global name "x" is shared by the subroutine "b" and the subroutine "a"',
  ],
  [
    'an array as the result of a C function',
    'function f() result(r) bind(c)\ninteger :: r(2)\nr = 0\nend function\n',
    '1 .*its result cannot be an array',
  ],
  // COMMON, EQUIVALENCE, BLOCK DATA
  [
    'a type in COMMON',
    inMain('type t', 'integer :: a', 'end type', 'type(t) :: x', 'common /c/ x'),
    '5 .*SEQUENCE',
  ],
  [
    'a constant with the name of a COMMON block',
    inMain('integer, parameter :: c = 1', 'common /c/ i'),
    '3 "c" cannot be both',
  ],
  [
    'statements in BLOCK DATA',
    'block data\ncommon /c/ i\ni = 3\nend block data\n',
    '3 BLOCK DATA can contain only declarations and initial values',
  ],
  // ALLOCATE
  [
    'SOURCE= twice',
    inMain('integer, allocatable :: a', 'allocate (a, source=1, source=2)'),
    '3 SOURCE= is given twice',
  ],
  [
    'SOURCE= together with a type in ALLOCATE',
    inMain('integer, allocatable :: a', 'allocate (integer :: a, source=1)'),
    '3 A type in ALLOCATE',
  ],
  [
    'bounds for a scalar in ALLOCATE',
    inMain('integer, allocatable :: a', 'allocate (a(3))'),
    '3 A scalar must be allocated',
  ],
  [
    'the same object twice',
    inMain('integer, allocatable :: a(:)', 'allocate (a(2), a(3))'),
    '3 This object appears twice in the statement',
  ],
  [
    'an array in STAT=',
    inMain('integer, allocatable :: a', 'integer :: i(2)', 'allocate (a, stat=i)'),
    '4 STAT=',
  ],
  [
    'ALLOCATE of an INTENT(IN) argument',
    called('', 'integer, allocatable, intent(in) :: d\nallocate (d)'),
    '6 "d" has INTENT\\(IN\\)',
  ],
  // arguments
  [
    'an object that is not allocatable',
    called('call s(i)', 'integer, allocatable :: d', 'integer :: i'),
    '3 .*is ALLOCATABLE',
  ],
  [
    'an object that is not a pointer',
    called('call s(i)', 'integer, pointer :: d', 'integer, target :: i'),
    '3 .*is a POINTER',
  ],
  [
    'an array argument with too few elements',
    called('call s(a)', 'integer :: d(4)', 'integer :: a(3)'),
    '3 .*has 4 elements, but only 3',
  ],
  [
    'an element with too few elements after it as an array argument',
    called('call s(a(3))', 'integer :: d(4)', 'integer :: a(5)'),
    '3 .*but only 3',
  ],
  [
    'an element of a pointer as an array argument',
    called('call s(a(1))', 'integer :: d(2)', 'integer, pointer :: a(:)'),
    '3 .*an element of a pointer',
  ],
  [
    'a section with a vector subscript as an INTENT(OUT) argument',
    called('call s(a([1, 2]))', 'integer, intent(out) :: d(2)', 'integer :: a(3)'),
    '3 The argument "d" of "s" may be changed: an array section with a vector subscript cannot be passed to it',
  ],
  [
    'a missing label',
    inMain('call s()', 'contains', 'subroutine s(*)', 'end subroutine'),
    '2 An alternate return',
  ],
  [
    'keyword arguments for a procedure without an explicit interface',
    inMain('external s', 'call s(a=3)'),
    '3 "s" needs an explicit interface for keyword arguments',
  ],
  // expressions
  ['different lengths in an array', inMain('print *, ["a", "bc"]'), '2 .*different lengths, 1 and 2'],
  [
    'different lengths of kind 4 in an array, counted in characters',
    inMain('print *, [4_"a", 4_"bc"]'),
    '2 .*different lengths, 1 and 2: write .CHARACTER.LEN=2, KIND=4',
  ],
  ['a whole assumed-size array', called('', 'integer :: d(*)\nprint *, d + 1'), '6 "d" has assumed size'],
  [
    'a range without an upper bound in an assumed-size array',
    called('', 'integer :: d(*)\nprint *, d(2:)'),
    '6 .*needs an upper bound',
  ],
  ['ALARM', inMain('external h', 'call alarm(1, h)'), '3 ALARM is not supported: WebAssembly has no signals'],
  [
    'a real SHIFT',
    inMain('integer :: a(3)', 'print *, cshift(a, 1.0)'),
    '3 Invalid call to "cshift": SHIFT must be of type INTEGER',
  ],
  ['a character beyond the end', inMain('print *, char(300)'), '2 There is no character with the code 300'],
  [
    'DSQRT of a single-precision number',
    inMain('print *, dsqrt(2.0)'),
    '2 The arguments of "dsqrt" must be REAL\\(8\\)',
  ],
  ['two BOZ constants', inMain('print *, iand(z"1", z"2")'), '2 .*cannot both be BOZ'],
  [
    'different lengths of pointer and target',
    inMain('character(2), pointer :: p', 'character(3), target :: t', 'p => t'),
    '4 The pointer and its target have different lengths',
  ],
  [
    'a CONTIGUOUS pointer to a part of the columns',
    inMain('integer, pointer, contiguous :: p(:, :)', 'integer, target :: t(3, 3)', 'p => t(2:3, :)'),
    '4 The pointer is CONTIGUOUS',
  ],
  [
    'upper bounds of a pointer without lower bounds',
    inMain('integer, pointer :: p(:, :)', 'integer, target :: t(9)', 'p(1:, :3) => t'),
    '4 Expected a lower bound for each dimension',
  ],
  [
    'a stride among the bounds of a pointer',
    inMain('integer, pointer :: p(:)', 'integer, target :: t(9)', 'p(1:9:2) => t'),
    '4 The bounds of a pointer cannot have a stride',
  ],
  [
    'too few bounds of a pointer',
    inMain('integer, pointer :: p(:, :)', 'integer, target :: t(9)', 'p(1:9) => t'),
    '4 Bounds of 1 dimension.* has rank 2',
  ],
  [
    'only lower bounds for a target with a different rank',
    inMain('integer, pointer :: p(:, :)', 'integer, target :: t(9)', 'p(1:, 1:) => t'),
    '4 The pointer and its target have different ranks',
  ],
  [
    'new bounds for a target with gaps',
    inMain('integer, pointer :: p(:)', 'integer, target :: t(3, 3)', 'p(1:6) => t(1:2, :)'),
    '4 The target of a pointer with new bounds',
  ],
  [
    'bounds that need a larger target',
    inMain('integer, pointer :: p(:, :)', 'integer, target :: t(9)', 'p(2:4, 0:3) => t'),
    '4 The pointer has 12 elements, but its target has only 9',
  ],
  [
    'a statement function that refers to itself through another',
    inMain('integer :: f, g, i', 'f(i) = g(i) + 1', 'g(i) = f(i)', 'print *, f(1)'),
    '4 The statement function "f" refers to itself',
  ],
  [
    'a length that exceeds 31 bits',
    inMain('character(2_8**31) :: c', 'print *, c'),
    '2 A length of 2147483648',
  ],
  [
    'a constant with very many characters',
    inMain('character(2000000000) :: c = "x"', 'print *, c'),
    '2 This constant has 2000000000 characters',
  ],
  [
    'an array constant with very many characters',
    inMain('print *, [character(4000000) :: "a", "b", "c"]'),
    '2 This constant has 12000000 characters',
  ],
  [
    'a CONTIGUOUS pointer to a section with a stride',
    inMain('integer, pointer, contiguous :: p(:)', 'integer, target :: t(9)', 'p => t(::2)'),
    '4 The pointer is CONTIGUOUS',
  ],
  [
    'an assignment to a polymorphic variable',
    called('', 'class(base) :: d\nd = base()', ...BASE),
    '10 A polymorphic variable',
  ],
  [
    'C_F_POINTER without a shape',
    inMain('use iso_c_binding', 'type(c_ptr) :: c', 'integer, pointer :: p(:)', 'call c_f_pointer(c, p)'),
    '5 C_F_POINTER needs SHAPE',
  ],
  [
    'C_LOC of a non-target',
    inMain('use iso_c_binding', 'integer :: i', 'print *, c_associated(c_loc(i))'),
    '4 .*C_LOC',
  ],
  // constructs
  [
    'an unreachable ELSEWHERE',
    inMain('integer :: i(3)', 'where (i > 2)', 'elsewhere', 'elsewhere (i < 1)', 'end where'),
    '5 This ELSEWHERE never applies',
  ],
  [
    'a DO loop with a step of zero',
    inMain('integer :: i', 'do i = 1, 2, 0', 'end do'),
    '3 The step of a DO loop',
  ],
  [
    'the same type twice in SELECT TYPE',
    called('', 'class(base) :: d\nselect type (d)\nclass is (more)\nclass is (more)\nend select', ...BASE),
    '12 CLASS IS \\(more\\) appears twice',
  ],
  [
    'CLASS DEFAULT twice',
    called('', 'class(*) :: d\nselect type (d)\ntype is (integer)\nclass default\nclass default\nend select'),
    '9 CLASS DEFAULT appears twice',
  ],
  // DATA, input and output, generic names
  [
    'DATA for a target',
    inMain('type t', 'integer :: i', 'end type', 'type(t), pointer :: c', 'data c%i /3/'),
    '6 DATA initialises pointers',
  ],
  [
    'DATA for a pointer with a value',
    inMain('type t', 'integer :: i', 'end type', 'type(t), pointer :: c', 'data c /t(3)/'),
    '6 DATA can initialise a pointer',
  ],
  [
    'output of an ALLOCATABLE component',
    inMain('type t', 'integer, allocatable :: i', 'end type', 'type(t) :: c', 'print *, c'),
    '6 The component "i" is ALLOCATABLE',
  ],
  [
    'an undefined procedure in a generic interface',
    inModule('interface g', 'module procedure f', 'end interface'),
    '3 "f" in the interface "g" is not a procedure',
  ],
  [
    'an associate name for a null pointer',
    inMain('associate (x => null())', 'end associate'),
    '2 An associate name',
  ],
];

for (const [name, text, expected] of REFUSED)
  test(`refused: ${name}`, () => {
    expect(errors(text)).toContainEqual(expect.stringMatching(new RegExp(`^${expected}`)));
  });

test('accepted: targets passed to INTENT(IN) pointers, array elements passed to explicit-shape arrays', () => {
  const text = `program p
  use iso_c_binding
  type base
    integer :: n
  end type
  integer, target :: t(6), i
  integer, pointer :: q(:)
  character(3) :: c(2)
  type(base), target :: b
  integer, allocatable :: a(:)
  allocate (a(4))
  call points(i)
  call points(q(2))
  call explicit(t(3))
  call explicit(a)
  call letters(c(1))
  call opened(b)
  if (c_associated(c_loc(t(2)))) print *, [character(3) :: 'a', 'bcd']
contains
  subroutine points(d)
    integer, pointer, intent(in) :: d
  end subroutine
  subroutine explicit(d)
    integer :: d(4)
  end subroutine
  subroutine letters(d)
    character :: d(6)
  end subroutine
  subroutine opened(d)
    class(base), pointer, intent(in) :: d
    print *, d%n
  end subroutine
end program
`;
  expect(errors(text)).toEqual([]);
});

test('an IF without THEN causes a single error, and none for its ELSE and END IF', () => {
  expect(errors(inMain('integer :: i = 3', 'if (i > 2)', 'i = 4', 'else', 'i = 5', 'end if'))).toEqual([
    '3 Expected THEN or a statement after the condition, but the statement ends.',
  ]);
});

test('DEC extensions need -fdec', () => {
  const refusals = (...lines: string[]): string[] => errors(inMain('integer :: i = 1', ...lines));
  expect(refusals('print *, i .and. 2')).toEqual([
    '3 The operator AND is not defined for INTEGER(4) and INTEGER(4).',
  ]);
  expect(refusals("i = 'abcd'")).toEqual(['3 Cannot convert CHARACTER(4) to INTEGER(4).']);
  expect(refusals("open (1, carriagecontrol='list')")).toEqual([
    '3 OPEN accepts CARRIAGECONTROL= only with the DEC extensions: -fdec.',
  ]);
  expect(refusals('10 format (i)')).toEqual(['3 Expected the width of I in the format, got ")".']);
  expect(refusals('type *, i')[0]).toContain('3 ');
});

test('an array section at the start of an array constructor is not mistaken for a type', () => {
  expect(errors(inMain('integer :: a(6) = 1', 'print *, [a(1:3), a(6:2:-2), a(::5)]'))).toEqual([]);
});
