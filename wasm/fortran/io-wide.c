// Characters of kind 4 in formatted records: UTF-8 where the unit has ENCODING='UTF-8', else a byte for each, or a question
// mark where a character has none. Characters of kind 1 that are read from UTF-8 go the same way.
#include "io.h"

int is_utf8(const transfer *t) { return t->u && t->u->utf8; }

char *text_of_wide(const transfer *t, const char *p, int32_t n, int32_t *bytes) {
  char *text = f_new(n / 4 * 6);
  *bytes = 0;
  for (int32_t i = 0; i + 4 <= n; i += 4) {
    uint32_t c = f_wide(p + i);
    if (is_utf8(t)) *bytes += f_utf8_of(c, text + *bytes);
    else text[(*bytes)++] = (char)(c > 0xff ? '?' : c);
  }
  return text;
}

char *wide_of_text(const transfer *t, const char *p, int32_t n, int32_t *bytes) {
  char *wide = f_new(n * 4);
  *bytes = 0;
  for (int32_t i = 0, length = 1; i < n; i += length) {
    uint32_t c = is_utf8(t) ? f_utf8_at(p + i, n - i, &length) : (unsigned char)p[i];
    memcpy(wide + *bytes, &c, 4);
    *bytes += 4;
  }
  return wide;
}

void store_wide(int32_t kind, char *to, int32_t room, const char *wide, int32_t n) {
  if (kind == 4) {
    f_assign4(to, room, wide, n);
    return;
  }
  for (int32_t i = 0; i < room; i++) {
    uint32_t c = i < n / 4 ? f_wide(wide + (ptrdiff_t)i * 4) : ' ';
    to[i] = (char)(c > 0xff ? '?' : c);
  }
}
