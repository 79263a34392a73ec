// List-directed input and output, and NAMELIST. The columns of the output are gfortran's.
#include <strings.h>

#include "io.h"

// ---- output -----------------------------------------------------------------------------------------------------------
static void make_room(fio *io, transfer *t, int32_t n) {
  // An internal unit's record has an end: what does not fit goes to the next record.
  if (!t->u && t->column > 0 && t->column + n > io->record_length && t->internal_index + 1 < io->record_count) {
    record_end_write(io, t);
    record_put(io, t, " ", 1);
  }
}

static void put_text(fio *io, transfer *t, const char *p, int32_t n) {
  make_room(io, t, n);
  record_put(io, t, p, n);
}

static void put_real(fio *io, transfer *t, const char *text, int32_t n, int32_t kind, const void *p) {
  make_room(io, t, n);
  record_put_real(io, t, text, n, kind, p);
}

static void put_characters(fio *io, transfer *t, const char *p, int32_t n) {
  if (t->delimiter == 0) {
    put_text(io, t, p, n);
    return;
  }
  char quote = t->delimiter == 1 ? '\'' : '"';
  record_put(io, t, &quote, 1);
  for (int32_t i = 0; i < n; i++) {
    if (p[i] == quote) record_put(io, t, &quote, 1);
    record_put(io, t, p + i, 1);
  }
  record_put(io, t, &quote, 1);
}

static void put_complex(fio *io, transfer *t, int32_t kind, const char *p, int padded) {
  char re[EDIT_SPACE], im[EDIT_SPACE], blanks[128];
  int32_t a = edit_list_real(re, load_real(p, kind), kind, 1, t->sign_plus, t->decimal_comma);
  int32_t b = edit_list_real(im, load_real(p + kind, kind), kind, 1, t->sign_plus, t->decimal_comma);
  int32_t width = kind == 4 ? 35 : kind == 8 ? 53 : 93;
  int32_t pad = width - (a + b + 3);
  if (pad > 0 && padded) {
    memset(blanks, ' ', sizeof blanks);
    record_put(io, t, blanks, pad);
  }
  record_put(io, t, "(", 1);
  record_put_real(io, t, re, a, kind, p);
  record_put(io, t, t->decimal_comma ? ";" : ",", 1);
  record_put_real(io, t, im, b, kind, p + kind);
  record_put(io, t, ")", 1);
}

void list_write(fio *io, transfer *t, int32_t code, int32_t kind, const void *p, int32_t length) {
  // Characters follow each other without a blank between; everything else is set off by one.
  int separate = !t->started || !(code == F_CHARACTER && t->last_character && t->delimiter == 0);
  if (separate && !(t->started == 0 && t->column > 0)) record_put(io, t, " ", 1);
  else if (separate && t->column > 0 && !t->started) record_put(io, t, " ", 1);
  t->started = 1;
  t->last_character = code == F_CHARACTER;
  char text[EDIT_SPACE];
  switch (code) {
    case F_INTEGER: {
      int32_t width = kind == 1 ? 4 : kind == 2 ? 6 : kind == 4 ? 11 : kind == 8 ? 20 : 40;
      put_text(io, t, text, edit_integer(text, load_integer(p, kind), width, -1, t->sign_plus));
      break;
    }
    case F_LOGICAL:
      put_text(io, t, load_integer(p, kind) ? "T" : "F", 1);
      break;
    case F_REAL:
      put_real(io, t, text, edit_list_real(text, load_real(p, kind), kind, 0, t->sign_plus, t->decimal_comma), kind, p);
      break;
    case F_COMPLEX:
      put_complex(io, t, kind, p, 1);
      break;
    default:
      put_characters(io, t, p, length);
  }
}

// ---- input ------------------------------------------------------------------------------------------------------------
// The next character; a new record counts as a blank. -1 at the end of the file.
static int peek(fio *io, transfer *t) {
  if (t->column < t->record->size) return (unsigned char)t->record->p[t->column];
  (void)io;
  return '\n';
}

static int next_record(fio *io, transfer *t) {
  if (record_next_read(io, t)) return 1;
  io_error(io, -1, "End of file");
  return 0;
}

static int is_separator(transfer *t, int c) {
  return c == (t->decimal_comma ? ';' : ',') || c == '/' || c == ' ' || c == '\t' || c == '\n' || c == '\r' || (c == ';' && t->decimal_comma);
}

static void add_value(transfer *t, char c) {
  if (t->value_length + 1 >= t->value_capacity) {
    t->value_capacity = t->value_capacity * 2 + 64;
    t->value = realloc(t->value, t->value_capacity);
  }
  t->value[t->value_length++] = c;
}

static int skip_blanks(fio *io, transfer *t, int across) {
  for (;;) {
    int c = peek(io, t);
    if (c == ' ' || c == '\t' || c == '\r') t->column++;
    else if (c == '\n' && across) {
      if (!next_record(io, t)) return 0;
    } else return 1;
  }
}

static void read_quoted(fio *io, transfer *t, int quote) {
  t->column++;
  t->value_quoted = 1;
  for (;;) {
    int c = peek(io, t);
    if (t->column >= t->record->size) {
      if (!next_record(io, t)) return;
      continue;
    }
    t->column++;
    if (c == quote) {
      if (t->column < t->record->size && peek(io, t) == quote) t->column++;
      else return;
    }
    add_value(t, (char)c);
  }
}

static void after_value(fio *io, transfer *t) {
  skip_blanks(io, t, 0);
  int c = peek(io, t);
  if (c == (t->decimal_comma ? ';' : ',')) t->column++;
}

// Reads one value (or null value) with its repeat count.
static void fetch_value(fio *io, transfer *t, int32_t code) {
  t->value_length = 0;
  t->value_quoted = 0;
  t->null_value = 0;
  t->repeat = 1;
  if (!skip_blanks(io, t, 1)) return;
  int c = peek(io, t);
  if (c == '/') {
    t->finished = 1;
    return;
  }
  if (c == (t->decimal_comma ? ';' : ',')) {
    t->column++;
    t->null_value = 1;
    return;
  }
  // r*value
  int64_t at = t->column;
  int32_t count = 0, digits = 0;
  while (at < t->record->size && t->record->p[at] >= '0' && t->record->p[at] <= '9' && digits < 9) count = count * 10 + (t->record->p[at++] - '0'), digits++;
  if (digits > 0 && at < t->record->size && t->record->p[at] == '*') {
    t->repeat = count;
    t->column = at + 1;
    c = peek(io, t);
    if (is_separator(t, c)) {
      t->null_value = 1;
      after_value(io, t);
      return;
    }
  }
  c = peek(io, t);
  if ((c == '\'' || c == '"') && code == F_CHARACTER) read_quoted(io, t, c);
  else if (c == '(' && code == F_COMPLEX) {
    for (;;) {
      c = peek(io, t);
      if (t->column >= t->record->size) {
        if (!next_record(io, t)) return;
        continue;
      }
      t->column++;
      if (c != ' ') add_value(t, (char)c);
      if (c == ')') break;
    }
  } else {
    while (t->column < t->record->size && !is_separator(t, peek(io, t))) {
      add_value(t, t->record->p[t->column++]);
    }
  }
  after_value(io, t);
}

int parse_logical(const char *p, int32_t n, int *value) {
  if (n > 0 && *p == '.') p++, n--;
  if (n <= 0) return 0;
  if (*p == 't' || *p == 'T') *value = 1;
  else if (*p == 'f' || *p == 'F') *value = 0;
  else return 0;
  return 1;
}

static int store_complex(transfer *t, int32_t kind, char *p) {
  int32_t n = t->value_length;
  if (n < 3 || t->value[0] != '(' || t->value[n - 1] != ')') return 0;
  char *comma = memchr(t->value, t->decimal_comma ? ';' : ',', n);
  if (!comma) return 0;
  long double re, im;
  if (!parse_real(t->value + 1, (int32_t)(comma - t->value) - 1, kind, t->decimal_comma, &re)) return 0;
  if (!parse_real(comma + 1, n - (int32_t)(comma - t->value) - 2, kind, t->decimal_comma, &im)) return 0;
  store_real(p, kind, re);
  store_real(p + kind, kind, im);
  return 1;
}

static int store_list_real(transfer *t, int32_t kind, void *p) {
  long double r;
  int32_t n = t->value_length;
  // A number may carry the text of its distribution.
  for (int32_t i = 1; i + 1 < n; i++) {
    if (t->value[i] != 'U' || t->value[i + 1] != 'x') continue;
    double u;
    if (!parse_real(t->value, i, kind, t->decimal_comma, &r) || !fortran_ux_read(t->value + i, n - i, (double)r, &u)) return 0;
    if (kind == 4) *(float *)p = (float)u;
    else *(double *)p = u;
    return 1;
  }
  if (!parse_real(t->value, n, kind, t->decimal_comma, &r)) return 0;
  store_real(p, kind, r);
  return 1;
}

static int store_value(transfer *t, int32_t code, int32_t kind, void *p, int32_t length) {
  int ok = 1;
  switch (code) {
    case F_INTEGER: {
      __int128 v;
      ok = parse_integer(t->value, t->value_length, &v);
      if (ok) store_integer(p, kind, v);
      return ok;
    }
    case F_REAL:
      return store_list_real(t, kind, p);
    case F_COMPLEX:
      return store_complex(t, kind, p);
    case F_LOGICAL: {
      int v;
      ok = parse_logical(t->value, t->value_length, &v);
      if (ok) store_integer(p, kind, v);
      return ok;
    }
    default:
      f_assign(p, length, t->value, t->value_length);
      return 1;
  }
}

static const char *type_name(int32_t code) {
  return code == F_INTEGER ? "integer" : code == F_REAL ? "real number" : code == F_COMPLEX ? "complex number" : "logical value";
}

void list_read(fio *io, transfer *t, int32_t code, int32_t kind, void *p, int32_t length) {
  if (t->finished) return;
  t->items++;
  if (t->repeat <= 0) fetch_value(io, t, code);
  if (io_failed(io) || t->finished) return;
  t->repeat--;
  if (t->null_value) return;
  if (!store_value(t, code, kind, p, length)) io_error(io, 5010, "Bad %s for item %d in list input", type_name(code), (int)t->items);
}

// ---- NAMELIST ---------------------------------------------------------------------------------------------------------
static int32_t count_of(const fdesc *d) {
  int32_t n = 1;
  for (int32_t i = 0; i < d->rank; i++) n *= d->dim[i].ext;
  return n;
}

static char *element(const fdesc *d, int32_t k) {
  char *p = d->base;
  for (int32_t i = 0; i < d->rank; i++) {
    p += (ptrdiff_t)(k % d->dim[i].ext) * d->dim[i].stride;
    k /= d->dim[i].ext;
  }
  return p;
}

static int same_value(const fnamelist *item, const char *a, const char *b) {
  int32_t size = item->code == F_CHARACTER ? item->place.elem : item->code == F_COMPLEX ? 2 * item->kind : item->kind;
  return memcmp(a, b, size) == 0;
}

static void write_namelist_value(fio *io, transfer *t, const fnamelist *item, const char *p, int repeated) {
  char text[EDIT_SPACE];
  switch (item->code) {
    case F_INTEGER: {
      int32_t width = item->kind == 1 ? 4 : item->kind == 2 ? 6 : item->kind == 4 ? 11 : 20;
      // Integers stand at the left of their width here.
      int32_t n = edit_integer(text, load_integer(p, item->kind), 0, -1, 0);
      while (n < width) text[n++] = ' ';
      record_put(io, t, text, n);
      break;
    }
    case F_REAL: {
      int32_t n = edit_list_real(text, load_real(p, item->kind), item->kind, 0, 0, t->decimal_comma);
      // Behind a repeat count the blanks go to the other side.
      int32_t from = 0;
      if (repeated) while (from < n && text[from] == ' ') from++;
      memmove(text, text + from, n - from);
      memset(text + n - from, ' ', from);
      record_put_real(io, t, text, n, item->kind, p);
      break;
    }
    case F_COMPLEX:
      put_complex(io, t, item->kind, p, 0);
      break;
    case F_LOGICAL:
      record_put(io, t, load_integer(p, item->kind) ? "T" : "F", 1);
      break;
    default:
      if (t->delimiter == 0) t->delimiter = 2;
      put_characters(io, t, p, item->place.elem);
  }
}

static void put_upper(fio *io, transfer *t, const char *name) {
  for (; *name; name++) {
    char c = *name >= 'a' && *name <= 'z' ? (char)(*name - 32) : *name;
    record_put(io, t, &c, 1);
  }
}

static void write_namelist(fio *io, transfer *t, const char *group, fnamelist *items, int32_t count) {
  record_put(io, t, "&", 1);
  put_upper(io, t, group);
  record_end_write(io, t);
  for (int32_t i = 0; i < count; i++) {
    const fnamelist *item = &items[i];
    record_put(io, t, " ", 1);
    put_upper(io, t, item->name);
    record_put(io, t, "=", 1);
    int32_t n = count_of(&item->place);
    int32_t in_line = 0;
    for (int32_t k = 0; k < n;) {
      char *p = element(&item->place, k);
      int32_t run = 1;
      while (k + run < n && same_value(item, p, element(&item->place, k + run))) run++;
      if (run > 1) {
        char text[32];
        record_put(io, t, text, snprintf(text, sizeof text, " %d*", (int)run));
      }
      write_namelist_value(io, t, item, p, run > 1);
      k += run;
      record_put(io, t, ",", 1);
      if (++in_line >= 6 && k < n) {
        record_end_write(io, t);
        record_put(io, t, " ", 1);
        in_line = 0;
      }
    }
    record_end_write(io, t);
  }
  record_put(io, t, " /", 2);
}

static int is_name_character(int c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

static int read_name(fio *io, transfer *t, char *name, int32_t size) {
  int32_t n = 0;
  while (is_name_character(peek(io, t)) && t->column < t->record->size) {
    char c = t->record->p[t->column++];
    if (n < size - 1) name[n++] = c >= 'A' && c <= 'Z' ? (char)(c + 32) : c;
  }
  name[n] = 0;
  return n;
}

// Skips blanks, commas, line ends and comments.
static int skip_space(fio *io, transfer *t) {
  for (;;) {
    int c = peek(io, t);
    if (c == '!') t->column = t->record->size;
    else if (c == '\n') {
      if (!next_record(io, t)) return 0;
    } else if (c == ' ' || c == '\t' || c == ',' || c == '\r') t->column++;
    else return 1;
  }
}

// Whether `name =` or `name(…) =` stands here, so that the values of the last name are over.
static int at_assignment(fio *io, transfer *t) {
  int64_t at = t->column;
  const char *p = t->record->p;
  int64_t n = t->record->size;
  if (at >= n || !((p[at] | 32) >= 'a' && (p[at] | 32) <= 'z')) return 0;
  while (at < n && (is_name_character(p[at]) || p[at] == '%')) at++;
  while (at < n && p[at] == ' ') at++;
  if (at < n && p[at] == '(') {
    while (at < n && p[at] != ')') at++;
    at++;
    while (at < n && p[at] == ' ') at++;
  }
  (void)io;
  return at < n && p[at] == '=';
}

static int32_t read_subscripts(fio *io, transfer *t, const fdesc *d) {
  int32_t k = 0, size = 1;
  if (peek(io, t) != '(') return 0;
  t->column++;
  for (int32_t i = 0; i < d->rank; i++) {
    char *end;
    bytes_reserve(t->record, t->record->size + 1);
    t->record->p[t->record->size] = 0;
    long index = strtol(t->record->p + t->column, &end, 10);
    if (end != t->record->p + t->column) k += (int32_t)(index - d->dim[i].lb) * size;
    size *= d->dim[i].ext;
    t->column = end - t->record->p;
    while (t->column < t->record->size && peek(io, t) != ',' && peek(io, t) != ')') t->column++;
    if (t->column < t->record->size) t->column++;
  }
  return k;
}

static void read_values(fio *io, transfer *t, const fnamelist *item, int32_t from) {
  int32_t n = count_of(&item->place);
  t->repeat = 0;
  for (int32_t k = from; k < n && !io_failed(io); k++) {
    if (t->repeat <= 0) {
      // Blanks and comments may stand before the next name or the end.
      for (;;) {
        int c = peek(io, t);
        if (c == '!') t->column = t->record->size;
        else if (c == '\n') {
          if (!next_record(io, t)) return;
        } else if (c == ' ' || c == '\t') t->column++;
        else break;
      }
      if (at_assignment(io, t) || peek(io, t) == '/' || peek(io, t) == '&' || peek(io, t) == '$') return;
      fetch_value(io, t, item->code);
      if (io_failed(io) || t->finished) return;
    }
    t->repeat--;
    if (t->null_value) continue;
    if (!store_value(t, item->code, item->kind, element(&item->place, k), item->place.elem)) {
      io_error(io, 5010, "Bad data for namelist object %s", item->name);
    }
  }
  t->repeat = 0;
}

static void read_namelist(fio *io, transfer *t, const char *group, fnamelist *items, int32_t count) {
  char name[128];
  for (;;) {
    if (!skip_blanks(io, t, 1)) return;
    int c = peek(io, t);
    if (c == '&' || c == '$') {
      t->column++;
      read_name(io, t, name, sizeof name);
      if (strcmp(name, group) == 0) break;
    }
    if (!next_record(io, t)) return;
  }
  for (;;) {
    if (!skip_space(io, t)) return;
    int c = peek(io, t);
    if (c == '/' || c == '&' || c == '$') return;
    if (!read_name(io, t, name, sizeof name)) {
      io_error(io, 5010, "Cannot match namelist object name");
      return;
    }
    fnamelist *item = 0;
    for (int32_t i = 0; i < count; i++) if (strcmp(items[i].name, name) == 0) item = &items[i];
    if (!item) {
      io_error(io, 5010, "Cannot match namelist object name %s", name);
      return;
    }
    skip_blanks(io, t, 1);
    int32_t from = read_subscripts(io, t, &item->place);
    skip_blanks(io, t, 1);
    if (peek(io, t) != '=') {
      io_error(io, 5010, "Expected '=' after namelist object name %s", name);
      return;
    }
    t->column++;
    read_values(io, t, item, from);
    if (io_failed(io)) return;
    t->finished = 0;
  }
}

void f_namelist(fio *io, const char *group, fnamelist *items, int32_t count) {
  io->form = F_LIST;
  f_io_begin(io);
  transfer *t = io->state;
  if (io_failed(io) || !t) return;
  t->started = 1;
  if (io->writing) write_namelist(io, t, group, items, count);
  else read_namelist(io, t, group, items, count);
}
