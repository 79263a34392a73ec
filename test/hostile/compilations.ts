// Sources that exhaust a compiler's memory, time, stack or output, or that read other users' files. Each source states
// its expected outcome, for tests that send it to a service and then check the service.
import type { Language } from '../../src/toolchain/sources/language.ts';

export interface HostileCompilation {
  readonly name: string;
  readonly language: Language;
  readonly code: string;
  readonly configMk?: string;
  /**
   * `limit`: stopped at a limit that the log names; `error`: an ordinary error in the program; `slow`: takes long, and
   * is stopped by the time limit unless it finishes first; `any`: the build may succeed or fail.
   */
  readonly ends: 'limit' | 'error' | 'slow' | 'any';
  /** Text that the log must also contain. */
  readonly says?: RegExp;
  /** True for a quick source, which is tested on every change. */
  readonly isQuick?: true;
}

const MAIN = 'int main(void) { return 0; }\n';
const FORTRAN_END = 'end program\n';

const c = (
  name: string,
  ends: HostileCompilation['ends'],
  code: string,
  more: Partial<HostileCompilation> = {},
): HostileCompilation => ({
  name,
  ends,
  code: `${code}\n${/int main\(/.test(code) ? '' : MAIN}`,
  language: 'C',
  ...more,
});

const cxx = (...[name, ends, code, more = {}]: Parameters<typeof c>): HostileCompilation =>
  c(name, ends, code, { language: 'C++', ...more });

const fortran = (...[name, ends, code, more = {}]: Parameters<typeof c>): HostileCompilation => ({
  name,
  ends,
  language: 'Fortran',
  code: `program p\n${code}\n${FORTRAN_END}`,
  ...more,
});

/** Generates `#define A0 x` and so on, where each name expands to several copies of the previous name. */
function laughs(depth: number, width: number, first: string, join = ' '): string {
  const lines = Array.from(
    { length: depth },
    (_, level) => `#define L${level + 1} ${Array(width).fill(`L${level}`).join(join)}`,
  );
  return [`#define L0 ${first}`, ...lines].join('\n');
}

const MEMORY = /512 MiB of memory/;
const OUTPUT = /larger than 64 MiB/;

const DATA: readonly HostileCompilation[] = [
  c('an array of 1.5 GB with a value', 'limit', 'char a[1500000000] = {1};', { says: MEMORY, isQuick: true }),
  c('an array of 4 GB with a value', 'any', 'char a[4294967295u] = {1};'),
  c('an array of 300 MB with a value', 'limit', 'char a[300000000] = {1};', { says: MEMORY }),
  c('an array of 100 MB with a value', 'limit', 'char a[100000000] = {1};', { says: OUTPUT, isQuick: true }),
  c('an array of doubles with a value at its end', 'limit', 'double a[] = {[150000000] = 1.5};', {
    says: MEMORY,
  }),
  c('a range of designators', 'limit', 'int a[400000000] = {[0 ... 399999999] = 7};', { says: MEMORY }),
  c('an index beyond all memory', 'error', 'char a[] = {[0xffffffffffffULL] = 1};'),
  c('a literal array on the stack', 'any', 'int main(void) { char a[1000000000] = {1}; return a[5]; }'),
  c(
    'many arrays of 40 MB',
    'limit',
    Array.from({ length: 12 }, (_, i) => `char a${i}[40000000] = {1};`).join('\n'),
  ),
  c('a string of 8 MB', 'any', `char a[] = "${'x'.repeat(8_000_000)}";`),
  c(
    '.space in assembly',
    'limit',
    '__asm__(".data\\n.globl s\\ns: .space 2000000000\\n.size s, 2000000000");',
  ),
  c('.fill in assembly', 'slow', '__asm__(".section .data,\\"\\",@\\n.fill 400000000, 4, 7");'),
  c('.rept in assembly', 'slow', '__asm__(".rept 100000000\\n.long 1\\n.endr");'),
  c(
    'nested .rept in assembly',
    'slow',
    `__asm__("${'.rept 1000\\n'.repeat(5)}.long 1\\n${'.endr\\n'.repeat(5)}");`,
  ),
  c('a macro of assembly that calls itself', 'any', '__asm__(".macro m\\nm\\nm\\n.endm\\nm");'),
];

const PREPROCESSOR: readonly HostileCompilation[] = [
  c('a file that includes itself', 'error', '#include "main.c"', {
    says: /nested too deeply/,
    isQuick: true,
  }),
  c('a file that includes itself twice', 'error', '#include __FILE__\n#include __FILE__'),
  c('macros that multiply', 'slow', `${laughs(10, 10, '1 +')}\nint x = L10 0;`, { isQuick: true }),
  c('macros that multiply to nothing', 'slow', `${laughs(12, 10, '')}\nL12`),
  c('macros that multiply strings', 'limit', `${laughs(9, 10, '"0123456789"')}\nchar s[] = L9;`),
  c(
    'macros whose arguments double',
    'any',
    `#define D(x) x x\n#define E(x) D(D(D(D(D(D(D(D(x))))))))\nint a[] = {E(E(E(1,)))};`,
  ),
  c('an embedded device', 'error', 'char a[] = {\n#embed "/dev/zero"\n};', { isQuick: true }),
  c('an included device', 'error', '#include "/dev/zero"'),
  c('a file of the host', 'error', '#include "/etc/passwd"', { isQuick: true }),
  c('a file above the program', 'error', '#include "../../../../../../etc/passwd"'),
  c('a device in assembly', 'error', '__asm__(".incbin \\"/dev/zero\\"");'),
  c('itself embedded many times', 'any', 'char a0[] = {\n#embed "main.c"\n};'),
  c(
    'two million warnings',
    'any',
    `${laughs(6, 10, 'x == 1;')}\nint main(void) { int x = 0; L6 return x; }`,
    { configMk: 'CFLAGS = -Wall -ferror-limit=0\n' },
  ),
  c('errors without a limit', 'slow', `${laughs(5, 10, 'undeclared(1);')}\nint main(void) { L5 }`, {
    configMk: 'CFLAGS = -ferror-limit=0\n',
  }),
];

const DEPTH: readonly HostileCompilation[] = [
  c('a hundred thousand brackets', 'error', `int x = ${'('.repeat(100_000)}1${')'.repeat(100_000)};`, {
    isQuick: true,
  }),
  c('brackets without the usual limit', 'error', `int x = ${'('.repeat(200_000)}1${')'.repeat(200_000)};`, {
    configMk: 'CFLAGS = -fbracket-depth=1000000\n',
  }),
  c(
    'a hundred thousand operators',
    'any',
    `int f(int a) { return ${'-'.repeat(1)}${'a+'.repeat(100_000)}a; }`,
  ),
  c('signs without end', 'error', `int f(int a) { return ${'~'.repeat(200_000)}a; }`),
  c('pointers without end', 'any', `int ${'*'.repeat(100_000)}p;`),
  c('blocks in blocks', 'error', `int main(void) { ${'{'.repeat(50_000)}${'}'.repeat(50_000)} return 0; }`),
  cxx(
    'templates that call themselves',
    'error',
    'template <int N> struct A { enum { v = A<N + 1>::v }; };\nint x = A<0>::v;',
    { isQuick: true },
  ),
  cxx(
    'templates without the usual limit',
    'any',
    'template <int N> struct A { enum { v = A<N + 1>::v }; };\nint x = A<0>::v;',
    { configMk: 'CXXFLAGS = -ftemplate-depth=10000000\n' },
  ),
  cxx(
    'templates that double',
    'slow',
    'template <int N, long I> struct A { static const int v = A<N - 1, 2 * I>::v + A<N - 1, 2 * I + 1>::v; };\ntemplate <long I> struct A<0, I> { static const int v = 1; };\nint x = A<28, 0>::v;',
  ),
];

const CONSTANTS: readonly HostileCompilation[] = [
  cxx(
    'an endless constant expression',
    'error',
    'constexpr int f() { while (true) {} return 0; }\nconstexpr int x = f();',
  ),
  cxx(
    'an endless constant expression without a limit',
    'slow',
    'constexpr int f() { for (long i = 0; i < 1000000000000; i++) {} return 0; }\nconstexpr int x = f();',
    { configMk: 'CXXFLAGS = -std=c++20 -fconstexpr-steps=4294967295\n' },
  ),
  cxx(
    'a constant of 2 GB',
    'slow',
    '#include <array>\nconstexpr std::array<int, 200000000> a = [] { std::array<int, 200000000> b{}; return b; }();\nint main() { return a[5]; }',
  ),
  cxx(
    'memory within a constant expression',
    'any',
    'constexpr long f() { long n = 0; for (int i = 0; i < 100000; i++) { int *p = new int[100000]{}; n += p[5]; delete[] p; } return n; }\nconstexpr long x = f();',
    { configMk: 'CXXFLAGS = -std=c++20 -fconstexpr-steps=4294967295\n' },
  ),
  cxx(
    'a sequence of a hundred million elements',
    'any',
    '#include <utility>\nusing S = std::make_index_sequence<100000000>;\ntemplate <std::size_t... I> int f(std::index_sequence<I...>) { return (I + ... + 0); }\nint main() { return f(S{}); }',
  ),
  c(
    'a switch with a million cases',
    'slow',
    `#define C(x) case x: return x ^ 77;\n#define K(x) C(x##0) C(x##1) C(x##2) C(x##3) C(x##4) C(x##5) C(x##6) C(x##7) C(x##8) C(x##9)\n#define M(x) K(x##0) K(x##1) K(x##2) K(x##3) K(x##4) K(x##5) K(x##6) K(x##7) K(x##8) K(x##9)\n#define N(x) M(x##0) M(x##1) M(x##2) M(x##3) M(x##4) M(x##5) M(x##6) M(x##7) M(x##8) M(x##9)\nint f(int a) { switch (a) { N(10) N(11) N(12) N(13) N(14) N(15) N(16) N(17) N(18) N(19) } return 0; }`,
  ),
  c(
    'a loop that is unrolled',
    'slow',
    'int f(int *a) { int s = 0;\n#pragma unroll 1000000\nfor (int i = 0; i < 1000000; i++) for (int j = 0; j < 64; j++) s += a[i ^ j]; return s; }',
  ),
];

const LINKER: readonly HostileCompilation[] = [
  c(
    'more data than the address space',
    'limit',
    'char a[2000000000], b[2000000000], c[2000000000];\nint main(int n, char **v) { return a[n] + b[n] + c[n]; }',
    { isQuick: true },
  ),
  c(
    'alignment of half the memory',
    'any',
    '__attribute__((aligned(1 << 28))) char a[1], b[1];\nint main(int n, char **v) { return a[n] + b[n]; }',
  ),
  c('a stack of 4 GB', 'any', MAIN, { configMk: 'LDFLAGS = -Wl,-z,stack-size=4294967295\n' }),
  c('a name of a million letters', 'any', `int ${'f'.repeat(1_000_000)}(void) { return 1; }`),
  c(
    'a hundred thousand functions',
    'any',
    Array.from({ length: 100_000 }, (_, i) => `int f${i}(void){return ${i};}`).join('\n'),
  ),
];

const FORTRAN: readonly HostileCompilation[] = [
  fortran(
    'an array constructor with a thousand million elements',
    'any',
    'integer :: i\ninteger, parameter :: a(1000000000) = [(i, i = 1, 1000000000)]\nprint *, a(5)',
    { isQuick: true },
  ),
  fortran(
    'nested implied loops',
    'any',
    'integer :: i, j, k\ninteger, parameter :: a(1000000000) = [(((i + j + k, i = 1, 1000), j = 1, 1000), k = 1, 1000)]\nprint *, a(5)',
  ),
  fortran(
    'DATA with a repeat count',
    'any',
    'integer :: a(1000000000)\ndata a /1000000000*7/\nprint *, a(5)',
    { isQuick: true },
  ),
  fortran(
    'DATA with an implied loop',
    'any',
    'integer :: a(1000000000), i\ndata (a(i), i = 1, 1000000000) /1000000000*7/\nprint *, a(5)',
  ),
  fortran(
    'reshape of a constant',
    'any',
    'integer, parameter :: a(30000, 30000) = reshape([1], [30000, 30000], pad=[2])\nprint *, a(5, 5)',
  ),
  fortran(
    'spread of a constant',
    'any',
    'integer, parameter :: a(100000000) = spread(1, 1, 100000000)\nprint *, sum(a)',
  ),
  fortran(
    'repeat of a string',
    'any',
    "character(*), parameter :: s = repeat('x', 2000000000)\nprint *, len(s)",
    { isQuick: true },
  ),
  fortran(
    'constants that multiply',
    'any',
    `character(*), parameter :: s0 = 'xxxxxxxxxx'\n${Array.from({ length: 12 }, (_, i) => `character(*), parameter :: s${i + 1} = ${Array(10).fill(`s${i}`).join('//')}`).join('\n')}\nprint *, len(s12)`,
  ),
  fortran('a power of constants', 'any', 'print *, 2_8**1000000000_8, 10.0d0**1000000000'),
  fortran('an array of all memory', 'any', 'real(8) :: a(2000000000)\na = 1\nprint *, a(7)'),
  fortran('an initial value for all memory', 'any', 'real(8) :: a(200000000) = 1.5d0\nprint *, a(7)'),
  fortran('brackets', 'error', `print *, ${'('.repeat(50_000)}1${')'.repeat(50_000)}`),
  fortran('a file that includes itself', 'error', "include 'main.f90'", { isQuick: true }),
  fortran('a file of the host', 'error', "include '/etc/passwd'"),
  fortran('a format with repeat counts', 'any', "print '(1000000000(1000000000(i5)))', 7"),
  fortran(
    'fifteen dimensions',
    'any',
    `integer :: a(${Array(15).fill('2').join(',')})\na = 0\nprint *, sum(a)`,
  ),
  {
    name: 'macros that multiply in Fortran',
    ends: 'any',
    language: 'Fortran',
    configMk: 'FFLAGS = -cpp\n',
    code: `${laughs(9, 10, '1 +', ' ')}\nprogram p\nprint *, L9 0\n${FORTRAN_END}`,
  },
];

/** All hostile sources. */
export const HOSTILE_COMPILATIONS: readonly HostileCompilation[] = [
  ...DATA,
  ...PREPROCESSOR,
  ...DEPTH,
  ...CONSTANTS,
  ...LINKER,
  ...FORTRAN,
];
