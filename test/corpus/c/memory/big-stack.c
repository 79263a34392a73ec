// Megabytes on the stack: large arrays, variable length arrays, recursion with large frames.
#include <stdio.h>

static double fill(int n) {
  double row[n];
  for (int i = 0; i < n; i++) row[i] = i * 0.25;
  double sum = 0;
  for (int i = n - 1; i >= 0; i -= 7) sum += row[i];
  return sum;
}

static double recurse(int depth) {
  volatile double frame[4096];
  frame[0] = depth;
  frame[4095] = depth * 0.5;
  return depth == 0 ? 0 : recurse(depth - 1) + frame[0] + frame[4095];
}

static double matrix(int n, int m) {
  float cells[n][m];
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < m; j++) cells[i][j] = (float)(i * m + j) * 0.125f;
  }
  double trace = 0;
  for (int i = 0; i < n && i < m; i++) trace += (double)cells[i][i];
  return trace + sizeof cells;
}

int main(void) {
  double local[400000];
  for (int i = 0; i < 400000; i++) local[i] = i;
  printf("%.1f\n", local[399999] + local[123456]);
  printf("%.2f\n", fill(300000));
  printf("%.1f\n", recurse(100));
  printf("%.3f\n", matrix(300, 500));
  return 0;
}
