// Values in deque, list, array, map values and keys, set, multimap, queue and priority queue.
#include <array>
#include <cstdio>
#include <deque>
#include <iterator>
#include <list>
#include <map>
#include <queue>
#include <set>
#include <string>
#include <tuple>
#include <uxhw.h>

// Prints `ok` if `got` still has the distribution of `wanted`: it is not a plain number, and the first moments agree.
static void report(const char *what, double got, double wanted) {
  bool kept = UxHwDoubleNthMoment(got, 2) > 0 && UxHwDoubleNthMoment(got, 1) == UxHwDoubleNthMoment(wanted, 1) &&
             UxHwDoubleNthMoment(got, 2) == UxHwDoubleNthMoment(wanted, 2);
  std::printf("%s %s\n", kept ? "ok" : "LOST", what);
}

int main() {
  const double x = UxHwDoubleGaussDist(4, 1), y = UxHwDoubleUniformDist(0, 3), z = UxHwDoubleExponentialDist(9);
  std::deque<double> deque;
  for (int i = 0; i < 700; i++) deque.push_front(i % 2 ? x : y), deque.push_back(z);
  report("deque", deque[700], z);
  std::list<double> list{z, x, y};
  list.sort();
  list.reverse();
  report("list", *std::next(list.begin()), x);
  std::array<double, 3> array{x, y, z}, other = array;
  report("array", other[2], z);
  std::map<double, double> map{{x, y}, {y, z}, {z, x}};
  report("map key", map.begin()->first, y);
  report("map value", map.at(x), y);
  report("map value found by its particle", map.find(4.0)->second, y);
  std::set<double> set{z, y, x, y};
  std::printf("%s set of %zu\n", set.size() == 3 ? "ok" : "LOST", set.size());
  report("set", *set.rbegin(), z);
  std::map<std::string, double> named{{"x", x}};
  named["y"] = y;
  report("map by name", named["y"], y);
  std::priority_queue<double> queue;
  for (double v : {y, z, x, 1.0}) queue.push(v);
  report("priority queue", queue.top(), z);
  queue.pop();
  report("priority queue, next", queue.top(), x);
  std::tuple<int, double, float> tuple(1, x, 2.0f);
  auto [i, second, f] = tuple;
  report("tuple", second, x);
  (void)i, (void)f;
}
