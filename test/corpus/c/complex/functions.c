// complex.h: arithmetic, functions, polar form, single precision, quadratic roots.
#include <complex.h>
#include <math.h>
#include <stdio.h>

static void show(const char *name, double complex z) { printf("%s %.12f %.12f\n", name, creal(z), cimag(z)); }

int main(void) {
  const double complex a = 1.5 - 2.0 * I, b = -0.25 + 3.0 * I;
  show("add", a + b);
  show("mul", a * b);
  show("div", a / b);
  show("scaled", 2 * a - b / 4);
  show("conj", conj(a));
  show("sqrt", csqrt(a));
  show("exp", cexp(b));
  show("log", clog(b));
  show("pow", cpow(a, b));
  show("sin", csin(a));
  show("cos", ccos(a));
  show("tan", ctan(a));
  show("sinh", csinh(a));
  show("asin", casin(b));
  show("atanh", catanh(b));
  show("proj", cproj(a));
  printf("%.12f %.12f\n", cabs(a), carg(b));
  float complex f = (float complex)a;
  f *= f + 1.0f;
  printf("%.4f %.4f\n", crealf(f), cimagf(f));
  double complex p = 1, q = -2 + 1 * I, r = 3;
  double complex root = csqrt(q * q - 4 * p * r);
  show("x1", (-q + root) / (2 * p));
  show("x2", (-q - root) / (2 * p));
  double complex z = 0;
  for (int i = 0; i < 50; i++) z = z * z + (-0.4 + 0.6 * I);
  show("orbit", z);
  return 0;
}
