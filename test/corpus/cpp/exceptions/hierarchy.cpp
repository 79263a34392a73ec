// Exceptions caught by value, reference, base class and pointer; rethrown; nested; with destructors in between.
#include <cstdio>
#include <stdexcept>
#include <string>

struct Trace {
  const char *name;
  explicit Trace(const char *n) : name(n) { std::printf("+%s ", name); }
  ~Trace() { std::printf("-%s ", name); }
};

struct Failure {
  virtual ~Failure() = default;
  virtual double severity() const { return 1.5; }
};
struct Deep : Failure {
  double amount;
  explicit Deep(double a) : amount(a) {}
  double severity() const override { return amount; }
};

static double work(int kind) {
  Trace trace("work");
  switch (kind) {
    case 0: throw Deep(2.75);
    case 1: throw 42;
    case 2: throw std::out_of_range("range");
    case 3: throw "text";
    case 4: throw 1.25;
    case 5: throw Failure();
  }
  return kind * 0.5;
}

static double guarded(int kind) {
  Trace trace("guarded");
  try {
    return work(kind);
  } catch (const Deep &deep) {
    std::printf("deep %.2f ", deep.severity());
    throw;
  } catch (int number) {
    throw std::runtime_error("number " + std::to_string(number));
  }
}

int main() {
  for (int kind = 0; kind < 8; kind++) {
    try {
      std::printf("%.1f ", guarded(kind));
    } catch (const Failure &failure) {
      std::printf("failure %.2f", failure.severity());
    } catch (const std::logic_error &error) {
      std::printf("logic %s", error.what());
    } catch (const std::exception &error) {
      std::printf("exception %s", error.what());
    } catch (const char *text) {
      std::printf("pointer %s", text);
    } catch (...) {
      std::printf("something");
    }
    std::printf("\n");
  }
  return 0;
}
