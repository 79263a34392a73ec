// flags: -std=c++20
// C++17 and C++20: structured bindings, init statements, if constexpr, three-way comparison, concepts, designated
// initialisers, constexpr containers, attributes, lambdas with templates, using enum, fold over comma.
#include <compare>
#include <concepts>
#include <cstdio>
#include <map>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

struct Version {
  int major = 0, minor = 0;
  double weight = 0;
  auto operator<=>(const Version &) const = default;
};
enum class Unit { metre, second, kilogram };
static const char *symbol(Unit unit) {
  using enum Unit;
  switch (unit) {
    case metre: return "m";
    case second: return "s";
    case kilogram: return "kg";
  }
  return "";
}
template <std::floating_point T>
static T half(T x) { return x / 2; }
template <std::integral T>
static double half(T x) { return x / 2.0; }
template <class... T>
static void print_all(T... values) { (std::printf("%g ", static_cast<double>(values)), ...); }
consteval int square(int x) { return x * x; }
constinit static double started = 2.5;
static constexpr int sum_of_squares() {
  int sum = 0;
  for (int i : {1, 2, 3}) sum += square(2) * i;
  return sum;
}
[[nodiscard]] static std::optional<double> parse(const std::string &s) {
  if (auto at = s.find('.'); at != std::string::npos) return std::stod(s);
  return {};
}

int main() {
  Version a{.major = 1, .minor = 2}, b{.major = 1, .minor = 3, .weight = 0.5};
  std::printf("%d %d %d\n", a < b, a == Version{1, 2}, (b <=> a) > 0);
  std::printf("%d %d\n", (1.0 <=> 2.0) == std::partial_ordering::less, (0.0 / 0.0 <=> 1.0) == std::partial_ordering::unordered);
  std::map<std::string, double> prices{{"a", 1.5}, {"b", 2.5}};
  for (auto &[name, price] : prices) price *= 2, std::printf("%s%g ", name.c_str(), price);
  if (auto [it, fresh] = prices.try_emplace("c", 7); fresh) std::printf("%g", it->second);
  std::printf("\n%s %g %g\n", symbol(Unit::kilogram), half(5), static_cast<double>(half(2.5f)));
  print_all(1, 2.5f, 'A', true);
  std::printf("\n%d %g %d\n", sum_of_squares(), started, parse("x").has_value());
  auto generic = []<class T>(const std::vector<T> &v) { T sum{}; for (const T &x : v) sum += x; return sum; };
  std::printf("%g %d\n", generic(std::vector<double>{0.5, 1}), generic(std::vector{1, 2, 3}));
  std::printf("%g\n", parse("3.25").value_or(0) + [&, x = 1.5] { return x * 2; }());
  for (int i = 0; auto x : {1.5, 2.5}) std::printf("%d:%g ", i++, x);
  if (bool odd = started > 2; odd) [[likely]] std::printf("likely\n");
  std::erase_if(prices, [](const auto &p) { return p.second > 4; });
  std::printf("%zu %d %d\n", prices.size(), prices.contains("a"), std::string("prefix").starts_with("pre"));
}
