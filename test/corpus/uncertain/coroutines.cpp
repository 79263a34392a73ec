// Values yielded by coroutines, and kept in their frames across suspensions.
// flags: -std=c++20
#include <coroutine>
#include <cstdio>
#include <exception>
#include <uxhw.h>

// Prints `ok` if `got` still has the distribution of `wanted`: it is not a plain number, and the first moments agree.
static void report(const char *what, double got, double wanted) {
  bool kept = UxHwDoubleNthMoment(got, 2) > 0 && UxHwDoubleNthMoment(got, 1) == UxHwDoubleNthMoment(wanted, 1) &&
             UxHwDoubleNthMoment(got, 2) == UxHwDoubleNthMoment(wanted, 2);
  std::printf("%s %s\n", kept ? "ok" : "LOST", what);
}

struct Generator {
  struct promise_type {
    double current = 0;
    Generator get_return_object() { return Generator{Handle::from_promise(*this)}; }
    std::suspend_always initial_suspend() { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    std::suspend_always yield_value(double x) {
      current = x;
      return {};
    }
    void return_void() {}
    void unhandled_exception() { std::terminate(); }
  };
  using Handle = std::coroutine_handle<promise_type>;
  Handle handle;
  explicit Generator(Handle h) : handle(h) {}
  Generator(const Generator &) = delete;
  ~Generator() { handle.destroy(); }
  double next() {
    handle.resume();
    return handle.promise().current;
  }
};

static Generator alternate(double a, double b) {
  for (double kept = a;; kept = kept == a ? b : a) co_yield kept;
}

int main() {
  const double x = UxHwDoubleGaussDist(4, 1), y = UxHwDoubleUniformDist(0, 3);
  Generator generator = alternate(x, y);
  report("first", generator.next(), x);
  report("second", generator.next(), y);
  for (int i = 0; i < 8; i++) generator.next();
  report("eleventh", generator.next(), x);
}
