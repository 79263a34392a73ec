// Reads its standard input through the functions that the first argument names, and prints their results.
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <sstream>
#include <string>

#include "values.h"

static std::string all() {
  std::ostringstream text;
  text << std::cin.rdbuf();
  return text.str();
}

template <class Stream>
static void read_from(Stream &in) {
  double x = -99;
  in >> x;
  std::printf("%.17g state %d", x, static_cast<int>(in.rdstate()));
  in.clear();
  std::basic_string<typename Stream::char_type> rest;
  std::getline(in, rest);
  std::printf(" rest [%s]\n", std::string(rest.begin(), rest.end()).c_str());
}

int main(int, char **argv) {
  std::string how = argv[1];
  if (how == "cin") read_from(std::cin);
  if (how == "wcin") read_from(std::wcin);
  if (how == "istringstream") {
    std::istringstream in(all());
    read_from(in);
  }
  if (how == "wistringstream") {
    std::string text = all();
    std::wistringstream in(std::wstring(text.begin(), text.end()));
    read_from(in);
  }
  if (how == "stod") {
    size_t used = 0;
    double x = std::stod(all(), &used);
    std::printf("%.17g used %zu\n", x, used);
  }
  if (how == "from_chars") {
    std::string text = all();
    double x = -99;
    auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), x);
    std::printf("%.17g used %d error %d\n", x, static_cast<int>(end - text.data()), static_cast<int>(error));
  }
}
