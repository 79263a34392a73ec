// fstream: text, binary, append, seek, in and out at once, reading numbers by lines, stream buffers, tie and rdbuf.
#include <cstdio>
#include <cstring>
#include <fstream>
#include <iostream>
#include <iterator>
#include <sstream>
#include <string>
#include <vector>

int main() {
  const char *name = "corpus-fstream.txt";
  {
    std::ofstream out(name);
    out << "1.5 2.5\n-3 0.125\n# comment\n7 8\n";
  }
  std::ifstream in(name);
  double sum = 0;
  int rows = 0;
  for (std::string line; std::getline(in, line);) {
    if (line.empty() || line[0] == '#') continue;
    std::istringstream cells(line);
    for (double x; cells >> x;) sum += x * (rows + 1);
    rows++;
  }
  std::cout << rows << ' ' << sum << '\n';
  in.close();
  std::ofstream(name, std::ios::app) << "tail " << 9 << '\n';
  in.open(name);
  std::string whole((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
  std::cout << whole.size() << ' ' << whole.substr(whole.size() - 7);
  in.close();
  const char *binary = "corpus-fstream.bin";
  std::fstream both(binary, std::ios::in | std::ios::out | std::ios::binary | std::ios::trunc);
  std::vector<double> numbers{0.5, 1.5, -2.5, 1e300};
  both.write(reinterpret_cast<const char *>(numbers.data()), 32);
  both.seekp(8);
  double changed = 99.75;
  both.write(reinterpret_cast<const char *>(&changed), 8);
  both.seekg(0);
  std::vector<double> back(4);
  both.read(reinterpret_cast<char *>(back.data()), 32);
  std::cout << back[0] << ' ' << back[1] << ' ' << back[3] << ' ' << both.gcount() << ' ' << both.tellg() << '\n';
  both.close();
  std::ifstream missing("corpus-missing.txt");
  std::cout << !missing << missing.is_open() << '\n';
  std::ostringstream captured;
  std::streambuf *old = std::cout.rdbuf(captured.rdbuf());
  std::cout << "captured " << 5;
  std::cout.rdbuf(old);
  std::cout << captured.str() << '\n';
  std::cout << std::remove(name) << std::remove(binary) << '\n';
}
