// Converts numbers to text and back, with one function per edit descriptor for reals. The digits come from printf in
// the C library, which rounds the exact binary value. The layout follows the Fortran standard, with the choices that
// gfortran makes.
#include <strings.h>

#include "io.h"

// With a core, ux.c defines these, and the core's printf supports a P flag that means "only the particle". They are
// then omitted here, because an archive member does not replace an existing weak definition.
#ifdef FORTRAN_HAZE
#define FORTRAN_PARTICLE "P"
#else
#define FORTRAN_PARTICLE ""
__attribute__((weak)) int32_t fortran_ux_text(double value, char *target, int32_t size) { return 0; }
__attribute__((weak)) int32_t fortran_ux_memory_text(double value, char *target, int32_t size) { return 0; }
__attribute__((weak)) int64_t fortran_name_length(const char *text, int64_t room) { return 0; }
__attribute__((weak)) double fortran_ux_particle(double value) { return value; }
__attribute__((weak)) int fortran_ux_read(const char *text, int32_t length, double particle, double *value) { return 0; }
#endif

__int128 load_integer(const void *p, int32_t kind) {
  switch (kind) {
    case 1: return *(const int8_t *)p;
    case 2: return *(const int16_t *)p;
    case 4: return *(const int32_t *)p;
    case 8: return *(const int64_t *)p;
    default: return *(const __int128 *)p;
  }
}

__int128 load_whole(const void *p, int32_t code, int32_t kind) {
  __int128 value = load_integer(p, kind);
  return code == F_UNSIGNED && kind < 16 ? value & (((__int128)1 << kind * 8) - 1) : value;
}

void store_integer(void *p, int32_t kind, __int128 value) {
  switch (kind) {
    case 1: *(int8_t *)p = (int8_t)value; break;
    case 2: *(int16_t *)p = (int16_t)value; break;
    case 4: *(int32_t *)p = (int32_t)value; break;
    case 8: *(int64_t *)p = (int64_t)value; break;
    default: *(__int128 *)p = value;
  }
}

long double load_real(const void *p, int32_t kind) {
  return kind == 4 ? fortran_ux_particle(*(const float *)p) : kind == 8 ? fortran_ux_particle(*(const double *)p) : *(const long double *)p;
}

void store_real(void *p, int32_t kind, long double value) {
  if (kind == 4) *(float *)p = (float)value;
  else if (kind == 8) *(double *)p = (double)value;
  else *(long double *)p = value;
}

static int32_t stars(char *out, int32_t width) {
  memset(out, '*', width);
  return width;
}

static int32_t justify(char *out, const char *text, int32_t n, int32_t width) {
  if (width == 0) width = n;
  if (n > width) return stars(out, width);
  memset(out, ' ', width - n);
  memcpy(out + width - n, text, n);
  return width;
}

int32_t edit_integer(char *out, int32_t code, __int128 value, int32_t width, int32_t minimum, int32_t plus) {
  char digits[160], text[200];
  int32_t n = 0, k = 0;
  int negative = code != F_UNSIGNED && value < 0;
  unsigned __int128 rest = negative ? -(unsigned __int128)value : (unsigned __int128)value;
  for (; rest > 0; rest /= 10) digits[n++] = (char)('0' + (int)(rest % 10));
  if (minimum < 0) minimum = 1;
  while (n < minimum && n < 150) digits[n++] = '0';
  if (negative) text[k++] = '-';
  else if (plus) text[k++] = '+';
  // For zero, Iw.0 prints nothing but spaces, and I0.0 prints a single space.
  if (n == 0) k = 0, width = width > 0 ? width : 1;
  while (n > 0) text[k++] = digits[--n];
  return justify(out, text, k, width);
}

static int32_t edit_special(char *out, long double v, int32_t width, int32_t plus) {
  char text[16];
  int32_t n = 0;
  if (v != v) return justify(out, "NaN", 3, width);
  int negative = v < 0;
  int sign = negative || plus;
  if (width > 0 && width < 3 + negative) return stars(out, width);
  if (negative) text[n++] = '-';
  else if (plus && (width == 0 || width > 3)) text[n++] = '+';
  const char *word = width >= 8 + sign ? "Infinity" : "Inf";
  int32_t k = (int32_t)strlen(word);
  memcpy(text + n, word, k);
  return justify(out, text, n + k, width);
}

static int is_special(long double v) { return v != v || v > LDBL_MAX || v < -LDBL_MAX; }

static int32_t print_digits(char *digits, long double v, int32_t kind, int32_t count) {
  char text[EDIT_SPACE];
  v = fabsl(v);
  if (kind == 16) snprintf(text, sizeof text, "%.*" FORTRAN_PARTICLE "Le", (int)(count - 1), v);
  else snprintf(text, sizeof text, "%.*" FORTRAN_PARTICLE "e", (int)(count - 1), (double)v);
  digits[0] = text[0];
  char *p = text + 1;
  int32_t n = 1;
  if (*p == '.') for (p++; *p != 'e'; p++) digits[n++] = *p;
  digits[n] = 0;
  return v == 0 ? 0 : (int32_t)strtol(p + 1, 0, 10) + 1;
}

// All digits of a number, followed by some zeros.
static int32_t all_digits(char *digits, long double v, int32_t kind) { return print_digits(digits, v, kind, kind == 16 ? 5000 : 800); }

static int is_negative(long double v) { return __builtin_signbit(v) != 0; }

// With -fno-sign-zero, zeros and numbers that are rounded to zero are printed without a sign.
static int shows_minus(long double v, const char *digits) {
  return is_negative(v) && !(f_no_sign_zero && digits[strspn(digits, "0.,")] == 0);
}

// Rounds to `count` digits in the given rounding mode; returns 1 if a carry adds a new first digit.
static int round_digits(char *digits, int32_t count, int32_t rounding, int negative) {
  int32_t n = (int32_t)strlen(digits), any = 0;
  if (count >= n) return 0;
  for (int32_t i = count + 1; i < n; i++) any |= digits[i] != '0';
  int half = digits[count] == '5' && !any, more = digits[count] > '5' || (digits[count] == '5' && any);
  any |= digits[count] != '0';
  int odd = count > 0 && (digits[count - 1] & 1);
  int up = rounding == F_ROUND_UP     ? any && !negative
           : rounding == F_ROUND_DOWN ? any && negative
           : rounding == F_ROUND_ZERO ? 0
           : rounding == F_ROUND_COMPATIBLE ? more || half
                                            : more || (half && odd);
  digits[count] = 0;
  if (!up) return 0;
  int32_t i = count - 1;
  for (; i >= 0 && digits[i] == '9'; i--) digits[i] = '0';
  if (i >= 0) {
    digits[i]++;
    return 0;
  }
  memmove(digits + 1, digits, count + 1);
  digits[0] = '1';
  return 1;
}

static int is_plain(int32_t rounding) { return rounding == F_ROUND_DEFAULT || rounding == F_ROUND_NEAREST; }

// The first `count` decimal digits of |v|, and the exponent in 0.ddd × 10^exponent.
static int32_t digits_of(char *digits, long double v, int32_t kind, int32_t count, int32_t rounding) {
  if (count < 1) count = 1;
  if (is_plain(rounding) || v == 0) return print_digits(digits, v, kind, count);
  int32_t exponent = all_digits(digits, v, kind);
  if (round_digits(digits, count, rounding, is_negative(v))) {
    digits[count] = 0;
    exponent++;
  }
  return exponent;
}

// The value times 10^scale, with `decimals` digits after the point; it is rounded only once.
static int32_t fixed_text(char *text, long double v, int32_t kind, edit e) {
  if (e.scale == 0 && is_plain(e.rounding)) {
    v = fabsl(v);
    if (kind == 16) return snprintf(text, EDIT_SPACE, "%.*" FORTRAN_PARTICLE "Lf", (int)e.digits, v);
    return snprintf(text, EDIT_SPACE, "%.*" FORTRAN_PARTICLE "f", (int)e.digits, (double)v);
  }
  char digits[EDIT_SPACE + 8];
  int32_t point = v == 0 ? 0 : all_digits(digits + 1, v, kind) + e.scale, count = point + e.digits;
  char *d = digits + 1;
  if (v == 0) count = 0, d[0] = 0;
  // Digits that begin after the last decimal do not matter, and zeros fill the gap.
  for (; count < 0; count++, point++) {
    memmove(d + 1, d, strlen(d) + 1);
    d[0] = '0';
    d[EDIT_SPACE - 8] = 0;
  }
  if (v != 0 && round_digits(d, count, e.rounding, is_negative(v))) point++;
  int32_t known = (int32_t)strlen(d), n = 0;
  for (int32_t i = 0; i < point; i++) text[n++] = i < known ? d[i] : '0';
  if (point <= 0) text[n++] = '0';
  if (e.digits > 0) text[n++] = '.';
  for (int32_t i = point; i < point + e.digits; i++) text[n++] = i >= 0 && i < known ? d[i] : '0';
  text[n] = 0;
  return n;
}

int32_t edit_f(char *out, long double v, int32_t kind, edit e) {
  if (is_special(v)) return edit_special(out, v, e.width, e.plus);
  char text[EDIT_SPACE + 64], body[EDIT_SPACE + 64];
  int32_t n = fixed_text(text, v, kind, e);
  if (e.digits == 0 && !strchr(text, '.')) text[n++] = '.', text[n] = 0;
  if (e.comma) { char *p = strchr(text, '.'); if (p) *p = ','; }
  int32_t k = 0;
  if (shows_minus(v, text)) body[k++] = '-';
  else if (e.plus) body[k++] = '+';
  const char *from = text;
  int32_t m = n;
  // The zero before the point is dropped if there is no room for it.
  int droppable = text[0] == '0' && n > 2;
  if (droppable && (e.width == 0 ? !e.keep_zero : k + m > e.width)) from++, m--;
  memcpy(body + k, from, m);
  return justify(out, body, k + m, e.width);
}

// Appends the exponent: E+05, E+005 (width 3), or +105 without the letter if two digits are not enough.
static int32_t put_exponent(char *out, int32_t exponent, edit e) {
  // If the width is 0, anything optional is omitted.
  if (e.width == 0 && exponent == 0) return 0;
  if (e.width == 0 && e.exponent == 0) e.exponent = -1;
  int32_t magnitude = exponent < 0 ? -exponent : exponent;
  char number[16];
  int32_t n = snprintf(number, sizeof number, "%d", (int)magnitude);
  int32_t k = 0;
  if (e.exponent > 0) {
    if (n > e.exponent) return -1;
    out[k++] = e.letter;
    out[k++] = exponent < 0 ? '-' : '+';
    for (int32_t i = n; i < e.exponent; i++) out[k++] = '0';
  } else if (e.exponent == 0 && n <= 2) {
    out[k++] = e.letter;
    out[k++] = exponent < 0 ? '-' : '+';
    if (n == 1) out[k++] = '0';
  } else if (e.exponent < 0) {  // E0: as few digits as possible
    out[k++] = e.letter;
    out[k++] = exponent < 0 ? '-' : '+';
  } else {
    // More than three digits require Ew.dEe.
    if (n > 3) return -1;
    out[k++] = exponent < 0 ? '-' : '+';
  }
  memcpy(out + k, number, n);
  return k + n;
}

// Prints the sign, the digits before and after the point, and the exponent; `lead` is the number of digits before the
// point.
static int32_t put_scientific(char *out, long double v, const char *digits, int32_t lead, int32_t after, int32_t exponent, edit e) {
  char body[EDIT_SPACE + 64];
  int32_t k = 0;
  if (shows_minus(v, digits)) body[k++] = '-';
  else if (e.plus) body[k++] = '+';
  int32_t zero_at = -1;
  const char *d = digits;
  if (lead <= 0) {
    zero_at = k;
    body[k++] = '0';
  }
  for (int32_t i = 0; i < lead; i++) body[k++] = *d ? *d++ : '0';
  body[k++] = e.comma ? ',' : '.';
  for (int32_t i = lead; i < 0 && after > 0; i++, after--) body[k++] = '0';
  for (int32_t i = 0; i < after; i++) body[k++] = *d ? *d++ : '0';
  int32_t n = put_exponent(body + k, exponent, e);
  if (n < 0) return stars(out, e.width > 0 ? e.width : 1);
  k += n;
  if (zero_at >= 0 && e.room > 0 && k > e.room) {
    memmove(body + zero_at, body + zero_at + 1, k - zero_at - 1);
    k--;
  }
  return justify(out, body, k, e.width);
}

static int32_t default_digits(int32_t kind) { return kind == 4 ? 9 : kind == 8 ? 17 : 36; }

int32_t edit_e(char *out, long double v, int32_t kind, edit e) {
  if (is_special(v)) return edit_special(out, v, e.width, e.plus);
  char digits[EDIT_SPACE];
  // E0 keeps the zero up to a length that depends on the kind, as in gfortran.
  e.room = e.width > 0 ? e.width : kind == 4 ? 16 : kind == 8 ? 25 : 0;
  if (e.width == 0 && e.digits == 0) e.digits = default_digits(kind);
  int32_t lead = e.scale, after = e.scale > 0 ? e.digits - e.scale + 1 : e.digits;
  int32_t count = e.scale > 0 ? e.digits + 1 : e.digits + e.scale;
  if (e.scale <= -e.digits || e.scale >= e.digits + 2) return EDIT_BAD_SCALE;
  int32_t exponent = digits_of(digits, v, kind, count, e.rounding);
  return put_scientific(out, v, digits, lead, after, v == 0 ? 0 : exponent - e.scale, e);
}

int32_t edit_es(char *out, long double v, int32_t kind, edit e) {
  if (is_special(v)) return edit_special(out, v, e.width, e.plus);
  char digits[EDIT_SPACE];
  if (e.width == 0 && e.digits == 0) e.digits = default_digits(kind);
  int32_t exponent = digits_of(digits, v, kind, e.digits + 1, e.rounding);
  return put_scientific(out, v, digits, 1, e.digits, v == 0 ? 0 : exponent - 1, e);
}

int32_t edit_en(char *out, long double v, int32_t kind, edit e) {
  if (is_special(v)) return edit_special(out, v, e.width, e.plus);
  char digits[EDIT_SPACE];
  if (e.width == 0 && e.digits == 0) e.digits = default_digits(kind);
  if (v == 0) {
    digits_of(digits, v, kind, e.digits + 1, e.rounding);
    return put_scientific(out, v, digits, 1, e.digits, 0, e);
  }
  int32_t exponent = print_digits(digits, v, kind, 60) - 1;
  int32_t third = exponent >= 0 ? exponent / 3 * 3 : -((-exponent + 2) / 3) * 3;
  int32_t lead = exponent - third + 1;
  // Rounding may carry over into the next power of ten, which changes the number of digits before the point.
  if (digits_of(digits, v, kind, e.digits + lead, e.rounding) - 1 > exponent) lead++;
  if (lead > 3) lead = 1, third += 3;
  return put_scientific(out, v, digits, lead, e.digits, third, e);
}

// Hexadecimal digits of |v|, with the point after the first digit and without trailing zeros; returns the binary
// exponent.
static int32_t hexadecimal_digits(char *digits, long double v, int32_t kind) {
  char text[80];
  v = fabsl(v);
  if (kind == 16) snprintf(text, sizeof text, "%" FORTRAN_PARTICLE "LA", v);
  else snprintf(text, sizeof text, "%" FORTRAN_PARTICLE "A", (double)v);
  int32_t n = 0;
  char *p = text + 2;
  for (; *p != 'P'; p++) if (*p != '.') digits[n++] = *p;
  while (n > 1 && digits[n - 1] == '0') n--;
  digits[n] = 0;
  return (int32_t)strtol(p + 1, 0, 10);
}

static int32_t value_of_digit(char c) { return c <= '9' ? c - '0' : c - 'A' + 10; }

// Keeps `count` hexadecimal digits. The first digit is 1 unless the number is zero, so a carry fits in it.
static void round_hexadecimal(char *digits, int32_t count, int32_t rounding, int negative) {
  int32_t n = (int32_t)strlen(digits);
  if (count >= n) return;
  // There are no trailing zeros, so the removed part is exactly one half if it is the single digit 8.
  int half = digits[count] == '8' && count + 1 == n, more = digits[count] >= '8' && !half;
  int odd = value_of_digit(digits[count - 1]) & 1;
  int up = rounding == F_ROUND_UP     ? !negative
           : rounding == F_ROUND_DOWN ? negative
           : rounding == F_ROUND_ZERO ? 0
           : rounding == F_ROUND_COMPATIBLE ? more || half
                                            : more || (half && odd);
  digits[count] = 0;
  if (!up) return;
  int32_t i = count - 1;
  for (; digits[i] == 'F'; i--) digits[i] = '0';
  digits[i] = "123456789ABCDEF"[value_of_digit(digits[i])];
}

// EXw.d: if d is missing, prints all digits of the number. The exponent is as short as possible, unless Ee specifies
// its length.
int32_t edit_ex(char *out, long double v, int32_t kind, edit e) {
  if (is_special(v)) return edit_special(out, v, e.width, e.plus);
  char digits[80], body[EDIT_SPACE + 64], number[16];
  int32_t exponent = hexadecimal_digits(digits, v, kind), k = 0;
  if (e.digits > 0) round_hexadecimal(digits, e.digits + 1, e.rounding, is_negative(v));
  int32_t known = (int32_t)strlen(digits), shown = e.digits > 0 ? e.digits + 1 : known;
  if (shows_minus(v, digits)) body[k++] = '-';
  else if (e.plus) body[k++] = '+';
  body[k++] = '0';
  body[k++] = 'X';
  for (int32_t i = 0; i < shown; i++) {
    body[k++] = i < known ? digits[i] : '0';
    if (i == 0) body[k++] = e.comma ? ',' : '.';
  }
  body[k++] = 'P';
  body[k++] = exponent < 0 ? '-' : '+';
  int32_t n = snprintf(number, sizeof number, "%d", (int)(exponent < 0 ? -exponent : exponent));
  if (e.exponent > 0 && n > e.exponent) return stars(out, e.width > 0 ? e.width : 1);
  for (int32_t i = n; i < e.exponent; i++) body[k++] = '0';
  memcpy(body + k, number, n);
  return justify(out, body, k + n, e.width);
}

// Tests whether a number counts as belonging to the next power of ten, that is, whether it is at least 10^exponent (1 -
// r 10^-d), computed in the number's kind, as in the GNU library.
#define IS_OF_NEXT(T, power) do { \
    T r = (T)part, scale = power(10, (T)-e.digits), m = (T)v; \
    if (exponent == -1) return m >= (T)0.1 - (T)0.1 * r * scale; \
    if (exponent == e.digits) return scale * (m + (T)(to_nearest ? 0.5 : 0)) >= 1; \
    return m >= power(10, (T)exponent) * (1 - r * scale); \
  } while (0)
static int is_of_next(long double v, int32_t kind, int32_t exponent, edit e) {
  int to_nearest = is_plain(e.rounding) || e.rounding == F_ROUND_COMPATIBLE;
  int away = e.rounding == F_ROUND_UP ? !is_negative(v) : e.rounding == F_ROUND_DOWN && is_negative(v);
  double part = away ? 1 : to_nearest ? 0.5 : 0;
  v = fabsl(v);
  if (kind == 4) IS_OF_NEXT(float, powf);
  if (kind == 8) IS_OF_NEXT(double, pow);
  IS_OF_NEXT(long double, powl);
}

// The GNU library compares with the double that is nearest to 0.1, and in kind 16 this is more than a tenth.
static int is_below_tenth(long double v, int32_t kind, int32_t exponent, edit e) {
  return kind == 16 && exponent == 0 && v != 0 && !is_of_next(v, kind, -1, e);
}

int32_t edit_g(char *out, long double v, int32_t kind, edit e) {
  if (is_special(v)) return edit_special(out, v, e.width, e.plus);
  char digits[EDIT_SPACE];
  int free_form = e.width == 0 && e.digits == 0;
  if (free_form) e.digits = default_digits(kind);
  int32_t exponent = digits_of(digits, v, kind, e.digits, e.rounding);
  if (v != 0 && exponent >= -1 && exponent <= e.digits && is_of_next(v, kind, exponent, e)) exponent++;
  if (is_below_tenth(v, kind, exponent, e)) exponent = -1;
  int fixed = e.digits > 0 && (v == 0 || (exponent >= 0 && exponent <= e.digits));
  if (!fixed) {
    if (free_form && e.scale > 0) e.digits--;
    return edit_e(out, v, kind, e);
  }
  int32_t pad = e.width == 0 ? 0 : e.exponent > 0 ? e.exponent + 2 : 4;
  edit f = {e.width - pad, v == 0 ? e.digits - 1 : e.digits - exponent, 0, 0, e.plus, e.comma, 'E', e.rounding, 1};
  if (f.digits < 0) f.digits = 0;
  if (f.width <= 0 && e.width > 0) return stars(out, e.width);
  int32_t n = edit_f(out, v, kind, f);
  if (n > 0 && out[0] == '*') return stars(out, e.width);
  memset(out + n, ' ', pad);
  return n + pad;
}

int32_t edit_list_real(char *out, long double v, int32_t kind, int32_t trimmed, edit modes) {
  edit e = {16, 9, 2, 1, modes.plus, modes.comma, 'E', modes.rounding};
  if (kind == 8) e.width = 25, e.digits = 17, e.exponent = 3;
  if (kind == 16) e.width = 45, e.digits = 36, e.exponent = 4;
  // With scale factor 1, the E form has one digit fewer after the point, except in complex numbers, for which
  // modes.digits is 0 or 1.
  if (!is_special(v)) {
    char digits[EDIT_SPACE];
    int32_t exponent = digits_of(digits, v, kind, e.digits, e.rounding);
    if (v != 0 && (exponent < 0 || exponent > e.digits || is_below_tenth(v, kind, exponent, e))) e.digits += modes.digits - 1;
  }
  // There is no room for the longer form in a complex number.
  int32_t n = trimmed && is_special(v) ? edit_special(out, v, 0, modes.plus) : edit_g(out, v, kind, e);
  if (!trimmed) return n;
  int32_t from = 0;
  while (from < n && out[from] == ' ') from++;
  while (n > from && out[n - 1] == ' ') n--;
  memmove(out, out + from, n - from);
  return n - from;
}

whole_result store_whole(void *p, int32_t code, int32_t kind, const char *text, int32_t n) {
  const unsigned __int128 largest = ~(unsigned __int128)0;
  int32_t i = n > 0 && (*text == '+' || *text == '-');
  int negative = i > 0 && *text == '-', overflows = 0;
  if (i > 0 && i == n) return WHOLE_MALFORMED;
  unsigned __int128 v = 0;
  for (; i < n; i++) {
    if (text[i] < '0' || text[i] > '9') return WHOLE_MALFORMED;
    unsigned digit = (unsigned)(text[i] - '0');
    overflows |= v > (largest - digit) / 10;
    v = v * 10 + digit;
  }
  // GNU Fortran accepts negative numbers for unsigned variables, unless -pedantic is given.
  if (code == F_UNSIGNED && negative && f_pedantic) return WHOLE_NEGATIVE;
  unsigned __int128 most = largest >> (128 - kind * 8);
  if (code == F_INTEGER) most = most / 2 + (unsigned)negative;
  if (overflows || v > most) return WHOLE_TOO_LARGE;
  store_integer(p, kind, (__int128)(negative ? -v : v));
  return WHOLE_STORED;
}

// Parses a hexadecimal number in EX form: [sign]0X digits.digits P exponent.
static int parse_hexadecimal(const char *p, int32_t n, int32_t kind, int32_t comma, long double *value) {
  char text[512];
  for (int32_t i = 0; i < n; i++) {
    if (!strchr("+-xXpP0123456789abcdefABCDEF", p[i]) && p[i] != (comma ? ',' : '.')) return 0;
    text[i] = p[i] == ',' ? '.' : p[i];
  }
  text[n] = 0;
  char *end;
  *value = kind == 16 ? strtold(text, &end) : kind == 4 ? strtof(text, &end) : strtod(text, &end);
  return *end == 0;
}

// Accepts hexadecimal numbers only if they have an exponent, as EX always writes one. The GNU library rejects them all.
int is_hexadecimal(const char *p, int32_t n) {
  if (n > 0 && (*p == '+' || *p == '-')) p++, n--;
  return n > 2 && *p == '0' && (p[1] == 'x' || p[1] == 'X') && (memchr(p, 'P', n) || memchr(p, 'p', n));
}

int parse_real(const char *p, int32_t n, int32_t kind, int32_t comma, long double *value) {
  char text[512];
  int32_t k = 0, i = 0, digits = 0, exponent = 0;
  if (n >= 500) return 0;
  if (is_hexadecimal(p, n)) return parse_hexadecimal(p, n, kind, comma, value);
  if (i < n && (p[i] == '+' || p[i] == '-')) text[k++] = p[i++];
  if (i < n && (p[i] == 'i' || p[i] == 'I' || p[i] == 'n' || p[i] == 'N')) {
    int negative = k > 0 && text[0] == '-';
    if (n - i >= 3 && strncasecmp(p + i, "nan", 3) == 0 && (n - i == 3 || (p[i + 3] == '(' && p[n - 1] == ')'))) { *value = NAN; return 1; }
    if ((n - i == 3 && strncasecmp(p + i, "inf", 3) == 0) || (n - i == 8 && strncasecmp(p + i, "infinity", 8) == 0)) {
      *value = negative ? -INFINITY : INFINITY;
      return 1;
    }
    return 0;
  }
  for (; i < n; i++) {
    char c = p[i];
    if (c >= '0' && c <= '9') { text[k++] = c; digits = 1; }
    else if (c == (comma ? ',' : '.') && !exponent) text[k++] = '.';
    else if (strchr("eEdDqQ", c) && c && !exponent) { text[k++] = 'e'; exponent = 1; if (i + 1 < n && (p[i + 1] == '+' || p[i + 1] == '-')) text[k++] = p[++i]; }
    else if ((c == '+' || c == '-') && !exponent) { text[k++] = 'e'; text[k++] = c; exponent = 1; }
    else return 0;
  }
  text[k] = 0;
  if (!digits) return 0;
  char *end;
  *value = kind == 16 ? strtold(text, &end) : kind == 4 ? strtof(text, &end) : strtod(text, &end);
  return *end == 0;
}
