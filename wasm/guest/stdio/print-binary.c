// A single %b or %B in printf (C23 7.23.6.1). The library does not support it and would print nothing at all for the
// call.
#include <string.h>

#include "print-call.h"

static unsigned long long __ux_binary_value(const ux_conversion *c, const ux_argument *value) {
  if (c->type == UX_ARGUMENT_LONG_LONG) return (unsigned long long)value->long_long;
  if (c->modifier[0] != 'h') return (unsigned)value->word;
  return c->modifier[1] ? (unsigned char)value->word : (unsigned short)value->word;
}

static size_t __ux_most(size_t a, size_t b) { return a > b ? a : b; }

void __ux_put_binary(ux_rebuilt *r, const ux_conversion *c, int width, int precision, const ux_argument *value) {
  unsigned long long bits = __ux_binary_value(c, value);
  size_t digits = bits ? 64 - (size_t)__builtin_clzll(bits) : 0;
  size_t prefix = bits && strchr(c->flags, '#') ? 2 : 0;
  int is_left = width < 0 || strchr(c->flags, '-');
  size_t room = (size_t)(width < 0 ? -(long long)width : width);
  size_t shown = __ux_most(digits, precision < 0 ? 1 : (size_t)precision);
  if (precision < 0 && !is_left && strchr(c->flags, '0') && room > prefix) shown = __ux_most(shown, room - prefix);
  size_t size = __ux_most(room, prefix + shown);
  char *text = __ux_long_text_room(r, size + 1);
  if (!text) return;
  memset(text, ' ', size);
  text[size] = 0;
  char *at = text + (is_left ? 0 : size - prefix - shown);
  if (prefix) at[0] = '0', at[1] = c->letter;
  for (size_t i = 0; i < shown; i++) {
    size_t weight = shown - 1 - i;
    at[prefix + i] = weight < 64 && bits >> weight & 1 ? '1' : '0';
  }
  __ux_put_text(r, text);
}
