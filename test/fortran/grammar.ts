// Statements generated from Fortran's grammar: expressions × kinds × ranks × attributes, and calls to all intrinsics
// with arguments of any kind. Many of them conform to the standard, and the front end rejects the others.

import { listRows } from '../../src/fortran/intrinsics/rows/function-rows.ts';
import { listSubroutines } from '../../src/fortran/intrinsics/rows/subroutine-rows.ts';

type Base = 'integer' | 'real' | 'complex' | 'logical' | 'character' | 'type' | 'class' | 'any';

interface Variable {
  readonly name: string;
  readonly base: Base;
  readonly rank: number;
  readonly attribute: string;
}

const KINDS: Readonly<Record<Base, readonly string[]>> = {
  integer: ['integer(1)', 'integer', 'integer(8)', 'integer(16)'],
  real: ['real', 'real(8)', 'real(16)'],
  complex: ['complex', 'complex(8)'],
  logical: ['logical(1)', 'logical', 'logical(8)'],
  character: ['character(3)', 'character(len=*)', 'character(:)', 'character(2, 4)'],
  type: ['type(t)', 'type(e)'],
  class: ['class(t)'],
  any: ['class(*)'],
};
const BASES = Object.keys(KINDS) as Base[];
const ATTRIBUTES = ['', 'allocatable', 'pointer', 'target', 'optional', 'value', 'contiguous', 'intent(in)'];
const SHAPES = ['', '(:)', '(:, :)', '(2)', '(2, 3)'];

/** The module that encloses all statements, without its END. */
export const MODULE = `module m
use ieee_arithmetic
type t
integer :: i = 1
character(:), allocatable :: c
real, allocatable :: r(:)
class(*), pointer :: a => null()
end type
type, extends(t) :: e
complex :: z(2) = 0
end type
interface operator(+)
procedure plus
end interface
contains
elemental type(t) function plus(a, b)
type(t), intent(in) :: a, b
plus%i = a%i + b%i
end function
subroutine take(a, b, c)
class(*), optional :: a(..)
class(t), optional :: b
character(*), optional :: c
end subroutine
function make(n) result(r)
integer, intent(in) :: n
class(t), allocatable :: r(:)
allocate (e :: r(n))
end function
function text(n) result(r)
integer, intent(in) :: n
character(n) :: r
r = 'x'
end function
`;

/** Generates a procedure with one random statement. `below` draws a number less than its argument. */
export function generateProcedure(name: string, below: (bound: number) => number): string {
  const pick = <T>(list: readonly T[]): T => list[below(list.length)]!;
  const variables: Variable[] = [];
  const declarations: string[] = [];
  const dummies: string[] = [];
  for (const base of BASES)
    for (let i = 0; i < 3; i++) {
      const [attribute, shape, type] = [pick(ATTRIBUTES), pick(SHAPES), pick(KINDS[base])];
      const one = `${base[0]}${base[1]}${i}`;
      const isOpen = shape.includes(':');
      const isHeld = attribute === 'allocatable' || attribute === 'pointer';
      // Skips declarations that are not valid in any procedure.
      if (isHeld && shape !== '' && !isOpen) continue;
      if (
        (attribute === 'contiguous' || attribute === 'value') &&
        !(attribute === 'value' ? shape === '' : isOpen)
      )
        continue;
      if (type === 'character(:)' && !isHeld) continue;
      const isLocal = isHeld && type !== 'character(len=*)' && below(2) === 0;
      if (!isLocal) dummies.push(one);
      declarations.push(`${type}${attribute === '' ? '' : `, ${attribute}`} :: ${one}${shape}`);
      variables.push({ name: one, base, rank: shape === '' ? 0 : shape.split(',').length, attribute });
    }
  const make = new Statement(variables, below);
  return `subroutine ${name}(${dummies.join(', ')})\n${declarations.join('\n')}\n${make.statement(2)}\nend subroutine\n`;
}

class Statement {
  readonly #variables: readonly Variable[];
  readonly #below: (bound: number) => number;

  constructor(variables: readonly Variable[], below: (bound: number) => number) {
    this.#variables = variables;
    this.#below = below;
  }

  #pick<T>(list: readonly T[]): T {
    return list[this.#below(list.length)]!;
  }

  statement(depth: number): string {
    const target = this.#pick(this.#variables);
    const { name, base, rank } = target;
    const inner = () => (depth > 0 ? this.statement(depth - 1) : 'continue');
    const value = () => this.expression(base, this.#below(4) === 0 ? 0 : rank, 2);
    const mask = () => this.expression('logical', rank, 1);
    const held = this.#variables.filter(
      ({ attribute }) => attribute === 'allocatable' || attribute === 'pointer',
    );
    const some = (attribute: string) =>
      held.find((one) => one.attribute === attribute && this.#below(2) === 0)?.name ?? name;
    const polymorphic =
      this.#variables.find((one) => one.base === 'any' || one.base === 'class')?.name ?? name;
    return this.#pick<() => string>([
      () => `${this.#designator(target)} = ${value()}`,
      () => `${name} = ${value()}`,
      () => `${some('pointer')} => ${this.#pick(this.#variables).name}`,
      () => `print *, ${this.#any(2)}, ${value()}`,
      () => `call take(${this.#any(2)})`,
      () => `call take(b=${this.expression('class', 0, 2)}, c=${this.expression('character', 0, 2)})`,
      () => `if (${this.expression('logical', 0, 2)}) then\n${inner()}\nelse\n${inner()}\nend if`,
      () => `where (${mask()}) ${name} = ${value()}`,
      () =>
        `forall (i = 1:2, ${this.expression('logical', 0, 1)}) ${name}(${['i', '1', '1'].slice(0, rank).join(', ') || '1'}) = ${this.expression(base, 0, 1)}`,
      () => `do concurrent (i = 1:2) local(k)\nk = i\n${inner()}\nend do`,
      () =>
        `associate (x => ${this.#any(2)}, y => ${name})\n${inner()}\nprint *, size(shape(x)), size(shape(y))\nend associate`,
      () =>
        `select type (x => ${polymorphic})\ntype is (integer)\nx = 1\nclass is (t)\nx%i = 2\nprint *, x%r\nend select`,
      () => `block\n${KINDS[base][0]} :: x${rank > 0 ? '(2)' : ''}\n${inner()}\nx = ${value()}\nend block`,
      () =>
        `block\ncharacter(len_trim(repeat('ab', ${this.expression('integer', 0, 0)}) // 'c')) :: y\n${inner()}\nend block`,
      () => `allocate (${held.length > 0 ? this.#pick(held).name : name}, source=${this.#any(2)})`,
      () => `allocate (${held.length > 0 ? this.#pick(held).name : name}, mold=${this.#any(1)})`,
      () => `if (allocated(${some('allocatable')})) deallocate (${some('pointer')})`,
      () => `call move_alloc(${some('allocatable')}, ${some('allocatable')})`,
      () =>
        `select case (${this.expression(this.#pick(['integer', 'character', 'logical']), 0, 1)})\ncase default\n${inner()}\nend select`,
    ])();
  }

  #any(depth: number): string {
    return this.expression(this.#pick(BASES), this.#below(3), depth);
  }

  #designator({ name, base, rank }: Variable): string {
    if (rank === 0) {
      if (base === 'type' || base === 'class')
        return `${name}%${this.#pick(['i', 'c', 'r(1)', 'r', 'c(1:1)'])}`;
      return base === 'character' ? `${name}(2:${this.expression('integer', 0, 0)})` : name;
    }
    const open = () =>
      this.#pick([':', '2:', ':2', '1:2:1', '[2, 1]', '1', this.expression('integer', 0, 1)]);
    return `${name}(${Array.from({ length: rank }, open).join(', ')})${this.#below(4) === 0 && (base === 'type' || base === 'class') ? '%i' : ''}`;
  }

  expression(base: Base, rank: number, depth: number): string {
    const fits = this.#variables.filter((one) => one.base === base && one.rank === rank);
    const others = this.#variables.filter((one) => one.base === base && one.rank > rank);
    const leaf = (): string => {
      if (fits.length > 0 && this.#below(3) > 0) return this.#pick(fits).name;
      const [other] = others;
      if (other && this.#below(2) === 0)
        return `${other.name}(${['1', ...Array.from({ length: rank }, () => ':')].slice(0, other.rank).join(', ')})`;
      const literal = this.#literal(base);
      return rank === 0
        ? literal
        : rank === 1
          ? `[${literal}, ${literal}]`
          : `reshape([${literal}, ${literal}], [2, 1])`;
    };
    if (depth === 0) return leaf();
    const again = (other: Base = base, r = rank) => this.expression(other, r, depth - 1);
    const numeric = this.#pick<Base>(['integer', 'real', 'complex']);
    const whole: readonly (() => string)[] = [
      leaf,
      leaf,
      () => `(${again()})`,
      () => `merge(${again()}, ${again()}, ${again('logical')})`,
      () => `transfer(${again(this.#pick(BASES), 0)}, ${again(base, 0)})`,
      ...(rank > 0
        ? [
            () => `cshift(${again()}, ${again('integer', 0)})`,
            () => `eoshift(${again()}, 1)`,
            () => `spread(${again(base, rank - 1)}, 1, ${again('integer', 0)})`,
            () => `reshape(${again(base, 1)}, [${rank === 1 ? '2' : '2, 1'}], ${again(base, 1)})`,
            () => (rank === 1 ? `pack(${again(base, 2)}, ${again('logical', 2)})` : `transpose(${again()})`),
            () => `unpack(${again(base, 1)}, ${again('logical')}, ${again()})`,
          ]
        : [() => `sum(${again(base, 1)})`]),
    ];
    const own: Readonly<Record<Base, readonly (() => string)[]>> = {
      integer: [
        () =>
          `${again()} ${this.#pick(['+', '-', '*', '/', '**'])} ${again('integer', this.#pick([0, rank]))}`,
        () => `${this.#pick(['int', 'nint', 'floor'])}(${again(this.#pick(['real', 'integer']))})`,
        () => `max(${again()}, ${again('integer', 0)})`,
        () => `iand(${again()}, ${again()})`,
        () => `index(${again('character')}, ${again('character', 0)}, ${again('logical', 0)})`,
        () => (rank === 0 ? `size(${again(this.#pick(BASES), 1)})` : `shape(${again(this.#pick(BASES), 1)})`),
        () =>
          rank === 0
            ? `count(${again('logical', 1)})`
            : `maxloc(${again('real', 1)}, mask=${again('logical', 1)})`,
        () => (rank === 0 ? `len(${again('character', this.#below(2))})` : `ichar(${again('character')})`),
        () =>
          rank === 0
            ? `${this.#pick(['sum', 'product', 'iall', 'maxval'])}(${again('integer', 1)})`
            : `matmul(${again('integer', 2)}, ${again('integer', 1)})`,
      ],
      real: [
        () =>
          `${again()} ${this.#pick(['+', '-', '*', '/', '**'])} ${again(this.#pick(['real', 'integer']), this.#pick([0, rank]))}`,
        () =>
          `${this.#pick(['sqrt', 'sin', 'abs', 'exp', 'aint', 'fraction', 'erfc_scaled', 'bessel_j0'])}(${again()})`,
        () => `${this.#pick(['atan2', 'mod', 'sign', 'hypot', 'dim'])}(${again()}, ${again()})`,
        () => `real(${again(numeric)}, ${this.#pick(['4', '8', '16'])})`,
        () =>
          rank === 0
            ? `dot_product(${again('real', 1)}, ${again(numeric, 1)})`
            : `sum(${again('real', rank + 1)}, ${again('integer', 0)})`,
      ],
      complex: [
        () => `${again(numeric)} ${this.#pick(['+', '*', '/', '**'])} ${again()}`,
        () => `${this.#pick(['sqrt', 'conjg', 'exp', 'log'])}(${again()})`,
        () => `cmplx(${again('real')}, ${again('real')}, 8)`,
      ],
      logical: [
        () => `${again()} ${this.#pick(['.and.', '.or.', '.eqv.', '.neqv.'])} ${again()}`,
        () => `.not. ${again()}`,
        () => `${again(numeric)} == ${again(numeric)}`,
        () => `${again('character')} < ${again('character')}`,
        () =>
          rank === 0
            ? `${this.#pick(['any', 'all', 'parity'])}(${again('logical', 1)})`
            : `${again('real')} > ${again('real', 0)}`,
        () =>
          rank === 0
            ? `same_type_as(${again('class', this.#below(2))}, ${again('any', this.#below(2))})`
            : leaf(),
        () =>
          rank === 0
            ? `${this.#pick(['present', 'allocated', 'associated'])}(${this.#pick(this.#variables).name})`
            : leaf(),
      ],
      character: [
        () => `${again()} // ${again()}`,
        () => `${this.#pick(['adjustl', 'adjustr'])}(${again()})`,
        () => (rank === 0 ? `trim(${again()})` : leaf()),
        () => (rank === 0 ? `repeat(${again()}, ${again('integer', 0)})` : leaf()),
        () => (rank === 0 ? `text(${again('integer', 0)})` : `char(${again('integer')})`),
        () => (rank === 0 ? `maxval(${again('character', 1)})` : leaf()),
      ],
      type: [
        () => `${again()} + ${again()}`,
        () => (rank === 0 ? `t(${again('integer', 0)}, ${again('character', 0)})` : leaf()),
      ],
      class: [() => (rank === 1 ? `make(${again('integer', 0)})` : leaf())],
      any: [() => again(this.#pick(BASES))],
    };
    return this.#pick([...whole, ...own[base], ...own[base]])();
  }

  #literal(base: Base): string {
    switch (base) {
      case 'integer':
        return this.#pick(['1', '-2', '3_1', '4_8', '5_16', "int(z'ff')"]);
      case 'real':
        return this.#pick(['1.5', '-2d0', '3.25_16', '0.0']);
      case 'complex':
        return this.#pick(['(1, 2)', '(1d0, -2)']);
      case 'logical':
        return this.#pick(['.true.', '.false._1']);
      case 'character':
        return this.#pick(["'abc'", "''", '"x"', "4_'yz'"]);
      case 'type':
        return this.#pick(['t()', 'e(i=3)', 't(1, r=[1.0])']);
      default:
        return this.#pick(['t(2)', 'e()']);
    }
  }
}

// ---- calls to intrinsics ------------------------------------------------------------------------------------------

const CALL_DUMMIES = 'io0, io1, do0, lo0, lo1, co0, ar, as';
const CALL_VARIABLES = `integer :: i0, i1(3), i2(2, 2), ar(..), as(*)
integer(8) :: j0, j1(3)
integer(1) :: b0
integer, optional :: io0, io1(:)
real :: r0, r1(3), r2(2, 2)
real(8) :: d0, d1(3)
real(8), optional :: do0
real(16) :: q0, q1(3)
complex :: z0, z1(3)
logical :: l0, l1(3), l2(2, 2)
logical(1) :: m0
logical, optional :: lo0, lo1(3)
character(3) :: c0, c1(3)
character(2, 4) :: k0
character(:), allocatable :: ca
character(*), optional :: co0
type(t) :: t0, t1(3)
type(e), target :: e0
class(t), allocatable :: cl0, cl1(:)
class(*), pointer :: u0, u1(:)
integer, allocatable :: al0, al1(:), al2(:, :)
real, pointer :: p0, p1(:), p2(:, :)
integer, target :: tg0, tg1(3)
`;
const CALL_NAMES = [...CALL_VARIABLES.matchAll(/\b[a-z]\w?\d\b|\bca\b|\bar\b|\bas\b/g)].map(([name]) => name);
const CALL_VALUES = [
  '1',
  '2',
  '-1',
  '0',
  '3_8',
  '1.5',
  '2d0',
  '1.5_16',
  '(1., 2.)',
  '.true.',
  "'abc'",
  "4_'xy'",
  "z'ff'",
  '[1, 2, 3]',
  '[1., 2., 3.]',
  '[.true., .false., .true.]',
  "['ab', 'cd']",
  'reshape([1, 2, 3, 4], [2, 2])',
  'null()',
  't()',
  't1(2)',
  'i1(2)',
  'c0(1:2)',
  'i1([1, 2])',
  'r2(1, :)',
  't1%i',
  '(i0)',
  'i1 + 1',
  'u1(1)',
  'al1(2:)',
  'p1(::2)',
  'e0%t',
  'e0%z',
  'z0%re',
  'z1%im',
];
const CALL_ARGUMENTS: Readonly<Record<string, readonly string[]>> = {
  kind: ['4', '8', '1', '16', '2', 'i0'],
  dim: ['1', '2', 'i0', 'io0', '3', 'i1'],
  mask: ['l0', 'l1', 'l2', 'lo1', 'lo0', '.true.', 'l1 .and. lo1', 'm0', 'i1 > 1'],
  back: ['.true.', 'l0', 'lo0', 'l1'],
};

/** Generates a procedure that calls a random intrinsic. `below` draws a number less than its argument. */
export function generateIntrinsicCall(name: string, below: (bound: number) => number): string {
  const pick = <T>(list: readonly T[]): T => list[below(list.length)]!;
  const argument = (written: string, depth: number): string => {
    const named = CALL_ARGUMENTS[written];
    if (named) return pick(named);
    if (below(2) === 0) return pick(CALL_NAMES);
    return depth > 0 && below(5) === 0 ? call(pick(listRows()), depth - 1) : pick(CALL_VALUES);
  };
  const call = ([written, { takes }]: [string, { takes: string }], depth: number): string => {
    let isKeyed = false;
    const list = takes.split(' ').flatMap((mark) => {
      const bare = mark.replace(/[?:=*].*/, '');
      const isLeftOut = mark.includes('?') && below(2) === 0;
      isKeyed ||= isLeftOut;
      if (isLeftOut || bare === '') return [];
      return isKeyed ? [`${bare}=${argument(bare, depth)}`] : [argument(bare, depth)];
    });
    return `${written}(${list.join(', ')})`;
  };
  const value = call(pick(listRows()), 2);
  const statement = pick([
    `print *, ${value}`,
    `${pick(CALL_NAMES)} = ${value}`,
    `if (${value}) i0 = 1`,
    `associate (x => ${value})\nprint *, kind(i0)\nend associate`,
    `call ${call(pick(listSubroutines()), 1)}`,
  ]);
  return `subroutine ${name}(${CALL_DUMMIES})\n${CALL_VARIABLES}${statement}\nend subroutine\n`;
}
