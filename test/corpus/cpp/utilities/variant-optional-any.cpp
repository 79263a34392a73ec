// optional, variant, any, tuple, pair, expected uses, function, reference_wrapper, structured bindings.
#include <any>
#include <cstdio>
#include <functional>
#include <optional>
#include <string>
#include <tuple>
#include <variant>
#include <vector>

using Value = std::variant<double, int, std::string, std::vector<double>>;

template <class... T>
struct Overloaded : T... { using T::operator()...; };
template <class... T>
Overloaded(T...) -> Overloaded<T...>;

static std::optional<double> inverse(double x) {
  if (x == 0) return std::nullopt;
  return 1 / x;
}

static std::tuple<double, double, int> statistics(const std::vector<double> &v) {
  double sum = 0, top = v[0];
  for (double x : v) sum += x, top = x > top ? x : top;
  return {sum / static_cast<double>(v.size()), top, static_cast<int>(v.size())};
}

int main() {
  for (const Value &value : {Value(2.5), Value(7), Value("text"), Value(std::vector<double>{1, 2})}) {
    double result = std::visit(Overloaded{[](double d) { return d * 2; }, [](int i) { return i + 0.5; },
                                          [](const std::string &s) { return static_cast<double>(s.size()); },
                                          [](const std::vector<double> &v) { return v[0] - v[1]; }},
                               value);
    std::printf("%zu %g\n", value.index(), result);
  }
  std::printf("%g %d %g\n", inverse(4).value(), inverse(0).has_value(), inverse(0).value_or(-1));
  auto [mean, top, count] = statistics({1, 2.5, 4});
  std::printf("%g %g %d\n", mean, top, count);
  std::any any = 2.75;
  std::printf("%g ", std::any_cast<double>(any));
  any = std::string("any");
  std::printf("%s %d\n", std::any_cast<std::string &>(any).c_str(), std::any_cast<int>(&any) == nullptr);
  double total = 0;
  std::vector<std::function<void(double)>> steps{[&](double x) { total += x; }, [&total](double x) { total *= x; },
                                                 std::bind(std::multiplies<>(), std::placeholders::_1, 3.0)};
  for (auto &step : steps) step(1.5);
  std::printf("%g\n", total);
  auto tied = std::make_tuple(1, 2.5, 'c');
  int i;
  char c;
  std::tie(i, std::ignore, c) = tied;
  std::printf("%d %c %d\n", i, c, tied < std::make_tuple(1, 2.5, 'd'));
  std::printf("%g\n", std::apply([](auto... x) { return (0.0 + ... + x); }, std::make_tuple(1.5, 2, 3.25f)));
  auto compose = [](auto f, auto g) { return [=](double x) { return f(g(x)); }; };
  std::printf("%g\n", compose([](double x) { return x + 1; }, [](double x) { return x * 10; })(0.5));
  return 0;
}
