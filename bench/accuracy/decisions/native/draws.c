// Draws from <uxhw.h>'s distributions for a native program, whose main function calls `one` many times and prints the
// mean and standard deviation. If further arguments specify fractions, it also prints the deviation's standard error,
// and each quantile with its standard error and the fraction of draws above it. Uses xoshiro256++ (Blackman and Vigna,
// 2019) and Marsaglia's polar method.
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

double one(void);

static uint64_t state[4] = {0x9E3779B97F4A7C15u, 0xBF58476D1CE4E5B9u, 0x94D049BB133111EBu, 42};
static uint64_t rotate(uint64_t x, int by) { return x << by | x >> (64 - by); }
static double next_uniform(void) {
  uint64_t result = rotate(state[0] + state[3], 23) + state[0], t = state[1] << 17;
  state[2] ^= state[0];
  state[3] ^= state[1];
  state[1] ^= state[2];
  state[0] ^= state[3];
  state[2] ^= t;
  state[3] = rotate(state[3], 45);
  return ((double)(result >> 11) + 0.5) / 9007199254740992.0;
}

double UxHwDoubleUniformDist(double low, double high) { return low + (high - low) * next_uniform(); }
double UxHwDoubleGaussDist(double mean, double deviation) {
  double u, v, square;
  do {
    u = 2 * next_uniform() - 1;
    v = 2 * next_uniform() - 1;
    square = u * u + v * v;
  } while (square >= 1 || square == 0);
  return mean + deviation * u * sqrt(-2 * log(square) / square);
}

double UxHwDoubleExponentialDist(double mean) { return -mean * log(next_uniform()); }
double UxHwDoubleGumbel1Dist(double location, double scale) {
  return location - scale * log(-log(next_uniform()));
}
double UxHwDoubleLognormalDist(double mean, double deviation) {
  return exp(UxHwDoubleGaussDist(mean, deviation));
}
double UxHwDoubleWeibullDist(double shape, double scale) {
  return scale * pow(-log(next_uniform()), 1 / shape);
}

static int compare(const void *x, const void *y) {
  double a = *(const double *)x, b = *(const double *)y;
  return (a > b) - (a < b);
}

/** Arguments: the number of draws, and the fractions for quantiles. */
int main(int argc, char **argv) {
  long count = argc > 1 ? atol(argv[1]) : 10000000;
  double shift = one(), sum = 0, squares = 0, cubes = 0, fourths = 0;
  double *draws = argc > 2 ? malloc((size_t)count * sizeof(double)) : NULL;
  for (long i = 0; i < count; i++) {
    double x = one() - shift;
    if (draws) draws[i] = x + shift;
    sum += x;
    squares += x * x;
    cubes += x * x * x;
    fourths += x * x * x * x;
  }
  double n = (double)count, mean = sum / n, variance = squares / n - mean * mean;
  printf("%.9g\t%.9g", mean + shift, sqrt(variance));
  double fourth = fourths / n - 4 * mean * cubes / n + 6 * mean * mean * squares / n - 3 * mean * mean * mean * mean;
  double error = sqrt(fmax(0, fourth / variance - variance) / (4 * n));
  if (!draws) printf("\t%.3g", sqrt(variance / n));
  printf("\t%.3g", error);
  if (draws) qsort(draws, (size_t)count, sizeof(double), compare);
  for (int i = 2; i < argc; i++) {
    double share = atof(argv[i]), step = sqrt(share * (1 - share) * (double)count);
    long at = (long)ceil(share * (double)count) - 1;
    double quantile = draws[at], width = draws[at + (long)step] - draws[at - (long)step];
    while (at + 1 < count && draws[at + 1] == quantile) at++;
    printf("\t%.9g\t%.3g\t%.9g", quantile, width / 2, (double)(count - 1 - at) / (double)count);
  }
  printf("\n");
}
