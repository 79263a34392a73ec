// throw_with_nested and rethrow_if_nested build and read a chain of causes ([except.nested]).
//> start
//>   config
//>     parse
//>       42
//> not nested
//> nested pointer 1
#include <cstdio>
#include <exception>
#include <stdexcept>

static void show(const std::exception &error, int depth = 0) {
  std::printf("%*s%s\n", 2 * depth, "", error.what());
  try { std::rethrow_if_nested(error); } catch (const std::exception &inner) { show(inner, depth + 1);
  } catch (int number) { std::printf("%*s%d\n", 2 * depth + 2, "", number); }
}
static void parse() { try { throw 42; } catch (...) { std::throw_with_nested(std::invalid_argument("parse")); } }
static void config() { try { parse(); } catch (...) { std::throw_with_nested(std::runtime_error("config")); } }

int main() {
  try { try { config(); } catch (...) { std::throw_with_nested(std::logic_error("start")); } } catch (const std::exception &e) { show(e); }
  try { throw std::runtime_error("not nested"); } catch (const std::exception &e) { show(e); }
  try { config(); } catch (const std::nested_exception &n) { std::printf("nested pointer %d\n", n.nested_ptr() != nullptr); }
}
