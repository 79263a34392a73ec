// Conversions from integers to float and double, exact and rounded; float to double and back.
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>

int main(void) {
  volatile int64_t values[] = {0, 1, -1, 16777217, -16777217, 33554435, INT32_MAX, INT32_MIN, 9007199254740993,
                               -9007199254740995, INT64_MAX, INT64_MIN, 123456789012345678};
  for (unsigned i = 0; i < sizeof values / sizeof *values; i++) {
    int64_t n = values[i];
    printf("%a %a %a %a\n", (double)n, (float)n, (double)(uint64_t)n, (float)(uint64_t)n);
    printf("%a %a %a\n", (double)(int32_t)n, (float)(int32_t)n, (float)(uint32_t)n);
  }
  volatile double wide[] = {0.1, 1e300, -1e300, 1e-300, 1e-46, 3.4028235677973366e38, 16777217.0, 7e-46};
  for (unsigned i = 0; i < sizeof wide / sizeof *wide; i++) {
    float narrow = (float)wide[i];
    printf("%a %a\n", narrow, (double)narrow - wide[i]);
  }
  for (int i = -5; i < 5; i++) printf("%g ", i / 2 + i / 2.0 + (float)i / 2);
  printf("\n");
  return 0;
}
