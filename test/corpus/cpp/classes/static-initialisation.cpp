// Order of static objects, function statics, constant initialisation, inline variables, destruction in reverse, static members.
#include <cstdio>

struct Logged {
  const char *name;
  double value;
  Logged(const char *n, double v) : name(n), value(v) { std::printf("make %s %g\n", n, v); }
  ~Logged() { std::printf("end %s\n", name); }
};
static double early = 1.5;
static Logged first("first", early);
static Logged second("second", first.value + early);
constexpr double constant = 2.25;
inline double shared = constant * 2;
static double computed = [] { return shared + second.value; }();
static double &reference = computed;

struct Counter {
  static int made;
  static inline double total = 0.5;
  static const int limit = 3;
  int id = ++made;
  Counter() { total += id; }
};
int Counter::made = 10;
static Counter counters[3];

static Logged &lazy() {
  static Logged object("lazy", computed);
  return object;
}

int main() {
  std::printf("main %g %g\n", computed, Counter::total);
  reference += 1;
  lazy().value += 1;
  std::printf("%g %g\n", lazy().value, computed);
  std::printf("%d %d %d\n", Counter::made, counters[2].id, Counter::limit);
  Logged local("local", 0);
}
