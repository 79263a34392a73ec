// Stream input of floating-point values: std::num_get for char and wchar_t, by --wrap of the library's functions. The
// library reads the number and stops at the "U", which does not occur in numbers; this code reads the Ux text.
#include <cstring>
#include <ios>
#include <iterator>
#include <locale>
#include <streambuf>

#include "ux-stdio.h"

#define CHAR_GET "_ZNKSt3__27num_getIcNS_19istreambuf_iteratorIcNS_11char_traitsIcEEEEE6do_getES4_S4_RNS_8ios_baseERj"
#define WIDE_GET "_ZNKSt3__27num_getIwNS_19istreambuf_iteratorIwNS_11char_traitsIwEEEEE6do_getES4_S4_RNS_8ios_baseERj"

namespace {

constexpr const char *READER = "stream input";

template <class C>
using Input = std::istreambuf_iterator<C>;
template <class C, class T>
using Get = Input<C>(const std::num_get<C> *, Input<C>, Input<C>, std::ios_base &, std::ios_base::iostate &, T &);

// The buffer behind an iterator, which points to the buffer; null at the end of the stream.
template <class C>
std::basic_streambuf<C> *buffer_of(Input<C> input) {
  std::basic_streambuf<C> *buffer;
  static_assert(sizeof input == sizeof buffer, "the layout of istreambuf_iterator has changed");
  std::memcpy(static_cast<void *>(&buffer), &input, sizeof buffer);
  return buffer;
}

template <class C>
bool at(std::basic_streambuf<C> *buffer, char wanted) {
  return buffer->sgetc() == std::char_traits<C>::to_int_type(static_cast<C>(wanted));
}

template <class C>
int hex_at(std::basic_streambuf<C> *buffer) {
  auto c = buffer->sgetc();
  return c != std::char_traits<C>::eof() && c < 128 && __ux_is_hex(static_cast<int>(c)) ? static_cast<int>(c) : 0;
}

// Collects a Ux string that begins here; consumes nothing if there is none.
template <class C>
bool collect(std::basic_streambuf<C> *buffer, ux_digits *digits) {
  if (!buffer || !at(buffer, 'U')) return false;
  buffer->sbumpc();
  if (!at(buffer, 'x')) {
    buffer->sputbackc('U');
    return false;
  }
  buffer->sbumpc();
  if (!hex_at(buffer)) {
    buffer->sputbackc('x');
    buffer->sputbackc('U');
    return false;
  }
  __ux_start_digits(digits);
  __ux_add_digit(digits, 'U', READER);
  __ux_add_digit(digits, 'x', READER);
  for (int c; (c = hex_at(buffer)); buffer->sbumpc()) __ux_add_digit(digits, static_cast<char>(c), READER);
  return true;
}

// Consumes a given word from the stream, or nothing if the word does not come next.
template <class C>
bool take(std::basic_streambuf<C> *buffer, const char *word) {
  int taken = 0;
  for (; word[taken] && at(buffer, word[taken]); taken++) buffer->sbumpc();
  if (!word[taken]) return true;
  while (taken > 0) buffer->sputbackc(static_cast<C>(word[--taken]));
  return false;
}

// Consumes the name that a Reference core prints after a number.
template <class C>
void skip_id(std::basic_streambuf<C> *buffer) {
  char taken[UX_ID_LENGTH];
  size_t length = 0;
  for (auto c = buffer->sgetc(); __ux_is_id_character(length, static_cast<int>(c)); c = buffer->snextc()) {
    taken[length++] = static_cast<char>(c);
  }
  if (__ux_id_length(taken, length)) return;
  while (length > 0) buffer->sputbackc(static_cast<C>(taken[--length]));
}

// The library reads neither "inf" nor "nan" from a stream, but they may be particles if a Ux string follows. Looks past
// a minus sign only if it is certain that the sign can be put back.
template <class C>
bool collect_after_word(std::basic_streambuf<C> *buffer, ux_digits *digits, double *particle) {
  static const struct {
    const char *word;
    double particle;
  } WORDS[] = {{"nan", __builtin_nan("")}, {"inf", __builtin_inf()}, {"-inf", -__builtin_inf()}};
  if (!buffer) return false;
  for (const auto &candidate : WORDS) {
    if (*candidate.word == '-' && buffer->in_avail() < 4) continue;
    if (!at(buffer, *candidate.word) || !take(buffer, candidate.word)) continue;
    *particle = candidate.particle;
    if (collect(buffer, digits)) return true;
    for (auto length = std::strlen(candidate.word); length > 0; length--) {
      buffer->sputbackc(static_cast<C>(candidate.word[length - 1]));
    }
  }
  return false;
}

void store(double value, float &target) { target = __ux_narrow(value); }
void store(double value, double &target) { target = value; }
void store(double value, long double &target) { target = static_cast<long double>(value); }

template <class C, class T>
Input<C> get(Get<C, T> *library, const std::num_get<C> *self, Input<C> input, Input<C> end, std::ios_base &stream,
             std::ios_base::iostate &state, T &target) {
  ux_digits digits;
  double particle;
  std::basic_streambuf<C> *buffer = input == end ? nullptr : buffer_of(input);
  if (collect(buffer, &digits)) {
    store(__ux_finish_digits(&digits, READER, 0, 0, 0), target);
  } else if (collect_after_word(buffer, &digits, &particle)) {
    store(__ux_finish_digits(&digits, READER, 0, 1, particle), target);
  } else {
    input = library(self, input, end, stream, state, target);
    if (input == end || (state & std::ios_base::failbit)) return input;
    skip_id(buffer);
    if (!collect(buffer, &digits)) {
      if (input == end) state |= std::ios_base::eofbit;
      return input;
    }
    store(__ux_finish_digits(&digits, READER, 0, 1, static_cast<double>(target)), target);
  }
  if (input == end) state |= std::ios_base::eofbit;
  return input;
}

}  // namespace

#define WRAP_GET(name, C, symbol, T, suffix)                                                         \
  Get<C, T> __real_##name __asm__("__real_" symbol suffix);                                          \
  Get<C, T> __wrap_##name __asm__("__wrap_" symbol suffix);                                          \
  Input<C> __wrap_##name(const std::num_get<C> *self, Input<C> input, Input<C> end, std::ios_base &stream, \
                         std::ios_base::iostate &state, T &target) {                                 \
    return get<C, T>(__real_##name, self, input, end, stream, state, target);                        \
  }

WRAP_GET(get_float, char, CHAR_GET, float, "Rf")
WRAP_GET(get_double, char, CHAR_GET, double, "Rd")
WRAP_GET(get_long_double, char, CHAR_GET, long double, "Re")
WRAP_GET(get_wide_float, wchar_t, WIDE_GET, float, "Rf")
WRAP_GET(get_wide_double, wchar_t, WIDE_GET, double, "Rd")
WRAP_GET(get_wide_long_double, wchar_t, WIDE_GET, long double, "Re")
