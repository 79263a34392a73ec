// std::from_chars accepts Ux text after a number, as strtod does. std::to_chars, and therefore std::format, writes only
// the particle, because callers size their buffers for the shortest decimal, and the result is text that has not been
// printed yet.
#include <charconv>
#include <cmath>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <system_error>

extern "C" {
#include "print-long.h"
long double __ux_read_long(const char *text, size_t length);
}

// The library's own result type, __from_chars_result.
template <class T>
struct __ux_parsed {
  T value;
  std::ptrdiff_t length;
  std::errc error;
};
template <class T>
using Parsed = __ux_parsed<T>;

namespace {

constexpr const char *READER = "from_chars";

template <class T>
using FromChars = Parsed<T>(const char *, const char *, std::chars_format);

void store(double value, float &target) { target = __ux_narrow(value); }
void store(double value, double &target) { target = value; }

template <class T>
Parsed<T> from_chars(FromChars<T> *library, const char *first, const char *last, std::chars_format format) {
  Parsed<T> parsed = {};
  size_t length = __ux_text_length(first, static_cast<size_t>(last - first));
  if (length) {
    store(__ux_value_of_text(first, length, READER, 0, 0, 0), parsed.value);
  } else {
    parsed = library(first, last, format);
    if (parsed.error != std::errc{}) return parsed;
    const char *at = first + parsed.length;
    parsed.length += static_cast<std::ptrdiff_t>(__ux_id_length(at, static_cast<size_t>(last - at)));
    length = __ux_text_length(at, static_cast<size_t>(last - at));
    if (!length) return parsed;
    size_t offset = static_cast<size_t>(parsed.length);
    store(__ux_value_of_text(at, length, READER, offset, 1, parsed.value), parsed.value);
  }
  parsed.length += static_cast<std::ptrdiff_t>(length);
  return parsed;
}

float particle(float value) { return __ux_digits_of_single(value); }
double particle(double value) { return __ux_digits_of(value); }
long double particle(long double value) {
  return __ux_is_long_box(value) ? __ux_digits_of(__ux_double_of_long(value)) : value;
}

}  // namespace

#define WRAP_FROM_CHARS(name, T, symbol)                                                              \
  FromChars<T> __real_##name __asm__("__real_" symbol);                                               \
  FromChars<T> __wrap_##name __asm__("__wrap_" symbol);                                               \
  Parsed<T> __wrap_##name(const char *first, const char *last, std::chars_format format) {            \
    return from_chars<T>(__real_##name, first, last, format);                                         \
  }

#define FROM_CHARS(T) "_ZNSt3__227__from_chars_floating_pointI" T "EENS_19__from_chars_resultIT_EEPKcS5_NS_12chars_formatE"
WRAP_FROM_CHARS(from_float, float, FROM_CHARS("f"))
WRAP_FROM_CHARS(from_double, double, FROM_CHARS("d"))

#define WRAP_TO_CHARS(name, symbol, parameters, ...)                                 \
  std::to_chars_result __real_##name parameters __asm__("__real_" symbol);           \
  std::to_chars_result __wrap_##name parameters __asm__("__wrap_" symbol);           \
  std::to_chars_result __wrap_##name parameters { return __real_##name(__VA_ARGS__); }

#define TO_CHARS "_ZNSt3__28to_charsEPcS0_"
#define FORMAT "NS_12chars_formatE"
#define WRAP_ALL_TO_CHARS(name, T, letter)                                                                         \
  WRAP_TO_CHARS(name, TO_CHARS letter, (char *first, char *last, T value), first, last, particle(value))           \
  WRAP_TO_CHARS(name##_format, TO_CHARS letter FORMAT, (char *first, char *last, T value, std::chars_format format), \
                first, last, particle(value), format)                                                              \
  WRAP_TO_CHARS(name##_precision, TO_CHARS letter FORMAT "i",                                                      \
                (char *first, char *last, T value, std::chars_format format, int precision), first, last,          \
                particle(value), format, precision)

WRAP_ALL_TO_CHARS(to_float, float, "f")
WRAP_ALL_TO_CHARS(to_double, double, "d")

// Long doubles have 113 bits here, but the library converts them to double first. The digits are therefore produced by
// printf's own function; the shortest form has the fewest digits that survive a round trip.
namespace {

struct Decimal {
  char text[64];
  int digits, exponent;
};

std::size_t print(char *target, char letter, int precision, long double value) {
  const ux_long_format format = {"", letter, 0, precision};
  __ux_print_long(target, &format, value);
  return std::strlen(target);
}

Decimal shortest(long double value) {
  Decimal decimal = {};
  do {
    std::size_t length = print(decimal.text, 'e', decimal.digits++, value);
    if (__ux_read_long(decimal.text, length) == value) break;
  } while (decimal.digits < 40);
  decimal.exponent = std::atoi(std::strchr(decimal.text, 'e') + 1);
  return decimal;
}

std::to_chars_result copy_text(char *first, char *last, const char *text) {
  std::size_t length = std::strlen(text);
  if (static_cast<std::size_t>(last - first) < length) return {last, std::errc::value_too_large};
  std::memcpy(first, text, length);
  return {first + length, std::errc{}};
}

constexpr int SHORTEST = -1;

std::to_chars_result write_long_double(char *first, char *last, long double value, std::chars_format format, int precision) {
  if (std::signbit(value)) {
    if (first == last) return {last, std::errc::value_too_large};
    *first = '-';
    return write_long_double(first + 1, last, -value, format, precision);
  }
  if (value != value) return copy_text(first, last, "nan");
  if (std::isinf(value)) return copy_text(first, last, "inf");
  bool isPlain = format == std::chars_format{};
  char letter = format == std::chars_format::scientific ? 'e' : format == std::chars_format::fixed ? 'f' : 'g';
  if (format == std::chars_format::hex) letter = 'a';
  if (value == 0) {
    // The code for long doubles cannot produce any digits for zero, so zero is printed as a double.
    if (precision == SHORTEST)
      return isPlain ? __real_to_double(first, last, 0.0) : __real_to_double_format(first, last, 0.0, format);
    return __real_to_double_precision(first, last, 0.0, format, precision);
  }
  if (precision == SHORTEST && letter != 'a') {
    Decimal decimal = shortest(value);
    int after = decimal.digits - 1 - decimal.exponent;
    int fixed = after > 0 ? after + 1 + (decimal.exponent > 0 ? decimal.exponent + 1 : 1) : decimal.exponent + 1;
    if (isPlain) letter = fixed <= static_cast<int>(std::strlen(decimal.text)) ? 'f' : 'e';
    if (letter == 'g') letter = decimal.exponent >= -4 && decimal.exponent < 6 ? 'f' : 'e';
    if (letter == 'e') return copy_text(first, last, decimal.text);
    precision = after > 0 ? after : 0;
  } else if (precision < 0 && letter != 'a') {
    precision = 6;
  }
  const ux_long_format how = {"", letter, 0, precision};
  auto text = std::make_unique<char[]>(__ux_long_room(&how) + 1);
  print(text.get(), letter, precision, value);
  return copy_text(first, last, text.get() + (letter == 'a' ? 2 : 0));
}

}  // namespace

#define LONG_TO_CHARS(name, symbol, parameters, ...)                       \
  std::to_chars_result __wrap_##name parameters __asm__("__wrap_" symbol); \
  std::to_chars_result __wrap_##name parameters { return write_long_double(first, last, particle(value), __VA_ARGS__); }
LONG_TO_CHARS(to_long, TO_CHARS "e", (char *first, char *last, long double value), std::chars_format{}, SHORTEST)
LONG_TO_CHARS(to_long_format, TO_CHARS "e" FORMAT, (char *first, char *last, long double value, std::chars_format format), format,
              SHORTEST)
LONG_TO_CHARS(to_long_precision, TO_CHARS "e" FORMAT "i",
              (char *first, char *last, long double value, std::chars_format format, int precision), format,
              precision < 0 ? 6 : precision)
