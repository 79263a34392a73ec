// Creation, copying, moving and destruction of objects: temporaries, elision, members, arrays, statics, exceptions,
// initialiser order, references that extend lifetimes, unions with non-trivial members.
#include <cstdio>
#include <new>
#include <utility>
#include <vector>

struct Noisy {
  int id;
  explicit Noisy(int i) : id(i) { std::printf("make%d ", id); }
  Noisy(const Noisy &o) : id(o.id * 10) { std::printf("copy%d ", id); }
  Noisy(Noisy &&o) noexcept : id(o.id + 100) { o.id = 0; std::printf("move%d ", id); }
  Noisy &operator=(const Noisy &o) { id = o.id + 1; std::printf("assign%d ", id); return *this; }
  Noisy &operator=(Noisy &&o) noexcept { id = o.id + 2; std::printf("steal%d ", id); return *this; }
  ~Noisy() { std::printf("end%d ", id); }
};
static Noisy make(int i) { return Noisy(i); }
static Noisy named(bool first) {
  Noisy a(1), b(2);
  if (first) return a;
  return b;
}
struct Members {
  Noisy second, first;
  Members() : second(20), first(10) {}
};
union Either {
  int number;
  Noisy noisy;
  Either() : number(3) {}
  ~Either() {}
};

int main() {
  { Noisy a = make(1), b = a, c = std::move(a); c = b; c = Noisy(7); }
  std::printf("\n");
  { Noisy x = named(true); }
  std::printf("\n");
  { const Noisy &kept = make(3); std::printf("[%d] ", kept.id); }
  std::printf("\n");
  { Members m, n = m; (void)n; }
  std::printf("\n");
  { Noisy array[2] = {Noisy(1), Noisy(2)}; (void)array; }
  std::printf("\n");
  { std::vector<Noisy> v; v.reserve(1); v.emplace_back(5); v.emplace_back(6); v.erase(v.begin()); }
  std::printf("\n");
  { Either e; new (&e.noisy) Noisy(8); e.noisy.~Noisy(); e.number = 4; std::printf("%d", e.number); }
  std::printf("\n");
  for (int i = 0; i < 3; i++) { static Noisy once(50); Noisy each(i); if (i == 1) continue; }
  std::printf("\n");
}
