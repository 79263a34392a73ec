// Templates: expression trees, variadic folds, specialisation, SFINAE, concepts, constexpr, CRTP.
// flags: -std=c++20
#include <array>
#include <concepts>
#include <cstdio>
#include <type_traits>
#include <utility>

template <class L, class R>
struct Sum {
  const L &l;
  const R &r;
  double operator[](int i) const { return l[i] + r[i]; }
};
template <class L>
struct Scaled {
  const L &l;
  double k;
  double operator[](int i) const { return l[i] * k; }
};
struct Vec {
  std::array<double, 4> v{};
  double operator[](int i) const { return v[static_cast<std::size_t>(i)]; }
  template <class E>
  Vec &operator=(const E &e) {
    for (int i = 0; i < 4; i++) v[static_cast<std::size_t>(i)] = e[i];
    return *this;
  }
};
template <class L, class R>
Sum<L, R> operator+(const L &l, const R &r) { return {l, r}; }
template <class L>
Scaled<L> operator*(const L &l, double k) { return {l, k}; }

template <class... T>
static double total(T... values) { return (0.0 + ... + static_cast<double>(values)); }

template <class T>
concept Number = std::integral<T> || std::floating_point<T>;
static const char *kind(Number auto x) { return std::is_floating_point_v<decltype(x)> ? "floating" : "integral"; }
static const char *kind(const void *) { return "pointer"; }

template <unsigned N>
struct Factorial { static constexpr double value = N * Factorial<N - 1>::value; };
template <>
struct Factorial<0> { static constexpr double value = 1; };

template <class Derived>
struct Comparable {
  friend bool operator>(const Derived &a, const Derived &b) { return b < a; }
};
struct Weight : Comparable<Weight> {
  double w;
  explicit Weight(double x) : w(x) {}
  friend bool operator<(const Weight &a, const Weight &b) { return a.w < b.w; }
};

constexpr double power(double x, int n) { return n == 0 ? 1 : x * power(x, n - 1); }
static_assert(power(2, 10) == 1024);

template <std::size_t... I>
static double polynomial(double x, std::index_sequence<I...>) { return (... + (power(x, I) / Factorial<I>::value)); }

int main() {
  Vec a, b, c;
  a.v = {1, 2, 3, 4};
  b.v = {0.5, 0.25, 0.125, 0};
  c = (a + b) * 2.0 + a;
  std::printf("%g %g %g %g\n", c[0], c[1], c[2], c[3]);
  std::printf("%g %s %s %s\n", total(1, 2.5f, 3.25, 'A'), kind(1), kind(1.0f), kind("x"));
  std::printf("%.15g %.15g\n", polynomial(1.0, std::make_index_sequence<15>()), Factorial<20>::value);
  std::printf("%d %d\n", Weight(3) > Weight(2), Weight(1) > Weight(2));
  return 0;
}
