// Prints values through streams with every combination of manipulators, one per line. The first argument selects plain
// or uncertain values, and the second the kind of stream.
#include <clocale>
#include <iomanip>
#include <iostream>
#include <locale>
#include <sstream>
#include <string>

#include "values.h"

using Manipulator = std::ios_base &(*)(std::ios_base &);

struct Comma : std::numpunct<char> {
  char do_decimal_point() const override { return ','; }
  char do_thousands_sep() const override { return '.'; }
  std::string do_grouping() const override { return "\3"; }
};

template <class C>
void show(const std::basic_string<C> &text) {
  std::string narrow(text.begin(), text.end());
  std::printf("[%s]\n", narrow.c_str());
}

template <class C, class T>
void print(T value, std::locale locale, C fill) {
  static const Manipulator FLOAT[] = {std::defaultfloat, std::fixed, std::scientific, std::hexfloat};
  static const Manipulator ADJUST[] = {std::left, std::right, std::internal};
  for (auto form : FLOAT)
    for (auto adjust : ADJUST)
      for (int width : {0, 30})
        for (int precision : {-1, 0, 12})
          for (int other = 0; other < 8; other++) {
            std::basic_ostringstream<C> out;
            out.imbue(locale);
            out << form << adjust << std::setfill(fill);
            if (precision >= 0) out << std::setprecision(precision);
            if (other & 1) out << std::showpos;
            if (other & 2) out << std::showpoint;
            if (other & 4) out << std::uppercase;
            out << std::setw(width) << value << '/' << std::setw(4) << 7 << '|' << out.width();
            show(out.str());
          }
}

int main(int argc, char **argv) {
  bool boxed = argc > 1 && std::string(argv[1]) == "uncertain";
  std::string sort = argc > 2 ? argv[2] : "narrow";
  for (double particle : {0.0, -0.0, 1.0, -2.5, 3.14159265358979, 1234567.875, 1e-7, -1e25, __builtin_inf(), -__builtin_inf(), __builtin_nan("")}) {
    double value = boxed ? uncertain(particle, 3) : particle;
    float single = boxed ? uncertain_single(static_cast<float>(particle), 2) : static_cast<float>(particle);
    if (sort == "narrow") print<char, double>(value, std::locale::classic(), '*');
    if (sort == "float") print<char, float>(single, std::locale::classic(), ' ');
    if (sort == "wide") print<wchar_t, double>(value, std::locale::classic(), L'_');
    if (sort == "comma") print<char, double>(value, std::locale(std::locale::classic(), new Comma), ' ');
    if (sort == "long") print<char, long double>(value, std::locale::classic(), ' ');
  }
}
