// std::from_chars takes Ux text after a number, as strtod does. std::to_chars, and std::format through it, writes the
// particle alone: its callers size their buffers for a shortest decimal, and what they make is text, not yet printed.
#include <charconv>
#include <cstddef>
#include <system_error>

#include "ux-stdio.h"

// The library's own answer, __from_chars_result.
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

float particle(float value) { return __ux_particle_of_single(value); }
double particle(double value) { return __ux_particle_of(value); }
long double particle(long double value) {
  return __ux_is_long_box(value) ? __ux_particle_of(__ux_double_of_long(value)) : value;
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
WRAP_ALL_TO_CHARS(to_long_double, long double, "e")
