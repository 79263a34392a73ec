// Values thrown and caught: alone, in objects, rethrown, held by exception_ptr, in locals that unwinding preserves.
#include <cstdio>
#include <exception>
#include <stdexcept>
#include <vector>
#include <uxhw.h>

// Prints `ok` if `got` still has the distribution of `wanted`: it is not a plain number, and the first moments agree.
static void report(const char *what, double got, double wanted) {
  bool kept = UxHwDoubleNthMoment(got, 2) > 0 && UxHwDoubleNthMoment(got, 1) == UxHwDoubleNthMoment(wanted, 1) &&
             UxHwDoubleNthMoment(got, 2) == UxHwDoubleNthMoment(wanted, 2);
  std::printf("%s %s\n", kept ? "ok" : "LOST", what);
}

struct Failure : std::runtime_error {
  double value;
  explicit Failure(double v) : std::runtime_error("failure"), value(v) {}
};
struct Guard {
  double *target, value;
  ~Guard() { *target = value; }
};
static void fail(double x, int kind) {
  if (kind == 0) throw x;
  if (kind == 1) throw Failure(x);
  if (kind == 2) throw std::vector<double>{x, x};
}
static void relay(double x, int kind) {
  try {
    fail(x, kind);
  } catch (const Failure &) {
    throw;
  } catch (double &d) {
    throw Failure(d);
  }
}

int main() {
  const double x = UxHwDoubleGaussDist(4, 1), y = UxHwDoubleUniformDist(0, 3);
  try { fail(x, 0); } catch (double d) { report("as a number", d, x); }
  try { fail(x, 1); } catch (const std::exception &e) { report("in an object", dynamic_cast<const Failure &>(e).value, x); }
  try { fail(y, 2); } catch (const std::vector<double> &v) { report("in a vector", v[1], y); }
  try { relay(y, 1); } catch (Failure &f) { report("rethrown", f.value, y); }
  try { relay(x, 0); } catch (Failure &f) { report("thrown anew", f.value, x); }
  std::exception_ptr kept;
  try { fail(x, 0); } catch (...) { kept = std::current_exception(); }
  try { std::rethrow_exception(kept); } catch (double d) { report("kept by a pointer", d, x); }
  double local = y, target = 0;
  try {
    Guard guard{&target, x};
    local = x;
    fail(y, 0);
    local = 0;
  } catch (double d) { report("local changed before", local, x); report("beside a guard", d, y); }
  report("stored by a destructor", target, x);
  double result = [&] { try { fail(y, 0); } catch (double d) { return d; } return 0.0; }();
  report("returned from a handler", result, y);
}
