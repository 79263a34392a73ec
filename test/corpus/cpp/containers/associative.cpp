// map, set, multimap, unordered containers keyed by doubles and strings; ordering, ranges, node handles.
#include <cstdio>
#include <map>
#include <set>
#include <string>
#include <unordered_map>
#include <unordered_set>

int main() {
  std::map<double, std::string> names{{2.5, "two"}, {-1, "minus"}, {0.125, "eighth"}};
  names[1e9] = "large";
  names.emplace(0.125, "ignored");
  names.insert_or_assign(-1, "minus one");
  for (const auto &[key, name] : names) std::printf("%g=%s ", key, name.c_str());
  std::printf("\n%s %g\n", names.lower_bound(1)->second.c_str(), names.upper_bound(2.5)->first);
  auto node = names.extract(2.5);
  node.key() = 7.5;
  names.insert(std::move(node));
  std::printf("%zu %zu %g\n", names.count(2.5), names.erase(7.5), names.rbegin()->first);
  std::set<double, std::greater<>> down{3, 1, 4, 1, 5, 9, 2, 6};
  for (double x : down) std::printf("%g ", x);
  std::printf("\n");
  std::multimap<int, double> many;
  for (int i = 0; i < 12; i++) many.emplace(i % 3, i * 0.5);
  auto [from, to] = many.equal_range(1);
  double sum = 0;
  for (auto it = from; it != to; ++it) sum += it->second;
  std::printf("%.2f\n", sum);
  std::unordered_map<double, int> hashed;
  for (int i = 0; i < 1000; i++) hashed[(i % 37) / 8.0]++;
  hashed[-0.0]++;
  std::printf("%zu %d %d\n", hashed.size(), hashed[0.5], hashed[0.0]);
  std::unordered_set<std::string> words{"a", "b"};
  std::printf("%d %d\n", words.insert("a").second, words.count("b") == 1);
  std::multiset<double> bag{1, 1, 2};
  bag.erase(bag.find(1));
  std::printf("%zu %zu\n", bag.size(), bag.count(1));
  return 0;
}
