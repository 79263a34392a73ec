// stdin: 12 3.5 word 7 x\nsecond line, with commas,1.25\n0x1F 077 true 1e3\n
// Stream input: numbers, words, lines, bases, failures and recovery, string streams, files.
#include <fstream>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

int main() {
  int i = 0;
  double d = 0;
  std::string word, line;
  std::cin >> i >> d >> word;
  std::cout << i << ' ' << d << ' ' << word << '\n';
  int bad = -1;
  std::cin >> i >> bad;
  std::cout << i << ' ' << bad << ' ' << std::cin.fail() << '\n';
  std::cin.clear();
  std::getline(std::cin, line);
  std::cout << '[' << line << "]\n";
  std::getline(std::cin, line);
  std::istringstream cells(line);
  std::vector<std::string> parts;
  for (std::string cell; std::getline(cells, cell, ',');) parts.push_back(cell);
  std::cout << parts.size() << ' ' << parts[2] << '\n';
  int hex = 0, oct = 0;
  bool flag = false;
  std::cin >> std::hex >> hex >> std::oct >> oct >> std::boolalpha >> flag >> std::dec >> d;
  std::cout << hex << ' ' << oct << ' ' << flag << ' ' << d << '\n';
  std::cin >> word;
  std::cout << std::cin.eof() << std::cin.fail() << '\n';

  std::ofstream("corpus-stream.txt") << 1.5 << ' ' << -2 << '\n' << "end";
  std::ifstream file("corpus-stream.txt");
  double a, b;
  std::string end;
  file >> a >> b >> end;
  std::cout << a + b << ' ' << end << ' ' << file.good() << ' ' << std::ifstream("missing").is_open() << '\n';
  std::stringstream both;
  both << 3.25 << "," << 4;
  char comma;
  both >> a >> comma >> i;
  std::cout << a << comma << i << '\n';
  return 0;
}
