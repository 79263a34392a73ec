// Shapes with virtual functions, in a vector.
#include <cmath>
#include <cstdio>
#include <memory>
#include <vector>
#include "kernel.h"
struct shape {
  virtual double area() const = 0;
  virtual void grow(double factor) = 0;
  virtual ~shape() = default;
};
struct disc : shape {
  double r;
  explicit disc(double radius) : r(radius) {}
  double area() const override { return 3.14159265358979 * r * r; }
  void grow(double factor) override { r *= factor; }
};
struct rectangle : shape {
  double a, b;
  rectangle(double x, double y) : a(x), b(y) {}
  double area() const override { return a * b; }
  void grow(double factor) override { a *= factor; b *= factor; }
};
struct ring : disc {
  double inner;
  ring(double outer, double hole) : disc(outer), inner(hole) {}
  double area() const override { return disc::area() - 3.14159265358979 * inner * inner; }
  void grow(double factor) override { disc::grow(factor); inner *= factor; }
};
int main() {
  START();
  std::vector<std::unique_ptr<shape>> shapes;
  for (int i = 0; i < 1000; i++) {
    if (i % 3 == 0) shapes.push_back(std::make_unique<disc>(i * 0.01));
    else if (i % 3 == 1) shapes.push_back(std::make_unique<rectangle>(i * 0.02, 1.5));
    else shapes.push_back(std::make_unique<ring>(i * 0.03, i * 0.01));
  }
  double total = 0;
  for (int r = 0; r < 3000; r++) {
    double factor = r % 2 ? 1.01 : 1 / 1.01;
    for (auto &s : shapes) { s->grow(factor); total += s->area(); }
  }
  std::printf("%.6f\n", total);
  return 0;
}
