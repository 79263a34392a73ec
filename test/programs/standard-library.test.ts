// Parts of the C and C++ standard libraries that Haze adds or fixes, as seen by a program: time zones, locales,
// <filesystem> with exceptions, recursive mutexes, digits of long doubles, special functions, <bits/stdc++.h>,
// <fenv.h>.
import { describe, expect, test } from 'vitest';
import { openHaze, stripUx } from './build-and-run.ts';

const haze = openHaze();

const ZONES = `#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
static void show(const char *zone, time_t t) {
  setenv("TZ", zone, 1);
  tzset();
  struct tm *parts = localtime(&t);
  char text[80];
  strftime(text, sizeof text, "%Y-%m-%d %H:%M:%S %z %Z", parts);
  time_t back = mktime(parts);
  printf("%s %d %d\\n", text, parts->tm_isdst, back == t);
}
int main(void) {
  show("XYZ-5", 0);
  show("CET-1CEST,M3.5.0,M10.5.0/3", 1751328000);
  show("CET-1CEST,M3.5.0,M10.5.0/3", 1735689600);
  show("CET-1CEST,M3.5.0,M10.5.0/3", 1743296399);
  show("CET-1CEST,M3.5.0,M10.5.0/3", 1743296400);
  show("EST5EDT", 1751328000);
  show("AEST-10AEDT,M10.1.0,M4.1.0/3", 1735689600);
  show("<+0330>-3:30", 86400);
  show("NFT-11NFDT,J60,J300", 951782400);
  printf("%s %ld %d\\n", tzname[1], timezone, daylight);
  struct tm june = {.tm_year = 125, .tm_mon = 5, .tm_mday = 1, .tm_hour = 12, .tm_isdst = -1};
  setenv("TZ", "EST5EDT", 1);
  printf("%lld\\n", (long long)mktime(&june));
  show("Europe/Berlin", 0);
}`;

test('local time follows the rule in TZ, and a named zone is reported as unknown', async () => {
  const { stdout, stderr } = await haze.runSource(ZONES);
  expect(stdout.split('\n').slice(0, -1)).toEqual([
    '1970-01-01 05:00:00 +0500 XYZ 0 1',
    '2025-07-01 02:00:00 +0200 CEST 1 1',
    '2025-01-01 01:00:00 +0100 CET 0 1',
    '2025-03-30 01:59:59 +0100 CET 0 1',
    '2025-03-30 03:00:00 +0200 CEST 1 1',
    '2025-06-30 20:00:00 -0400 EDT 1 1',
    '2025-01-01 11:00:00 +1100 AEDT 1 1',
    '1970-01-02 03:30:00 +0330 +0330 0 1',
    '2000-02-29 11:00:00 +1100 NFT 0 1',
    'NFDT -39600 1',
    '1748793600',
    '1970-01-01 00:00:00 +0000 UTC 0 1',
  ]);
  expect(stderr).toContain(
    'haze: TZ is "Europe/Berlin": named time zones are not available here, so times are in UTC.',
  );
});

const EXPECTED = `0.53836365 0.275233051 1.6189932 0.278900762
0.281738942 0.0397535886 -1.02652506 0.155722381
0.34538625 -2.52525 -0.340321237 -0.0573291667
-0.593833333 6.9136 3.9209632 -0.0746546444
1.1483328 1.0549868 1.28194531 1.64493407
1.68575035 1.46746221 2.02779245 -0.207886225
`;

const CXX = { language: 'C++', flags: ['-std=c++20'] } as const;

const TIMES = `#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>
#include <time.h>
static void show(const char *text, const char *format) {
  struct tm t = {0};
  char *end = strptime(text, format, &t);
  printf("%d-%d-%d %d %d %d:%d:%d %ld|%s\\n", t.tm_year, t.tm_mon, t.tm_mday, t.tm_wday, t.tm_yday, t.tm_hour, t.tm_min, t.tm_sec, (long)t.tm_gmtoff, end ? end : "no");
}
int main(void) {
  show("2024-03-01 12:34:56 rest", "%Y-%m-%d %H:%M:%S");
  show("060 2024", "%j %Y");
  show("Fri, 1 March 2024", "%a, %d %B %Y");
  show("7/4/76", "%D");
  show("1700000000", "%s");
  show("12:05 AM +0530", "%I:%M %p %z");
  show("20240229T235960Z", "%Y%m%dT%H%M%S%z");
  show("10 2024 5", "%U %Y %w");
  show("10 2024 0", "%W %Y %w");
  show("19 99 december 31", "%C %y %b %e");
  show("2024-13-01", "%Y-%m-%d");
}`;

test('strptime fills in the weekday and the day of the year, and reads all conversions', async () => {
  const { stdout } = await haze.runSource(TIMES);
  expect(stdout.split('\n')).toEqual([
    '124-2-1 5 60 12:34:56 0| rest',
    '124-1-29 4 59 0:0:0 0|',
    '124-2-1 5 60 0:0:0 0|',
    '76-6-4 0 185 0:0:0 0|',
    '123-10-14 2 317 22:13:20 0|',
    '0-0-0 0 0 0:5:0 19800|',
    '124-1-29 4 59 23:59:60 0|',
    '124-2-15 5 74 0:0:0 0|',
    '124-2-10 0 69 0:0:0 0|',
    '99-11-31 5 364 0:0:0 0|',
    expect.stringMatching(/\|no$/),
    '',
  ]);
});

test('a nonexistent locale is rejected', async () => {
  const source = `#include <clocale>
#include <cstdio>
#include <locale>
int main() {
  for (const char *name : {"C", "POSIX", "", "de_DE.UTF-8", "nowhere"}) std::printf("%d", std::setlocale(LC_ALL, name) != nullptr);
  std::printf(" %s\\n", std::setlocale(LC_ALL, nullptr));
  try { std::locale place("xx_YY"); std::puts("made"); } catch (const std::runtime_error &) { std::puts("refused"); }
  std::locale classic("C");
}`;
  const { stdout } = await haze.runSource(source, CXX);
  expect(stdout).toMatch(/^11100 C.*\nrefused\n$/);
});

test('the throwing overloads in <filesystem> throw errors with the paths and the code', async () => {
  const source = `#include <cstdio>
#include <filesystem>
#include <fstream>
namespace fs = std::filesystem;
template <class F> void attempt(F f) {
  try { f(); std::puts("none"); } catch (const fs::filesystem_error &e) { std::printf("%s %d\\n", e.path1().c_str(), e.code() == std::errc::no_such_file_or_directory); }
}
int main() {
  attempt([] { (void)fs::file_size("absent"); });
  attempt([] { for (auto &e : fs::directory_iterator("folder")) (void)e; });
  attempt([] { for (auto &e : fs::recursive_directory_iterator("folder")) (void)e; });
  attempt([] { fs::copy_file("from", "to"); });
  attempt([] { fs::rename("old", "new"); });
  attempt([] { fs::resize_file("small", 3); });
  attempt([] { (void)fs::hard_link_count("where"); });
  attempt([] { (void)fs::last_write_time("when"); });
  attempt([] { fs::directory_entry("entry").file_size(); });
  attempt([] { fs::create_directory("a/b/c"); });
  std::error_code code;
  std::printf("%d %d ", fs::exists("absent"), (int)fs::file_size("absent", code));
  std::ofstream("here") << "12345";
  std::printf("%d %d %d\\n", (int)fs::file_size("here"), fs::remove("here"), fs::remove("here"));
}`;
  const { stdout } = await haze.runSource(source, CXX);
  const paths = ['absent', 'folder', 'folder', 'from', 'old', 'small', 'where', 'when', 'entry', 'a/b/c'];
  expect(stdout).toBe(`${paths.map((path) => `${path} 1\n`).join('')}0 -1 5 1 0\n`);
});

test('a thread can lock a recursive mutex several times', async () => {
  const source = `#include <cstdio>
#include <mutex>
#include <pthread.h>
static std::recursive_mutex m;
static int depth(int n) { std::lock_guard<std::recursive_mutex> held(m); return n ? 1 + depth(n - 1) : 0; }
int main() {
  std::recursive_timed_mutex t;
  t.lock();
  std::printf("%d %d ", depth(5), t.try_lock());
  t.unlock(), t.unlock();
  pthread_mutexattr_t how;
  pthread_mutex_t p;
  pthread_mutexattr_init(&how);
  pthread_mutexattr_settype(&how, PTHREAD_MUTEX_RECURSIVE);
  pthread_mutex_init(&p, &how);
  int locked = pthread_mutex_lock(&p) + pthread_mutex_trylock(&p) + pthread_mutex_lock(&p);
  int unlocked = pthread_mutex_unlock(&p) + pthread_mutex_unlock(&p) + pthread_mutex_unlock(&p);
  std::printf("%d %d %d\\n", locked, unlocked, pthread_mutex_unlock(&p) != 0);
}`;
  const { stdout } = await haze.runSource(source, CXX);
  expect(stdout).toMatch(/^5 1 0 0 [01]\n$/);
});

test('to_chars and format print long doubles with all digits', async () => {
  const source = `#include <charconv>
#include <cstdio>
#include <format>
#include <string>
static void show(auto... how) {
  char text[120];
  auto end = std::to_chars(text, text + sizeof text, how...);
  *end.ptr = 0;
  std::puts(text);
}
int main() {
  long double third = 1.0L / 3;
  show(third), show(-third), show(0.1L), show(1e30L), show(100.0L), show(0.0L), show(-0.0L);
  show(third, std::chars_format::fixed, 33), show(third, std::chars_format::scientific, 3), show(2.5e-7L, std::chars_format::general);
  std::puts(std::format("{:.33f} {}", third, 0.1L).c_str());
  char small[3];
  std::puts(std::to_chars(small, small + 3, third).ec == std::errc::value_too_large ? "full" : "written");
}`;
  const { stdout } = await haze.runSource(source, CXX);
  const third = `0.${'3'.repeat(34)}`;
  expect(stdout.split('\n').slice(0, -1)).toEqual([
    third,
    `-${third}`,
    '0.1',
    '1e+30',
    '100',
    '0',
    '-0',
    third.slice(0, 35),
    '3.333e-01',
    '2.5e-07',
    `${third.slice(0, 35)} 0.1`,
    'full',
  ]);
});

describe('special functions in C++17', () => {
  test('special functions have the values in the tables', async () => {
    const source = `#include <bits/stdc++.h>
using namespace std;
int main() {
  printf("%.9g %.9g %.9g %.9g\\n", cyl_bessel_j(0.25, 1.7), cyl_neumann(0.25, 1.7), cyl_bessel_i(0.5, 1.7), cyl_bessel_k(1.5, 1.7));
  printf("%.9g %.9g %.9g %.9g\\n", cyl_bessel_j(2, 1.7), sph_bessel(3, 1.7), sph_neumann(2, 1.7), beta(1.7, 2.5));
  printf("%.9g %.9g %.9g %.9g\\n", legendre(5, 0.3), assoc_legendre(4, 2, 0.3), sph_legendre(3, 1, 0.3), laguerre(4, 1.7));
  printf("%.9g %.9g %.9g %.9g\\n", assoc_laguerre(3, 2, 1.7), hermite(4, 1.7), expint(1.7), expint(-1.7));
  printf("%.9g %.9g %.9g %.9g\\n", ellint_1(0.5, 1.1), ellint_2(0.5, 1.1), ellint_3(0.5, 0.3, 1.1), riemann_zeta(2));
  printf("%.9g %.9g %.9g %.9g\\n", comp_ellint_1(0.5), comp_ellint_2(0.5), comp_ellint_3(0.5, 0.3), riemann_zeta(-0.5));
}`;
    const { stdout } = await haze.runSource(source, { language: 'C++', flags: ['-std=c++17'] });
    expect(stripUx(stdout)).toBe(EXPECTED);
  });

  test('special functions propagate distributions', async () => {
    const source = `#include <cmath>
#include <cstdio>
#include <uxhw.h>
int main() {
  double x = UxHwDoubleGaussDist(0.5, 0.01);
  const double values[] = {std::legendre(2, x), std::beta(x, 2), std::riemann_zeta(x + 1.5), std::cyl_bessel_j(0.5, x), std::ellint_1(x, 1.1)};
  for (double value : values) std::printf("%.3f ", 100 * std::sqrt(UxHwDoubleNthMoment(value, 2)));
}`;
    const { stdout } = await haze.runSource(source, { ...CXX, core: 'C0-Joint' });
    // The absolute derivative of each function at 1/2: 3x/2; β(ψ(x) − ψ(x + 2)); ζ'(2); for order 1/2, √(2/πx) sin x;
    // the derivative of F.
    const spreads = stripUx(stdout).trim().split(' ').map(Number);
    for (const [at, spread] of [1.5, 3.556, 0.9375, 0.449, 0.2156].entries())
      expect(Math.abs(spreads[at]! / spread - 1), `${at}`).toBeLessThan(0.1);
  });
});

test('flags and rounding modes that WebAssembly lacks are rejected with a reason', async () => {
  const program = (name: string) => `#include <fenv.h>\nint main(void) { return ${name}; }`;
  const reason = 'WebAssembly has no flags for floating-point exceptions';
  for (const [name, said] of [
    ...['FE_INVALID', 'FE_DIVBYZERO', 'FE_OVERFLOW', 'FE_INEXACT'].map((flag) => [flag, reason] as const),
    ['FE_UPWARD', 'WebAssembly rounds to nearest only'] as const,
  ]) {
    const built = await haze.build(program(name), { language: 'C' });
    expect(built.ok, name).toBe(false);
    expect(built.log, name).toContain(said);
  }
  const guarded =
    '#include <fenv.h>\nint main(void) {\n#ifdef FE_INVALID\n#error\n#endif\n return FE_TONEAREST; }';
  expect((await haze.build(guarded, { language: 'C' })).ok).toBe(true);
});
