// Every arithmetic type through operator<<, unsetf and flags, width that resets, precision that stays, wide streams.
#include <cstdint>
#include <iomanip>
#include <iostream>
#include <sstream>

int main() {
  std::cout << static_cast<short>(-1) << ' ' << static_cast<unsigned short>(65535) << ' ' << 4000000000u << ' ' << -5L << ' ' << 5ul << ' '
            << INT64_MIN << ' ' << UINT64_MAX << ' ' << 'x' << ' ' << static_cast<signed char>('y') << ' ' << true << '\n';
  std::cout << std::hex << -1 << ' ' << std::showbase << INT64_MIN << ' ' << std::oct << 511 << std::dec << std::noshowbase << '\n';
  std::cout.setf(std::ios::fixed, std::ios::floatfield);
  std::cout.precision(3);
  std::cout << 2.0 / 3 << ' ' << 1e6 << ' ' << 0.1f << '\n';
  std::cout.unsetf(std::ios::floatfield);
  std::cout << 2.0 / 3 << ' ' << 1e6 << ' ' << std::cout.precision() << '\n';
  std::cout.width(6);
  std::cout << 42 << 42 << '\n';
  std::cout.setf(std::ios::showpoint);
  std::cout << 5.0 << ' ' << 100000.0 << '\n';
  std::cout.unsetf(std::ios::showpoint);
  std::cout << std::uppercase << std::scientific << 0.00012345 << ' ' << std::hexfloat << 0.5 << std::nouppercase << std::defaultfloat << '\n';
  std::wostringstream wide;
  wide << L"wide " << 15 << L' ' << 42;
  std::cout << wide.str().size() << '\n';
  std::cout << std::setprecision(20) << 0.1 << ' ' << std::setprecision(1) << 0.96 << ' ' << std::setprecision(0) << std::fixed << 2.5 << '\n';
}
