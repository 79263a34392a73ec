// strtod, strtof and atof on every form of number: signs, exponents, hexadecimal, infinities, overflow, end positions.
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  const char *texts[] = {"0", "-0", "1", "+1.5", "-.5", "5.", ".", "", "  \t42", "1e3", "1E+3", "1e-3", "1e", "1e+", "0x10",
                         "0x1.8p1", "0x.8P-1", "0x", "inf", "-Infinity", "INFx", "1e400", "-1e400", "1e-400", "4.9e-324",
                         "2.2250738585072011e-308", "9007199254740993", "0.1", "123abc", "1,5", "--1", "00012.50", "1e0005",
                         "3.4028236e38", "1e-50", "179769313486231580793728971405301e276", "0.000000000000000000000000001"};
  for (unsigned i = 0; i < sizeof texts / sizeof *texts; i++) {
    char *end, *end_f;
    errno = 0;
    double x = strtod(texts[i], &end);
    int range = errno == ERANGE;
    float f = strtof(texts[i], &end_f);
    printf("[%s] %a %a %td %td %d %d\n", texts[i], x, (double)f, end - texts[i], end_f - texts[i], range,
           signbit(x) != 0);
  }
  printf("%g %g %d\n", atof("2.5e2xyz"), atof("none"), isnan(strtod("nan", NULL)) != 0);
  return 0;
}
