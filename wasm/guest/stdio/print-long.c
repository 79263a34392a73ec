// The decimal form, for printf, of a long double that does not equal any double. Our library formats only doubles; its
// long double edition would take ten times as long to print doubles, and thirty times as long to read them. A 128-bit
// number is an integer of 113 bits times a power of two. Its decimal expansion is finite, so it is computed in full, in
// integers, and then rounded to nearest, ties to even, as in the library.
#include "print-long.h"

#include <string.h>

#define LIMB 1000000000u
#define MAX_LIMBS 1300                  // 113 bits times 5^16494, the smallest subnormal, has 11564 digits
#define MAX_DIGITS (9 * MAX_LIMBS)
#define EXPONENT_BIAS 16383

// 0.d1d2d3… times 10^point.
typedef struct {
  char digits[MAX_DIGITS + 1];
  int count, point;
} ux_decimal;

typedef struct {
  unsigned __int128 significand;
  int exponent;
} ux_binary;

static ux_binary __ux_split(long double value) {
  union {
    long double value;
    unsigned __int128 bits;
  } v = {.value = value};
  int exponent = (int)(v.bits >> 112) & 0x7FFF;
  unsigned __int128 fraction = v.bits << 16 >> 16;
  if (exponent) fraction |= (unsigned __int128)1 << 112;
  return (ux_binary){fraction, (exponent ? exponent : 1) - EXPONENT_BIAS - 112};
}

// Multiplies in place and returns the new number of limbs.
static int __ux_multiply(uint32_t *limbs, int count, uint32_t factor) {
  uint64_t carry = 0;
  for (int i = 0; i < count; i++) {
    carry += (uint64_t)limbs[i] * factor;
    limbs[i] = (uint32_t)(carry % LIMB);
    carry /= LIMB;
  }
  if (carry) limbs[count++] = (uint32_t)carry;
  return count;
}

static int __ux_multiply_power(uint32_t *limbs, int count, uint32_t base, uint32_t step, int step_size, int power) {
  for (; power >= step_size; power -= step_size) count = __ux_multiply(limbs, count, step);
  for (; power > 0; power--) count = __ux_multiply(limbs, count, base);
  return count;
}

static void __ux_print_limbs(const uint32_t *limbs, int count, ux_decimal *d) {
  d->count = 0;
  for (int i = count - 1; i >= 0; i--) {
    for (uint32_t unit = LIMB / 10; unit; unit /= 10) {
      char digit = (char)('0' + limbs[i] / unit % 10);
      if (d->count || digit != '0') d->digits[d->count++] = digit;
    }
  }
}

static void __ux_expand(ux_binary b, ux_decimal *d) {
  uint32_t limbs[MAX_LIMBS];
  int count = 0;
  while (b.exponent < 0 && !(b.significand & 1)) b.significand >>= 1, b.exponent++;
  for (; b.significand; b.significand /= LIMB) limbs[count++] = (uint32_t)(b.significand % LIMB);
  // m / 2^k is m 5^k / 10^k.
  if (b.exponent < 0) count = __ux_multiply_power(limbs, count, 5, 244140625, 12, -b.exponent);
  else count = __ux_multiply_power(limbs, count, 2, 1u << 29, 29, b.exponent);
  __ux_print_limbs(limbs, count, d);
  d->point = d->count + (b.exponent < 0 ? b.exponent : 0);
}

static char __ux_digit(const ux_decimal *d, int i) { return i >= 0 && i < d->count ? d->digits[i] : '0'; }

// Rounds to `keep` digits, counted from the first one. If `keep` is zero or negative, the result may have no digits.
static void __ux_round(ux_decimal *d, long long keep) {
  if (keep >= d->count) return;
  if (keep < 0) {
    d->count = 0;
    return;
  }
  int n = (int)keep, rest = 0;
  for (int i = n + 1; i < d->count && !rest; i++) rest = d->digits[i] != '0';
  int odd = n > 0 && (d->digits[n - 1] & 1);
  int up = d->digits[n] > '5' || (d->digits[n] == '5' && (rest || odd));
  d->count = n;
  if (!up) return;
  while (n > 0 && d->digits[n - 1] == '9') d->digits[--n] = '0';
  if (n > 0) {
    d->digits[n - 1]++;
    return;
  }
  d->digits[0] = '1';
  if (d->count == 0) d->count = 1;
  d->point++;
}

static char *__ux_put_fixed(char *out, const ux_decimal *d, int precision, int always_point) {
  for (int i = d->point > 0 ? 0 : d->point - 1; i < d->point; i++) *out++ = __ux_digit(d, i);
  if (precision > 0 || always_point) *out++ = '.';
  for (int i = 0; i < precision; i++) *out++ = __ux_digit(d, d->point + i);
  return out;
}

static char *__ux_put_exponent(char *out, char letter, int exponent, int least_digits) {
  char digits[12];
  int count = 0;
  unsigned n = (unsigned)(exponent < 0 ? -exponent : exponent);
  for (; n || count < least_digits; n /= 10) digits[count++] = (char)('0' + n % 10);
  *out++ = letter;
  *out++ = exponent < 0 ? '-' : '+';
  while (count) *out++ = digits[--count];
  return out;
}

static char *__ux_put_scientific(char *out, const ux_decimal *d, int precision, int always_point, char letter) {
  *out++ = __ux_digit(d, 0);
  if (precision > 0 || always_point) *out++ = '.';
  for (int i = 1; i <= precision; i++) *out++ = __ux_digit(d, i);
  return __ux_put_exponent(out, letter, d->point - 1, 2);
}

static char *__ux_put_general(char *out, ux_decimal *d, int precision, int alternative, char letter) {
  int significant = precision ? precision : 1;
  __ux_round(d, significant);
  int exponent = d->point - 1;
  int fixed = exponent >= -4 && exponent < significant;
  precision = fixed ? significant - 1 - exponent : significant - 1;
  if (!alternative) {
    while (d->count > 1 && d->digits[d->count - 1] == '0') d->count--;
    int needed = fixed ? d->count - d->point : d->count - 1;
    if (needed < 0) needed = 0;
    if (precision > needed) precision = needed;
  }
  return fixed ? __ux_put_fixed(out, d, precision, alternative)
               : __ux_put_scientific(out, d, precision, alternative, (char)(letter - 2));
}

// "1.8p+0": one bit before the point, or two after rounding.
static char *__ux_put_hexadecimal(char *out, ux_binary b, int precision, int always_point, int upper) {
  while (!(b.significand >> 112)) b.significand <<= 1, b.exponent--;
  // The library rounds only where its arithmetic allows it; it never rounds away the second-last digit.
  if (precision >= 0 && precision < 27) {
    int dropped = 4 * (28 - precision);
    unsigned __int128 unit = (unsigned __int128)1 << dropped, half = unit >> 1, rest = b.significand & (unit - 1);
    b.significand -= rest;
    if (rest > half || (rest == half && (b.significand & unit))) b.significand += unit;
  }
  const char *digits = upper ? "0123456789ABCDEF" : "0123456789abcdef";
  *out++ = digits[(int)(b.significand >> 112)];
  unsigned __int128 fraction = b.significand << 16;
  if (fraction || precision > 0 || always_point) *out++ = '.';
  for (int i = 0; fraction || i < precision; i++, fraction <<= 4) *out++ = digits[(int)(fraction >> 124)];
  return __ux_put_exponent(out, upper ? 'P' : 'p', b.exponent + 112, 1);
}

static char *__ux_put_body(char *out, const ux_long_format *format, ux_binary b) {
  ux_decimal d;
  int alternative = strchr(format->flags, '#') != NULL;
  char kind = (char)(format->letter | 32);
  if (kind == 'a') return __ux_put_hexadecimal(out, b, format->precision, alternative, format->letter == 'A');
  int precision = format->precision < 0 ? 6 : format->precision;
  __ux_expand(b, &d);
  if (kind == 'g') return __ux_put_general(out, &d, precision, alternative, format->letter);
  __ux_round(&d, (long long)precision + (kind == 'f' ? d.point : 1));
  return kind == 'f' ? __ux_put_fixed(out, &d, precision, alternative)
                     : __ux_put_scientific(out, &d, precision, alternative, format->letter);
}

size_t __ux_long_room(const ux_long_format *format) {
  size_t precision = format->precision > 0 ? (size_t)format->precision : 0, width = format->width > 0 ? (size_t)format->width : 0;
  // Both the precision and the width may be as large as the largest int.
  return precision > UX_MOST_TEXT - width ? SIZE_MAX : 5000 + precision + width;
}

void __ux_print_long(char *target, const ux_long_format *format, long double value) {
  char *out = target;
  if (__builtin_signbit(value)) *out++ = '-';
  else if (strchr(format->flags, '+')) *out++ = '+';
  else if (strchr(format->flags, ' ')) *out++ = ' ';
  if ((format->letter | 32) == 'a') {
    *out++ = '0';
    *out++ = format->letter == 'A' ? 'X' : 'x';
  }
  char *body = out;
  out = __ux_put_body(body, format, __ux_split(value));
  int missing = format->width - (int)(out - target);
  if (missing > 0) {
    int zeros = strchr(format->flags, '0') != NULL;
    char *from = zeros ? body : target;
    memmove(from + missing, from, (size_t)(out - from));
    memset(from, zeros ? '0' : ' ', (size_t)missing);
    out += missing;
  }
  *out = 0;
}
