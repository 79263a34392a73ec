// flags: -std=c23
// C23: nullptr, typeof, auto, constexpr, digit separators, binary literals, attributes, empty initialisers, bool as a keyword,
// enums with a type, static_assert without text, __VA_OPT__, unnamed parameters.
#include <stddef.h>
#include <stdio.h>

enum Small : unsigned char { FIRST = 1, LAST = 255 };
static_assert(sizeof(enum Small) == 1);
constexpr double limit = 2.5;
#define COUNT(...) ((size_t)0 __VA_OPT__(+sizeof((int[]){__VA_ARGS__}) / sizeof(int)))

[[nodiscard]] static double scaled(double x, [[maybe_unused]] int unused) { return x * limit; }
static int ignore(int) { return 7; }

int main(void) {
  auto x = 1.5;
  typeof(x) y = scaled(x, 0);
  int *nothing = nullptr;
  bool flag = true;
  unsigned bits = 0b1010'1010, large = 1'000'000;
  double zeros[4] = {};
  printf("%g %g %d %d\n", x, y, nothing == nullptr, flag);
  printf("%u %u %g\n", bits, large, zeros[3]);
  printf("%d %zu %zu\n", LAST, COUNT(), COUNT(1, 2, 3));
  switch (ignore(3)) {
    case 7: flag = false; [[fallthrough]];
    default: printf("%d\n", flag);
  }
  typeof_unqual((const double)1) changed = 2;
  changed += x;
  printf("%g %zu\n", changed, alignof(double));
  return 0;
}
