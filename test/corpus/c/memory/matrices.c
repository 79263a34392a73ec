// Matrices as arrays of arrays, as pointers to rows, as one block with strides, and of variable length.
#include <stdio.h>
#include <stdlib.h>

static double **make_rows(int n, int m) {
  double **rows = malloc((size_t)n * sizeof *rows);
  for (int i = 0; i < n; i++) {
    rows[i] = malloc((size_t)m * sizeof **rows);
    for (int j = 0; j < m; j++) rows[i][j] = i * 10 + j * 0.5;
  }
  return rows;
}
static double trace(int n, double a[n][n]) {
  double sum = 0;
  for (int i = 0; i < n; i++) sum += a[i][i];
  return sum;
}
static void multiply(int n, double a[n][n], double b[n][n], double c[n][n]) {
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < n; j++) {
      c[i][j] = 0;
      for (int k = 0; k < n; k++) c[i][j] += a[i][k] * b[k][j];
    }
  }
}
static void transpose_block(const double *from, double *to, int rows, int columns, int stride) {
  for (int i = 0; i < rows; i++) {
    for (int j = 0; j < columns; j++) to[j * rows + i] = from[i * stride + j];
  }
}

int main(void) {
  double **rows = make_rows(5, 7);
  double *swap = rows[0];
  rows[0] = rows[4];
  rows[4] = swap;
  printf("%g %g\n", rows[0][6], rows[4][6]);
  for (int i = 0; i < 5; i++) free(rows[i]);
  free(rows);
  for (int n = 2; n < 7; n += 2) {
    double a[n][n], b[n][n], c[n][n];
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) a[i][j] = i + j * 0.25, b[i][j] = i == j ? 2 : 1.0 / (i + j + 1);
    }
    multiply(n, a, b, c);
    printf("%.9f %.9f\n", trace(n, c), c[n - 1][0]);
  }
  double block[6 * 8], flat[12];
  for (int i = 0; i < 48; i++) block[i] = i;
  transpose_block(block + 9, flat, 3, 4, 8);
  for (int i = 0; i < 12; i++) printf("%g ", flat[i]);
  double cube[3][4][5] = {{{0}}};
  cube[2][3][4] = 1.5, cube[1][0][2] = -2;
  double (*plane)[5] = cube[1];
  printf("\n%g %g %zu\n", plane[0][2], *(*(*(cube + 2) + 3) + 4), sizeof cube / sizeof cube[0]);
  return 0;
}
