// Values passed through std::sort, stable_sort, nth_element, heaps, partitions, rotations, permutations.
#include <algorithm>
#include <cstdio>
#include <functional>
#include <vector>
#include <uxhw.h>

// Prints `ok` if `got` still has the distribution of `wanted`: it is not a plain number, and the first moments agree.
static void report(const char *what, double got, double wanted) {
  bool kept = UxHwDoubleNthMoment(got, 2) > 0 && UxHwDoubleNthMoment(got, 1) == UxHwDoubleNthMoment(wanted, 1) &&
             UxHwDoubleNthMoment(got, 2) == UxHwDoubleNthMoment(wanted, 2);
  std::printf("%s %s\n", kept ? "ok" : "LOST", what);
}

int main() {
  std::vector<double> original, v;
  for (int i = 0; i < 100; i++) original.push_back(i % 4 ? UxHwDoubleGaussDist(i * 37 % 100, 1 + i % 5) : i * 37 % 100);
  const double wanted = original[3], smallest = original[1];
  auto at_eleven = [&](const std::vector<double> &w) { return *std::find(w.begin(), w.end(), 11.0); };
  v = original;
  std::sort(v.begin(), v.end());
  std::printf("%s sorted\n", std::is_sorted(v.begin(), v.end()) ? "ok" : "LOST");
  report("sort", v[11], wanted);
  v = original;
  std::stable_sort(v.begin(), v.end(), std::greater<>());
  report("stable_sort", v[99 - 11], wanted);
  v = original;
  std::nth_element(v.begin(), v.begin() + 11, v.end());
  report("nth_element", v[11], wanted);
  v = original;
  std::partial_sort(v.begin(), v.begin() + 20, v.end());
  report("partial_sort", v[11], wanted);
  v = original;
  std::make_heap(v.begin(), v.end());
  std::sort_heap(v.begin(), v.end());
  report("heap", v[11], wanted);
  std::reverse(v.begin(), v.end());
  std::rotate(v.begin(), v.begin() + 50, v.end());
  report("reverse and rotate", at_eleven(v), wanted);
  std::partition(v.begin(), v.end(), [](double x) { return x < 20; });
  report("partition", at_eleven(v), wanted);
  report("max_element", *std::max_element(v.begin(), v.end()), original[27]);
  std::swap_ranges(v.begin(), v.begin() + 40, v.begin() + 50);
  report("swap_ranges", *std::find(v.begin(), v.end(), 37.0), smallest);
}
