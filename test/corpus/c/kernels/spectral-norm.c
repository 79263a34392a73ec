// The spectral norm of an infinite matrix's corner, by power iteration.
#include <math.h>
#include <stdio.h>

enum { N = 100 };
static double a(int i, int j) { return 1.0 / ((i + j) * (i + j + 1) / 2 + i + 1); }
static void multiply(const double *v, double *w, int transposed) {
  for (int i = 0; i < N; i++) {
    w[i] = 0;
    for (int j = 0; j < N; j++) w[i] += (transposed ? a(j, i) : a(i, j)) * v[j];
  }
}

int main(void) {
  double u[N], v[N], t[N], uv = 0, vv = 0;
  for (int i = 0; i < N; i++) u[i] = 1;
  for (int step = 0; step < 10; step++) {
    multiply(u, t, 0), multiply(t, v, 1);
    multiply(v, t, 0), multiply(t, u, 1);
  }
  for (int i = 0; i < N; i++) uv += u[i] * v[i], vv += v[i] * v[i];
  printf("%.9f\n", sqrt(uv / vv));
  return 0;
}
