// Shifts, rotations, counting, reversing and interleaving bits; a Gray code; arithmetic right shifts.
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>

static uint32_t rotate_left(uint32_t x, int n) { return x << (n & 31) | x >> (-n & 31); }
static uint64_t reverse(uint64_t x) {
  uint64_t r = 0;
  for (int i = 0; i < 64; i++) r = r << 1 | (x >> i & 1);
  return r;
}
static uint64_t interleave(uint32_t x, uint32_t y) {
  uint64_t z = 0;
  for (int i = 0; i < 32; i++) z |= (uint64_t)(x >> i & 1) << 2 * i | (uint64_t)(y >> i & 1) << (2 * i + 1);
  return z;
}

int main(void) {
  uint64_t x = 0x0123456789ABCDEF;
  for (int i = 0; i < 12; i++) {
    x = x * 6364136223846793005u + 1442695040888963407u;
    uint32_t low = (uint32_t)x;
    printf("%08" PRIx32 " %016" PRIx64 " %016" PRIx64 "\n", rotate_left(low, i * 5), reverse(x), interleave(low, low >> 7));
    printf("%d %d %d %d %d\n", __builtin_popcountll(x), __builtin_clzll(x), __builtin_ctz(low | 1u << 31),
           __builtin_parity(low), __builtin_ffs((int)low));
    printf("%08" PRIx32 " %" PRId64 " %d\n", __builtin_bswap32(low), (int64_t)x >> 40, (int16_t)low >> 3);
  }
  for (unsigned i = 0; i < 16; i++) printf("%u ", i ^ i >> 1);
  printf("\n%u %u\n", 1u << 31, ~0u >> 1);
  return 0;
}
