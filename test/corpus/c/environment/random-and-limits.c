// rand, random, drand48 with seeds; limits.h; a true assert; floating-point environment queries.
#define _GNU_SOURCE
#include <assert.h>
#include <fenv.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  srand(42);
  int first = rand();
  srand(42);
  printf("%d %d\n", first == rand(), RAND_MAX >= 32767);
  srandom(7);
  long a = random();
  srandom(7);
  printf("%d\n", a == random());
  srand48(1234);
  for (int i = 0; i < 4; i++) printf("%.15f %ld ", drand48(), lrand48());
  unsigned short seed[3] = {1, 2, 3};
  printf("\n%.15f %ld\n", erand48(seed), jrand48(seed));
  unsigned state = 5;
  printf("%d\n", rand_r(&state) >= 0);
  printf("%d %d %u %ld %llu\n", CHAR_BIT, INT_MIN, UINT_MAX, LONG_MAX, ULLONG_MAX);
  assert(first >= 0);
  printf("%d %d\n", fegetround() == FE_TONEAREST, fetestexcept(FE_ALL_EXCEPT));
  volatile double x = 1, y = 3;
  double quotient = x / y;
  printf("%.17g %d\n", quotient, feclearexcept(FE_ALL_EXCEPT));
  return 0;
}
