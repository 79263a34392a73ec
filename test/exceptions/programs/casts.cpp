// dynamic_cast of references and typeid of a null pointer throw ([expr.dynamic.cast], [expr.typeid]); valid conversions
// do not.
//> reference: bad_cast
//> cross cast: bad_cast
//> private base: bad_cast
//> typeid: bad_typeid
//> right casts 1 2 3
#include <cstdio>
#include <typeinfo>

struct Base { virtual ~Base() {} int b = 1; };
struct Other { virtual ~Other() {} int o = 2; };
struct Derived : Base, Other { int d = 3; };
struct Unrelated : Base {};
struct Hidden : private Other { virtual void f() {} Other &reach() { return *this; } };

template <class F>
static void run(const char *name, F action) {
  try { action(); std::printf("%s: none\n", name); } catch (const std::bad_cast &) { std::printf("%s: bad_cast\n", name);
  } catch (const std::bad_typeid &) { std::printf("%s: bad_typeid\n", name); }
}

int main() {
  Unrelated unrelated;
  Derived derived;
  Hidden hidden;
  Base &base = unrelated;
  run("reference", [&] { dynamic_cast<Derived &>(base).d = 0; });
  run("cross cast", [&] { dynamic_cast<Other &>(base).o = 0; });
  run("private base", [&] { dynamic_cast<Hidden &>(hidden.reach()).f(); });
  run("typeid", [] { Base *volatile null = nullptr; std::printf("%s", typeid(*null).name()); });
  Base &whole = derived;
  std::printf("right casts %d %d %d\n", whole.b, dynamic_cast<Other &>(whole).o, dynamic_cast<Derived &>(whole).d);
}
