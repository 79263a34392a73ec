// Values that share many sources.
#include <math.h>
#include <stdio.h>
#include <uxhw.h>

static double gauss(double mean, double deviation) { return UxHwDoubleGaussDist(mean, deviation); }

int main(void) {
  double x = 0, y = 0, heading = gauss(0.3, 0.02);
  for (int i = 0; i < 20; i++) {
    double length = gauss(10, 0.3);
    x += length * cos(heading);
    y += length * sin(heading);
    heading += gauss(0.05, 0.02);
  }
  printf("dead-reckoning %lf\n", sqrt(x * x + y * y));
  // The mean of a path, which depends on all steps of the path.
  double path = 1, mean = 0;
  for (int i = 0; i < 50; i++) {
    path *= 1 + gauss(0.001, 0.02);
    mean += path / 50;
  }
  printf("mean-of-path %lf\n", mean);
  // A ratio of sums that share terms.
  double top = 0, bottom = 0;
  for (int i = 0; i < 12; i++) {
    double term = gauss(2, 0.5);
    top += term * term;
    bottom += term;
  }
  printf("ratio-of-sums %lf\n", top / bottom);
  double a = gauss(0, 1), b = gauss(0, 1), c = gauss(0, 1), d = gauss(0, 1), e = gauss(0, 1);
  printf("five-inputs %lf\n", a * b + exp(0.5 * c + 0.3 * a) * d + e * a);
}
