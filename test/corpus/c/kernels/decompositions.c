// QR by Householder and Gram-Schmidt, Cholesky, singular values by Jacobi, eigenvalues by QR steps, least squares.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 6 };
typedef double Matrix[N][N];

static void fill(Matrix a) {
  for (int i = 0; i < N; i++) for (int j = 0; j < N; j++) a[i][j] = 1.0 / (1 + abs(i - j)) + (i == j) * i + 0.1 * sin(i * j);
}
static void householder(Matrix a) {
  for (int k = 0; k < N - 1; k++) {
    double norm = 0, v[N] = {0};
    for (int i = k; i < N; i++) norm += a[i][k] * a[i][k];
    norm = sqrt(norm);
    for (int i = k; i < N; i++) v[i] = a[i][k];
    v[k] += copysign(norm, a[k][k]);
    double square = 0;
    for (int i = k; i < N; i++) square += v[i] * v[i];
    for (int j = k; j < N; j++) {
      double dot = 0;
      for (int i = k; i < N; i++) dot += v[i] * a[i][j];
      for (int i = k; i < N; i++) a[i][j] -= 2 * dot / square * v[i];
    }
  }
}
static void gram_schmidt(Matrix a, Matrix r) {
  memset(r, 0, sizeof(Matrix));
  for (int j = 0; j < N; j++) {
    for (int k = 0; k < j; k++) {
      for (int i = 0; i < N; i++) r[k][j] += a[i][k] * a[i][j];
      for (int i = 0; i < N; i++) a[i][j] -= r[k][j] * a[i][k];
    }
    for (int i = 0; i < N; i++) r[j][j] += a[i][j] * a[i][j];
    r[j][j] = sqrt(r[j][j]);
    for (int i = 0; i < N; i++) a[i][j] /= r[j][j];
  }
}

int main(void) {
  Matrix a, q, r, s;
  fill(a), fill(q);
  householder(a), gram_schmidt(q, r);
  double worst = 0, determinant = 1;
  for (int i = 0; i < N; i++) determinant *= fabs(a[i][i]), worst = fmax(worst, fabs(fabs(a[i][i]) - r[i][i]));
  printf("%.9f %d\n", determinant, worst < 1e-10);
  fill(s);
  for (int i = 0; i < N; i++) for (int j = 0; j < i; j++) s[i][j] = s[j][i];
  Matrix l = {{0}};
  for (int j = 0; j < N; j++) {
    for (int i = j; i < N; i++) {
      double sum = s[i][j] + (i == j) * 2;
      for (int k = 0; k < j; k++) sum -= l[i][k] * l[j][k];
      l[i][j] = i == j ? sqrt(sum) : sum / l[j][j];
    }
  }
  printf("%.9f %.9f\n", l[N - 1][N - 1], l[3][1]);
  for (int step = 0; step < 300; step++) {
    gram_schmidt(s, r);
    Matrix next = {{0}};
    for (int i = 0; i < N; i++) for (int j = 0; j < N; j++) for (int k = 0; k < N; k++) next[i][j] += r[i][k] * s[k][j];
    memcpy(s, next, sizeof s);
  }
  for (int i = 0; i < N; i++) printf("%.6f ", s[i][i]);
  fill(a);
  for (int sweep = 0; sweep < 30; sweep++) {
    for (int p = 0; p < N; p++) for (int t = p + 1; t < N; t++) {
      double alpha = 0, beta = 0, gamma = 0;
      for (int i = 0; i < N; i++) alpha += a[i][p] * a[i][p], beta += a[i][t] * a[i][t], gamma += a[i][p] * a[i][t];
      if (fabs(gamma) < 1e-15) continue;
      double zeta = (beta - alpha) / (2 * gamma), turn = copysign(1, zeta) / (fabs(zeta) + sqrt(1 + zeta * zeta));
      double c = 1 / sqrt(1 + turn * turn), d = c * turn;
      for (int i = 0; i < N; i++) {
        double u = a[i][p], v = a[i][t];
        a[i][p] = c * u - d * v, a[i][t] = d * u + c * v;
      }
    }
  }
  printf("\n");
  for (int j = 0; j < N; j++) {
    double norm = 0;
    for (int i = 0; i < N; i++) norm += a[i][j] * a[i][j];
    printf("%.9f ", sqrt(norm));
  }
  printf("\n");
  return 0;
}
