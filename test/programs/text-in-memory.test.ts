// Numbers formatted into memory. Programs size such buffers for plain digits, so a plain number is written as digits
// only. A distribution has its Ux text as well, and is never silently truncated.
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

describe('a plain number in memory consists of its digits', () => {
  test.each(['C0-S', 'C0-Bypass', 'C0-S+'])(
    'sprintf and its variants write only digits in C, on %s',
    async (core) => {
      expect(await outputOf(PLAIN_IN_C, 'C', core)).toEqual([
        '3 2.5 intact',
        '1.000|0.5|-nan NAN',
        '2.5 1.000000e+00, 7.5, 2.5 1.50',
        '',
      ]);
    },
  );

  test('sprintf on a Reference core writes only digits if the buffer size is unknown', async () => {
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

  test('string streams, to_string and format write only digits in C++, while print and println count as streams', async () => {
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

  test('internal units contain only digits in Fortran', async () => {
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
  test('a distribution carries its Ux text and is read back completely', async () => {
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

  test('a distribution that does not fit is omitted completely, with a line on stderr', async () => {
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
    printf("%d [%s] %d\\n", n, small, small[11]);
  }
  wchar_t wide[12];
  printf("%d %ls\\n", swprintf(wide, 12, L"%.1f", x), wide);
  // Programs call again with a buffer of the length that the first call returned.
  char more[4000];
  if (snprintf(small, 5, "%.3f", x) >= 5) snprintf(more, sizeof more, "%.3f", x);
  printf("%.10s\\n", more);
}`;
    const { stdout, stderr } = await haze.runSource(source, { core: 'C0-S' });
    expect(stdout.split('\n')).toEqual([
      '8 [2.00 2.5] 122',
      '8 [2.00 2.5] 122',
      '8 [2.00 2.5] 122',
      '3 2.0',
      '2.000Ux040',
      '',
    ]);
    expect(stderr.split('\n')).toEqual([
      expect.stringMatching(
        /^haze: snprintf of "%\.2f %g": the text of a distribution does not fit in 12 characters \(\d+ are needed\)/,
      ),
      expect.stringMatching(
        /^haze: swprintf of "%\.1f": the text of a distribution does not fit in 12 characters/,
      ),
      '',
    ]);
  });

  test('sprintf writes a distribution if the object is known to have room for it, and only the digits otherwise', async () => {
    const source = `#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <uxhw.h>
static struct { char text[32]; int magic; char next[4096]; } r = {"", 42, "next"};
static char rows[200][32];
int main(int argc, char **argv) {
  double x = UxHwDoubleUniformDist(1, 3), back;
  char room[4096], *pointer = room;
  int n = sprintf(room, "%.3f", x);
  back = strtod(room, NULL);
  printf("%d %d\\n", n == (int)strlen(room), UxHwDoubleNthMoment(back, 2) == UxHwDoubleNthMoment(x, 2));
  n = sprintf(r.text, "%.4f", x);
  printf("%d %s %d %s\\n", n, r.text, r.magic, r.next);
  strcpy(rows[argc + 1], "kept");
  n = sprintf(rows[argc], "%.5f", x);
  printf("%d %s %s\\n", n, rows[1], rows[2]);
  n = sprintf(pointer + 8 * argc, "%.6f", x);
  printf("%d %s\\n", n, room + 8);
  char (*table)[32] = calloc(200, 32);
  n = sprintf(table[argc - 1], "%.7f", x);
  printf("%d %s %d\\n", n, table[0], table[1][0]);
  struct { char b[64], gap[8192]; } s = {0};
  n = snprintf(s.b, sizeof s.b, "%.3f ", x);
  n += snprintf(s.b + n, sizeof s.b - n, "%.3f", 2.0);
  printf("%d [%s] %d\\n", n, s.b, s.gap[0]);
  char *grown;
  printf("%d\\n", asprintf(&grown, "%.3f", x) == snprintf(NULL, 0, "%.3f", x));
}`;
    const { stdout, stderr } = await haze.runSource(source, { core: 'C0-S' });
    expect(stdout.split('\n')).toEqual([
      '1 1',
      '6 2.0000 42 next',
      '7 2.00000 kept',
      '8 2.000000',
      '9 2.0000000 0',
      '11 [2.000 2.000] 0',
      '1',
      '',
    ]);
    const places = [
      'sprintf of "%.4f"',
      'sprintf of "%.5f"',
      'sprintf of "%.6f"',
      'sprintf of "%.7f"',
      'snprintf of "%.3f "',
    ];
    expect(stderr.split('\n').map((line) => line.split(':').slice(0, 2).join(':'))).toEqual([
      ...places.map((place) => `haze: ${place}`),
      '',
    ]);
  });

  test('C++ writes a distribution to text that can grow, and only its digits to an array', async () => {
    const source = `#include <array>
#include <cstdio>
#include <format>
#include <string>
#include <vector>
#include <uxhw.h>
int main() {
  double x = UxHwDoubleUniformDist(1, 3);
  char text[32];
  std::array<char, 32> array{};
  std::vector<char> vector(32);
  wchar_t wide[32];
  *std::format_to(text, "{:.2f}", x) = 0;
  *std::format_to(array.begin(), "{:.3f}", x) = 0;
  *std::format_to(vector.begin(), "{:.4f}", x) = 0;
  *std::format_to(wide, L"{:.1f}", x) = 0;
  std::printf("%s %s %s %ls\\n", text, array.data(), vector.data(), wide);
  auto cut = std::format_to_n(text, 31, "{:.5f}", x);
  *cut.out = 0;
  std::printf("%s %d\\n", text, static_cast<int>(cut.size));
  std::printf("%d %s\\n", std::sprintf(text, "%.6f", x), text);
  std::string grown;
  std::format_to(std::back_inserter(grown), "{:.2f}", x);
  for (double back : {std::stod(grown), std::stod(std::to_string(x)), std::stod(std::to_wstring(x)), std::stod(std::format("{}", x))})
    std::printf("%d", UxHwDoubleNthMoment(back, 2) == UxHwDoubleNthMoment(x, 2));
}`;
    const { stdout, stderr } = await haze.runSource(source, {
      language: 'C++',
      core: 'C0-S',
      flags: ['-std=c++23'],
    });
    expect(stdout).toBe('2.00 2.000 2.0000 2.0\n2.00000 7\n8 2.000000\n1111');
    expect(stderr.split('\n').map((line) => line.split(':').slice(0, -2).join(':'))).toHaveLength(7);
    expect(stderr).toContain('haze: format_to of "{:.2f}": the available space is unknown');
  });

  test('a distribution is skipped if it is in a line that fgets truncates, and line breaks are preserved', async () => {
    const source = `#include <stdio.h>
#include <stdlib.h>
#include <uxhw.h>
int main(void) {
  FILE *f = fopen("l.txt", "w+");
  char line[128], large[4096];
  for (int i = 0; i < 3; i++) fprintf(f, "%.2f, %.1f end\\n", UxHwDoubleGaussDist(3 + i, 0.3), UxHwDoubleGaussDist(i, 0.3));
  fputs("FluxUx0 and Ux04000\\n", f);
  rewind(f);
  while (fgets(line, sizeof line, f)) fputs(line, stdout);
  rewind(f);
  for (int size = 2; size < 30; size++) {
    rewind(f);
    fgets(line, size, f);
    if (size > 6 && size < 12) printf("[%s]", line);
  }
  for (int size = 2000; size < 4400; size += 7) {
    int lines = 0;
    char *whole = malloc(size);
    for (rewind(f); fgets(whole, size, f); lines++) {}
    if (lines != 4) printf("%d: %d", size, lines);
  }
  rewind(f);
  fgets(large, sizeof large, f);
  printf("\\n%d\\n", UxHwDoubleNthMoment(strtod(large, NULL), 2) > 0);
}`;
    const { stdout, stderr } = await haze.runSource(source, { core: 'C0-S' });
    expect(stdout.split('\n')).toEqual([
      '3.00, 0.0 end',
      '4.00, 1.0 end',
      '5.00, 2.0 end',
      'FluxUx0 and Ux04000',
      '[3.00, ][3.00, 0][3.00, 0.][3.00, 0.0][3.00, 0.0 ]',
      '1',
      '',
    ]);
    expect(stderr).toMatch(/^haze: fgets: a line does not fit in \d+ characters: [^\n]+\n$/);
  });

  test('on a Reference core, line breaks are preserved wherever fgets cuts a name', async () => {
    const source = `#include <stdio.h>
#include <uxhw.h>
int main(void) {
  FILE *f = fopen("n.txt", "w+");
  char line[256];
  for (int i = 0; i < 3; i++) fprintf(f, "%.2f and %.2f end\\n", UxHwDoubleGaussDist(3, 0.1), UxHwDoubleGaussDist(5, 0.1));
  for (int size = 20; size < 140; size++) {
    int lines = 0;
    for (rewind(f); fgets(line, size, f); lines++) {}
    if (lines != 3) printf("%d: %d\\n", size, lines);
  }
}`;
    expect((await haze.runSource(source, { core: 'C0-Reference', runs: 2 })).stdout).toBe('');
  });

  test('on a Reference core, all readers skip the name of a value', async () => {
    const c = `#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <uxhw.h>
int main(void) {
  double a = UxHwDoubleGaussDist(3, 0.3) * 0 + 3, x = 0, y = 0;
  int k = 0;
  FILE *f = fopen("v.txt", "w+");
  fprintf(f, "%g %g %d\\n%g;%g\\n", a, a + 1, 7, a, a);
  rewind(f);
  printf("%P.0f", 1.0 * fscanf(f, "%lf %lf %d", &x, &y, &k));
  char line[40], *end;
  fgets(line, sizeof line, f);
  fgets(line, sizeof line, f);
  double z = strtod(line, &end);
  printf(" %P.0f %P.0f %d %P.0f %s", x, y, k, z, end);
}`;
    const cpp = `#include <charconv>
#include <cstdio>
#include <cstring>
#include <sstream>
#include <uxhw.h>
int main() {
  double a = UxHwDoubleGaussDist(3, 0.3) * 0 + 3, x = 0, y = 0, z = 0;
  std::stringstream s;
  s << a << ' ' << a + 1 << " 7";
  std::string text = s.str();
  int k = 0;
  s >> x >> y >> k;
  auto rest = std::from_chars(text.data(), text.data() + text.size(), z);
  std::printf("%P.0f %P.0f %d %P.0f %c", x, y, k, z, rest.ptr[1]);
}`;
    const fortran = `use uxhw
double precision :: a, x, y, z
integer :: k
a = ux_gauss(3d0, 0.3d0) * 0 + 3
open (10, file='v.txt')
write (10, *) a, a + 1, 7
write (10, '(f8.3,i4)') a, 7
rewind (10)
read (10, *) x, y, k
read (10, '(f8.3,i4)') z, k
print '(4i2)', nint(x), nint(y), k, nint(z)
end
`;
    const on = { core: 'C0-Reference', runs: 2 } as const;
    expect((await haze.runSource(c, on)).stdout).toBe('3 3 4 7 3 ;3\n');
    expect((await haze.runSource(cpp, { ...on, language: 'C++' })).stdout).toBe('3 4 7 3 4');
    expect((await haze.runSource(fortran, { ...on, language: 'Fortran' })).stdout).toBe(' 3 4 7 3\n');
  });

  test('a distribution is inserted into an internal unit once the record is complete, or omitted with a line on stderr', async () => {
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
