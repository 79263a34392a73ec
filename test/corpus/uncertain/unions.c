// Values in unions with integers, bytes and floats, read as the type that was written.
#include <stdint.h>
#include <stdio.h>
#include <uxhw.h>

// Prints `ok` if `got` still has the distribution of `wanted`: it is not a plain number, and the first moments agree.
static void report(const char *what, double got, double wanted) {
  int kept = UxHwDoubleNthMoment(got, 2) > 0 && UxHwDoubleNthMoment(got, 1) == UxHwDoubleNthMoment(wanted, 1) &&
             UxHwDoubleNthMoment(got, 2) == UxHwDoubleNthMoment(wanted, 2);
  printf("%s %s\n", kept ? "ok" : "LOST", what);
}

union View { double d; uint64_t u; uint8_t bytes[8]; struct { uint32_t low, high; } words; float f[2]; };
static union View pass(union View v) { return v; }

int main(void) {
  double x = UxHwDoubleWeibullDist(2, 3), y = UxHwDoubleGaussDist(0, 1);
  union View v = {.d = x}, w;
  report("passed and returned", pass(v).d, x);
  w.u = pass(v).u;
  report("as an integer", w.d, x);
  w.words.high = v.words.high, w.words.low = v.words.low;
  report("as two words", w.d, x);
  for (int i = 7; i >= 0; i--) w.bytes[i] = v.bytes[i];
  report("as bytes", w.d, x);
  w.d = y;
  union View array[3] = {v, w, {.u = 5}};
  array[2] = array[0];
  report("in an array", array[2].d, x);
  float single = UxHwFloatUniformDist(2, 4);
  w.f[0] = 1, w.f[1] = single;
  union View other;
  other.u = w.u;
  report("float beside a float", other.f[1], single);
  return 0;
}
