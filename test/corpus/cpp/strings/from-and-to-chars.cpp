// <charconv> for integers and doubles: shortest text, bases, errors, round trips.
#include <charconv>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <system_error>

int main() {
  char text[64];
  for (long long n : {0LL, -1LL, 9223372036854775807LL, -9223372036854775807LL}) {
    auto [end, error] = std::to_chars(text, text + sizeof text, n);
    *end = 0;
    long long back = 1;
    auto read = std::from_chars(text, end, back);
    std::printf("%s %d %d\n", text, error == std::errc(), back == n && read.ptr == end);
  }
  auto [end, error] = std::to_chars(text, text + sizeof text, 255, 16);
  *end = 0;
  std::printf("%s %d\n", text, error == std::errc());
  int value = 7;
  auto bad = std::from_chars("x1", text, value);
  std::printf("%d %d\n", bad.ec == std::errc::invalid_argument, value);
  const char *large = "99999999999";
  auto range = std::from_chars(large, large + 11, value);
  std::printf("%d\n", range.ec == std::errc::result_out_of_range);
  int wrong = 0;
  std::uint64_t state = 3;
  for (int i = 0; i < 500; i++) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    double x, y = 0;
    std::memcpy(&x, &state, 8);
    if (x != x || x - x != 0) continue;
    auto shortest = std::to_chars(text, text + sizeof text, x);
    std::from_chars(text, shortest.ptr, y);
    wrong += x != y;
    if (i % 100 == 0) std::printf("%.*s\n", static_cast<int>(shortest.ptr - text), text);
  }
  std::printf("%d\n", wrong);
  for (double x : {0.1, 1e21, 5e-324, 123456789.0, -0.0}) {
    auto fixed = std::to_chars(text, text + sizeof text, x, std::chars_format::scientific, 3);
    std::printf("%.*s ", static_cast<int>(fixed.ptr - text), text);
  }
  std::printf("\n");
}
