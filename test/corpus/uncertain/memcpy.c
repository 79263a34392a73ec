// Values copied by memcpy, by memmove over overlaps, byte by byte, and in pieces of other types.
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <uxhw.h>

// Prints `ok` if `got` still has the distribution of `wanted`: it is not a plain number, and the first moments agree.
static void report(const char *what, double got, double wanted) {
  int kept = UxHwDoubleNthMoment(got, 2) > 0 && UxHwDoubleNthMoment(got, 1) == UxHwDoubleNthMoment(wanted, 1) &&
             UxHwDoubleNthMoment(got, 2) == UxHwDoubleNthMoment(wanted, 2);
  printf("%s %s\n", kept ? "ok" : "LOST", what);
}

int main(void) {
  double x = UxHwDoubleGaussDist(10, 2), y = UxHwDoubleUniformDist(-1, 5), a[16], b[16];
  for (int i = 0; i < 16; i++) a[i] = i % 2 ? x : y;
  memcpy(b, a, sizeof a);
  report("memcpy", b[5], x);
  memmove(a + 3, a, 12 * sizeof *a);
  report("memmove forwards", a[4], x);
  memmove(a, a + 5, 11 * sizeof *a);
  report("memmove backwards", a[9], x);
  double byte_wise;
  for (size_t i = 0; i < sizeof x; i++) ((unsigned char *)&byte_wise)[i] = ((const volatile unsigned char *)&x)[i];
  report("byte by byte", byte_wise, x);
  uint64_t bits;
  memcpy(&bits, &y, sizeof bits);
  double back;
  memcpy(&back, &bits, sizeof back);
  report("through an integer", back, y);
  uint16_t quarters[4];
  memcpy(quarters, &x, sizeof x);
  volatile uint16_t kept = quarters[3];
  quarters[3] = 0, quarters[3] = kept;
  memcpy(&back, quarters, sizeof back);
  report("in quarters", back, x);
  char unaligned[64];
  memcpy(unaligned + 3, &x, sizeof x);
  memmove(unaligned + 20, unaligned + 3, sizeof x);
  memcpy(&back, unaligned + 20, sizeof back);
  report("at odd addresses", back, x);
  return 0;
}
