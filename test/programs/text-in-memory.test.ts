// Numbers that are formatted into memory: programs size such buffers for digits, so a plain number is its digits there and
// nothing else. A distribution carries its Ux text there too, and is never cut in silence.
import { describe, expect, test } from 'vitest';
import { openHaze } from './build-and-run.ts';

const haze = openHaze();

async function outputOf(source: string, language: string, core = 'C0-S'): Promise<string[]> {
  const { stdout, stderr, exitStatus } = await haze.runSource(source, {
    language,
    core,
    ...(language === 'C++' ? { flags: ['-std=c++23'] } : {}),
  });
  expect({ stderr, exitStatus }).toEqual({ stderr: '', exitStatus: 0 });
  return stdout.split('\n');
}

const PLAIN_IN_C = `#define _GNU_SOURCE
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <stdlib.h>
#include <wchar.h>
#include <uxhw.h>
int main(void) {
  double x = UxHwDoubleUniformDist(1, 3);
  struct { char text[8]; char after[8]; } room = {"", "intact"};
  int n = sprintf(room.text, "%g", 2.5);
  printf("%d %s %s\\n", n, room.text, room.after);
  char *made;
  asprintf(&made, "%.3f|%Lg|%f %F", 1.0, 0.5L, -NAN, NAN);
  puts(made);
  char *text, all[40];
  size_t size;
  FILE *grown = open_memstream(&text, &size);
  fprintf(grown, "%g %e", 2.5, 1.0);
  fclose(grown);
  FILE *fixed = fmemopen(all, sizeof all, "w");
  fprintf(fixed, "%g", 7.5);
  fclose(fixed);
  wchar_t wide[40];
  swprintf(wide, 40, L"%g %.2f", 2.5, 1.5);
  printf("%s, %s, %ls\\n", text, all, wide);
  free(made);
  return x < 0;
}`;

describe('a plain number in memory is its digits', () => {
  test.each(['C0-S', 'C0-Bypass', 'C0-S+'])('sprintf and its kin in C, on %s', async (core) => {
    expect(await outputOf(PLAIN_IN_C, 'C', core)).toEqual([
      '3 2.5 intact',
      '1.000|0.5|-nan NAN',
      '2.5 1.000000e+00, 7.5, 2.5 1.50',
      '',
    ]);
  });

  test('on a Reference core sprintf, which does not know how much room there is, writes digits alone', async () => {
    const source = `#include <stdio.h>
#include <uxhw.h>
int main(void) {
  char before[4], after[8] = "intact";
  sprintf(before, "%g", 2.5);
  double x = UxHwDoubleUniformDist(1, 2);
  char text[16], room[200];
  sprintf(text, "%.1f", x * 0 + 2.5);
  snprintf(room, sizeof room, "%.1f", x * 0 + 2.5);
  printf("%s %s %s %.16s\\n", before, after, text, room);
}`;
    const { stdout } = await haze.runSource(source, { core: 'C0-Reference', runs: 3 });
    expect(stdout).toBe('2.5 intact 2.5 2.5<ValueID>val_\n');
  });

  test('string streams, to_string and format in C++; print and println are streams', async () => {
    const source = `#include <format>
#include <iostream>
#include <print>
#include <sstream>
#include <string>
int main() {
  std::ostringstream text;
  text << 2.5 << ' ' << 3.25L << ' ' << 1.5f;
  std::wostringstream wide;
  wide << 2.5;
  std::cout << text.str() << ' ' << wide.str().size() << ' ' << std::to_string(2.5) << ' ' << std::to_wstring(2.5).size()
            << std::format(" {} {:6.2f} {}", 2.5, 1.25, std::format(L"{}", 0.5).size()) << "\\n";
  std::print("{}\\n", 2.5);
  std::println(std::cout, "{}", 3.5);
}`;
    const [first, ...streams] = await outputOf(source, 'C++');
    expect(first).toBe('2.5 3.25 1.5 3 2.500000 8 2.5   1.25 3');
    expect(streams.map((line) => line.slice(0, 22))).toEqual([
      '2.5Ux04000000000000000',
      '3.5Ux04000000000000000',
      '',
    ]);
  });

  test('internal units in Fortran', async () => {
    const source = `character(len=20) :: s, t(2)
write (s, '(f6.2,1x,es10.3)') 2.5d0, 1.0
write (t, *) 0.5, 0.25
print '(5a)', '[', trim(s), ']', trim(adjustl(t(1))(1:4))
end
`;
    expect(await outputOf(source, 'Fortran')).toEqual(['[  2.50  1.000E+00]0.50', '']);
  });
});

describe('a distribution in memory', () => {
  test('carries its text, and is read back whole', async () => {
    const source = `#include <iostream>
#include <sstream>
#include <string>
#include <cstdio>
#include <uxhw.h>
int main() {
  double x = UxHwDoubleUniformDist(1, 3), back[4];
  char text[4000];
  std::sprintf(text, "%f", x);
  back[0] = std::stod(text);
  back[1] = std::stod(std::to_string(x));
  std::stringstream stream;
  stream << x;
  stream >> back[2];
  back[3] = std::stod(std::to_wstring(x));
  for (double value : back) std::printf("%d", UxHwDoubleNthMoment(value, 2) == UxHwDoubleNthMoment(x, 2));
  std::puts("");
}`;
    expect(await outputOf(source, 'C++')).toEqual(['1111', '']);
  });

  test('that does not fit is left out whole, with a line on stderr', async () => {
    const source = `#include <stdio.h>
#include <string.h>
#include <wchar.h>
#include <uxhw.h>
int main(void) {
  double x = UxHwDoubleUniformDist(1, 3);
  char small[12];
  memset(small, 'z', sizeof small);
  for (int i = 0; i < 3; i++) {
    int n = snprintf(small, sizeof small, "%.2f %g", x, 2.5);
    printf("%d [%s] %d\\n", n == snprintf(NULL, 0, "%.2f %g", x, 2.5), small, small[11]);
  }
  wchar_t wide[12];
  printf("%d %ls\\n", swprintf(wide, 12, L"%.1f", x), wide);
  // Another call with the length that the first one told is how room is found.
  char more[4000];
  if (snprintf(small, sizeof small, "%.3f", x) >= (int)sizeof small) snprintf(more, sizeof more, "%.3f", x);
  printf("%.10s\\n", more);
}`;
    const { stdout, stderr } = await haze.runSource(source, { core: 'C0-S' });
    expect(stdout.split('\n')).toEqual([
      ...['1 [2.00 2.5] 0', '1 [2.00 2.5] 0', '1 [2.00 2.5] 0'],
      ...['-1 2.0', '2.000Ux040', ''],
    ]);
    expect(stderr.split('\n')).toEqual([
      expect.stringMatching(
        /^haze: snprintf: the text of a distribution does not fit in 12 characters \(\d+ are needed\)/,
      ),
      expect.stringMatching(/^haze: swprintf: the text of a distribution does not fit in 12 characters/),
      '',
    ]);
  });

  test('in an internal unit: inserted when the record is complete, or left out with a line on stderr', async () => {
    const source = `use uxhw
character(len=20) :: small
character(len=6000) :: large
double precision :: x, y, z
x = ux_uniform(1d0, 3d0)
write (small, '(f8.3,a)') x, '|'
write (large, '(a,t20,f8.3,t1,f8.3,a)') 'gone', x, x, '|'
read (large, '(f8.3)') y
print '(4a)', '[', trim(small), ']', large(1:10)
write (large, *) x, 'next'
read (large, *) z
if (abs(ux_nth_moment(y, 2) - ux_nth_moment(x, 2)) < 1d-12 .and. abs(ux_nth_moment(z, 2) - ux_nth_moment(x, 2)) < 1d-12) print '(a)', 'same'
end
`;
    const { stdout, stderr } = await haze.runSource(source, { language: 'Fortran', core: 'C0-S' });
    expect(stdout.split('\n')).toEqual(['[   2.000|]   2.000Ux', 'same', '']);
    expect(stderr).toMatch(
      /^haze: line 6 of main\.f90: the texts of distributions do not fit in an internal unit of 20 characters/,
    );
  });
});
