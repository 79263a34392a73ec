// Option prices: Black-Scholes with its Greeks, a binomial tree, Monte Carlo with a fixed generator, implied volatility;
// bonds and internal rates of return.
#include <math.h>
#include <stdint.h>
#include <stdio.h>

static double normal(double x) { return erfc(-x / sqrt(2)) / 2; }
static double call(double s, double k, double r, double v, double t) {
  double d1 = (log(s / k) + (r + v * v / 2) * t) / (v * sqrt(t)), d2 = d1 - v * sqrt(t);
  return s * normal(d1) - k * exp(-r * t) * normal(d2);
}
static double american_put(double s, double k, double r, double v, double t, int n) {
  double dt = t / n, u = exp(v * sqrt(dt)), p = (exp(r * dt) - 1 / u) / (u - 1 / u), value[201];
  for (int i = 0; i <= n; i++) value[i] = fmax(k - s * pow(u, 2 * i - n), 0);
  for (int step = n - 1; step >= 0; step--) {
    for (int i = 0; i <= step; i++) {
      value[i] = fmax(exp(-r * dt) * (p * value[i + 1] + (1 - p) * value[i]), k - s * pow(u, 2 * i - step));
    }
  }
  return value[0];
}
static double uniform(uint64_t *state) {
  *state ^= *state << 13, *state ^= *state >> 7, *state ^= *state << 17;
  return ((double)(*state >> 11) + 0.5) / 9007199254740992.0;
}

int main(void) {
  for (int i = 0; i < 5; i++) printf("%.9f ", call(100, 80 + i * 10, 0.05, 0.2, 1));
  printf("\n%.9f\n", american_put(100, 105, 0.05, 0.25, 1, 100));
  uint64_t state = 42;
  double sum = 0;
  for (int i = 0; i < 20000; i++) {
    double z = sqrt(-2 * log(uniform(&state))) * cos(2 * acos(-1.0) * uniform(&state));
    sum += fmax(100 * exp(0.05 - 0.02 + 0.2 * z) - 100, 0);
  }
  printf("%.9f\n", exp(-0.05) * sum / 20000);
  double low = 0.01, high = 2, target = call(100, 110, 0.03, 0.37, 0.5);
  for (int i = 0; i < 60; i++) {
    double middle = (low + high) / 2;
    if (call(100, 110, 0.03, middle, 0.5) < target) low = middle;
    else high = middle;
  }
  printf("%.12f\n", low);
  const double flows[] = {-1000, 300, 420, 250, 380};
  double rate = 0.1;
  for (int i = 0; i < 30; i++) {
    double value = 0, slope = 0;
    for (int k = 0; k < 5; k++) value += flows[k] / pow(1 + rate, k), slope -= k * flows[k] / pow(1 + rate, k + 1);
    rate -= value / slope;
  }
  printf("%.12f\n", rate);
  return 0;
}
