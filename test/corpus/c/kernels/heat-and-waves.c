// Finite differences: Jacobi and Gauss-Seidel on a plate, explicit heat, waves on a string, a tridiagonal solver.
#include <math.h>
#include <stdio.h>

enum { N = 24 };
static double plate[N][N], next[N][N], seidel[N][N];

static void solve_tridiagonal(int n, const double *below, double *middle, const double *above, double *right) {
  for (int i = 1; i < n; i++) {
    double w = below[i] / middle[i - 1];
    middle[i] -= w * above[i - 1];
    right[i] -= w * right[i - 1];
  }
  right[n - 1] /= middle[n - 1];
  for (int i = n - 2; i >= 0; i--) right[i] = (right[i] - above[i] * right[i + 1]) / middle[i];
}

int main(void) {
  for (int i = 0; i < N; i++) plate[0][i] = next[0][i] = seidel[0][i] = 100 * sin(acos(-1.0) * i / (N - 1));
  for (int sweep = 0; sweep < 200; sweep++) {
    for (int i = 1; i < N - 1; i++) {
      for (int j = 1; j < N - 1; j++) {
        next[i][j] = (plate[i - 1][j] + plate[i + 1][j] + plate[i][j - 1] + plate[i][j + 1]) / 4;
        seidel[i][j] += 1.6 * ((seidel[i - 1][j] + seidel[i + 1][j] + seidel[i][j - 1] + seidel[i][j + 1]) / 4 - seidel[i][j]);
      }
    }
    for (int i = 1; i < N - 1; i++) {
      for (int j = 1; j < N - 1; j++) plate[i][j] = next[i][j];
    }
  }
  printf("%.9f %.9f %.9f\n", plate[5][12], seidel[5][12], seidel[12][12]);
  float u[64] = {0}, old[64] = {0}, now[64];
  for (int i = 16; i < 32; i++) u[i] = old[i] = (float)(i - 16) / 16;
  for (int t = 0; t < 200; t++) {
    for (int i = 1; i < 63; i++) now[i] = 2 * u[i] - old[i] + 0.25f * (u[i + 1] - 2 * u[i] + u[i - 1]);
    for (int i = 1; i < 63; i++) old[i] = u[i], u[i] = now[i];
  }
  printf("%.6f %.6f\n", (double)u[10], (double)u[40]);
  double below[50], middle[50], above[50], right[50];
  for (int t = 0; t < 20; t++) {
    for (int i = 0; i < 50; i++) {
      below[i] = above[i] = -0.5, middle[i] = 2;
      if (t == 0) right[i] = i == 25 ? 10 : 0;
    }
    solve_tridiagonal(50, below, middle, above, right);
  }
  printf("%.12f %.12f\n", right[25], right[20]);
  return 0;
}
