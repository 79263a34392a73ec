// Functions with thirty arguments of mixed types, returned pairs, pointers to arrays, const and restrict parameters.
#include <stdio.h>

typedef struct { float low, high; } Range;
typedef struct { double mean; int count; } Summary;

static double thirty(int a, double b, float c, char d, long long e, double f, float g, short h, unsigned i, double j,
                     double k, int l, float m, double n, long o, double p, float q, double r, unsigned char s, double t,
                     Range u, double v, Summary w, double x, float y, double z, int aa, double bb, float cc, double dd) {
  return a + b * 2 + (double)c * 3 + d * 4 + (double)e * 5 + f * 6 + (double)g * 7 + h * 8 + i * 9 + j * 10 + k * 11 + l * 12 +
         (double)m * 13 + n * 14 + (double)o * 15 + p * 16 + (double)q * 17 + r * 18 + s * 19 + t * 20 + (double)(u.low + u.high) * 21 +
         v * 22 + w.mean * w.count * 23 + x * 24 + (double)y * 25 + z * 26 + aa * 27 + bb * 28 + (double)cc * 29 + dd * 30;
}
static Summary summarise(const double (*rows)[3], int n) {
  Summary s = {0, 0};
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < 3; j++) s.mean += rows[i][j], s.count++;
  }
  s.mean /= s.count;
  return s;
}
static Range widen(Range r, float by) { return (Range){r.low - by, r.high + by}; }
static void exchange(double *restrict a, double *restrict b) {
  double t = *a;
  *a = *b;
  *b = t;
}

int main(void) {
  Range range = widen(widen((Range){1, 2}, 0.5f), 0.25f);
  const double rows[2][3] = {{1, 2, 3}, {4.5, 5.5, 6.5}};
  Summary summary = summarise(rows, 2);
  printf("%g %g %g %d\n", (double)range.low, (double)range.high, summary.mean, summary.count);
  printf("%.10g\n", thirty(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, range, 22, summary, 24, 25,
                           26, 27, 28, 29, 30));
  double a = 1.25, b = -7;
  exchange(&a, &b);
  printf("%g %g\n", a, b);
  double (*volatile pointer)(int, double, float, char, long long, double, float, short, unsigned, double, double, int,
                             float, double, long, double, float, double, unsigned char, double, Range, double, Summary,
                             double, float, double, int, double, float, double) = thirty;
  printf("%.10g\n", pointer(0, .1, .2f, 1, 2, .3, .4f, 3, 4, .5, .6, 5, .7f, .8, 6, .9, 1.f, 1.1, 7, 1.2, range, 1.3, summary,
                            1.4, 1.5f, 1.6, 8, 1.7, 1.8f, 1.9));
  return 0;
}
