// Exceptions from the headers and the compiled part of the C++ library: containers, strings, utilities.
//> vector::at: out_of_range
//> vector::reserve: length_error
//> array::at: out_of_range
//> map::at: out_of_range
//> string::at: out_of_range
//> string::substr: out_of_range
//> string::resize: length_error
//> string::append: length_error
//> string::insert: out_of_range
//> stoi text: invalid_argument
//> stoi range: out_of_range
//> stod: out_of_range
//> optional: bad_optional_access
//> variant: bad_variant_access
//> any: bad_any_cast
//> function: bad_function_call
//> weak_ptr: bad_weak_ptr
//> bitset text: invalid_argument
//> bitset::test: out_of_range
//> bitset::to_ulong: overflow_error
//> comparison in sort: out_of_range
//> visitor: length_error
//> nothing: none
//> strings destroyed 1
#include <algorithm>
#include <any>
#include <array>
#include <bitset>
#include <cstdio>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <variant>
#include <vector>

static const char *name_caught() {
  try { throw; } catch (const std::out_of_range &) { return "out_of_range"; } catch (const std::length_error &) { return "length_error";
  } catch (const std::invalid_argument &) { return "invalid_argument"; } catch (const std::overflow_error &) { return "overflow_error";
  } catch (const std::bad_optional_access &) { return "bad_optional_access"; } catch (const std::bad_variant_access &) { return "bad_variant_access";
  } catch (const std::bad_any_cast &) { return "bad_any_cast"; } catch (const std::bad_function_call &) { return "bad_function_call";
  } catch (const std::bad_weak_ptr &) { return "bad_weak_ptr"; } catch (...) { return "something else"; }
}
template <class F>
static void run(const char *name, F action) {
  const char *thrown = "none";
  try { action(); } catch (...) { thrown = name_caught(); }
  std::printf("%s: %s\n", name, thrown);
}
static int alive;
struct Counted { Counted() { alive++; } Counted(const Counted &) { alive++; } ~Counted() { alive--; } };

int main() {
  std::vector<int> v{1, 2, 3};
  std::string s = "text";
  std::map<int, int> m;
  run("vector::at", [&] { v.at(3)++; });
  run("vector::reserve", [&] { v.reserve(v.max_size() + 1); });
  run("array::at", [] { std::array<int, 2> a{}; std::size_t i = 2; a.at(i)++; });
  run("map::at", [&] { m.at(1)++; });
  run("string::at", [&] { s.at(4)++; });
  run("string::substr", [&] { s = s.substr(5); });
  run("string::resize", [&] { s.resize(s.max_size() + 1); });
  run("string::append", [&] { s.append(s.max_size() - 2, 'x'); });
  run("string::insert", [&] { s.insert(9, "x"); });
  run("stoi text", [] { std::stoi("x"); });
  run("stoi range", [] { std::stoi("99999999999"); });
  run("stod", [] { std::stod("1e999"); });
  run("optional", [] { std::optional<int> o; o.value()++; });
  run("variant", [] { std::variant<int, double> x(1); std::get<1>(x)++; });
  run("any", [] { std::any a = 1; std::any_cast<double &>(a)++; });
  run("function", [] { std::function<void()> f; f(); });
  run("weak_ptr", [] { std::weak_ptr<int> w; std::shared_ptr<int> p(w); });
  run("bitset text", [] { std::bitset<4> b(std::string("012")); });
  run("bitset::test", [] { std::bitset<4> b; b.test(4); });
  run("bitset::to_ulong", [] { std::bitset<40> b(~0ull); b.to_ulong(); });
  run("comparison in sort", [&] { std::sort(v.begin(), v.end(), [](int a, int b) { if (a == 2 || b == 2) throw std::out_of_range("two"); return a > b; }); });
  run("visitor", [&] { std::for_each(v.begin(), v.end(), [](int i) { if (i == 3) throw std::length_error("three"); }); });
  run("nothing", [&] { v.at(2)++; });
  try {
    std::vector<Counted> counted(3);
    std::string local(100, 'x');
    local.erase(200);
  } catch (const std::out_of_range &) { std::printf("strings destroyed %d\n", alive == 0); }
}
