// Exceptions from constructors, containers that clean up, function try blocks, strong guarantee by swap.
#include <cstdio>
#include <map>
#include <memory>
#include <stdexcept>
#include <vector>

static int alive;

struct Counted {
  double value;
  explicit Counted(double v) : value(v) {
    if (v < 0) throw std::invalid_argument("negative");
    alive++;
  }
  Counted(const Counted &other) : value(other.value) {
    if (value > 90) throw std::length_error("too large to copy");
    alive++;
  }
  Counted &operator=(const Counted &) = default;
  ~Counted() { alive--; }
};

struct Pair {
  Counted first, second;
  Pair(double a, double b) try : first(a), second(b) {
  } catch (const std::exception &error) {
    std::printf("pair: %s, alive %d\n", error.what(), alive);
    throw;
  }
};

static void append(std::vector<Counted> &all, double limit) {
  std::vector<Counted> copy(all);
  for (double x = 0; x < 10; x++) copy.emplace_back(x < limit ? x : -x);
  copy.swap(all);
}

int main() {
  try {
    Pair good(1, 2);
    Pair bad(3, -4);
  } catch (const std::invalid_argument &) {
    std::printf("alive %d\n", alive);
  }
  std::vector<Counted> all;
  append(all, 100);
  std::printf("%zu %d\n", all.size(), alive);
  try {
    append(all, 5);
  } catch (const std::exception &) {
    std::printf("%zu %d\n", all.size(), alive);
  }
  all.emplace_back(95);
  try {
    std::vector<Counted> copy = all;
  } catch (const std::length_error &error) {
    std::printf("%s %d\n", error.what(), alive);
  }
  all.clear();
  try {
    auto *array = new Counted[3]{Counted(1), Counted(2), Counted(-3)};
    delete[] array;
  } catch (const std::exception &error) {
    std::printf("%s %d\n", error.what(), alive);
  }
  std::map<int, std::unique_ptr<Counted>> owned;
  try {
    for (int i = 3; i > -2; i--) owned[i] = std::make_unique<Counted>(i);
  } catch (const std::exception &error) {
    std::printf("%zu %d\n", owned.size(), alive);
  }
  try {
    (void)all.at(5);
  } catch (const std::out_of_range &) {
    std::printf("out of range\n");
  }
  owned.clear();
  std::printf("alive %d\n", alive);
  return 0;
}
