// <regex>: match, search, groups, iterators, replace, case, errors.
#include <cstdio>
#include <regex>
#include <string>

int main() {
  const std::string text = "width=12.5 height=-3 depth=0.75e2 name=box";
  const std::regex pair(R"((\w+)=(-?\d+(?:\.\d+)?(?:e\d+)?))");
  double sum = 0;
  for (std::sregex_iterator it(text.begin(), text.end(), pair), end; it != end; ++it) {
    std::printf("%s: %s\n", (*it)[1].str().c_str(), (*it)[2].str().c_str());
    sum += std::stod((*it)[2]);
  }
  std::printf("%g\n", sum);
  std::smatch match;
  std::printf("%d %d %d\n", std::regex_match("2024-02-29", std::regex(R"(\d{4}-\d{2}-\d{2})")), std::regex_search(text, match, std::regex("h(ei)ght")),
              std::regex_match("ABC", std::regex("abc", std::regex::icase)));
  std::printf("%s %td\n", match[1].str().c_str(), match.position());
  std::printf("%s\n", std::regex_replace(text, std::regex("(\\w+)=(\\w+)"), "$2<-$1").c_str());
  try {
    std::regex broken("a[");
  } catch (const std::regex_error &error) {
    std::printf("error %d\n", error.code() == std::regex_constants::error_brack);
  }
}
