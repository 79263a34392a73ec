// Custom iterators for algorithms and range-for; stream, insert, reverse and move iterators; iterator arithmetic.
#include <algorithm>
#include <cstdio>
#include <iterator>
#include <list>
#include <numeric>
#include <set>
#include <vector>

class Fibonacci {
 public:
  struct Iterator {
    using iterator_category = std::forward_iterator_tag;
    using value_type = double;
    using difference_type = std::ptrdiff_t;
    using pointer = const double *;
    using reference = const double &;
    double current = 0, next = 1;
    int left = 0;
    reference operator*() const { return current; }
    Iterator &operator++() {
      double sum = current + next;
      current = next, next = sum, left--;
      return *this;
    }
    Iterator operator++(int) {
      Iterator old = *this;
      ++*this;
      return old;
    }
    bool operator==(const Iterator &o) const { return left == o.left; }
    bool operator!=(const Iterator &o) const { return left != o.left; }
  };
  explicit Fibonacci(int n) : n_(n) {}
  Iterator begin() const { return {0, 1, n_}; }
  Iterator end() const { return {}; }

 private:
  int n_;
};

int main() {
  const Fibonacci numbers(20);
  for (double x : numbers) std::printf("%g ", x);
  std::printf("\n%g %td\n", std::accumulate(numbers.begin(), numbers.end(), 0.0), std::distance(numbers.begin(), numbers.end()));
  std::printf("%g\n", *std::find_if(numbers.begin(), numbers.end(), [](double x) { return x > 100; }));
  std::vector<double> v(numbers.begin(), numbers.end());
  std::list<double> l;
  std::copy(v.rbegin(), v.rbegin() + 3, std::front_inserter(l));
  std::copy(v.begin() + 4, v.begin() + 6, std::inserter(l, std::next(l.begin())));
  for (double x : l) std::printf("%g ", x);
  std::set<double> s(std::make_move_iterator(l.begin()), std::make_move_iterator(l.end()));
  auto it = s.begin();
  std::advance(it, 2);
  std::printf("%g %g %td\n", *it, *std::prev(s.end()), v.end() - std::find(v.begin(), v.end(), 8));
  std::reverse_iterator<std::vector<double>::iterator> back(v.begin() + 5);
  std::printf("%g %g %d\n", *back, back[2], back.base() == v.begin() + 5);
  double array[] = {1, 2, 3};
  std::printf("%td %g\n", std::end(array) - std::begin(array), *std::rbegin(array));
}
