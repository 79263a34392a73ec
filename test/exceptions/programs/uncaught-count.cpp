// std::uncaught_exceptions counts the exceptions in flight: one in destructors during unwinding, none in handlers, and
// two if a destructor throws and catches during unwinding ([uncaught.exceptions]).
//> plain 0
//> unwinding 1
//> handler 0
//> inner unwinding 2
//> inner handler 1
//> outer handler 0
//> rethrow unwinding 1
//> end 0
//> scope success
//> scope failure
#include <cstdio>
#include <exception>

struct Report {
  const char *name;
  ~Report() { std::printf("%s %d\n", name, std::uncaught_exceptions()); }
};
struct Nesting {
  ~Nesting() { try { Report report{"inner unwinding"}; throw 2; } catch (int) { std::printf("inner handler %d\n", std::uncaught_exceptions()); } }
};
struct Scope {
  int before = std::uncaught_exceptions();
  ~Scope() { std::printf("scope %s\n", std::uncaught_exceptions() > before ? "failure" : "success"); }
};

int main() {
  { Report report{"plain"}; }
  try { Report report{"unwinding"}; throw 1; } catch (int) { std::printf("handler %d\n", std::uncaught_exceptions()); }
  try { Nesting nesting; throw 1; } catch (int) { std::printf("outer handler %d\n", std::uncaught_exceptions()); }
  try { try { throw 1; } catch (...) { Report report{"rethrow unwinding"}; throw; } } catch (...) {}
  std::printf("end %d\n", std::uncaught_exceptions());
  { Scope scope; }
  try { Scope scope; throw 1; } catch (...) {}
}
