// Compile-time computation: constexpr functions and tables, type lists, traits, if constexpr, fold expressions,
// variable templates, perfect forwarding, deduction guides, template template parameters.
#include <array>
#include <cstdio>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

constexpr double root(double x) {
  double guess = x;
  for (int i = 0; i < 60; i++) guess = (guess + x / guess) / 2;
  return guess;
}
template <std::size_t N>
constexpr std::array<double, N> make_table() {
  std::array<double, N> table{};
  for (std::size_t i = 0; i < N; i++) table[i] = root(static_cast<double>(i + 1));
  return table;
}
constexpr auto roots = make_table<16>();
static_assert(roots[3] == 2);

template <class... T>
struct List { static constexpr std::size_t size = sizeof...(T); };
template <class L, class T>
struct Count;
template <class... U, class T>
struct Count<List<U...>, T> { static constexpr int value = (0 + ... + std::is_same_v<U, T>); };
template <class T>
inline constexpr double epsilon = 1e-15;
template <>
inline constexpr double epsilon<float> = 1e-6;

template <class T>
static const char *describe(T &&) {
  if constexpr (std::is_lvalue_reference_v<T>) return std::is_const_v<std::remove_reference_t<T>> ? "const lvalue" : "lvalue";
  else return "rvalue";
}
template <class T>
static const char *forwarded(T &&x) { return describe(std::forward<T>(x)); }
template <template <class...> class C, class T>
static double total(const C<T> &c) {
  double sum = 0;
  for (const T &x : c) sum += static_cast<double>(x);
  return sum;
}
template <class A, class B>
struct Both { A a; B b; };
template <class A, class B>
Both(A, B) -> Both<A, B>;
template <class F, class... Args>
static auto timed(F f, Args &&...args) -> decltype(f(std::forward<Args>(args)...)) { return f(std::forward<Args>(args)...); }
template <class Tuple, std::size_t... I>
static double dot(const Tuple &a, const Tuple &b, std::index_sequence<I...>) { return (0.0 + ... + (std::get<I>(a) * std::get<I>(b))); }
template <int N>
struct Tower { static double climb(double x) { return x + 0.5 * Tower<N - 1>::climb(x * 0.9); } };
template <>
struct Tower<0> { static double climb(double x) { return x; } };

int main() {
  for (int i = 1; i < 16; i += 5) std::printf("%.15f ", roots[static_cast<std::size_t>(i)]);
  std::printf("\n%zu %d %g %g\n", List<int, double, int>::size, Count<List<int, double, int>, int>::value, epsilon<float>, epsilon<double>);
  double x = 1;
  const double y = 2;
  std::printf("%s, %s, %s\n", forwarded(x), forwarded(y), forwarded(3.0));
  std::printf("%g %g\n", total(std::vector<float>{1.5f, 2.5f}), total(std::vector<int>{1, 2, 3}));
  Both pair{2.5, 'c'};
  static_assert(std::is_same_v<decltype(pair), Both<double, char>>);
  std::printf("%g %c %g\n", pair.a, pair.b, timed([](double a, double b) { return a - b; }, 5, 1.25));
  std::printf("%g %.12f\n", dot(std::tuple(1, 2.5, 3.0f), std::tuple(4, 5.5, 6.0f), std::make_index_sequence<3>()), Tower<12>::climb(10));
}
