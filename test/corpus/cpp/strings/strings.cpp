// std::string and string_view: searching, replacing, splitting, comparing, conversions of integers, iterators, growth.
#include <algorithm>
#include <cctype>
#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

static std::vector<std::string> split(std::string_view text, char at) {
  std::vector<std::string> parts;
  while (true) {
    auto end = text.find(at);
    parts.emplace_back(text.substr(0, end));
    if (end == std::string_view::npos) return parts;
    text.remove_prefix(end + 1);
  }
}

int main() {
  std::string s = "the rain in Spain";
  std::printf("%zu %zu %d %c %c\n", s.find("ain"), s.rfind("ain"), s.find("snow") == std::string::npos, s.front(), s.back());
  s.replace(4, 4, "snow").insert(0, ">> ").append(3, '!').erase(s.size() - 1);
  std::printf("%s %zu\n", s.c_str(), s.size());
  std::printf("%zu %zu %zu\n", s.find_first_of("aeiou"), s.find_last_not_of("!"), s.find_first_not_of("> "));
  for (const auto &part : split("a,bb,,ccc,", ',')) std::printf("[%s]", part.c_str());
  std::printf("\n%d %d %d\n", std::string("abc") < "abd", std::string("b").compare("a") > 0, std::string_view("same") == "same");
  std::string upper(s);
  std::transform(upper.begin(), upper.end(), upper.begin(), [](unsigned char c) { return std::toupper(c); });
  std::reverse(upper.begin(), upper.end());
  std::printf("%s\n", upper.c_str());
  std::printf("%s %s %d %ld %llu\n", std::to_string(-42).c_str(), std::to_string(1ull << 40).c_str(), std::stoi("  77x"), std::stol("-ff", nullptr, 16), std::stoull("18446744073709551615"));
  std::size_t used;
  double d = std::stod("2.5e-1rest", &used);
  std::printf("%g %zu %g\n", d, used, static_cast<double>(std::stof("-0.75")));
  std::string long_text;
  for (int i = 0; i < 2000; i++) long_text += static_cast<char>('a' + i * 7 % 26);
  std::printf("%zu %c %d\n", long_text.size(), long_text[1234], static_cast<int>(std::count(long_text.begin(), long_text.end(), 'q')));
  std::string raw = R"(raw "text" \n)", joined = std::string("x") + 'y' + "z";
  std::printf("%s %s %zu\n", raw.c_str(), joined.c_str(), std::string("with\0zero", 9).size());
  std::u16string wide = u"wide";
  std::u32string wider = U"wider";
  std::printf("%zu %zu %d\n", wide.size(), wider.substr(2).size(), wide[1] == u'i');
  std::swap(s, joined);
  s.resize(6, '.');
  s.shrink_to_fit();
  std::printf("%s %d\n", s.c_str(), s.empty());
}
