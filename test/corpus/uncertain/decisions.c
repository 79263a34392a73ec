// Comparisons, branches, switches, casts and indices are decided by the particle; the value itself is unchanged.
#include <stdio.h>
#include <uxhw.h>

// Prints `ok` if `got` still has the distribution of `wanted`: it is not a plain number, and the first moments agree.
static void report(const char *what, double got, double wanted) {
  int kept = UxHwDoubleNthMoment(got, 2) > 0 && UxHwDoubleNthMoment(got, 1) == UxHwDoubleNthMoment(wanted, 1) &&
             UxHwDoubleNthMoment(got, 2) == UxHwDoubleNthMoment(wanted, 2);
  printf("%s %s\n", kept ? "ok" : "LOST", what);
}

static void check(const char *what, int right) { printf("%s %s\n", right ? "ok" : "LOST", what); }

int main(void) {
  double x = UxHwDoubleGaussDist(2.75, 1), y = UxHwDoubleUniformDist(-5, -3);
  float f = UxHwFloatGaussDist(1.5f, 0.25f);
  const int table[] = {10, 20, 30, 40};
  check("less", x < 3 && !(x < 2) && y < x && f < x);
  check("greater", x > 2 && x >= 2.75 && !(x > 2.75) && !(y > 0));
  check("equal", x == 2.75 && x != 3 && x == x && !(x != x) && y == -4);
  check("cast", (int)x == 2 && (long long)y == -4 && (unsigned)f == 1 && (int)(x * 4) == 11);
  long double l = x * 2;
  check("cast to 128 bits", (__int128)x == 2 && (unsigned __int128)-y == 4 && (__int128)-f == -1 &&
                                (unsigned __int128)f == 1 && (__int128)l == 5 && (unsigned __int128)l == 5);
  check("index", table[(int)x] == 30 && table[(int)f] == 20);
  int branch = 0;
  if (x > y) branch += 1;
  if (!(x <= 0)) branch += 2;
  while (branch < 100 && x * branch < 20) branch += 4;
  check("branches", branch == 11);
  switch ((int)x) {
    case 2: check("switch", 1); break;
    default: check("switch", 0);
  }
  check("truth", (x ? 1 : 0) && !(x == 0) && (_Bool)x);
  double larger = x > y ? x : y, smaller = x > y ? y : x;
  report("chosen", larger, x);
  report("not chosen", smaller, y);
  return 0;
}
