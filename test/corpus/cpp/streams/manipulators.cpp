// iostream output: precision, width, fill, fixed, scientific, hexfloat, showpos, boolalpha, bases, put_time-free iomanip.
#include <iomanip>
#include <iostream>
#include <limits>
#include <string>

int main() {
  const double values[] = {0.0, -0.0, 1.0, -2.5, 3.14159265358979, 1e20, 1e-7, 123456.75};
  for (double x : values) {
    std::cout << x << '|' << std::fixed << x << '|' << std::setprecision(2) << x << '|' << std::scientific << x << '|'
              << std::hexfloat << x << '|' << std::defaultfloat << std::setprecision(6) << '\n';
    std::cout << std::setprecision(17) << x << '|' << std::showpoint << std::setprecision(4) << x << std::noshowpoint
              << '|' << std::showpos << x << std::noshowpos << '|' << std::setprecision(6) << '\n';
  }
  std::cout << std::setw(8) << 42 << '|' << std::left << std::setw(8) << 42 << '|' << std::internal << std::setfill('*')
            << std::setw(8) << -42 << '|' << std::right << std::setw(6) << "ab" << std::setfill(' ') << '\n';
  std::cout << std::hex << 255 << ' ' << std::showbase << 255 << ' ' << std::uppercase << 48879 << ' ' << std::oct << 8
            << std::dec << std::noshowbase << std::nouppercase << '\n';
  std::cout << std::boolalpha << true << ' ' << false << std::noboolalpha << ' ' << true << '\n';
  std::cout << 1.5f << ' ' << 2.25L << ' ' << 'c' << ' ' << std::string("text") << ' ' << nullptr << '\n';
  std::cout << std::quoted("say \"hi\"") << ' ' << std::setbase(16) << 31 << std::dec << '\n';
  std::cout << std::numeric_limits<double>::digits10 << ' ' << std::numeric_limits<double>::max() << ' '
            << std::numeric_limits<float>::epsilon() << '\n';
  std::cout << -std::numeric_limits<double>::infinity() << std::endl;
  std::cerr << "to stderr " << 7 << '\n';
  return 0;
}
