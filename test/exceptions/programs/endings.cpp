// Programs terminated by an exception print one line on stderr and exit with status 134, and their earlier output is
// preserved ([except.terminate]).
// run: uncaught
//> before
//! terminating due to uncaught exception of type std::out_of_range: too far
// status: 134
// run: number
//> before
//! terminating due to uncaught exception of type int
// status: 134
// run: text
//> before
//! terminating due to uncaught exception of type char const*
// status: 134
// run: namespaces
//> before
//! terminating due to uncaught exception of type outer::(anonymous namespace)::Problem: ours
// status: 134
// run: template
//> before
//! terminating due to uncaught exception of type outer::Pair<int*, outer::Pair<std::nullptr_t, double [3]> const&>
// status: 134
// run: literal
//> before
//! terminating due to uncaught exception of type outer::Grid<4, true, outer::Grid<2, false>>
// status: 134
// run: local
//> before
//! terminating due to uncaught exception of type throw_local::Local
// status: 134
// run: string
//> before
//! terminating due to uncaught exception of type std::basic_string<char, std::char_traits<char>, std::allocator<char>>
// status: 134
// run: noexcept
//> before
//! terminating due to uncaught exception of type std::out_of_range: through noexcept
// status: 134
// run: destructor
//> before
//> unwinding
//! terminating due to uncaught exception of type int
// status: 134
// run: nothing
//> before
//! terminating: throw without an exception to rethrow
// status: 134
// run: called
//> before
//! terminating: std::terminate was called
// status: 134
// run: handler
//> before
//> handler sees through noexcept
// status: 3
// run: returning
//> before
//> handler returns
//! terminating: the terminate handler returned
// status: 134
// run: throwing
//> before
//! terminating: the terminate handler threw an exception
// status: 134
// run: in-handler
//> before
//! terminating due to uncaught exception of type double
// status: 134
// run: in-exit
//> before
//> at exit
//! terminating due to uncaught exception of type long
// status: 134
// run: fine
//> before
// status: 0
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <stdexcept>
#include <string>

namespace outer {
template <class A, class B> struct Pair {};
template <unsigned, bool, class...> struct Grid {};
namespace {
struct Problem : std::exception { const char *what() const noexcept override { return "ours"; } };
}
}

static void throw_local() { struct Local {}; throw Local(); }
static void quiet() noexcept { throw std::out_of_range("through noexcept"); }
struct Throwing { ~Throwing() noexcept(false) { std::puts("unwinding"); throw 2; } };
struct AtExit { bool armed = false; ~AtExit() noexcept(false) { if (armed) { std::puts("at exit"); throw 5L; } } };
static AtExit at_exit;

static void show_current() {
  try { std::rethrow_exception(std::current_exception()); } catch (const std::exception &e) { std::printf("handler sees %s\n", e.what()); }
  std::fflush(stdout);
  std::_Exit(3);
}

int main(int argc, char *argv[]) {
  std::puts("before");
  auto is = [&](const char *name) { return argc > 1 && !std::strcmp(argv[1], name); };
  if (is("uncaught")) throw std::out_of_range("too far");
  if (is("number")) throw 1;
  if (is("text")) throw "text";
  if (is("namespaces")) throw outer::Problem();
  if (is("template")) throw outer::Pair<int *, const outer::Pair<std::nullptr_t, double[3]> &>();
  if (is("literal")) throw outer::Grid<4, true, outer::Grid<2, false>>();
  if (is("local")) throw_local();
  if (is("string")) throw std::string("text");
  if (is("noexcept")) quiet();
  if (is("destructor")) { try { Throwing throwing; throw 1; } catch (int) { std::puts("wrong"); } }
  if (is("nothing")) throw;
  if (is("called")) std::terminate();
  if (is("handler")) { std::set_terminate(show_current); quiet(); }
  if (is("returning")) { std::set_terminate([] { std::puts("handler returns"); }); quiet(); }
  if (is("throwing")) { std::set_terminate([] { throw 1; }); std::terminate(); }
  if (is("in-handler")) { try { throw 1; } catch (int) { throw 2.5; } }
  at_exit.armed = is("in-exit");
}
