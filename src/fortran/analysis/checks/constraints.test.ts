// Constraints in the standard: each invalid program gets a message at its line, and the nearest valid program compiles.
import { expect, test } from 'vitest';
import { compileFortran } from '../../compile-fortran.ts';
import type { FortranOptions } from '../../source/options.ts';

/** The line and message of each error in a program; `|` ends a line. */
function errors(text: string): string[] {
  const { diagnostics } = compileFortran([{ path: 'x.f90', text: `${text.replaceAll('|', '\n')}\n` }]);
  return diagnostics.filter((d) => d.severity === 'error').map((d) => `${d.line} ${d.message}`);
}

const main = (declarations: string, statements: string, procedures?: string): string =>
  `program p|${declarations}|${statements}|${procedures ? `contains|${procedures}|` : ''}end program`;
const CELL = 'type t; procedure(), pointer, nopass :: f; end type; type(t) :: a(2)';
const DERIVED = 'type u; integer :: i; end type; type v; integer :: i; end type; class(u), allocatable :: x';
const inLoop = (statement: string): string =>
  main('integer :: i', `do concurrent (i=1:3)|${statement}|end do`);
const pure = (statement: string): string =>
  main(
    'integer, target :: i',
    'i = 1',
    `pure subroutine s|integer, pointer :: q|${statement}|end subroutine`,
  );
const ofRank = (cases: string, word = ''): string =>
  main(
    `integer${word} :: x(3)`,
    'call s(x)',
    `subroutine s(d)|integer :: d(..)|select rank (d)|${cases}|end select|end`,
  );
const operator = (name: string, procedure: string): string =>
  main(`interface ${name}|${procedure}|end|end interface`, 'continue');

const overriding = (parent: string, child: string): string =>
  `module m|type :: t|contains|procedure${parent} :: r => s|end type|type, extends(t) :: u|contains|procedure${child} :: r => v|end type|contains|subroutine s(a)|class(t) :: a|end|subroutine v(a)|class(u) :: a|end|end module|end`;
const finals = (name: string, list: string): string =>
  `module m|type :: t|contains|final :: ${list}|end type|contains|subroutine ${name}(a)|type(t) :: a|end|subroutine g(a)|type(t) :: a|end|end module|end`;
const hidden = (statements: string): string =>
  `module m|type t|integer, private :: i = 0|integer :: j|end type|end module|program p|use m|type(t) :: x = ${statements}|end`;

/** A module with a parameterized type that binds a procedure with this passed object. */
const passing = (object: string, binding = 'procedure :: s', other = 'class(t(8, *))'): string =>
  `module m|type t(k, n)|integer, kind :: k = 4|integer, len :: n|contains|${binding}|end type|contains|subroutine s(a)|${object} :: a|end|subroutine u(a)|${other} :: a|end|end module|end`;
const parameterized = (rest: string): string =>
  `module m|type t(k, n)|integer, kind :: k = 4|integer, len :: n|integer :: i = 0|end type|${rest}|end module|end`;

const assigning = (prefix: string, shape: string): string =>
  `module m|type t; integer :: i; end type|interface assignment(=)|procedure s|end interface|contains|${prefix}subroutine s(a, b)|type(t), intent(out) :: a${shape}|type(t), intent(in) :: b${shape}|a%i = b%i|end|end module|use m|type(t) :: x(2), y(2)|where (y%i > 0) x = y|end`;

/** The line and the beginning of the message, the rejected program, the valid program. */
const ROWS: readonly [string, string, string][] = [
  // NULL has no value.
  ...[
    'do i = 1, null(z)|end do',
    'stop null(z)',
    'write (null(z), *) 1',
    'if (null(z)) 1, 1, 1|1 continue',
  ].map((s): [string, string, string] => [
    '3 NULL() has no value',
    main('integer, pointer :: z; integer :: i', s),
    main('integer, pointer :: z; integer :: i', s.replace('null(z)', 'i')),
  ]),
  [
    '3 NULL() has no value',
    main('logical, pointer :: z', 'if (null(z)) stop'),
    main('logical :: z', 'if (z) stop'),
  ],
  // pointers
  ['3 The pointer or allocatable component "f"', main(CELL, 'nullify (a%f)'), main(CELL, 'nullify (a(1)%f)')],
  [
    '3 The pointer and its target have different ranks',
    main('integer, pointer :: q(:); integer, target :: r(2,2)', 'print *, associated(q, r)'),
    main('integer, pointer :: q(:); integer, target :: r(2,2)', 'print *, associated(q, r(:, 1))'),
  ],
  [
    '3 The pointer and its target have different types',
    main('integer, pointer :: q; real, target :: r', 'print *, associated(q, r)'),
    main('real, pointer :: q; real, target :: r', 'print *, associated(q, r)'),
  ],
  [
    '3 "r" has neither the TARGET',
    main('real, pointer :: q; real :: r', 'print *, associated(q, r)'),
    main('real, pointer :: q; real, target :: r', 'print *, associated(q, r)'),
  ],
  [
    '3 TARGET of ASSOCIATED cannot be NULL()',
    main('real, pointer :: q', 'print *, associated(q, null())'),
    main('real, pointer :: q', 'print *, associated(q)'),
  ],
  [
    '3 The pointer and its target have different types',
    main('type t; integer, pointer :: i; end type; type(t) :: x; real, target :: r', 'x = t(r)'),
    main('type t; real, pointer :: i; end type; type(t) :: x; real, target :: r', 'x = t(r)'),
  ],
  [
    '3 The pointer is CONTIGUOUS',
    main(
      'type t; real, pointer, contiguous :: q(:); end type; type(t) :: x; real, target :: r(4)',
      'x%q => r(::2)',
    ),
    main(
      'type t; real, pointer, contiguous :: q(:); end type; type(t) :: x; real, target :: r(4)',
      'x%q => r(2:)',
    ),
  ],
  ['7 "s" is PURE and cannot make a pointer to "i"', pure('q => i'), pure('allocate (q)')],
  // DO CONCURRENT and FORALL
  ['4 RETURN cannot leave DO CONCURRENT', inLoop('return'), inLoop('continue')],
  ['4 EXIT cannot leave DO CONCURRENT', inLoop('exit'), inLoop('cycle')],
  ['4 STOP is not allowed in DO CONCURRENT', inLoop('stop'), inLoop('error stop')],
  [
    '4 A branch to 10 cannot leave DO CONCURRENT',
    main('integer :: i', 'do concurrent (i=1:3)|goto 10|end do|10 continue'),
    main('integer :: i', 'do concurrent (i=1:3)|goto 10|10 continue|end do'),
  ],
  ['4 "i" is the variable of a loop', inLoop('i = 1'), inLoop('continue')],
  [
    '3 "i" is already an index of this statement',
    main('integer :: j(3)', 'forall (i=1:3, i=1:2) j(i) = i'),
    main('integer :: j(3)', 'forall (i=1:3, k=1:2) j(i) = i'),
  ],
  [
    '3 The shapes of the two sides differ',
    main('integer :: j(3), k(4)', 'where (j > 0) k = 1'),
    main('integer :: j(3), k(4)', 'where (k > 0) k = 1'),
  ],
  // cases, guards, labels
  [
    '4 The value of a case must be constant',
    main('integer :: r', 'select case (r)|case (r)|end select'),
    main('integer :: r', 'select case (r)|case (1)|end select'),
  ],
  [
    '4 A case cannot be a range of logical values',
    main('logical :: r', 'select case (r)|case (.true.:)|end select'),
    main('logical :: r', 'select case (r)|case (.true.)|end select'),
  ],
  ['9 This rank already has a case', ofRank('rank (1)|rank (1)'), ofRank('rank (1)|rank (2)')],
  [
    '8 RANK (*) is not allowed for a pointer or allocatable selector',
    ofRank('rank (*)', ', pointer').replace('(3)', '(:)').replace('integer :: d', 'integer, pointer :: d'),
    ofRank('rank (*)'),
  ],
  [
    '4 A selector of type CLASS(u) can never have the type TYPE(v)',
    main(DERIVED, 'select type (x)|type is (v)|end select'),
    main(DERIVED, 'select type (x)|type is (u)|end select'),
  ],
  [
    '4 CLASS IS needs an extensible type',
    main('class(*), allocatable :: x', 'select type (x)|class is (integer)|end select'),
    main('class(*), allocatable :: x', 'select type (x)|type is (integer)|end select'),
  ],
  [
    '4 The character length must be "*" here',
    main('class(*), allocatable :: x', 'select type (x)|type is (character(3))|end select'),
    main('class(*), allocatable :: x', 'select type (x)|type is (character(*))|end select'),
  ],
  [
    '3 The label 10 is defined twice',
    main('', '10 continue|10 continue').replace('||', '|'),
    main('integer :: i, j', 'do 10 i=1,2|do 10 j=1,2|10 continue'),
  ],
  [
    '3 This statement cannot follow a logical IF',
    main('integer :: i', 'if (i > 1) if (i > 2) stop'),
    main('integer :: i', 'if (i > 1) stop'),
  ],
  // allocation and structures
  [
    '3 An object of INTEGER(4) cannot be allocated as REAL(4)',
    main('integer, allocatable :: a', 'allocate (real :: a)'),
    main('integer, allocatable :: a', 'allocate (integer :: a)'),
  ],
  [
    '3 The component "i" has no value',
    main('type u; integer :: i; end type; type(u) :: x', 'x = u()'),
    main('type u; integer :: i = 1; end type; type(u) :: x', 'x = u()'),
  ],
  [
    '2 A component cannot have TARGET',
    main('type u; integer, target :: i; end type', 'continue'),
    main('type u; integer, pointer :: i; end type', 'continue'),
  ],
  [
    '2 The component "f" cannot pass its object',
    main('type u; procedure(s), pointer :: f; end type', 'continue', 'subroutine s(x)|integer :: x|end'),
    main('type u; procedure(s), pointer :: f; end type', 'continue', 'subroutine s(x)|class(u) :: x|end'),
  ],
  // arguments and procedures
  [
    '3 An argument after a keyword',
    main('', 'call s(i=1, 2)', 'subroutine s(i, j)|end').replace('||', '| |'),
    main('', 'call s(1, j=2)', 'subroutine s(i, j)|end'),
  ],
  [
    '3 The argument "d" of "s" must have a length that is not deferred',
    main('character(:), allocatable :: c', 'call s(c)', 'subroutine s(d)|character(4), allocatable :: d|end'),
    main('character(:), allocatable :: c', 'call s(c)', 'subroutine s(d)|character(:), allocatable :: d|end'),
  ],
  ['7 STOP is not allowed in "s", which is PURE', pure('stop'), pure('error stop')],
  [
    '3 The argument "g" of "s" is a different kind of procedure',
    main('', 'call s(f)', 'subroutine s(g)|integer, external :: g|end|subroutine f|end'),
    main('', 'call s(f)', 'subroutine s(g)|integer, external :: g|end|integer function f()|f = 1|end'),
  ],
  [
    '4 "a" is already a dummy argument of "s"',
    main('continue', 'contains|subroutine s(a, a)|end'),
    main('continue', 'contains|subroutine s(a, b)|end'),
  ],
  [
    '3 OPERATION of "reduce" must be PURE',
    main(
      'integer :: i(3)',
      'print *, reduce(i, f)',
      'function f(a, b)|integer, intent(in) :: a, b|integer :: f|f = a|end',
    ),
    main(
      'integer :: i(3)',
      'print *, reduce(i, f)',
      'pure function f(a, b)|integer, intent(in) :: a, b|integer :: f|f = a|end',
    ),
  ],
  // attributes
  [
    '2 "i" has INTENT(IN), but is not a dummy',
    main('integer, intent(in) :: i', 'continue'),
    main('integer :: i', 'continue'),
  ],
  [
    '2 "i" cannot have both POINTER and TARGET',
    main('integer, pointer, target :: i', 'continue'),
    main('integer, pointer :: i', 'continue'),
  ],
  [
    '5 "d" cannot have both VALUE and INTENT(OUT)',
    main('', 'continue|contains|subroutine s(d)|integer, value, intent(out) :: d|end'),
    main('', 'continue|contains|subroutine s(d)|integer, value, intent(in) :: d|end'),
  ],
  [
    '2 The constant "i" has no value',
    main('integer, parameter :: i', 'continue'),
    main('integer, parameter :: i = 1', 'continue'),
  ],
  [
    '2 The constant "i" is not allowed in COMMON',
    main('integer, parameter :: i = 3; common /c/ i', 'continue'),
    main('integer :: i; common /c/ i', 'continue'),
  ],
  [
    '2 "j" is not allowed in the namelist "n": it has no type',
    main('implicit none; namelist /n/ j', 'continue'),
    main('namelist /n/ j', 'continue'),
  ],
  [
    '3 NML= needs the name of a namelist',
    main('namelist /n/ j', 'read (*, nml=k)'),
    main('namelist /n/ j', 'read (*, nml=n)'),
  ],
  [
    '3 A namelist READ or WRITE cannot have an item list',
    main('namelist /n/ j', 'read (*, nml=n) j'),
    main('namelist /n/ j', 'read (*, nml=n)'),
  ],
  [
    '3 "a" is already a constant',
    main('enum, bind(c)|enumerator :: a, a|end enum', 'continue'),
    main('enum, bind(c)|enumerator :: a, b|end enum', 'continue'),
  ],
  [
    '2 "f" cannot be its own interface',
    main('procedure(f) :: f', 'continue'),
    main('procedure(f), pointer :: g', 'continue', 'subroutine f|end'),
  ],
  // operators
  [
    'the argument "a" of "f" must have INTENT(IN)',
    operator('operator(.x.)', 'integer function f(a)|integer :: a'),
    operator('operator(.x.)', 'integer function f(a)|integer, intent(in) :: a'),
  ],
  [
    '"f" must be a function with one or two',
    operator('operator(.x.)', 'subroutine f(a)|integer, intent(in) :: a'),
    operator('operator(.x.)', 'integer function f(a)|integer, value :: a'),
  ],
  // entries, returns, associate names, BLOCK
  [
    '3 ENTRY is allowed only in subroutines',
    main('', 'entry e').replace('||', '| |'),
    'subroutine s|entry e|end|end',
  ],
  [
    '3 ENTRY is not allowed in a construct',
    'subroutine s|if (.true.) then|entry e|end if|end|end',
    'subroutine s|entry e|if (.true.) then|end if|end|end',
  ],
  [
    '2 RETURN can have a number only in a subroutine',
    'program p|return 1|end',
    'subroutine s|return 1|end|end',
  ],
  [
    '1 "f" is a function and cannot have an alternate return',
    'function f(*)|f = 1|end|end',
    'subroutine f(*)|end|end',
  ],
  [
    '2 "a" is already an associate name',
    'program p|associate (a => 1, a => 2)|end associate|end',
    'program p|associate (a => 1, b => 2)|end associate|end',
  ],
  [
    '4 BLOCK cannot have COMMON',
    'program p|block|integer :: i|common /c/ i|end block|end',
    'program p|block|integer :: i|end block|end',
  ],
  // bindings, final procedures, private components
  [
    '"r" cannot override the binding of the parent type: it is NON_OVERRIDABLE',
    overriding(', non_overridable', ''),
    overriding('', ''),
  ],
  [
    '"r" cannot override the binding of the parent type: the inherited binding is PUBLIC, but this one is PRIVATE',
    overriding('', ', private'),
    overriding('', ', public'),
  ],
  ['is for a rank that already has a final procedure', finals('f', 'f, g'), finals('f', 'f')],
  ['"h" is not a procedure and cannot be FINAL', finals('f', 'h'), finals('f', 'f')],
  ['9 The component "i" of the type "t" is private', hidden('t(1)'), hidden('t(j=1)')],
  [
    '10 The component "i" of the type "t" is private',
    hidden('t(j=1)|print *, x%i'),
    hidden('t(j=1)|print *, x%j'),
  ],
  // input and output, products
  ['2 OPEN needs a unit or NEWUNIT=', "program p|open (file='x')|end", "program p|open (1, file='x')|end"],
  [
    '3 INQUIRE needs a unit or FILE=, not both',
    "program p|logical l|inquire (1, file='x', exist=l)|end",
    "program p|logical l|inquire (file='x', exist=l)|end",
  ],
  [
    '2 SIZE= needs ADVANCE="NO"',
    "program p|read (*, '(i3)', size=j) i|end",
    "program p|read (*, '(i3)', size=j, advance='no') i|end",
  ],
  [
    '2 Invalid call to "dot_product": The extents 2 and 3 of the arguments differ',
    'program p|print *, dot_product([1, 2], [1, 2, 3])|end',
    'program p|print *, dot_product([1, 2], [1, 2])|end',
  ],
  [
    '2 Invalid call to "matmul": The extents 2 and 3 of the arguments differ',
    'program p|print *, matmul(reshape([1, 2, 3, 4], [2, 2]), [1, 2, 3])|end',
    'program p|print *, matmul(reshape([1, 2, 3, 4], [2, 2]), [1, 2])|end',
  ],
  // procedure pointers, substrings, localities, selectors
  [
    '3 "f" is a procedure, but not a pointer',
    'program p|procedure() :: f|f => null()|end',
    'program p|procedure(), pointer :: f|f => null()|end',
  ],
  [
    '3 The substring 0:2 is outside',
    'program p|character(3) :: a|print *, a(0:2)|end',
    'program p|character(3) :: a|print *, a(1:2)|end',
  ],
  [
    '2 "+" cannot be applied to "l"',
    'program p; logical :: l|do concurrent (i=1:3) reduce(+:l)|end do|end',
    'program p; integer :: l|do concurrent (i=1:3) reduce(+:l)|end do|end',
  ],
  [
    '2 EOR= is not allowed in WRITE',
    "program p|write (*, '(i3)', eor=1) i|1 continue|end",
    "program p|read (*, '(i3)', eor=1, advance='no') i|1 continue|end",
  ],
  [
    '3 SELECT TYPE needs a name for this selector',
    'program p|class(*), allocatable :: a(:)|select type (a(1))|end select|end',
    'program p|class(*), allocatable :: a(:)|select type (b => a(1))|end select|end',
  ],
  // labels of alternate returns, deferred lengths
  [
    '2 The label 10 is not defined in this program unit',
    'program p|call s(*10)|contains|subroutine s(*)|end|end',
    'program p|call s(*10)|10 continue|contains|subroutine s(*)|end|end',
  ],
  [
    '1 The length of "c" is deferred',
    'subroutine s(c)|character(:) :: c|end|end',
    'subroutine s(c)|character(:), allocatable :: c|end|end',
  ],
  [
    '2 The label 7 is not defined in this program unit',
    'program p|assign 7 to i|end',
    'program p|assign 7 to i|7 format (i3)|end',
  ],
  // statements
  ...(
    [
      ['3 "p" has INTENT(IN) and cannot be', 'nullify (p)', 'if (associated(p)) p = 1'],
      ['3 Expected an object', 'nullify ()', 'continue'],
      [
        '3 This statement does not accept the specifier "source"',
        'deallocate (q, source=1)',
        'deallocate (q, stat=i)',
      ],
      [
        '3 The index "x" must be an integer',
        'do concurrent (x = 1:3)|end do',
        'do concurrent (i = 1:3)|end do',
      ],
      ['3 The index "x" must be an integer', 'forall (x = 1:3) a(1) = 1', 'forall (i = 1:3) a(i) = 1'],
      ['3 DIM is 2, but the array has 1', 'print *, sum(a, 2)', 'print *, sum(a, 1)'],
      ['3 GO TO "i" has no target', 'goto i', 'assign 1 to i; goto i|1 continue'],
      ['4 "x" has OPTIONAL, but is not a dummy', 'block|optional x|end block', 'block|volatile x|end block'],
    ] as const
  ).map(([message, refused, valid]): [string, string, string] => {
    const inside = (statement: string): string =>
      `subroutine s(p, q)|integer, pointer :: p, q, a(:); intent(in) p|${statement}|end|end`;
    return [message, inside(refused), inside(valid)];
  }),
  // procedures and units
  ...(
    [
      ['1 "s" is the name of this program unit', 'subroutine s(s)|end', 'subroutine s(t)|end'],
      [
        '1 The name in RESULT must differ',
        'function f() result(f)|f = 1|end',
        'function f() result(r)|r = 1|end',
      ],
      [
        '2 "f" is the name of this program unit',
        'function f() result(r)|real :: f|r = 1|end',
        'function f() result(r)|real :: r|r = 1|end',
      ],
      [
        '2 "n" cannot be used in the declaration',
        'subroutine s|real :: x(n)|end',
        'subroutine s(n)|real :: x(n)|end',
      ],
      [
        '3 "x" has assumed size',
        'subroutine s(x)|real :: x(*)|print *, x|end',
        'subroutine s(x)|real :: x(*)|print *, x(:2)|end',
      ],
      [
        '3 The interface of "s" can contain only',
        'interface|subroutine s|i = 1|end|end interface|end',
        'interface|subroutine s|integer i|end|end interface|end',
      ],
      [
        '3 The interface of "s" can contain only',
        'interface|subroutine s|data i /3/|end|end interface|end',
        'interface|subroutine s|integer i|end|end interface|end',
      ],
      ['2 BLOCK DATA cannot contain', 'block data b|contains|subroutine s|end|end', 'block data b|end'],
      [
        '1 "s" has BIND(C), and its argument "c" has a length',
        'subroutine s(c) bind(c)|character(3) :: c|end',
        'subroutine s(c) bind(c)|character(*) :: c|end',
      ],
      [
        '1 NAME= in BIND must be a character constant',
        'subroutine s() bind(c, name=3)|end',
        "subroutine s() bind(c, name='t')|end",
      ],
    ] as const
  ).map(([message, refused, valid]): [string, string, string] => [
    message,
    `${refused}${refused.startsWith('interface') ? '' : '|end'}`,
    `${valid}${valid.startsWith('interface') ? '' : '|end'}`,
  ]),
  // lengths that are not constant
  [
    '3 The initial value of "n" must be constant: LEN of "x"',
    main(
      'type t; character(:), allocatable :: c; end type; type(t) :: x',
      'integer, parameter :: n = len(x%c)',
    ),
    main('type t; character(5) :: c; end type; type(t) :: x', 'integer, parameter :: n = len(x%c)'),
  ],
  // bounds of components
  [
    '3 The initial value of "n" must be constant: UBOUND of "x"',
    main(
      'type t; real, allocatable :: c(:); end type; type(t) :: x',
      'integer, parameter :: n = ubound(x%c, 1)',
    ),
    main(
      'type t; real :: c(2:3); end type; type(t) :: x',
      'integer, parameter :: n = ubound(x%c, 1), m(1) = lbound(x%c); real(2 * n - m(1)) :: y',
    ),
  ],
  [
    '3 The initial value of "n" must be constant: SIZE of "x"',
    main(
      'type t; real, allocatable :: c(:); end type; type(t) :: x(2)',
      'integer, parameter :: n = size(x(1)%c)',
    ),
    main(
      'type t; real :: c(2:3); end type; type(t) :: x(2)',
      'integer, parameter :: n = size(x(1)%c), m = size(x%c(3))',
    ),
  ],
  // parameterized types: definitions without objects, and instances that only procedures create
  ...(
    [
      ['class(t(4, 3))', 'the length parameters of its argument "a" must be "*"'],
      ['class(t(4, *)), pointer', 'its argument "a" cannot be a POINTER or ALLOCATABLE'],
      ['class(t(4, :)), allocatable', 'its argument "a" cannot be a POINTER or ALLOCATABLE'],
      ['class(t(4, *)), dimension(2)', 'its argument "a" must be a scalar'],
      ['type(t(4, *))', 'its argument "a" must be CLASS(T)'],
    ] as const
  ).map(([object, why]): [string, string, string] => [
    `6 "s" cannot be bound to "t": ${why}`,
    passing(object),
    passing('class(t(4, *))'),
  ]),
  [
    '6 "none" is not a procedure',
    passing('class(t(4, *))', 'procedure :: none'),
    passing('class(t(4, *))', 'procedure, nopass :: s'),
  ],
  [
    '9 The final procedure "s" of "t" must have "*" for the length parameters',
    passing('type(t(4, 3))', 'final :: s'),
    passing('type(t(4, *))', 'final :: s'),
  ],
  [
    '8 A call to "g" would be ambiguous: the arguments of "u" and "s"',
    passing('class(t(4, *))', 'procedure :: s|procedure :: u|generic :: g => s, u', 'class(t(4, *))'),
    passing('class(t(4, *))', 'procedure :: s|procedure :: u|generic :: g => s, u'),
  ],
  ...(
    [
      ['8 The length of "f" is deferred', 'function f()|type(t(n=:)) :: f', 'function f()|type(t(n=2)) :: f'],
      [
        '8 The length of "a" is deferred',
        'subroutine s(a)|type(t(n=:)) :: a',
        'subroutine s(a)|type(t(n=*)) :: a',
      ],
      [
        '8 The type parameters of "f" must be given',
        'function f()|type(t(n=*)) :: f',
        'function f()|type(t(n=2)) :: f',
      ],
      [
        '11 The length parameters of TYPE(t) must be "*"',
        'subroutine s(a)|class(*) :: a|select type (a)|type is (t(n=3))|end select',
        'subroutine s(a)|class(*) :: a|select type (a)|type is (t(n=*))|end select',
      ],
      [
        '9 A type parameter after a named',
        'subroutine s(a)|type(t(k=4, 3)) :: a',
        'subroutine s(a)|type(t(4, 3)) :: a',
      ],
      [
        '9 Expected a value for a type',
        'subroutine s|print *, size([t(4, *)(3)])',
        'subroutine s|print *, size([t(4, 2)(3)])',
      ],
    ] as const
  ).map(([message, refused, valid]): [string, string, string] => [
    message,
    parameterized(`contains|${refused}|end`),
    parameterized(`contains|${valid}|end`),
  ]),
  [
    '8 The length of the component "x" must be given',
    parameterized('type u|type(t(n=*)) :: x|end type'),
    parameterized('type u|type(t(n=2)) :: x|end type'),
  ],
  [
    '8 The length of the component "x" is not constant',
    parameterized('type u|type(t(n=:)) :: x|end type'),
    parameterized('type u|type(t(n=:)), pointer :: x|end type'),
  ],
  ['1 "f" cannot be both the result and an argument', 'function f(f)|end|end', 'function f(g)|f = g|end|end'],
  [
    '4 The pointer and its target have different ranks',
    'program p|class(*), pointer :: q|character, target :: c(2)|print *, associated(q, c)|end',
    'program p|class(*), pointer :: q|character, target :: c(2)|print *, associated(q, c(1))|end',
  ],
  // images
  ...['goto 10', 'return', 'if (i == 2) cycle'].map((leaving): [string, string, string] => [
    'cannot leave CRITICAL',
    main('', `do i = 1, 3|critical|${leaving}|end critical|10 continue|end do`),
    main('', 'do i = 1, 3|critical|goto 10|10 continue|end critical|end do'),
  ]),
  [
    '2 "a" is ALLOCATABLE: its cobounds',
    main('real, allocatable :: a[*]', ''),
    main('real, allocatable :: a[:]', ''),
  ],
  ['2 The last upper cobound of "a"', main('real, save :: a[2]', ''), main('real, save :: a[2, *]', '')],
  // IMPORT
  ...(
    [
      ['import :: t|integer :: t', 'integer :: t'],
      ['import :: k|parameter (k = 4)', 'parameter (k = 4)'],
      ['import, all|real :: k', 'import|real :: k'],
      ['import, only: k|integer x(k)|dimension k(2)', 'import, only: k|integer x(k)|dimension t(2)'],
    ] as const
  ).map(([refused, valid]): [string, string, string] => {
    const text = (s: string): string =>
      `module m|type t; integer :: i; end type; integer, parameter :: k = 2|interface|subroutine s()|${s}|end|end interface|end module|end`;
    return ['belongs to the host: after IMPORT it cannot be declared again', text(refused), text(valid)];
  }),
  [
    '7 "k" belongs to the host',
    main('integer :: k', 'k = 1', 'subroutine s|import, all|integer :: k|end'),
    main('integer :: k', 'k = 1', 'subroutine s|import|integer :: k|end'),
  ],
  [
    '8 The name "k" is not declared',
    main('implicit none|integer :: k', 'k = 1', 'subroutine s|import, none|k = 2|end'),
    main('implicit none|integer :: k', 'k = 1', 'subroutine s|import, only: k|k = 2|end'),
  ],
  // storage and DATA
  [
    '4 "a" is PROTECTED and cannot share storage with "b"',
    'module m|integer, protected :: a|integer :: b|equivalence (b, a)|end module|end',
    'module m|integer, protected :: a|integer, protected :: b|equivalence (b, a)|end module|end',
  ],
  ...['a /3*1/', 'a(1) /1/', 'c /"x"/', '(a(i), i = 1, 2) /2*1/'].map((data): [string, string, string] => {
    const text = (bound: string): string =>
      `subroutine s(n)|integer :: n|integer :: a(${bound}), i|character(${bound}) :: c|data ${data}|end|end`;
    return ['5 "', text('n'), text('3')];
  }),
  ...['integer', 'real', 'complex', 'logical'].map((type): [string, string, string] => [
    '3 Cannot convert CHARACTER(4) to',
    `${type} :: i(2)|character(4) :: c(2)|data i /2*'abcd'/|end`,
    `${type} :: i(2)|character(4) :: c(2)|data c /2*'abcd'/, i /2*4habcd/|end`,
  ]),
  ...['-1', 'k'].map((count): [string, string, string] => [
    '2 The repeat count in DATA must be a non-negative constant',
    `integer :: i(2), k|data i /${count}*1/|end`,
    'integer :: i(2), k|data i /0*7, 2*1/|end',
  ]),
  ...(
    [
      ['integer :: i = 3', '"i" is not in COMMON', 'integer, parameter :: i = 3'],
      ['integer, allocatable :: i', '"i" cannot have ALLOCATABLE', 'integer :: i'],
      ['external i', '"i" cannot have EXTERNAL', 'integer :: i'],
    ] as const
  ).map(([refused, message, valid]): [string, string, string] => [
    `2 ${message}`,
    `block data|${refused}|common /c/ j|end|end`,
    `block data|${valid}|common /c/ j|end|end`,
  ]),
  [
    '2 FORMAT needs a label',
    'print 10|format (a)|10 format (a)|end',
    'print 10|11 format (a)|10 format (a)|end',
  ],
  // global names
  ...(
    [
      ['program q|common /q/ i|end', 'the COMMON block "q"'],
      ['subroutine q|common /q/ i|end|end', 'the COMMON block "q"'],
      ['subroutine s|common /q/ i|end|subroutine q|end|end', 'the COMMON block "q"'],
      ['module q|end module|common /q/ i|end', 'the COMMON block "q"'],
      ['module q|end module|program q|end', 'the main program "q"'],
      ['program q|end|subroutine q|end', 'the subroutine "q"'],
      ['program q|end|subroutine s|entry q|end', 'the subroutine "q"'],
      ['block data q|common /q/ i|data i /1/|end|end', 'the COMMON block "q"'],
      ['block data q|end|block data q|end|end', 'the BLOCK DATA "q" and the BLOCK DATA "q"'],
      ['block data q|end|integer function q()|q = 1|end|end', 'the function "q"'],
      ['module m|contains|subroutine s|common /q/ i|end|end module|program q|end', 'the COMMON block "q"'],
    ] as const
  ).map(([refused, other]): [string, string, string] => [
    other,
    refused,
    refused.replace(/(?<=subroutine |program |module |data |entry )q/, 'r'),
  ]),
  [
    '3 A program can have only one unnamed BLOCK DATA',
    'block data|end|block data|end|end',
    'block data|end|block data b|end|end',
  ],
  // ENTRY
  [
    '3 "a" is a dummy argument in "s"',
    'subroutine s(a)|real a|entry a(b)|end|end',
    'subroutine s(a)|real a|entry c(b)|end|end',
  ],
  [
    '3 "a" is declared in "s"',
    'subroutine s|real a|entry a(b)|end|end',
    'function s()|real a|entry a(b)|a = 1|end|end',
  ],
  ...['s', 'e', 'f'].map((name): [string, string, string] => [
    `3 "${name}" is the name of this procedure or of an entry`,
    `subroutine s|entry e(x)|entry f(${name})|end|end`,
    'subroutine s|entry e(x)|entry f(y)|end|end',
  ]),
  // division by zero
  ...['1.0/0.0', '0.0/0', '1/(-0.0)', '(1.0, 2.0)/(0.0, 0.0)', '[1, 2]/[3.0, 0.0]', '1/0'].map(
    (quotient): [string, string, string] => [
      '2 The constant expression divides by zero',
      `program p|print *, ${quotient}|end`,
      `program p|print *, ${quotient.replace(/0(\.0)?(?=\W*$)/, '3.0')}|end`,
    ],
  ),
  // kinds of characters
  ...['min(c, d)', 'max(c, c, d)', 'findloc([c, c], d)', 'findloc([d, d], c, 1)'].map(
    (call): [string, string, string] => [
      '3 ',
      main("character :: c = 'a'; character(kind=4) :: d = 4_'b'", `print *, ${call}`),
      main(
        "character :: c = 'a'; character(kind=4) :: d = 4_'b'",
        `print *, ${call.replaceAll('d)', 'c)').replace('[d, d]', '[c, c]')}`,
      ),
    ],
  ),
  [
    '4 The case is CHARACTER',
    main('character :: c', "select case (c)|case (4_'a')|end select"),
    main('character :: c', "select case (c)|case ('a')|end select"),
  ],
  // shapes of the arguments of dummy procedures
  [
    'takes its shape from the actual argument in only one',
    main(
      '',
      'call s(v)',
      'subroutine s(p)|interface|subroutine p(a)|integer :: a(:)|end|end interface|end|subroutine v(a)|integer :: a(2)|end',
    ),
    main(
      '',
      'call s(v)',
      'subroutine s(p)|interface|subroutine p(a)|integer :: a(*)|end|end interface|end|subroutine v(a)|integer :: a(2)|end',
    ),
  ],
  // pointers in PURE procedures, defined assignments in WHERE, calls to the main program
  [
    '4 "s" is PURE and cannot make a pointer to "i"',
    'module m|integer, pointer :: i|contains|pure subroutine s; call t(i)|end|pure subroutine t(q)|integer, pointer :: q|end|end module|end',
    'module m; integer, pointer :: i|contains|pure subroutine s|integer, pointer :: k|call t(k)|end|pure subroutine t(q)|integer, pointer :: q|end|end module|end',
  ],
  ['15 An assignment in WHERE', assigning('', '(2)'), assigning('elemental ', '')],
  ['2 "p" is the main program', 'program p|call p|end', 'program p|call q|end'],
  [
    '2 A value in DATA must be constant',
    "character, target :: c = 'a'; character :: d|data d /c/|end",
    "character, target :: c = 'a'; character, pointer :: d|data d /c/|end",
  ],
  // names of values
  ...['f()', 't(3)'].map((value): [string, string, string] => [
    '4 "x" is an expression and cannot be assigned',
    main(
      'type t; integer :: i; end type; type(t), target :: y',
      `associate (x => ${value})|x%i = 3|end associate`,
      'function f()|type(t) :: f|f%i = 1|end',
    ),
    main(
      'type t; integer :: i; end type; type(t), target :: y',
      'associate (x => f())|x%i = 3|end associate',
      'function f()|type(t), pointer :: f|f => y|end',
    ),
  ]),
  [
    '5 "z" is an expression and cannot be assigned',
    main('class(*), allocatable :: q', 'select type (z => (q))|type is (integer)|z = 9|end select'),
    main('class(*), allocatable :: q', 'select type (z => q)|type is (integer)|z = 9|end select'),
  ],
  // Constants that become integers
  ['1 The constant expression overflows INTEGER(4)', 'i = 2.5e9|end', 'i = 2.1e9|end'],
  [
    '1 The constant expression overflows INTEGER(1)',
    'print *, int(-129.0, 1)|end',
    'print *, int(-128.9, 1)|end',
  ],
  [
    '1 The constant expression overflows INTEGER(4)',
    'print *, int((1e10, 0.0))|end',
    'print *, int((1e9, 0.0))|end',
  ],
  ['1 The constant expression overflows INTEGER(4)', 'print *, [nint(3d9)]|end', 'print *, nint(3d9, 8)|end'],
  [
    '1 The constant expression overflows INTEGER(4)',
    'print *, floor(-3e9)|end',
    'print *, ceiling(-2.1e9)|end',
  ],
  ['1 The integer 2147483648 does not fit', 'print *, 2147483648|end', 'print *, -2147483648|end'],
  ['1 The integer 128 does not fit', 'print *, 1_1 - 128_1|end', 'print *, -128_1 + 1_1|end'],
  // UNSIGNED
  [
    '1 UNSIGNED is an extension of GNU Fortran: add -funsigned',
    'unsigned(4) :: i|end',
    'integer :: unsigned|unsigned = 3|end',
  ],
  ['1 UNSIGNED is an extension', 'print *, 7u_1|end', 'print *, 7_1|end'],
  [
    '1 UNSIGNED is an extension',
    'type(unsigned) :: x|end',
    'type unsigned|integer :: n|end type|type(unsigned) :: x|x = unsigned(3)|print *, [unsigned :: x]|end',
  ],
  [
    '4 UNSIGNED is an extension',
    'type unsigned|integer :: n|end type|unsigned :: x|end',
    'type t|type(unsigned), pointer :: p|end type|type unsigned|integer :: n|end type|class(unsigned), allocatable :: a|allocate(unsigned :: a)|end',
  ],
  [
    '4 The type "unsigned" has no parameters',
    'type unsigned|integer :: n|end type|type(unsigned(4)) :: x|end',
    'type unsigned(k)|integer, kind :: k|integer(k) :: n|end type|type(unsigned(4)) :: x|x = unsigned(4)(3)|end',
  ],
  ['1 UNSIGNED is an extension', 'print *, [unsigned :: 1]|end', 'print *, [integer :: 1]|end'],
  ['1 UNSIGNED is an extension', 'print *, [unsigned*8 :: 1]|end', 'print *, [integer*8 :: 1]|end'],
  [
    '1 The intrinsic procedure "uint" needs -funsigned',
    'print *, uint(1)|end',
    'external uint|integer uint|print *, uint(1)|end',
  ],
];

const selecting = (value: string, ...cases: string[]): string =>
  `u|select case (${value})|${cases.map((c) => `case (${c})`).join('|')}|end select`;
const LARGEST = '18446744073709551615u_8';
const FLAG = 'call ieee_get_flag(ieee_inexact, l)';

// With -funsigned: unsigned numbers are mixed only with each other.
const UNSIGNED_ROWS: [string, string, string][] = [
  ['The operator + is not defined for UNSIGNED(4) and INTEGER(4)', 'u + 1', 'u + 1u_1'],
  ['The operator < is not defined for INTEGER(4) and UNSIGNED(4)', '1 < u', '1 < int(u)'],
  ['The operator ** is not defined', 'u ** 2', 'u ** 2u'],
  ['The operator ** is not defined', '2.0 ** u', '2.0 ** int(u)'],
  ['A2 must have the same type', 'max(u, 1)', 'max(u, 1u)'],
  ['The argument of "abs" must be', 'abs(u)', 'abs(int(u))'],
  ['must be an integer', 'a(u)', 'a(int(u))'],
  ['J must have the same type', 'merge_bits(u, 1, u)', 'merge_bits(u, 1u, u)'],
  ['different types', '[u, 1]', '[u, 1u]'],
  ['without UINT', '[unsigned :: 1]', '[unsigned :: 1u_8]'],
  ['256 does not fit in UNSIGNED(1); write it with a larger kind, such as 256u_8', '-256u_1', '-255u_1'],
  [
    'overlaps',
    selecting('uint(u, 8)', LARGEST, LARGEST),
    selecting('uint(u, 8)', '18446744073709551614u_8', LARGEST),
  ],
  [
    'overlaps',
    selecting('int(u, 8)', '9223372036854775807_8', 'huge(1_8)'),
    selecting('int(u, 8)', '9223372036854775806_8', 'huge(1_8)'),
  ],
  ['this argument is UNSIGNED(4), but was INTEGER(4)', '1|call q(1)|call q(1u)', '1|call q(1u)|call q(2u)'],
  [
    'conversion of REAL(4) to UNSIGNED(4) does not raise',
    `u|u = uint(a(1))|${FLAG}`,
    `u|u = uint(int(a(1)))|${FLAG}`,
  ],
  [
    'conversion of COMPLEX(4) to INTEGER(4) does not raise',
    `u|i = int(cmplx(a(1), 0.0))|${FLAG}`,
    `u|i = int(a(1))|${FLAG}`,
  ],
  [
    'conversion of UNSIGNED(4) to REAL(4) does not raise',
    `u|a = real(u)|${FLAG}`,
    `u|a = real(int(u))|${FLAG}`,
  ],
];

function unsigned(text: string, options: FortranOptions = {}) {
  const source = { path: 'x.f90', text: `${text.replaceAll('|', '\n')}\n` };
  return compileFortran([source], { unsigned: true, ...options });
}

test.each(UNSIGNED_ROWS)('-funsigned: %s', (message, refused, valid) => {
  const messages = (e: string) => {
    const modules = e.includes('ieee_') ? 'use ieee_exceptions|' : '';
    const compiled = unsigned(`${modules}unsigned :: u = 1u|real :: a(2) = 0|logical :: l|print *, ${e}|end`);
    return compiled.ok ? '' : compiled.diagnostics.map((d) => d.message).join('\n');
  };
  expect(messages(refused)).toContain(message);
  expect(messages(valid)).toBe('');
});

test.each([
  'type t|integer, pointer :: p|end type|type(t) :: a(2)|forall (i = 1:2) a(i)%p => a(3 - i)%p|end',
  'integer :: n(2)|!$omp parallel reduction(+:n) reduction(-:m)|n = n + n|!$omp end parallel|end',
  'integer :: n(2)|!$omp parallel reduction(*:n)|n = n * n|!$omp end parallel|end',
])('-funsigned: the C code is like that for INTEGER: %s', (text) => {
  const [one, other] = [text, text.replace('integer', 'unsigned')].map((t) => unsigned(t, { openMp: true }));
  // Numbers of trips are unsigned in both.
  const signed = (c: string) => c.replaceAll(/\bu(?=int32_t)|(?<=\d)U\b/g, '');
  expect(one!.ok && other!.ok && signed(other!.c)).toBe(one!.ok && signed(one!.c));
});

test('-funsigned: a constant power with a large exponent is folded', () => {
  const compiled = unsigned('unsigned(8), parameter :: p = 3u_8 ** 1000u_8|print *, p|end');
  expect(compiled.ok && compiled.c).toContain(String(BigInt.asUintN(64, 3n ** 1000n)));
});

test('-fno-range-check allows real division by zero and the conversion of out-of-range reals to integers, but no integer division by zero', () => {
  const compiled = (quotient: string) =>
    compileFortran([{ path: 'x.f90', text: `print *, ${quotient}\nend\n` }], {
      rangeCheck: false,
      unsigned: true,
    }).ok;
  const valid = [
    '256u_1',
    '1.0/0.0',
    '[(1.0, 0.0)]/(0.0, 0.0)',
    'int(-(2e9 + 1e9))',
    'int(huge(1.0))',
    'int(sum([2e9, 2e9]))',
    'int(real(huge(1_8)))',
    'int(real(z"7f000000"))',
    'int(real(1e30_16))',
    '[int(reshape([2e9, 3e9], [2]))]',
  ];
  expect(valid.filter((e) => !compiled(e))).toEqual([]);
  expect(compiled('1/0')).toBe(false);
});

test.each(ROWS)('%s', (message, refused, valid) => {
  expect(errors(refused).join('\n')).toContain(message);
  expect(errors(valid)).toEqual([]);
});
