// If a static object's constructor throws before main, the program ends. If the initialisation of a local static
// throws, it is retried until it succeeds once ([stmt.dcl]/4).
//> attempt 1
//> attempt 2
//> attempt 3
//> value 3
//> value 3
// run: early
//! terminating due to uncaught exception of type char const*
// status: 134
#include <cstdio>
#include <unistd.h>
#include <wasi/api.h>

struct Early {
  Early() {
    __wasi_size_t count, size;
    if (__wasi_args_sizes_get(&count, &size) == 0 && count > 1) throw "early";
  }
};
static Early early;
static int attempts;
struct Third {
  int value;
  Third() : value(++attempts) {
    std::printf("attempt %d\n", attempts);
    if (attempts < 3) throw attempts;
  }
};
static int get() {
  static Third third;
  return third.value;
}

int main() {
  for (int i = 0; i < 4; i++) { try { std::printf("value %d\n", get()); } catch (int) {} }
}
