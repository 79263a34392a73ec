// Prints every combination of flags, width, precision, modifier, letter and value, one a line, with what snprintf answered.
// The first argument chooses plain or uncertain values.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "values.h"

static const char *const FLAGS[] = {"", "-", "+", " ", "#", "0", "-+", "-#", "+0", " 0", "#0", "-0", "'", "+-# 0"};
static const char *const WIDTHS[] = {"", "1", "9", "24"};
static const char *const PRECISIONS[] = {"", ".", ".0", ".1", ".3", ".11"};
static const char *const MODIFIERS[] = {"", "l", "L"};
static const char LETTERS[] = "fFeEgGaA";
#define COUNT(list) (int)(sizeof(list) / sizeof *(list))

static char buffer[40000];

static void print_all(double value, int with_long) {
  for (int f = 0; f < COUNT(FLAGS); f++)
    for (int w = 0; w < COUNT(WIDTHS); w++)
      for (int p = 0; p < COUNT(PRECISIONS); p++)
        for (int m = 0; m < (with_long ? 3 : 2); m++)
          for (const char *letter = LETTERS; *letter; letter++) {
            char format[32];
            snprintf(format, sizeof format, "[%%%s%s%s%s%c]", FLAGS[f], WIDTHS[w], PRECISIONS[p], MODIFIERS[m], *letter);
            int n = m == 2 ? snprintf(buffer, sizeof buffer, format, (long double)value)
                           : snprintf(buffer, sizeof buffer, format, value);
            printf("%s %d %d %s\n", format, n, (int)strlen(buffer), buffer);
          }
}

int main(int argc, char **argv) {
  static const double PARTICLES[] = {0, -0.0, 1, -1.5, 3.14159265358979, 9.9999996, 123456789.125, 1e-5, -1e22, 5e-324, 1.7976931348623157e308, INFINITY, -INFINITY, NAN};
  int boxed = argc > 1 && strcmp(argv[1], "uncertain") == 0, with_long = argc > 2;
  for (int i = 0; i < COUNT(PARTICLES); i++) print_all(boxed ? uncertain(PARTICLES[i], 2) : PARTICLES[i], with_long);
}
