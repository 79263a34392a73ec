// A printf conversion, split into flags, width, precision, modifier, letter, and our P, which requests only the
// particle. Accepts the library's conversions as well as %b; a P may appear anywhere between % and the letter.
#include <limits.h>
#include <string.h>

#include "ux-stdio.h"

typedef struct {
  const void *format;
  int wide;
  size_t at;
  int particle_only;
} ux_cursor;

static unsigned __ux_here(ux_cursor *c) {
  unsigned unit = __ux_unit(c->format, c->wide, c->at);
  while (unit == 'P') {
    c->particle_only = 1;
    unit = __ux_unit(c->format, c->wide, ++c->at);
  }
  return unit;
}

static int __ux_is_digit(unsigned unit) { return unit - '0' < 10; }

// Parses "n$" with a single digit, as the library does: returns n, or 0 if there is none.
static int __ux_parse_position(ux_cursor *c) {
  unsigned digit = __ux_here(c);
  if (digit - '1' >= 9 || __ux_unit(c->format, c->wide, c->at + 1) != '$') return 0;
  c->at += 2;
  return (int)(digit - '0');
}

static int __ux_parse_number(ux_cursor *c, int *number) {
  long long n = 0;
  for (; __ux_is_digit(__ux_here(c)); c->at++) {
    n = 10 * n + (int)(__ux_here(c) - '0');
    if (n > INT_MAX) return 0;
  }
  *number = (int)n;
  return 1;
}

static int __ux_parse_count(ux_cursor *c, ux_count *count) {
  if (__ux_here(c) != '*') {
    count->source = UX_COUNT_LITERAL;
    return __ux_parse_number(c, &count->number);
  }
  c->at++;
  count->number = __ux_parse_position(c);
  count->source = count->number ? UX_COUNT_NUMBERED : UX_COUNT_NEXT;
  return 1;
}

static void __ux_parse_flags(ux_cursor *c, char flags[7]) {
  size_t count = 0;
  for (unsigned unit; (unit = __ux_here(c)) && unit < 128 && strchr("#0- +'", (int)unit); c->at++) {
    if (!memchr(flags, (int)unit, count)) flags[count++] = (char)unit;
  }
  flags[count] = 0;
}

static void __ux_parse_modifier(ux_cursor *c, char modifier[3]) {
  memset(modifier, 0, 3);
  unsigned unit = __ux_here(c);
  if (!unit || unit >= 128 || !strchr("hlLjzt", (int)unit)) return;
  modifier[0] = (char)unit;
  c->at++;
  if ((unit == 'h' || unit == 'l') && __ux_here(c) == unit) {
    modifier[1] = (char)unit;
    c->at++;
  }
}

// The type of a conversion's argument, or -1 for an unknown conversion.
static int __ux_argument_type(const char *modifier, char letter) {
  char m = modifier[0] == 'l' && modifier[1] ? 'q' : modifier[0];  // q stands for ll
  if (strchr("aAeEfFgG", letter)) {
    return m == 0 || m == 'l' ? UX_ARGUMENT_DOUBLE : m == 'L' ? UX_ARGUMENT_LONG_DOUBLE : -1;
  }
  if (strchr("diouxXbB", letter)) {
    return m == 'L' ? -1 : m == 'q' || m == 'j' ? UX_ARGUMENT_LONG_LONG : UX_ARGUMENT_WORD;
  }
  if (letter == 'n') return UX_ARGUMENT_WORD;
  if (letter == 'c' || letter == 's') return m == 0 || m == 'l' ? UX_ARGUMENT_WORD : -1;
  if (letter == 'C' || letter == 'S' || letter == 'p') return m == 0 ? UX_ARGUMENT_WORD : -1;
  return letter == 'm' && m == 0 ? UX_ARGUMENT_NONE : -1;
}

int __ux_parse_conversion(const void *format, int wide, size_t at, ux_conversion *conversion) {
  ux_cursor c = {format, wide, at + 1, 0};
  memset(conversion, 0, sizeof *conversion);
  conversion->argument = __ux_parse_position(&c);
  __ux_parse_flags(&c, conversion->flags);
  unsigned unit = __ux_here(&c);
  if ((unit == '*' || __ux_is_digit(unit)) && !__ux_parse_count(&c, &conversion->width)) return 0;
  if (__ux_here(&c) == '.') {
    c.at++;
    if (!__ux_parse_count(&c, &conversion->precision)) return 0;
  }
  __ux_parse_modifier(&c, conversion->modifier);
  unit = __ux_here(&c);
  if (!unit || unit >= 128) return 0;
  int type = __ux_argument_type(conversion->modifier, (char)unit);
  if (type < 0 || (type == UX_ARGUMENT_NONE && conversion->argument)) return 0;
  conversion->letter = (char)unit;
  conversion->type = (unsigned char)type;
  conversion->particle_only = (unsigned char)c.particle_only;
  conversion->length = c.at + 1 - at;
  return !c.particle_only || __ux_is_floating(conversion);
}
