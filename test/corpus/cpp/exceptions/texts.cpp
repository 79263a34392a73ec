// Messages of the standard exceptions, caught as std::exception; errors with codes; exceptions carrying doubles.
#include <cstdio>
#include <exception>
#include <stdexcept>
#include <string>
#include <vector>

class Measurement : public std::runtime_error {
 public:
  Measurement(const std::string &what, double low, double high) : std::runtime_error(what), low_(low), high_(high) {}
  double middle() const { return (low_ + high_) / 2; }

 private:
  double low_, high_;
};

static double check(double x) {
  if (x < 0) throw Measurement("below zero", x, 0);
  if (x > 100) throw std::overflow_error("above " + std::to_string(100));
  if (x == 50) throw std::domain_error("fifty");
  return x / 2;
}

int main() {
  const std::vector<double> values{1, -5, 50, 250, 99};
  double total = 0;
  for (double x : values) {
    try {
      total += check(x);
    } catch (const Measurement &m) {
      std::printf("%s at %g\n", m.what(), m.middle());
      total += m.middle();
    } catch (const std::logic_error &e) {
      std::printf("logic: %s\n", e.what());
    } catch (const std::exception &e) {
      std::printf("%s\n", e.what());
    }
  }
  std::printf("%g\n", total);
  try {
    (void)std::vector<double>(3).at(7);
  } catch (const std::exception &e) {
    std::printf("%d\n", e.what()[0] != 0);
  }
  return 0;
}
