// Framework for the accuracy programs. A program defines `double model(void)`, whose inputs come from GAUSS, UNIFORM
// and LOGNORMAL. It is built in four ways:
//   (nothing)          the inputs are distributions: one run, one printed number with its distribution
//   -DMONTE_CARLO      the inputs are random draws: `argv[1]` runs of the model, their results on stdout, binary
//   -DGROUND_TRUTH     the same, with draws from a Kronecker sequence (square roots of primes), which converges faster
//                      and is unrelated to the points that the core uses
//   -DSALTELLI         Sobol' indices of the inputs, see saltelli.h
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

double model(void);

#if !defined(MONTE_CARLO) && !defined(GROUND_TRUTH) && !defined(SALTELLI)
#include <uxhw.h>

#define GAUSS(mean, deviation) UxHwDoubleGaussDist(mean, deviation)
#define UNIFORM(low, high) UxHwDoubleUniformDist(low, high)
#define LOGNORMAL(mu, sigma) UxHwDoubleLognormalDist(mu, sigma)

int main(void) {
  printf("%lf\n", model());
  return 0;
}
#else

#if defined(MONTE_CARLO) || defined(SALTELLI)
static uint64_t state[4] = {0x9E3779B97F4A7C15u, 0xBF58476D1CE4E5B9u, 0x94D049BB133111EBu, 0x2545F4914F6CDD1Du};

static inline double random_uniform(void) {
  uint64_t x = state[1] * 5, result = (x << 7 | x >> 57) * 9, t = state[1] << 17;
  state[2] ^= state[0];
  state[3] ^= state[1];
  state[1] ^= state[2];
  state[0] ^= state[3];
  state[2] ^= t;
  state[3] = state[3] << 45 | state[3] >> 19;
  return ((double)(result >> 12) + 0.5) * 0x1p-52;
}

#endif

#ifdef MONTE_CARLO
static inline double draw_uniform(void) { return random_uniform(); }

// The Box-Muller method, which produces two numbers at a time.
static inline double draw_gauss(void) {
  static double kept;
  static int has_kept;
  if (has_kept) {
    has_kept = 0;
    return kept;
  }
  double radius = sqrt(-2 * log(draw_uniform())), angle = 6.283185307179586 * draw_uniform();
  kept = radius * sin(angle);
  has_kept = 1;
  return radius * cos(angle);
}
#else
enum { MOST_INPUTS = 2048 };
static int input;

#ifdef SALTELLI
static double point[MOST_INPUTS];

static inline double draw_uniform(void) { return point[input++]; }
#else
static double steps[MOST_INPUTS], places[MOST_INPUTS];

static void prepare_sequence(void) {
  int found = 0;
  for (int candidate = 2; found < MOST_INPUTS; candidate++) {
    int prime = 1;
    for (int divisor = 2; divisor * divisor <= candidate; divisor++) prime &= candidate % divisor != 0;
    if (!prime) continue;
    steps[found] = sqrt(candidate) - floor(sqrt(candidate));
    places[found++] = 0.5;
  }
}

static inline double draw_uniform(void) {
  int i = input++;
  places[i] += steps[i];
  places[i] -= places[i] >= 1;
  return places[i] > 0 ? places[i] : 0x1p-53;
}
#endif

// The inverse of the normal distribution function: a rough estimate, refined by Newton's method on erfc.
static inline double draw_gauss(void) {
  double p = draw_uniform(), tail = p < 0.5 ? p : 1 - p;
  double t = sqrt(-2 * log(tail)), x = t - (2.515517 + 0.802853 * t + 0.010328 * t * t) /
                                               (1 + 1.432788 * t + 0.189269 * t * t + 0.001308 * t * t * t);
  for (int i = 0; i < 3; i++)
    x += (0.5 * erfc(x * 0.7071067811865476) - tail) * 2.5066282746310002 * exp(0.5 * x * x);
  return p < 0.5 ? -x : x;
}
#endif

#define GAUSS(mean, deviation) ((mean) + (deviation) * draw_gauss())
#define UNIFORM(low, high) ((low) + ((high) - (low)) * draw_uniform())
#define LOGNORMAL(mu, sigma) exp((mu) + (sigma) * draw_gauss())

#ifdef SALTELLI
#include "saltelli.h"
#else
int main(int argc, char **argv) {
  long runs = argc > 1 ? atol(argv[1]) : 1;
  double *results = malloc((size_t)runs * sizeof(double));
#ifdef GROUND_TRUTH
  prepare_sequence();
#endif
  for (long i = 0; i < runs; i++) {
#ifdef GROUND_TRUTH
    input = 0;
#endif
    results[i] = model();
  }
  return fwrite(results, sizeof(double), (size_t)runs, stdout) == (size_t)runs ? 0 : 1;
}
#endif
#endif
