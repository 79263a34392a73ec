// std::complex and std::valarray: functions, slices, masks, sums, a dot product.
#include <complex>
#include <cstdio>
#include <numeric>
#include <valarray>

using Complex = std::complex<double>;

static void show(const char *name, Complex z) { std::printf("%s %.12f %.12f\n", name, z.real(), z.imag()); }

int main() {
  using namespace std::complex_literals;
  const Complex a(1.5, -2), b = -0.25 + 3.0i;
  show("mul", a * b);
  show("div", a / b);
  show("pow", std::pow(a, b));
  show("sqrt", std::sqrt(b));
  show("exp", std::exp(a));
  show("log", std::log(b));
  show("polar", std::polar(2.0, 0.75));
  show("tanh", std::tanh(a));
  std::printf("%.12f %.12f %.12f\n", std::abs(a), std::arg(b), std::norm(a));
  std::complex<float> f(0.5f, 0.25f);
  f = f * f + 1.0f;
  std::printf("%.5f %.5f\n", f.real(), f.imag());
  std::valarray<double> v(12), w = {1, 2, 3, 4};
  std::iota(std::begin(v), std::end(v), 0.5);
  w *= v[std::slice(1, 4, 3)];
  std::printf("%g %g %g %g\n", w[0], w[1], w[2], w[3]);
  v[v > 6.0] = -1;
  const std::valarray<double> s = std::sqrt(std::abs(v)) + std::pow(w.sum(), 2.0) / 1000.0;
  std::printf("%.12f %.12f %.12f\n", s.sum(), s.min(), s.max());
  const std::valarray<double> rotated = v.cshift(3), shifted = v.shift(-2);
  std::printf("%g %g %.6f\n", rotated[0], shifted[2], (rotated * shifted).sum());
  return 0;
}
