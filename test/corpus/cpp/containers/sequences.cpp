// vector, deque, list, forward_list, array of doubles: growth, insertion, erasure, splicing, iteration.
#include <array>
#include <cstdio>
#include <deque>
#include <forward_list>
#include <list>
#include <numeric>
#include <vector>

template <class Container>
static void show(const char *name, const Container &container) {
  std::printf("%s:", name);
  for (const auto &x : container) std::printf(" %g", x);
  std::printf("\n");
}

int main() {
  std::vector<double> v;
  for (int i = 0; i < 10; i++) v.push_back(i * 1.5);
  v.insert(v.begin() + 3, {-1, -2, -3});
  v.erase(v.begin(), v.begin() + 2);
  v.emplace(v.end() - 1, 0.125);
  show("vector", v);
  v.resize(5);
  v.shrink_to_fit();
  std::printf("%zu %g %g\n", v.size(), v.front(), v.back());
  std::deque<double> d(v.rbegin(), v.rend());
  for (int i = 0; i < 500; i++) {
    d.push_front(i / 4.0);
    if (i % 3 == 0) d.pop_back();
  }
  std::printf("deque %zu %.3f\n", d.size(), std::accumulate(d.begin(), d.end(), 0.0));
  std::list<double> a{5, 3, 9}, b{1, 7};
  a.sort();
  b.merge(a);
  b.reverse();
  b.splice(b.begin(), std::list<double>{0.5, 0.25});
  b.remove_if([](double x) { return x > 6; });
  show("list", b);
  std::forward_list<float> f{3, 1, 2, 2};
  f.sort();
  f.unique();
  f.insert_after(f.begin(), 1.5f);
  show("forward_list", f);
  std::array<double, 4> fixed{4, 3, 2, 1};
  auto [first, second, third, fourth] = fixed;
  std::printf("%g\n", first + second * third - fourth);
  std::vector<std::vector<double>> grid(3, std::vector<double>(3, 0.5));
  grid[1][2] += 2;
  std::swap(grid[0], grid[1]);
  for (const auto &row : grid) show("row", row);
  std::vector<bool> bits(70);
  bits[3] = bits[69] = true;
  bits.flip();
  std::printf("%td\n", std::count(bits.begin(), bits.end(), true));
  return 0;
}
