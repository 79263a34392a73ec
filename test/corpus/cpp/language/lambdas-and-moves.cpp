// Lambdas with every capture, move semantics, rvalue overloads, smart pointers, range-for, initialiser lists, RAII order.
#include <cstdio>
#include <initializer_list>
#include <memory>
#include <string>
#include <utility>
#include <vector>

struct Buffer {
  std::vector<double> data;
  const char *origin = "made";
  Buffer(std::initializer_list<double> list) : data(list) {}
  Buffer(const Buffer &other) : data(other.data), origin("copied") {}
  Buffer(Buffer &&other) noexcept : data(std::move(other.data)), origin("moved") {}
  Buffer &operator=(Buffer other) noexcept {
    std::swap(data, other.data);
    return *this;
  }
};

static const char *which(const Buffer &) { return "const reference"; }
static const char *which(Buffer &&) { return "rvalue"; }

struct Node {
  double value;
  std::shared_ptr<Node> next;
  std::weak_ptr<Node> previous;
  ~Node() { std::printf("~%g ", value); }
};

int main() {
  Buffer a{1, 2, 3}, b = a, c = std::move(a);
  std::printf("%s %s %zu %zu %s %s\n", b.origin, c.origin, a.data.size(), c.data.size(), which(b), which(std::move(b)));
  a = std::move(c);
  std::printf("%zu\n", a.data.size());
  double x = 1.5, y = 2;
  auto by_value = [x, y]() mutable { return x++ + y; };
  auto by_reference = [&] { return x += y; };
  auto generic = [k = x * 2](auto v) { return v * k; };
  std::printf("%g %g %g %g %g\n", by_value(), by_value(), by_reference(), x, generic(2));
  auto owner = std::make_unique<double>(6.5);
  auto taker = [p = std::move(owner)](double q) { return *p * q; };
  std::printf("%g %d\n", taker(2), owner == nullptr);
  auto fibonacci = [](auto &&self, int n) -> double { return n < 2 ? n : self(self, n - 1) + self(self, n - 2); };
  std::printf("%g\n", fibonacci(fibonacci, 15));
  {
    auto first = std::make_shared<Node>(), second = std::make_shared<Node>();
    first->value = 1, second->value = 2;
    first->next = second, second->previous = first;
    std::printf("%ld %ld %g\n", first.use_count(), second.use_count(), second->previous.lock()->value);
  }
  std::printf("\n");
  std::vector<std::string> words{"move", "me"};
  std::string taken = std::move(words[0]);
  for (auto &&word : words) std::printf("[%s]", word.c_str());
  std::printf("%s %g\n", taken.c_str(), [](std::initializer_list<double> l) { return *(l.end() - 1); }({1, 2, 3.5}));
  return 0;
}
