// Prints every combination of flags, width, precision, modifier, letter and value, one per line, with snprintf's result. The first argument selects plain or uncertain doubles, or long doubles that no double equals.
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "values.h"

static const char *const FLAGS[] = {"", "-", "+", " ", "#", "0", "-+", "-#", "+0", " 0", "-0", "'", "+-# 0"};
static const char *const WIDTHS[] = {"", "9", "24"};
static const char *const PRECISIONS[] = {"", ".", ".0", ".1", ".3", ".11"};
static const char *const MODIFIERS[] = {"", "l", "L"};
static const char LETTERS[] = "fFeEgGaA";
#define COUNT(list) (int)(sizeof(list) / sizeof *(list))

static char buffer[100000];

static void print_all(double value) {
  for (int f = 0; f < COUNT(FLAGS); f++)
    for (int w = 0; w < COUNT(WIDTHS); w++)
      for (int p = 0; p < COUNT(PRECISIONS); p++)
        for (int m = 0; m < COUNT(MODIFIERS); m++)
          for (const char *letter = LETTERS; *letter; letter++) {
            char format[32];
            snprintf(format, sizeof format, "[%%%s%s%s%s%c]", FLAGS[f], WIDTHS[w], PRECISIONS[p], MODIFIERS[m], *letter);
            int n = m == 2 ? snprintf(buffer, sizeof buffer, format, (long double)value)
                           : snprintf(buffer, sizeof buffer, format, value);
            printf("%s %d %d %s\n", format, n, (int)strlen(buffer), buffer);
          }
}

static void print_long(long double value) {
  static const char *const LONG_PRECISIONS[] = {"", ".0", ".7", ".26", ".27", ".33", ".50"};
  static const char *const LONG_FLAGS[] = {"", "-+", "# 0"};
  for (int f = 0; f < COUNT(LONG_FLAGS); f++)
    for (int w = 0; w < COUNT(WIDTHS); w += 2)
      for (int p = 0; p < COUNT(LONG_PRECISIONS); p++)
        for (const char *letter = LETTERS; *letter; letter++) {
          char format[32];
          snprintf(format, sizeof format, "[%%%s%s%sL%c]", LONG_FLAGS[f], WIDTHS[w], LONG_PRECISIONS[p], *letter);
          int n = snprintf(buffer, sizeof buffer, format, value);
          printf("%s %d %d %s\n", format, n, (int)strlen(buffer), buffer);
        }
  int n = snprintf(buffer, sizeof buffer, "%.17000Lf %.12000Le", value, value);
  printf("[] %d %d %s\n", n, (int)strlen(buffer), buffer);
}

int main(int argc, char **argv) {
  static const double PARTICLES[] = {0,    -0.0,  1,      -1.5,   3.14159265358979,        9.9999996, 123456789.125,
                                     1e-5, -1e22, 5e-324, 1.7976931348623157e308, INFINITY, -INFINITY, NAN};
  static const long double LONG_VALUES[] = {
      1 / 3.0L, -3.14159265358979323846264338327950288L, 0.1L, 9.99999999999999999999999999999999L, 0.99999999999999999999999999L,
      1e30L / 7, LDBL_MAX, -LDBL_MIN, LDBL_TRUE_MIN, 1 + LDBL_EPSILON, 0.5L - LDBL_EPSILON, 2 - LDBL_EPSILON, 1e4000L, -1e-4000L,
      123456.5L + LDBL_EPSILON * 65536, 1e-5L, 1e22L + 0.5L, 0x1.8000000000001p-1L + 0x1p-110L};
  if (argc > 1 && strcmp(argv[1], "long") == 0) {
    for (int i = 0; i < COUNT(LONG_VALUES); i++) print_long(LONG_VALUES[i]);
    return 0;
  }
  int boxed = argc > 1 && strcmp(argv[1], "uncertain") == 0;
  for (int i = 0; i < COUNT(PARTICLES); i++) print_all(boxed ? uncertain(PARTICLES[i], 2) : PARTICLES[i]);
}
