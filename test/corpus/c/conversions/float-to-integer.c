// Conversions from floating point to every integer type, within each type's range.
#include <inttypes.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>

int main(void) {
  volatile double values[] = {0.0, -0.0, 0.5, -0.5, 0.999999999, 1.0, -1.0, 42.7, -42.7, 100.0, 127.9, -128.9};
  for (unsigned i = 0; i < sizeof values / sizeof *values; i++) {
    double x = values[i];
    float f = (float)x;
    printf("%d %d %ld %lld | %d %lld\n", (signed char)x, (short)x, (long)x, (long long)x, (int)f, (long long)f);
    if (x > -1) {
      printf("%u %u %lu %llu | %u %llu\n", (unsigned char)x, (unsigned short)x, (unsigned long)x,
             (unsigned long long)x, (unsigned)f, (unsigned long long)f);
    }
  }
  volatile double edges[] = {2147483647.0, -2147483648.0, 2147483647.5, -2147483648.9};
  for (int i = 0; i < 4; i++) printf("%d\n", (int)edges[i]);
  volatile double big = 4294967295.9, huge = 9223372036854774784.0, low = -9223372036854775808.0;
  volatile double unsigned_top = 18446744073709549568.0;
  printf("%u %lld %lld %llu\n", (unsigned)big, (long long)huge, (long long)low, (unsigned long long)unsigned_top);
  volatile float f_top = 2147483520.0f, f_low = -2147483648.0f;
  printf("%d %d %lld\n", (int)f_top, (int)f_low, (long long)f_top * 4);
  for (double x = -2.5; x <= 2.5; x += 0.5) printf("%ld %lld %ld\n", lround(x), llrint(x), lrint(x));
  printf("%d %d\n", (_Bool)0.25, (_Bool)-0.0);
  return 0;
}
