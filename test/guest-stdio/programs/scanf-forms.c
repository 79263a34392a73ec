// Every floating form that scanf reads, in every size, narrow and wide, from strings, with widths, suppression and counts.
#include <stdio.h>
#include <wchar.h>

int main(void) {
  static const char *const TEXTS[] = {"1.5", "-2e3", "0x1.8p1", "inf", "nan", ".5", "5.", "1e400", "1e-400", "+7", "abc", "1.5e", "", " \t3"};
  for (size_t i = 0; i < sizeof TEXTS / sizeof *TEXTS; i++) {
    float a = -1, b = -1, c = -1;
    double d = -1, e = -1;
    long double f = -1, g = -1;
    int n[7] = {0};
    n[0] = sscanf(TEXTS[i], "%f", &a), n[1] = sscanf(TEXTS[i], "%e", &b), n[2] = sscanf(TEXTS[i], "%A", &c);
    n[3] = sscanf(TEXTS[i], "%lg", &d), n[4] = sscanf(TEXTS[i], "%lF", &e);
    n[5] = sscanf(TEXTS[i], "%La", &f), n[6] = sscanf(TEXTS[i], "%LE", &g);
    printf("%s: %d%d%d%d%d%d%d %g %g %g %g %g %Lg %Lg\n", TEXTS[i], n[0], n[1], n[2], n[3], n[4], n[5], n[6], a, b, c, d, e, f, g);
  }
  double x, y;
  int used, count = sscanf("12345.678,9 tail", "%4lf%lf ,%*f %n", &x, &y, &used);
  printf("%d %g %g %d\n", count, x, y, used);
  char word[8];
  count = sscanf("x=1.25kg", "x=%lf%7[a-z]", &x, word);
  printf("%d %g %s\n", count, x, word);
  wchar_t rest[8];
  count = swscanf(L"3.5 \x3b1\x3b2", L"%lf %ls", &x, rest);
  printf("%d %g %d\n", count, x, rest[1] == 0x3b2);
}
