// <cmath> overloads: float, double, integer arguments, std:: names, classification, limits, lerp, hypot of three.
// flags: -std=c++20
#include <cmath>
#include <cstdio>
#include <limits>
#include <numeric>
#include <type_traits>

template <class T>
static const char *name() { return std::is_same_v<T, float> ? "float" : std::is_same_v<T, double> ? "double" : "other"; }
#define TYPE(expression) name<decltype(expression)>()

int main() {
  std::printf("%s %s %s %s\n", TYPE(std::sin(1.0f)), TYPE(std::sin(1)), TYPE(std::pow(2.0f, 3)), TYPE(std::fmax(1.0f, 2.0)));
  std::printf("%.9g %.17g %.17g\n", static_cast<double>(std::sqrt(2.0f)), std::sqrt(2), std::cbrt(10.0));
  std::printf("%.12g %.12g %.12g\n", std::hypot(1.0, 2.0, 3.0), std::lerp(1.0, 3.0, 0.25), std::midpoint(1.0, 4.0));
  std::printf("%d%d%d%d\n", std::isnan(NAN), std::isinf(-INFINITY), std::signbit(-0.0), std::isnormal(1e-310));
  std::printf("%ld %lld %g %g\n", std::lround(-2.5), std::llround(3.5f), std::trunc(-2.7), std::nearbyint(2.5));
  int exponent, quotient;
  double whole;
  std::printf("%g %d ", std::frexp(48.0, &exponent), exponent);
  std::printf("%g %g ", std::modf(-3.25, &whole), whole);
  std::printf("%g %d\n", std::remquo(29.0, 3.0, &quotient), quotient & 7);
  std::printf("%g %g %g\n", std::abs(-2.5), static_cast<double>(std::abs(-2.5f)), static_cast<double>(std::abs(-7L)));
  using Limits = std::numeric_limits<double>;
  std::printf("%a %a %a %d %d\n", Limits::min(), Limits::epsilon(), Limits::denorm_min(), Limits::max_digits10, Limits::has_infinity);
  std::printf("%.10f %.10f %.10f\n", std::erf(0.5), std::tgamma(4.5), std::lgamma(0.25));
  std::printf("%d %d\n", std::isless(1.0, NAN), std::fpclassify(0.0) == FP_ZERO);
  std::printf("%.17g %.17g\n", std::nextafter(1.0, 2.0), std::ldexp(std::fma(1.5, 2.0, -0.25), 3));
}
