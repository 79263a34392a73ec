// flags: -std=c++20
// Ranges and views: filter, transform, take, drop, reverse, join, projections, lazy evaluation.
#include <algorithm>
#include <cstdio>
#include <ranges>
#include <string>
#include <vector>

struct Sample { std::string name; double value; };

int main() {
  namespace views = std::views;
  std::vector<double> v{3, -1, 4, -1.5, 5, -9, 2.5, 6};
  for (double x : v | views::filter([](double x) { return x > 0; }) | views::transform([](double x) { return x * x; }) | views::take(3)) std::printf("%g ", x);
  for (double x : v | views::reverse | views::drop(2) | views::take_while([](double x) { return x != -1.5; })) std::printf("%g ", x);
  std::printf("\n");
  int calls = 0;
  auto lazy = views::iota(1) | views::transform([&](int i) { calls++; return 1.0 / i; });
  double sum = 0;
  for (double x : lazy | views::take(10)) sum += x;
  std::printf("%.12f %d\n", sum, calls);
  std::vector<Sample> samples{{"c", 0.5}, {"a", 2.5}, {"b", -1}};
  std::ranges::sort(samples, {}, &Sample::value);
  for (const auto &[name, value] : samples) std::printf("%s=%g ", name.c_str(), value);
  std::ranges::sort(samples, std::ranges::greater(), &Sample::name);
  std::printf("%s\n", samples[0].name.c_str());
  auto [low, high] = std::ranges::minmax(v);
  std::printf("%g %g %td %d\n", low, high, std::ranges::find(v, 5) - v.begin(), std::ranges::any_of(v, [](double x) { return x < -8; }));
  std::vector<std::vector<int>> nested{{1, 2}, {}, {3}};
  for (int i : nested | views::join) std::printf("%d ", i);
  std::ranges::transform(v, v.begin(), [](double x) { return x / 2; });
  auto removed = std::ranges::remove_if(v, [](double x) { return x < 0; });
  v.erase(removed.begin(), removed.end());
  std::printf("%zu %g %g\n", v.size(), v.front(), std::ranges::max(v));
}
