// Signs that are set, cleared and flipped in the bits of a number, as mathematical libraries do.
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <uxhw.h>

// Prints `ok` if `got` has the distribution of `wanted`: it is not a plain number, and the first moments agree.
static void report(const char *what, double got, double wanted) {
  int kept = UxHwDoubleNthMoment(got, 2) > 0 && UxHwDoubleNthMoment(got, 1) == UxHwDoubleNthMoment(wanted, 1) &&
             fabs(UxHwDoubleNthMoment(got, 2) - UxHwDoubleNthMoment(wanted, 2)) < 1e-12 && got == wanted &&
             !signbit(got) == !signbit(wanted);
  printf("%s %s\n", kept ? "ok" : "LOST", what);
}

#define HIGH_WORD(x) (((uint32_t *)&(x))[1])
typedef union { double number; struct { uint64_t fraction : 52, exponent : 11, sign : 1; } part; } Parts;
typedef union { float number; uint32_t bits; } Single;

int main(void) {
  double x = UxHwDoubleUniformDist(-3, -1), y = UxHwDoubleUniformDist(1, 2);
  volatile double moved = x;
  uint64_t bits;
  memcpy(&bits, (const void *)&moved, sizeof bits);
  bits ^= UINT64_C(1) << 63;
  memcpy((void *)&moved, &bits, sizeof bits);
  report("flipped", moved, 2 - (x + 2));
  double cleared = x;
  HIGH_WORD(cleared) &= 0x7fffffff;
  report("cleared in a word", cleared, -x);
  report("cleared, then computed with", cleared + y, y - x);
  HIGH_WORD(cleared) |= 0x80000000;
  report("and set again", cleared, x);
  Parts parts = {.number = y};
  parts.part.sign ^= 1;
  report("in a field of bits", parts.number * 2, -2 * y);
  Single single = {.number = (float)y};
  single.bits |= 0x80000000;
  report("of a float", single.number, -(float)y);
  report("of a float, wider", (double)single.number, -(double)(float)y);
  return 0;
}
