// Function try blocks of a function, of a constructor (which rethrows by itself) and of a destructor
// ([except.handle]/13-15).
//> function 5
//> member of base: init 1
//> outside 1
//> destructor 2
//> outside 2
//> returned 7
//> template 3
#include <cstdio>

static int half(int x) try {
  if (x & 1) throw x;
  return x / 2;
} catch (int odd) {
  std::printf("function %d\n", odd);
  return -1;
}
static int init(int x) { if (x == 1) throw x; return x; }
struct Base { int b; explicit Base(int x) : b(init(x)) {} };
struct Derived : Base {
  explicit Derived(int x) try : Base(x) {} catch (int i) { std::printf("member of base: init %d\n", i); }
};
struct Closing {
  ~Closing() noexcept(false) try { throw 2; } catch (int i) { std::printf("destructor %d\n", i); }
};
static int seven() try { throw 1; } catch (...) { return 7; }
template <class T>
static void generic(T x) try { throw x; } catch (T y) { std::printf("template %d\n", y); }

int main() {
  half(5);
  try { Derived d(1); } catch (int i) { std::printf("outside %d\n", i); }
  try { Closing closing; } catch (int i) { std::printf("outside %d\n", i); }
  std::printf("returned %d\n", seven());
  generic(3);
}
