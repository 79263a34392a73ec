// Random numbers from the GNU library's generators, bit for bit, so that a program that sets its seed draws the same
// numbers. If the program sets no seed, the run chooses one.
#include <string.h>
#include <unistd.h>

#define F_HAS_UNSIGNED
#include "fortran-runtime.h"

enum { WORDS = 4, PARTS = 8 };

// xoshiro256** (D. Blackman and S. Vigna, 2018).
static uint64_t state[WORDS];
static int32_t seeded;

// Constants that the GNU library adds to seeds, because seeds with few set bits would otherwise start with similar
// sequences.
static const uint64_t spread[WORDS] = {0xbd0c5b6e50c2df49u, 0xd46061cd46e1df38u, 0xbb4f4d4ed6103544u, 0x114a583d0756ad39u};

static uint64_t rotate(uint64_t x, int k) { return (x << k) | (x >> (64 - k)); }

uint64_t f_random_bits(void) {
  if (!seeded) f_random_restart();
  uint64_t result = rotate(state[1] * 5, 7) * 9, t = state[1] << 17;
  state[2] ^= state[0];
  state[3] ^= state[1];
  state[1] ^= state[2];
  state[0] ^= state[3];
  state[2] ^= t;
  state[3] = rotate(state[3], 45);
  return result;
}

float f_random_r4(void) { return (float)(f_random_bits() >> 40) * 0x1p-24f; }
double f_random_r8(void) { return (double)(f_random_bits() >> 11) * 0x1p-53; }
// 113 bits: all bits of one random number, and some bits of the next.
long double f_random_r16(void) {
  long double high = (long double)f_random_bits() * 0x1p-64L;
  return high + (long double)(f_random_bits() >> 15 << 15) * 0x1p-128L;
}

static void set_seed(const uint32_t *parts) {
  for (int i = 0; i < WORDS; i++) state[i] = (parts[2 * i] | (uint64_t)parts[2 * i + 1] << 32) ^ spread[i];
  seeded = 1;
}

// The parts of the user's seed come in reverse order.
void f_random_put(const fdesc *d) {
  uint32_t parts[PARTS] = {0};
  if (d->elem == 8) {
    for (int i = 0; i < WORDS && i < d->dim[0].ext; i++) {
      uint64_t word = *(const uint64_t *)((const char *)d->base + (ptrdiff_t)i * d->dim[0].stride);
      parts[2 * (WORDS - 1 - i)] = (uint32_t)word;
      parts[2 * (WORDS - 1 - i) + 1] = (uint32_t)(word >> 32);
    }
    set_seed(parts);
    return;
  }
  for (int i = 0; i < PARTS && i < d->dim[0].ext; i++) {
    const char *p = (const char *)d->base + (ptrdiff_t)i * d->dim[0].stride;
    parts[PARTS - 1 - i] = *(const uint32_t *)p;
  }
  set_seed(parts);
}

void f_random_get(const fdesc *d) {
  if (!seeded) f_random_restart();
  if (d->elem == 8) {
    for (int i = 0; i < WORDS && i < d->dim[0].ext; i++) {
      int word = WORDS - 1 - i;
      *(uint64_t *)((char *)d->base + (ptrdiff_t)i * d->dim[0].stride) = state[word] ^ spread[word];
    }
    return;
  }
  for (int i = 0; i < PARTS && i < d->dim[0].ext; i++) {
    char *p = (char *)d->base + (ptrdiff_t)i * d->dim[0].stride;
    int from = PARTS - 1 - i;
    uint32_t part = (uint32_t)((state[from / 2] ^ spread[from / 2]) >> (from & 1 ? 32 : 0));
    *(uint32_t *)p = part;
  }
}

void f_random_restart(void) {
  uint32_t parts[PARTS];
  if (getentropy(parts, sizeof parts) != 0) {
    uint64_t now = (uint64_t)f_clock_count(8);
    for (int i = 0; i < PARTS; i++) parts[i] = (uint32_t)((now + (uint64_t)i) * 0x9e3779b97f4a7c15u >> 32);
  }
  set_seed(parts);
}

// The minimal standard generator (S. Park and K. Miller, 1988).
static int32_t next_minimal(int32_t x) { return (int32_t)((int64_t)16807 * x % 2147483647); }

// A repeatable sequence starts with the same state as in the GNU library.
void f_random_init(int32_t repeatable) {
  if (!repeatable) {
    f_random_restart();
    return;
  }
  uint32_t parts[PARTS];
  int32_t x = 57911963;
  for (int i = 0; i < PARTS; i++) parts[PARTS - 1 - i] = (uint32_t)(x = next_minimal(x));
  set_seed(parts);
}

// RAND and IRAND.
static int32_t old_seed = 123459876;
void f_srand(int32_t seed) { old_seed = seed == 0 ? 123459876 : seed; }
int32_t f_irand(int32_t flag) {
  if (flag == 1) f_srand(0);
  else if (flag != 0) f_srand(flag);
  return old_seed = next_minimal(old_seed);
}
// Uses only as many bits as a real can hold, so that no result is rounded to 1.
float f_rand(int32_t flag) { return (float)((f_irand(flag) - 1) & ~511) * 0x1p-31f; }

