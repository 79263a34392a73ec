// Stream output of floating-point values: std::num_put for char and wchar_t, by --wrap of the library's functions. The
// library formats the decimal form of the particle, with all flags, locale and padding. The Ux text directly follows
// the last digit. Any padding on the right comes after the Ux text, so it is added here.
#include <cstdlib>
#include <cstring>
#include <ios>
#include <iterator>
#include <locale>
#include <sstream>
#include <streambuf>

#include "ux-stdio.h"

#define CHAR_PUT "_ZNKSt3__27num_putIcNS_19ostreambuf_iteratorIcNS_11char_traitsIcEEEEE6do_putES4_RNS_8ios_baseEc"
#define WIDE_PUT "_ZNKSt3__27num_putIwNS_19ostreambuf_iteratorIwNS_11char_traitsIwEEEEE6do_putES4_RNS_8ios_baseEw"

namespace {

template <class C>
using Output = std::ostreambuf_iterator<C>;
template <class C, class T>
using Put = Output<C>(const std::num_put<C> *, Output<C>, std::ios_base &, C, T);

// Passes on all characters and counts them.
template <class C>
class CountingBuffer final : public std::basic_streambuf<C> {
 public:
  explicit CountingBuffer(Output<C> out) : out(out) {}
  Output<C> out;
  std::streamsize count = 0;

 private:
  using Traits = std::char_traits<C>;
  typename Traits::int_type overflow(typename Traits::int_type c) override {
    *out++ = Traits::to_char_type(c);
    count++;
    return out.failed() ? Traits::eof() : Traits::not_eof(c);
  }
};

// Tests whether the stream writes to memory. The iterator points to the buffer of the stream.
template <class C>
bool is_memory(const Output<C> &out) {
  std::basic_streambuf<C> *buffer;
  static_assert(sizeof buffer == sizeof out);
  std::memcpy(&buffer, &out, sizeof buffer);
  return buffer && dynamic_cast<std::basic_stringbuf<C> *>(buffer);
}

// Sets the destination of printed text until the end of the block.
class Destination {
 public:
  explicit Destination(bool memory) : outer(__ux_destination) { __ux_destination = memory ? UX_TO_MEMORY : UX_TO_STREAM; }
  ~Destination() { __ux_destination = outer; }

 private:
  int outer;
};

template <class C>
Output<C> put_text_of(Output<C> out, double value) {
  char small[UX_SMALL_TEXT];
  char *text = small;
  size_t length = __ux_text_of(value, small, sizeof small);
  if (length >= sizeof small) {
    text = static_cast<char *>(std::malloc(length + 1));
    if (!text) return out;
    __ux_text_of(value, text, length + 1);
  }
  for (size_t i = 0; i < length; i++) *out++ = static_cast<C>(text[i]);
  if (text != small) std::free(text);
  return out;
}

// `value` is the value to print, and `particle` the number that the library prints. The value stays in memory, where
// the collector finds it: library functions may trigger a collection, and the wrappers below are never rewritten.
template <class C, class T>
Output<C> put_value(Put<C, T> *library, const std::num_put<C> *self, Output<C> out, std::ios_base &stream, C fill, T particle,
                    double value) {
  volatile double kept = value;
  std::streamsize width = stream.width();
  // Excludes the sign, which is not printed for NaN.
  uint32_t form = (static_cast<uint32_t>(stream.flags() & ~std::ios_base::showpos) * 1009 + static_cast<uint32_t>(width)) * 1009 +
                  static_cast<uint32_t>(stream.precision());
  std::streamsize padding = 0;
  __ux_particles_only++;
  if (width > 0 && (stream.flags() & std::ios_base::adjustfield) == std::ios_base::left) {
    CountingBuffer<C> buffer(out);
    stream.width(0);
    library(self, Output<C>(&buffer), stream, fill, particle);
    out = buffer.out;
    padding = width - buffer.count;
  } else {
    out = library(self, out, stream, fill, particle);
  }
  __ux_particles_only--;
  __ux_form = form;
  out = put_text_of(out, kept);
  for (; padding > 0; padding--) *out++ = fill;
  return out;
}

template <class C, class T>
Output<C> put(Put<C, T> *library, const std::num_put<C> *self, Output<C> out, std::ios_base &stream, C fill, T value) {
  double whole;
  if constexpr (sizeof value > sizeof whole) {
    whole = __ux_double_of_long(value);
    if (__ux_is_long_box(value)) value = __ux_particle_of(whole);
  } else {
    whole = value;
    value = __ux_particle_of(whole);
  }
  if (!__ux_prints_text()) return library(self, out, stream, fill, value);
  bool follows;
  {
    Destination destination(is_memory(out));
    follows = __ux_text_follows(whole);
  }
  if (!follows) return library(self, out, stream, fill, value);
  if (value == value) return put_value(library, self, out, stream, fill, value, whole);
  std::ios_base::fmtflags flags = stream.flags();
  stream.unsetf(std::ios_base::showpos);
  out = put_value(library, self, out, stream, fill, static_cast<T>(__builtin_nan("")), whole);
  stream.flags(flags);
  return out;
}

}  // namespace

#define WRAP_PUT(name, C, symbol, T, suffix)                                                        \
  Put<C, T> __real_##name __asm__("__real_" symbol suffix);                                         \
  Put<C, T> __wrap_##name __asm__("__wrap_" symbol suffix);                                         \
  Output<C> __wrap_##name(const std::num_put<C> *self, Output<C> out, std::ios_base &stream, C fill, T value) { \
    return put<C, T>(__real_##name, self, out, stream, fill, value);                                \
  }

WRAP_PUT(put_double, char, CHAR_PUT, double, "d")
WRAP_PUT(put_long_double, char, CHAR_PUT, long double, "e")
WRAP_PUT(put_wide_double, wchar_t, WIDE_PUT, double, "d")
WRAP_PUT(put_wide_long_double, wchar_t, WIDE_PUT, long double, "e")
