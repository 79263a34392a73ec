// The Mandelbrot set in characters, with complex.h and by hand; polynomial roots by Durand-Kerner; float complex.
#include <complex.h>
#include <math.h>
#include <stdio.h>

static int escape(double complex c) {
  double complex z = 0;
  int n = 0;
  for (; n < 60 && creal(z) * creal(z) + cimag(z) * cimag(z) < 4; n++) z = z * z + c;
  return n;
}
static int escape_by_hand(double x, double y) {
  double a = 0, b = 0;
  int n = 0;
  for (; n < 60 && a * a + b * b < 4; n++) {
    double t = a * a - b * b + x;
    b = 2 * a * b + y;
    a = t;
  }
  return n;
}

int main(void) {
  int different = 0;
  for (int row = -10; row <= 10; row++) {
    for (int column = -40; column < 20; column++) {
      double x = column * 0.05, y = row * 0.11;
      int n = escape(CMPLX(x, y));
      different += n != escape_by_hand(x, y);
      putchar(" .:-=+*#%@"[n * 9 / 60]);
    }
    putchar('\n');
  }
  printf("%d\n", different);
  double complex roots[4] = {1, 0.4 + 0.9 * I, cpow(0.4 + 0.9 * I, 2), cpow(0.4 + 0.9 * I, 3)};
  for (int step = 0; step < 60; step++) {
    for (int i = 0; i < 4; i++) {
      double complex x = roots[i], value = (((x - 3) * x + 2) * x - 5) * x + 7, below = 1;
      for (int j = 0; j < 4; j++) {
        if (j != i) below *= x - roots[j];
      }
      roots[i] = x - value / below;
    }
  }
  for (int i = 0; i < 4; i++) printf("%.9f %.9f\n", creal(roots[i]), cimag(roots[i]));
  float complex f = 1;
  for (int i = 0; i < 8; i++) f *= CMPLXF(0.70710678f, 0.70710678f);
  printf("%.4f %d\n", (double)crealf(f), fabsf(cimagf(f)) < 1e-5f);
  return 0;
}
