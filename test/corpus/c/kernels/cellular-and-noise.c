// Game of life, rule 110, value noise, a linear congruential texture, convolution and edge detection in float.
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { N = 32 };
static unsigned char life[N][N], next[N][N];
static double lattice(int x, int y) {
  unsigned h = (unsigned)x * 374761393u + (unsigned)y * 668265263u;
  h = (h ^ h >> 13) * 1274126177u;
  return (double)(h ^ h >> 16) / 4294967295.0;
}
static double noise(double x, double y) {
  int i = (int)floor(x), j = (int)floor(y);
  double u = x - i, v = y - j;
  u = u * u * (3 - 2 * u), v = v * v * (3 - 2 * v);
  double a = lattice(i, j) + u * (lattice(i + 1, j) - lattice(i, j)), b = lattice(i, j + 1) + u * (lattice(i + 1, j + 1) - lattice(i, j + 1));
  return a + v * (b - a);
}

int main(void) {
  const char *glider[] = {".#.", "..#", "###"};
  for (int i = 0; i < 9; i++) life[i / 3 + 2][i % 3 + 2] = glider[i / 3][i % 3] == '#';
  for (int i = 0; i < 3; i++) life[20][10 + i] = 1;
  for (int step = 0; step < 41; step++) {
    for (int i = 0; i < N; i++) for (int j = 0; j < N; j++) {
      int around = -life[i][j];
      for (int k = 0; k < 9; k++) around += life[(i + k / 3 + N - 1) % N][(j + k % 3 + N - 1) % N];
      next[i][j] = around == 3 || (around == 2 && life[i][j]);
    }
    memcpy(life, next, sizeof life);
  }
  for (int i = 0; i < N; i++) for (int j = 0; j < N; j++) if (life[i][j]) printf("%d,%d ", i, j);
  unsigned row = 1;
  for (int step = 0; step < 100; step++) {
    unsigned out = 0;
    for (int i = 0; i < 32; i++) out |= (110u >> ((row >> ((i + 1) & 31) & 1) << 2 | (row >> i & 1) << 1 | (row >> ((i + 31) & 31) & 1)) & 1) << i;
    row = out;
  }
  printf("\n%08x\n", row);
  static float image[N][N], edges[N][N];
  for (int i = 0; i < N; i++) for (int j = 0; j < N; j++) {
    double sum = 0, scale = 1;
    for (int octave = 0; octave < 4; octave++, scale /= 2) sum += scale * noise(i * 0.1 / scale, j * 0.1 / scale);
    image[i][j] = (float)sum;
  }
  float top = 0, total = 0;
  for (int i = 1; i < N - 1; i++) for (int j = 1; j < N - 1; j++) {
    float x = 0, y = 0;
    for (int k = -1; k < 2; k++) {
      float w = k ? 1.0f : 2.0f;
      x += w * (image[i + k][j + 1] - image[i + k][j - 1]), y += w * (image[i + 1][j + k] - image[i - 1][j + k]);
    }
    edges[i][j] = sqrtf(x * x + y * y);
    top = fmaxf(top, edges[i][j]), total += edges[i][j];
  }
  printf("%.6f %.4f\n", (double)top, (double)total);
  return 0;
}
