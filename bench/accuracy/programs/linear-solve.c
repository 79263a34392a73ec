// First unknown of a 4×4 system with uncertain entries, by elimination with row exchanges.
#include "inputs.h"

double model(void) {
  static const double means[4][4] = {{2, 7, 1, 1}, {9, 2, 1, 0.5}, {1, 0.5, 8, 2}, {1, 1, 2, 6}};
  double a[4][5];
  for (int i = 0; i < 4; i++) {
    for (int j = 0; j < 4; j++) a[i][j] = GAUSS(means[i][j], 0.2);
    a[i][4] = GAUSS(i + 1, 0.1);
  }
  for (int k = 0; k < 4; k++) {
    int pivot = k;
    for (int i = k + 1; i < 4; i++)
      if (fabs(a[i][k]) > fabs(a[pivot][k])) pivot = i;
    for (int j = 0; j < 5; j++) {
      double kept = a[k][j];
      a[k][j] = a[pivot][j];
      a[pivot][j] = kept;
    }
    for (int i = k + 1; i < 4; i++) {
      double factor = a[i][k] / a[k][k];
      for (int j = k; j < 5; j++) a[i][j] -= factor * a[k][j];
    }
  }
  double x[4];
  for (int i = 3; i >= 0; i--) {
    x[i] = a[i][4];
    for (int j = i + 1; j < 4; j++) x[i] -= a[i][j] * x[j];
    x[i] /= a[i][i];
  }
  return x[0];
}
