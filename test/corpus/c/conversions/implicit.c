// Implicit conversions: arguments, results, assignments, initialisers, conditionals, compound operators, switches.
#include <stdio.h>

static float narrow(double x) { return x; }
static int truncate_it(float x) { return x; }
static double widen(unsigned char c) { return c; }
static long long from_float(long long n) { return n + 0.75f; }
static char wrap(int n) { return n; }
struct Mixed { float f; short s; double d; unsigned char c; };

int main(void) {
  volatile double third = 1.0 / 3;
  printf("%.9g %d %g\n", (double)narrow(third), truncate_it(-7.9), widen(200));
  printf("%lld %d %d\n", from_float(1LL << 40), wrap(200), wrap(-200));
  struct Mixed m = {third, third * -12, 7, third * 198};
  printf("%.9g %d %g %d\n", (double)m.f, m.s, m.d, m.c);
  int i = third * 9;
  float f = 16777217 + i;
  unsigned u = third * 11;
  double d = 'A';
  i += f / 3, u *= 1.5, f -= i, d /= u;
  printf("%d %u %g %.12g\n", i, u, (double)f, d);
  double mixed = i > 0 ? 1 : 2.5, other = u ? 1.5f : 2;
  printf("%g %g %g\n", mixed, other, (u > 3 ? i : -0.5) * 1.0);
  switch ((int)(third * 9.99)) {
    case 3: printf("three\n"); break;
    default: printf("other\n");
  }
  int array[] = {third * 6, third * -6, 'b', 3.0f};
  double sum = 0;
  for (float step = 0; step < 4; step += 1) sum += array[(int)step] * step;
  printf("%g %d\n", sum, array[(int)(third * 6)]);
  short s = 32767;
  s -= 1.5;
  unsigned char c = 250;
  c -= 10.5f;
  printf("%d %d\n", s, c);
  _Bool b = third / 1000;
  printf("%d %d\n", b, b + 0.5 > 1);
  return 0;
}
