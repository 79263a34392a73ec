// throw; throws the same object again, from the handler or from a function that the handler calls ([expr.throw]/4). A
// new throw in a handler ends the first exception when its handler exits. Nested handlers keep their exceptions
// separate.
//> changed 11
//> same object 1
//> from a function: double 2.5
//> from a function: int 3
//> from a function: other
//> inner 2 outer 1
//> replaced 6
//> three levels: 1 2 3 then 30
//> current int after inner handler 9
//> rethrown twice 1
#include <cstdio>

struct Boxed { int value; };
static const void *address;
static void translate() {
  try { throw; } catch (int i) { std::printf("from a function: int %d\n", i); } catch (double d) { std::printf("from a function: double %g\n", d);
  } catch (...) { std::printf("from a function: other\n"); }
}
static int levels(int n) {
  try { if (n == 3) throw n * 10; return levels(n + 1); } catch (int) { std::printf("%d ", 4 - n); throw; }
}

int main() {
  try {
    try { throw Boxed{10}; } catch (Boxed &b) { b.value++; address = &b; throw; }
  } catch (Boxed &b) { std::printf("changed %d\nsame object %d\n", b.value, address == &b); }
  try { throw 2.5; } catch (...) { translate(); }
  try { throw 3; } catch (...) { translate(); }
  try { throw 'c'; } catch (...) { translate(); }
  try { throw 1; } catch (int outer) {
    try { throw 2; } catch (int inner) { std::printf("inner %d ", inner); }
    std::printf("outer %d\n", outer);
  }
  try { try { throw 5; } catch (int i) { throw Boxed{i + 1}; } } catch (Boxed b) { std::printf("replaced %d\n", b.value); }
  std::printf("three levels: ");
  try { levels(1); } catch (int i) { std::printf("then %d\n", i); }
  try { throw 9; } catch (int) {
    try { throw 'x'; } catch (char) {}
    try { throw; } catch (int i) { std::printf("current int after inner handler %d\n", i); }
  }
  int count = 0;
  try { try { try { throw Boxed{1}; } catch (...) { throw; } } catch (...) { throw; } } catch (Boxed &b) { count = b.value; }
  std::printf("rethrown twice %d\n", count);
}
