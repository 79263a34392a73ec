// Values in std::vector: growth, insertion, erasure, copies, moves, swaps, vectors of vectors.
#include <cstdio>
#include <utility>
#include <vector>
#include <uxhw.h>

// Prints `ok` if `got` still has the distribution of `wanted`: it is not a plain number, and the first moments agree.
static void report(const char *what, double got, double wanted) {
  bool kept = UxHwDoubleNthMoment(got, 2) > 0 && UxHwDoubleNthMoment(got, 1) == UxHwDoubleNthMoment(wanted, 1) &&
             UxHwDoubleNthMoment(got, 2) == UxHwDoubleNthMoment(wanted, 2);
  std::printf("%s %s\n", kept ? "ok" : "LOST", what);
}

int main() {
  const double x = UxHwDoubleGaussDist(1, 1), y = UxHwDoubleUniformDist(0, 3);
  std::vector<double> v;
  for (int i = 0; i < 1000; i++) v.push_back(i % 2 ? x : y);
  report("grown", v[999], x);
  v.insert(v.begin() + 10, 5, y);
  report("after insertion", v[16], x);
  v.erase(v.begin(), v.begin() + 16);
  report("after erasure", v.front(), x);
  std::vector<double> copy = v, moved = std::move(copy), filled(50, x);
  report("moved", moved[1], y);
  report("filled", filled.back(), x);
  v.swap(filled);
  v.resize(60, y);
  report("resized", v[59], y);
  v.assign({y, x, y});
  report("assigned", v[1], x);
  v.emplace(v.begin(), x);
  v.shrink_to_fit();
  report("emplaced", v.at(0), x);
  std::vector<std::vector<double>> grid(5, std::vector<double>(5, y));
  grid[2][3] = x;
  grid.erase(grid.begin());
  std::swap(grid[0], grid[1]);
  report("vector of vectors", grid[0][3], x);
  std::vector<std::pair<int, double>> pairs;
  for (int i = 0; i < 40; i++) pairs.emplace_back(i, i == 33 ? x : y);
  report("in pairs", pairs[33].second, x);
}
