// unique_ptr, shared_ptr, weak_ptr, deleters, aliasing, enable_shared_from_this, arrays, a pool resource, cycles broken.
#include <cstdio>
#include <memory>
#include <memory_resource>
#include <utility>
#include <vector>

struct Node : std::enable_shared_from_this<Node> {
  double value;
  std::shared_ptr<Node> next;
  std::weak_ptr<Node> parent;
  static int alive;
  explicit Node(double v) : value(v) { alive++; }
  ~Node() { alive--; }
  std::shared_ptr<Node> self() { return shared_from_this(); }
};
int Node::alive = 0;
struct Base { virtual ~Base() { std::printf("~Base "); } };
struct Derived : Base { ~Derived() override { std::printf("~Derived "); } };

int main() {
  auto unique = std::make_unique<Node>(1.5);
  auto taken = std::move(unique);
  std::printf("%d %g\n", unique == nullptr, taken->value);
  taken.reset();
  std::shared_ptr<Node> first = std::make_shared<Node>(2), second = std::make_shared<Node>(3);
  first->next = second;
  second->parent = first;
  std::shared_ptr<double> inside(first, &first->value);
  std::printf("%ld %ld %d\n", first.use_count(), second.use_count(), Node::alive);
  std::weak_ptr<Node> watcher = first;
  first.reset();
  std::printf("%d %g %g\n", watcher.expired(), *inside, second->parent.lock()->value);
  inside.reset();
  std::printf("%d %d\n", watcher.expired(), second->parent.lock() == nullptr);
  std::printf("%ld %d\n", second->self().use_count(), Node::alive);
  int closed = 0;
  {
    auto deleter = [&closed](double *p) { closed++; delete p; };
    std::unique_ptr<double, decltype(deleter)> guarded(new double(4), deleter);
    std::shared_ptr<double> shared(new double(5), deleter), copy = shared;
  }
  std::printf("%d\n", closed);
  { std::shared_ptr<Base> base = std::make_shared<Derived>(); std::unique_ptr<Base> owner = std::make_unique<Derived>(); }
  auto array = std::make_unique<double[]>(10);
  array[9] = 2.5;
  auto shared_array = std::shared_ptr<double[]>(new double[3]{1, 2, 3});
  std::printf("\n%g %g %g\n", array[9], array[0], shared_array[2]);
  char buffer[4096];
  std::pmr::monotonic_buffer_resource pool(buffer, sizeof buffer);
  std::pmr::vector<double> pooled(&pool);
  for (int i = 0; i < 50; i++) pooled.push_back(i * 0.5);
  std::printf("%g %d\n", pooled[49], reinterpret_cast<char *>(pooled.data()) >= buffer && reinterpret_cast<char *>(pooled.data()) < buffer + sizeof buffer);
  std::vector<std::shared_ptr<Node>> many(5, second);
  std::printf("%ld\n", second.use_count());
  many.clear();
  second.reset();
  std::printf("%d\n", Node::alive);
}
