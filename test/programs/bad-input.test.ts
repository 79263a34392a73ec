// Faulty programs: each terminates with its own message on stderr, its exit status, and the output printed so far.
import { describe, expect, test } from 'vitest';
import { openHaze } from './build-and-run.ts';

const haze = openHaze();

const cases = [
  {
    name: 'an integer divided by zero',
    source: '#include <stdio.h>\nint main(int argc, char **argv) { puts("before"); return 10 / (argc - 1); }',
    stderr: /^haze: an integer was divided by zero \(in main\)\nhaze: at main\.c:2:\d+\n$/,
    exitStatus: 136,
  },
  {
    name: 'an absent argument',
    source:
      '#include <stdio.h>\n#include <string.h>\nint main(int argc, char **argv) { puts("before"); return argv[1][0] == 0 ? strlen(argv[(size_t)1 << 28]) : 0; }',
    stderr: /^haze: memory outside the program was read or written: .*\nhaze: at main\.c:3:\d+\n$/,
    exitStatus: 139,
  },
  {
    name: 'a wild pointer passed to a library function',
    source:
      '#include <stdio.h>\n#include <string.h>\nint main(void) {\n  char *volatile wild = (char *)0xfffffff0;\n  puts("before");\n  return strlen(wild);\n}',
    stderr: /^haze: memory outside the program .* \(in strlen\)\nhaze: at main\.c:6:\d+\n$/,
    exitStatus: 139,
  },
  {
    name: 'an index past the end of a vector, read in a library header',
    language: 'C++',
    source:
      '#include <cstdio>\n#include <vector>\nint main(int argc, char **) {\n  std::vector<double> all(argc);\n  puts("before");\n  return (int)all[(size_t)argc << 28];\n}',
    stderr: /^haze: memory outside the program .*\nhaze: at main\.cpp:6:\d+\n$/,
    exitStatus: 139,
  },
  {
    name: 'recursion without end',
    source:
      '#include <stdio.h>\nint deeper(int n) { volatile char frame[100]; frame[0] = n; return deeper(n + 1) + frame[0]; }\nint main(void) { puts("before"); return deeper(0); }',
    flags: ['-Wno-infinite-recursion'],
    stderr: /^haze: the stack of 8 MiB is exhausted: a function calls itself endlessly.* \(in deeper\)\n$/,
    exitStatus: 139,
  },
  {
    name: 'recursion that allocates no memory',
    source:
      '#include <stdio.h>\nint deeper(int n, volatile int *stop) { return *stop ? 1 : 1 + deeper(n + 1, stop) * *stop; }\nint main(void) { volatile int stop = 0; puts("before"); return deeper(0, &stop); }',
    flags: ['-Wno-infinite-recursion'],
    stderr: /^haze: the stack is exhausted: a function calls itself endlessly.* \(in deeper\)\n$/,
    exitStatus: 139,
  },
  {
    name: 'allocation without end',
    source:
      '#include <stdio.h>\n#include <stdlib.h>\nvoid *volatile kept;\nint main(void) { puts("before"); for (;;) kept = malloc(1 << 20); }',
    stderr:
      /^haze: core memory of 64 MB exhausted: the program's heap cannot grow by .* Free what is no longer used, or choose a core with more memory than C0-S\.\n$/,
    exitStatus: 137,
  },
  {
    name: 'distributions without end',
    source:
      '#include <stdio.h>\n#include <uxhw.h>\ndouble kept[1000000];\nint main(void) { puts("before"); for (int i = 0;; i++) kept[i] = UxHwDoubleGaussDist(i, 1); }',
    stderr: /^haze: core memory of 64 MB exhausted/,
    exitStatus: 137,
  },
  {
    name: 'static data larger than the core',
    source:
      '#include <stdio.h>\nchar large[100000000];\nint main(int argc, char **argv) { puts(large + argc); }',
    stdout: '',
    stderr:
      /^haze: core memory of 64 MB exhausted: the program's stack and static data alone need .* Choose a core with more memory\.\n$/,
    exitStatus: 137,
  },
  {
    name: 'abort',
    source: '#include <stdio.h>\n#include <stdlib.h>\nint main(void) { puts("before"); abort(); }',
    stderr: /^haze: the program aborted: .*\nhaze: at main\.c:3:34\n$/,
    exitStatus: 134,
  },
  {
    name: 'a failed assertion',
    source:
      '#include <assert.h>\n#include <stdio.h>\nint main(int argc, char **argv) { puts("before"); assert(argc == 7); }',
    stderr:
      /^Assertion failed: argc == 7 \(main\.c: main: 3\)\nhaze: the program aborted: .*\nhaze: at main\.c:3:\d+\n$/,
    exitStatus: 134,
  },
  {
    name: 'a call through a null pointer',
    source:
      '#include <stdio.h>\nint (*volatile pointer)(void);\nint main(void) { puts("before"); return pointer(); }',
    stderr:
      /^haze: a function was called through a pointer that is null, wild, or of a different type \(in main\)\nhaze: at main\.c:3:\d+\n$/,
    exitStatus: 139,
  },
  {
    name: 'an uncaught exception',
    language: 'C++',
    source:
      '#include <cstdio>\n#include <stdexcept>\nint main() { std::puts("before"); throw std::runtime_error("too hot"); }',
    stderr: /^terminating due to uncaught exception of type std::runtime_error: too hot\n/,
    exitStatus: 134,
  },
  {
    name: 'malformed Ux text in an argument',
    source: '#include <stdio.h>\nint main(int argc, char **argv) { puts("before"); }',
    arguments: ['4.5', '21.5Ux0400000000000000024035800000'],
    stdout: '',
    stderr: /^haze: argument 2 \("21\.5Ux04000000.*"\).*\n$/,
    exitStatus: 1,
  },
] as const;

describe('a failing program reports the reason', () => {
  test.each(cases)('$name', async (program) => {
    const result = await haze.runSource(program.source, { core: 'C0-S', ...program });
    expect(result.stderr).toMatch(program.stderr);
    expect(result.exitStatus).toBe(program.exitStatus);
    expect(result.stdout).toBe('stdout' in program ? program.stdout : 'before\n');
  });
});

test('a program that traps names its source line, with and without debug information', async () => {
  const source = `#include <stdio.h>
__attribute__((noinline)) static int divide(int a, int b) {
  return a /
         b;
}
int main(int argc, char **argv) {
  double scale = argc * 0.5;
  return divide((int)(10 * scale), argc - 1);
}
`;
  for (const [debug, plain] of [
    [true, false],
    [true, true],
    // Built again with debug information, but with exactly the same instructions.
    [false, false],
    [false, true],
  ]) {
    const { stderr } = await haze.runSource(source, { core: 'C0-S', debug: debug!, plain: plain! });
    expect(stderr).toMatch(/^haze: an integer was divided by zero \(in divide\)\nhaze: at main\.c:3:\d+\n$/);
  }
});

test('a program that forges boxes sees NaN, and never the distribution of another value', async () => {
  const { stdout, stderr, exitStatus } = await haze.runSource(
    `#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <uxhw.h>
int main(void) {
  double kept[8];
  for (int i = 0; i < 8; i++) kept[i] = UxHwDoubleGaussDist(i, 1);
  uint64_t state = 88172645463325252u, bits;
  int numbers = 0;
  for (int i = 0; i < 200000; i++) {
    state ^= state << 13, state ^= state >> 7, state ^= state << 17;
    // Alternates between our tag with random other bits, and tag and low handles with random check bits.
    bits = i & 1 ? (state & 0x8003ffffffffffffu) | 0x7ffc000000000000u
                 : 0x7ffc000000000000u | (state & 0xffff00000000u) | (uint64_t)(i % 20);
    double forged;
    memcpy(&forged, &bits, sizeof forged);
    if (!isnan(forged + 1) || !isnan(sqrt(forged)) || UxHwDoubleNthMoment(forged, 2) > 0) numbers++;
  }
  // With 16 check bits, one or two of 100 000 guesses for a live handle may succeed by chance.
  printf("%d %d\\n", numbers <= 4, UxHwDoubleNthMoment(kept[7], 2) > 0.9);
}`,
    { core: 'C0-S' },
  );
  expect({ stdout, exitStatus }).toEqual({ stdout: '1 1\n', exitStatus: 0 });
  expect(stderr).toMatch(/^(haze: the bits of a value were changed .*\n)?$/);
});

test('a memory request that cannot be met returns NULL', async () => {
  const { stdout, exitStatus } = await haze.runSource(
    '#include <stdio.h>\n#include <stdlib.h>\nint main(void) { void *volatile p = malloc((size_t)1 << 30); puts(p ? "got it" : "no"); }',
    { core: 'C0-S' },
  );
  expect({ stdout, exitStatus }).toEqual({ stdout: 'no\n', exitStatus: 0 });
});

test('an endless program is stopped at its time limit, and its output is kept', async () => {
  const { stdout, stderr, exitStatus } = await haze.runSource(
    '#include <stdio.h>\nvolatile int go = 1;\nint main(void) { puts("before"); printf("half a line"); fflush(stdout); while (go) ; }',
    { core: 'C0-S', timeLimitSeconds: 0.5 },
  );
  expect(stdout).toBe('before\nhalf a line');
  expect(stderr).toBe('haze: time limit of 0.5 s reached\n');
  expect(exitStatus).toBe(124);
});

test('a program that prints 100 MB is stopped at its output limit', async () => {
  let bytes = 0;
  const { stderr, exitStatus } = await haze.runSource(
    '#include <stdio.h>\n#include <string.h>\nchar line[100000];\nint main(void) { memset(line, 65, sizeof line - 1); for (int i = 0; i < 1000; i++) puts(line); }',
    {
      core: 'C0-S',
      onStdout: (piece) => {
        bytes += piece.length;
      },
    },
  );
  expect(bytes).toBe(64 * 1024 * 1024);
  expect(stderr).toBe('haze: output limit of 64 MB reached on stdout. Print less, or write to a file.\n');
  expect(exitStatus).toBe(153);
});

test('destructors and catch (...) do not run when a program exits or is stopped', async () => {
  const { stdout, exitStatus } = await haze.runSource(
    '#include <cstdio>\n#include <cstdlib>\nstruct Loud { ~Loud() { std::puts("destroyed"); } };\nint main() { Loud loud; try { std::exit(3); } catch (...) { std::puts("caught"); } }',
    { core: 'C0-S', language: 'C++' },
  );
  expect({ stdout, exitStatus }).toEqual({ stdout: '', exitStatus: 3 });
});

test('a Fortran program with derived types reports its line, even if it was built without debug information', async () => {
  const source = `module points
  type point
    real(8) :: x = 1
  end type
end module
program main
  use points
  type(point), allocatable :: all(:)
  real(8) :: weights(5)
  integer :: place
  common /shared/ weights
  allocate (all(3))
  call add(sum(all%x))
  read *, place
  print *, weights(place)
contains
  subroutine add(total)
    real(8), intent(in) :: total
    weights = total + place
  end subroutine
end program
`;
  const { stderr } = await haze.runSource(source, {
    core: 'C0-S',
    language: 'Fortran',
    stdin: '200000000\n',
  });
  expect(stderr).toMatch(/^haze: memory outside .*\nhaze: at main\.f90:15:\d+\n$/);
});

const FORTRAN_FAULTS = `program main
  integer :: which, zero = 0
  character(:), allocatable :: text
  real(8), allocatable :: none(:)
  read *, which
  if (which == 1) print *, 5 / zero
  if (which == 2) print *, mod(5, zero)
  if (which == 3) text = repeat('a', -which)
  if (which == 4) call system('ls')
  if (which == 5) read *, which
  if (which == 6) none(which) = 1
  if (which == 7) stop 2
end program
`;

test.each([
  [1, /^Fortran runtime error: Integer division by zero\nhaze: at main\.f90:6:\d+\n$/],
  [2, /^Fortran runtime error: Integer division by zero\nhaze: at main\.f90:7:\d+\n$/],
  [3, /^Fortran runtime error: Argument NCOPIES .* \(its value is -3\)\nhaze: at main\.f90:8:\d+\n$/],
  [4, /^Fortran runtime error: Commands cannot run, .*: ls\. With CMDSTAT=.*\nhaze: at main\.f90:9:\d+\n$/],
  // Faults whose message already includes the line number.
  [5, /^At line 10 of file main\.f90 .*\nFortran runtime error: End of file\n$/],
  [
    6,
    /^At line 11 of file main\.f90\nFortran runtime error: The allocatable variable 'none' is not allocated\n$/,
  ],
  // A fault that the program raised deliberately.
  [7, /^STOP 2\n$/],
])('a fault detected by the Fortran runtime is reported once, with its line: %i', async (which, stderr) => {
  const result = await haze.runSource(FORTRAN_FAULTS, {
    core: 'C0-S',
    language: 'Fortran',
    flags: ['-fcheck=all'],
    stdin: `${which}\n`,
  });
  expect(result.stderr).toMatch(stderr);
  expect(result.exitStatus).toBe(2);
});

test.each([false, true])(
  'a truncated module is rejected with a sentence rather than an internal error (plain: %s)',
  async (plain) => {
    const module = await haze.buildSource('int main(void) { return 0; }');
    const outcome = haze.run(module.subarray(0, module.length / 2), { core: 'C0-S', plain });
    const told = await outcome.then(({ stderr }) => stderr, String);
    expect(told).toMatch(/(build it again|rebuild it)/);
    expect(told).not.toMatch(/error in Haze/);
  },
);
