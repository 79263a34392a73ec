// Single precision: created as float, widened, narrowed, in arrays and structs, in arithmetic, as arguments.
#include <math.h>
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

// Prints `ok` if the mean and standard deviation of `got` are close to the exact values, given as arguments.
static void expect(const char *what, double got, double mean, double deviation) {
  double m = UxHwDoubleNthMoment(got, 1), s = sqrt(UxHwDoubleNthMoment(got, 2));
  int right = fabs(m - mean) < 0.01 * (fabs(mean) + deviation) && fabs(s - deviation) < 0.05 * deviation;
  printf("%s %s\n", right ? "ok" : "LOST", what);
}

typedef struct { float a; char c; float b; } Floats;
static float pick(const float *all, int i) { return all[i]; }
static Floats turn(Floats f) { return (Floats){f.b, f.c, f.a}; }

int main(void) {
  float x = UxHwFloatGaussDist(4, 0.5f), y = UxHwFloatUniformDist(1, 3), all[9];
  double wide = x;
  report("widened", wide, x);
  report("narrowed again", (float)wide, x);
  for (int i = 0; i < 9; i++) all[i] = i % 2 ? x : y;
  report("in an array", pick(all, 3), x);
  Floats f = turn((Floats){x, 'c', y});
  report("in a struct", f.a, y);
  double d = UxHwDoubleGaussDist(2, 0.25);
  float narrow = (float)d;
  expect("double narrowed", narrow, 2, 0.25);
  expect("float doubled", 2 * x, 8, 1);
  expect("float plus double", x + 1.5, 5.5, 0.5);
  expect("float product of plain", x * 0.5f * 2.0f, 4, 0.5);
  expect("sum of floats", x + y, 6, sqrt(0.25 + 4.0 / 12));
  uint32_t bits;
  memcpy(&bits, &x, sizeof bits);
  float back;
  memcpy(&back, &bits, sizeof back);
  report("through an integer", back, x);
  printf("%s float queries\n", fabsf(UxHwFloatNthMoment(x, 1) - 4) < 1e-3f && UxHwFloatSupportMax(y) <= 3 ? "ok" : "LOST");
  return 0;
}
