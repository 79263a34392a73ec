// Input fields for the edit descriptors F, E, D and G. A number is split into digits, point and exponent, because an
// implied point and the scale factor change the exponent.
#include "io.h"

/**
 * Larger exponents make the number invalid rather than infinite, because trailing blanks that become zeros under BZ are
 * easily overlooked.
 */
#define MAX_EXPONENT 9999

typedef struct {
  char text[520];  // the number in the form that strtod accepts, without its exponent
  int32_t size, digits, point, has_exponent, exponent;
} parts;

static int is_letter_of_exponent(char c) { return c && strchr("eEdDqQ", c) != 0; }
static int is_sign(char c) { return c == '+' || c == '-'; }

static int32_t without_blanks_at_end(const char *field, int32_t n) {
  while (n > 0 && field[n - 1] == ' ') n--;
  return n;
}

// Tests for infinity or NaN and ignores embedded spaces.
static int is_special_field(const char *field, int32_t n) {
  int32_t i = is_sign(*field);
  return i < n && strchr("iInN", field[i]) && field[i];
}

// Removes spaces. Under BZ, they become zeros instead, except directly after the exponent letter.
static int32_t settle_blanks(char *field, int32_t n, int zeros) {
  int32_t k = 0;
  for (int32_t i = 0; i < n; i++) {
    int blank = field[i] == ' ' || field[i] == '\t';
    if (!blank) field[k++] = field[i];
    else if (zeros && !is_letter_of_exponent(field[k - 1])) field[k++] = '0';
  }
  return k;
}

static int take_exponent(const char *field, int32_t i, int32_t n, parts *p) {
  p->has_exponent = 1;
  if (is_letter_of_exponent(field[i])) i++;
  int negative = i < n && field[i] == '-';
  if (i < n && is_sign(field[i])) i++;
  if (i >= n) return 0;
  for (; i < n; i++) {
    if (field[i] < '0' || field[i] > '9') return 0;
    if (p->exponent <= MAX_EXPONENT) p->exponent = p->exponent * 10 + field[i] - '0';
  }
  if (negative) p->exponent = -p->exponent;
  return 1;
}

static int take_apart(const char *field, int32_t n, char point, parts *p) {
  int32_t i = 0;
  if (i < n && is_sign(field[i])) p->text[p->size++] = field[i++];
  for (; i < n; i++) {
    char c = field[i];
    if (is_letter_of_exponent(c) || is_sign(c)) return take_exponent(field, i, n, p);
    if (c == point && !p->point) p->text[p->size++] = '.', p->point = 1;
    else if (c >= '0' && c <= '9') p->text[p->size++] = c, p->digits++;
    else return 0;
  }
  return 1;
}

int read_real_field(char *field, int32_t n, real_field how, long double *value) {
  while (n > 0 && *field == ' ') field++, n--;
  if (n > 0 && (is_special_field(field, n) || is_hexadecimal(field, n)))
    return parse_real(field, without_blanks_at_end(field, n), how.kind, how.comma, value);
  *value = 0;
  // A lone sign is zero, like a blank field.
  int32_t length = without_blanks_at_end(field, n);
  if (length == 0 || (length == 1 && is_sign(*field))) return 1;
  n = settle_blanks(field, n, how.blank_zero);
  parts p = {{0}};
  if (!take_apart(field, n, how.comma ? ',' : '.', &p)) return 0;
  if (!p.point) p.exponent -= how.digits;
  if (!p.has_exponent) p.exponent -= how.scale;
  if (p.exponent > MAX_EXPONENT || p.exponent < -MAX_EXPONENT) return 0;
  // A point or an exponent without any digits is zero.
  if (p.digits == 0) p.text[p.size++] = '0';
  p.size += snprintf(p.text + p.size, 16, "e%d", (int)p.exponent);
  return parse_real(p.text, p.size, how.kind, 0, value);
}
