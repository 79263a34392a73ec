// Small programs whose objects depend on files in every way that a compiler supports, for tests that change a file and
// use a cache. A program is defined by the content, if any, at each of a few paths.

/** The possible contents of the file at a path. */
export type Variants = readonly string[];

export interface ProgramFamily {
  readonly name: string;
  /** The paths with their possible contents, of which the first is the initial content. */
  readonly files: ReadonlyMap<string, Variants>;
  /** Texts of config.mk. */
  readonly configs: Variants;
}

/** The index of the content at each path, or -1 if there is no file, and the index of the config.mk. */
export interface ProgramState {
  readonly contents: ReadonlyMap<string, number>;
  readonly config: number;
}

const MAIN = 'int main(void) { return 0; }\n';
const UNUSED = 'static void f(void) { int unused; }\n';
const HEADERS = ['#define A 1\n', '#pragma once\n#define A 2\n', '#include "b.h"\n#define A 3 + B\n', ''];

const ASKED = [
  '#if __has_include("later.h")\n#include "later.h"\nint later = 1;\n#endif\n',
  '#if __has_include(<a.h>)\nint angled = 1;\n#endif\n',
  '#ifdef __has_include_next\n#if __has_include_next(<a.h>)\nint next = 1;\n#endif\n#endif\n',
  '#if __has_embed("e.bin") == 2\nint empty = 1;\n#elif __has_embed("e.bin") == 1\nint full = 1;\n#endif\n',
].join('');

const C_SOURCES: Variants = [
  `#include "a.h"\nint a = A;\n${MAIN}`,
  `#include <a.h>\nint a = A;\n${UNUSED}${MAIN}`,
  `const char e[] = {\n#embed "e.bin"\n,0};\n${MAIN}`,
  `const char e[] = {\n#embed "e.bin" prefix(1,) if_empty(2)\n};\n${MAIN}`,
  `__asm__(".section .rodata.x,\\"\\",@\\n.globl x\\nx:\\n.incbin \\"e.bin\\"\\n.size x, 1\\n");\n${MAIN}`,
  ASKED + MAIN,
  `#include "sub/b.h"\n#include "sub/../a.h"\nint a = A + B;\n${MAIN}`,
  `#define NAME "a.h"\n#include NAME\nint a = A;\n${MAIN}`,
  `#ifdef FROM_FLAG\n#include FROM_FLAG\n#endif\n${MAIN}`,
  `#line 2 "e.bin"\n${UNUSED}${MAIN}`,
  `#include "other.c"\n${UNUSED}${MAIN}`,
  `#include "we ird#$.h"\nint w = W;\n#include "ä.h"\n${MAIN}`,
  `const char *at = __TIME__;\n${MAIN}`,
  `const char *at = __FILE__ __TIMESTAMP__;\n#ifdef UXHW_NO_MIN_MAX\nint own;\n#endif\n${MAIN}`,
  `#ifdef A\nint forced = A;\n#endif\n#pragma message("hello")\n${MAIN}`,
  `#include "missing.h"\n${MAIN}`,
];

const C_FAMILY: ProgramFamily = {
  name: 'C',
  files: new Map<string, Variants>([
    ['main.c', C_SOURCES],
    [
      'other.c',
      ['int other;\n', 'int max(int a, int b) { return a > b ? a : b; }\n', '#include "a.h"\nint o = A;\n'],
    ],
    ['a.h', HEADERS],
    ['b.h', ['#define B 1\n', '#define B 2\n']],
    ['sub/b.h', ['#define B 3\n', '#include "../b.h"\n', '#include "a.h"\n#define B A\n']],
    ['sub/a.h', ['#define A 30\n']],
    ['one/a.h', ['#define A 4\n', '#include_next <a.h>\n']],
    ['two/a.h', ['#define A 5\n', '#define A 6\n']],
    ['later.h', ['', '#define LATER 1\n']],
    ['e.bin', ['', '1', 'é = "1";\nint unused;\n', '%P']],
    ['we ird#$.h', ['#define W 1\n', '#define W 2\n']],
    ['ä.h', ['int umlaut = 1;\n', 'int umlaut = 2;\n']],
  ]),
  configs: [
    '',
    'SOURCES = main.c\n',
    'SOURCES = main.c\nCFLAGS = -Ione -Itwo\n',
    'SOURCES = main.c\nCFLAGS = -Itwo -Ione\n',
    'SOURCES = main.c\nCFLAGS = -include a.h\n',
    'SOURCES = main.c\nCFLAGS = -imacros sub/b.h -isystem one\n',
    'SOURCES = main.c\nCFLAGS = -iquote one -idirafter two -g\n',
    'SOURCES = main.c\nCFLAGS = -DFROM_FLAG=\\"a.h\\"\n',
  ],
};

// Small library headers, so that tests of precompiled headers are cheap.
const CXX_FAMILY: ProgramFamily = {
  name: 'C++',
  files: new Map<string, Variants>([
    [
      'main.cpp',
      [
        `#include <stddef.h>\n#include <stdint.h>\nint a = sizeof(size_t);\n${MAIN}`,
        `#include <stddef.h>\n#include <stdint.h>\nint b = sizeof(uint8_t);\n${UNUSED}${MAIN}`,
        `#include <stddef.h>\n#include <stdint.h>\n#include "a.h"\nint b = A;\n${MAIN}`,
        `#include <a.h>\nint b = A;\n${MAIN}`,
        `#include <stdint.h>\nconst char e[] = {\n#embed "e.bin"\n,0};\n${MAIN}`,
        `#include <stddef.h>\n#include <stdint.h>\n#ifdef FROM_PROGRAM\nint from_program = FROM_PROGRAM;\n#endif\n${MAIN}`,
      ],
    ],
    ['a.h', HEADERS],
    ['b.h', ['#define B 1\n', '#define B 2\n']],
    ['one/a.h', ['#define A 4\n', '#include_next <a.h>\n']],
    ['one/stdint.h', ['#define FROM_PROGRAM 1\n', '#define FROM_PROGRAM 2\n', '#include_next <stdint.h>\n']],
    ['stddef.h', ['#define FROM_PROGRAM 3\n']],
    ['e.bin', ['', '1', '2']],
    ['text.txt', ['', '%P', 'int min(int a, int b);\n']],
  ]),
  configs: [
    '',
    'CXXFLAGS = -O1\n',
    'CXXFLAGS = -Ione\n',
    'CXXFLAGS = -isystem one -DX\n',
    'CXXFLAGS = -I.\n',
  ],
};

const FORTRAN_SOURCES: Variants = [
  "program p\n  include 'k.inc'\n  print *, k\nend program\n",
  'program p\n  use m\n  print *, k\nend program\n',
  '#include "k.inc"\nprogram p\nend program\n',
  'program p\n  use m, only: j => k\n  integer :: unused\n  print *, j\nend program\n',
  "program p\n  include 'sub/k.inc'\n  print *, k\nend program\n",
];

const FORTRAN_FAMILY: ProgramFamily = {
  name: 'Fortran',
  files: new Map<string, Variants>([
    ['p.F90', FORTRAN_SOURCES],
    [
      'm.f90',
      [
        'module m\n  integer :: k = 1\nend module\n',
        'module m\n  real :: k = 2\nend module\n',
        "module m\n  include 'k.inc'\nend module\n",
      ],
    ],
    ['k.inc', ['  integer :: k = 3\n', '  real :: k = 4\n', "  include 'sub/k.inc'\n"]],
    ['sub/k.inc', ['  integer :: k = 5\n', '  integer :: k = 6\n']],
    ['c.c', ['int c;\n', '#include "k.inc"\n']],
    ['notes.txt', ['', 'min', '%P']],
  ]),
  configs: ['', 'FFLAGS = -cpp\n', 'FFLAGS = -g\n', 'FFLAGS = -Isub\n', 'SOURCES = p.F90\n'],
};

export const PROGRAM_FAMILIES: readonly ProgramFamily[] = [C_FAMILY, C_FAMILY, CXX_FAMILY, FORTRAN_FAMILY];

/** The files of a program. */
export function filesOf(family: ProgramFamily, state: ProgramState): Record<string, string> {
  const files: Record<string, string> = {};
  for (const [path, variants] of family.files) {
    const number = state.contents.get(path) ?? 0;
    if (number >= 0) files[path] = variants[number % variants.length]!;
  }
  return files;
}
