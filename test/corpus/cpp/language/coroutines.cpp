// Coroutines (C++20): a generator of doubles, early end, exceptions inside.
// flags: -std=c++20
#include <coroutine>
#include <cstdio>
#include <exception>
#include <stdexcept>

struct Generator {
  struct promise_type {
    double current = 0;
    std::exception_ptr error;
    Generator get_return_object() { return Generator{Handle::from_promise(*this)}; }
    std::suspend_always initial_suspend() { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    std::suspend_always yield_value(double x) {
      current = x;
      return {};
    }
    void return_void() {}
    void unhandled_exception() { error = std::current_exception(); }
  };
  using Handle = std::coroutine_handle<promise_type>;
  Handle handle;
  explicit Generator(Handle h) : handle(h) {}
  Generator(const Generator &) = delete;
  ~Generator() { handle.destroy(); }
  bool next() {
    handle.resume();
    if (handle.promise().error) std::rethrow_exception(handle.promise().error);
    return !handle.done();
  }
  double value() const { return handle.promise().current; }
};

static Generator logistic(double x, double r, int n) {
  for (int i = 0; i < n; i++) {
    co_yield x;
    x = r * x * (1 - x);
    if (x > 1) throw std::range_error("left the unit interval");
  }
}

int main() {
  Generator calm = logistic(0.2, 3.2, 6);
  while (calm.next()) std::printf("%.9f ", calm.value());
  std::printf("\n");
  Generator wild = logistic(0.5, 4.5, 6);
  try {
    while (wild.next()) std::printf("%.9f ", wild.value());
  } catch (const std::range_error &error) {
    std::printf("%s\n", error.what());
  }
  return 0;
}
