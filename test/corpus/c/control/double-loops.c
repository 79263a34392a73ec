// Loops whose counters and conditions are doubles: steps, convergence, termination by equality, breaking out of nests.
#include <math.h>
#include <stdio.h>

static int collatz(double x) {
  int steps = 0;
  for (; x != 1; steps++) x = fmod(x, 2) == 0 ? x / 2 : 3 * x + 1;
  return steps;
}

int main(void) {
  int count = 0;
  for (double t = 0; t < 1; t += 0.1) count++;
  printf("%d\n", count);
  double previous = 0, x = 1;
  for (count = 0; x != previous; count++) previous = x, x = (x + 2 / x) / 2;
  printf("%d %.17g\n", count, x);
  for (x = 1, count = 0; 1 + x > 1; x /= 2) count++;
  printf("%d %g\n", count, x);
  for (x = 1, count = 0; x > 0; x *= 0.5) count++;
  printf("%d\n", count);
  for (x = 1, count = 0; x < INFINITY; x *= 10) count++;
  printf("%d\n", count);
  printf("%d %d\n", collatz(27), collatz(97));
  double found = -1;
  for (double a = 1; a < 40 && found < 0; a++) {
    for (double b = a; b < 40; b++) {
      double c = sqrt(a * a + b * b);
      if (c != floor(c) || a + b + c < 60) continue;
      found = a * 10000 + b * 100 + c;
      break;
    }
  }
  printf("%.0f\n", found);
  x = 0.5;
  do x = 3.9 * x * (1 - x); while (++count < 400);
  printf("%.12f\n", x);
  while (x > 0.01) {
    if (x < 0.02) break;
    x -= 0.015;
  }
  printf("%.12f\n", x);
  return 0;
}
