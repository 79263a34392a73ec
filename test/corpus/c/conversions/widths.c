// Casts between integer widths and signs, enums, bool, characters; bytes of numbers in memory; big-endian reading.
#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum Level { LOW = -1, MIDDLE = 5, HIGH = 1000000 };

static uint32_t read_big_endian(const uint8_t *p) { return (uint32_t)p[0] << 24 | p[1] << 16 | p[2] << 8 | p[3]; }

int main(void) {
  const int64_t values[] = {0, 127, 128, 255, 256, -1, -129, 65535, 2147483648, -2147483649, INT64_MAX, INT64_MIN};
  for (unsigned i = 0; i < sizeof values / sizeof *values; i++) {
    volatile int64_t v = values[i];
    printf("%d %u %d %u %" PRId32 " %" PRIu32 " %" PRIu64 " %d\n", (int8_t)v, (uint8_t)v, (int16_t)v, (uint16_t)v,
           (int32_t)v, (uint32_t)v, (uint64_t)v, (bool)v);
  }
  enum Level level = HIGH;
  printf("%d %d %zu\n", LOW + MIDDLE, level / 7, sizeof level);
  printf("%d %d\n", (signed char)'\xff', (unsigned char)'\xff');
  double d = -2.0;
  uint8_t bytes[8];
  memcpy(bytes, &d, 8);
  for (int i = 0; i < 8; i++) printf("%02x", bytes[i]);
  const uint8_t big[] = {0x12, 0x34, 0x56, 0xF8};
  printf(" %08" PRIx32 "\n", read_big_endian(big));
  uintptr_t address = (uintptr_t)(void *)0;
  printf("%d %d\n", address == 0, (int)(char)300);
  return 0;
}
