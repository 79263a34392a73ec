// Distribution strings in records that are read by column. They are removed from the record, so that programs find
// their numbers in the original columns, and are stored separately for the fields to which they belong. In records of
// internal units and direct-access files, they are inserted when the record is complete, provided that all of them fit.
#include "io.h"

void __ux_watch_digits(void);  // wasm/guest/stdio/print-memory.c

typedef struct { int64_t column, offset, length; } span;

static int is_hex(char c) { return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'F') || (c >= 'a' && c <= 'f'); }

// A digit may directly follow the string, so the length is determined from the string's own number of positions: 44
// characters, plus 32 for each position. Returns 0 if there is no such string here.
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

// Removes the names that a Reference core prints after numbers, because they have no meaning in input.
void take_names_out(unit *u) {
  bytes *r = &u->record;
  if (!memchr(r->p, '<', (size_t)r->size)) return;
  int64_t to = 0;
  for (int64_t from = 0; from < r->size;) {
    int64_t n = fortran_name_length(r->p + from, r->size - from);
    from += n;
    if (n == 0) r->p[to++] = r->p[from++];
  }
  r->size = to;
}

static int32_t span_count(const unit *u) { return u ? (int32_t)(u->ux_spans.size / (int64_t)sizeof(span)) : 0; }

// The distribution string in the columns from `first` (exclusive) to `last` (inclusive), or null if there is none.
const char *ux_of_field(const transfer *t, int64_t first, int64_t last, int32_t *length) {
  const span *s = t->u ? (const span *)t->u->ux_spans.p : 0;
  for (int32_t i = 0; i < span_count(t->u); i++) {
    if (s[i].column <= first || s[i].column > last) continue;
    *length = (int32_t)s[i].length;
    return t->u->ux_texts.p + s[i].offset;
  }
  return 0;
}

// Copies the rest of the record, including its distribution strings. Returns the length, or 0 if there are no strings
// or they do not fit.
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

// ---- records of internal units ------------------------------------------------------------------------------------
// The position of a number's digits in a record, and the length of its distribution string. In memory, this structure
// is followed by the digits and the string.
typedef struct { int64_t first, end, length; } held_text;

void hold_ux(transfer *t, double value, int64_t first, int64_t end) {
  char small[256];
  int32_t length = fortran_ux_memory_text(value, small, sizeof small);
  if (length <= 0) return;
  held_text h = {first, end, length};
  bytes_append(&t->held, (const char *)&h, sizeof h);
  bytes_append(&t->held, t->record->p + first, end - first);
  if (length <= (int32_t)sizeof small) {
    bytes_append(&t->held, small, length);
    return;
  }
  bytes_reserve(&t->held, t->held.size + length);
  fortran_ux_memory_text(value, t->held.p + t->held.size, length);
  t->held.size += length;
}

// Tests whether a number is still in the record, because an overwritten number no longer has a distribution string.
static int is_there(const transfer *t, const held_text *h, const char *digits) {
  return h->end <= t->record->size && memcmp(t->record->p + h->first, digits, (size_t)(h->end - h->first)) == 0;
}

// Inserts a distribution string after the digits that were just written; later characters move to the right.
void insert_ux(transfer *t, written_text place, const char *text) {
  bytes *r = t->record;
  bytes_reserve(r, r->size + place.length);
  memmove(r->p + place.end + place.length, r->p + place.end, (size_t)(r->size - place.end));
  memcpy(r->p + place.end, text, (size_t)place.length);
  r->size += place.length;
  t->column += place.length;
  bytes_append(&t->ux, (const char *)&place, sizeof place);
  written_text *ux = (written_text *)t->ux.p;
  int64_t i = t->ux.size / (int64_t)sizeof *ux - 1;
  for (; i > 0 && ux[i - 1].end > place.end; i--)
    ux[i] = (written_text){ux[i - 1].first + place.length, ux[i - 1].end + place.length, ux[i - 1].length};
  ux[i] = place;
}

// Removes the distribution strings of numbers in a file's record if the next `n` characters will overwrite the digits
// of these numbers.
void drop_written_over(transfer *t, int64_t n) {
  written_text *ux = (written_text *)t->ux.p;
  int64_t count = t->ux.size / (int64_t)sizeof *ux, kept = 0, gone = 0;
  bytes *r = t->record;
  for (int64_t i = 0; i < count; i++) {
    written_text w = {ux[i].first - gone, ux[i].end - gone, ux[i].length};
    if (w.first >= t->column + n || w.end <= t->column) {
      ux[kept++] = w;
      continue;
    }
    memmove(r->p + w.end, r->p + w.end + w.length, (size_t)(r->size - w.end - w.length));
    r->size -= w.length;
    gone += w.length;
  }
  t->ux.size = kept * (int64_t)sizeof *ux;
}

static void tell_left_out(const fio *io, const transfer *t, int64_t needed, int64_t room) {
  static int32_t told[16], count;
  __ux_watch_digits();
  for (int32_t i = 0; i < count; i++) if (told[i] == io->line) return;
  if (count == 16) return;
  told[count++] = io->line;
  fprintf(stderr, "haze: line %d of %s: the texts of distributions do not fit in %s of %lld characters (%lld are needed): "
          "the numbers were written without them. Give it more room, or write the particles alone.\n",
          (int)io->line, io->file ? io->file : "the program", t->u ? "a record" : "an internal unit", (long long)room, (long long)needed);
}

static int64_t used_length(const bytes *record) {
  int64_t n = record->size;
  while (n > 0 && record->p[n - 1] == ' ') n--;
  return n;
}

// Numbers may have been written in any order, so the strings are inserted from right to left.
static void insert_texts(transfer *t) {
  for (int64_t limit = INT64_MAX;;) {
    held_text last = {0}, h;
    const char *text = 0;
    for (int64_t at = 0; at < t->held.size; at += (int64_t)sizeof h + h.end - h.first + h.length) {
      memcpy(&h, t->held.p + at, sizeof h);
      const char *digits = t->held.p + at + sizeof h;
      if (h.end >= limit || h.end <= last.end || !is_there(t, &h, digits)) continue;
      last = h;
      text = digits + (h.end - h.first);
    }
    if (!text) return;
    bytes *r = t->record;
    bytes_reserve(r, r->size + last.length);
    memmove(r->p + last.end + last.length, r->p + last.end, (size_t)(r->size - last.end));
    memcpy(r->p + last.end, text, (size_t)last.length);
    r->size += last.length;
    limit = last.end;
  }
}

void insert_held_ux(const fio *io, transfer *t, int64_t room) {
  int64_t needed = used_length(t->record);
  for (int64_t at = 0; at < t->held.size;) {
    held_text h;
    memcpy(&h, t->held.p + at, sizeof h);
    if (is_there(t, &h, t->held.p + at + sizeof h)) needed += h.length;
    at += (int64_t)sizeof h + h.end - h.first + h.length;
  }
  if (t->held.size > 0 && needed > room) tell_left_out(io, t, needed, room);
  else if (t->held.size > 0) insert_texts(t);
  t->held.size = 0;
}
