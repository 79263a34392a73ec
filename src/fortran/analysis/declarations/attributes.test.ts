// Attributes that repeat or exclude each other, and the order of statements in a type. Each row has the line and the
// beginning of the message, the rejected program, and the nearest valid program; `|` ends a line.
import { expect, test } from 'vitest';
import { compileFortran } from '../../compile-fortran.ts';
import type { FortranOptions } from '../../source/options.ts';

function errors(text: string, options: FortranOptions = {}): string[] {
  const { diagnostics } = compileFortran(
    [{ path: 'x.f90', text: `${text.replaceAll('|', '\n')}\n` }],
    options,
  );
  return diagnostics.filter((d) => d.severity === 'error').map((d) => `${d.line} ${d.message}`);
}

const module = (declarations: string, procedures = ''): string =>
  `module m|${declarations}|contains|subroutine s|end|subroutine v|end|${procedures}end module|end`;
const dummy = (declarations: string): string => `subroutine s(i)|${declarations}|end|end`;
const main = (declarations: string, statements = ''): string =>
  `program p|${declarations}|${statements}${statements && '|'}end`;
const type = (parts: string, attributes = ''): string => module(`type${attributes} :: t|${parts}|end type`);

const ROWS: readonly [message: string, refused: string, valid: string][] = [
  // attributes given twice, in one statement or in two
  ...(
    [
      ['2 DIMENSION repeats', 'integer, dimension(2), dimension(3) :: i', 'integer, dimension(2) :: i(3)'],
      ['2 INTENT repeats', 'integer, intent(in), intent(in) :: i', 'integer, intent(in) :: i'],
      ['"i" already has TARGET', 'integer, target :: i; target i', 'integer :: i; target i'],
      ['"i" already has POINTER', 'integer, pointer :: i; pointer i', 'integer :: i; pointer i'],
      ['"i" already has OPTIONAL', 'integer, optional :: i; optional i', 'integer :: i; optional i'],
      ['"i" already has INTENT', 'integer, intent(in) :: i; intent(out) i', 'integer :: i; intent(in) i'],
      ['"i" already has EXTERNAL', 'external i; external i', 'external i'],
      ['2 LEN is given twice', 'character(len=2, len=3) :: i', 'character(len=2, kind=1) :: i'],
      // attributes that exclude each other
      ['The dummy argument "i" cannot have SAVE', 'save i', 'volatile i'],
      ['The procedure "i" cannot have VALUE', 'external i; value i', 'external i; optional i'],
      [
        'The procedure "i" cannot have INTENT',
        'procedure(), intent(in) :: i',
        'procedure(), pointer, intent(in) :: i',
      ],
      ['"i" cannot have both VALUE and DIMENSION(*)', 'integer, value :: i(*)', 'integer :: i(*)'],
      ['"i" cannot have both VALUE and DIMENSION(..)', 'integer, value :: i(..)', 'integer :: i(..)'],
      ['"i" cannot have both VALUE and CODIMENSION', 'integer, value :: i[*]', 'integer :: i[*]'],
      ['"i" cannot have both TYPE(*) and VALUE', 'type(*), value :: i', 'type(*) :: i'],
      [
        '"i" cannot have both TYPE(*) and INTENT(OUT)',
        'type(*), intent(out) :: i',
        'type(*), intent(in) :: i',
      ],
      ['"i" cannot have both TYPE(*) and bounds', 'type(*) :: i(3)', 'type(*) :: i(*)'],
    ] as const
  ).map(([message, refused, valid]): [string, string, string] => [
    /^\d/.test(message) ? message : `1 ${message}`,
    dummy(refused),
    dummy(valid),
  ]),
  ...(
    [
      ['BIND repeats', 'integer, bind(c), bind(c) :: i', 'integer, bind(c) :: i'],
      ['PRIVATE repeats or contradicts', 'integer, public, private :: i', 'integer, private :: i'],
      ['The accessibility of "i"', 'integer, public :: i; public i', 'integer :: i; public i'],
      ['The accessibility of "i"', 'integer i; private i; private i', 'integer i; private i'],
      ['The default accessibility is declared twice', 'private; public', 'private; integer, public :: i'],
      [
        '"i" cannot have both COMMON and PROTECTED',
        'integer, protected :: i; common i',
        'integer :: i; common i',
      ],
      [
        '"i" cannot have both BIND(C) and ALLOCATABLE',
        'integer, bind(c), allocatable :: i',
        'integer, bind(c) :: i',
      ],
      [
        'The procedure "f" cannot have PROTECTED',
        'external f; protected f',
        'procedure(), pointer :: f; protected f',
      ],
      ['PRIVATE repeats', 'type, public, private :: t; end type', 'type, private :: t; end type'],
      ['ABSTRACT repeats', 'type, abstract, abstract :: t; end type', 'type, abstract :: t; end type'],
    ] as const
  ).map(([message, refused, valid]): [string, string, string] => [
    `2 ${message}`,
    module(refused),
    module(valid),
  ]),
  [
    '2 The intrinsic procedure "sin" cannot have DIMENSION',
    main('intrinsic sin; dimension sin(3)'),
    main('intrinsic sin'),
  ],
  ['2 "sin" is already a procedure', main('external sin; intrinsic sin'), main('external sin')],
  ['1 The result "f" cannot have SAVE', 'function f()|save f|end|end', 'function f()|f = 1|end|end'],
  // IMPLICIT
  [
    '2 The letter b already has an implicit type',
    main('implicit integer (a-c), real (b)'),
    main('implicit integer (a), real (b)'),
  ],
  ['2 The letters c-a', main('implicit integer (c-a)'), main('implicit integer (a-c)')],
  ['3 IMPLICIT NONE and other', main('implicit integer (a)|implicit none'), main('implicit none')],
  ['2 IMPORT is allowed only', main('import'), main('interface|subroutine s|import|end|end interface')],
  // types: order, names, parts
  ...(
    [
      ['4 PRIVATE can appear only once', 'private|private|integer :: i', 'private|integer :: i'],
      ['4 PRIVATE can appear only once', 'integer :: i|private', 'private|integer :: i'],
      ['4 SEQUENCE can appear only once', 'sequence|sequence|integer :: i', 'sequence|private|integer :: i'],
      [
        '5 PRIVATE can appear only once',
        'contains|procedure, nopass :: s|private',
        'private|contains|private|procedure, nopass :: s',
      ],
      ['3 Expected PRIVATE, a component', 'public|integer :: i', 'integer, public :: i'],
      [
        '3 The component "i" cannot have both POINTER',
        'integer, pointer, allocatable :: i',
        'integer, pointer :: i',
      ],
      [
        '3 The component "i" is ALLOCATABLE: its cobounds',
        'integer, allocatable :: i[3]',
        'integer, allocatable :: i[:]',
      ],
      ['3 The component "f" is a procedure', 'procedure(), nopass :: f', 'procedure(), pointer, nopass :: f'],
      [
        '3 The component "f" cannot pass its object: it has no interface',
        'procedure(), pointer :: f',
        'procedure(), pointer, nopass :: f',
      ],
      ['3 NOPASS repeats', 'procedure(), pointer, pass, nopass :: f', 'procedure(), pointer, nopass :: f'],
      [
        '5 The type "t" already binds a procedure "s"',
        'contains|procedure, nopass :: s|procedure, nopass :: s => v',
        'contains|procedure, nopass :: s',
      ],
      [
        '5 The type "t" already binds a procedure "s"',
        'contains|procedure, nopass :: s|generic :: s => s',
        'contains|procedure, nopass :: s|generic :: g => s',
      ],
      [
        '6 "g" has a different access',
        'contains|procedure, nopass :: s|generic, private :: g => s|generic :: g => s',
        'contains|procedure, nopass :: s|generic :: g => s',
      ],
    ] as const
  ).map(([message, refused, valid]): [string, string, string] => [message, type(refused), type(valid)]),
  [
    '2 "t" has SEQUENCE or BIND(C) and cannot be ABSTRACT',
    type('sequence|integer :: i', ', abstract'),
    type('integer :: i', ', abstract'),
  ],
  [
    '4 "t" has SEQUENCE or BIND(C) and cannot extend a type',
    module('type u|end type|type, bind(c), extends(u) :: t|integer :: i|end type'),
    module('type u|end type|type, extends(u) :: t|integer :: i|end type'),
  ],
  [
    '6 The type of the component "x" must have SEQUENCE',
    module('type u|end type|type t|sequence|type(u) :: x|end type'),
    module('type u|sequence|integer :: i|end type|type t|sequence|type(u) :: x|end type'),
  ],
  [
    '4 Expected the name "t" after END TYPE',
    module('type t|integer :: i|end type v'),
    module('type t|integer :: i|end type t'),
  ],
  ['2 "integer" is an intrinsic type', module('type integer|end type'), module('type integers|end type')],
  [
    '2 PUBLIC and PRIVATE are allowed only for types in modules',
    main('type t|private|integer :: i|end type'),
    main('type t|integer :: i|end type'),
  ],
  [
    '4 "s" cannot have both DEFERRED and NON_OVERRIDABLE',
    module('type, abstract :: t|contains|procedure(v), deferred, nopass, non_overridable :: s|end type'),
    module('type, abstract :: t|contains|procedure(v), deferred, nopass :: s|end type'),
  ],
  [
    '4 A deferred procedure cannot have a target',
    module('type, abstract :: t|contains|procedure(v), deferred, nopass :: s => v|end type'),
    module('type, abstract :: t|contains|procedure(v), deferred, nopass :: s|end type'),
  ],
  [
    '4 "s" is an internal procedure',
    main('type t|contains|procedure, nopass :: s|end type', 'contains|subroutine s|end'),
    module('type t|contains|procedure, nopass :: s|end type'),
  ],
  [
    '4 CLASS(T) needs an extensible type',
    dummy('type t|sequence|end type; class(t) :: i'),
    dummy('type t|end type; class(t) :: i'),
  ],
  [
    '2 An ENUM needs an ENUMERATOR',
    main('enum, bind(c)|end enum'),
    main('enum, bind(c)|enumerator a|end enum'),
  ],
  [
    '3 Expected "::" before the names',
    main('enum, bind(c)|enumerator a = 1|end enum'),
    main('enum, bind(c)|enumerator :: a = 1|end enum'),
  ],
  // constants and array constructors
  [
    '3 The values in this array have different types: write [REAL(4) ::',
    main('', 'print *, [1, 2.0]'),
    main('', 'print *, [real :: 1, 2.0]'),
  ],
  [
    '3 "i" is already the variable',
    main('', 'print *, [((i, i=1,3), i=1,3)]'),
    main('', 'print *, [((i, j=1,3), i=1,3)]'),
  ],
  [
    '3 The type in an array constructor needs lengths',
    main('', "print *, [character(*) :: 'a']"),
    main('', "print *, [character(1) :: 'a']"),
  ],
  ['3 A number with the exponent D', main('', 'print *, 1d0_8'), main('', 'print *, 1e0_8')],
  ['3 The parts of a complex constant', main('', 'print *, (x, 1.0)'), main('', 'print *, (1.5, 1.0)')],
];

test.each(ROWS)('%s', (message, refused, valid) => {
  expect(errors(refused).join('\n')).toContain(message);
  expect(errors(valid)).toEqual([]);
});

test.each(['save', 'value', 'volatile', 'asynchronous', 'contiguous'])(
  'with -std=, a second %s is rejected',
  (word) => {
    const text = `subroutine s(i)|integer, ${word === 'contiguous' ? 'pointer, ' : ''}${word} :: ${word === 'contiguous' ? 'i(:)' : word === 'save' ? 'k' : 'i'}|${word} ${word === 'save' ? 'k' : 'i'}|end|end`;
    expect(errors(text)).toEqual([]);
    expect(errors(text, { standard: 'f2018' }).join()).toContain(`a second ${word.toUpperCase()}`);
  },
);

test('PRIVATE after CONTAINS hides only procedures', () => {
  const text = (call: string): string =>
    `module m|type t|integer :: i = 1|contains|private|procedure, nopass :: s|procedure, nopass, public :: v|end type|contains|subroutine s|end|subroutine v|end|end module|program p|use m|type(t) :: x|x%i = 3|call x%${call}|end`;
  expect(errors(text('v'))).toEqual([]);
  expect(errors(text('s'))).toEqual(['19 The procedure "s" of the type "t" is private.']);
});
