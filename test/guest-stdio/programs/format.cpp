// std::format and std::print with every combination of fill, alignment, sign, width, precision and type, one per line.
#include <cstdio>
#include <format>
#include <locale>
#include <print>
#include <string>
#include <vector>

#include "values.h"

template <class T>
static void print_all(T value) {
  for (const char *align : {"", "<", ">", "^", "*<", "~^", "=>"})
    for (const char *sign : {"", "+"})
      for (const char *form : {"", "#", "0"})
        for (const char *width : {"", "25"})
          for (const char *precision : {"", ".0", ".12"})
            for (const char *type : {"", "f", "e", "g", "A", "Lg"}) {
              std::string spec = std::string("{:") + align + sign + form + width + precision + type + "}/";
              std::printf("%s\n", std::vformat(spec, std::make_format_args(value)).c_str());
            }
}

int main(int argc, char **argv) {
  bool boxed = argc > 1 && std::string(argv[1]) == "uncertain";
  if (argc > 2) {
    double x = boxed ? uncertain(1.5, 2) : 1.5;
    std::vector<double> two{x, 2};
    std::println("{} {:*^{}.{}f} {}", x, x, 12, 1, two);
    auto wide = std::format(L"{:<8.2f}|{:8}|{}", x, 7, L"w");
    std::print("{}\n", std::string(wide.begin(), wide.end()));
    char small[8];
    auto result = std::format_to_n(small, 8, "{}", x);
    std::print("{} {}\n", std::string(small, result.out), result.size);
    return 0;
  }
  for (double particle : {0.0, -0.0, 1.0, -2.5, 3.14159265358979, 1234567.875, 1e-7, -1e25, __builtin_inf(), -__builtin_inf(), __builtin_nan("")}) {
    print_all(boxed ? uncertain(particle, 3) : particle);
    if (particle == -2.5) print_all(boxed ? uncertain_single(-2.5f, 3) : -2.5f), print_all<long double>(1.25L);
  }
}
