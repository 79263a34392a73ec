// Bit-fields of several widths and signs; unions that look at a double's bits; flexible array members.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

struct Packed {
  unsigned a : 3;
  signed b : 5;
  unsigned : 0;
  unsigned c : 20;
  _Bool d : 1;
  uint64_t e : 40;
};

union View {
  double d;
  float f[2];
  uint64_t u;
  uint8_t bytes[8];
};

struct List {
  int count;
  double items[];
};

int main(void) {
  struct Packed p = {.a = 9 & 7, .b = -9, .c = 0xFFFFF, .d = 1, .e = 0xABCDEF0123};
  p.b -= 6;
  p.c += 2;
  p.a--;
  printf("%u %d %u %d %llx\n", p.a, p.b, p.c, p.d, (unsigned long long)p.e);
  union View v = {.d = -1234.5678};
  printf("%016llx %d %g\n", (unsigned long long)v.u, v.bytes[7], v.f[1]);
  v.u ^= 1ull << 63;
  printf("%.17g\n", v.d);
  v.bytes[7] = 0x40, v.bytes[6] = 0x09, v.bytes[5] = 0x21;
  printf("%.6f\n", v.d);
  struct List *list = malloc(sizeof *list + 5 * sizeof(double));
  list->count = 5;
  for (int i = 0; i < list->count; i++) list->items[i] = 1.0 / (i + 1);
  double sum = 0;
  for (int i = 0; i < list->count; i++) sum += list->items[i];
  printf("%.15f\n", sum);
  free(list);
  return 0;
}
