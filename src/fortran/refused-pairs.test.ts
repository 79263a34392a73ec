// Programs that must be rejected, each with the nearest valid one. `|` ends a line.
import { expect, test } from 'vitest';
import { compileFortran } from './compile-fortran.ts';

function errors(text: string): string[] {
  const { diagnostics } = compileFortran([{ path: 'x.f90', text: `${text.replaceAll('|', '\n')}\n` }]);
  return diagnostics.filter((d) => d.severity === 'error').map((d) => `${d.line} ${d.message}`);
}

const main = (...lines: string[]): string => ['program p', ...lines, 'end program'].join('|');
const module = (...lines: string[]): string => ['module m', ...lines, 'end module'].join('|');
const s = (...lines: string[]): string => ['subroutine s', ...lines, 'end subroutine'].join('|');
const takes = (dummy: string, call: string, ...procedures: string[]): string =>
  main(call, 'contains', 'subroutine t(d)', dummy, 'call u', 'end subroutine', ...procedures);
const FUNCTION_DUMMY = 'interface|real function d(x)|real, intent(in) :: x|end function|end interface';

const BODY_F = 'interface|subroutine f|end subroutine|end interface';
const TYPE_F = 'type f|integer i|end type';
// The second block contains a procedure with the same name as its generic.
const TWO_BLOCKS = [
  'interface f|subroutine a(i)|integer i|end subroutine|end interface',
  'interface f|subroutine f(r)|real r|end subroutine|end interface',
];

/** The error message, the rejected program, the valid program. */
const PAIRS: [string, string, string][] = [
  // constructs
  [
    'This IF already has an ELSE',
    main('if (.true.) then', 'else', 'else', 'end if'),
    main('if (.true.) then', 'else', 'if (.true.) then', 'else', 'end if', 'end if'),
  ],
  [
    'This IF already has an ELSE',
    main('if (.true.) then', 'else', 'else if (.false.) then', 'end if'),
    main('if (.true.) then', 'else if (.false.) then', 'else', 'end if'),
  ],
  // names with two meanings
  [
    '"x" is already a variable and cannot also be a namelist',
    main('real, target :: x', 'real :: y', 'namelist /x/ y'),
    main('real, target :: x', 'real :: y', 'namelist /z/ y'),
  ],
  [
    '"f" is already a procedure and cannot also be a constant',
    main('external f', 'parameter (f = 1)'),
    main('real f', 'parameter (f = 1)'),
  ],
  [
    '"x" is already a constant and cannot also be a procedure',
    main('enum, bind(c)', 'enumerator :: x = 3', 'end enum', 'procedure() x'),
    main('enum, bind(c)', 'enumerator :: x = 3', 'end enum', 'procedure() y'),
  ],
  [
    '"x" is declared by the procedure after CONTAINS and cannot also be declared here',
    main('parameter (x = 1)', 'contains', 'subroutine x', 'end subroutine'),
    main('parameter (x = 1)', 'contains', 'subroutine y', 'end subroutine'),
  ],
  [
    '"x" is the result of "f" and cannot also be a procedure in it',
    'function f() result(x)|contains|subroutine x|end subroutine|end function',
    'function f() result(x)|x = 1|contains|subroutine y|end subroutine|end function',
  ],
  [
    '"f" already has an interface and cannot also be EXTERNAL',
    main(BODY_F, 'external f'),
    main(BODY_F, 'call f'),
  ],
  ['"f" already has an interface.', main(BODY_F, BODY_F), main(BODY_F, 'call f')],
  ['"f" is an array and can', main('dimension f(2)', BODY_F), main('dimension g(2)', BODY_F)],
  [
    '"f" is already a derived type and cannot also be a procedure',
    main(TYPE_F, 'interface', 'subroutine f(r)', 'real r', 'end subroutine', 'end interface'),
    main(TYPE_F, 'interface f', 'function g(r)', 'real r, g', 'end function', 'end interface'),
  ],
  [
    'No specific subroutine of "f" accepts (LOGICAL(4))',
    main(...TWO_BLOCKS, 'call f(.true.)'),
    main(...TWO_BLOCKS, 'call f(1)', 'call f(2.0)'),
  ],
  // inquiries about a type
  [
    'Only characters have %LEN; this is REAL(4)',
    main('real :: x', 'print *, x%len'),
    main('character(2) :: x(3)', 'print *, x%len, x%kind'),
  ],
  // loop bounds
  [
    'The bounds and the step of a loop must be integers or reals; this is no value',
    main('integer :: i', 'do i = 1, null()', 'end do'),
    main('integer :: i', 'do i = 1, 2.5', 'end do'),
  ],
  [
    'The bounds and the step of a loop must be integers; this is LOGICAL(4)',
    main('integer :: i, a(2)', 'forall (i = 1:2:.true.) a(i) = 1'),
    main('integer :: i, a(2)', 'forall (i = 1:2:1_8) a(i) = 1'),
  ],
  [
    'The bounds and the step of a loop must be integers; this is REAL(4)',
    main('integer :: i', 'do concurrent (i = 1:2.0)', 'end do'),
    main('integer :: i', 'do concurrent (i = 1:2)', 'end do'),
  ],
  // statements and names
  [
    'PURE repeats or contradicts',
    'pure pure subroutine q|end subroutine',
    'pure subroutine q|end subroutine',
  ],
  ['IMPURE repeats or contradicts', 'pure impure subroutine q|end', 'impure elemental subroutine q|end'],
  ['BIND needs parentheses', 'subroutine q bind(c)|end subroutine', 'subroutine q() bind(c)|end subroutine'],
  [
    'Expected "::"',
    main('type, bind(c) t', 'end type'),
    main('type, bind(c) :: t', 'integer :: i', 'end type'),
  ],
  [
    'USE can rename only',
    `${module('integer :: i')}|${main('use m, operator(-) => operator(+)')}`,
    `${module('integer :: i')}|${main('use m, j => i')}`,
  ],
  [
    'Expected the name "operator(>)" after END INTERFACE',
    main('interface operator (.gt.)', 'end interface operator (.lt.)'),
    main('interface operator (.gt.)', 'end interface operator (>)'),
  ],
  [
    'Only procedures can follow the CONTAINS',
    main('type t', 'contains', 'integer :: i', 'end type'),
    main('type t', 'integer :: i', 'contains', 'end type'),
  ],
  [
    'There is already a construct named "a"',
    main('a: block', 'end block a', 'a: block', 'end block a'),
    main('a: block', 'end block a', 'b: block', 'end block b'),
  ],
  [
    '"i" is already declared and cannot be the name of a construct',
    main('real :: i', 'i: block', 'end block i'),
    main('real :: i', 'j: block', 'end block j'),
  ],
  [
    'IMPLICIT must come before all declarations',
    main('integer :: i', 'implicit real (a)'),
    main('implicit real (a)', 'integer :: i'),
  ],
  ['Expected letters in parentheses', main('implicit integer\t(4)'), main('implicit integer\t(i-n)')],
  [
    'EXIST= needs a logical variable',
    main('character(8) :: c', "inquire (file='a', exist=c)"),
    main('logical :: c', "inquire (file='a', exist=c)"),
  ],
  [
    'NUMBER= needs an integer variable',
    main('logical :: n', "inquire (file='a', number=n)"),
    main('integer :: n', "inquire (file='a', number=n)"),
  ],
  [
    'ACCESS= needs a character variable',
    main('integer :: n', 'inquire (5, access=n)'),
    main('character(9) :: n', 'inquire (5, access=n)'),
  ],
  [
    'ADVANCE= and REC= are mutually exclusive',
    main("write (10, '(i4)', rec=1, advance='no') 5"),
    main("write (10, '(i4)', rec=1) 5"),
  ],
  [
    'An internal file cannot have ADVANCE=',
    main('character(9) :: c', "write (c, '(i4)', advance='no') 5"),
    main('character(9) :: c', "write (c, '(i4)') 5"),
  ],
  [
    'ADVANCE= needs a format',
    main("print *, 1; write (*, *, advance='no') 5"),
    main("write (*, '(i4)', advance='no') 5"),
  ],
  [
    'An internal file must be a variable',
    main("read ('123', *) n"),
    main("character(3) :: c = '123'", 'read (c, *) n'),
  ],
  ['is a procedure', main('external f', 'equivalence (f, x)'), main('external f', 'equivalence (y, x)')],
  [
    'which has no declared size, is not supported',
    main('integer, allocatable :: a(:)', 'do concurrent (i = 1:2) local(a)', 'end do'),
    main('integer :: a(2)', 'do concurrent (i = 1:2) local(a)', 'end do'),
  ],
  [
    'MOLD cannot be CLASS(*)',
    s('class(*), allocatable :: a', 'select type (b => transfer(1, a))', 'end select'),
    s('integer, allocatable :: a', 'print *, transfer(1, a)'),
  ],
  [
    'There is already a construct named "lp"',
    main('block', 'lp: do i = 1, 2', 'end do lp', 'lp: do i = 1, 2', 'end do lp', 'end block'),
    main('block', 'lp: do i = 1, 2', 'end do lp', 'end block', 'lp: do i = 1, 2', 'end do lp'),
  ],
  [
    'has no body: the submodule that defines it is not in the program',
    module(
      'interface',
      'module subroutine a()',
      'end subroutine',
      'end interface',
      'contains',
      'subroutine b',
      'call a',
      'end subroutine',
    ),
    module('contains', 'module subroutine a()', 'end subroutine', 'subroutine b', 'call a', 'end subroutine'),
  ],
  [
    'CLASS(*) is not allowed in an array constructor',
    s('class(*), allocatable :: a, b(:)', 'b = [a, a]'),
    s('class(*), allocatable :: a, b(:)', 'b = [1, 2]'),
  ],
  ['QUIET= must be a logical scalar', main('stop 1, quiet=1'), main('stop, quiet=.true.')],
  ['Expected QUIET=', main('stop 1, silent=.true.'), main('stop 1, quiet=.true.')],
  ['IMPLICIT NONE appears here twice', main('implicit none', 'implicit none'), main('implicit none')],
  [
    '"q" is not declared, and IMPLICIT NONE(EXTERNAL) is in effect',
    main('implicit none (external)', 'call q'),
    main('implicit none (external)', 'external :: q', 'call q'),
  ],
  [
    '"m" is the name of the program unit',
    module('contains', 'subroutine m', 'end subroutine'),
    module('contains', 'subroutine n', 'end subroutine'),
  ],
  ['"s" is the name of this program unit', s('type s', 'end type'), s('type t', 'end type')],
  [
    '"g" is already the generic name of other procedures',
    main(
      'interface g',
      'procedure h',
      'end interface',
      'contains',
      'subroutine g(i)',
      'end subroutine',
      'subroutine h(x)',
      'end subroutine',
    ),
    main(
      'interface g',
      'procedure g, h',
      'end interface',
      'contains',
      'subroutine g(i)',
      'end subroutine',
      'subroutine h(x)',
      'end subroutine',
    ),
  ],
  [
    '"q" is not a module procedure',
    module(
      'interface',
      'subroutine q',
      'end subroutine',
      'end interface',
      'interface g',
      'module procedure q',
      'end interface',
    ),
    module(
      'interface',
      'subroutine q',
      'end subroutine',
      'end interface',
      'interface g',
      'procedure q',
      'end interface',
    ),
  ],
  [
    'IMPORT cannot find "t" in the host of this interface',
    main('interface', 'subroutine q(x)', 'import :: t', 'type(t) :: x', 'end subroutine', 'end interface'),
    main(
      'type t',
      'end type',
      'interface',
      'subroutine q(x)',
      'import :: t',
      'type(t) :: x',
      'end subroutine',
      'end interface',
    ),
  ],
  [
    '"q" is already declared and cannot also have an interface',
    main('real :: q', 'interface', 'function q()', 'end function', 'end interface'),
    main('interface', 'function q()', 'end function', 'end interface'),
  ],
  [
    '"q" is the name of this program unit',
    main('interface', 'subroutine q', 'real :: q', 'end subroutine', 'end interface'),
    main('interface', 'subroutine q', 'end subroutine', 'end interface'),
  ],
  // BOZ constants
  ['A BOZ constant has no type', main("i = z'ff'"), main("i = int(z'ff')")],
  ['A BOZ constant has no type', main("print *, [b'1']"), main("print *, [int(b'1')]")],
  ['A BOZ constant has no type', main("print *, popcnt(z'ff')"), main("print *, iand(i, z'ff')")],
  ['has an obsolete form', main("data i /x'ff'/"), main("data i /z'ff'/")],
  ['has an obsolete form', main("data i /'ff'z/"), main("data i /o'17'/")],
  // arguments of intrinsic procedures
  ['must have length 1, not 2', main('i = ichar("ab")'), main('i = ichar("a")')],
  [
    'The number of bits for "maskl" must be from 0 to 32, not 33',
    main('i = maskl(33)'),
    main('i = maskl(32)'),
  ],
  ['must be from -1 to 1', main('x = asind(1.5)'), main('x = asind(0.5)')],
  [
    'VECTOR has 1 elements, but MASK selects 2',
    main('print *, pack([1, 2, 3], [.true., .true., .false.], [1])'),
    main('print *, pack([1, 2, 3], [.true., .true., .false.], [1, 1])'),
  ],
  [
    'FIELD must have the same shape as MASK',
    main('print *, unpack([1], [.true., .false.], [1, 2, 3])'),
    main('print *, unpack([1], [.true., .false.], [1, 2])'),
  ],
  ['NULL() has no size', main('print *, storage_size(null())'), main('print *, storage_size(1)')],
  [
    'BOUNDARY must have the same type',
    main('print *, eoshift([1, 2], 1, "x")'),
    main('print *, eoshift([1, 2], 1, 3)'),
  ],
  ['The second argument cannot be complex', main('z = cmplx(1.0, (1.0, 2.0))'), main('z = cmplx(1.0, 2.0)')],
  ['TOPOS', main('call mvbits(i, 0, 2, i, -1)'), main('call mvbits(i, 0, 2, i, 1)')],
  ['TO has 32 bits, but 33', main('call mvbits(i, 0, 2, i, 31)'), main('call mvbits(i, 0, 2, i, 30)')],
  [
    'must be ALLOCATABLE',
    main('integer, allocatable :: a', 'integer :: b', 'call move_alloc(a, b)'),
    main('integer, allocatable :: a, b', 'call move_alloc(a, b)'),
  ],
  [
    'TO of "move_alloc" must be polymorphic',
    main(
      'type t',
      'end type',
      'class(t), allocatable :: a',
      'type(t), allocatable :: b',
      'call move_alloc(a, b)',
    ),
    main(
      'type t',
      'end type',
      'type(t), allocatable :: a',
      'class(t), allocatable :: b',
      'call move_alloc(a, b)',
    ),
  ],
  ['must be of type LOGICAL', main('call random_init(1, .true.)'), main('call random_init(.true., .true.)')],
  // assignable objects
  [
    '"a" is an expression',
    main('i = 1', 'associate (a => i + 1)', 'a = 2', 'end associate'),
    main('i = 1', 'associate (a => i)', 'a = 2', 'end associate'),
  ],
  [
    '"a" is an array section with a vector subscript and cannot be assigned',
    main('integer :: x(3)', 'associate (a => x([1, 3]))', 'a = 2', 'end associate'),
    main('integer :: x(3)', 'associate (a => x(1:3:2))', 'a = 2', 'end associate'),
  ],
  [
    'cannot be assigned in a PURE procedure',
    'pure subroutine q(d)|integer, pointer, intent(in) :: d|d = 1|end subroutine',
    'subroutine q(d)|integer, pointer, intent(in) :: d|d = 1|end subroutine',
  ],
  // procedures as arguments, and calls without an interface
  [
    'it is ELEMENTAL',
    takes(
      FUNCTION_DUMMY,
      'call t(e)',
      'elemental real function e(x)',
      'real, intent(in) :: x',
      'e = x',
      'end function',
    ),
    takes(
      FUNCTION_DUMMY,
      'call t(e)',
      'real function e(x)',
      'real, intent(in) :: x',
      'e = x',
      'end function',
    ),
  ],
  [
    'it is not PURE',
    takes(
      'interface|pure subroutine d(x)|real, intent(in) :: x|end subroutine|end interface',
      'call t(e)',
      'subroutine e(x)',
      'real, intent(in) :: x',
      'end subroutine',
    ),
    takes(
      'interface|pure subroutine d(x)|real, intent(in) :: x|end subroutine|end interface',
      'call t(e)',
      'pure subroutine e(x)',
      'real, intent(in) :: x',
      'end subroutine',
    ),
  ],
  [
    'this argument is REAL(4), but was INTEGER(4) in an earlier call',
    main('call q(1)', 'call q(1.0)'),
    main('call q(1)', 'call q(2)'),
  ],
  [
    'this argument is an array, unlike in an earlier call',
    main('real :: a(3)', 'call q(a(1:2), 1.0)', 'call q(a, a(1:2))'),
    main('real :: a(3)', 'call q(a(2), 1.0)', 'call q(a, 2.0)'),
  ],
];

test.each(PAIRS)('%s', (words, refused, valid) => {
  expect(errors(refused).join('\n')).toContain(words);
  expect(errors(valid)).toEqual([]);
});

test('with -fallow-invalid-boz, BOZ constants are allowed anywhere', () => {
  const source = { path: 'x.f90', text: "i = x'ff'\nend\n" };
  expect(compileFortran([source], { allowInvalidBoz: true }).ok).toBe(true);
});
