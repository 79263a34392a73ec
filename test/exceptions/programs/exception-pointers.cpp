// An exception_ptr is empty outside handlers, keeps the exception object, compares by object, and can be rethrown any
// number of times, with the object's type and address intact ([propagation]).
//> empty 1
//> equal in one handler 1
//> thrown again: kept 5
//> thrown again: kept 5
//> same object 1
//> base 8
//> made 2.25
//> made from a pointer 1
//> null is empty 1
//> copy of another 0
//> inside its own handler 7
//> current while handling again 1
//> pointer by reference 3
#include <cstdio>
#include <exception>
#include <stdexcept>
#include <typeinfo>

struct Base { virtual ~Base() {} int b = 8; };
struct Pad { virtual ~Pad() {} int p = 1; };
struct Kept : Pad, Base { int value; explicit Kept(int v) : value(v) {} };

int main() {
  std::printf("empty %d\n", std::current_exception() == nullptr);
  std::exception_ptr kept, other;
  const void *address = nullptr;
  try { throw Kept(5); } catch (Kept &k) {
    kept = std::current_exception();
    address = &k;
    std::printf("equal in one handler %d\n", kept == std::current_exception());
  }
  for (int i = 0; i < 2; i++) { try { std::rethrow_exception(kept); } catch (Kept &k) { std::printf("thrown again: kept %d\n", k.value); } }
  try { std::rethrow_exception(kept); } catch (Kept &k) { std::printf("same object %d\n", &k == address); }
  try { std::rethrow_exception(kept); } catch (Base &b) { std::printf("base %d\n", b.b); }
  try { std::rethrow_exception(std::make_exception_ptr(2.25)); } catch (double d) { std::printf("made %g\n", d); }
  int number = 3;
  try { std::rethrow_exception(std::make_exception_ptr(&number)); } catch (const int *p) { std::printf("made from a pointer %d\n", p == &number); }
  std::exception_ptr null;
  std::printf("null is empty %d\n", !null && null == nullptr);
  try { throw Kept(5); } catch (...) { other = std::current_exception(); }
  std::printf("copy of another %d\n", kept == other);
  try { throw 7; } catch (...) {
    std::exception_ptr own = std::current_exception();
    try { std::rethrow_exception(own); } catch (int i) { std::printf("inside its own handler %d\n", i); }
  }
  try { std::rethrow_exception(kept); } catch (...) { std::printf("current while handling again %d\n", std::current_exception() == kept); }
  std::exception_ptr pointer;
  try { throw &number; } catch (...) { pointer = std::current_exception(); }
  try { std::rethrow_exception(pointer); } catch (int *&p) { std::printf("pointer by reference %d\n", *p); }

}
