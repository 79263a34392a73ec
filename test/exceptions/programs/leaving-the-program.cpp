// After exit inside a try block, no local is destroyed and nothing is caught, but static objects are destroyed and
// atexit functions run ([support.start.term]).
// run: exit
//> in try
//> at exit
//> static
// status: 7
// run: quick
//> in try
// status: 8
// run: nested
//> in try
//> in handler
//> at exit
//> static
// status: 9
// run: noexcept
//> in try
//> at exit
//> static
// status: 10
// run: return
//> in try
//> local
//> end
//> at exit
//> static
// status: 0
#include <cstdio>
#include <cstdlib>
#include <cstring>

struct Announce { const char *name; ~Announce() { std::puts(name); } };
static Announce announce{"static"};
static void leave(int code) noexcept { std::exit(code); }

int main(int, char *argv[]) {
  std::atexit([] { std::puts("at exit"); });
  auto is = [&](const char *name) { return !std::strcmp(argv[1], name); };
  try {
    Announce local{"local"};
    std::puts("in try");
    if (is("exit")) std::exit(7);
    if (is("quick")) { std::fflush(stdout); std::_Exit(8); }
    if (is("nested")) { try { throw 1; } catch (int) { std::puts("in handler"); std::exit(9); } }
    if (is("noexcept")) leave(10);
  } catch (...) { std::puts("wrong"); }
  std::puts("end");
}
