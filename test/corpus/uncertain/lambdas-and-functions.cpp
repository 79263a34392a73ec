// Values captured by lambdas, bound, in std::function, std::optional, variant, any, references.
#include <any>
#include <cstdio>
#include <functional>
#include <memory>
#include <optional>
#include <utility>
#include <variant>
#include <uxhw.h>

// Prints `ok` if `got` still has the distribution of `wanted`: it is not a plain number, and the first moments agree.
static void report(const char *what, double got, double wanted) {
  bool kept = UxHwDoubleNthMoment(got, 2) > 0 && UxHwDoubleNthMoment(got, 1) == UxHwDoubleNthMoment(wanted, 1) &&
             UxHwDoubleNthMoment(got, 2) == UxHwDoubleNthMoment(wanted, 2);
  std::printf("%s %s\n", kept ? "ok" : "LOST", what);
}

int main() {
  double x = UxHwDoubleGaussDist(4, 1), y = UxHwDoubleUniformDist(0, 3);
  auto by_value = [x] { return x; };
  auto by_reference = [&] { return y; };
  auto moved = [z = std::move(x)](double w) { return w > z ? w : z; };
  report("captured by value", by_value(), x);
  report("captured by reference", by_reference(), y);
  report("captured in an initialiser", moved(0), x);
  std::function<double(double)> function = [x](double) { return x; }, copy = function;
  function = nullptr;
  report("std::function", copy(1), x);
  report("bind", std::bind([](double a, double b) { return a < b ? a : b; }, std::placeholders::_1, x)(y), y);
  std::optional<double> optional = y;
  report("optional", optional.value_or(0), y);
  std::variant<int, double, float> variant = x;
  report("variant", std::visit([](auto v) { return static_cast<double>(v); }, variant), x);
  std::any any = std::pair<double, int>(y, 1);
  report("any", std::any_cast<std::pair<double, int>>(any).first, y);
  std::reference_wrapper<double> reference(x);
  reference.get() = y;
  report("reference_wrapper", x, y);
  std::unique_ptr<double> owner = std::make_unique<double>(y);
  std::shared_ptr<double> shared = std::make_shared<double>(*owner), other = shared;
  owner.reset();
  report("shared_ptr", *other, y);
}
