// Values in std::complex and std::valarray.
#include <cmath>
#include <complex>
#include <cstdio>
#include <valarray>
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
  const double x = UxHwDoubleGaussDist(3, 0.5), y = UxHwDoubleUniformDist(1, 2);
  std::complex<double> z(x, y), w = z;
  report("real", w.real(), x);
  report("imaginary", std::conj(std::conj(z)).imag(), y);
  expect("scaled", (z * 2.0).real(), 6, 1);
  expect("shifted", (z + 1.0).real(), 4, 0.5);
  z *= std::complex<double>(0, 1);
  expect("turned", z.imag(), 3, 0.5);
  expect("absolute", std::abs(std::complex<double>(x, 0)), 3, 0.5);
  std::vector<std::complex<double>> all(20, w);
  report("in a vector", all[19].real(), x);
  std::valarray<double> v(x, 8);
  v[3] = y;
  v *= 2.0;
  expect("valarray", v[2], 6, 1);
  std::valarray<double> part = v[std::slice(1, 3, 2)];
  expect("slice", part[1], 3, 2 / std::sqrt(12.0));
  const std::valarray<double> shifted = v.cshift(2);
  report("cshift", shifted[1], v[3]);
}
