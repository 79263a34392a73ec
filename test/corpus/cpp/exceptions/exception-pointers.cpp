// Exceptions stored in containers and thrown later; nested causes; a task queue that collects failures.
#include <cstdio>
#include <exception>
#include <stdexcept>
#include <string>
#include <vector>

struct Outcome {
  double value = 0;
  std::exception_ptr error;
};

template <class F>
static Outcome attempt(F f) {
  try {
    return {f(), nullptr};
  } catch (...) {
    return {0, std::current_exception()};
  }
}

static void explain(const std::exception &e, int depth) {
  std::printf("%*s%s\n", depth * 2, "", e.what());
  try {
    std::rethrow_if_nested(e);
  } catch (const std::exception &inner) {
    explain(inner, depth + 1);
  } catch (double x) {
    std::printf("%*s%g\n", depth * 2 + 2, "", x);
  }
}

static double deep(int n) {
  try {
    if (n == 0) throw 0.125;
    return deep(n - 1) + 1;
  } catch (...) {
    std::throw_with_nested(std::runtime_error("level " + std::to_string(n)));
  }
}

int main() {
  std::vector<Outcome> outcomes;
  for (int i = 0; i < 5; i++) {
    outcomes.push_back(attempt([i]() -> double {
      if (i == 1) throw std::out_of_range("one");
      if (i == 3) throw i * 1.5;
      return i * 2;
    }));
  }
  double sum = 0;
  for (const Outcome &o : outcomes) {
    try {
      if (o.error) std::rethrow_exception(o.error);
      sum += o.value;
    } catch (const std::exception &e) {
      std::printf("%s\n", e.what());
    } catch (double x) {
      std::printf("%g\n", x);
      sum += x;
    }
  }
  std::printf("%g\n", sum);
  try {
    deep(2);
  } catch (const std::exception &e) {
    explain(e, 0);
  }
  return 0;
}
