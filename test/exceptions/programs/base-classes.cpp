// Handlers for base classes with single, multiple and virtual inheritance receive the right address. Handlers for
// ambiguous or private bases do not catch the exception ([except.handle]/3). The first matching handler catches it, not
// the best match.
//> base 1
//> second 2 1
//> virtual 7 1
//> top through left and right 7
//> not caught as an ambiguous base
//> not caught as a private base
//> first handler in order
//> sliced base, whole derived
//> derived virtual call 3
#include <cstdio>

struct Base {
  virtual ~Base() {}
  virtual int which() const { return 1; }
};
struct Derived : Base {
  int extra = 3;
  int which() const override { return extra; }
};
struct First { int a = 1; virtual ~First() {} };
struct Second { int b = 2; virtual ~Second() {} };
struct Both : First, Second { int c = 3; };
struct Top { int t = 7; };
struct Left : virtual Top { int l = 8; };
struct Right : virtual Top { int r = 9; };
struct Bottom : Left, Right { int z = 10; };
struct PlainTop { int p = 4; };
struct PlainLeft : PlainTop {};
struct PlainRight : PlainTop {};
struct Ambiguous : PlainLeft, PlainRight {};
struct Hidden : private PlainTop {};

int main() {
  try { throw Base(); } catch (Base &b) { std::printf("base %d\n", b.which()); }
  Both both;
  try {
    try { throw both; } catch (Second &s) {
      auto *whole = dynamic_cast<Both *>(&s);
      std::printf("second %d %d\n", s.b, whole && whole->a == 1 && whole->c == 3);
      throw;
    }
  } catch (First &) {
  }
  try { throw Bottom(); } catch (Right &r) { std::printf("virtual %d %d\n", r.t, r.r == 9); }
  try { throw Bottom(); } catch (Top &t) { std::printf("top through left and right %d\n", t.t); }
  try { throw Ambiguous(); } catch (PlainTop &) { std::printf("wrong\n");
  } catch (PlainRight &) { std::printf("not caught as an ambiguous base\n"); }
  try { throw Hidden(); } catch (PlainTop &) { std::printf("wrong\n");
  } catch (...) { std::printf("not caught as a private base\n"); }
#pragma clang diagnostic ignored "-Wexceptions"
  try { throw Derived(); } catch (Base &) { std::printf("first handler in order\n");
  } catch (Derived &) { std::printf("wrong\n"); }
  try { throw Derived(); } catch (Base b) {
    std::printf("%s base, ", b.which() == 1 ? "sliced" : "whole");
    try { throw; } catch (Base &same) { std::printf("%s derived\n", same.which() == 3 ? "whole" : "sliced"); }
  }
  try { throw Derived(); } catch (const Base &b) { std::printf("derived virtual call %d\n", b.which()); }
}
