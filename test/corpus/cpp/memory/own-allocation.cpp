// The program's own operator new and delete, class allocation, placement, over-aligned types, sized deletion, arrays with cookies.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <new>

static std::size_t given, taken_back;
static int blocks;
static void *volatile seen;  // prevents the compiler from removing allocations
void *operator new(std::size_t n) {
  void *p = std::malloc(n);
  if (!p) throw std::bad_alloc();
  given += n, blocks++;
  return p;
}
void operator delete(void *p) noexcept {
  if (p) blocks--;
  std::free(p);
}
void operator delete(void *p, std::size_t n) noexcept {
  taken_back += n;
  ::operator delete(p);
}

struct Pooled {
  double value = 1.5;
  static Pooled *free_list[4];
  static int free_count;
  static void *operator new(std::size_t n) { return free_count > 0 ? free_list[--free_count] : ::operator new(n); }
  static void operator delete(void *p) {
    if (free_count < 4) free_list[free_count++] = static_cast<Pooled *>(p);
    else ::operator delete(p);
  }
};
Pooled *Pooled::free_list[4];
int Pooled::free_count = 0;
struct alignas(128) Wide { double d[3] = {1, 2, 3}; };
struct Cookie { double x = 2; ~Cookie() { taken_back += 1000; } };

int main() {
  auto *d = new double(2.5);
  seen = d;
  std::printf("%g %zu %d\n", *d, given, blocks);
  delete d;
  std::printf("%zu %d\n", taken_back, blocks);
  auto *p = new Pooled, *old = p;
  delete p;
  p = new Pooled;
  std::printf("%d %g\n", p == old, p->value);
  delete p;
  auto *w = new Wide;
  std::printf("%d %g\n", static_cast<int>(reinterpret_cast<std::uintptr_t>(w) % 128), w->d[2]);
  delete w;
  taken_back = 0;
  auto *array = new Cookie[5];
  seen = array;
  array[4].x = 7;
  delete[] array;
  std::printf("%zu\n", taken_back / 1000);
  alignas(double) unsigned char room[64];
  auto *placed = ::new (room) double[3]{0.5, 1.5, 2.5};
  std::printf("%g %d\n", placed[2], reinterpret_cast<unsigned char *>(placed) == room);
  double *none = nullptr;
  delete none;
  std::printf("%d\n", new (std::nothrow) char[16] != nullptr);
}
