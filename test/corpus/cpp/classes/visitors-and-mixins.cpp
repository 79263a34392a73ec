// Double dispatch, mixins by templates, hidden and protected members, friend functions, pure virtual
// functions with bodies, construction that calls virtual functions.
#include <cmath>
#include <cstdio>

struct Circle;
struct Rectangle;
struct Visitor {
  virtual ~Visitor() = default;
  virtual void visit(const Circle &) = 0;
  virtual void visit(const Rectangle &) = 0;
};
struct Shape {
  Shape() { constructed = name(); }
  virtual ~Shape() = default;
  virtual void accept(Visitor &v) const = 0;
  virtual const char *name() const { return "shape"; }
  virtual Shape *clone() const = 0;
  const char *constructed;
};
template <class Derived>
struct Cloneable : Shape {
  Shape *clone() const override { return new Derived(static_cast<const Derived &>(*this)); }
  void accept(Visitor &v) const override { v.visit(static_cast<const Derived &>(*this)); }
};
struct Circle final : Cloneable<Circle> {
  double radius;
  explicit Circle(double r) : radius(r) {}
  const char *name() const override { return "circle"; }
};
struct Rectangle final : Cloneable<Rectangle> {
  double width, height;
  Rectangle(double w, double h) : width(w), height(h) {}
  const char *name() const override { return "rectangle"; }
};
struct Area final : Visitor {
  double total = 0;
  void visit(const Circle &c) override { total += std::acos(-1.0) * c.radius * c.radius; }
  void visit(const Rectangle &r) override { total += r.width * r.height; }
};
class Account {
 public:
  explicit Account(double b) : balance_(b) {}
  virtual ~Account() = 0;
  friend double total(const Account &a, const Account &b) { return a.balance_ + b.balance_; }

 protected:
  double balance_;
};
Account::~Account() { std::printf("closed %g\n", balance_); }
template <class Base>
struct Interest : Base {
  using Base::Base;
  void accrue(double rate) { this->balance_ *= 1 + rate; }
};
template <class Base>
struct Fee : Base {
  using Base::Base;
  void charge() { this->balance_ -= 0.5; }
};
using Savings = Fee<Interest<Account>>;

int main() {
  const Circle circle(1.5);
  const Rectangle rectangle(2, 3.25);
  const Shape *shapes[] = {&circle, &rectangle, circle.clone(), rectangle.clone()};
  Area area;
  for (const Shape *s : shapes) {
    s->accept(area);
    std::printf("%s %s\n", s->name(), s->constructed);
  }
  std::printf("%.9f\n", area.total);
  delete shapes[2];
  delete shapes[3];
  Savings a(100), b(50);
  a.accrue(0.05), a.charge(), b.charge();
  std::printf("%g\n", total(a, b));
}
