// Formatted transfers step through the format and the items in parallel; each data descriptor edits one item.
#include "io-format.h"

// A position in a format: the open groups, with the repetitions that remain for each.
typedef struct { int32_t at, turns; } level;
typedef struct walk {
  struct format *f;
  int32_t at, turns;  // next node; remaining repetitions of its data descriptor
  level levels[32];
  int32_t depth, reverted, used_data, dollar;  // dollar: after $, records stay open even at slashes and restarts
} walk;

// ---- walking ----------------------------------------------------------------------------------------------------------
static walk *walk_of(transfer *t) { return (walk *)t->f; }

void format_begin(fio *io, transfer *t) {
  if (!io->format) {
    io_error(io, F_ERROR_FORMAT, "Assigned label is not a format label");
    return;
  }
  struct format *f = parse_format(io);
  if (!f) return;
  walk *w = f_new_zero(sizeof *w);
  w->f = f;
  f->walks++;
  w->at = 1;
  t->f = (format *)w;
}

static void need_record(fio *io, transfer *t) {
  if (t->at_end) end_of_file(io, t);
}

static void new_record(fio *io, transfer *t) {
  if (io->writing) {
    if (walk_of(t)->dollar) return;
    // Non-advancing output keeps trailing blanks in a record.
    if (io->no_advance) record_put(io, t, "", 0);
    record_end_write(io, t);
  } else if (!record_next_read(io, t)) io_error(io, F_END_OF_FILE, "End of file");
}

// Convert a column of the record to a column as the program counts it, that is, without Ux text, and back.
static int64_t counted_column(const transfer *t) {
  const written_text *ux = (const written_text *)t->ux.p;
  int64_t column = t->column, count = t->ux.size / (int64_t)sizeof *ux;
  for (int64_t i = 0; i < count; i++) if (ux[i].end < t->column) column -= ux[i].length;
  return column;
}

static void put_blanks_to(transfer *t, int64_t column) {
  const written_text *ux = (const written_text *)t->ux.p;
  int64_t count = t->ux.size / (int64_t)sizeof *ux;
  if (column < t->left) column = t->left;
  for (int64_t i = 0; i < count; i++) if (ux[i].end <= column) column += ux[i].length;
  t->column = column;
}

// Number of bytes that the given number of characters occupies in the record. Characters beyond its end count as one
// byte each.
static int32_t bytes_ahead(const transfer *t, int32_t characters) {
  int64_t at = t->column, end = t->record->size;
  int32_t length;
  for (; characters > 0 && at < end; characters--, at += length) f_utf8_at(t->record->p + at, (int32_t)(end - at), &length);
  return (int32_t)(at - t->column) + characters;
}

// Positions in UTF-8 records count characters, some of which take up several bytes.
static int has_long_characters(const transfer *t) {
  for (int64_t i = 0; is_utf8(t) && i < t->record->size; i++) if (t->record->p[i] & 0x80) return 1;
  return 0;
}

static void go_to(transfer *t, int32_t position) {
  if (!has_long_characters(t)) {
    put_blanks_to(t, t->left + position - 1);
    return;
  }
  t->column = t->left;
  if (position > 1) t->column += bytes_ahead(t, position - 1);
}

static void go_back(transfer *t, int32_t characters) {
  if (!has_long_characters(t)) {
    put_blanks_to(t, counted_column(t) - characters);
    return;
  }
  for (; characters > 0 && t->column > t->left; characters--)
    do t->column--;
    while (t->column > t->left && t->column < t->record->size && (t->record->p[t->column] & 0xc0) == 0x80);
}

static void write_text(fio *io, transfer *t, const node *n, int32_t kind, const char *p, int32_t length);

static void control(fio *io, transfer *t, const node *n, int has_item) {
  switch (n->kind) {
    case E_TEXT:
      if (io->writing) write_text(io, t, &(node){0}, 1, n->text, n->length);
      else format_error(io, walk_of(t)->f, walk_of(t)->f->length - 1, "Constant string in input format");
      break;
    case E_X: case E_TR:
      if (t->ux.size > 0 && t->column < t->record->size && !has_long_characters(t)) put_blanks_to(t, counted_column(t) + n->width);
      else t->column += is_utf8(t) ? bytes_ahead(t, n->width) : n->width;
      break;
    case E_T: go_to(t, n->width); break;
    case E_TL: go_back(t, n->width); break;
    case E_SLASH:
      need_record(io, t);
      for (int32_t i = 0; i < n->width && !io_failed(io); i++) {
        // After the last item, an internal unit need not have a further record.
        if (!io->writing && !has_item && !t->u) record_next_read(io, t);
        else new_record(io, t);
      }
      break;
    case E_P: t->scale = n->width; break;
    case E_S: case E_SS: t->sign_plus = 0; break;
    case E_SP: t->sign_plus = 1; break;
    case E_BN: t->blank_zero = 0; break;
    case E_BZ: t->blank_zero = 1; break;
    case E_R: t->rounding = n->width; break;
    case E_DC: t->decimal_comma = 1; break;
    case E_DP: t->decimal_comma = 0; break;
    case E_DOLLAR: io->no_advance = walk_of(t)->dollar = 1; break;
    default: break;
  }
}

static int is_data(int32_t kind) { return kind >= E_I && kind <= E_DT; }

// The next data descriptor, after any control descriptors before it. Null at the end, or at a colon if no items are
// left.
static const node *find_descriptor(fio *io, transfer *t, int has_item) {
  walk *w = walk_of(t);
  struct format *f = w->f;
  for (;;) {
    if (io_failed(io)) return 0;
    const node *n = &f->nodes[w->at];
    if (n->kind == E_END) {
      if (w->depth > 0) {
        level *l = &w->levels[w->depth - 1];
        if (--l->turns > 0) {
          w->at = l->at + 1;
          continue;
        }
        w->depth--;
        w->at++;
        continue;
      }
      if (!has_item) return 0;
      if (!f->has_data || (w->reverted && !w->used_data)) {
        io_error(io, F_ERROR_FORMAT, "Insufficient data descriptors in format after reversion");
        return 0;
      }
      new_record(io, t);
      w->reverted = 1;
      w->used_data = 0;
      w->at = f->revert == 0 ? 1 : f->revert;
      continue;
    }
    if (n->kind == E_GROUP) {
      if (w->depth >= 31) {
        io_error(io, F_ERROR_FORMAT, "Format is nested too deeply: more than 30 levels of groups");
        return 0;
      }
      if (n->repeat <= 0) {
        w->at = n->close + 1;
        continue;
      }
      w->levels[w->depth++] = (level){w->at, n->repeat};
      w->at++;
      continue;
    }
    if (n->kind == E_COLON && !has_item) return 0;
    if (is_data(n->kind)) {
      if (!has_item) return 0;
      if (w->turns == 0) w->turns = n->repeat;
      if (w->turns <= 0) {
        w->at++;
        continue;
      }
      return n;
    }
    control(io, t, n, has_item);
    w->at++;
  }
}

static const node *advance(fio *io, transfer *t, int has_item) {
  const node *n = find_descriptor(io, t, has_item);
  if (!n) return 0;
  walk *w = walk_of(t);
  if (--w->turns == 0) w->at++;
  w->used_data = 1;
  return n;
}

int format_at_defined(fio *io, transfer *t) {
  const node *n = t->f ? find_descriptor(io, t, 1) : 0;
  if (!n || n->kind != E_DT) return 0;
  need_record(io, t);
  return !io_failed(io);
}

const node *format_take_defined(transfer *t) {
  walk *w = walk_of(t);
  const node *n = &w->f->nodes[w->at];
  if (--w->turns == 0) w->at++;
  w->used_data = 1;
  return n;
}

const char *format_source(const transfer *t) { return walk_of((transfer *)t)->f->source; }

void format_end(fio *io, transfer *t) {
  if (!t->f) return;
  if (!io_failed(io)) advance(io, t, 0);
  if (!io_failed(io)) need_record(io, t);
  release_format(walk_of(t)->f);
  free(t->f);
  t->f = 0;
}

// ---- output -----------------------------------------------------------------------------------------------------------
static int32_t edit_bits(char *out, const void *p, int32_t size, int32_t bits, int32_t width, int32_t minimum) {
  char text[600];
  int32_t n = 0;
  unsigned __int128 v = 0;
  memcpy(&v, p, size > 16 ? 16 : size);
  for (; v > 0; v >>= bits) text[n++] = "0123456789ABCDEF"[(int)(v & ((1u << bits) - 1))];
  if (minimum < 0) minimum = 1;
  while (n < minimum) text[n++] = '0';
  if (width <= 0) width = n > 0 ? n : 1;
  if (n > width) {
    memset(out, '*', width);
    return width;
  }
  memset(out, ' ', width - n);
  for (int32_t i = 0; i < n; i++) out[width - 1 - i] = text[i];
  return width;
}

// If a value has a distribution, the bits of its particle are printed. NaN keeps its own bits.
static const void *bits_of(const void *p, int32_t code, int32_t kind, double *room) {
  if (code != F_REAL || kind > 8) return p;
  double particle = (double)load_real(p, kind);
  if (particle != particle) return p;
  if (kind == 8) *room = particle;
  else *(float *)room = (float)particle;
  return room;
}

static int32_t edit_real(char *out, long double v, int32_t kind, int32_t descriptor, edit e) {
  switch (descriptor) {
    case E_F: return edit_f(out, v, kind, e);
    case E_EN: return edit_en(out, v, kind, e);
    case E_ES: return edit_es(out, v, kind, e);
    case E_EX: return edit_ex(out, v, kind, e);
    case E_G: return edit_g(out, v, kind, e);
    default: return edit_e(out, v, kind, e);
  }
}

// Tests whether a number in a format is small enough for the field buffer.
static int fits(fio *io, int32_t number, int32_t most) {
  if (number <= most) return 1;
  io_error(io, F_ERROR_FORMAT, "The width %d in the format is too large", (int)number);
  return 0;
}

static void write_real(fio *io, transfer *t, const node *n, int32_t kind, const void *p) {
  char out[EDIT_SPACE + 400];
  long double v = load_real(p, kind);
  edit e = {n->width, n->digits, n->exponent, t->scale, t->sign_plus, t->decimal_comma, n->kind == E_D ? 'D' : 'E', t->rounding};
  int32_t size;
  if (e.digits < 0) e.digits = 0;
  if (!fits(io, n->width, 380)) return;
  // The digits before and after the point, the digits of the exponent, and the shift that the scale factor causes.
  int32_t scale = e.scale < 0 ? -e.scale : e.scale, exponent = e.exponent > 0 ? e.exponent : 0;
  if (!fits(io, f_plus(f_plus(scale, exponent), e.digits), EDIT_SPACE - (kind == 16 ? 4960 : 340))) return;
  size = edit_real(out, v, kind, n->kind, e);
  if (size == EDIT_BAD_SCALE) io_error(io, F_ERROR_FORMAT, "Scale factor out of range in format specifier 'E' or 'D'");
  else record_put_real(io, t, out, size, kind, p);
}

// Writes characters of kind 4, each of which counts as one towards the width.
static void write_wide(fio *io, transfer *t, const node *n, const char *p, int32_t length) {
  int32_t width = n->digits == 1 && n->width > 0 ? n->width : length / 4;
  for (int32_t i = length / 4; i < width; i++) record_put(io, t, " ", 1);
  int32_t bytes;
  char *text = text_of_wide(t, p, (width < length / 4 ? width : length / 4) * 4, &bytes);
  record_put(io, t, text, bytes);
  free(text);
}

static void write_text(fio *io, transfer *t, const node *n, int32_t kind, const char *p, int32_t length) {
  if (kind == 4) {
    write_wide(io, t, n, p, length);
    return;
  }
  if (t->wide) {
    char *wide = widened(p, length);
    write_wide(io, t, n, wide, f_times(length, 4));
    free(wide);
    return;
  }
  int32_t width = n->digits == 1 && n->width > 0 ? n->width : length;
  char blank = ' ';
  if (width > length) {
    for (int32_t i = length; i < width; i++) record_put(io, t, &blank, 1);
    record_put(io, t, p, length);
  } else record_put(io, t, p, width);
}

// Applies -fdec-format-defaults, that is, the default widths and numbers of digits of DEC compilers.
static node fitted_to_type(node n, int32_t code, int32_t kind) {
  n.width = 0;
  if (is_whole(code)) n.width = kind <= 2 ? 7 : kind == 4 ? 12 : kind == 8 ? 23 : 44;
  if (code == F_REAL) {
    n.width = kind == 4 ? 15 : kind == 8 ? 25 : 42;
    n.digits = kind == 4 ? 7 : kind == 8 ? 16 : 33;
  }
  return n;
}

static const char *wanted(int32_t code) {
  return code == F_INTEGER ? "INTEGER" : code == F_UNSIGNED ? "UNSIGNED" : code == F_REAL ? "REAL" : code == F_LOGICAL ? "LOGICAL" : "CHARACTER";
}

static void mismatch_of(fio *io, transfer *t, const node *n, const char *name, int32_t code) {
  format_error(io, walk_of(t)->f, n->at, "Expected %s for item %d in formatted transfer, got %s", name, (int)t->items, wanted(code));
}

static void mismatch(fio *io, transfer *t, const node *n, int32_t code) {
  static const char *const names[] = {"", "", "", "INTEGER", "INTEGER", "INTEGER", "INTEGER", "REAL", "REAL", "REAL", "REAL", "REAL", "REAL", "REAL", "LOGICAL", "CHARACTER"};
  if (n->kind == E_DT) format_error(io, walk_of(t)->f, n->at, "Missing DTIO procedure or intrinsic type passed for item %d in formatted transfer", (int)t->items);
  else mismatch_of(io, t, n, names[n->kind], code);
}

// B, O and Z edit integers and, since Fortran 2008, reals; in GNU Fortran, they edit any type.
static int takes_bits(fio *io, transfer *t, const node *n, int32_t code) {
  if (f_standard == 0 || is_whole(code)) return 1;
  if (code != F_REAL) mismatch_of(io, t, n, "numeric type", code);
  else if (f_is_before(F_2008)) mismatch_of(io, t, n, "INTEGER", code);
  else return 1;
  return 0;
}

// A value is true if any of its bits is set.
static void write_logical(fio *io, transfer *t, const node *n, int32_t kind, const char *p) {
  int set = 0;
  for (int32_t i = 0; i < kind; i++) set |= p[i];
  for (int32_t i = 1; i < n->width; i++) record_put(io, t, " ", 1);
  record_put(io, t, set ? "T" : "F", 1);
}

static void write_item(fio *io, transfer *t, const node *n, int32_t code, int32_t kind, void *p, int32_t length) {
  char out[600];
  switch (n->kind) {
    case E_I:
      if (!is_whole(code)) mismatch(io, t, n, code);
      else if (fits(io, n->width, 500) && fits(io, n->digits, 150)) record_put(io, t, out, edit_integer(out, code, load_whole(p, code, kind), n->width, n->digits, t->sign_plus));
      break;
    case E_B: case E_O: case E_Z: {
      // Edits only the first character of a string, as the GNU library does.
      double room;
      if (!takes_bits(io, t, n, code) || !fits(io, n->width, 500) || !fits(io, n->digits, 500)) break;
      record_put(io, t, out, edit_bits(out, bits_of(p, code, kind, &room), kind, n->kind == E_B ? 1 : n->kind == E_O ? 3 : 4, n->width, n->digits));
      break;
    }
    case E_L:
      write_logical(io, t, n, kind, p);
      break;
    case E_A: {
      int32_t size = code == F_CHARACTER ? length : kind;
      if (code == F_CHARACTER || is_whole(code) || code == F_REAL || code == F_LOGICAL) write_text(io, t, n, code == F_CHARACTER ? kind : 1, p, size);
      break;
    }
    case E_G:
      if (is_whole(code) && !fits(io, n->width, 500)) break;
      if (is_whole(code)) record_put(io, t, out, edit_integer(out, code, load_whole(p, code, kind), n->width, -1, t->sign_plus));
      else if (code == F_LOGICAL) write_logical(io, t, n, kind, p);
      else if (code == F_CHARACTER) {
        node a = *n;
        a.digits = n->width > 0;
        write_text(io, t, &a, kind, p, length);
      } else write_real(io, t, n, kind, p);
      break;
    case E_DT: mismatch(io, t, n, code); break;
    default:
      if (code != F_REAL) mismatch(io, t, n, code);
      else write_real(io, t, n, kind, p);
  }
}

// ---- input --------------------------------------------------------------------------------------------------------
// Reads a field of the record, which a comma may end early. Returns its length, or -1 if nothing is to be stored.
static int32_t take_field(fio *io, transfer *t, int32_t width, char *field, int32_t space, int numeric) {
  int64_t left = t->record->size - t->column;
  if (left < 0) left = 0;
  int32_t n = width < left ? width : (int32_t)left;
  if (n > 0) memcpy(field, t->record->p + t->column, n < space ? n : space);
  if (numeric && !t->decimal_comma) {
    char *comma = memchr(field, ',', n < space ? n : space);
    if (comma) {
      n = (int32_t)(comma - field);
      t->column += n + 1;
      io->characters += n;
      return n;
    }
  }
  if (numeric && !fits(io, n, space)) return -1;
  t->column += n;
  io->characters += n;
  if (n < width) {
    int no_pad = io->no_pad ? io->no_pad == 2 : t->u && t->u->no_pad;
    if (io->no_advance || no_pad) io_error(io, F_END_OF_RECORD, "End of record");
    if (no_pad) return -1;
  }
  return n > space ? space : n;
}

// Removes spaces or, under BZ, turns them into zeros.
static int32_t squeeze(transfer *t, char *field, int32_t n) {
  int32_t k = 0, i = 0;
  while (i < n && field[i] == ' ') i++;
  for (; i < n; i++) {
    if (field[i] != ' ' && field[i] != '\t') field[k++] = field[i];
    else if (t->blank_zero) field[k++] = '0';
  }
  return k;
}

// Number of characters in a field of an internal unit before a distribution string that is in the field or directly
// after it; -1 if there is no such string.
static int32_t find_ux(const transfer *t, int32_t width) {
  if (t->u) return -1;
  for (int64_t i = 1; i <= width && t->column + i + 2 < t->record->size; i++) {
    const char *c = t->record->p + t->column + i;
    if (c[0] == 'U' && c[1] == 'x') return (int32_t)i;
  }
  return -1;
}

static void read_ux(fio *io, const char *text, int32_t length, int32_t kind, void *p) {
  double v;
  if (!fortran_ux_read(text, length, (double)load_real(p, kind), &v)) io_error(io, F_ERROR_VALUE, "Bad value during floating point read");
  else if (kind == 4) *(float *)p = (float)v;
  else if (kind == 8) *(double *)p = v;
}

static void read_number(fio *io, transfer *t, const node *n, int32_t width, int32_t kind, void *p);

static void read_real(fio *io, transfer *t, const node *n, int32_t kind, void *p) {
  int32_t width = n->width > 0 ? n->width : 0, before = find_ux(t, width), length;
  int64_t first = t->column;
  const char *text = ux_of_field(t, first, first + width, &length);
  read_number(io, t, n, before < 0 ? width : before, kind, p);
  if (io_failed(io)) return;
  if (text) read_ux(io, text, length, kind, p);
  if (before < 0) return;
  length = (int32_t)ux_length(t->record->p + t->column, t->record->size - t->column);
  read_ux(io, t->record->p + t->column, length, kind, p);
  t->column += length + width - before;
}

static void read_number(fio *io, transfer *t, const node *n, int32_t width, int32_t kind, void *p) {
  char field[512];
  int32_t size = take_field(io, t, width, field, 400, 1);
  if (size < 0) return;
  real_field how = {kind, n->digits > 0 ? n->digits : 0, t->scale, t->blank_zero, t->decimal_comma};
  long double v;
  if (read_real_field(field, size, how, &v)) store_real(p, kind, v);
  else io_error(io, F_ERROR_VALUE, "Bad value during floating point read");
}

static void read_integer(fio *io, transfer *t, const node *n, int32_t code, int32_t kind, void *p) {
  char field[512];
  int32_t size = take_field(io, t, n->width > 0 ? n->width : 0, field, 500, 1);
  if (size < 0) return;
  size = squeeze(t, field, size);
  const char *of = code == F_UNSIGNED ? "unsigned integer" : "integer";
  switch (store_whole(p, code, kind, field, size)) {
    case WHOLE_STORED: break;
    case WHOLE_MALFORMED: io_error(io, F_ERROR_VALUE, "Bad value during %s read", of); break;
    case WHOLE_TOO_LARGE: io_error(io, F_ERROR_OVERFLOW, "Value overflowed during %s read", of); break;
    case WHOLE_NEGATIVE: io_error(io, F_ERROR_VALUE, "Negative sign for %s read", of); break;
  }
}

static void read_bits(fio *io, transfer *t, const node *n, int32_t bits, int32_t size, void *p) {
  char field[512];
  int32_t count = take_field(io, t, n->width > 0 ? n->width : 0, field, 500, 1);
  if (count < 0) return;
  count = squeeze(t, field, count);
  unsigned __int128 v = 0;
  for (int32_t i = 0; i < count; i++) {
    int c = field[i] | 32;
    int digit = field[i] >= '0' && field[i] <= '9' ? field[i] - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : 99;
    if (digit >= 1 << bits) {
      io_error(io, F_ERROR_VALUE, "Bad value during integer read");
      return;
    }
    v = v << bits | (unsigned)digit;
  }
  memcpy(p, &v, size);
}

// Reads a field of kind 4, or a field from a UTF-8 unit, whose characters may take up several bytes.
static void read_encoded(fio *io, transfer *t, const node *n, int32_t kind, char *p, int32_t length) {
  int32_t room = length / kind;
  int32_t width = n->width > 0 && n->digits == 1 ? n->width : room;
  int32_t bytes = is_utf8(t) ? bytes_ahead(t, width) : width;
  char *field = f_new(bytes + 1);
  int32_t size = take_field(io, t, bytes, field, bytes, 0), wide;
  if (size >= 0) {
    char *text = wide_of_text(t, field, size, &wide);
    io->characters -= size - wide / 4;
    int32_t skipped = width > room ? (width - room) * 4 : 0;
    store_wide(kind, p, length, text + (skipped < wide ? skipped : wide), skipped < wide ? wide - skipped : 0);
    free(text);
  }
  free(field);
}

static void read_text(fio *io, transfer *t, const node *n, int32_t kind, char *p, int32_t length) {
  if (kind == 4 || is_utf8(t)) {
    read_encoded(io, t, n, kind, p, length);
    return;
  }
  int32_t width = n->width > 0 && n->digits == 1 ? n->width : length;
  // A variable that is large enough for a whole line receives the distribution strings as well.
  int32_t whole = rest_with_ux(t, p, length);
  if (whole > 0) {
    memset(p + whole, ' ', length - whole);
    t->column = t->record->size;
    return;
  }
  char *field = f_new(width + 1);
  int32_t size = take_field(io, t, width, field, width, 0);
  // If a field is wider than the variable, the last characters of the field are stored.
  int32_t skipped = width > length ? width - length : 0;
  if (size < 0) {
    free(field);
    return;
  }
  if (size > skipped) f_assign(p, length, field + skipped, size - skipped);
  else memset(p, ' ', length);
  free(field);
}

// Tests whether a descriptor can read items of this type. The error is reported even if the record does not exist.
static int can_read(fio *io, transfer *t, const node *n, int32_t code) {
  switch (n->kind) {
    case E_B: case E_O: case E_Z: return takes_bits(io, t, n, code);
    case E_A: case E_L: case E_G: return 1;
    default: break;
  }
  if (n->kind != E_DT && (n->kind == E_I ? is_whole(code) : code == F_REAL)) return 1;
  mismatch(io, t, n, code);
  return 0;
}

static void read_item(fio *io, transfer *t, const node *n, int32_t code, int32_t kind, void *p, int32_t length) {
  switch (n->kind) {
    case E_I: read_integer(io, t, n, code, kind, p); break;
    case E_B: case E_O: case E_Z:
      read_bits(io, t, n, n->kind == E_B ? 1 : n->kind == E_O ? 3 : 4, kind, p);
      break;
    case E_A: read_text(io, t, n, code == F_CHARACTER ? kind : 1, p, code == F_CHARACTER ? length : kind); break;
    case E_L: {
      char field[512];
      int value = 0;
      int32_t size = take_field(io, t, n->width > 0 ? n->width : 1, field, 500, 0);
      if (size < 0) break;
      size = squeeze(t, field, size);
      if (!parse_logical(field, size, &value)) io_error(io, F_ERROR_VALUE, "Bad value on logical read");
      else store_integer(p, kind, value);
      break;
    }
    case E_G:
      if (is_whole(code)) read_integer(io, t, n, code, kind, p);
      else if (code == F_REAL) read_real(io, t, n, kind, p);
      else {
        node a = *n;
        a.kind = code == F_LOGICAL ? E_L : E_A;
        a.digits = n->width > 0;
        read_item(io, t, &a, code, kind, p, length);
      }
      break;
    default: read_real(io, t, n, kind, p);
  }
}

void format_item(fio *io, transfer *t, int32_t code, int32_t kind, void *p, int32_t length) {
  if (io_failed(io) || !t->f) return;
  t->items++;
  const node *n = advance(io, t, 1);
  if (!n) return;
  node fitted;
  if (n->width == F_WIDTH_OF_TYPE && n->kind >= E_I && n->kind <= E_G) {
    fitted = fitted_to_type(*n, code, kind);
    n = &fitted;
  }
  if (io->writing) write_item(io, t, n, code, kind, p, length);
  else if (can_read(io, t, n, code)) {
    need_record(io, t);
    if (!io_failed(io)) read_item(io, t, n, code, kind, p, length);
  }
}
