// Handlers of pointer type catch pointers that convert to this type: by qualification, from derived to base, to void
// pointer, from nullptr, and from noexcept functions. They catch no other pointers ([except.handle]/3).
//> derived as base 2
//> second base, adjusted 5
//> as void pointer
//> int as const int 8
//> const int is not int
//> not another type
//> null as int pointer 1
//> null as member pointer 1
//> reference to pointer 8
//> changed through the reference 1
//> pointer to pointer to const
//> noexcept function 4
//> rethrown pointer 6
#include <cstdio>

struct Base { int b = 2; virtual ~Base() {} };
struct Second { int s = 5; virtual ~Second() {} };
struct Derived : Base, Second { int d = 9; };
static int four() noexcept { return 4; }

int main() {
  Derived derived;
  int number = 8;
  const int fixed = 3;
  try { throw &derived; } catch (Base *p) { std::printf("derived as base %d\n", p->b); }
  try { throw &derived; } catch (const Second *p) { std::printf("second base, adjusted %d\n", p->s); }
  try { throw &derived; } catch (void *p) { std::printf(p == &derived ? "as void pointer\n" : "wrong\n"); }
  try { throw &number; } catch (const int *p) { std::printf("int as const int %d\n", *p); }
  try { throw &fixed; } catch (int *) { std::printf("wrong\n"); } catch (const int *) { std::printf("const int is not int\n"); }
  try { throw &number; } catch (long *) { std::printf("wrong\n"); } catch (unsigned *) { std::printf("wrong\n");
  } catch (...) { std::printf("not another type\n"); }
  try { throw nullptr; } catch (int *p) { std::printf("null as int pointer %d\n", p == nullptr); }
  try { throw nullptr; } catch (int Base::*p) { std::printf("null as member pointer %d\n", p == nullptr); }
  try {
    try { throw &number; } catch (int *&p) {
      std::printf("reference to pointer %d\n", *p);
      p = nullptr;
      throw;
    }
  } catch (int *p) { std::printf("changed through the reference %d\n", p == nullptr); }
  int *inner = &number;
  try { throw &inner; } catch (const int **) { std::printf("wrong\n"); } catch (const int *const *) { std::printf("pointer to pointer to const\n"); }
  try { throw &four; } catch (int (*f)()) { std::printf("noexcept function %d\n", f()); }
  number = 6;
  try { try { throw &number; } catch (const void *) { throw; } } catch (int *p) { std::printf("rethrown pointer %d\n", *p); }
}
