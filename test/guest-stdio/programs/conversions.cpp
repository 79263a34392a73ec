// to_string, stod and similar functions, to_chars, from_chars, string streams, stream input of every floating type.
#include <charconv>
#include <complex>
#include <iomanip>
#include <iostream>
#include <sstream>
#include <string>

template <class T>
static void chars(T value) {
  char text[80];
  std::cout << std::string(text, std::to_chars(text, text + 80, value).ptr) << ' '
            << std::string(text, std::to_chars(text, text + 80, value, std::chars_format::scientific).ptr) << ' '
            << std::string(text, std::to_chars(text, text + 80, value, std::chars_format::fixed, 3).ptr) << '\n';
}

template <class T>
static void parse(const char *text) {
  T value = -1;
  std::string all = text;
  auto [end, error] = std::from_chars(all.data(), all.data() + all.size(), value);
  std::cout << text << ": " << value << ' ' << end - all.data() << ' ' << static_cast<int>(error);
  std::istringstream in(all);
  T streamed = -1;
  in >> streamed;
  std::cout << ' ' << streamed << ' ' << in.fail() << in.eof() << '\n';
}

int main() {
  std::cout << std::to_string(1.5) << ' ' << std::to_string(-2.25f) << ' ' << std::to_string(1e20L) << '\n';
  size_t used = 0;
  std::cout << std::stod(" 2.5e2kg", &used) << ' ' << used << ' ' << std::stof("1.25") << ' ' << std::stold("0x1p-3") << ' '
            << std::stod(L"7.5") << '\n';
  chars(1.0 / 3), chars(2.5f), chars(-1e-7), chars(6.25L);
  for (const char *text : {"1.5", "-2e3", "1e", "abc", "inf", "nan", "1e400", "7,5", "3.25.5"}) parse<double>(text), parse<float>(text);
  std::complex<double> c;
  std::istringstream("(1.5,-2)") >> c;
  std::cout << c << ' ' << std::setprecision(3) << std::fixed << 2.0 / 3 << ' ' << std::setw(12) << std::left << 1.5 << "|\n";
  std::wostringstream wide;
  wide << std::hexfloat << 0.5 << L' ' << std::scientific << 1.5L;
  std::wstring text = wide.str();
  std::cout << std::string(text.begin(), text.end()) << '\n';
  long double longest;
  std::istringstream("0.1234567890123456789012345678901234") >> longest;
  std::cout << std::setprecision(30) << longest << '\n';
}
