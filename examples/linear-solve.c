// Node voltages of a ladder of resistors: Gaussian elimination on a matrix of uncertain numbers, written as for plain numbers.
#include <math.h>
#include <stdio.h>
#include <uxhw.h>

enum { N = 4 };

static void solve(double a[N][N], double b[N]) {
  for (int k = 0; k < N; k++) {
    for (int i = k + 1; i < N; i++) {
      double factor = a[i][k] / a[k][k];
      for (int j = k; j < N; j++) a[i][j] -= factor * a[k][j];
      b[i] -= factor * b[k];
    }
  }
  for (int i = N - 1; i >= 0; i--) {
    for (int j = i + 1; j < N; j++) b[i] -= a[i][j] * b[j];
    b[i] /= a[i][i];
  }
}

int main(void) {
  double series[N + 1], shunt[N];                             // conductances, 1/ohm, 5 % resistors
  for (int i = 0; i <= N; i++) series[i] = 1 / UxHwDoubleUniformDist(95, 105);
  for (int i = 0; i < N; i++) shunt[i] = 1 / UxHwDoubleUniformDist(950, 1050);

  double a[N][N] = {{0}}, voltage[N] = {0};
  for (int i = 0; i < N; i++) {
    a[i][i] = series[i] + series[i + 1] + shunt[i];
    if (i > 0) a[i][i - 1] = -series[i];
    if (i < N - 1) a[i][i + 1] = -series[i + 1];
  }
  voltage[0] = series[0] * 12.0;                              // a source of 12 V at one end, ground at the other

  solve(a, voltage);
  for (int i = 0; i < N; i++) printf("node %d (V): %lf\n", i + 1, voltage[i]);
  return 0;
}
