// xoshiro256** (Blackman and Vigna, 2018), seeded with SplitMix64 as its authors recommend. This is the only generator
// in the core.
#include "kernels.h"

static uint64_t state[4];

static uint64_t next_splitmix(uint64_t *x) {
  uint64_t z = *x += 0x9E3779B97F4A7C15u;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
  return z ^ (z >> 31);
}

void KERNEL(seed)(uint32_t low, uint32_t high) {
  uint64_t x = (uint64_t)high << 32 | low;
  for (int i = 0; i < 4; i++) state[i] = next_splitmix(&x);
}

static uint64_t rotate(uint64_t x, int k) { return x << k | x >> (64 - k); }

uint64_t ux_random_bits(void) {
  uint64_t result = rotate(state[1] * 5, 7) * 9, t = state[1] << 17;
  state[2] ^= state[0];
  state[3] ^= state[1];
  state[1] ^= state[2];
  state[0] ^= state[3];
  state[2] ^= t;
  state[3] = rotate(state[3], 45);
  return result;
}

// Uniform on (0, 1): the midpoint of one of 2^52 cells, and therefore never 0 or 1.
double KERNEL(random)(void) { return ((double)(ux_random_bits() >> 12) + 0.5) * 0x1p-52; }
