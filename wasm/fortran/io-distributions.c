// Texts of distributions in records that are read by columns: they are taken out of the record, so that programs find
// their numbers in the columns that they wrote them to, and kept beside it for the fields that they belong to.
#include "io.h"

typedef struct { int64_t column, offset, length; } span;

static int is_hex(char c) { return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'F') || (c >= 'a' && c <= 'f'); }

// The next text may be followed by a digit at once, so its own count of positions says where it ends: 44 characters, and
// 32 for each of them. 0 when there is no such text here.
int64_t ux_length(const char *text, int64_t room) {
  int64_t n = 2;
  if (room < 44 || text[0] != 'U' || text[1] != 'x') return 0;
  while (n < room && is_hex(text[n])) n++;
  if (n < 44) return 0;
  char count[9] = {0};
  memcpy(count, text + 36, 8);
  int64_t whole = 44 + 32 * (int64_t)strtoul(count, 0, 16);
  return whole <= n ? whole : 0;
}

void take_ux_out(unit *u) {
  bytes *r = &u->record;
  u->ux_spans.size = u->ux_texts.size = 0;
  int64_t to = 0;
  for (int64_t from = 0; from < r->size;) {
    int64_t n = from > 0 && r->p[from] == 'U' ? ux_length(r->p + from, r->size - from) : 0;
    if (n == 0) {
      r->p[to++] = r->p[from++];
      continue;
    }
    span s = {to, u->ux_texts.size, n};
    bytes_append(&u->ux_spans, (const char *)&s, sizeof s);
    bytes_append(&u->ux_texts, r->p + from, n);
    from += n;
  }
  r->size = to;
}

static int32_t span_count(const unit *u) { return u ? (int32_t)(u->ux_spans.size / (int64_t)sizeof(span)) : 0; }

// The text that stood in the columns from `first` (exclusive) to `last` (inclusive); none: 0.
const char *ux_of_field(const transfer *t, int64_t first, int64_t last, int32_t *length) {
  const span *s = t->u ? (const span *)t->u->ux_spans.p : 0;
  for (int32_t i = 0; i < span_count(t->u); i++) {
    if (s[i].column <= first || s[i].column > last) continue;
    *length = (int32_t)s[i].length;
    return t->u->ux_texts.p + s[i].offset;
  }
  return 0;
}

// The rest of the record with its texts in place, when there are any and they fit: its length, or 0.
int32_t rest_with_ux(const transfer *t, char *p, int32_t room) {
  const span *s = t->u ? (const span *)t->u->ux_spans.p : 0;
  int32_t count = span_count(t->u), n = 0, any = 0;
  int64_t at = t->column;
  for (int32_t i = 0; i <= count; i++) {
    if (i < count && s[i].column < t->column) continue;
    int64_t plain = (i < count ? s[i].column : t->record->size) - at, more = i < count ? s[i].length : 0;
    if (plain < 0 || n + plain + more > room) return 0;
    memcpy(p + n, t->record->p + at, (size_t)plain);
    if (more > 0) memcpy(p + n + plain, t->u->ux_texts.p + s[i].offset, (size_t)more);
    n += (int32_t)(plain + more);
    at += plain;
    any |= more > 0;
  }
  return any ? n : 0;
}
