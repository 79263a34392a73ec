// Values in class members: virtual calls, inheritance, copies, operators, templates, statics, placement.
#include <cstdio>
#include <new>
#include <uxhw.h>

// Prints `ok` if `got` still has the distribution of `wanted`: it is not a plain number, and the first moments agree.
static void report(const char *what, double got, double wanted) {
  bool kept = UxHwDoubleNthMoment(got, 2) > 0 && UxHwDoubleNthMoment(got, 1) == UxHwDoubleNthMoment(wanted, 1) &&
             UxHwDoubleNthMoment(got, 2) == UxHwDoubleNthMoment(wanted, 2);
  std::printf("%s %s\n", kept ? "ok" : "LOST", what);
}

struct Shape {
  explicit Shape(double s) : size(s) {}
  virtual ~Shape() = default;
  virtual double measure() const { return size; }
  double size;
};
struct Named { virtual ~Named() = default; double weight = 0; };
struct Both : Shape, virtual Named {
  Both(double s, double w) : Shape(s) { weight = w; }
  double measure() const override { return weight; }
};
template <class T>
struct Holder {
  T value{};
  static T shared;
  Holder &operator=(const T &v) { value = v; return *this; }
  operator T() const { return value; }
  Holder operator+(const Holder &o) const { return o; }
};
template <class T>
T Holder<T>::shared{};

int main() {
  const double x = UxHwDoubleGaussDist(4, 1), y = UxHwDoubleUniformDist(0, 3);
  Both both(x, y), copy = both;
  Shape &shape = copy;
  report("member of a base", shape.size, x);
  report("virtual call", shape.measure(), y);
  report("qualified call", shape.Shape::measure(), x);
  report("virtual base", dynamic_cast<Named &>(shape).weight, y);
  Holder<double> holder, other;
  holder = x;
  other = y;
  report("conversion operator", holder, x);
  report("operator", holder + other, y);
  Holder<double>::shared = other;
  report("static member of a template", Holder<double>::shared, y);
  double Shape::*member = &Shape::size;
  report("pointer to member", both.*member, x);
  alignas(Holder<double>) unsigned char place[sizeof(Holder<double>)];
  auto *placed = new (place) Holder<double>(holder);
  report("placed", placed->value, x);
  auto *array = new Both[2]{Both(y, x), Both(x, y)};
  report("array of objects", array[1].measure(), y);
  delete[] array;
}
