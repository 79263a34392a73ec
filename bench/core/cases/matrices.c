// The product of two 8 by 8 matrices of sample sets, printed in full.
#include <stdio.h>
#include <uxhw.h>

enum { SIZE = 8, SAMPLES = 50 };

static double draw(int i, int j) {
  double samples[SAMPLES];
  for (int k = 0; k < SAMPLES; k++) samples[k] = i + 1 + 0.1 * j + ((k * 37 + 11 * i + 5 * j) % SAMPLES) * 0.04;
  return UxHwDoubleDistFromSamples(samples, SAMPLES);
}

int main(void) {
  double a[SIZE][SIZE], b[SIZE][SIZE], c[SIZE][SIZE];
  for (int i = 0; i < SIZE; i++)
    for (int j = 0; j < SIZE; j++) a[i][j] = draw(i, j), b[i][j] = draw(j, i);
  for (int i = 0; i < SIZE; i++)
    for (int j = 0; j < SIZE; j++) {
      c[i][j] = 0;
      for (int k = 0; k < SIZE; k++) c[i][j] += a[i][k] * b[k][j];
    }
  for (int i = 0; i < SIZE; i++)
    for (int j = 0; j < SIZE; j++) printf("%lf\n", c[i][j]);
}
