// Every floating-point conversion of printf with every flag, width and precision.
#include <float.h>
#include <math.h>
#include <stdio.h>

int main(void) {
  const double values[] = {0.0, -0.0, 1.0, -1.5, 3.14159265358979, 1e10, 1e-10, 123456.789, 9.9999995,
                           DBL_MAX, DBL_MIN, 5e-324, INFINITY, -INFINITY, 0.5, 2.5, 1e100, 100.0};
  const char *formats[] = {"%f|\n", "%.0f|\n", "%.1f|\n", "%10.3f|\n", "%-12.2f|\n", "%+f|\n", "% f|\n", "%012.4f|\n",
                           "%#.0f|\n", "%e|\n", "%.0e|\n", "%.10E|\n", "%+14.3e|\n", "%g|\n", "%G|\n", "%.3g|\n",
                           "%#g|\n", "%-14g|\n", "%.17g|\n", "%a|\n", "%.2a|\n", "%A|\n", "%20a|\n", "%.20f|\n", "%F|\n"};
  for (unsigned i = 0; i < sizeof values / sizeof *values; i++) {
    for (unsigned j = 0; j < sizeof formats / sizeof *formats; j++) printf(formats[j], values[i]);
  }
  printf("%*.*f|%-*.*e|\n", 12, 3, 2.718281828, 14, 2, 2.718281828);
  printf("%2$.3f %1$.2f|\n", 1.0, 2.0);
  printf("%s\n", isnan(NAN) ? "nan" : "number");
  return 0;
}
