// Bisection, secant, Newton, Brent's idea, fixed points, golden section, Nelder-Mead in two dimensions.
#include <math.h>
#include <stdio.h>

static int evaluations;
static double f(double x) {
  evaluations++;
  return x * x * x - 2 * x - 5 + 0.1 * sin(5 * x);
}
static double slope(double x) { return 3 * x * x - 2 + 0.5 * cos(5 * x); }
static double bowl(const double *p) { return pow(1 - p[0], 2) + 100 * pow(p[1] - p[0] * p[0], 2); }

int main(void) {
  double a = 1, b = 3;
  while (b - a > 1e-12) {
    double m = (a + b) / 2;
    if (f(a) * f(m) <= 0) b = m;
    else a = m;
  }
  printf("%.12f %d\n", a, evaluations), evaluations = 0;
  double x0 = 1, x1 = 3;
  for (int i = 0; i < 50 && fabs(x1 - x0) > 1e-13; i++) {
    double y0 = f(x0), y1 = f(x1), x2 = x1 - y1 * (x1 - x0) / (y1 - y0);
    x0 = x1, x1 = x2;
  }
  printf("%.12f %d\n", x1, evaluations), evaluations = 0;
  double x = 3;
  for (int i = 0; i < 20; i++) x -= f(x) / slope(x);
  printf("%.15f\n", x);
  for (int i = 0; i < 100; i++) x = cos(x);
  printf("%.15f\n", x);
  double golden = (sqrt(5) - 1) / 2, low = 0, high = 4;
  while (high - low > 1e-8) {
    double c = high - golden * (high - low), d = low + golden * (high - low);
    if (sin(c) * exp(-c) > sin(d) * exp(-d)) high = d;
    else low = c;
  }
  printf("%.7f\n", low);
  double points[3][2] = {{-1.2, 1}, {0, 0}, {1, 2}};
  for (int step = 0; step < 200; step++) {
    int best = 0, worst = 0;
    for (int i = 1; i < 3; i++) {
      if (bowl(points[i]) < bowl(points[best])) best = i;
      if (bowl(points[i]) > bowl(points[worst])) worst = i;
    }
    int other = best == worst ? best : 3 - best - worst;
    double centre[2], mirror[2];
    for (int k = 0; k < 2; k++) centre[k] = (points[best][k] + points[other][k]) / 2, mirror[k] = 2 * centre[k] - points[worst][k];
    if (bowl(mirror) < bowl(points[best])) {
      double far[2] = {3 * centre[0] - 2 * points[worst][0], 3 * centre[1] - 2 * points[worst][1]};
      const double *use = bowl(far) < bowl(mirror) ? far : mirror;
      points[worst][0] = use[0], points[worst][1] = use[1];
    } else if (bowl(mirror) < bowl(points[worst])) points[worst][0] = mirror[0], points[worst][1] = mirror[1];
    else for (int k = 0; k < 2; k++) points[worst][k] = (points[worst][k] + points[best][k]) / 2;
  }
  printf("%.6f %.6f\n", points[0][0], points[0][1]);
  return 0;
}
