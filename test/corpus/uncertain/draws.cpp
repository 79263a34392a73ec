// A function that throws within a draw leaves the draw; a function that returns is unaffected.
#include <cmath>
#include <cstdio>
#include <stdexcept>
#include <uxhw.h>

struct Limits {
  double low, high;
};

static void clamp(void *argument, double *input, size_t, double *output, size_t) {
  const Limits &limits = *static_cast<Limits *>(argument);
  if (limits.low > limits.high) throw std::invalid_argument("limits");
  output[0] = input[0] < limits.low ? limits.low : input[0] > limits.high ? limits.high : input[0];
}

static void report(const char *what, double got, double mean, double deviation) {
  double m = UxHwDoubleNthMoment(got, 1), s = std::sqrt(UxHwDoubleNthMoment(got, 2));
  bool right = std::fabs(m - mean) < 0.03 * (std::fabs(mean) + deviation) && std::fabs(s - deviation) < 0.05 * deviation;
  std::printf("%s %s\n", right ? "ok" : "LOST", what);
}

int main() {
  double x = UxHwDoubleUniformDist(0, 4), y = 0;
  Limits limits{1, 3}, wrong{2, 1};
  UxHwDoublePropagateFunction(clamp, &limits, &x, 1, &y, 1);
  report("clamped", y, 2, std::sqrt(2.0 / 3));
  try {
    UxHwDoublePropagateFunction(clamp, &wrong, &x, 1, &y, 1);
    std::puts("LOST the exception");
  } catch (const std::invalid_argument &) {
    report("made after the exception", UxHwDoubleGaussDist(3, 1), 3, 1);
    report("computed after it", x + 1, 3, 4 / std::sqrt(12));
  }
}
