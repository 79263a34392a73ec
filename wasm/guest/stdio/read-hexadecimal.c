// Reads a double or a float from hexadecimal digits and rounds it once: uses as many digits as fit in 128 bits,
// followed by one sticky bit for all remaining digits.
#include <errno.h>
#include <math.h>

#include "read-long.h"

typedef struct {
  unsigned __int128 significand;  // the lowest bit stands for all bits that were dropped
  long long exponent;
} ux_hexadecimal;

int __ux_is_hexadecimal(const char *text, size_t length) {
  size_t sign = length && (*text == '-' || *text == '+');
  return length > sign + 2 && text[sign] == '0' && (text[sign + 1] | 32) == 'x';
}

static int __ux_hex_digit(int c) { return c <= '9' ? c - '0' : (c | 32) - 'a' + 10; }

static long long __ux_hex_exponent(const char *at, const char *end) {
  int negative = at < end && *at == '-';
  if (at < end && (*at == '-' || *at == '+')) at++;
  long long exponent = 0;
  for (; at < end && *at >= '0' && *at <= '9'; at++) {
    if (exponent < 1000000000) exponent = 10 * exponent + (*at - '0');
  }
  return negative ? -exponent : exponent;
}

static ux_hexadecimal __ux_take_hexadecimal(const char *at, const char *end) {
  ux_hexadecimal h = {0, 0};
  int after_point = 0;
  for (; at < end && (__ux_is_hex(*at) || (*at == '.' && !after_point)); at++) {
    if (*at == '.') {
      after_point = 1;
    } else if (h.significand >> 123) {
      h.significand |= __ux_hex_digit(*at) != 0;
      h.exponent += after_point ? 0 : 4;
    } else {
      h.significand = h.significand << 4 | (unsigned)__ux_hex_digit(*at);
      h.exponent -= after_point ? 4 : 0;
    }
  }
  if (at < end && (*at | 32) == 'p') h.exponent += __ux_hex_exponent(at + 1, end);
  return h;
}

static int __ux_width(unsigned __int128 n) {
  uint64_t high = (uint64_t)(n >> 64);
  return high ? 128 - __builtin_clzll(high) : 64 - __builtin_clzll((uint64_t)n);
}

double __ux_read_hexadecimal(const char *text, size_t length, int is_single) {
  int precision = is_single ? 24 : 53, least = is_single ? -126 : -1022, most = is_single ? 127 : 1023;
  int negative = *text == '-';
  const char *digits = text + (negative || *text == '+') + 2;
  ux_hexadecimal h = __ux_take_hexadecimal(digits, text + length);
  if (!h.significand) return negative ? -0.0 : 0.0;
  int width = __ux_width(h.significand);
  long long top = h.exponent + width - 1;
  long long kept = top >= least ? precision : precision - (least - top);
  double value = 0;
  int dropped = 0;
  if (kept >= 0 && top <= most) {
    int shift = width - (int)kept;
    if (shift > 0) {
      // Shifting by 128 would leave nothing; the significand has at most 127 bits.
      unsigned __int128 rest = h.significand & (((unsigned __int128)1 << shift) - 1), half = (unsigned __int128)1 << (shift - 1);
      h.significand >>= shift;
      dropped = rest != 0;
      h.significand += rest > half || (rest == half && (h.significand & 1));
      h.exponent += shift;
    }
    value = scalbn((double)(uint64_t)h.significand, (int)h.exponent);
  }
  if (top > most || value > (is_single ? 0x1.fffffep127 : 0x1.fffffffffffffp1023)) value = HUGE_VAL;
  if (value == HUGE_VAL || value == 0 || (dropped && kept < precision)) errno = ERANGE;
  return negative ? -value : value;
}
