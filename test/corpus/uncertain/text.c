// Values printed by snprintf in every form and read back by sscanf, strtod, atof.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <uxhw.h>

// Prints `ok` if `got` still has the distribution of `wanted`: it is not a plain number, and the first moments agree.
static void report(const char *what, double got, double wanted) {
  int kept = UxHwDoubleNthMoment(got, 2) > 0 && UxHwDoubleNthMoment(got, 1) == UxHwDoubleNthMoment(wanted, 1) &&
             UxHwDoubleNthMoment(got, 2) == UxHwDoubleNthMoment(wanted, 2);
  printf("%s %s\n", kept ? "ok" : "LOST", what);
}

// Prints `ok` if the mean and standard deviation of `got` are close to the exact values, given as arguments.
static void expect(const char *what, double got, double mean, double deviation) {
  double m = UxHwDoubleNthMoment(got, 1), s = sqrt(UxHwDoubleNthMoment(got, 2));
  int right = fabs(m - mean) < 0.01 * (fabs(mean) + deviation) && fabs(s - deviation) < 0.05 * deviation;
  printf("%s %s\n", right ? "ok" : "LOST", what);
}

int main(void) {
  double x = UxHwDoubleGaussDist(12.5, 2), y = 0;
  static char text[20000];
  const char *forms[] = {"%f", "%.3f", "%e", "%g", "%.17g", "%a", "%+.2f", "%-20f", "%020f", "%lf", "%F", "%G", "%E"};
  for (unsigned i = 0; i < sizeof forms / sizeof *forms; i++) {
    snprintf(text, sizeof text, forms[i], x);
    printf("%s printed with %s\n", strstr(text, "Ux") ? "ok" : "LOST", forms[i] + 1);
    char *end;
    report("strtod", strtod(text, &end), x);
    if (sscanf(text, "%lf", &y) == 1) report("sscanf", y, x);
    else printf("LOST sscanf\n");
  }
  snprintf(text, sizeof text, "%f", x);
  report("atof", atof(text), x);
  float f = 0;
  if (sscanf(text, "%f", &f) == 1) expect("read as float", f, 12.5, 2);
  snprintf(text, sizeof text, "a=%f;b=%d;c=%f", x, 42, 2 * x);
  int n = 0, number = 0;
  double b = 0;
  n = sscanf(text, "a=%lf;b=%d;c=%lf", &y, &number, &b);
  printf("%s three fields\n", n == 3 && number == 42 ? "ok" : "LOST");
  report("first field", y, x);
  report("third field", b, 2 * x);
  return 0;
}
