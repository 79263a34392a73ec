// Monte Carlo with fixed generators: pi, an integral in five dimensions, a random walk, Ising spins, Markov chain.
#include <math.h>
#include <stdint.h>
#include <stdio.h>

static uint32_t state[4] = {123456789, 362436069, 521288629, 88675123};
static uint32_t next(void) {
  uint32_t t = state[0] ^ state[0] << 11;
  state[0] = state[1], state[1] = state[2], state[2] = state[3];
  return state[3] ^= state[3] >> 19 ^ t ^ t >> 8;
}
static double uniform(void) { return next() / 4294967296.0; }

int main(void) {
  int inside = 0;
  for (int i = 0; i < 200000; i++) {
    double x = uniform(), y = uniform();
    inside += x * x + y * y < 1;
  }
  printf("%.6f\n", inside / 50000.0);
  double sum = 0;
  for (int i = 0; i < 20000; i++) {
    double product = 1;
    for (int k = 0; k < 5; k++) product *= (fabs(4 * uniform() - 2) + k) / (1 + k);
    sum += product;
  }
  printf("%.9f\n", sum / 20000);
  double x = 0, farthest = 0;
  for (int i = 0; i < 10000; i++) x += sqrt(-2 * log(uniform() + 1e-12)) * sin(6.283185307179586 * uniform()), farthest = fmax(farthest, fabs(x));
  printf("%.9f %.9f\n", x, farthest);
  signed char spin[32][32];
  for (int i = 0; i < 1024; i++) spin[i / 32][i % 32] = next() & 1 ? 1 : -1;
  for (int k = 0; k < 40000; k++) {
    int i = next() % 32, j = next() % 32;
    int change = 2 * spin[i][j] * (spin[(i + 1) % 32][j] + spin[(i + 31) % 32][j] + spin[i][(j + 1) % 32] + spin[i][(j + 31) % 32]);
    if (change <= 0 || uniform() < exp(-change / 2.0)) spin[i][j] = (signed char)-spin[i][j];
  }
  int magnet = 0;
  for (int i = 0; i < 1024; i++) magnet += spin[i / 32][i % 32];
  printf("%d\n", magnet);
  double chain = 0, mean = 0;
  for (int i = 0; i < 20000; i++) {
    double proposal = chain + uniform() - 0.5;
    if (uniform() < exp((chain * chain - proposal * proposal) / 2)) chain = proposal;
    mean += chain * chain;
  }
  printf("%.9f\n", mean / 20000);
  return 0;
}
