// Every one-argument function of math.h, double and float, over many arguments; bits are printed.
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#define BOTH(name) {#name, name, name##f}
static const struct {
  const char *name;
  double (*d)(double);
  float (*f)(float);
} functions[] = {
    BOTH(sin),  BOTH(cos),   BOTH(tan),   BOTH(asin),  BOTH(acos),  BOTH(atan),  BOTH(sinh),  BOTH(cosh),  BOTH(tanh),
    BOTH(asinh), BOTH(acosh), BOTH(atanh), BOTH(exp),  BOTH(exp2),  BOTH(expm1), BOTH(log),   BOTH(log2),  BOTH(log10),
    BOTH(log1p), BOTH(sqrt), BOTH(cbrt),  BOTH(erf),   BOTH(erfc),  BOTH(tgamma), BOTH(lgamma), BOTH(floor), BOTH(ceil),
    BOTH(trunc), BOTH(round), BOTH(rint), BOTH(nearbyint), BOTH(fabs), BOTH(logb),
};

static unsigned long long bits_of(double x) {
  uint64_t bits;
  memcpy(&bits, &x, sizeof bits);
  return x != x ? 0x7FF8000000000000u : bits;
}

int main(void) {
  for (unsigned i = 0; i < sizeof functions / sizeof *functions; i++) {
    unsigned long long mixed = 0;
    printf("%s", functions[i].name);
    for (int k = -60; k <= 60; k++) {
      volatile double x = k * 0.37 + k * k * k * 1e-4;
      unsigned long long d = bits_of(functions[i].d(x)), f = bits_of((double)functions[i].f((float)x));
      mixed = mixed * 6364136223846793005u + d + (f >> 7);
      if (k % 30 == 0) printf(" %llx", d);
    }
    printf(" %llx\n", mixed);
    volatile double special[] = {0.0, -0.0, INFINITY, -INFINITY, NAN, 1.0, -1.0, 1e308, 5e-324, 710, -746};
    for (int k = 0; k < 11; k++) printf("%llx ", bits_of(functions[i].d(special[k])));
    printf("\n");
  }
  return 0;
}
