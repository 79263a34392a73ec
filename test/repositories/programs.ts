// Repositories of programs, each with one special feature. Together they cover every rule for building and running a
// repository. `expected` is the program's output without the distributions of its values.
import type { RepositoryFiles } from './git-server.ts';

export interface ProgramRepository {
  readonly name: string;
  readonly files: RepositoryFiles;
  /**
   * Folders that are other repositories in this list or in `PARTS`, with the name of the repository for each folder.
   */
  readonly submodules?: Readonly<Record<string, string>>;
  readonly directory?: string;
  readonly arguments?: string;
  readonly core?: string;
  readonly expected: string | RegExp;
  /** Patterns that the log must match. */
  readonly log?: readonly RegExp[];
}

/** The mean 21.5 with two points, 21.25 and 21.75, as Ux text. */
const UX_21_5 =
  '21.5Ux040000000000000002403580000000000000000002403540000000000040000000000000004035C000000000004000000000000000';

/** Repositories that are only parts of other repositories, innermost first. */
export const PARTS: readonly Pick<ProgramRepository, 'name' | 'files' | 'submodules'>[] = [
  {
    name: 'units',
    files: {
      'units.h': '#define METRES_A_KILOMETRE 1000.0\ndouble to_metres(double kilometres);\n',
      'units.c': '#include "units.h"\ndouble to_metres(double k) { return k * METRES_A_KILOMETRE; }\n',
    },
  },
  {
    name: 'roads',
    submodules: { 'third_party/units': 'units' },
    files: {
      'include/roads.h': 'double length_of_road(int number);\n',
      'roads.c':
        '#include "third_party/units/units.h"\ndouble length_of_road(int n) { return to_metres(n * 1.5); }\n',
      'demo.c': 'int main(void) { return 1; }\n',
    },
  },
];

export const PROGRAMS: readonly ProgramRepository[] = [
  {
    name: 'every-suffix',
    files: {
      'src/main.c': `#include <stdio.h>
int a(void), b(void), c(void), d(void), e(void), f(void), g(void);
int main(void) { printf("%d\\n", a() + b() + c() + d() + e() + f() + g()); return 0; }
`,
      'src/one.C': 'extern "C" int a() { return 1; }\n',
      'src/two.cc': 'extern "C" int b() { return 2; }\n',
      'src/deep/three.cpp': 'extern "C" int c() { return 4; }\n',
      'src/deep/er/four.CPP': 'extern "C" int d() { return 8; }\n',
      'src/five.c++': 'extern "C" int e() { return 16; }\n',
      'src/six.cp': 'extern "C" int f() { return 32; }\n',
      'src/seven.cxx': 'extern "C" int g() { return 64; }\n',
      'other/main.c': '#error "outside of the build folder"\n',
      'README.md': 'no source\n',
    },
    expected: '127\n',
    log: [
      /^clang -O2 -Wall -Werror=implicit-function-declaration -c main\.c/m,
      /clang\+\+ -O2 -Wall -std=c\+\+17 -c deep\/three\.cpp/,
    ],
  },
  {
    name: 'config-mk',
    files: {
      'src/config.mk': `# Sources: those of this folder, and one of another
SOURCES = main.c \\
 \t  $(wildcard parts/*.c)   # by pattern
SOURCES += ../shared/extra.c \\

EXTRA := extra
LEVEL ?= 2
LEVEL ?= 3
ifeq ($(LEVEL),2)
CFLAGS = -DLEVEL=$(LEVEL) -std=gnu11
else
CFLAGS = -DLEVEL=0
endif
ifdef EXTRA
CPPFLAGS += -I../include -D'WORD="a word"'
endif
CFLAGS += -Wall
`,
      'src/main.c': `#include <stdio.h>
#include "shared.h"
int main(void) { printf("%d %s %d\\n", LEVEL, WORD, one() + two() + extra()); return 0; }
`,
      'src/second.c': 'int main(void) { return 1; }\n',
      'src/parts/one.c': 'int one(void) { return 1; }\n',
      'src/parts/two.c': 'int two(void) { return 2; }\n',
      'shared/extra.c': 'int extra(void) { return 4; }\n',
      'include/shared.h': 'int one(void);\nint two(void);\nint extra(void);\n',
    },
    expected: '2 a word 7\n',
  },
  {
    name: 'empty-sources',
    directory: '',
    files: {
      'config.mk':
        '# Nothing is named, so everything is built.\nSOURCES =\nCXXFLAGS = -std=c++20 -DANSWER=42\n',
      'main.cpp': `#include <concepts>
#include <cstdio>
template <std::integral T> T same(T value) { return value; }
int main() { std::printf("%d\\n", same(ANSWER)); }
`,
    },
    expected: '42\n',
  },
  {
    name: 'nested-submodules',
    submodules: { 'libs/roads': 'roads' },
    files: {
      'src/config.mk': `ROADS = ../libs/roads
SOURCES = main.c $(ROADS)/roads.c $(wildcard $(ROADS)/third_party/units/*.c)
CFLAGS = -I$(ROADS)/include
`,
      'src/main.c': `#include <roads.h>
#include <stdio.h>
int main(void) { printf("%.0f\\n", length_of_road(2)); return 0; }
`,
    },
    expected: '3000\n',
    log: [
      /submodule libs\/roads: http.*\/roads\.git, commit [0-9a-f]{40}/,
      /submodule libs\/roads\/third_party\/units: /,
    ],
  },
  {
    name: 'csv-inputs',
    files: {
      'inputs/rooms.csv': `room,temperature\nkitchen,${UX_21_5}\nhall,19.5\n`,
      'inputs/more/scale.txt': '2 ignored 10\n',
      'src/main.c': `#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <uxhw.h>
int main(void) {
  FILE *rooms = fopen("rooms.csv", "r"), *scale = fopen("more/scale.txt", "r");
  if (!rooms || !scale) { perror("inputs"); return 1; }
  int factor, used = 0, read = 0;
  fscanf(scale, "%d %*s %n%d", &factor, &read, &used);
  char line[4096], *rest;
  fgets(line, sizeof line, rooms);
  while (fgets(line, sizeof line, rooms)) {
    char *name = strtok_r(line, ",", &rest);
    double value = strtod(strtok_r(NULL, ",\\n", &rest), NULL);
    double low = UxHwDoubleProbabilityGT(value, 21.5);
    printf("%s %lf %P.2f\\n", name, value * factor, low);
  }
  printf("%d %d\\n", read, used);
  return 0;
}
`,
    },
    expected: 'kitchen 43.000000 0.50\nhall 39.000000 0.00\n10 10\n',
    core: 'C0-S',
  },
  {
    name: 'exceptions',
    files: {
      'src/faults.hpp':
        '#include <stdexcept>\nstruct Fault : std::runtime_error { using runtime_error::runtime_error; };\nvoid fail(int depth);\n',
      'src/faults.cpp': `#include "faults.hpp"
struct Counter { int *count; ~Counter() { ++*count; } };
int unwound = 0;
void fail(int depth) {
  Counter counter{&unwound};
  if (depth == 0) throw Fault("at the bottom");
  try { fail(depth - 1); } catch (const std::logic_error &) { }
}
`,
      'src/main.cpp': `#include "faults.hpp"
#include <iostream>
extern int unwound;
int main() {
  try {
    try { fail(3); } catch (const std::runtime_error &error) { std::cout << error.what() << std::endl; throw; }
  } catch (const Fault &) { std::cout << "again, after " << unwound << std::endl; }
}
`,
    },
    expected: 'at the bottom\nagain, after 4\n',
  },
  {
    name: 'single-precision',
    files: {
      'src/main.c': `#include <stdio.h>
#include <uxhw.h>
int main(void) {
  float speed = UxHwFloatUniformDist(1.0f, 3.0f);
  float energy = 0.5f * speed * speed;
  float mean = UxHwFloatNthMoment(energy, 1);
  printf("%.3f %d %d\\n", UxHwFloatNthMoment(speed, 1), (int)speed, mean > 1.99f && mean < 2.01f);
  return 0;
}
`,
    },
    // The mean of a uniform distribution is its midpoint. This core treats factors as independent, so the mean of the
    // product is 2 · 2 / 2.
    expected: '2.000 2 1\n',
    core: 'C0-M',
  },
  {
    name: 'options',
    arguments: `-count=3 -verbose -name 'two words' -level="a\\"b" ${UX_21_5} plain\\ rest`,
    files: {
      'src/main.c': `#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
static const struct option options[] = {
  {"count", required_argument, 0, 'c'}, {"verbose", optional_argument, 0, 'v'},
  {"name", required_argument, 0, 'n'}, {"level", optional_argument, 0, 'l'}, {0, 0, 0, 0}};
int main(int argc, char **argv) {
  for (int option; (option = getopt_long_only(argc, argv, "", options, NULL)) != -1;)
    printf("%c=%s\\n", option, optarg ? optarg : "none");
  printf("%.2lf\\n%s\\n", strtod(argv[optind], NULL) + 1, argv[optind + 1]);
  return 0;
}
`,
    },
    expected: 'c=3\nv=none\nn=two words\nl=a"b\n22.50\nplain rest\n',
  },
  {
    name: 'read-and-write',
    files: {
      'inputs/log.txt': 'first\n',
      'src/main.c': `#include <stdio.h>
int main(void) {
  FILE *file = fopen("log.txt", "r+");
  if (!file) { perror("log.txt"); return 1; }
  fseek(file, 0, SEEK_END);
  fprintf(file, "second\\n");
  rewind(file);
  for (int c; (c = fgetc(file)) != EOF;) putchar(c);
  fclose(file);
  if (fopen("missing.txt", "r+")) return 2;
  perror("missing.txt");
  return 0;
}
`,
    },
    expected: 'first\nsecond\n',
  },
  {
    name: 'large-stack',
    files: {
      'src/main.c': `#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
static double fill(double *table, int count) {
  for (int i = 0; i < count; i++) table[i] = i;
  return table[count - 1];
}
int main(void) {
  double table[700000];
  clock_t start = clock();
  double *more = reallocarray(NULL, 1000, sizeof *more);
  printf("%.0f %.0f %d\\n", fill(table, 700000), fill(more, 1000), clock() >= start && !isnan(table[0]));
  free(more);
  return 0;
}
`,
    },
    expected: '699999 999 1\n',
  },
  {
    name: 'older-header',
    files: {
      'src/main.c': `#include <stdio.h>
#include <uncertain.h>
#include <uxhw.h>
int main(void) {
  double x = libUncertainDoubleUniformDist(2.0, 4.0);
  WeightedDoubleSample samples[] = {{1.0, 0.25}, {5.0, 0.75}};
  double two = UxHwDoubleDistFromWeightedSamples(samples, 2);
  double three = UxHwDoubleDistFromWeightedSamples(samples, 2, 0);
  printf("%P.1lf %P.1lf %P.1lf\\n", libUncertainDoubleNthMoment(x, 1), UxHwDoubleNthMoment(two, 1),
         UxHwDoubleNthMoment(three, 1));
  return 0;
}
`,
    },
    // (2 + 4) / 2, and 1 · 0.25 + 5 · 0.75.
    expected: '3.0 4.0 4.0\n',
  },
  {
    name: 'own-header',
    files: {
      'src/uxhw.h': `#define min(a, b) ((a) < (b) ? (a) : (b))
#define max(a, b) ((a) > (b) ? (a) : (b))
#define MODIFIER ""
double UxHwDoubleUniformDist(double low, double high);
`,
      'src/main.c': `#include <stdio.h>
#include "uxhw.h"
int main(void) {
  double x = UxHwDoubleUniformDist(1.0, 3.0);
  printf("%" MODIFIER "lf %d\\n", x, max(min(1, 2), 0));
  return x == 0;
}
`,
    },
    expected: '2.000000 1\n',
    core: 'C0-S',
  },
  {
    name: 'foreign-flags',
    files: {
      'src/config.mk': `SOURCES = main.c
CFLAGS = -march=native -pthread -O3 -ffast-math
LDFLAGS = -lm -lsomething
`,
      'src/main.c':
        '#include <math.h>\n#include <stdio.h>\nint main(void) { printf("%.1f\\n", sqrt(16.0)); return 0; }\n',
    },
    expected: '4.0\n',
    log: [
      /dropped -march=native \(CFLAGS\)/,
      /dropped -pthread \(CFLAGS\)/,
      /dropped -lsomething \(LDFLAGS\)/,
      /Build completed/,
    ],
  },
  {
    name: 'fortran',
    files: {
      'src/main.f90': `program sums
  implicit none
  real(8) :: total
  call add(2.0d0, total)
  print '(f6.2)', total
end program
`,
      'src/add.f': `C     Fixed form
      SUBROUTINE ADD(X, Y)
      DOUBLE PRECISION X, Y
      Y = X +
     &    0.5D0
      END
`,
    },
    expected: '  2.50\n',
  },
  {
    name: 'streams',
    files: {
      'inputs/table.txt': '3 1\n2 4\n',
      'src/config.mk': 'CXXFLAGS = -std=c++14\n',
      'src/main.cpp': `#include <algorithm>
#include <array>
#include <fstream>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>
int main() {
  std::ifstream table("table.txt");
  std::vector<std::array<double, 2>> rows;
  for (std::string line; std::getline(table, line);) {
    std::istringstream words(line);
    std::array<double, 2> row;
    words >> row[0] >> row[1];
    rows.push_back(row);
  }
  std::sort(rows.begin(), rows.end());
  for (const auto &row : rows) std::cout << row[0] << ' ' << row[1] << '\\n';
}
`,
    },
    expected: '2 4\n3 1\n',
  },
  {
    name: 'linked-source',
    files: {
      'code/program.c':
        '#include "part.h"\n#include <stdio.h>\nint main(void) { printf("%d\\n", PART); return 0; }\n',
      'code/part.h': '#define PART 9\n',
      'src/main.c': { link: '../code/program.c' },
      'src/part.h': { link: '../code/part.h' },
    },
    expected: '9\n',
  },
];

/** Repositories that cannot be built, each with its error message. */
export const BROKEN: readonly (Pick<ProgramRepository, 'name' | 'files' | 'directory'> & {
  readonly message: RegExp;
  readonly log?: RegExp;
})[] = [
  {
    name: 'no-sources',
    files: { 'src/notes.txt': 'nothing to compile\n' },
    message: /There is no source in the folder "src": no file ends in \.c/,
  },
  {
    name: 'missing-source',
    files: {
      'src/config.mk': 'CFLAGS = -O2\nSOURCES = main.c gone.c\n',
      'src/main.c': 'int main(void) { return 0; }\n',
    },
    message: /src\/config\.mk:2: SOURCES names "gone\.c", but there is no such file/,
  },
  {
    name: 'climbing-source',
    files: { 'src/config.mk': 'SOURCES = ../../main.c\n', 'src/main.c': 'int main(void) { return 0; }\n' },
    message: /The path ".*\.\.\/\.\.\/main\.c" leads outside the program's files/,
  },
  {
    name: 'two-mains',
    files: { 'src/a.c': 'int main(void) { return 0; }\n', 'src/b.c': 'int main(void) { return 1; }\n' },
    message: /main/,
    log: /duplicate symbol: main|defined (twice|more than once)|two functions/i,
  },
  {
    name: 'no-main',
    files: { 'src/a.c': 'int helper(void) { return 0; }\n' },
    message: /no function "main"/,
  },
  {
    name: 'link-error',
    files: { 'src/a.c': 'int helper(void);\nint main(void) { return helper(); }\n' },
    message: /helper/,
    log: /undefined symbol: helper|helper.*nowhere/,
  },
  {
    name: 'compile-error',
    files: { 'src/a.c': 'int main(void) { return helper(); }\n' },
    message: /^src\/a\.c:1:25: .*helper/,
    log: /a\.c:1:25: error: .*helper/,
  },
  {
    name: 'make-rule',
    files: { 'src/config.mk': 'all: main.c\n\tcc main.c\n', 'src/main.c': 'int main(void) { return 0; }\n' },
    message: /src\/config\.mk:1: rules are not supported \("all: main\.c"\)/,
  },
  {
    name: 'make-function',
    files: { 'src/config.mk': 'SOURCES = $(shell ls *.c)\n', 'src/main.c': 'int main(void) { return 0; }\n' },
    message: /src\/config\.mk:1: the function \$\(shell …\) is not supported/,
  },
  {
    name: 'wrong-flag',
    files: { 'src/config.mk': 'CFLAGS = -m16\n', 'src/main.c': 'int main(void) { return 0; }\n' },
    message: /CFLAGS has -m16, which cannot be honoured/,
  },
];
