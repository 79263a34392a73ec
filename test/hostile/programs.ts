// Programs that exhaust their host, and the possible outcomes of each. The programs in a family share a single source,
// whose variant is selected by a number, the program's first argument. There is also one honest program with a known
// output.

export interface HostileFamily {
  readonly name: string;
  readonly code: string;
  /** The task's possible last messages: an exit status, a limit, or `cancelled` if only a cancellation stops it. */
  readonly ends: RegExp;
  /** True for a program that never terminates: the sender cancels it during the run. */
  readonly isEndless?: true;
  /** Further arguments after the program's number. */
  readonly moreArguments?: string;
  /** Arguments from which hostile-process.ts identifies its attack. */
  readonly script?: string;
}

const HEAD = `#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#include <uxhw.h>
static int n;
static char block[1 << 16];
static char name[300];
/** The compiler may leave out what nobody keeps. */
static void *volatile kept;
`;

function family(name: string, ends: RegExp, body: string, more: Partial<HostileFamily> = {}): HostileFamily {
  const code = `${HEAD}int main(int argc, char **argv) {\n  n = argc > 1 ? atoi(argv[1]) : 1;\n${body}\n}\n`;
  return { name, ends, code, ...more };
}

const ANY = /./;
const STATUS_0 = /status as 'Completed'$/;

export const HOSTILE_FAMILIES: readonly HostileFamily[] = [
  family(
    'fills its heap',
    /core memory of .* exhausted/,
    '  for (;;) { kept = malloc((n + 1) << 14); memset((void *)kept, 1, (n + 1) << 14); }',
  ),
  family(
    'grows its memory past the library',
    STATUS_0,
    '  while (__builtin_wasm_memory_grow(0, n + 1) != (size_t)-1) {}\n  return 0;',
  ),
  family('requests all memory at once', STATUS_0, '  kept = malloc(0xf0000000u);\n  return kept != NULL;'),
  family(
    'fills a file',
    STATUS_0,
    `  int f = open("big", O_CREAT | O_RDWR, 0644);
  while (write(f, block, sizeof block) > 0) {}
  int failed = errno != ENOSPC;
  unlink("big");
  return failed;`,
  ),
  family(
    'fills its core with files, and keeps them',
    STATUS_0,
    `  for (int i = 0; ; i++) {
    sprintf(name, "f%d", i);
    int f = open(name, O_CREAT | O_RDWR, 0644);
    if (f < 0 || write(f, block, 1 + 997 * n % 60000) <= 0) return errno != ENOSPC;
    close(f);
  }`,
  ),
  family(
    'writes after a hole of gigabytes, and keeps the file',
    /too large to keep/,
    `  for (int i = 0; i < 20; i++) {
    sprintf(name, "sparse%d", i);
    int f = open(name, O_CREAT | O_RDWR, 0644);
    lseek(f, (off_t)(n + 1) << 30, SEEK_SET);
    if (write(f, "x", 1) != 1) return 1;
  }
  return 0;`,
  ),
  family(
    'seeks beyond every file',
    STATUS_0,
    `  int f = open("far", O_CREAT | O_RDWR, 0644);
  lseek(f, (off_t)1 << (40 + n % 22), SEEK_SET);
  write(f, "x", 1);
  ftruncate(f, (off_t)1 << (34 + n % 29));
  unlink("far");
  return 0;`,
  ),
  family(
    'creates nested folders',
    STATUS_0,
    '  memset(name, 100, 1 + n % 200);\n  while (mkdir(name, 0755) == 0 && chdir(name) == 0) {}\n  return 0;',
  ),
  family(
    'creates empty files endlessly',
    STATUS_0,
    '  for (int i = 0;; i++) { sprintf(name, "%d", i); int f = open(name, O_CREAT | O_RDONLY, 0644); if (f < 0) return errno != ENOSPC; close(f); }',
  ),
  family(
    'opens files without closing them',
    STATUS_0,
    '  for (int i = 0; i < 100000; i++) if (open("one", O_CREAT | O_RDWR, 0644) < 0) return errno != EMFILE;\n  return 1;',
  ),
  family(
    'floods stdout',
    /output limit/,
    '  memset(block, 97 + n % 20, sizeof block);\n  for (;;) write(1, block, sizeof block);',
  ),
  family('floods stderr, line by line', /output limit/, '  for (;;) fprintf(stderr, "%04000d\\n", n);'),
  family(
    'calls itself endlessly',
    /stack/,
    '  volatile char here[64]; here[n % 64] = 1; return main(argc + here[n % 64], argv) + here[0];',
  ),
  family('never ends', /cancelled/, '  for (volatile unsigned i = n;; i++) {}', { isEndless: true }),
  family('sleeps for years', /cancelled/, '  for (;;) sleep(100000000);', { isEndless: true }),
  family(
    'keeps a million distributions',
    /memory of .* exhausted/i,
    `  static double values[1000000];
  for (int i = 0; i < 1000000; i++) values[i] = UxHwDoubleGaussDist(i, 1 + n);
  double sum = 0;
  for (int i = 0; i < 1000000; i++) sum += values[i];
  return sum > 0;`,
  ),
  family(
    'prints distributions endlessly',
    /output limit/,
    '  double x = UxHwDoubleUniformDist(0, n + 1);\n  for (;;) printf("%f\\n", x);',
  ),
  family(
    'forges values from bits',
    ANY,
    `  uint64_t bits = 0x7ff8000000000000u; double sum = UxHwDoubleGaussDist(0, 1);
  srand(n);
  for (int i = 0; i < 20000; i++) {
    bits = (bits & 0xfff8000000000000u) | ((uint64_t)rand() << 20 ^ (uint64_t)rand());
    double x; memcpy(&x, &bits, 8);
    sum = sum * 0.5 + x;
  }
  printf("%f\\n", sum);
  return 0;`,
  ),
  family(
    'overwrites all of its memory',
    ANY,
    '  srand(n);\n  for (;;) *(volatile uint32_t *)(((uintptr_t)rand() << 8 ^ rand()) & 0x3fffffc) = rand();',
  ),
  family('aborts', /aborted/, '  if (n % 2) abort(); else __builtin_trap();'),
  family('divides by zero', /divided by zero/, '  volatile int zero = 0; return n / zero;'),
  family('calls what is no function', /pointer/, '  return ((int (*)(void))(uintptr_t)(100000 + n))();'),
  family('reads what is not there', /outside/, '  return *(volatile int *)(uintptr_t)(0xf0000000u + 4 * n);'),
  family('ends with any status', /exit status \d{1,3}$/, '  exit(n * 0x12345);'),
  family(
    'closes its streams and continues',
    ANY,
    '  fclose(stdin); close(1); close(2); close(3); int f = open("x", O_CREAT | O_RDWR, 0644); printf("%d", f); return n % 2;',
  ),
  family('has very many arguments', STATUS_0, '  return argc < 1000;', {
    moreArguments: ' x'.repeat(20_000),
  }),
  family(
    'passes wild pointers to the system',
    ANY,
    `  for (int i = 0; i < 2000; i++) {
    uintptr_t wild = (uintptr_t)random() * 2;
    int f = open("f", O_CREAT | O_RDWR, 0644);
    write(f, (void *)wild, wild); read(f, (void *)wild, wild); getentropy((void *)wild, wild % 256); stat((char *)wild, (void *)wild);
    close(f);
  }
  return 0;`,
  ),
  family(
    'calls the core directly',
    ANY,
    `  __attribute__((import_module("ux"), import_name("binary"))) int core_binary(int, int, double, int, double, double);
  __attribute__((import_module("ux"), import_name("from_weighted_samples"))) int core_weighted(int, int, int);
  __attribute__((import_module("ux"), import_name("sample_into"))) void core_sample(int, double, int, int, int);
  if (n % 3 == 0) return core_binary(n, n * 77777, 1, -n, 2, 3);
  if (n % 3 == 1) return core_weighted(1024, 0x10000000 + n, 0);
  core_sample(n, 1, 1024, 0x20000000 + n, n % 2);
  return 0;`,
  ),
];

export interface HonestProgram {
  readonly code: string;
  readonly output: (n: number) => string;
}

/** An ordinary task: computes a sum, writes and reads a file, and evaluates a distribution. */
export const HONEST: HonestProgram = {
  code: `${HEAD}
int main(int argc, char **argv) {
  n = atoi(argv[1]);
  double sum = 0;
  for (int i = 1; i <= n; i++) sum += i * 0.5;
  FILE *f = fopen("sum.txt", "w+");
  fprintf(f, "%d\\n", n);
  rewind(f);
  int again = 0;
  fscanf(f, "%d", &again);
  double x = UxHwDoubleUniformDist(n, n + 1.0);
  printf("%lld %d %d\\n", (long long)(sum * 2), again, (int)lround(UxHwDoubleNthMoment(x, 1) * 2));
}
`,
  // The mean of a uniform distribution is its midpoint.
  output: (n) => `${(n * (n + 1)) / 2} ${n} ${2 * n + 1}\n`,
};

const LIE = /was terminated: it sent a message that no program sends at that point$/;

function script(name: string, ends: RegExp, more: Partial<HostileFamily> = {}): HostileFamily {
  return { name: `JavaScript: ${name}`, ends, script: `js:${name}`, code: HONEST.code, ...more };
}

/**
 * JavaScript attacks in a task's process, as if the sandbox had been breached. No attack exhausts its memory: a machine
 * that runs out of memory kills that process first, which the siege's memory watch would not recognise.
 */
export const HOSTILE_SCRIPTS: readonly HostileFamily[] = [
  script('kill-server', ANY),
  script('inspect', ANY),
  script('fork', ANY),
  script('files', ANY),
  script('flood', /output limit/),
  script('flood-stderr', /sent an endless message/),
  script('announce', /a message of 4294967295 bytes/),
  script('garbage', /an invalid message/),
  script('parts', /too many parts/),
  script('figures', LIE),
  script('shape', LIE),
  script('path', LIE),
  script('spin', /cancelled/, { isEndless: true }),
];
