// Fast Fourier transform of 1024 points and back; Parseval's sum.
#include <complex.h>
#include <math.h>
#include <stdio.h>

enum { COUNT = 1024 };

static void transform(double complex *x, int n, double sign) {
  for (int i = 1, j = 0; i < n; i++) {
    int bit = n >> 1;
    for (; j & bit; bit >>= 1) j ^= bit;
    j ^= bit;
    if (i < j) {
      double complex t = x[i];
      x[i] = x[j];
      x[j] = t;
    }
  }
  for (int length = 2; length <= n; length *= 2) {
    double complex root = cexp(sign * 2 * acos(-1.0) * I / length);
    for (int i = 0; i < n; i += length) {
      double complex w = 1;
      for (int k = 0; k < length / 2; k++) {
        double complex u = x[i + k], v = x[i + k + length / 2] * w;
        x[i + k] = u + v;
        x[i + k + length / 2] = u - v;
        w *= root;
      }
    }
  }
}

int main(void) {
  static double complex x[COUNT], original[COUNT];
  double before = 0, after = 0, worst = 0;
  for (int i = 0; i < COUNT; i++) {
    original[i] = x[i] = sin(i * 0.1) + 0.5 * cos(i * 1.7) * I;
    before += creal(x[i] * conj(x[i]));
  }
  transform(x, COUNT, -1);
  for (int i = 0; i < COUNT; i++) after += creal(x[i] * conj(x[i]));
  printf("%.9f %.9f\n", before, after / COUNT);
  for (int i = 0; i < 40; i += 8) printf("%.9f %.9f\n", creal(x[i]), cimag(x[i]));
  transform(x, COUNT, 1);
  for (int i = 0; i < COUNT; i++) worst = fmax(worst, cabs(x[i] / COUNT - original[i]));
  printf("%d %.3e\n", worst < 1e-12, worst);
  return 0;
}
