// FORMAT: parsed once into a list of edit descriptors, then walked along with the items of a transfer.
#include <strings.h>

#include "io.h"

enum {
  E_GROUP, E_END, E_TEXT, E_I, E_B, E_O, E_Z, E_F, E_E, E_D, E_EN, E_ES, E_G, E_L, E_A, E_X, E_T, E_TL, E_TR, E_SLASH, E_COLON,
  E_S, E_SP, E_SS, E_P, E_BN, E_BZ, E_DC, E_DP, E_R, E_EX, E_DOLLAR
};

typedef struct { int32_t kind, repeat, width, digits, exponent, close; const char *text; int32_t length; } node;

struct format {
  char *source;
  int32_t length;
  node *nodes;
  int32_t count, capacity, revert;
  int32_t has_data;
};

// A walk along the format: groups that are open, with the turns left.
typedef struct { int32_t at, turns; } level;
typedef struct walk {
  struct format *f;
  int32_t at, turns;  // next node; turns left of the data descriptor there
  level levels[32];
  int32_t depth, reverted, used_data;
} walk;

// ---- parsing ----------------------------------------------------------------------------------------------------------
typedef struct { fio *io; struct format *f; const char *p, *end; } parser;

static node *add_node(struct format *f, int32_t kind, int32_t repeat) {
  if (f->count == f->capacity) {
    f->capacity = f->capacity * 2 + 16;
    f->nodes = realloc(f->nodes, f->capacity * sizeof(node));
  }
  f->nodes[f->count] = (node){kind, repeat, 0, -1, 0, 0, 0, 0};
  return &f->nodes[f->count++];
}

static void skip(parser *s) {
  while (s->p < s->end && (*s->p == ' ' || *s->p == '\t' || *s->p == '\n')) s->p++;
}

static int next(parser *s) {
  skip(s);
  if (s->p >= s->end) return 0;
  return *s->p >= 'a' && *s->p <= 'z' ? *s->p - 32 : *s->p;
}

static int32_t number(parser *s, int32_t otherwise) {
  skip(s);
  if (s->p >= s->end || *s->p < '0' || *s->p > '9') return otherwise;
  int32_t n = 0;
  while (s->p < s->end && ((*s->p >= '0' && *s->p <= '9') || *s->p == ' ')) {
    if (*s->p != ' ') n = n * 10 + (*s->p - '0');
    s->p++;
  }
  return n;
}

static int malformed(parser *s, const char *what) {
  io_error(s->io, 5006, "%s in format: %.*s", what, (int)(s->f->length < 200 ? s->f->length : 200), s->f->source);
  return 0;
}

static int quoted(parser *s) {
  char quote = *s->p++;
  node *n = add_node(s->f, E_TEXT, 1);
  // Doubled quotes are undone in place: the source is the format's own copy.
  char *to = (char *)s->p;
  n->text = to;
  for (;; s->p++) {
    if (s->p >= s->end) return malformed(s, "Unterminated character constant");
    if (*s->p == quote) {
      if (s->p + 1 < s->end && s->p[1] == quote) s->p++;
      else break;
    }
    *to++ = *s->p;
  }
  s->p++;
  n->length = (int32_t)(to - n->text);
  return 1;
}

static int sized(parser *s, int32_t kind, int32_t repeat) {
  node *n = add_node(s->f, kind, repeat);
  s->f->has_data = 1;
  skip(s);
  int given = s->p < s->end && *s->p >= '0' && *s->p <= '9';
  n->width = number(s, kind == E_A || kind == E_L ? 0 : -1);
  if (kind == E_A || kind == E_L) {
    n->digits = given;
    return 1;
  }
  if (next(s) == '.') {
    s->p++;
    n->digits = number(s, -1);
    if (n->digits < 0) return malformed(s, "Nonnegative width required");
    if (next(s) == 'E' && (kind == E_E || kind == E_EN || kind == E_ES || kind == E_G || kind == E_D)) {
      s->p++;
      n->exponent = number(s, 0);
      if (n->exponent == 0) n->exponent = -1;
    }
  } else if (kind == E_F || kind == E_E || kind == E_D || kind == E_EN || kind == E_ES) {
    if (n->width < 0) n->width = -1;
    else if (n->width > 0) return malformed(s, "Period required");
  }
  return 1;
}

static int item(parser *s);

static int items(parser *s) {
  for (;;) {
    int c = next(s);
    if (c == 0) return malformed(s, "Missing right parenthesis");
    if (c == ')') {
      s->p++;
      return 1;
    }
    if (c == ',') {
      s->p++;
      continue;
    }
    if (!item(s)) return 0;
  }
}

static int group(parser *s, int32_t repeat) {
  int32_t open = s->f->count;
  add_node(s->f, E_GROUP, repeat);
  if (!items(s)) return 0;
  s->f->nodes[open].close = s->f->count;
  add_node(s->f, E_END, open);
  return 1;
}

static int hollerith(parser *s, int32_t n) {
  node *text = add_node(s->f, E_TEXT, 1);
  if (s->p + n > s->end) return malformed(s, "Bad Hollerith constant");
  text->text = s->p;
  text->length = n;
  s->p += n;
  return 1;
}

static int tab(parser *s) {
  int c = next(s);
  int32_t kind = c == 'L' ? E_TL : c == 'R' ? E_TR : E_T;
  if (kind != E_T) s->p++;
  int32_t n = number(s, -1);
  if (n < 0) return malformed(s, "Positive width required");
  add_node(s->f, kind, 1)->width = n;
  return 1;
}

static int letter_b(parser *s, int32_t repeat) {
  int c = next(s);
  if (c == 'N' || c == 'Z') {
    s->p++;
    add_node(s->f, c == 'N' ? E_BN : E_BZ, 1);
    return 1;
  }
  return sized(s, E_B, repeat);
}

static int item(parser *s) {
  int c = next(s);
  if (c == '\'' || c == '"') return quoted(s);
  int negative = 0, given = 0;
  int32_t repeat = 1;
  if (c == '-' || c == '+') {
    negative = c == '-';
    s->p++;
    given = 1;
  }
  skip(s);
  if (s->p < s->end && *s->p >= '0' && *s->p <= '9') {
    repeat = number(s, 1);
    given = 1;
  } else if (s->p < s->end && *s->p == '*') {
    s->p++;
    repeat = INT32_MAX;
  }
  if (s->p < s->end && (*s->p == 'h' || *s->p == 'H') && given) {
    s->p++;
    return hollerith(s, repeat);
  }
  c = next(s);
  s->p++;
  switch (c) {
    case '(': return group(s, repeat);
    case 'P': add_node(s->f, E_P, 1)->width = negative ? -repeat : repeat; return 1;
    case 'I': return sized(s, E_I, repeat);
    case 'B': return letter_b(s, repeat);
    case 'O': return sized(s, E_O, repeat);
    case 'Z': return sized(s, E_Z, repeat);
    case 'F': return sized(s, E_F, repeat);
    case 'G': return sized(s, E_G, repeat);
    case 'L': return sized(s, E_L, repeat);
    case 'A': return sized(s, E_A, repeat);
    case 'E': {
      int d = next(s);
      if (d == 'N' || d == 'S' || d == 'X') s->p++;
      return sized(s, d == 'N' ? E_EN : d == 'S' ? E_ES : E_E, repeat);
    }
    case 'D': {
      int d = next(s);
      if (d == 'C' || d == 'P') {
        s->p++;
        add_node(s->f, d == 'C' ? E_DC : E_DP, 1);
        return 1;
      }
      return sized(s, E_D, repeat);
    }
    case 'X': add_node(s->f, E_X, 1)->width = repeat; return 1;
    case 'T': return tab(s);
    case '/': add_node(s->f, E_SLASH, 1)->width = repeat; return 1;
    case ':': add_node(s->f, E_COLON, 1); return 1;
    case '$': add_node(s->f, E_DOLLAR, 1); return 1;
    case 'S': {
      int d = next(s);
      if (d == 'P' || d == 'S') s->p++;
      add_node(s->f, d == 'P' ? E_SP : d == 'S' ? E_SS : E_S, 1);
      return 1;
    }
    case 'R': {
      int d = next(s);
      if (d && strchr("NZUDCP", d)) s->p++;
      add_node(s->f, E_R, 1);
      return 1;
    }
    default:
      return malformed(s, "Unexpected element");
  }
}

// Formats that were parsed before; most programs use few.
#define CACHE_SIZE 32
static struct format *cache[CACHE_SIZE];

static struct format *parse_format(fio *io) {
  uint32_t hash = (uint32_t)io->format_length * 31u;
  for (int32_t i = 0; i < io->format_length; i++) hash = hash * 33u + (unsigned char)io->format[i];
  struct format **slot = &cache[hash % CACHE_SIZE];
  if (*slot && (*slot)->length == io->format_length && memcmp((*slot)->source + (*slot)->length, io->format, io->format_length) == 0) return *slot;
  struct format *f = calloc(1, sizeof *f);
  f->length = io->format_length;
  // Two copies: the first is changed by parsing, the second is the key.
  f->source = f_new(2 * f->length + 1);
  memcpy(f->source, io->format, f->length);
  memcpy(f->source + f->length, io->format, f->length);
  parser s = {io, f, f->source, f->source + f->length};
  if (next(&s) != '(') {
    malformed(&s, "Missing initial left parenthesis");
    return 0;
  }
  s.p++;
  add_node(f, E_GROUP, 1);
  if (!items(&s)) return 0;
  f->nodes[0].close = f->count;
  add_node(f, E_END, 0);
  // Reversion goes back to the last group of the first level.
  f->revert = 0;
  int32_t depth = 0;
  for (int32_t i = 1; i < f->count - 1; i++) {
    if (f->nodes[i].kind == E_GROUP && depth++ == 0) f->revert = i;
    if (f->nodes[i].kind == E_END) depth--;
  }
  if (*slot) {
    free((*slot)->nodes);
    free((*slot)->source);
    free(*slot);
  }
  *slot = f;
  return f;
}

// ---- walking ----------------------------------------------------------------------------------------------------------
static walk *walk_of(transfer *t) { return (walk *)t->f; }

void format_begin(fio *io, transfer *t) {
  if (!io->format) {
    io_error(io, 5006, "There is no format for this label");
    return;
  }
  struct format *f = parse_format(io);
  if (!f) return;
  walk *w = calloc(1, sizeof *w);
  w->f = f;
  w->at = 1;
  t->f = (format *)w;
}

static void new_record(fio *io, transfer *t) {
  if (io->writing) record_end_write(io, t);
  else if (!record_next_read(io, t)) io_error(io, -1, "End of file");
}

// Programs count columns without Ux text: the column of theirs that the record is at, and the way back.
static int64_t counted_column(const transfer *t) {
  const int64_t *ux = (const int64_t *)t->ux.p;
  int64_t column = t->column;
  for (int64_t i = 0; i < t->ux.size / 8; i += 2) if (ux[i] < t->column) column -= ux[i + 1];
  return column;
}

static void put_blanks_to(transfer *t, int64_t column) {
  const int64_t *ux = (const int64_t *)t->ux.p;
  if (column < 0) column = 0;
  for (int64_t i = 0; i < t->ux.size / 8; i += 2) if (ux[i] <= column) column += ux[i + 1];
  t->column = column;
}

static void control(fio *io, transfer *t, const node *n, int has_item) {
  switch (n->kind) {
    case E_TEXT:
      if (io->writing) record_put(io, t, n->text, n->length);
      else t->column += n->length;
      break;
    case E_X: case E_TR: t->column += n->width; break;
    case E_T: put_blanks_to(t, n->width - 1); break;
    case E_TL: put_blanks_to(t, counted_column(t) - n->width); break;
    case E_SLASH:
      for (int32_t i = 0; i < n->width && !io_failed(io); i++) {
        // Behind the last item of an internal unit there may be no further record.
        if (!io->writing && !has_item && !t->u) record_next_read(io, t);
        else new_record(io, t);
      }
      break;
    case E_P: t->scale = n->width; break;
    case E_S: case E_SS: t->sign_plus = 0; break;
    case E_SP: t->sign_plus = 1; break;
    case E_BN: t->blank_zero = 0; break;
    case E_BZ: t->blank_zero = 1; break;
    case E_DC: t->decimal_comma = 1; break;
    case E_DP: t->decimal_comma = 0; break;
    case E_DOLLAR: io->no_advance = 1; break;
    default: break;
  }
}

static int is_data(int32_t kind) { return kind >= E_I && kind <= E_A; }

// The next data descriptor, running controls on the way; none at the end, or at a colon when no item follows.
static const node *advance(fio *io, transfer *t, int has_item) {
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
        io_error(io, 5006, "Format has no data descriptor for the items of the list");
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
        io_error(io, 5006, "Format is nested too deep");
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
      if (--w->turns == 0) w->at++;
      w->used_data = 1;
      return n;
    }
    control(io, t, n, has_item);
    w->at++;
  }
}

void format_end(fio *io, transfer *t) {
  if (t->f && !io_failed(io)) advance(io, t, 0);
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
  if (width <= 0) width = n;
  if (n > width) {
    memset(out, '*', width);
    return width;
  }
  memset(out, ' ', width - n);
  for (int32_t i = 0; i < n; i++) out[width - 1 - i] = text[i];
  return width;
}

static void write_real(fio *io, transfer *t, const node *n, int32_t kind, const void *p) {
  char out[EDIT_SPACE + 400];
  long double v = load_real(p, kind);
  edit e = {n->width, n->digits, n->exponent, t->scale, t->sign_plus, t->decimal_comma, n->kind == E_D ? 'D' : 'E'};
  int32_t size;
  if (n->width > 380) {
    io_error(io, 5006, "The width %d in the format is too large", (int)n->width);
    return;
  }
  if (n->kind == E_G && n->width == 0 && n->digits < 0) size = edit_list_real(out, v, kind, 1, t->sign_plus, t->decimal_comma);
  else {
    if (e.width < 0) {  // without a width
      e.width = kind == 4 ? 15 : kind == 8 ? 25 : 45;
      e.digits = kind == 4 ? 7 : kind == 8 ? 16 : 33;
    }
    if (e.digits < 0) e.digits = 0;
    size = n->kind == E_F ? edit_f(out, v, kind, e) : n->kind == E_EN ? edit_en(out, v, kind, e) : n->kind == E_ES ? edit_es(out, v, kind, e)
           : n->kind == E_G ? edit_g(out, v, kind, e) : edit_e(out, v, kind, e);
  }
  record_put_real(io, t, out, size, kind, p);
}

static void write_text(fio *io, transfer *t, const node *n, const char *p, int32_t length) {
  int32_t width = n->digits == 1 && n->width > 0 ? n->width : length;
  char blank = ' ';
  if (width > length) {
    for (int32_t i = length; i < width; i++) record_put(io, t, &blank, 1);
    record_put(io, t, p, length);
  } else record_put(io, t, p, width);
}

static int32_t default_integer_width(int32_t kind) { return kind == 1 ? 4 : kind == 2 ? 6 : kind == 4 ? 11 : kind == 8 ? 20 : 40; }

static const char *wanted(int32_t code) {
  return code == F_INTEGER ? "INTEGER" : code == F_REAL ? "REAL" : code == F_LOGICAL ? "LOGICAL" : "CHARACTER";
}

static void mismatch(fio *io, transfer *t, const node *n, int32_t code) {
  static const char *const names[] = {"", "", "", "INTEGER", "INTEGER", "INTEGER", "INTEGER", "REAL", "REAL", "REAL", "REAL", "REAL", "REAL", "LOGICAL", "CHARACTER"};
  io_error(io, 5006, "Expected %s for item %d in formatted transfer, got %s", names[n->kind], (int)t->items, wanted(code));
}

static void write_item(fio *io, transfer *t, const node *n, int32_t code, int32_t kind, void *p, int32_t length) {
  char out[600];
  switch (n->kind) {
    case E_I:
      if (code != F_INTEGER && code != F_LOGICAL) mismatch(io, t, n, code);
      else record_put(io, t, out, edit_integer(out, load_integer(p, kind), n->width < 0 ? default_integer_width(kind) : n->width > 500 ? 500 : n->width, n->digits, t->sign_plus));
      break;
    case E_B: case E_O: case E_Z: {
      int32_t size = code == F_CHARACTER ? length : kind;
      record_put(io, t, out, edit_bits(out, p, size, n->kind == E_B ? 1 : n->kind == E_O ? 3 : 4, n->width > 500 ? 500 : n->width, n->digits));
      break;
    }
    case E_L:
      if (code != F_LOGICAL && code != F_INTEGER) mismatch(io, t, n, code);
      else {
        int32_t width = n->width > 0 ? n->width : 1;
        memset(out, ' ', width > 500 ? 500 : width);
        out[width - 1] = load_integer(p, kind) ? 'T' : 'F';
        record_put(io, t, out, width);
      }
      break;
    case E_A: {
      int32_t size = code == F_CHARACTER ? length : kind;
      if (code == F_CHARACTER || code == F_INTEGER || code == F_REAL || code == F_LOGICAL) write_text(io, t, n, p, size);
      break;
    }
    case E_G:
      if (code == F_INTEGER) record_put(io, t, out, edit_integer(out, load_integer(p, kind), n->width < 0 ? default_integer_width(kind) : n->width, -1, t->sign_plus));
      else if (code == F_LOGICAL) {
        int32_t width = n->width > 0 ? n->width : 1;
        memset(out, ' ', width);
        out[width - 1] = load_integer(p, kind) ? 'T' : 'F';
        record_put(io, t, out, width);
      } else if (code == F_CHARACTER) {
        node a = *n;
        a.digits = n->width > 0;
        write_text(io, t, &a, p, length);
      } else write_real(io, t, n, kind, p);
      break;
    default:
      if (code != F_REAL) mismatch(io, t, n, code);
      else write_real(io, t, n, kind, p);
  }
}

// ---- input ------------------------------------------------------------------------------------------------------------
// Takes a field of the record; a comma ends it early. Answers its length.
static int32_t take_field(fio *io, transfer *t, int32_t width, char *field, int32_t space, int numeric) {
  int64_t left = t->record->size - t->column;
  if (left < 0) left = 0;
  int32_t n = width < left ? width : (int32_t)left;
  if (n > 0) memcpy(field, t->record->p + t->column, n < space ? n : space);
  if (n < width) {
    int no_pad = io->no_pad == 2 || (t->u && t->u->no_pad);
    if (io->no_advance || no_pad) {
      io->characters += n;
      t->column = t->record->size - n;
      if (io->no_advance) t->at_end_of_record = 1;
      io_error(io, -2, "End of record");
    }
  }
  if (n > space) n = space;
  if (numeric) {
    for (int32_t i = 0; i < n; i++) {
      if (field[i] == (t->decimal_comma ? ';' : ',')) {
        t->column += i + 1;
        io->characters += i;
        return i;
      }
    }
  }
  t->column += n;
  if (io->status != -2) io->characters += n;
  return n;
}

// Removes blanks, or makes them zeros under BZ.
static int32_t squeeze(transfer *t, char *field, int32_t n) {
  int32_t k = 0, i = 0;
  while (i < n && field[i] == ' ') i++;
  for (; i < n; i++) {
    if (field[i] != ' ' && field[i] != '\t') field[k++] = field[i];
    else if (t->blank_zero) field[k++] = '0';
  }
  return k;
}

// Characters of the field before the text of a distribution, in the field or right behind it; -1 when there is none.
static int32_t find_ux(const transfer *t, int32_t width) {
  for (int64_t i = 1; i <= width && t->column + i + 2 < t->record->size; i++) {
    const char *c = t->record->p + t->column + i;
    if (c[0] == 'U' && c[1] == 'x') return (int32_t)i;
  }
  return -1;
}

// Takes the text of a distribution at the column. The next field may begin right behind it with a digit, so the text's
// own count of positions says where it ends: 44 characters, and 32 for each of them.
static void read_ux(fio *io, transfer *t, int32_t kind, void *p) {
  const char *text = t->record->p + t->column;
  int64_t room = t->record->size - t->column, n = 2;
  while (n < room && strchr("0123456789ABCDEFabcdef", text[n]) && text[n]) n++;
  if (n > 44) {
    char count[9] = {0};
    memcpy(count, text + 36, 8);
    int64_t whole = 44 + 32 * (int64_t)strtoul(count, 0, 16);
    if (whole < n) n = whole;
  }
  double v;
  if (!fortran_ux_read(text, (int32_t)n, (double)load_real(p, kind), &v)) io_error(io, 5010, "Bad value during floating point read");
  else if (kind == 4) *(float *)p = (float)v;
  else if (kind == 8) *(double *)p = v;
  t->column += n;
}

static void read_number(fio *io, transfer *t, const node *n, int32_t width, int32_t kind, void *p);

static void read_real(fio *io, transfer *t, const node *n, int32_t kind, void *p) {
  int32_t width = n->width > 0 ? n->width : 0, before = find_ux(t, width);
  read_number(io, t, n, before < 0 ? width : before, kind, p);
  if (before < 0 || io_failed(io)) return;
  read_ux(io, t, kind, p);
  t->column += width - before;
}

static void read_number(fio *io, transfer *t, const node *n, int32_t width, int32_t kind, void *p) {
  char field[512];
  int32_t size = take_field(io, t, width, field, 400, 1);
  if (io_failed(io) && io->status != -2) return;
  size = squeeze(t, field, size);
  long double v = 0;
  if (size == 0) {
    store_real(p, kind, 0);
    return;
  }
  int has_point = memchr(field, t->decimal_comma ? ',' : '.', size) != 0, has_exponent = 0;
  for (int32_t i = 1; i < size; i++) if (strchr("eEdDqQ+-", field[i])) has_exponent = 1;
  if (!parse_real(field, size, kind, t->decimal_comma, &v)) {
    io_error(io, 5010, "Bad value during floating point read");
    return;
  }
  // Without a point the last digits are the fraction; without an exponent the scale factor divides.
  if ((!has_point && n->digits > 0) || (!has_exponent && t->scale != 0)) {
    int32_t shift = (has_point ? 0 : -(n->digits > 0 ? n->digits : 0)) - (has_exponent ? 0 : t->scale);
    char text[600];
    int32_t k = 0;
    int32_t exponent = 0;
    for (int32_t i = 0; i < size; i++) {
      if (i > 0 && strchr("eEdDqQ", field[i])) {
        exponent = (int32_t)strtol((field[size] = 0, field + i + 1), 0, 10);
        break;
      }
      if (i > 0 && (field[i] == '+' || field[i] == '-')) {
        exponent = (int32_t)strtol((field[size] = 0, field + i), 0, 10);
        break;
      }
      text[k++] = field[i];
    }
    k += snprintf(text + k, 32, "e%d", (int)(exponent + shift));
    parse_real(text, k, kind, t->decimal_comma, &v);
  }
  store_real(p, kind, v);
}

static void read_integer(fio *io, transfer *t, const node *n, int32_t kind, void *p) {
  char field[512];
  int32_t size = take_field(io, t, n->width > 0 ? n->width : 0, field, 500, 1);
  if (io_failed(io) && io->status != -2) return;
  size = squeeze(t, field, size);
  __int128 v = 0;
  if (size > 0 && !parse_integer(field, size, &v)) {
    io_error(io, 5010, "Bad value during integer read");
    return;
  }
  __int128 most = kind == 16 ? F_MOST_I16 : ((__int128)1 << (kind * 8 - 1)) - 1;
  if (v > most || v < -most - 1) {
    io_error(io, 5012, "Value overflowed during integer read");
    return;
  }
  store_integer(p, kind, v);
}

static void read_bits(fio *io, transfer *t, const node *n, int32_t bits, int32_t size, void *p) {
  char field[512];
  int32_t count = take_field(io, t, n->width > 0 ? n->width : 0, field, 500, 1);
  count = squeeze(t, field, count);
  unsigned __int128 v = 0;
  for (int32_t i = 0; i < count; i++) {
    int c = field[i] | 32;
    int digit = field[i] >= '0' && field[i] <= '9' ? field[i] - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : 99;
    if (digit >= 1 << bits) {
      io_error(io, 5010, "Bad value during B, O or Z read");
      return;
    }
    v = v << bits | (unsigned)digit;
  }
  memcpy(p, &v, size);
}

static void read_text(fio *io, transfer *t, const node *n, char *p, int32_t length) {
  int32_t width = n->width > 0 && n->digits == 1 ? n->width : length;
  char *field = f_new(width + 1);
  int32_t size = take_field(io, t, width, field, width, 0);
  // Of a field that is wider than the variable the last characters count.
  int32_t skipped = width > length ? width - length : 0;
  if (size > skipped) f_assign(p, length, field + skipped, size - skipped);
  else memset(p, ' ', length);
  free(field);
}

static void read_item(fio *io, transfer *t, const node *n, int32_t code, int32_t kind, void *p, int32_t length) {
  switch (n->kind) {
    case E_I:
      if (code != F_INTEGER && code != F_LOGICAL) mismatch(io, t, n, code);
      else read_integer(io, t, n, kind, p);
      break;
    case E_B: read_bits(io, t, n, 1, kind, p); break;
    case E_O: read_bits(io, t, n, 3, kind, p); break;
    case E_Z: read_bits(io, t, n, 4, kind, p); break;
    case E_A: read_text(io, t, n, p, code == F_CHARACTER ? length : kind); break;
    case E_L: {
      char field[512];
      int value = 0;
      int32_t size = take_field(io, t, n->width > 0 ? n->width : 1, field, 500, 0);
      size = squeeze(t, field, size);
      if (size > 0 && !parse_logical(field, size, &value)) io_error(io, 5010, "Bad value on logical read");
      else store_integer(p, kind, value);
      break;
    }
    case E_G:
      if (code == F_INTEGER) read_integer(io, t, n, kind, p);
      else if (code == F_REAL) read_real(io, t, n, kind, p);
      else {
        node a = *n;
        a.kind = code == F_LOGICAL ? E_L : E_A;
        a.digits = n->width > 0;
        read_item(io, t, &a, code, kind, p, length);
      }
      break;
    default:
      if (code != F_REAL) mismatch(io, t, n, code);
      else read_real(io, t, n, kind, p);
  }
}

void format_item(fio *io, transfer *t, int32_t code, int32_t kind, void *p, int32_t length) {
  if (io_failed(io) || !t->f) return;
  t->items++;
  const node *n = advance(io, t, 1);
  if (!n) return;
  if (io->writing) write_item(io, t, n, code, kind, p, length);
  else read_item(io, t, n, code, kind, p, length);
}
