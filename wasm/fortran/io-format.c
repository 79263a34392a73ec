// FORMAT: parsed once into a list of edit descriptors, which io-edit.c executes.
#include <stdarg.h>

#include "io-format.h"

typedef struct { fio *io; struct format *f; const char *p, *end; } parser;

static node *add_node(parser *s, int32_t kind, int32_t repeat, int32_t at) {
  struct format *f = s->f;
  if (f->count == f->capacity) {
    f->capacity = f->capacity * 2 + 16;
    f->nodes = f_resize(f->nodes, (int64_t)f->capacity * sizeof(node));
  }
  f->nodes[f->count] = (node){kind, repeat, 0, -1, 0, 0, at, 0, 0};
  return &f->nodes[f->count++];
}

// Prints the message, the format (only the part around the position if it is long), and a caret below the position.
void format_error(fio *io, const struct format *f, int32_t at, const char *message, ...) {
  char what[120], mark[100];
  va_list list;
  va_start(list, message);
  vsnprintf(what, sizeof what, message, list);
  va_end(list);
  int32_t from = at > 60 ? at - 40 : 0, n = f->length - from;
  if (n > 80) n = 80;
  at -= from;
  if (at < 0) at = 0;
  memset(mark, ' ', sizeof mark);
  mark[at] = '^';
  io_error(io, F_ERROR_FORMAT, "%s\n%.*s\n%.*s", what, (int)n, f->source + f->length + from, (int)at + 1, mark);
}

static void skip(parser *s) {
  while (s->p < s->end && (*s->p == ' ' || *s->p == '\t' || *s->p == '\n' || *s->p == '\r')) s->p++;
}

static int32_t place(const parser *s) { return (int32_t)(s->p - s->f->source); }

// The next character in upper case, without consuming it, or 0 at the end.
static int next(parser *s) {
  skip(s);
  if (s->p >= s->end) return 0;
  return *s->p >= 'a' && *s->p <= 'z' ? *s->p - 32 : (unsigned char)*s->p;
}

static int is_digit(int c) { return c >= '0' && c <= '9'; }

static int32_t number(parser *s) {
  int64_t n = 0;
  while (is_digit(next(s))) {
    n = n * 10 + (*s->p++ - '0');
    if (n > INT32_MAX / 2) n = INT32_MAX / 2;
  }
  return (int32_t)n;
}

// Reports an unexpected character.
static int wrong(parser *s, const char *message) {
  if (next(s) == 0) format_error(s->io, s->f, s->f->length - 1, "Unexpected end of format string");
  else format_error(s->io, s->f, place(s), "%s", message);
  return 0;
}

static int unexpected(parser *s) {
  int c = next(s);
  if (c == 0) format_error(s->io, s->f, s->f->length - 1, "Unexpected end of format string");
  else format_error(s->io, s->f, place(s), "Unexpected element '%c' in format", c);
  return 0;
}

static int quoted(parser *s) {
  int32_t at = place(s);
  char quote = *s->p++;
  node *n = add_node(s, E_TEXT, 1, at);
  // Undoubles quotes in place, which is allowed because the source is the format's own copy.
  char *to = (char *)s->p;
  n->text = to;
  for (;; s->p++) {
    if (s->p >= s->end) {
      format_error(s->io, s->f, s->f->length - 1, "Unterminated character constant in format");
      return 0;
    }
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

static int hollerith(parser *s, int32_t n) {
  node *text = add_node(s, E_TEXT, 1, place(s));
  if (s->end - s->p < n) {
    s->p = s->end;
    return unexpected(s);
  }
  text->text = s->p;
  text->length = n;
  s->p += n;
  return 1;
}

#define NONNEGATIVE "Nonnegative width required in format"
#define POSITIVE "Positive integer required in format"
#define EXPONENT "Positive exponent width required in format string at %L"

static int is_too_new(int32_t year) { return f_pedantic && f_is_before(year); }

// The earliest standard that allows a zero width for reals.
static int32_t zero_width_since(int32_t kind) { return kind == E_F || kind == E_EX ? 0 : kind == E_G ? F_2008 : F_2018; }

// Parses a descriptor without a width, if this is allowed.
static int width_of_type(parser *s, node *n) {
  if (!f_dec_formats || is_digit(next(s)) || next(s) == '.') return 0;
  n->width = F_WIDTH_OF_TYPE;
  return 1;
}

// I, B, O, Z: w, w.m
static int integer_descriptor(parser *s, node *n) {
  if (n->kind == E_I && width_of_type(s, n)) return 1;
  if (!is_digit(next(s))) return wrong(s, s->f->reading ? POSITIVE : NONNEGATIVE);
  n->width = number(s);
  if (n->width == 0 && s->f->reading) {
    s->p--;
    return wrong(s, POSITIVE);
  }
  if (next(s) != '.') return 1;
  s->p++;
  if (!is_digit(next(s))) return wrong(s, NONNEGATIVE);
  n->digits = number(s);
  if (n->width != 0 && n->digits > n->width) {
    format_error(s->io, s->f, place(s) - 1, "Minimum digits exceeds field width");
    return 0;
  }
  return 1;
}

static int exponent_width(parser *s, node *n) {
  if (next(s) != 'E') return 1;
  s->p++;
  if (!is_digit(next(s))) return wrong(s, EXPONENT);
  n->exponent = number(s);
  if (n->exponent == 0) {
    if (is_too_new(F_2018)) {
      s->p--;
      return wrong(s, EXPONENT);
    }
    n->exponent = F_EXPONENT_FREE;
  }
  return 1;
}

// F, E, D, EN, ES, EX, G: w.d, w.dEe; for G also just w.
static int real_descriptor(parser *s, node *n) {
  if (width_of_type(s, n)) return 1;
  if (!is_digit(next(s))) {
    s->p = s->end;
    return unexpected(s);
  }
  n->width = number(s);
  if (n->width == 0 && (s->f->reading || is_too_new(zero_width_since(n->kind)))) {
    s->p--;
    return wrong(s, n->kind == E_F || !s->f->reading ? "Zero width in format descriptor" : POSITIVE);
  }
  if (next(s) != '.') {
    // With a zero width, the number of digits depends on the value and may be omitted here, even if the compiler
    // rejects that.
    if (n->kind == E_G || n->width == 0) return 1;
    if (f_legacy_files) {
      n->digits = 0;
      return 1;
    }
    return wrong(s, "Period required in format");
  }
  s->p++;
  if (!is_digit(next(s))) return wrong(s, NONNEGATIVE);
  n->digits = number(s);
  return n->kind == E_F || n->kind == E_D ? 1 : exponent_width(s, n);
}

static int text_descriptor(parser *s, node *n) {
  if (!is_digit(next(s))) return 1;
  n->width = number(s);
  n->digits = 1;
  if (n->width > 0 || (n->kind == E_L && !s->f->reading)) return 1;
  s->p--;
  return wrong(s, n->kind == E_A ? "Zero width in format descriptor" : POSITIVE);
}

// DT, DT'text', DT(1,2), DT'text'(1,2): stores the text and, in `digits`, where the numbers start.
static int defined_descriptor(parser *s, int32_t repeat, int32_t at) {
  int32_t index = s->f->count;
  int c = next(s);
  if (c == '\'' || c == '"') {
    if (!quoted(s)) return 0;
    s->f->nodes[index].kind = E_DT;
  } else add_node(s, E_DT, 1, at);
  node *n = &s->f->nodes[index];
  n->repeat = repeat;
  n->at = at + 1;
  s->f->has_data = 1;
  if (next(s) != '(') return 1;
  n->digits = place(s);
  s->p++;
  do {
    c = next(s);
    if (c == '-' || c == '+') s->p++;
    if (!is_digit(next(s))) return unexpected(s);
    number(s);
    n->width++;
    c = next(s);
    s->p++;
  } while (c == ',');
  s->p--;
  if (c != ')') return unexpected(s);
  s->p++;
  return 1;
}

static int data_descriptor(parser *s, int32_t kind, int32_t repeat, int32_t at) {
  node *n = add_node(s, kind, repeat, at);
  s->f->has_data = 1;
  switch (kind) {
    case E_I: case E_B: case E_O: case E_Z: return integer_descriptor(s, n);
    case E_A: case E_L: n->digits = 0; return text_descriptor(s, n);
    default: return real_descriptor(s, n);
  }
}

static int tab(parser *s, int32_t at) {
  int c = next(s);
  int32_t kind = c == 'L' ? E_TL : c == 'R' ? E_TR : E_T;
  if (kind != E_T) s->p++;
  if (!is_digit(next(s))) return wrong(s, POSITIVE);
  node *n = add_node(s, kind, 1, at);
  n->width = number(s);
  if (n->width > 0 || kind != E_T) return 1;
  s->p--;
  return wrong(s, POSITIVE);
}

static int items(parser *s);

static int group(parser *s, int32_t repeat, int32_t at) {
  int32_t open = s->f->count;
  add_node(s, E_GROUP, repeat, at);
  if (!items(s)) return 0;
  s->f->nodes[open].close = s->f->count;
  add_node(s, E_END, open, at);
  return 1;
}

// Parses a descriptor of one or two letters that takes no repeat count or width; returns -1 if there is none.
static int32_t mode_descriptor(parser *s, int c, int d) {
  static const struct { char name[3]; int32_t kind, width; } modes[] = {
      {"SP", E_SP, 0}, {"SS", E_SS, 0}, {"BN", E_BN, 0}, {"BZ", E_BZ, 0}, {"DC", E_DC, 0}, {"DP", E_DP, 0},
      {"RU", E_R, F_ROUND_UP}, {"RD", E_R, F_ROUND_DOWN}, {"RZ", E_R, F_ROUND_ZERO}, {"RN", E_R, F_ROUND_NEAREST},
      {"RC", E_R, F_ROUND_COMPATIBLE}, {"RP", E_R, F_ROUND_DEFAULT}};
  for (int i = 0; i < 12; i++) {
    if (modes[i].name[0] != c || modes[i].name[1] != d) continue;
    s->p++;
    node *n = add_node(s, modes[i].kind, 1, place(s) - 2);
    n->width = modes[i].width;
    return 1;
  }
  if (c != 'S') return -1;
  add_node(s, E_S, 1, place(s) - 1);
  return 1;
}

static int32_t kind_of(parser *s, int c) {
  switch (c) {
    case 'I': return E_I;
    case 'B': return E_B;
    case 'O': return E_O;
    case 'Z': return E_Z;
    case 'F': return E_F;
    case 'G': return E_G;
    case 'L': return E_L;
    case 'A': return E_A;
    case 'D': return E_D;
    case 'E': {
      int d = next(s);
      if (d == 'N' || d == 'S' || d == 'X') s->p++;
      return d == 'N' ? E_EN : d == 'S' ? E_ES : d == 'X' ? E_EX : E_E;
    }
    default: return -1;
  }
}

static int scale_factor(parser *s, int negative) {
  int32_t at = place(s), n = number(s);
  if (next(s) != 'P') {
    format_error(s->io, s->f, place(s), "Expected P edit descriptor in format");
    return 0;
  }
  s->p++;
  add_node(s, E_P, 1, at)->width = negative ? -n : n;
  return 1;
}

// Descriptors that may follow a number: nH, nX, kP, n/, n(…), and the data descriptors.
static int repeated(parser *s) {
  int32_t at = place(s), n = number(s);
  if (s->p < s->end && (*s->p == 'h' || *s->p == 'H')) {
    s->p++;
    return hollerith(s, n);
  }
  int c = next(s);
  if (c == 'P') {
    s->p++;
    add_node(s, E_P, 1, at)->width = n;
    return 1;
  }
  if (n == 0) {
    format_error(s->io, s->f, place(s), "Expected P edit descriptor in format");
    return 0;
  }
  if (c == 0) return unexpected(s);
  at = place(s);
  s->p++;
  if (c == '(') return group(s, n, at);
  if (c == 'X' || c == '/') {
    add_node(s, c == 'X' ? E_X : E_SLASH, 1, at)->width = n;
    return 1;
  }
  if (c == 'D' && next(s) == 'T') {
    s->p++;
    return defined_descriptor(s, n, at);
  }
  int32_t kind = kind_of(s, c);
  if (kind >= 0) return data_descriptor(s, kind, n, at);
  s->p = s->f->source + at;
  return unexpected(s);
}

static int unlimited(parser *s) {
  s->p++;
  int32_t at = place(s);
  if (next(s) != '(') return wrong(s, "Left parenthesis required after '*'");
  s->p++;
  int32_t before = s->f->has_data;
  s->f->has_data = 0;
  if (!group(s, INT32_MAX, at)) return 0;
  if (!s->f->has_data) {
    format_error(s->io, s->f, place(s) - 1, "'*' requires at least one associated data item");
    return 0;
  }
  s->f->has_data |= before;
  return 1;
}

static int item(parser *s) {
  int c = next(s);
  if (c == '\'' || c == '"') return quoted(s);
  if (is_digit(c)) return repeated(s);
  if (c == '*') return unlimited(s);
  int32_t at = place(s);
  if (c == 0) return unexpected(s);
  s->p++;
  int d = next(s);
  switch (c) {
    case '-': case '+':
      if (is_digit(d)) return scale_factor(s, c == '-');
      return unexpected(s);
    case '(': return group(s, 1, at);
    case 'X': add_node(s, E_X, 1, at)->width = 1; return 1;
    case 'T': return tab(s, at);
    case '/': add_node(s, E_SLASH, 1, at)->width = 1; return 1;
    case ':': add_node(s, E_COLON, 1, at); return 1;
    case '$':
      if (f_pedantic && f_standard > 0) {
        io_error(s->io, F_ERROR_FORMAT, "Extension: $ descriptor");
        return 0;
      }
      add_node(s, E_DOLLAR, 1, at); return 1;
    case 'P':
      format_error(s->io, s->f, at, "P descriptor requires leading scale factor");
      return 0;
    default: break;
  }
  if (mode_descriptor(s, c, d) > 0) return 1;
  if (c == 'D' && d == 'T') {
    s->p++;
    return defined_descriptor(s, 1, at);
  }
  int32_t kind = kind_of(s, c);
  if (kind >= 0) return data_descriptor(s, kind, 1, at);
  s->p = s->f->source + at;
  return unexpected(s);
}

// The items up to the closing parenthesis. Commas between items may be omitted but not doubled.
static int items(parser *s) {
  for (;;) {
    if (next(s) == ')') {
      s->p++;
      return 1;
    }
    if (!item(s)) return 0;
    if (next(s) == ',') s->p++;
  }
}

// Reversion returns to the last top-level group.
static void find_reversion(struct format *f) {
  int32_t depth = 0;
  for (int32_t i = 1; i < f->count - 1; i++) {
    if (f->nodes[i].kind == E_GROUP && depth++ == 0) f->revert = i;
    if (f->nodes[i].kind == E_END) depth--;
  }
}

static void free_format(struct format *f) {
  free(f->nodes);
  free(f->source);
  free(f);
}

// An active transfer may still be using the evicted format, in which case the format is freed after that transfer.
static void leave_cache(struct format *f) {
  f->uncached = 1;
  if (f->walks == 0) free_format(f);
}

void release_format(struct format *f) {
  if (--f->walks == 0 && f->uncached) free_format(f);
}

// Size of the cache for parsed formats; most programs use only a few.
#define CACHE_SIZE 32
static struct format *cache[CACHE_SIZE];

struct format *parse_format(fio *io) {
  uint32_t hash = (uint32_t)io->format_length * 31u + (io->writing ? 0 : 7);
  for (int32_t i = 0; i < io->format_length; i++) hash = hash * 33u + (unsigned char)io->format[i];
  struct format **slot = &cache[hash % CACHE_SIZE], *known = *slot;
  if (known && known->length == io->format_length && known->reading == !io->writing &&
      memcmp(known->source + known->length, io->format, io->format_length) == 0) {
    return known;
  }
  struct format *f = f_new_zero(sizeof *f);
  f->length = io->format_length;
  f->reading = !io->writing;
  f->source = f_new(f_plus(f_times(2, f->length), 1));
  memcpy(f->source, io->format, f->length);
  memcpy(f->source + f->length, io->format, f->length);
  parser s = {io, f, f->source, f->source + f->length};
  if (next(&s) != '(') {
    format_error(io, f, place(&s), "Missing initial left parenthesis in format");
    free_format(f);
    return 0;
  }
  s.p++;
  add_node(&s, E_GROUP, 1, 0);
  if (!items(&s)) {
    free_format(f);
    return 0;
  }
  f->nodes[0].close = f->count;
  add_node(&s, E_END, 0, 0);
  find_reversion(f);
  if (known) leave_cache(known);
  *slot = f;
  return f;
}
