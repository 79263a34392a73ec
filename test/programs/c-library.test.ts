// Functions that our runtime adds to the C library or replaces, as seen by a program.
import { describe, expect, test } from 'vitest';
import { loadGuestRuntime } from '../../src/node/engine/assets.ts';
import { openHaze } from './build-and-run.ts';

const haze = openHaze();
const SAID = 'haze: pthread_create: programs run on one thread here, so no other can be started\n';

describe('threads are rejected at run time', () => {
  const start = (rest: string) => `#include <pthread.h>
#include <stdio.h>
static void *work(void *data) { *(int *)data = 1; return NULL; }
int main(void) {
  pthread_t thread;
  int done = 0;
  int status = pthread_create(&thread, NULL, work, &done);
  puts("begun");
  ${rest}
  printf("%d\\n", done);
}`;

  test('a program that joins its thread is stopped at that point instead of printing wrong results', async () => {
    const { exitStatus, stdout, stderr } = await haze.runSource(start('pthread_join(thread, NULL);'));
    expect({ exitStatus, stdout, stderr }).toEqual({
      exitStatus: 1,
      stdout: 'begun\n',
      stderr: `${SAID}haze: pthread_join: the program waits for a thread that could not be started\n`,
    });
  });

  test('a program that checks for the error continues without the thread', async () => {
    const { exitStatus, stdout, stderr } = await haze.runSource(
      start('if (status != 0) work(&done); else pthread_join(thread, NULL);'),
    );
    expect({ exitStatus, stdout, stderr }).toEqual({ exitStatus: 0, stdout: 'begun\n1\n', stderr: SAID });
  });

  test('std::async computes lazily, and std::thread throws', async () => {
    const source = `#include <cstdio>
#include <future>
#include <thread>
int main() {
  std::printf("%d\\n", std::async([] { return 5; }).get());
  try { std::thread([] {}).join(); } catch (const std::system_error &error) { std::puts(error.what()); }
}`;
    const { exitStatus, stdout, stderr } = await haze.runSource(source, { language: 'C++' });
    expect({ exitStatus, stdout, stderr }).toEqual({
      exitStatus: 0,
      stdout: '5\nthread constructor failed: Not supported\n',
      stderr: SAID,
    });
  });
});

test.each(['C', 'C++'])('omp.h in %s reports one thread', async (language) => {
  const source = `#include <omp.h>
#include <stdio.h>
int main() {
  int sum = 0, i;
  double begun = omp_get_wtime();
  omp_lock_t lock;
  omp_init_lock(&lock);
#pragma omp parallel for reduction(+ : sum)
  for (i = 0; i < 10; i++) sum += i;
  omp_set_lock(&lock);
  printf("%d %d %d %d %d\\n", sum, omp_get_max_threads(), omp_get_thread_num(), omp_test_lock(&lock), omp_get_wtime() >= begun);
}`;
  const { stdout } = await haze.runSource(source, { language, flags: ['-fopenmp'] });
  expect(stdout).toBe('45 1 0 0 1\n');
});

// The expected output follows C23 7.23.6.1: precision, then width; "0" is ignored if combined with a precision or
// with "-".
test('%b prints in binary, next to values with distributions', async () => {
  const source = `#include <stdio.h>
#include <wchar.h>
#include <uxhw.h>
int main(void) {
  wchar_t wide[40];
  printf("[%b][%#b][%#B][%b][%.0b][%#b]\\n", 5u, 5u, 5u, 0u, 0u, 0u);
  printf("[%8b][%-8b][%08b][%.6b][%#10.6b][%#010b][%-08b]\\n", 5u, 5u, 5u, 5u, 5u, 5u, 5u);
  printf("[%hhb][%hb][%lb][%llb][%*b][%-*b]\\n", 0x1ffu, 0x1ffffu, 3ul, 1ull << 40, 4, 1u, -4, 1u);
  printf("%2$b %1$Pg\\n", UxHwDoubleGaussDist(7, 1), 6u);
  swprintf(wide, 40, L"%#b|%4d", 9u, 4);
  printf("%ls %d\\n", wide, snprintf(NULL, 0, "%b", 0xffffffffu));
}`;
  const { stdout } = await haze.runSource(source, { flags: ['-Wno-format'] });
  expect(stdout.split('\n')).toEqual([
    '[101][0b101][0B101][0][][0]',
    '[     101][101     ][00000101][000101][  0b000101][0b00000101][101     ]',
    `[11111111][1111111111111111][11][1${'0'.repeat(40)}][   1][1   ]`,
    '110 7',
    '0b1001|   4 32',
    '',
  ]);
});

test('invalid bytes of a distribution are reported and give NaN', async () => {
  const source = `#include <stdio.h>
#include <uxhw.h>
int main(void) {
  uint8_t bytes[10] = {0};
  printf("%Pf %Pf\\n", UxHwDoubleByteArrayToDistribution(bytes, sizeof bytes), UxHwDoubleByteArrayToDistribution(NULL, 0));
}`;
  const { stdout, stderr } = await haze.runSource(source);
  expect(stdout).toBe('nan nan\n');
  expect(stderr.split('\n')).toEqual([
    expect.stringMatching(
      /^UxHwDoubleByteArrayToDistribution: Malformed Ux value: .*\)\. The result is NaN\.$/,
    ),
    'UxHwDoubleByteArrayToDistribution: The buffer is NULL. The result is NaN.',
    '',
  ]);
});

describe("a program's function replaces a runtime or library function with the same name", () => {
  test('a program’s rintf is used, even alongside calls to rint', async () => {
    const source = `#include <math.h>
#include <stdio.h>
float rintf(float x) { return x + 100; }
double j0(double x) { return x + 200; }
int main(int argc, char **argv) { printf("%d %d %d\\n", (int)rintf(argc), (int)j0(argc), (int)rint(argc + 1.6)); }`;
    const { stdout } = await haze.runSource(source);
    expect(stdout).toBe('101 201 3\n');
  });

  test('the program may redefine each mathematical function of the runtime', async () => {
    const names = (await loadGuestRuntime()).linkFlags.flatMap(
      (flag) => /^--wrap=([a-z][a-z0-9_]*)$/.exec(flag)?.[1] ?? [],
    );
    const families = names.filter((name) => names.includes(`${name}f`));
    expect(families.length).toBeGreaterThan(50);
    for (const suffix of ['', 'f', 'l']) {
      const own = families.map((name) => name + suffix).filter((name) => names.includes(name));
      // The functions of the other width come from the library, whose objects define both widths.
      const others = families
        .map((name) => (suffix === '' ? `${name}f` : name))
        .filter((name) => !own.includes(name));
      const source = [
        '#pragma clang diagnostic ignored "-Wincompatible-library-redeclaration"',
        ...own.map((name, i) => `int ${name}(void) { return ${i + 1}; }`),
        ...others.map((name) => `extern double ${name}();`),
        `void *volatile kept[] = {${others.map((name) => `(void *)${name}`).join(', ')}};`,
        `int main(void) { return kept[0] && ${own.map((name, i) => `${name}() == ${i + 1}`).join(' && ')} ? 7 : 1; }`,
      ].join('\n');
      const { exitStatus, stderr } = await haze.runSource(source, {
        flags: ['-std=c17', '-fno-builtin', '-Wno-everything'],
      });
      expect({ suffix, exitStatus, stderr }).toEqual({ suffix, exitStatus: 7, stderr: '' });
    }
  });

  test('variables may be named y0, y1 and j1, like library functions', async () => {
    const source =
      'double sin(double);\nint printf(const char *, ...);\ndouble y0 = 1, y1 = 2, j1 = 3, jn[2] = {4};\nint main(int argc, char **argv) { printf("%d %d\\n", (int)(y0 + y1 + j1 + jn[0]), (int)(10 * sin(argc))); }\n';
    const { stdout } = await haze.runSource(source, {
      flags: ['-Wno-builtin-requires-header', '-fno-builtin'],
    });
    expect(stdout).toBe('10 8\n');
  });

  test('two functions with the same name in a program still cause an error', async () => {
    const source = 'int f(void) { return 1; }\nint main(void) { return f(); }\n';
    const built = await haze.build({ 'a.c': source, 'b.c': 'int f(void) { return 2; }\n' });
    expect(built.ok).toBe(false);
    expect(built.log).toContain('duplicate symbol: f');
  });
});

test('hexadecimal numbers are rounded once, on reading and on printing', async () => {
  const source = `#include <stdio.h>
#include <stdlib.h>
#include <wchar.h>
int main(void) {
  // IEEE 754: more than half a unit rounds up, no matter how far back the first excess digit is; a tie rounds to the
  // even number.
  const char *texts[] = {"0x1.00000000000008p0", "0x1.00000000000018p0", "0x1.000000000000080000000000000000000000000000000001p0",
    "-0x10000000000000800.001p0", "0x1.fffffffffffff8p1023", "0x1.fffffffffffff7ffp1023", "0x.00000000000001p-1018", "0x1p-1075", "0x1.8p-1075", "0x0p9", "0x"};
  for (int i = 0; i < 11; i++) printf("%Pa %Pa\\n", strtod(texts[i], 0), strtof(texts[i], 0));
  double x; float y; char rest[9]; wchar_t wide[] = L"0x1.0000000000000801 0x1.00000100000001";
  printf("%d ", sscanf("0x1.0000000000000801p0rest", "%lf%8s", &x, rest));
  printf("%Pa %s %d ", x, rest, swscanf(wide, L"%lf %f", &x, &y));
  printf("%Pa %Pa\\n", x, y);
  printf("%P.12a %P.12A %P24.12a|%P-24.12a| %P+.12a %P.11a %P.13a\\n", 3.14159265358979312, -1.5, 1e100, 1e100, 0.1, 0.1, 0.1);
}`;
  const { stdout } = await haze.runSource(source);
  expect(stdout.split('\n')).toEqual([
    '0x1p+0 0x1p+0',
    '0x1.0000000000002p+0 0x1p+0',
    '0x1.0000000000001p+0 0x1p+0',
    '-0x1.0000000000001p+64 -0x1p+64',
    'inf inf',
    '0x1.fffffffffffffp+1023 inf',
    '0x1p-1074 0x0p+0',
    '0x0p+0 0x0p+0',
    '0x1p-1074 0x0p+0',
    '0x0p+0 0x0p+0',
    '0x0p+0 0x0p+0',
    '2 0x1.0000000000001p+0 rest 2 0x1.0000000000001p+0 0x1.000002p+0',
    '0x1.921fb54442d2p+1 -0X1.800000000000P+0    0x1.249ad2594c38p+332|0x1.249ad2594c38p+332   | +0x1.99999999999ap-4 0x1.9999999999ap-4 0x1.999999999999ap-4',
    '',
  ]);
});

test('tmpnam returns unused names, and memalign returns aligned memory', async () => {
  const source = `#include <malloc.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
int main(void) {
  char first[L_tmpnam];
  tmpnam(first);
  FILE *file = fopen(first, "w");
  printf("%d %d", file != NULL, strcmp(first, tmpnam(NULL)) != 0);
  for (size_t alignment = 1; alignment <= 4096; alignment *= 2) {
    char *block = memalign(alignment, 100);
    memset(block, 1, 100);
    if ((uintptr_t)block % alignment) puts("not aligned");
  }
  return remove(first);
}`;
  for (const language of ['C', 'C++']) {
    const { stdout, stderr, exitStatus } = await haze.runSource(
      source.replace('= memalign', '= (char *)memalign'),
      { language },
    );
    expect({ language, stdout, stderr, exitStatus }).toEqual({
      language,
      stdout: '1 1',
      stderr: '',
      exitStatus: 0,
    });
  }
});

test('a plain NaN keeps its sign if no distribution is printed', async () => {
  const source =
    '#include <math.h>\n#include <stdio.h>\nint main(void) { char t[40]; sprintf(t, "%f %+f %F", -NAN, NAN, copysign(NAN, -1)); printf("%s %Pg\\n", t, -NAN); }';
  expect((await haze.runSource(source)).stdout).toBe('-nan +nan -NAN -nan\n');
});

test('each lane of a vector carries its own distribution, and vectorised loops give the same result', async () => {
  const source = `#include <math.h>
#include <stdio.h>
#include <uxhw.h>
#ifdef __wasm_simd128__
#include <wasm_simd128.h>
#endif
int main(void) {
  double u = UxHwDoubleUniformDist(0, 1);
#ifdef __wasm_simd128__
  v128_t a = wasm_f64x2_make(u, 2), b = wasm_f64x2_make(3, u);
  v128_t sum = wasm_f64x2_mul(wasm_f64x2_add(a, b), b), least = wasm_f64x2_pmin(a, b);
  v128_t root = wasm_f64x2_sqrt(wasm_v128_bitselect(a, b, wasm_f64x2_lt(a, b)));
  v128_t single = wasm_f32x4_demote_f64x2_zero(a);
#define LANES(v) wasm_f64x2_extract_lane(v, 0), wasm_f64x2_extract_lane(v, 1)
#define SINGLES(v) wasm_f32x4_extract_lane(v, 0), wasm_f32x4_extract_lane(v, 1)
#else
  double sum[] = {(u + 3) * 3, (2 + u) * u}, least[] = {3 < u ? 3 : u, u < 2 ? u : 2};
  double root[] = {sqrt(u < 3 ? u : 3), sqrt(2 < u ? 2 : u)};
  float single[] = {u, 2};
#define LANES(v) v[0], v[1]
#define SINGLES(v) v[0], v[1]
#endif
  printf("%g %g\\n%g %g\\n%g %g\\n%g %g\\n", LANES(sum), LANES(least), LANES(root), SINGLES(single));
  float c[64], d[64], e[64];
  double x[64], y[64];
  int whole[64], odd = 0;
  for (int i = 0; i < 64; i++) c[i] = i % 5 ? i : -u, d[i] = i % 3 ? 1 : -1, x[i] = i % 7 ? i : u;
  for (int i = 0; i < 64; i++) e[i] = copysignf(c[i], d[i]);
  for (int i = 0; i < 64; i++) y[i] = 3 * x[i] * x[i] + fabs(x[i] - 2);
  for (int i = 0; i < 64; i++) whole[i] = 10 * c[i];
  for (int i = 0; i < 64; i++) odd += !isfinite(y[i]);
  printf("%g %g %g %g %g %d %d\\n", e[0], e[5], e[1], y[7], y[8], whole[5], odd);
}`;
  const plain = await haze.runSource(source, { flags: ['-O3'] });
  const vectors = await haze.runSource(source, { flags: ['-O3', '-msimd128'] });
  expect(plain.exitStatus).toBe(0);
  expect(plain.stdout.split('Ux').length).toBe(14);
  expect(vectors).toMatchObject({ exitStatus: 0, stdout: plain.stdout });
});

describe('programs that use processes are rejected', () => {
  const library = (main: string) => `#include <signal.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>
int run(char *const command[]) {
  int status = 0;
  pid_t child = fork();
  if (child == 0) execvp(command[0], command);
  if (waitpid(child, &status, WNOHANG) == 0) kill(child, SIGKILL);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}
int main(void) { ${main} }`;

  test.each(['C', 'C++'])(
    'a library with functions for processes is built if the program does not use these functions: %s',
    async (language) => {
      const { stdout, stderr, exitStatus } = await haze.runSource(library('puts("paths"); return 0;'), {
        language,
      });
      expect({ stdout, stderr, exitStatus }).toEqual({ stdout: 'paths\n', stderr: '', exitStatus: 0 });
    },
  );

  test('a program that starts a process is rejected, and the message names the missing function', async () => {
    const { ok, log } = await haze.build(library('char *command[] = {"ls", 0}; return run(command);'), {
      language: 'C',
    });
    expect({ ok, log }).toMatchObject({
      ok: false,
      log: expect.stringMatching(/a sandbox without processes, users and sockets: .*"fork"/),
    });
  });

  test.each([
    ['C', 'FILE *answer = popen("ls", "r"); return pclose(answer);', 'popen'],
    ['C++', 'FILE *answer = popen("ls", "r"); return pclose(answer);', 'pclose'],
    ['C', 'return system("ls");', 'system'],
    ['C', 'int ends[2]; return pipe(ends);', 'pipe'],
  ])('%s: %s', async (language, main, name) => {
    const { ok, log } = await haze.build(
      `#include <stdio.h>\n#include <stdlib.h>\n#include <unistd.h>\nint main(void) { ${main} }`,
      { language },
    );
    expect(ok).toBe(false);
    expect(log).toMatch(new RegExp(`a sandbox without processes, users and sockets: .*"${name}"`));
    expect(log).toContain('pass its output to this one as a file or on standard input');
  });

  test('the wait status macros follow POSIX', async () => {
    const { stdout } = await haze.runSource(`#include <stdio.h>
#include <sys/wait.h>
int main(void) {
  int ends[] = {0, 3 << 8, 9, 19 << 8 | 0x7f, 0xffff};
  for (int i = 0; i < 5; i++)
    printf("%d%d%d%d %d\\n", !!WIFEXITED(ends[i]), !!WIFSIGNALED(ends[i]), !!WIFSTOPPED(ends[i]),
           !!WIFCONTINUED(ends[i]), WIFEXITED(ends[i]) ? WEXITSTATUS(ends[i]) : WTERMSIG(ends[i]));
}`);
    expect(stdout).toBe('1000 0\n1000 3\n0100 9\n0010 127\n0001 127\n');
  });
});

test.each([
  ['C', '-O0'],
  ['C', '-O2'],
  ['C++', '-O3'],
])('math functions in %s set errno with %s', async (language, flag) => {
  const range =
    'exp(big) exp(-big) expf(big) expl(big * 20) log(zero) pow(zero, neg) powl(big, big * 20) cosh(big)';
  const domain =
    'log(neg) logf(neg) logl(neg) sqrt(neg) sqrtf(neg) sqrt(of) acos(big) acosh(zero) fmod(big, zero)';
  const none =
    'exp(inf) exp(-inf) log(inf) log(nan) sqrt(inf) pow(zero, big) pow(nan, zero) ldexp(zero, 3) fmax(nan, big)';
  const rows: [string, string][] = [
    [
      'ERANGE',
      `${range} hypot(1e308, 1.7e308) ldexp(big, 2000) scalbn(big, -5000) tgamma(big) lgamma(neg) atanh(neg)`,
    ],
    ['ERANGE', 'exp(many) pow(many, many) erfc(many) sinhf(big) ldexpl(big, 50000)'],
    [
      'EDOM',
      `${domain} atanhl(big) asin(many) sin(inf) pow(neg, 0.5) tgamma(neg) log1p(of * 9) remainder(inf, big)`,
    ],
    [
      '0',
      `${none} tgamma(100.) sinh(2.) erf(big) hypot(1e200, 1e200) exp(of) sqrt(many) pow(many, of) expm1(-big) erfl(107 - zero) erfcf(12 * neg)`,
    ],
  ];
  const checks = rows.flatMap(([code, calls]) =>
    calls
      .split(/(?<=\)) /)
      .map((call) => `errno = 0; r = ${call}; if (errno != ${code}) puts("${call} is not ${code}");`),
  );
  const source = `#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <uxhw.h>
int main(void) {
  volatile double big = 1000, neg = -1, zero = 0, inf = INFINITY, nan = NAN, r;
  double many = UxHwDoubleGaussDist(900, 1), of = UxHwDoubleGaussDist(-1, 0.01);
  ${checks.join('\n  ')}
  puts(math_errhandling == MATH_ERRNO ? "done" : "another way");
  return 0;
}`;
  const { stdout } = await haze.runSource(source, { language, flags: [flag] });
  expect(stdout).toBe('done\n');
});

test('a function of a value makes one record, even if the library computes it from other functions', async () => {
  const run = async (name: string) => {
    const source = `#define _GNU_SOURCE
#include <math.h>
#include <stdio.h>
#include <uxhw.h>
int main(void) { printf("%f\\n", ${name}(UxHwDoubleUniformDist(0.1, 0.2))); }`;
    return (await haze.runSource(source, {})).statistics.records;
  };
  const records = await run('sin');
  for (const name of ['asinh', 'sinh', 'cosh', 'atanh', 'exp10']) expect(await run(name)).toBe(records);
});

describe('files', () => {
  test('a descriptor keeps its access mode', async () => {
    const source = `#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
static void say(long result) { printf("%ld%s ", result, result < 0 && (errno == EBADF || errno == EINVAL) ? "!" : ""); }
int main(void) {
  char b[9] = "";
  FILE *f = fopen("d.txt", "w");
  fputs("0123", f);
  fclose(f);
  int fd = open("d.txt", O_RDONLY);
  say(write(fd, "Z", 1));
  say(pwrite(fd, "Z", 1, 0));
  say(ftruncate(fd, 0));
  say((fcntl(fd, F_GETFL) & O_ACCMODE) == O_RDONLY);
  close(fd);
  fd = open("d.txt", O_WRONLY);
  say(read(fd, b, 1));
  say(pread(fd, b, 1, 0));
  say((fcntl(fd, F_GETFL) & O_ACCMODE) == O_WRONLY);
  close(fd);
  fd = open("d.txt", O_RDWR | O_APPEND);
  say(write(fd, "4", 1));
  say(pread(fd, b, 8, 0));
  close(fd);
  f = fopen("d.txt", "r");
  say(fputc('x', f) == EOF || fflush(f) == EOF);
  puts(b);
}`;
    const { stdout } = await haze.runSource(source);
    expect(stdout).toBe('-1! -1! -1! 1 -1! -1! 1 1 5 1 01234\n');
  });

  test('a descriptor can change to appending, and a folder cannot be opened for writing', async () => {
    const source = `#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>
static void refuse(const char *path, int how) { errno = 0; printf("%d %d ", open(path, how) < 0, errno == EISDIR); }
int main(void) {
  char b[9] = "";
  int fd = open("d.txt", O_RDWR | O_CREAT | O_TRUNC, 0644);
  write(fd, "0123", 4);
  printf("%d ", fcntl(fd, F_SETFL, O_APPEND));
  lseek(fd, 0, SEEK_SET);
  write(fd, "4", 1);
  printf("%d ", (fcntl(fd, F_GETFL) & O_APPEND) != 0);
  printf("%d ", fcntl(fd, F_SETFL, fcntl(fd, F_GETFL) & ~O_APPEND));
  lseek(fd, 0, SEEK_SET);
  write(fd, "9", 1);
  pread(fd, b, 8, 0);
  printf("%s %d\\n", b, fcntl(0, F_SETFL, O_NONBLOCK));
  mkdir("m", 0700);
  refuse("m", O_WRONLY); refuse("m", O_RDWR); refuse(".", O_WRONLY); refuse("m", O_WRONLY | O_CREAT);
  errno = 0;
  printf("%d %d ", !fopen("m", "w"), errno == EISDIR);
  printf("%d\\n", open("m", O_RDONLY) >= 0);
}`;
    const { stdout } = await haze.runSource(source);
    expect(stdout).toBe('0 1 0 91234 0\n1 1 1 1 1 1 1 1 1 1 1\n');
  });

  test('a program can set the times of files', async () => {
    const source = `#include <chrono>
#include <cstdio>
#include <ctime>
#include <fcntl.h>
#include <filesystem>
#include <sys/stat.h>
#include <unistd.h>
static void show(const char *path) { struct stat s; stat(path, &s); std::printf("%ld.%09ld %ld ", (long)s.st_atime, s.st_atim.tv_nsec, (long)s.st_mtime); }
int main() {
  const struct timespec times[2] = {{100, 5}, {200, 0}}, onlyModified[2] = {{0, UTIME_OMIT}, {300, 0}}, now[2] = {{0, UTIME_NOW}, {0, UTIME_NOW}};
  int fd = open("d.txt", O_RDWR | O_CREAT, 0644);
  std::printf("%d ", futimens(fd, times)); show("d.txt");
  std::printf("%d ", utimensat(AT_FDCWD, "d.txt", onlyModified, 0)); show("d.txt");
  write(fd, "x", 1);
  struct stat s; stat("d.txt", &s); std::printf("%d %ld ", s.st_mtime > 1600000000, (long)s.st_atime);
  mkdir("m", 0700); std::printf("%d ", utimensat(AT_FDCWD, "m", times, 0)); show("m");
  std::printf("%d ", futimens(fd, now)); stat("d.txt", &s); std::printf("%d ", s.st_atime > 1600000000);
  auto t = std::filesystem::last_write_time("d.txt"); std::filesystem::last_write_time("d.txt", t - std::chrono::hours(24));
  stat("d.txt", &s); std::printf("%d %d\\n", time(nullptr) - s.st_mtime >= 86400, utimensat(AT_FDCWD, "none", times, 0));
}`;
    const { stdout } = await haze.runSource(source, { language: 'C++' });
    expect(stdout).toBe('0 100.000000005 200 0 100.000000005 300 1 100 0 100.000000005 200 0 1 1 -1\n');
  });

  test('files have permissions, and creating a folder that exists fails', async () => {
    const source = `#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
int main() {
  std::fclose(std::fopen("d.txt", "w"));
  int a = mkdir("m", 0700), b = mkdir("m", 0700), c = errno == EEXIST, d = mkdir(".", 0700), e = mkdir("d.txt", 0700), f = mkdir("d.txt/x", 0700);
  std::printf("%d %d %d %d %d %d %d\\n", a, b, c, d, e, f, errno == ENOTDIR);
  a = std::filesystem::create_directory("n"), b = std::filesystem::create_directory("n"), c = std::filesystem::create_directories("n/o/p");
  std::printf("%d %d %d\\n", a, b, c);
  std::printf("%d %d %d %d\\n", access("d.txt", R_OK | W_OK), access(".", R_OK | X_OK), access("m", W_OK), access("none", R_OK));
  struct stat s;
  stat("d.txt", &s);
  std::printf("%o", s.st_mode);
  stat("m", &s);
  std::printf(" %o %o\\n", s.st_mode, static_cast<int>(std::filesystem::status("d.txt").permissions()));
}`;
    const { stdout } = await haze.runSource(source, { language: 'C++' });
    expect(stdout).toBe('0 -1 1 -1 -1 -1 1\n1 0 1\n0 0 0 -1\n100644 40755 644\n');
  });

  test('temporary files and folders have distinct names', async () => {
    const source = `#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
static int compare(const void *a, const void *b, void *factor) { return *(int *)factor * (*(int *)a - *(int *)b); }
int main(void) {
  char a[] = "w-XXXXXX", b[] = "w-XXXXXX", folder[] = "f-XXXXXX", bad[] = "none";
  int one = mkstemp(a), two = mkstemp(b), v[3] = {2, 3, 1}, factor = -1;
  printf("%d %d %d\\n", one >= 0 && two > one, strcmp(a, b) != 0, (int)write(one, "x", 1));
  printf("%d %d %d\\n", mkdtemp(folder) == folder, access(folder, R_OK), mkstemp(bad) < 0 && errno == EINVAL);
  char *name = tempnam(folder, "pre");
  printf("%d %d\\n", strstr(name, "/pre") != NULL, access(name, F_OK));
  qsort_r(v, 3, sizeof *v, compare, &factor);
  printf("%d%d%d\\n", v[0], v[1], v[2]);
}`;
    const { stdout } = await haze.runSource(source);
    expect(stdout).toBe('1 1 1\n1 0 1\n1 -1\n321\n');
  });

  test('chmod sets the mode of a file, and the mode limits later access', async () => {
    const source = `#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>
int main(void) {
  struct stat s;
  fclose(fopen("d.txt", "w"));
  int a = chmod("d.txt", 0400), b = fopen("d.txt", "w") == NULL, c = errno == EACCES;
  FILE *f = fopen("d.txt", "r");
  stat("d.txt", &s);
  printf("%d %d %d %d %d %o\\n", a, b, c, f != NULL, access("d.txt", W_OK), s.st_mode);
  a = fchmod(fileno(f), 0), b = open("d.txt", O_RDONLY), c = errno == EACCES;
  printf("%d %d %d %d %d\\n", a, b, c, chmod("none", 0600), errno == ENOENT);
  unlink("d.txt");
  f = fopen("d.txt", "w");
  printf("%d\\n", f != NULL);
}`;
    const { stdout } = await haze.runSource(source);
    expect(stdout).toBe('0 1 1 1 -1 100400\n0 -1 1 -1 1\n1\n');
  });

  test('files have canonical and relative paths in C++, and can be overwritten by copies', async () => {
    const source = `#include <cstdio>
#include <filesystem>
#include <fstream>
#include <stdlib.h>
namespace fs = std::filesystem;
int main() {
  fs::create_directories("a/b");
  std::ofstream("a/b/f.txt") << "hello";
  std::ofstream("g.txt") << "x";
  fs::copy_file("a/b/f.txt", "g.txt", fs::copy_options::overwrite_existing);
  fs::permissions("g.txt", fs::perms::owner_write, fs::perm_options::remove);
  std::error_code missing;
  fs::canonical("a/none", missing);
  std::printf("%s %s %s %d %d %o %s\\n", fs::canonical("a/../a/./b/f.txt").c_str(), fs::weakly_canonical("a/b/../z").c_str(),
              fs::relative("a/b/f.txt", "a").c_str(), static_cast<int>(fs::file_size("g.txt")),
              missing == std::errc::no_such_file_or_directory, static_cast<int>(fs::status("g.txt").permissions()), realpath("a//b/..", nullptr));
}`;
    const { stdout } = await haze.runSource(source, { language: 'C++' });
    expect(stdout).toBe('/a/b/f.txt /a/z b/f.txt 5 1 444 /a\n');
  });

  test('symbolic links cannot be created, and one line on stderr reports this', async () => {
    const source = `#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
int main(void) {
  char to[9];
  fclose(fopen("a", "w"));
  for (int i = 0; i < 2; i++) printf("%d %s\\n", symlink("a", "b"), strerror(errno));
  printf("%d %s\\n", (int)readlink("a", to, 9), strerror(errno));
  printf("%d %s\\n", (int)readlink("b", to, 9), strerror(errno));
  printf("%d %d\\n", link("a", "b"), access("b", R_OK));
}`;
    const { stdout, stderr } = await haze.runSource(source);
    expect(stdout).toBe(
      '-1 Not supported\n-1 Not supported\n-1 Invalid argument\n-1 No such file or directory\n0 0\n',
    );
    expect(stderr).toBe(
      'haze: symlink("a", "b"): programs cannot create symbolic links here. Use link(), which gives a file a second name, or copy the file.\n',
    );
  });

  test('umask returns the mask that it replaces', async () => {
    const { stdout } = await haze.runSource(
      '#include <stdio.h>\n#include <sys/stat.h>\nint main(void) { printf("%o ", umask(077)); printf("%o\\n", umask(022)); }',
    );
    expect(stdout).toBe('22 77\n');
  });
});

test('an unhandled signal ends the program, and its number and name are reported', async () => {
  const source = `#include <signal.h>
#include <stdio.h>
static void handle(int number) { printf("handled %d\\n", number); }
int main(void) {
  signal(SIGINT, handle);
  raise(SIGINT);
  signal(SIGUSR1, SIG_IGN);
  raise(SIGUSR1);
  fflush(stdout);
  raise(SIGTERM);
  puts("never");
}`;
  const { exitStatus, stdout, stderr } = await haze.runSource(source);
  expect({ exitStatus, stdout, stderr }).toEqual({
    exitStatus: 143,
    stdout: 'handled 2\n',
    stderr: 'haze: the program raised signal 15 (Terminated), which it does not handle\n',
  });
});

test('signals have actions and masks: blocked signals wait, and an action can apply only once', async () => {
  const source = `#include <errno.h>
#include <signal.h>
#include <stdio.h>
static int calls;
static void count(int number) { calls += number == SIGUSR1; }
static void describe(int number, siginfo_t *info, void *context) { printf("info %d ", number == info->si_signo && !context); }
int main(void) {
  struct sigaction action = {.sa_handler = count}, before;
  sigset_t set, old, pending;
  sigaction(SIGUSR1, &action, NULL);
  raise(SIGUSR1);
  sigemptyset(&set);
  sigaddset(&set, SIGUSR1);
  sigprocmask(SIG_BLOCK, &set, &old);
  raise(SIGUSR1);
  sigpending(&pending);
  printf("%d %d%d ", calls, sigismember(&pending, SIGUSR1), sigismember(&pending, SIGUSR2));
  sigprocmask(SIG_SETMASK, &old, NULL);
  printf("%d\\n", calls);
  action.sa_sigaction = describe;
  action.sa_flags = SA_SIGINFO | SA_RESETHAND;
  sigaction(SIGUSR2, &action, &before);
  printf("%d ", before.sa_handler == SIG_DFL);
  raise(SIGUSR2);
  sigaction(SIGUSR2, NULL, &before);
  printf("%d %d %d\\n", before.sa_handler == SIG_DFL, sigaction(SIGKILL, &action, NULL), errno == EINVAL);
}`;
  const { stdout } = await haze.runSource(source);
  expect(stdout).toBe('1 10 2\n1 info 1 1 -1 1\n');
});

test('descriptors created by dup share their file, and can redirect output and restore it', async () => {
  const source = `#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
int main(void) {
  int file = open("log.txt", O_RDWR | O_CREAT, 0644), kept = dup(1);
  puts("before");
  fflush(stdout);
  int to = dup2(file, 1);
  puts("inside");
  fflush(stdout);
  dup2(kept, 1);
  printf("%d %d\\n", to, kept > 2);
  int other = dup(file);
  char text[20] = "";
  lseek(other, 2, SEEK_SET);
  close(other);
  ssize_t n = read(file, text, 19);
  printf("%zd %s", n, text);
  errno = 0;
  int bad = dup(99), why = errno;
  errno = 0;
  printf("%d %d %d", bad, why == EBADF, dup2(file, -1));
  printf(" %d %d\\n", errno == EBADF, dup2(file, file) == file);
  close(file);
  printf("%zd\\n", read(file, text, 1));
}`;
  const { stdout, files } = await haze.runSource(source);
  expect(stdout).toBe('before\n1 1\n5 side\n-1 1 -1 1 1\n-1\n');
  expect(new TextDecoder().decode(files.get('log.txt'))).toBe('inside\n');
});

test('basename is GNU’s after <string.h> and POSIX’s after <libgen.h>, and programs can define their own function with that name', async () => {
  const run = async (source: string, language?: string) =>
    (await haze.runSource(source, language === undefined ? {} : { language })).stdout;
  const use = 'char p[] = "/usr/"; printf("[%s] [%s]\\n", basename(p), basename(file));';
  const start = '#define _GNU_SOURCE\n#include <stdio.h>\n#include <string.h>\n';
  const main = `char file[] = "/a/b.c";\nint main(void) { ${use} }\n`;
  expect(await run(start + main)).toBe('[] [b.c]\n');
  expect(await run(`${start}#include <libgen.h>\n${main}`)).toBe('[usr] [b.c]\n');
  expect(await run(`#include <libgen.h>\n${start}${main}`)).toBe('[usr] [b.c]\n');
  expect(await run(`${start}char *basename(const char *p) { (void)p; return "own"; }\n${main}`)).toBe(
    '[own] [own]\n',
  );
  const own = '#include <string>\nstatic std::string basename(const std::string &s) { return s; }\n';
  const cpp = `#include <cstdio>\n#include <cstring>\n${own}${main}`;
  expect(await run(cpp, 'C++')).toBe('[] [b.c]\n');
});
