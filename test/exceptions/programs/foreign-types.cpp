// Types with several names: typedefs, templates, enums in classes, const and volatile, closures, and local classes with
// the same name in two functions. Handlers distinguish them by type ([except.handle]).
//> typedef 1
//> template int
//> template double
//> local of one
//> local of two
//> const volatile 3
//> member enum 2
//> closure 8
//> inherited template 4
#include <cstdio>

using Alias = struct { int x; };
template <class T>
struct Wrapped { T value; };
struct Owner { enum Kind { a, b, c }; };
struct Special : Wrapped<int> {};
static void one(bool thrown) { struct Local { const char *n = "one"; }; if (thrown) throw Local(); try { throw Local(); } catch (Local l) { std::printf("local of %s\n", l.n); } }
static void two() { struct Local { const char *n = "two"; }; try { one(true); } catch (Local) { std::printf("wrong\n"); } catch (...) { try { throw Local(); } catch (Local l) { std::printf("local of %s\n", l.n); } } }

int main() {
  try { throw Alias{1}; } catch (const Alias &a) { std::printf("typedef %d\n", a.x); }
  try { throw Wrapped<int>{1}; } catch (Wrapped<double> &) { std::printf("wrong\n"); } catch (Wrapped<int> &) { std::printf("template int\n"); }
  try { throw Wrapped<double>{1}; } catch (Wrapped<int> &) { std::printf("wrong\n"); } catch (Wrapped<double> &) { std::printf("template double\n"); }
  one(false);
  two();
  const volatile int x = 3;
  try { throw x; } catch (int i) { std::printf("const volatile %d\n", i); }
  try { throw Owner::c; } catch (int) { std::printf("wrong\n"); } catch (Owner::Kind k) { std::printf("member enum %d\n", k); }
  auto closure = [n = 8] { return n; };
  try { throw closure; } catch (decltype(closure) &f) { std::printf("closure %d\n", f()); }
  try { throw Special{{4}}; } catch (Wrapped<int> w) { std::printf("inherited template %d\n", w.value); }
}
