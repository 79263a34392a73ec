#include <algorithm>
#include <iomanip>
#include <iostream>
#include <map>
#include <memory>
#include <sstream>
#include <stdexcept>
#include <string>
#include <uxhw.h>
#include <vector>

class Shape {
public:
  virtual ~Shape() = default;
  virtual double area() const = 0;
  virtual std::string name() const = 0;
};

class Circle : public Shape {
public:
  explicit Circle(double radius) : radius_(radius) {
    if (radius < 0) throw std::invalid_argument("a radius below zero");
  }
  double area() const override { return 3.14159265358979 * radius_ * radius_; }
  std::string name() const override { return "circle"; }

private:
  double radius_;
};

class Rectangle : public Shape {
public:
  Rectangle(double width, double height) : width_(width), height_(height) {}
  double area() const override { return width_ * height_; }
  std::string name() const override { return "rectangle"; }

private:
  double width_, height_;
};

template <typename Number> Number larger(Number a, Number b) { return a < b ? b : a; }

int main() {
  std::vector<std::unique_ptr<Shape>> shapes;
  shapes.push_back(std::make_unique<Circle>(UxHwDoubleGaussDist(1.0, 0.01)));
  shapes.push_back(std::make_unique<Rectangle>(2.0, UxHwDoubleUniformDist(2.9, 3.1)));
  std::sort(shapes.begin(), shapes.end(), [](const auto &a, const auto &b) { return a->area() < b->area(); });
  std::map<std::string, double> areas;
  double most = 0;
  for (const auto &shape : shapes) {
    areas[shape->name()] += shape->area();
    most = larger(most, shape->area());
  }
  for (const auto &[name, area] : areas)
    std::cout << std::left << std::setw(12) << name << std::fixed << std::setprecision(3) << area << std::endl;
  std::ostringstream line;
  line << "largest: " << most;
  std::cout << line.str() << '\n';
  try {
    Circle circle(-1.0);
  } catch (const std::exception &problem) {
    std::cerr << problem.what() << '\n';
  }
}
