// The exception object lives until its last handler exits, whether or not it is rethrown. A handler that catches by
// value has a copy ([except.throw]/4). Copies and destructions balance.
//> in handler: alive 1
//> after: alive 0
//> by value: alive 2
//> after: alive 0
//> rethrown: alive 1 1
//> after: alive 0
//> kept by pointer: alive 1
//> after: alive 0
//> left by return: alive 0
//> left by break: alive 0
//> left by goto: alive 0
//> left by a throw: alive 0
//> loop of 100000: 100000 alive 0
#include <cstdio>
#include <exception>

static int alive;
struct Counted {
  int id;
  explicit Counted(int i) : id(i) { alive++; }
  Counted(const Counted &o) : id(o.id) { alive++; }
  ~Counted() { alive--; }
};
static void left_by_return() { try { throw Counted(1); } catch (Counted &) { return; } }

int main() {
  try { throw Counted(1); } catch (Counted &) { std::printf("in handler: alive %d\n", alive); }
  std::printf("after: alive %d\n", alive);
  try { throw Counted(1); } catch (Counted) { std::printf("by value: alive %d\n", alive); }
  std::printf("after: alive %d\n", alive);
  int during = 0;
  try { try { throw Counted(1); } catch (Counted &) { during = alive; throw; } } catch (...) { std::printf("rethrown: alive %d %d\n", during, alive); }
  std::printf("after: alive %d\n", alive);
  {
    std::exception_ptr kept;
    try { throw Counted(1); } catch (...) { kept = std::current_exception(); }
    std::printf("kept by pointer: alive %d\n", alive);
  }
  std::printf("after: alive %d\n", alive);
  left_by_return();
  std::printf("left by return: alive %d\n", alive);
  for (;;) { try { throw Counted(1); } catch (...) { break; } }
  std::printf("left by break: alive %d\n", alive);
  try { throw Counted(1); } catch (...) { goto out; }
out:
  std::printf("left by goto: alive %d\n", alive);
  try { try { throw Counted(1); } catch (...) { throw 1; } } catch (int) { std::printf("left by a throw: alive %d\n", alive); }
  int caught = 0;
  for (int i = 0; i < 100000; i++) { try { throw Counted(i); } catch (const Counted &c) { caught += c.id == i; } }
  std::printf("loop of 100000: %d alive %d\n", caught, alive);
}
