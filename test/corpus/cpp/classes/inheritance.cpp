// Virtual functions, multiple and virtual inheritance, dynamic_cast, typeid, pointers to members, order of construction.
#include <cstdio>
#include <memory>
#include <typeinfo>
#include <vector>

struct Shape {
  explicit Shape(double s) : scale(s) { std::printf("Shape "); }
  virtual ~Shape() { std::printf("~Shape "); }
  virtual double area() const = 0;
  virtual double doubled() const { return 2 * area(); }
  double scale;
};
struct Named {
  virtual ~Named() = default;
  virtual const char *name() const { return "nameless"; }
  int id = 7;
};
struct Circle : Shape, Named {
  explicit Circle(double r) : Shape(1), radius(r) { std::printf("Circle "); }
  ~Circle() override { std::printf("~Circle "); }
  double area() const override { return 3 * radius * radius * scale; }
  const char *name() const override { return "circle"; }
  double radius;
};
struct Square final : Shape {
  explicit Square(double s) : Shape(0.5), side(s) {}
  double area() const override { return side * side * scale; }
  double doubled() const override { return -1; }
  double side;
};

struct Top {
  double t = 1.5;
  virtual double get() const { return t; }
  virtual ~Top() = default;
};
struct Left : virtual Top { double l = 2.5; };
struct Right : virtual Top {
  double r = 3.5;
  double get() const override { return t + r; }
};
struct Bottom : Left, Right { double b = 4.5; };

int main() {
  {
    std::vector<std::unique_ptr<Shape>> shapes;
    shapes.push_back(std::make_unique<Circle>(2));
    shapes.push_back(std::make_unique<Square>(3));
    std::printf("\n");
    for (const auto &shape : shapes) {
      const auto *named = dynamic_cast<const Named *>(shape.get());
      std::printf("%g %g %s\n", shape->area(), shape->doubled(), named ? named->name() : "-");
    }
    const Shape &first = *shapes[0];
    std::printf("%d %d\n", typeid(first) == typeid(Circle), typeid(first) == typeid(Shape));
  }
  std::printf("\n");
  Bottom bottom;
  bottom.t = 10;
  Top *top = &bottom;
  Left *left = &bottom;
  std::printf("%g %g %g\n", top->get(), left->get(), dynamic_cast<Right *>(left)->r);
  double Bottom::*member = &Bottom::b;
  double (Top::*function)() const = &Top::get;
  std::printf("%g %g\n", bottom.*member, (top->*function)());
  std::printf("%d\n", dynamic_cast<Circle *>(reinterpret_cast<Shape *>(0)) == nullptr);
  return 0;
}
