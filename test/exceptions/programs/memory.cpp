// Failing allocations: bad_alloc from new, null from nothrow new, the new handler, bad_array_new_length, and an
// exception thrown while the heap is full ([new.delete], [bad.alloc]).
//> new: bad_alloc
//> new[]: bad_alloc
//> nothrow 1
//> aligned: bad_alloc
//> negative length: bad_array_new_length
//> overflowing length: bad_array_new_length
//> handler called 2, then it throws 7
//> handler gave up: bad_alloc
//> over-aligned 1
//> heap full: thrown 3
//> heap full: bad_alloc
#include <cstdio>
#include <cstdlib>
#include <new>

static void *volatile sink;
static volatile std::size_t huge = static_cast<std::size_t>(-1) / 2 + 1;
static volatile int negative = -1, many = 0x30000000;
static int calls;

static const char *caught(void (*action)()) {
  try { action(); } catch (const std::bad_array_new_length &) { return "bad_array_new_length"; } catch (const std::bad_alloc &) { return "bad_alloc"; }
  return "nothing";
}
struct Link { Link *next; char rest[1 << 20]; };
struct alignas(512) Wide { char cells[600]; };

int main() {
  std::printf("new: %s\n", caught([] { sink = ::operator new(huge); }));
  std::printf("new[]: %s\n", caught([] { sink = new char[huge]; }));
  sink = new (std::nothrow) char[huge];
  std::printf("nothrow %d\n", sink == nullptr);
  std::printf("aligned: %s\n", caught([] { sink = ::operator new(huge, std::align_val_t(64)); }));
  std::printf("negative length: %s\n", caught([] { sink = new int[static_cast<std::size_t>(negative)]; }));
  std::printf("overflowing length: %s\n", caught([] { sink = new double[static_cast<std::size_t>(many)]; }));
  std::set_new_handler([] { if (++calls == 2) throw 7; });
  try { sink = new char[huge]; } catch (int i) { std::printf("handler called %d, then it throws %d\n", calls, i); }
  std::set_new_handler([] { std::set_new_handler(nullptr); });
  std::printf("handler gave up: %s\n", caught([] { sink = new char[huge]; }));
  Wide *wide = new Wide;
  sink = wide;
  std::printf("over-aligned %d\n", reinterpret_cast<std::size_t>(wide) % 512 == 0);
  delete wide;
  Link *head = nullptr;
  int links = 0;
  while (links < 64) {
    auto *link = static_cast<Link *>(std::malloc(sizeof(Link)));
    if (!link) break;
    link->next = head, head = link, links++;
  }
  // Small blocks until memory is exhausted: exceptions come from the reserve.
  void *blocks = nullptr;
  for (std::size_t size = 4096; size >= 16; size /= 2) {
    while (void *block = std::malloc(size)) *static_cast<void **>(block) = blocks, blocks = block;
  }
  try { throw 3; } catch (int i) { std::printf("heap full: thrown %d\n", i); }
  std::printf("heap full: %s\n", caught([] { for (int i = 0; i < 9; i++) try { sink = new char[100]; } catch (int) {} }));
}
