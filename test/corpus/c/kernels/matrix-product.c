// Dense matrix products in three loop orders, blocked, and in single precision.
#include <stdio.h>

enum { N = 60, BLOCK = 12 };
static double a[N][N], b[N][N], c[N][N], d[N][N];
static float fa[N][N], fc[N][N];

int main(void) {
  for (int i = 0; i < N; i++) {
    for (int j = 0; j < N; j++) {
      a[i][j] = (i * 7 + j * 3) % 11 - 5 + 0.25;
      b[i][j] = 1.0 / (i + j + 1);
      fa[i][j] = (float)a[i][j];
    }
  }
  for (int i = 0; i < N; i++) {
    for (int j = 0; j < N; j++) {
      double sum = 0;
      float single = 0;
      for (int k = 0; k < N; k++) sum += a[i][k] * b[k][j], single += fa[i][k] * fa[k][j];
      c[i][j] = sum;
      fc[i][j] = single;
    }
  }
  for (int ii = 0; ii < N; ii += BLOCK) {
    for (int kk = 0; kk < N; kk += BLOCK) {
      for (int i = ii; i < ii + BLOCK; i++) {
        for (int k = kk; k < kk + BLOCK; k++) {
          for (int j = 0; j < N; j++) d[i][j] += a[i][k] * b[k][j];
        }
      }
    }
  }
  double trace = 0, sum = 0;
  int same = 0;
  for (int i = 0; i < N; i++) {
    trace += c[i][i];
    for (int j = 0; j < N; j++) sum += c[i][j] * (i - j), same += c[i][j] == d[i][j];
  }
  printf("%.12f %.12f %d %.3f\n", trace, sum, same, (double)fc[17][42]);
  return 0;
}
