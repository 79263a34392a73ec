// Building and parsing text with string streams; formatting kept by stream state; operators for user-defined types.
#include <iomanip>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

struct Vector3 {
  double x, y, z;
  friend std::ostream &operator<<(std::ostream &out, const Vector3 &v) { return out << '<' << v.x << ' ' << v.y << ' ' << v.z << '>'; }
  friend std::istream &operator>>(std::istream &in, Vector3 &v) {
    char open, close;
    in >> open >> v.x >> v.y >> v.z >> close;
    if (in && (open != '<' || close != '>')) in.setstate(std::ios::failbit);
    return in;
  }
};

int main() {
  std::istringstream in("<1 2.5 -3e2> <4 5 6) rest");
  Vector3 v{};
  in >> v;
  std::cout << v << ' ' << in.good() << '\n';
  in >> v;
  std::cout << in.fail() << ' ' << in.bad() << '\n';
  std::ostringstream out;
  out << std::setfill('0') << std::setw(5) << 42 << '|' << std::hex << 255 << '|' << std::oct << 8 << '|' << std::boolalpha << true;
  std::cout << out.str() << '\n';
  out.str("");
  out << std::dec << "again " << 7;
  std::cout << out.str() << ' ' << out.tellp() << '\n';
  std::istringstream words("alpha beta  gamma\n\ndelta");
  std::vector<std::string> all;
  for (std::string word; words >> word;) all.push_back(word);
  std::cout << all.size() << ' ' << all.back() << ' ' << words.eof() << '\n';
  std::istringstream mixed("12abc 0x1f 3.25e1 xyz  'q'");
  int i;
  std::string rest;
  double d;
  char c;
  mixed >> i >> rest >> std::hex >> i >> d >> rest >> std::ws >> c;
  std::cout << i << ' ' << d << ' ' << rest << ' ' << c << mixed.peek() << '\n';
  mixed.seekg(0);
  mixed.get(c);
  mixed.unget();
  char buffer[8];
  mixed.read(buffer, 4);
  mixed.ignore(100, ' ');
  std::cout << c << ' ' << mixed.gcount() << ' ' << std::string(buffer, 4) << ' ' << mixed.tellg() << '\n';
  std::ios saved(nullptr);
  saved.copyfmt(std::cout);
  std::cout << std::scientific << std::setprecision(3) << 12345.678 << ' ';
  std::cout.copyfmt(saved);
  std::cout << 12345.678 << '\n';
}
