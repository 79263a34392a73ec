// Exceptions that are thrown and caught inside destructors and handlers, while other exceptions are in flight, do not
// affect the others.
//> destructor caught 2, then 1
//> deep destructor caught 3 2, then 1
//> handler of handler 30 20 10
//> end_catch destroys then throws 5
//> two pointers 1 2
//> rethrow after inner 1
#include <cstdio>
#include <exception>

struct Simple { ~Simple() { try { throw 2; } catch (int i) { std::printf("destructor caught %d", i); } } };
struct Rude { bool armed = true; Rude() {} Rude(const Rude &) {} ~Rude() noexcept(false) { if (armed) throw 5; } };

int main() {
  try { Simple simple; throw 1; } catch (int i) { std::printf(", then %d\n", i); }
  std::printf("deep destructor caught ");
  try { struct Two { ~Two() { try { struct Three { ~Three() { try { throw 3; } catch (int i) { std::printf("%d ", i); } } } three; throw 2; } catch (int i) { std::printf("%d", i); } } } two; throw 1; } catch (int i) { std::printf(", then %d\n", i); }
  std::printf("handler of handler ");
  try { throw 10; } catch (int a) { try { throw 20; } catch (int b) { try { throw 30; } catch (int c) { std::printf("%d %d %d\n", c, b, a); } } }
  try { try { throw 1; } catch (int) { Rude rude; } } catch (int i) { std::printf("end_catch destroys then throws %d\n", i); }
  std::exception_ptr first, second;
  try { throw 1; } catch (...) { first = std::current_exception(); try { throw 2; } catch (...) { second = std::current_exception(); } if (std::current_exception() != first) std::printf("wrong\n"); }
  auto value = [](const std::exception_ptr &p) { try { std::rethrow_exception(p); } catch (int i) { return i; } };
  std::printf("two pointers %d %d\n", value(first), value(second));
  try { try { throw 1; } catch (...) { try { throw 2; } catch (...) {} throw; } } catch (int i) { std::printf("rethrow after inner %d\n", i); }
}
