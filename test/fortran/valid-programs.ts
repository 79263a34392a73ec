// Valid Fortran programs for which all compilers must print the same output: random statements over variables of all
// types, with subscripts, sizes and numbers within range. Each procedure prints all its variables at the end.

type Below = (bound: number) => number;
type Shape = readonly number[];

/** The types, element types and procedures that the programs share. */
const MODULE = `module m
implicit none
type t
integer :: i = 1
real(8) :: x = 0.5d0
character(4) :: c = 'init'
integer :: v(3) = [3, 2, 1]
integer, allocatable :: w(:)
end type
type, extends(t) :: e
integer :: more = 7
end type
interface operator(.plus.)
procedure plus
end interface
interface assignment(=)
procedure from_integer
end interface
interface twice
procedure twice_i, twice_d, twice_c
end interface
interface
pure module integer function far(n)
integer, intent(in) :: n
end function
end interface
contains
pure integer function chosen(n, a, l, b)
integer, intent(in) :: n(:)
integer, intent(in), optional :: a
logical, intent(in), optional :: l, b
chosen = modulo(max(n(1), 2, a), 71) + modulo(sum(n, mask=l), 43) + index('abcabc', 'bc', b)
end function
pure integer function by_value(n, c)
integer, value :: n
character(3), value :: c
n = n + 1
c(1:1) = 'z'
by_value = modulo(n, 67) + index(c, 'z')
end function
elemental type(t) function plus(a, b)
type(t), intent(in) :: a, b
plus%i = modulo(a%i + b%i, 97)
plus%x = mod(a%x + b%x, 10d0)
plus%c = a%c(1:2) // b%c(1:2)
plus%v = modulo(a%v + b%v, 50)
end function
elemental subroutine from_integer(a, i)
type(t), intent(inout) :: a
integer, intent(in) :: i
a%i = i
end subroutine
elemental integer function twice_i(a)
integer, intent(in) :: a
twice_i = modulo(2 * a, 89)
end function
elemental real(8) function twice_d(a)
real(8), intent(in) :: a
twice_d = mod(2 * a, 50d0)
end function
pure function twice_c(a) result(r)
character(*), intent(in) :: a
character(2 * len(a)) :: r
r = a // a
end function
pure function ramp(n, k) result(r)
integer, intent(in) :: n, k
integer :: r(n)
integer :: i
r = [(modulo(i * k, 31), i = 1, n)]
end function
pure function grid(a) result(r)
real(8), intent(in) :: a(:, :)
real(8) :: r(size(a, 1), size(a, 2))
r = a(size(a, 1):1:-1, :)
end function
pure character(5) function five(a)
character(*), intent(in) :: a
five = a
end function
subroutine change(a, n, b, c)
integer, intent(inout) :: a(:)
integer, intent(in) :: n
integer, intent(inout), optional :: b
character(*), intent(inout), optional :: c
a = modulo(a + n, 61)
if (present(b)) b = modulo(b + size(a), 53)
if (present(c)) c = c(2:) // char(97 + modulo(n, 26))
end subroutine
subroutine plain(a, n, b)
integer, intent(in) :: n
integer, intent(inout) :: a(n), b(2, *)
a = a(n:1:-1)
b(:, 1) = modulo(b(:, 1) + n, 41)
end subroutine
pure recursive integer function down(n) result(r)
integer, intent(in) :: n
r = 1
if (n > 0) r = modulo(n + 2 * down(n - 1), 101)
end function
subroutine swap(a, b)
class(t), intent(inout) :: a
type(t), intent(inout) :: b
type(t) :: k
k = b
b%i = a%i
a%i = k%i
if (allocated(b%w)) a%x = size(b%w)
select type (a)
type is (e)
a%more = modulo(a%more + 1, 11)
end select
end subroutine
subroutine show(a)
class(t), intent(in) :: a
write (*, '(a, i5, es12.4, 3a, 3i4)', advance='no') 't', a%i, a%x, '[', a%c, ']', a%v
if (allocated(a%w)) write (*, '(a, *(i4))', advance='no') ' w', a%w
select type (a)
type is (e)
write (*, '(a, i4)', advance='no') ' e', a%more
end select
print *
end subroutine
`;

/** The body of a procedure in the module. */
const SUBMODULE = `submodule (m) s
contains
module procedure far
far = modulo(3 * n + 1, 37)
end procedure
end submodule
`;

const DECLARATIONS = `integer :: i1, i2, n, k, m1
integer(8) :: j1
integer(1) :: b1
real(4) :: x1
real(8) :: d0
complex(8) :: z0
logical :: l0
character(5) :: c0
character(:), allocatable :: s0
integer, target :: a1(4), a2(3, 4)
integer, allocatable :: al(:), am(:, :)
integer, pointer :: p1(:)
real(8) :: d1(4), d2(3, 4)
logical :: l1(4), l2(3, 4)
character(5) :: c1(4)
type(t) :: t0, t1(4)
type(t), allocatable :: ta(:)
class(t), allocatable :: k0
i1 = SEED; i2 = 11; n = 3; k = 2; j1 = 5; b1 = 7; x1 = 1.5; d0 = -2.25d0; z0 = (1, -2); l0 = .true.
c0 = 'hello'; s0 = 'some text'
a1 = [4, 3, 2, 1]; a2 = reshape([(i1, i1 = 1, 12)], [3, 4]); i1 = SEED
al = [5, 6, 7]; allocate (am(2, 3)); am = 9; p1 => a1
d1 = [1, 2, 3, 4] / 2d0; d2 = a2 / 4d0; l1 = [.true., .false., .true., .false.]; l2 = a2 > 6
c1 = [character(5) :: 'one', 'two', 'three', 'four']
t1%i = [1, 2, 3, 4]; ta = t1(1:2); allocate (e :: k0)
`;

const PRINTS = `print *, i1, i2, n, k, j1, b1, l0
write (*, '(2es12.4, 2es12.4)') x1, d0, z0
print *, '[', c0, '][', s0, ']', len(s0)
print *, a1, a2
print *, al, size(al), am, shape(am), lbound(al)
if (associated(p1)) print *, p1, lbound(p1), ubound(p1)
write (*, '(6es12.4)') d1, d2
print *, l1, l2
print '(*(a, "|"))', c1
call show(t0)
do n = 1, 4
call show(t1(n))
end do
do n = 1, size(ta)
call show(ta(n))
end do
if (allocated(k0)) call show(k0)
`;

/** A program with `count` procedures. `below` draws a number less than its argument. */
export function generateProgram(count: number, below: Below): string {
  const names = Array.from({ length: count }, (_, i) => `case${i}`);
  const procedures = names.map((name) => {
    const make = new Writer(below);
    const statements = Array.from({ length: 6 }, () => make.statement(2));
    return `subroutine ${name}()\n${DECLARATIONS.replaceAll('SEED', String(1 + below(20)))}${statements.join('\n')}\n${PRINTS}end subroutine\n`;
  });
  const calls = names.map((name) => `print *, '${name}'\ncall ${name}()\n`);
  return `${MODULE}${procedures.join('')}end module\n${SUBMODULE}program p\nuse m\nimplicit none\n${calls.join('')}end program\n`;
}

/** A scalar expanded to an array of a given shape. */
function spreadTo(shape: Shape, scalar: string): string {
  return shape.reduce((e, n, i) => `spread(${e}, ${i + 1}, ${n})`, scalar);
}

/** gfortran sets the variable's new type before it computes the value. */
function ownType(assignment: string): string {
  return assignment.replaceAll('(k0, t0)', '(t1, t0)');
}

class Writer {
  readonly #below: Below;
  #loops = 0;
  readonly #indices: string[] = [];

  constructor(below: Below) {
    this.#below = below;
  }

  #pick<T>(list: readonly T[]): T {
    return list[this.#below(list.length)]!;
  }

  #one(list: readonly (() => string)[]): string {
    return this.#pick(list)();
  }

  /** A subscript from 1 to n. */
  #index(n: number | string, depth = 1): string {
    if (typeof n === 'number' && this.#below(2) === 0) return String(1 + this.#below(n));
    return `1 + modulo(${this.integer([], depth)}, ${n})`;
  }

  /** Subscripts that select the shape `to` from an array with extents `from`, possibly with lower rank. */
  #section(from: Shape, to: Shape): string {
    const dropped = from.length - to.length;
    const drop = dropped === 0 ? -1 : this.#below(from.length);
    let next = 0;
    const list = from.map((n, i) => {
      if (i === drop) return this.#index(n);
      const m = to[next++]!;
      const choices = [
        () => `1:${m}`,
        () => `${n - m + 1}:`,
        () => `${m}:1:-1`,
        () =>
          `[${Array.from({ length: m }, (_, x) => ((x + 1) % n) + 1)
            .sort(() => this.#below(3) - 1)
            .join(', ')}]`,
      ];
      if (m === n) choices.push(() => ':');
      if (2 * m - 1 <= n) choices.push(() => `1:${2 * m - 1}:2`);
      return this.#one(choices);
    });
    return `(${list.join(', ')})`;
  }

  /** An array section with the given shape, taken from one of the arrays (name, extents). */
  #part(arrays: readonly (readonly [string, Shape])[], shape: Shape): (() => string)[] {
    return arrays
      .filter(
        ([, from]) =>
          from.length - shape.length <= 1 && from.length >= shape.length && this.#fits(from, shape),
      )
      .map(([name, from]) => () => {
        const [array, component] = name.split('%');
        const tail = component === undefined ? '' : `%${component}`;
        if (shape.length === 0) return `${array}(${from.map((n) => this.#index(n)).join(', ')})${tail}`;
        return `${array}${this.#section(from, shape)}${tail}`;
      });
  }

  // The extents of a section are compared with the array's smallest extent, so that any dimension can be dropped.
  #fits(from: Shape, shape: Shape): boolean {
    if (from.length === shape.length) return shape.every((m, i) => m <= from[i]!);
    return shape.every((m) => m <= Math.min(...from));
  }

  integer(shape: Shape, depth: number): string {
    const leaves = [
      ...this.#part(
        [
          ['a1', [4]],
          ['a2', [3, 4]],
          ['t1%i', [4]],
        ],
        shape,
      ),
      () => spreadTo(shape, shape.length === 0 ? String(this.#below(15)) : this.#pick(['i1', 'n', 'k'])),
    ];
    if (shape.length === 0)
      leaves.push(
        ...[
          'i1',
          'i2',
          'n',
          'k',
          'int(j1)',
          'int(b1)',
          't0%i',
          'size(al)',
          'len(s0)',
          'len_trim(c0)',
          ...this.#indices,
        ].map((name) => () => name),
        () => `al(${this.#index('size(al)', 0)})`,
        () => `t0%v(${this.#index(3, 0)})`,
        () => `p1(lbound(p1, 1) + modulo(${this.integer([], 0)}, size(p1)))`,
      );
    if (shape.length === 1)
      leaves.push(
        () => `[${Array.from({ length: shape[0]! }, () => this.integer([], 0)).join(', ')}]`,
        () => `[(${this.integer([], 0)} + m1, m1 = 1, ${shape[0]})]`,
        () => `ramp(${shape[0]}, ${this.integer([], 0)})`,
      );
    if (depth <= 0) return this.#one(leaves);
    const again = (s: Shape = shape) => this.integer(s, depth - 1);
    const mixed = () => again(this.#below(3) === 0 ? [] : shape);
    const nodes = [
      () => `(${again()} + ${mixed()})`,
      () => `(${mixed()} - ${again()})`,
      () => `modulo(${again()}, 13) * modulo(${mixed()}, 11)`,
      () => `(${again()}) / (1 + modulo(${mixed()}, 5))`,
      () => `modulo(${again()}, 4)**modulo(${mixed()}, 4)`,
      () => `max(${again()}, ${mixed()}, 3)`,
      () => `merge(${again()}, ${mixed()}, ${this.logical(shape, depth - 1)})`,
      () => `nint(${this.real(shape, depth - 1)})`,
      () => `floor(${this.real(shape, depth - 1)})`,
      () => `int(${this.real(shape, depth - 1)})`,
      () => `twice(${again()})`,
      () => `iand(abs(${again()}), ${this.#below(64)})`,
      () => `ishft(modulo(${again()}, 64), ${this.#below(5) - 2})`,
      () => `sign(${again()}, ${mixed()})`,
      () => `(-(${again()}))`,
      () => `abs(mod(${again()}, 7))`,
    ];
    if (shape.length === 0)
      nodes.push(
        () =>
          `${this.#pick(['sum', 'maxval', 'minval', 'product'])}(modulo(${again([this.#pick([2, 3, 4])])}, 5))`,
        () => `count(${this.logical([4], depth - 1)})`,
        () => `maxloc(${again([4])}, 1)`,
        () => `findloc(${again([3])}, ${again()}, 1, back=${this.logical([], 0)})`,
        () => `dot_product(modulo(${again([3])}, 9), modulo(${again([3])}, 9))`,
        () => `index(${this.text(depth - 1)}, ${this.text(0)})`,
        () => `scan(${this.text(depth - 1)}, 'aeo', back=${this.logical([], 0)})`,
        () => `verify(${this.text(depth - 1)}, 'helo t')`,
        () => `ichar(${this.five(0)}(1:1))`.replace(/^ichar\(five\((.*)\)\(1:1\)\)$/, 'len_trim(five($1))'),
        () => `down(modulo(${again()}, 6))`,
        () => `far(${again()})`,
        () => `by_value(${again()}, c0(${this.#pick(['1:3', '2:4', '3:5'])}))`,
        () => `chosen(${again([3])}${this.#pick(['', ', 4', ', l=l0', ', b=.true.', ', i1, l0, l1(2)'])})`,
        () => `len(${this.text(depth - 1)} // 'x')`,
        () => `sum(${again([3, 4])}, mask=${this.logical([3, 4], depth - 1)})`,
        () => `size(pack(${again([4])}, ${this.logical([4], depth - 1)}))`,
        () => `sum(pack(${again([3, 4])}, ${this.logical([3, 4], depth - 1)}))`,
      );
    else nodes.push(...this.#arrayNodes(shape, (s) => this.integer(s, depth - 1), depth));
    if (shape.length === 1)
      nodes.push(
        () => `sum(${again([3, shape[0]!])}, 1)`,
        () => `count(${this.logical([shape[0]!, 3], depth - 1)}, 2)`,
        () => `maxval(${again([shape[0]!, 3])}, dim=2)`,
        () => `minloc(${again([3, shape[0]!])}, dim=1)`,
        () => `matmul(modulo(${again([shape[0]!, 3])}, 7), modulo(${again([3])}, 7))`,
        () => `len_trim([${Array.from({ length: shape[0]! }, () => this.five(0)).join(', ')}])`,
      );
    if (shape.length === 2)
      nodes.push(() => `matmul(modulo(${again([shape[0]!, 2])}, 7), modulo(${again([2, shape[1]!])}, 7))`);
    return this.#one(nodes);
  }

  // Transformational functions of any type.
  #arrayNodes(shape: Shape, again: (s: Shape) => string, depth: number): (() => string)[] {
    const integer = () => this.integer([], depth - 1);
    const rank = shape.length;
    const nodes = [
      () => `cshift(${again(shape)}, ${integer()}, ${1 + this.#below(rank)})`,
      () => `(${again(shape)})`,
    ];
    if (rank === 1) {
      const [n] = shape as [number];
      nodes.push(
        () =>
          `pack(${again([3, 4])}, ${this.logical([3, 4], depth - 1)}, ${again([12])})`.replace(
            /.*/s,
            () => `reshape(${again([3, 4])}, [${n}])`,
          ),
        () => `spread(${again([])}, 1, ${n})`,
        () => `unpack(${again([4])}, ${this.logical([n], depth - 1)}, ${again([n])})`,
        () => `pack(${again([4])}, ${this.logical([4], depth - 1)}, ${again([4])})`.concat(''),
      );
      if (n !== 4) nodes.pop();
    } else {
      const [n, m] = shape as [number, number];
      nodes.push(
        () => `transpose(${again([m, n])})`,
        () => `spread(${again([m])}, 1, ${n})`,
        () => `spread(${again([n])}, 2, ${m})`,
        () => `reshape(${again([3])}, [${n}, ${m}], pad=${again([2])})`,
        () => `reshape(${again([4, 3])}, [${n}, ${m}], order=[2, 1])`,
        () =>
          `unpack(${again([4])}, reshape([.true., .false.], [${n}, ${m}], pad=[.false., ${this.#pick(['.true.', '.false.'])}, .false., .false., .false.]), ${again(shape)})`,
      );
    }
    return nodes;
  }

  real(shape: Shape, depth: number): string {
    const leaves = [
      ...this.#part(
        [
          ['d1', [4]],
          ['d2', [3, 4]],
          ['t1%x', [4]],
        ],
        shape,
      ),
      () =>
        spreadTo(
          shape,
          shape.length === 0
            ? `${this.#below(20)}.${this.#pick(['0', '25', '5'])}d0`
            : this.#pick(['d0', 't0%x']),
        ),
    ];
    if (shape.length === 0)
      leaves.push(...['d0', 'real(x1, 8)', 'real(z0)', 'aimag(z0)', 't0%x'].map((name) => () => name));
    if (depth <= 0) return this.#one(leaves);
    const again = (s: Shape = shape) => this.real(s, depth - 1);
    const mixed = () => again(this.#below(3) === 0 ? [] : shape);
    const nodes = [
      () => `(${again()} + ${mixed()})`,
      () => `(${mixed()} - ${again()})`,
      () => `mod(${again()}, 8d0) * mod(${mixed()}, 8d0)`,
      () => `${again()} / (1 + abs(${mixed()}))`,
      () => `sqrt(abs(${again()}))`,
      () => `mod(${again()}, 3d0)**${this.#below(4)}`,
      () => `real(${this.integer(shape, depth - 1)}, 8)`,
      () => `max(${again()}, ${mixed()})`,
      () => `merge(${again()}, ${mixed()}, ${this.logical(shape, depth - 1)})`,
      () => `twice(${again()})`,
      () => `sign(${again()}, ${mixed()})`,
      () => `anint(${again()})`,
      () => `mod(${again()}, 10d0)`,
    ];
    if (shape.length === 0)
      nodes.push(
        () => `sum(${again([4])})`,
        () =>
          `maxval(${again([3, 4])}, ${this.logical([3, 4], 0)})`.replace(
            /^maxval\((.*)\)$/s,
            'max(maxval($1), -99d0)',
          ),
        () => `dot_product(mod(${again([3])}, 5d0), mod(${again([3])}, 5d0))`,
        () => `abs(cmplx(${again()}, ${again()}, 8) * z0)`,
      );
    else nodes.push(...this.#arrayNodes(shape, (s) => this.real(s, depth - 1), depth));
    if (shape.length === 2) nodes.push(() => `grid(${again()})`);
    return this.#one(nodes);
  }

  logical(shape: Shape, depth: number): string {
    const leaves = [
      ...this.#part(
        [
          ['l1', [4]],
          ['l2', [3, 4]],
        ],
        shape,
      ),
      () => spreadTo(shape, shape.length === 0 ? this.#pick(['.true.', '.false.']) : 'l0'),
    ];
    if (shape.length === 0)
      leaves.push(
        () => 'l0',
        () => 'allocated(t0%w)',
        () => 'associated(p1, a1)',
        () => 'same_type_as(k0, t0)',
        () => 'extends_type_of(k0, t0)',
      );
    if (depth <= 0) return this.#one(leaves);
    const again = () => this.logical(shape, depth - 1);
    const compare = () => this.#pick(['==', '/=', '<', '<=', '>', '>=']);
    const full = (e: string) => (shape.length === 0 ? e : `(${e} .and. ${spreadTo(shape, '.true.')})`);
    const nodes = [
      () => this.#one(leaves),
      () => `(${again()} .and. ${again()})`,
      () => `(${again()} .or. ${again()})`,
      () => `(${again()} .neqv. ${again()})`,
      () => `(.not. ${again()})`,
      () => full(`${this.integer(shape, depth - 1)} ${compare()} ${this.integer(shape, depth - 1)}`),
      () => full(`${this.real(shape, depth - 1)} ${compare()} ${this.real([], depth - 1)}`),
      () => full(`btest(${this.integer(shape, depth - 1)}, ${this.#below(4)})`),
    ];
    if (shape.length === 0)
      nodes.push(
        () => `${this.text(depth - 1)} ${compare()} ${this.text(depth - 1)}`,
        () => `lge(${this.five(0)}, ${this.text(0)})`,
        () => `${this.#pick(['any', 'all', 'parity'])}(${this.logical([this.#pick([3, 4])], depth - 1)})`,
      );
    else nodes.push(...this.#arrayNodes(shape, (s) => this.logical(s, depth - 1), depth).slice(0, 2));
    return this.#one(nodes);
  }

  /** Strings of five characters, in any form. */
  five(depth: number): string {
    return `five(${this.text(depth)})`;
  }

  text(depth: number): string {
    const leaves = [
      () => 'c0',
      () => 's0',
      () => 't0%c',
      () => `c1(${this.#index(4, 0)})`,
      () => this.#pick(["'abc'", "'Hello, you'", "''", "'x '", '" a"']),
      () => `t1(${this.#index(4, 0)})%c`,
    ];
    if (depth <= 0) return this.#one(leaves);
    const again = () => this.text(depth - 1);
    return this.#one([
      () => `${again()} // ${again()}`,
      () => `trim(${again()})`,
      () => `adjustl(${again()})`,
      () => `adjustr(${again()})`,
      () => `repeat(${again()}, modulo(${this.integer([], depth - 1)}, 3))`,
      () => `c0(${this.#pick(['1:2', '2:', ':3', '4:3'])})`,
      () => `char(65 + modulo(${this.integer([], depth - 1)}, 26))`,
      () => `merge(${this.five(depth - 1)}, ${this.five(depth - 1)}, ${this.logical([], depth - 1)})`,
      () => `twice(${again()})`,
      () => `s0(1:min(len(s0), 1 + modulo(${this.integer([], depth - 1)}, 9)))`,
      () => `max(${this.five(depth - 1)}, ${this.five(depth - 1)})`,
      () => `maxval(c1)`,
      () => `c1(minloc(${this.integer([4], depth - 1)}, 1))`,
    ]);
  }

  structure(depth: number): string {
    const leaves = [
      () => 't0',
      () => `t1(${this.#index(4, 0)})`,
      () => `ta(${this.#index('size(ta)', 0)})`,
      () =>
        `t(modulo(${this.integer([], 1)}, 90), mod(${this.real([], 1)}, 10d0), ${this.text(0)}, modulo(${this.integer([3], 1)}, 9))`,
      () => `t(i=modulo(${this.integer([], 1)}, 9), w=modulo(${this.integer([3], 1)}, 9))`,
    ];
    if (depth <= 0) return this.#one(leaves);
    return this.#one([...leaves, () => `(${this.structure(depth - 1)} .plus. ${this.structure(depth - 1)})`]);
  }

  statement(depth: number): string {
    const inner = () => this.statement(depth - 1);
    const integer = (shape: Shape = []) => `modulo(${this.integer(shape, 3)}, ${this.#pick([97, 50, 120])})`;
    const real = (shape: Shape = []) => `mod(${this.real(shape, 3)}, 100d0)`;
    const simple = [
      () => `${this.#pick(['i1', 'i2', 'n', 'k', 'j1', 't0%i'])} = ${integer()}`,
      () => `b1 = int(modulo(${this.integer([], 3)}, 100), 1)`,
      () => `x1 = real(${real()}, 4)`,
      () => `d0 = ${real()}`,
      () => `z0 = cmplx(${real()}, ${real()}, 8) / (2, 1)`,
      () => `z0%im = ${real()}`,
      () => `l0 = ${this.logical([], 3)}`,
      () => `c0 = ${this.text(3)}`,
      () => `c0(2:${this.#pick(['3', '5'])}) = ${this.text(2)}`,
      () => `s0 = trim(${this.text(3)})`,
      () => `s0 = five(s0) // ${this.text(2)}(1:0)`.replace(/ \/\/ .*/, ` // ${this.five(2)}`),
      () => `c1(${this.#index(4)}) = ${this.text(2)}`,
      () =>
        `c1${this.#section([4], [3])} = [character(5) :: ${this.text(1)}, ${this.text(1)}, ${this.text(1)}]`.replace(
          /\(\[[^)]*\]\)/,
          '(2:4)',
        ),
      () => `a1 = ${integer([4])}`,
      () => `a2 = ${integer([3, 4])}`,
      () => `a1(${this.#pick(['1:3', '2:4', '3:1:-1', '4:2:-1', '[4, 1, 2]'])}) = ${integer([3])}`,
      () =>
        `a2(${this.#pick(['2:3', '1:3:2', '3:2:-1'])}, ${this.#pick(['1:3', '2:4', '4:2:-1', '[3, 1, 2]'])}) = ${integer([2, 3])}`,
      () => `a2(:, ${this.#index(4)}) = ${integer([3])}`,
      () => `d1 = ${real([4])}`,
      () => `d2 = ${real([3, 4])}`,
      () => `l1 = ${this.logical([4], 3)}`,
      () => `l2 = ${this.logical([3, 4], 3)}`,
      () => `al = ${integer([this.#pick([2, 3, 4])])}`,
      () => `al = [al(1:min(size(al), 4)), ${integer()}]`,
      () => `al = pack(${integer([4])}, ${this.logical([4], 2)} .or. [.true., .false., .false., .true.])`,
      () => `al = al(size(al):1:-1) + ${this.integer([], 1)}`.replace(/= (.*)/, '= modulo($1, 88)'),
      () =>
        `am = ${integer(
          this.#pick([
            [2, 3],
            [3, 2],
            [2, 2],
          ]),
        )}`,
      () => `am = transpose(am)`,
      () => `t0 = ${this.structure(2)}`,
      () => `t1(${this.#index(4)}) = ${this.structure(2)}`,
      () => `t0 = ${integer()}`,
      () => `t1 = ${integer([4])}`,
      () =>
        `t1(${this.#pick(['1:3', '4:2:-1', '[2, 4, 1]'])}) = t1(${this.#pick(['2:4', '3:1:-1', '[1, 3, 2]'])}) .plus. t0`,
      () => `t1(:)%x = ${real([4])}`,
      () => `t1(${this.#index(4)})%v = ${integer([3])}`,
      () => `t1%v(2) = ${integer([4])}`,
      () => `t0%w = ${integer([this.#pick([2, 3])])}`,
      () => `ta = [${this.structure(1)}, ${this.structure(0)}]`,
      () => `ta = [ta(1:min(2, size(ta))), ${this.structure(1)}]`,
      () => `if (allocated(k0)) deallocate (k0)\nallocate (k0, source=${this.structure(1)})`,
      () => ownType(`k0 = ${this.structure(1)}`),
      () => ownType(`k0 = e(i=${integer()}, more=${integer()})`),
      () => `call swap(k0, t1(${this.#index(4)}))`,
      () => `call swap(t1(${this.#pick(['1', '2'])}), t1(${this.#pick(['3', '4'])}))`,
      () =>
        `call change(a1(${this.#pick(['1:3', '4:1:-1', '::2', ':'])}), ${integer()}, ${this.#pick(['i2', 't0%i', 'a2(2, 3)', 'b=i1'])})`,
      () => `call change(al, ${integer()}, c=${this.#pick(['c0', 'c1(2)', 's0', 't0%c', 'c0(2:4)'])})`,
      () => `call change(t1%i, ${integer()})`,
      () => `call change(a2(${this.#index(3)}, :), ${integer()})`,
      () =>
        `call plain(${this.#pick(['a1(1:4:2)', 'a1', 'a1(2:3)', 'al(1:2)', 't1(1:2)%i'])}, 2, ${this.#pick(['a2', 'a2(2, 2)', 'a2(1:2, 1:2)', 'am(1:2, 1:2)'])})`,
      () => `p1 => ${this.#pick(['a1', 'a1(4:1:-1)', 'a2(2, :)', 'a1(2:3)', 'a2(:, 3)', 'a2(1:3:2, 2)'])}`,
      () => `p1(${this.#below(5) - 2}:) => ${this.#pick(['a1', 'a2(2, :)', 'a1(1:4:3)'])}`,
      () => `p1 = modulo(p1 + ${this.integer([], 1)}, 33)`,
      () => `p1 = p1(ubound(p1, 1):lbound(p1, 1):-1)`,
      () => `write (c0, '(i5)') ${integer()}`,
      () => `write (c1, '(i3)') ${integer([3])}`,
      () => `read (s0, '(a2)') c0`,
      () =>
        `print '(${this.#pick(['i5', 'i0, 1x', 'z4', 'b9', 'i5.3', 'o6'])})', ${integer()}, ${integer([2])}`,
      () =>
        `print '(${this.#pick(['f9.3', 'es11.3', 'g12.4', 'en12.3', 'e12.4', 'f0.2', 'g0'])}, 1x, 3a)', ${real()}, ${this.text(2)}`,
      () =>
        `where (${this.logical([4], 2)})\na1 = ${integer([4])}\nelsewhere (${this.logical([4], 2)})\na1 = ${integer([4])}\nd1 = ${real([4])}\nelsewhere\na1 = -a1\nend where`,
      () => `where (${this.logical([3, 4], 2)}) ${this.#pick(['a2', 'd2'])} = ${integer([3, 4])}`,
      () => `forall (n = 1:4, ${this.logical([], 1)}) a1(n) = modulo(a1(5 - n) + n, 45)`,
      () => `forall (n = 1:3, k = 1:4, l2(n, k)) a2(n, k) = modulo(a2(4 - n, 5 - k) * n - k, 45)`,
      () => `do concurrent (n = 1:4)\nd1(n) = n * ${real()}\nend do`,
      () => `call move_alloc(al, am1)`.replace(/.*/, 'am = spread(al, 1, 2)'),
      () => `a1(1:3) = transfer([${integer()}, ${integer()}, ${integer()}], a1)`,
      () => `c0 = transfer(transfer(c0, [character(1) ::]), c0)`,
      () => `i1 = ieor(abs(${integer()}), shiftl(${this.#below(9)}, 2))`,
    ];
    if (depth <= 0) return this.#one(simple);
    const compound = [
      () =>
        `if (${this.logical([], 3)}) then\n${inner()}\nelse if (${this.logical([], 1)}) then\n${inner()}\nelse\n${inner()}\nend if`,
      () => this.#loop(inner),
      () =>
        `select case (${integer()})\ncase (:10)\n${inner()}\ncase (11, 13:40)\n${inner()}\ncase default\n${inner()}\nend select`,
      () =>
        `select case (${this.text(2)})\ncase ('abc', 'hello')\n${inner()}\ncase ('m':)\n${inner()}\ncase default\n${inner()}\nend select`,
      () =>
        `associate (as => ${integer([3])}, at => a1(4:1:-1), ac => ${this.five(2)})\nat = modulo(at + as(2) + len(ac), 77)\ni1 = sum(as)\n${inner()}\nend associate`,
      () =>
        `block\ninteger :: bl(modulo(${this.integer([], 0)} + len_trim(${this.text(1)}), 4) + 1), q\nbl = ${integer()}\nbl = [(q * bl(q), q = 1, size(bl))]\ni2 = modulo(sum(bl) + size(bl), 99)\n${inner()}\nend block`,
      () =>
        `select type (k0)\ntype is (t)\nk0%i = ${integer()}\nclass is (e)\nk0%more = ${integer()}\nend select`,
    ];
    return this.#below(3) === 0 ? this.#one(compound) : this.#one(simple);
  }

  #loop(inner: () => string): string {
    if (this.#indices.length > 1) return inner();
    const name = `q${this.#loops++}`;
    this.#indices.push(name);
    const header = this.#pick([`${name} = 1, 3`, `${name} = 5, 1, -2`, `${name} = 2, 1`]);
    const leave =
      this.#below(2) === 0 ? `if (${this.logical([], 2)}) ${this.#pick(['exit', 'cycle'])}\n` : '';
    const body = `${inner()}\n${leave}${inner()}`;
    this.#indices.pop();
    return `block\ninteger :: ${name}\ndo ${header}\n${body}\nend do\ni1 = modulo(i1 + ${name}, 90)\nend block`;
  }
}
