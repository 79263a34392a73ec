// Exceptions through virtual calls, function pointers, lambdas, templates, std::function, recursion and operators.
//> virtual 1
//> pure interface 2
//> pointer to function 3
//> pointer to member 4
//> lambda 5
//> std::function 6
//> operator 7
//> conversion 8
//> template 9.5
//> default argument 10
//> iterator 12
#include <cstdio>
#include <functional>

struct Interface { virtual ~Interface() {} virtual void act() = 0; virtual void other() { throw 1; } };
struct Implementation : Interface { void act() override { throw 2; } void member() { throw 4; } };
struct Number { int n; Number operator+(const Number &o) const { throw n + o.n; } operator double() const { throw n; } };
static void plain() { throw 3; }
template <class T>
static T generic(T x) { throw x; }
static int with_default(int x = [] { throw 10; return 1; }()) { return x; }
struct Range { struct Iterator { int i; Iterator &operator++() { if (++i == 12) throw i; return *this; } bool operator!=(const Iterator &o) const { return i != o.i; } int operator*() const { return i; } }; Iterator begin() { return {0}; } Iterator end() { return {99}; } };

template <class F>
static void run(const char *name, F action) { try { action(); std::printf("%s none\n", name); } catch (int i) { std::printf("%s %d\n", name, i); } catch (double d) { std::printf("%s %g\n", name, d); } }

int main() {
  Implementation implementation;
  Interface &interface = implementation;
  run("virtual", [&] { interface.other(); });
  run("pure interface", [&] { interface.act(); });
  void (*volatile pointer)() = plain;
  run("pointer to function", [&] { pointer(); });
  void (Implementation::*member)() = &Implementation::member;
  run("pointer to member", [&] { (implementation.*member)(); });
  run("lambda", [] { [] { throw 5; }(); });
  std::function<void(int)> function = [](int i) { throw i; };
  run("std::function", [&] { function(6); });
  run("operator", [] { Number{3} + Number{4}; });
  run("conversion", [] { double d = Number{8}; std::printf("%g", d); });
  run("template", [] { generic(9.5); });
  run("default argument", [] { with_default(); });
  run("iterator", [] { for (int i : Range()) if (i > 50) break; });
}
