// sort, stable_sort, partial_sort, nth_element, heaps, merge, set operations, permutations over doubles.
#include <algorithm>
#include <cstdio>
#include <numeric>
#include <random>
#include <vector>

static double weigh(const std::vector<double> &v) {
  double sum = 0;
  for (std::size_t i = 0; i < v.size(); i++) sum += v[i] * static_cast<double>(i % 17 + 1);
  return sum;
}

int main() {
  std::mt19937 engine(7);
  std::vector<double> v(1000);
  for (double &x : v) x = engine() / 1e9;
  auto w = v;
  std::sort(w.begin(), w.end());
  std::printf("%.9f %d\n", weigh(w), std::is_sorted(w.begin(), w.end()));
  w = v;
  std::stable_sort(w.begin(), w.end(), [](double a, double b) { return int(a * 4) > int(b * 4); });
  std::printf("%.9f\n", weigh(w));
  w = v;
  std::partial_sort(w.begin(), w.begin() + 10, w.end());
  std::nth_element(w.begin() + 10, w.begin() + 500, w.end());
  std::printf("%.9f %.9f\n", w[9], w[500]);
  std::make_heap(w.begin(), w.end());
  for (int i = 0; i < 5; i++) {
    std::pop_heap(w.begin(), w.end() - i);
    std::printf("%.6f ", *(w.end() - 1 - i));
  }
  std::printf("\n");
  std::vector<double> a{1, 3, 5, 7}, b{2, 3, 6, 7, 8}, c;
  std::merge(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(c));
  std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(c));
  std::set_difference(b.begin(), b.end(), a.begin(), a.end(), std::back_inserter(c));
  for (double x : c) std::printf("%g ", x);
  std::printf("\n");
  std::vector<int> order{1, 2, 3, 4};
  int count = 0;
  do count += order[0] < order[3]; while (std::next_permutation(order.begin(), order.end()));
  std::printf("%d\n", count);
  std::rotate(a.begin(), a.begin() + 1, a.end());
  a.erase(std::remove_if(a.begin(), a.end(), [](double x) { return x == 5; }), a.end());
  std::printf("%g %g %g\n", a[0], a[1], a[2]);
  auto [low, high] = std::minmax_element(v.begin(), v.end());
  std::printf("%.9f %.9f %g\n", *low, *high, std::clamp(5.5, 1.0, 2.0));
  std::printf("%td %d\n", std::lower_bound(b.begin(), b.end(), 6.5) - b.begin(),
              std::binary_search(b.begin(), b.end(), 6.0));
  return 0;
}
