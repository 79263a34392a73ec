// queue, stack, priority_queue, pair keys, a matrix class, a ring, a custom allocator, nested containers.
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <map>
#include <memory>
#include <queue>
#include <stack>
#include <utility>
#include <vector>

static int live_blocks;
template <class T>
struct Counting {
  using value_type = T;
  Counting() = default;
  template <class U>
  Counting(const Counting<U> &) {}
  T *allocate(std::size_t n) { live_blocks++; return static_cast<T *>(std::malloc(n * sizeof(T))); }
  void deallocate(T *p, std::size_t) { live_blocks--; std::free(p); }
  template <class U>
  bool operator==(const Counting<U> &) const { return true; }
  template <class U>
  bool operator!=(const Counting<U> &) const { return false; }
};

class Matrix {
 public:
  Matrix(int n, int m, double x = 0) : n_(n), m_(m), cells_(static_cast<std::size_t>(n * m), x) {}
  double &operator()(int i, int j) { return cells_[static_cast<std::size_t>(i * m_ + j)]; }
  double operator()(int i, int j) const { return cells_[static_cast<std::size_t>(i * m_ + j)]; }
  friend Matrix operator*(const Matrix &a, const Matrix &b) {
    Matrix c(a.n_, b.m_);
    for (int i = 0; i < a.n_; i++)
      for (int j = 0; j < b.m_; j++)
        for (int k = 0; k < a.m_; k++) c(i, j) += a(i, k) * b(k, j);
    return c;
  }

 private:
  int n_, m_;
  std::vector<double> cells_;
};

int main() {
  std::priority_queue<double> largest;
  std::priority_queue<std::pair<double, int>, std::vector<std::pair<double, int>>, std::greater<>> nearest;
  for (int i = 0; i < 20; i++) {
    largest.push(i * 7 % 11 / 2.0);
    nearest.emplace(i * 5 % 13 / 4.0, i);
  }
  for (int i = 0; i < 5; i++, largest.pop(), nearest.pop()) std::printf("%g (%g,%d) ", largest.top(), nearest.top().first, nearest.top().second);
  std::stack<double> stack;
  std::queue<double> queue;
  for (double x : {1.5, 2.5, 3.5}) stack.push(x), queue.push(x);
  std::printf("\n%g %g %zu\n", stack.top(), queue.front(), queue.size());
  {
    std::vector<double, Counting<double>> counted;
    std::map<int, double, std::less<>, Counting<std::pair<const int, double>>> tree;
    for (int i = 0; i < 100; i++) counted.push_back(i), tree[i % 10] += i;
    std::printf("%d %g %g\n", live_blocks, counted[99], tree[3]);
  }
  std::printf("%d\n", live_blocks);
  Matrix rotation(2, 2), power(2, 2);
  power(0, 0) = power(1, 1) = 1;
  rotation(0, 0) = rotation(1, 1) = 0.8, rotation(0, 1) = -0.6, rotation(1, 0) = 0.6;
  for (int i = 0; i < 25; i++) power = power * rotation;
  std::printf("%.12f %.12f\n", power(0, 0), power(0, 1));
  std::map<std::pair<int, int>, std::vector<double>> sparse;
  for (int i = 0; i < 30; i++) sparse[{i % 3, i % 5}].push_back(i / 8.0);
  double sum = 0;
  for (auto &[key, list] : sparse) sum += (key.first + 1) * list.back() - key.second * list.front();
  std::printf("%zu %g\n", sparse.size(), sum);
}
