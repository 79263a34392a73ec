// Every kind of type can be thrown, and only the handler of its type catches it ([except.throw], [except.handle]).
//> int 42
//> unsigned 7
//> char x
//> bool 1
//> double 2.5
//> float 0.25
//> long double 1.125
//> long long -9000000000
//> enum 2
//> scoped enum 5
//> struct 1 2 3
//> large 511
//> empty
//> text array
//> function 9
//> member 6.5
//> nullptr
#include <cstddef>
#include <cstdio>

enum Plain { first, second, third };
enum class Scoped : short { five = 5 };
struct Triple { double a, b, c; };
struct Large { int cells[512]; };
struct Empty {};
struct Holder { double value; };
static int nine() { return 9; }

template <class T>
static void throw_it(const T &value) { throw value; }

template <class F>
static void run(F action) {
  try {
    action();
  } catch (int x) { std::printf("int %d\n", x);
  } catch (unsigned x) { std::printf("unsigned %u\n", x);
  } catch (char x) { std::printf("char %c\n", x);
  } catch (bool x) { std::printf("bool %d\n", x);
  } catch (double x) { std::printf("double %g\n", x);
  } catch (float &x) { std::printf("float %g\n", x);
  } catch (const long double &x) { std::printf("long double %g\n", static_cast<double>(x));
  } catch (long long x) { std::printf("long long %lld\n", x);
  } catch (Plain x) { std::printf("enum %d\n", x);
  } catch (const Scoped x) { std::printf("scoped enum %d\n", static_cast<int>(x));
  } catch (const Triple &x) { std::printf("struct %g %g %g\n", x.a, x.b, x.c);
  } catch (Large x) { std::printf("large %d\n", x.cells[511]);
  } catch (Empty) { std::printf("empty\n");
  } catch (std::nullptr_t) { std::printf("nullptr\n");
  } catch (const char *x) { std::printf("text %s\n", x);
  } catch (int (*x)()) { std::printf("function %d\n", x());
  } catch (double Holder::*x) {
    Holder holder{6.5};
    std::printf("member %g\n", holder.*x);
  } catch (...) { std::printf("something else\n");
  }
}

int main() {
  run([] { throw 42; });
  run([] { throw 7u; });
  run([] { throw 'x'; });
  run([] { throw true; });
  run([] { throw 2.5; });
  run([] { throw 0.25f; });
  run([] { throw 1.125L; });
  run([] { throw -9000000000LL; });
  run([] { throw third; });
  run([] { throw Scoped::five; });
  run([] { throw_it(Triple{1, 2, 3}); });
  run([] {
    Large large;
    for (int i = 0; i < 512; i++) large.cells[i] = i;
    throw large;
  });
  run([] { throw_it(Empty()); });
  run([] { throw "array"; });
  run([] { throw nine; });
  run([] { throw &Holder::value; });
  run([] { throw nullptr; });
}
