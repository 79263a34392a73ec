// References, constness, namespaces, overloads, default arguments, statics, enums, friend lookup, goto past blocks, switch
// with initialisers, range-for over temporaries, sizeof packs, casts.
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <initializer_list>
#include <utility>

namespace outer {
inline namespace v2 { static double scale(double x) { return 2 * x; } }
namespace { double secret = 0.5; }
struct Key { double k; };
static double weigh(const Key &key) { return key.k * 3; }
}
namespace alias = outer::v2;

static const char *which(int) { return "int"; }
static const char *which(double) { return "double"; }
static const char *which(long long) { return "long long"; }
static const char *which(const char *) { return "text"; }
static const char *which(...) { return "anything"; }
static const char *which(bool) { return "bool"; }
static double with_defaults(double a, double b = 2, double c = 3) { return a * 100 + b * 10 + c; }
static double &pick(double &a, double &b, bool first) { return first ? a : b; }
static double sum(std::initializer_list<double> list) { double s = 0; for (double x : list) s += x; return s; }
enum Plain { red = 3, green, blue = green * 2 };
enum class Typed : std::uint8_t { small = 250, wrapped = 255 };
static double counter() { static double c = 0; return c += 0.25; }

int main() {
  std::printf("%g %g %g\n", alias::scale(1.5), outer::secret, weigh(outer::Key{2}));
  std::printf("%s %s %s %s %s %s %s\n", which(1), which('c'), which(1.0f), which(1LL), which("x"), which(true), which(outer::Key{1}));
  std::printf("%g %g %g\n", with_defaults(1), with_defaults(1, 5), with_defaults(1, 5, 7));
  double a = 1, b = 2;
  pick(a, b, false) += 10;
  double &alias_of_a = a, *pointer = &alias_of_a;
  *pointer = 7;
  const double &bound = a + b;
  std::printf("%g %g %g\n", a, b, bound);
  std::printf("%g %d %d %d\n", sum({1, 2, 3.5}), blue, static_cast<int>(Typed::small) + 5, static_cast<std::uint8_t>(static_cast<int>(Typed::wrapped) + 2));
  counter(), counter();
  std::printf("%g\n", counter());
  for (int round = 0;; round++) {
    switch (int step = round * 2; step) {
      case 0: continue;
      case 2: { double local = 1.5; std::printf("%g ", local); break; }
      case 4: goto done;
      default: std::printf("never");
    }
  }
done:
  std::uint64_t bits;
  double minus_two = -2;
  std::memcpy(&bits, &minus_two, 8);
  const int fixed = 5;
  std::printf("%llx %d %d\n", static_cast<unsigned long long>(bits), const_cast<int &>(fixed) == 5, static_cast<int>(3.99) + int(-3.99));
  auto swapped = [&] { std::swap(a, b); return a; }();
  std::printf("%g %g\n", swapped, [](auto... x) { return static_cast<double>(sizeof...(x)); }(1, 2, 3));
}
