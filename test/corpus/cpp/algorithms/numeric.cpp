// <numeric> and transforming algorithms: accumulate, inner_product, partial_sum, adjacent_difference, reduce, scans, gcd.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <functional>
#include <iterator>
#include <numeric>
#include <vector>

static void show(const std::vector<double> &v) {
  for (double x : v) std::printf("%g ", x);
  std::printf("\n");
}

int main() {
  std::vector<double> v(8), w(8);
  std::iota(v.begin(), v.end(), 1.5);
  std::generate(w.begin(), w.end(), [x = 1.0]() mutable { return x /= 2; });
  std::printf("%g %g\n", std::accumulate(v.begin(), v.end(), 0.0), std::accumulate(v.begin(), v.end(), 1.0, std::multiplies<>()));
  std::printf("%g %g\n", std::inner_product(v.begin(), v.end(), w.begin(), 0.0),
              std::inner_product(v.begin(), v.end(), w.begin(), 0.0, [](double a, double b) { return std::fmax(a, b); }, std::minus<>()));
  std::vector<double> out(8);
  std::partial_sum(v.begin(), v.end(), out.begin());
  show(out);
  std::adjacent_difference(out.begin(), out.end(), out.begin());
  show(out);
  std::inclusive_scan(w.begin(), w.end(), out.begin(), std::plus<>(), 10.0);
  show(out);
  std::exclusive_scan(v.begin(), v.end(), out.begin(), 0.0);
  show(out);
  std::printf("%g %g\n", std::reduce(v.begin(), v.end()), std::transform_reduce(v.begin(), v.end(), 0.0, std::plus<>(), [](double x) { return x * x; }));
  std::transform(v.begin(), v.end(), w.begin(), out.begin(), [](double a, double b) { return a * b - 1; });
  show(out);
  std::replace_if(out.begin(), out.end(), [](double x) { return x < -0.5; }, 0.0);
  std::reverse(out.begin(), out.end());
  auto end = std::unique(out.begin(), out.end());
  out.erase(end, out.end());
  show(out);
  std::printf("%d %d %td\n", std::gcd(84, 36), std::lcm(12, 18), std::count_if(v.begin(), v.end(), [](double x) { return x > 4; }));
  auto split = std::stable_partition(v.begin(), v.end(), [](double x) { return std::fmod(x, 2) < 1; });
  std::printf("%td ", split - v.begin());
  show(v);
  std::printf("%d %d %d\n", std::all_of(v.begin(), v.end(), [](double x) { return x > 0; }), std::equal(v.begin(), v.end(), w.begin()),
              std::lexicographical_compare(v.begin(), v.end(), w.begin(), w.end()));
  auto found = std::adjacent_find(v.begin(), v.end(), [](double a, double b) { return b - a > 2.5; });
  std::printf("%td %td\n", found - v.begin(), std::search_n(out.begin(), out.end(), 2, 0.0) - out.begin());
  std::copy_if(v.begin(), v.end(), std::back_inserter(w), [](double x) { return x > 6; });
  std::printf("%zu %g\n", w.size(), w.back());
}
