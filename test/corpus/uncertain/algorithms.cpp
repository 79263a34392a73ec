// Values pass through accumulate, transform, inner_product, copy_if, scans and minmax, together with plain numbers.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <iterator>
#include <numeric>
#include <vector>
#include <uxhw.h>

// Prints `ok` if `got` still has the distribution of `wanted`: it is not a plain number, and the first moments agree.
static void report(const char *what, double got, double wanted) {
  bool kept = UxHwDoubleNthMoment(got, 2) > 0 && UxHwDoubleNthMoment(got, 1) == UxHwDoubleNthMoment(wanted, 1) &&
             UxHwDoubleNthMoment(got, 2) == UxHwDoubleNthMoment(wanted, 2);
  std::printf("%s %s\n", kept ? "ok" : "LOST", what);
}

// Prints `ok` if the mean and standard deviation of `got` are close to the exact values, given as arguments.
static void expect(const char *what, double got, double mean, double deviation) {
  double m = UxHwDoubleNthMoment(got, 1), s = std::sqrt(UxHwDoubleNthMoment(got, 2));
  bool right = std::fabs(m - mean) < 0.01 * (std::fabs(mean) + deviation) && std::fabs(s - deviation) < 0.05 * deviation;
  std::printf("%s %s\n", right ? "ok" : "LOST", what);
}

int main() {
  const double x = UxHwDoubleGaussDist(4, 1), y = UxHwDoubleUniformDist(0, 3), sy = 3 / std::sqrt(12.0);
  std::vector<double> v{1, x, 2, y, 3}, out(5);
  expect("accumulate", std::accumulate(v.begin(), v.end(), 0.0), 11.5, std::sqrt(1 + sy * sy));
  std::transform(v.begin(), v.end(), out.begin(), [](double a) { return 2 * a; });
  expect("transform", out[1], 8, 2);
  const std::vector<double> weights{1, 0.5, 1, 0, 1};
  expect("inner_product", std::inner_product(v.begin(), v.end(), weights.begin(), 0.0), 8, 0.5);
  std::partial_sum(v.begin(), v.end(), out.begin());
  expect("partial_sum", out[2], 7, 1);
  std::vector<double> chosen;
  std::copy_if(v.begin(), v.end(), std::back_inserter(chosen), [](double a) { return a > 3.5; });
  report("copy_if", chosen.at(0), x);
  auto [low, high] = std::minmax_element(v.begin(), v.end());
  report("minmax_element", *high, x);
  std::printf("%s smallest\n", *low == 1 ? "ok" : "LOST");
  std::fill(out.begin(), out.end(), y);
  report("fill", out[4], y);
  std::replace(v.begin(), v.end(), 2.0, x);
  report("replace", v[2], x);
  report("clamp", std::clamp(x, 0.0, 10.0), x);
  report("max", std::max(x, y), x);
  v.erase(std::remove(v.begin(), v.end(), 1.0), v.end());
  report("remove", v[0], x);
}
