// Features beyond single formats: counts, positions, truncation, errors, the particle alone, the whole printf family.
#define _GNU_SOURCE
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <wchar.h>

#include "values.h"

static void counts(double x) {
  int before = -1, after = -1;
  int n = printf("%d%n %.2f%n %s\n", 7, &before, x, &after, "end");
  printf("counts %d %d %d\n", before, after, n);
}

static void positions(double x) {
  int n = printf("%2$s %1$.3f %3$d %1$*4$.1f|%%|\n", x, "two", 3, 12);
  printf("positions %d\n", n);
  printf("%1$*2$.*3$f|%4$lld|%5$g\n", x, -9, 1, 1LL << 40, 2.5);
}

static void truncation(double x) {
  char small[12];
  memset(small, 'z', sizeof small);
  int whole = snprintf(NULL, 0, "%.1f;", x);
  int n = snprintf(small, sizeof small, "%.1f;", x);
  char *exact = malloc((size_t)whole + 1);
  int m = snprintf(exact, (size_t)whole + 1, "%.1f;", x);
  char *made = NULL;
  int o = asprintf(&made, "%.1f;", x);
  printf("truncation [%s] %d %d %d %d %d\n", small, (int)strlen(small) == n, whole == m, m == o, (int)strlen(exact) == m,
         strcmp(exact, made));
}

static void errors(double x) {
  char buffer[4000];
  errno = 0;
  int n = snprintf(buffer, sizeof buffer, "%.1f %y", x);
  printf("errors %d %d\n", n, errno == EINVAL);
  errno = 0;
  n = snprintf(buffer, sizeof buffer, "%2$f %4$f", x, x, x, x);
  printf("errors %d\n", n);
  n = snprintf(buffer, sizeof buffer, "%99999999999f", x);
  printf("errors %d %d\n", n, errno == EOVERFLOW);
  errno = ENOENT;
  printf("%m %.0f\n", x);
}

static void particles(double x) {
  printf("%Pf|%Plf|%P.2lf|%.2Plf|%-9.1Pf|%+P010.3f\n", x, x, x, x, x, x);
  printf("%Pg %Lf %PLf\n", x, (long double)x, (long double)x);
  char small[64];
  int point, sign;
  printf("%s %s %s %d %d\n", gcvt(x, 4, small), ecvt(x, 5, &point, &sign), fcvt(x, 2, &point, &sign), point, sign);
}

static void forward(const char *format, ...) {
  va_list list;
  va_start(list, format);
  vprintf(format, list);
  va_end(list);
  va_start(list, format);
  vdprintf(1, format, list);
  va_end(list);
}

static void family(double x) {
  char buffer[8000];
  sprintf(buffer, "%g", x);
  puts(buffer);
  fprintf(stdout, "%g %c %ld %llu %p %hhd %zu %s\n", x, 'c', 12L, 13ULL, (void *)16, 200, sizeof x, (char *)NULL);
  fflush(stdout);
  dprintf(1, "%G\n", x);
  forward("%d %.3e %s\n", 1, x, "s");
  fflush(stdout);
}

static void many(double x) {
  printf("%f %f %f %f %f %f %f %f %f %f %f %f %f %f %f %f %f %f %f %f %f %f %f %f\n", x, 1., x, 2., x, 3., x, 4., x, 5., x, 6., x, 7.,
         x, 8., x, 9., x, 10., x, 11., x, 12.);
}

static void wide(double x) {
  static wchar_t target[20000];
  static char narrow[20000];
  int n = swprintf(target, 20000, L"%ls %.2f %-8.1f| %Pf %8.2Pe %d %Lf", L"wide", x, x, x, x, 5, (long double)1.25);
  wcstombs(narrow, target, sizeof narrow);
  printf("%d %d %s\n", n, (int)strlen(narrow) == n, narrow);
}

int main(int argc, char **argv) {
  int deltas = argc > 2 ? atoi(argv[2]) : 2;
  double x = uncertain(1.5, deltas);
  const char *what = argv[1];
  if (!strcmp(what, "counts")) counts(x);
  if (!strcmp(what, "positions")) positions(x);
  if (!strcmp(what, "truncation")) truncation(x);
  if (!strcmp(what, "errors")) errors(x);
  if (!strcmp(what, "particles")) particles(x);
  if (!strcmp(what, "family")) family(x);
  if (!strcmp(what, "many")) many(x);
  if (!strcmp(what, "wide")) wide(x);
}
