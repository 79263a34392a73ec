// Characters of kind 4 in formatted records: UTF-8 if the unit has ENCODING='UTF-8'; otherwise one byte each, with a
// question mark for any character that does not fit in a byte. Characters of kind 1 that are read from UTF-8 are
// converted as well. During a statement, the records of kind-4 internal units are in UTF-8.
#include "io.h"

int is_utf8(const transfer *t) { return t->u ? t->u->utf8 : t->wide; }

// Called after f_internal or f_internal_array, both of which count bytes.
void f_internal_wide(fio *io) {
  io->wide = 1;
  io->record_length /= 4;
}

// Characters of kind 1, converted to kind 4.
char *widened(const char *p, int32_t n) {
  char *wide = f_new(f_times(n, 4));
  for (int32_t i = 0; i < n; i++) {
    uint32_t c = (unsigned char)p[i];
    memcpy(wide + (ptrdiff_t)i * 4, &c, 4);
  }
  return wide;
}

// Number of characters in part of a record; UTF-8 continuation bytes are not counted.
int64_t characters_of(const transfer *t, const char *p, int64_t n) {
  int64_t count = n;
  for (int64_t i = 0; is_utf8(t) && i < n; i++) count -= (p[i] & 0xc0) == 0x80;
  return count;
}

void store_internal_record(const fio *io, const bytes *record, char *target) {
  if (!io->wide) {
    f_assign(target, io->record_length, record->p, (int32_t)record->size);
    return;
  }
  int32_t at = 0, length = 1;
  for (int32_t i = 0; i < io->record_length; i++, at += length) {
    int32_t left = (int32_t)record->size - at;
    uint32_t c = left > 0 ? f_utf8_at(record->p + at, left, &length) : ' ';
    memcpy(target + (ptrdiff_t)i * 4, &c, 4);
  }
}

void load_internal_record(const fio *io, bytes *record, const char *source) {
  if (!io->wide) {
    bytes_append(record, source, io->record_length);
    return;
  }
  char text[6];
  for (int32_t i = 0; i < io->record_length; i++)
    bytes_append(record, text, f_utf8_of(f_wide(source + (ptrdiff_t)i * 4), text));
}

char *text_of_wide(const transfer *t, const char *p, int32_t n, int32_t *bytes) {
  char *text = f_new(f_times(n / 4, 6));
  *bytes = 0;
  for (int32_t i = 0; i + 4 <= n; i += 4) {
    uint32_t c = f_wide(p + i);
    if (is_utf8(t)) *bytes += f_utf8_of(c, text + *bytes);
    else text[(*bytes)++] = (char)(c > 0xff ? '?' : c);
  }
  return text;
}

char *wide_of_text(const transfer *t, const char *p, int32_t n, int32_t *bytes) {
  char *wide = f_new(f_times(n, 4));
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
