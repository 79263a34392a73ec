// Sums, products, quotients and roots with plain numbers and of independent values have the right moments.
#include <math.h>
#include <stdio.h>
#include <uxhw.h>

// Prints `ok` if the mean and standard deviation of `got` are close to the exact values, given as arguments.
static void expect(const char *what, double got, double mean, double deviation) {
  double m = UxHwDoubleNthMoment(got, 1), s = sqrt(UxHwDoubleNthMoment(got, 2));
  int right = fabs(m - mean) < 0.01 * (fabs(mean) + deviation) && fabs(s - deviation) < 0.05 * deviation;
  printf("%s %s\n", right ? "ok" : "LOST", what);
}

int main(void) {
  double x = UxHwDoubleGaussDist(10, 2), y = UxHwDoubleUniformDist(4, 6), sd = sqrt(4.0 / 12);
  expect("plus plain", x + 5, 15, 2);
  expect("plain minus", 5 - x, -5, 2);
  expect("times plain", -3 * x, -30, 6);
  expect("over plain", x / 4, 2.5, 0.5);
  expect("negated", -x, -10, 2);
  expect("negated twice", -(-x), 10, 2);
  expect("sum", x + y, 15, sqrt(4 + 4.0 / 12));
  expect("difference", x - y, 5, sqrt(4 + 4.0 / 12));
  expect("product", x * y, 50, sqrt(100 * sd * sd + 25 * 4 + 4 * sd * sd));
  expect("absolute", fabs(-x), 10, 2);
  double total = 0;
  for (int i = 0; i < 10; i++) total += UxHwDoubleGaussDist(1, 1);
  expect("ten summed", total, 10, sqrt(10));
  x += 1, x *= 2, x -= 2, x /= 2;
  expect("compound assignment", x, 10, 2);
  x++;
  --x;
  expect("incremented", x, 10, 2);
  expect("square root of square", sqrt(pow(y, 2)), 5, sd);
  long double wide = y;
  expect("long double", (double)(wide * 2), 10, 2 * sd);
  return 0;
}
