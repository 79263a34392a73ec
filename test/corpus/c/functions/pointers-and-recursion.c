// Tables of function pointers, callbacks with context, mutual and deep recursion, Ackermann, adaptive quadrature.
#include <math.h>
#include <stdio.h>

typedef double (*Unary)(double);
typedef double (*WithContext)(double, void *);

static double cube(double x) { return x * x * x; }
static double half(double x) { return x / 2; }

static double integrate(WithContext f, void *context, double a, double b, double fa, double fm, double fb, int depth) {
  double m = (a + b) / 2, flm = f((a + m) / 2, context), frm = f((m + b) / 2, context);
  double whole = (b - a) / 6 * (fa + 4 * fm + fb);
  double left = (m - a) / 6 * (fa + 4 * flm + fm), right = (b - m) / 6 * (fm + 4 * frm + fb);
  if (depth == 0 || fabs(left + right - whole) < 1e-10) return left + right;
  return integrate(f, context, a, m, fa, flm, fm, depth - 1) + integrate(f, context, m, b, fm, frm, fb, depth - 1);
}

static double oscillate(double x, void *context) {
  int *calls = context;
  ++*calls;
  return sin(10 * x) * exp(-x);
}

static int is_odd(unsigned n);
static int is_even(unsigned n) { return n == 0 ? 1 : is_odd(n - 1); }
static int is_odd(unsigned n) { return n == 0 ? 0 : is_even(n - 1); }

static unsigned ackermann(unsigned m, unsigned n) {
  return m == 0 ? n + 1 : n == 0 ? ackermann(m - 1, 1) : ackermann(m - 1, ackermann(m, n - 1));
}

static double nested(int depth, double x) {
  volatile double local[16];
  local[depth % 16] = x;
  return depth == 0 ? x : nested(depth - 1, local[depth % 16] * 1.0001) + 1e-9;
}

int main(void) {
  const Unary table[] = {sqrt, cube, half, sin, fabs};
  for (int i = 0; i < 5; i++) printf("%.15g\n", table[i](table[(i + 1) % 5](-2.5 + i * 2)));
  int calls = 0;
  double value = integrate(oscillate, &calls, 0, 3, oscillate(0, &calls), oscillate(1.5, &calls),
                           oscillate(3, &calls), 20);
  printf("%.12f %d\n", value, calls);
  printf("%d %d %u\n", is_even(1000), is_odd(7), ackermann(2, 9));
  printf("%.12g\n", nested(5000, 1.0));
  return 0;
}
