// Sizes, offsets and alignment of members; arrays of padded structs; copies do not expose the padding.
#include <stdalign.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

struct Loose { char a; double b; char c; float d; short e; };
struct Tight { double b; float d; short e; char a, c; };
struct Nested { char tag; struct Loose inner; uint8_t end; };
struct Aligned { char a; alignas(64) double b; };
union Widest { char c; double d; struct Tight t; };
struct Bits { unsigned a : 3, b : 9; uint64_t c : 33; signed d : 4; };

int main(void) {
  printf("%zu %zu %zu %zu %zu %zu\n", sizeof(struct Loose), sizeof(struct Tight), sizeof(struct Nested), sizeof(struct Aligned), sizeof(union Widest), sizeof(struct Bits));
  printf("%zu %zu %zu %zu\n", offsetof(struct Loose, d), offsetof(struct Nested, inner.b), offsetof(struct Aligned, b), alignof(union Widest));
  struct Loose many[10];
  memset(many, 0xAA, sizeof many);
  for (int i = 0; i < 10; i++) many[i] = (struct Loose){(char)i, i * 0.5, 'c', (float)i / 3, (short)-i};
  double sum = 0;
  for (int i = 0; i < 10; i++) sum += many[i].a + many[i].b * 2 + (double)many[i].d + many[i].e;
  printf("%.6f %td\n", sum, (char *)&many[7] - (char *)many);
  static struct Aligned wall[3];
  printf("%d %d\n", (int)((uintptr_t)&wall[1].b % 64), (int)((uintptr_t)&wall[2] % 64));
  struct Nested a = {'x', many[3], 9}, b;
  memcpy(&b, &a, sizeof a);
  printf("%c %g %d\n", b.tag, b.inner.b, b.end);
  struct Bits bits = {5, 300, 1ull << 32, -8};
  bits.a++, bits.b += 300, bits.c--, bits.d--;
  printf("%u %u %llx %d\n", bits.a, bits.b, (unsigned long long)bits.c, bits.d);
  return 0;
}
