// An expression parser that builds a tree of virtual nodes, differentiates it, simplifies it and evaluates it.
#include <cctype>
#include <cmath>
#include <cstdio>
#include <memory>
#include <stdexcept>
#include <string>

struct Node;
using Tree = std::shared_ptr<const Node>;
struct Node {
  virtual ~Node() = default;
  virtual double evaluate(double x) const = 0;
  virtual Tree differentiate() const = 0;
  virtual int size() const { return 1; }
  virtual const double *constant() const { return nullptr; }
};
struct Number final : Node {
  double value;
  explicit Number(double v) : value(v) {}
  double evaluate(double) const override { return value; }
  Tree differentiate() const override { return std::make_shared<Number>(0); }
  const double *constant() const override { return &value; }
};
struct Variable final : Node {
  double evaluate(double x) const override { return x; }
  Tree differentiate() const override { return std::make_shared<Number>(1); }
};
static Tree make(char op, Tree a, Tree b);
struct Binary final : Node {
  char op;
  Tree a, b;
  Binary(char o, Tree l, Tree r) : op(o), a(std::move(l)), b(std::move(r)) {}
  double evaluate(double x) const override {
    double l = a->evaluate(x), r = b->evaluate(x);
    switch (op) {
      case '+': return l + r;
      case '-': return l - r;
      case '*': return l * r;
      default: return l / r;
    }
  }
  Tree differentiate() const override {
    Tree da = a->differentiate(), db = b->differentiate();
    if (op == '+' || op == '-') return make(op, da, db);
    if (op == '*') return make('+', make('*', da, b), make('*', a, db));
    return make('/', make('-', make('*', da, b), make('*', a, db)), make('*', b, b));
  }
  int size() const override { return 1 + a->size() + b->size(); }
};
struct Sine final : Node {
  Tree a;
  double shift;
  Sine(Tree t, double s) : a(std::move(t)), shift(s) {}
  double evaluate(double x) const override { return std::sin(a->evaluate(x) + shift); }
  Tree differentiate() const override { return make('*', a->differentiate(), std::make_shared<Sine>(a, shift + std::acos(0.0))); }
  int size() const override { return 1 + a->size(); }
};
static Tree make(char op, Tree a, Tree b) {
  const double *l = a->constant(), *r = b->constant();
  if (l && r) return std::make_shared<Number>(Binary(op, a, b).evaluate(0));
  if (op == '*' && ((l && *l == 0) || (r && *r == 0))) return std::make_shared<Number>(0);
  if ((op == '*' && l && *l == 1) || (op == '+' && l && *l == 0)) return b;
  if ((op == '*' && r && *r == 1) || (op != '*' && op != '/' && r && *r == 0)) return a;
  return std::make_shared<Binary>(op, std::move(a), std::move(b));
}
class Parser {
 public:
  explicit Parser(std::string text) : text_(std::move(text)) {}
  Tree parse() {
    Tree tree = sum();
    if (at_ != text_.size()) throw std::invalid_argument("unexpected '" + text_.substr(at_, 1) + "'");
    return tree;
  }

 private:
  std::string text_;
  std::size_t at_ = 0;
  bool accept(char c) { return at_ < text_.size() && text_[at_] == c && ++at_; }
  Tree sum() {
    Tree left = product();
    for (;;) {
      if (accept('+')) left = make('+', left, product());
      else if (accept('-')) left = make('-', left, product());
      else return left;
    }
  }
  Tree product() {
    Tree left = atom();
    for (;;) {
      if (accept('*')) left = make('*', left, atom());
      else if (accept('/')) left = make('/', left, atom());
      else return left;
    }
  }
  Tree atom() {
    if (accept('x')) return std::make_shared<Variable>();
    bool sine = accept('s');
    if (accept('(')) {
      Tree inner = sum();
      if (!accept(')')) throw std::invalid_argument("no closing bracket");
      return sine ? std::make_shared<Sine>(inner, 0.0) : inner;
    }
    if (at_ >= text_.size() || !std::isdigit(static_cast<unsigned char>(text_[at_]))) throw std::invalid_argument("no operand");
    std::size_t used;
    double value = std::stod(text_.substr(at_), &used);
    at_ += used;
    return std::make_shared<Number>(value);
  }
};

int main() {
  for (const char *text : {"x*x*x-2*x+1", "s(x*x)/x", "(1+2)*3.5/x+s(3*x)*s(x)", "2*(x+", "x x", "x+*3"}) {
    try {
      Tree tree = Parser(text).parse(), slope = tree->differentiate(), bend = slope->differentiate();
      std::printf("%s: %.12g %.12g %.12g, %d %d %d nodes\n", text, tree->evaluate(1.5), slope->evaluate(1.5), bend->evaluate(1.5), tree->size(), slope->size(), bend->size());
    } catch (const std::invalid_argument &error) {
      std::printf("%s: %s\n", text, error.what());
    }
  }
}
