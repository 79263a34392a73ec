// Reads a long double from its digits: the number is the quotient of two integers times a power of two. The quotient is
// computed bit by bit, and its remainder determines the rounding. Ties go to the even neighbour.
#include "read-long.h"

#include <errno.h>
#include <string.h>

#define MAX_LIMBS 1300
// Any further digits matter only if they are nonzero: the longest tie has 11564 digits.
#define MAX_DIGITS 11600
#define BITS 113
#define MIN_EXPONENT (-16382)
#define EXPONENT_BIAS 16383

typedef struct {
  uint32_t limbs[MAX_LIMBS];
  int count;
} ux_big;

typedef struct {
  const char *at, *end;
} ux_text_cursor;

static void __ux_multiply_add(ux_big *a, uint32_t factor, uint32_t addend) {
  uint64_t carry = addend;
  for (int i = 0; i < a->count; i++) {
    carry += (uint64_t)a->limbs[i] * factor;
    a->limbs[i] = (uint32_t)carry;
    carry >>= 32;
  }
  if (carry) a->limbs[a->count++] = (uint32_t)carry;
}

static void __ux_multiply_by_power_of_5(ux_big *a, long long power) {
  for (; power >= 13; power -= 13) __ux_multiply_add(a, 1220703125, 0);
  for (; power > 0; power--) __ux_multiply_add(a, 5, 0);
}

static int __ux_bit_length(const ux_big *a) {
  return a->count ? 32 * a->count - __builtin_clz(a->limbs[a->count - 1]) : 0;
}

static void __ux_shift_left(ux_big *a, int bits) {
  int limbs = bits / 32, rest = bits % 32;
  if (rest) __ux_multiply_add(a, 1u << rest, 0);
  memmove(a->limbs + limbs, a->limbs, (size_t)a->count * sizeof *a->limbs);
  memset(a->limbs, 0, (size_t)limbs * sizeof *a->limbs);
  a->count += limbs;
}

static int __ux_compare(const ux_big *a, const ux_big *b) {
  if (a->count != b->count) return a->count < b->count ? -1 : 1;
  for (int i = a->count - 1; i >= 0; i--) {
    if (a->limbs[i] != b->limbs[i]) return a->limbs[i] < b->limbs[i] ? -1 : 1;
  }
  return 0;
}

static void __ux_subtract(ux_big *a, const ux_big *b) {
  int64_t borrow = 0;
  for (int i = 0; i < a->count; i++) {
    borrow += (int64_t)a->limbs[i] - (i < b->count ? b->limbs[i] : 0);
    a->limbs[i] = (uint32_t)borrow;
    borrow >>= 32;
  }
  while (a->count && !a->limbs[a->count - 1]) a->count--;
}

static long double __ux_from_words(unsigned __int128 bits) {
  union {
    unsigned __int128 bits;
    long double value;
  } v = {.bits = bits};
  return v.value;
}

static long double __ux_out_of_range(int too_large) {
  errno = ERANGE;
  return too_large ? __builtin_infl() : 0.0L;
}

// Computes a / b times 2^exponent; neither a nor b is zero, and both are overwritten.
static long double __ux_quotient(ux_big *a, ux_big *b, long long exponent) {
  int difference = __ux_bit_length(a) - __ux_bit_length(b);
  __ux_shift_left(difference < 0 ? a : b, difference < 0 ? -difference : difference);
  exponent += difference;
  if (__ux_compare(a, b) < 0) {
    __ux_shift_left(a, 1);
    exponent--;
  }
  if (exponent > EXPONENT_BIAS) return __ux_out_of_range(1);
  int bits = exponent >= MIN_EXPONENT ? BITS : (int)(BITS - (MIN_EXPONENT - exponent));
  if (exponent < MIN_EXPONENT - BITS) return __ux_out_of_range(0);
  unsigned __int128 quotient = 0;
  for (int i = 0; i < bits; i++) {
    int bit = __ux_compare(a, b) >= 0;
    if (bit) __ux_subtract(a, b);
    __ux_shift_left(a, 1);
    quotient = quotient << 1 | (unsigned)bit;
  }
  // The remainder is doubled after the last bit, so that b is half a unit; this is true even if there was no bit.
  int half = __ux_compare(a, b);
  int inexact = bits == 0 || a->count > 0;
  if (half > 0 || (half == 0 && (quotient & 1))) quotient++;
  if (inexact && bits < BITS) errno = ERANGE;
  if (bits < BITS) return __ux_from_words(quotient);
  unsigned __int128 result = ((unsigned __int128)(unsigned)(exponent + EXPONENT_BIAS - 1) << 112) + quotient;
  return result >> 112 == 0x7FFF ? __ux_out_of_range(1) : __ux_from_words(result);
}

// The next digit, or -1 if there is none. Also records whether it has passed a decimal point.
static int __ux_next_digit(ux_text_cursor *c, int base, int *seen_point) {
  for (; c->at < c->end; c->at++) {
    int digit = *c->at;
    if (digit == '.' && !*seen_point) {
      *seen_point = 1;
      continue;
    }
    if (digit >= '0' && digit <= '9') return c->at++, digit - '0';
    if (base == 16 && __ux_is_hex(digit)) return c->at++, (digit | 32) - 'a' + 10;
    break;
  }
  return -1;
}

// Reads all digits into `a` as an integer; returns the power of the base by which to multiply it.
static long long __ux_read_digits(ux_text_cursor *c, int base, ux_big *a) {
  long long scale = 0;
  int seen_point = 0, count = 0, dropped = 0, digit;
  while ((digit = __ux_next_digit(c, base, &seen_point)) >= 0) {
    if (count < MAX_DIGITS / (base == 16 ? 4 : 1)) {
      __ux_multiply_add(a, (uint32_t)base, (uint32_t)digit);
      count += a->count > 0;
      scale -= seen_point;
    } else {
      dropped |= digit;
      scale += !seen_point;
    }
  }
  if (dropped) {
    __ux_multiply_add(a, (uint32_t)base, 1);
    scale--;
  }
  return scale;
}

static long long __ux_read_exponent(ux_text_cursor *c, char letter) {
  if (c->at == c->end || (*c->at | 32) != letter) return 0;
  c->at++;
  int negative = c->at < c->end && *c->at == '-';
  if (c->at < c->end && (*c->at == '-' || *c->at == '+')) c->at++;
  long long exponent = 0;
  for (; c->at < c->end && *c->at >= '0' && *c->at <= '9'; c->at++) {
    if (exponent < 100000000) exponent = 10 * exponent + (*c->at - '0');
  }
  return negative ? -exponent : exponent;
}

static long double __ux_read_decimal(ux_text_cursor *c, ux_big *a, ux_big *b) {
  long long scale = __ux_read_digits(c, 10, a);
  scale += __ux_read_exponent(c, 'e');
  if (!a->count) return 0;
  // The decimal order of magnitude, which may be too high by one.
  long long magnitude = scale + (long long)(__ux_bit_length(a) * 0.30103) + 1;
  if (magnitude > 4940 || magnitude < -4970) return __ux_out_of_range(magnitude > 0);
  __ux_multiply_by_power_of_5(scale > 0 ? a : b, scale > 0 ? scale : -scale);
  return __ux_quotient(a, b, scale);
}

long double __ux_read_long(const char *text, size_t length) {
  ux_big a = {.count = 0}, b = {.limbs = {1}, .count = 1};
  ux_text_cursor c = {text, text + length};
  int negative = length && *text == '-';
  if (length && (*text == '-' || *text == '+')) c.at++;
  long double value;
  if (c.end - c.at > 2 && c.at[0] == '0' && (c.at[1] | 32) == 'x') {
    c.at += 2;
    long long exponent = 4 * __ux_read_digits(&c, 16, &a) + __ux_read_exponent(&c, 'p');
    value = a.count ? __ux_quotient(&a, &b, exponent) : 0;
  } else {
    value = __ux_read_decimal(&c, &a, &b);
  }
  return negative ? -value : value;
}
