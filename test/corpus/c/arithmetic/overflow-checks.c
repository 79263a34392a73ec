// Checked arithmetic by the compiler's builtins, by comparison and by wider types.
#include <limits.h>
#include <stdint.h>
#include <stdio.h>

int main(void) {
  const int values[] = {0, 1, -1, 46340, 46341, INT_MAX, INT_MIN, 65536};
  for (int i = 0; i < 8; i++) {
    for (int j = 0; j < 8; j++) {
      int sum, difference, product;
      volatile int a = values[i], b = values[j];
      int s = __builtin_add_overflow(a, b, &sum), d = __builtin_sub_overflow(a, b, &difference);
      int p = __builtin_mul_overflow(a, b, &product);
      long long wide = (long long)a * b;
      printf("%d%d%d %d %d %d %d\n", s, d, p, sum, difference, product, p == (wide > INT_MAX || wide < INT_MIN));
    }
  }
  uint8_t small;
  printf("%d ", __builtin_add_overflow(200, 100, &small));
  printf("%u\n", small);
  uint64_t big;
  printf("%d\n", __builtin_mul_overflow(UINT64_MAX / 3, 4u, &big));
  size_t total;
  printf("%d\n", __builtin_mul_overflow((size_t)1 << 20, (size_t)1 << 13, &total));
  return 0;
}
