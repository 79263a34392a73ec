// Static locals, globals of every type with initialisers, tables in constant data, memoised recursion, counters.
#include <stdio.h>

static double global = 1.5;
static float table[] = {0.5f, 0.25f, 0.125f};
const double constants[3][2] = {{1, 2}, {3, 4}, {5, 6}};
static struct { const char *name; double value; } settings[] = {{"alpha", 0.75}, {"beta", -2}};
static double *const pointer = &global;
double zeroed[1000];

static double running_mean(double x) {
  static double sum;
  static int count;
  sum += x;
  return sum / ++count;
}
static double fibonacci(int n) {
  static double known[100];
  if (n < 2) return n;
  if (known[n] == 0) known[n] = fibonacci(n - 1) + fibonacci(n - 2);
  return known[n];
}
static int next_id(void) {
  static int id = 100;
  return id++;
}

int main(void) {
  for (int i = 1; i <= 5; i++) printf("%g ", running_mean(i * i));
  printf("\n%.0f %.0f\n", fibonacci(90), fibonacci(50));
  *pointer += settings[0].value * constants[2][1];
  table[1] *= (float)global;
  printf("%g %g %s\n", global, (double)table[1], settings[1].name);
  for (int i = 0; i < 1000; i++) zeroed[i] += i ? zeroed[i - 1] + 1.0 / i : 0;
  printf("%.12f\n", zeroed[999]);
  printf("%d %d %d\n", next_id(), next_id(), next_id());
  return 0;
}
