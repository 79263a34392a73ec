// Complicated declarators: functions that return pointers to functions, arrays of pointers to arrays, typedefs of functions,
// weak and inline functions, thread-local storage, pointers to pointers.
#include <stdio.h>

typedef double Binary(double, double);
typedef Binary *Table[2];
static double add(double a, double b) { return a + b; }
static double power(double a, double b) {
  double r = 1;
  for (int i = 0; i < (int)b; i++) r *= a;
  return r;
}
static double (*choose(int which))(double, double) { return which ? power : add; }
static const double (*rows(int i))[3] {
  static const double data[2][3] = {{1, 2, 3}, {4, 5, 6}};
  return &data[i];
}
static double apply(Binary f, double a, double b) { return f(a, b); }
static _Thread_local double local = 0.5;
__attribute__((weak)) double perhaps(double x) { return x * 10; }
static inline double half(double x) { return x / 2; }
double (*(*nested)(int))(double, double) = choose;
struct Ops { Binary *f; double (*g)(const struct Ops *, double); };
static double self(const struct Ops *ops, double x) { return ops->f(x, 3); }

int main(void) {
  Table table = {add, power};
  printf("%g %g %g\n", table[0](1, 2), table[1](2, 10), apply(choose(1), 3, 3));
  printf("%g %g\n", (*rows(1))[2], nested(0)(0.5, 0.25));
  double a[4] = {1, 2, 3, 4}, *pointers[4], **walk = pointers, (*whole)[4] = &a;
  for (int i = 0; i < 4; i++) pointers[i] = &a[3 - i];
  **walk++ = 40, *walk[1] += (*whole)[0];
  printf("%g %g %td\n", a[3], a[1], walk - pointers);
  local += 1;
  printf("%g %g %g\n", local, perhaps(local), half(local));
  struct Ops ops = {power, self};
  printf("%g %g\n", ops.g(&ops, 2), (&ops)->f(2, 5));
  char *const *const names = (char *const[]){"zero", "one", NULL};
  for (char *const *n = names; *n; n++) printf("%s%c", *n, n[1] ? ' ' : '\n');
  int (*volatile print)(const char *, ...) = printf;
  print("%d %s %g\n", 5, "through a pointer", 2.5);
  return 0;
}
