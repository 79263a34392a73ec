// List-directed input: values, repeat counts and null values. NAMELIST input uses the same code for its values.
#include <ctype.h>
#include "io.h"

// The next character; the end of a record counts as a space.
int peek(const transfer *t) { return t->column < t->record->size ? (unsigned char)t->record->p[t->column] : '\n'; }

static int at_record_end(const transfer *t) { return t->column >= t->record->size; }

int next_record(fio *io, transfer *t) {
  if (record_next_read(io, t)) return 1;
  io_error(io, F_END_OF_FILE, "End of file");
  return 0;
}

// Tests for the character, other than a space, that separates two values.
static int is_comma(const transfer *t, int c) { return c == ';' || (c == ',' && !t->decimal_comma); }

static int is_separator(const transfer *t, int c) { return is_comma(t, c) || c == '/' || c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

static void add_value(transfer *t, char c) {
  if (t->value_length + 1 >= t->value_capacity) {
    t->value_capacity = f_plus(f_times(t->value_capacity, 2), 64);
    t->value = f_resize(t->value, t->value_capacity);
  }
  t->value[t->value_length++] = c;
}

int skip_blanks(fio *io, transfer *t, int across) {
  for (;;) {
    int c = peek(t);
    if (c == ' ' || c == '\t' || c == '\r') t->column++;
    else if (c == '\n' && across) {
      if (!next_record(io, t)) return 0;
    } else return 1;
  }
}

static void after_value(fio *io, transfer *t) {
  skip_blanks(io, t, 0);
  t->comma_due = !is_comma(t, peek(t));
  if (!t->comma_due) t->column++;
}

// Skips the comma that belongs to the last value, because the end of a record counts as a space; returns 0 if there is
// none.
int take_due_comma(transfer *t) {
  int skips = t->comma_due && is_comma(t, peek(t));
  t->comma_due = 0;
  if (skips) t->column++;
  return skips;
}

// Skips spaces and record ends and tests whether the input list continues with a value. Also skips omitted values and
// the end of the list.
int list_begins(fio *io, transfer *t) {
  if (t->finished || !skip_blanks(io, t, 1)) return 0;
  if (take_due_comma(t) && !skip_blanks(io, t, 1)) return 0;
  int c = peek(t);
  if (c == '/') t->finished = 1;
  else if (is_comma(t, c)) t->column++;
  else return 1;
  t->items++;
  return 0;
}

// Reads a quoted constant, which may continue in the next record. Returns 0 if another character directly follows it.
static int take_quoted(fio *io, transfer *t, int quote) {
  t->column++;
  for (;;) {
    if (at_record_end(t)) {
      if (io->namelist ? next_record(io, t) : record_next_read(io, t)) continue;
      // The end of the file also ends the constant.
      t->column = t->record->size;
      return 1;
    }
    int c = peek(t);
    t->column++;
    if (c == quote) {
      if (at_record_end(t) || peek(t) != quote) return is_separator(t, peek(t)) || (io->namelist && peek(t) == '!');
      t->column++;
    }
    add_value(t, (char)c);
  }
}

// Reads `(re, im)` and drops spaces. Returns 0 if another character directly follows it. One of the parts may be
// NaN(…), with inner parentheses.
static int take_complex(fio *io, transfer *t) {
  for (int depth = 0;;) {
    if (at_record_end(t)) {
      if (!next_record(io, t)) return 1;
      continue;
    }
    int c = peek(t);
    t->column++;
    if (c != ' ' && c != '\t') add_value(t, (char)c);
    if (c == '(') depth++;
    if (c == ')' && --depth <= 0) return is_separator(t, peek(t)) || (io->namelist && peek(t) == '!');
  }
}

static void take_word(fio *io, transfer *t, int32_t code) {
  int depth = 0;  // NaN(…) may contain separators
  while (!at_record_end(t)) {
    int c = peek(t);
    if (depth == 0 && (is_separator(t, c) || (io->namelist && c == '!' && code != F_CHARACTER))) return;
    if (c == '(' && code == F_REAL) depth = 1;
    if (c == ')') depth = 0;
    add_value(t, (char)c);
    t->column++;
  }
}

static const char *fault_of(int32_t code) {
  switch (code) {
    case F_INTEGER: case F_UNSIGNED: return "Bad integer for item %d in list input";
    case F_REAL: return "Bad real number in item %d of list input";
    case F_COMPLEX: return "Bad complex floating point number for item %d";
    case F_LOGICAL: return "Bad logical value while reading item %d";
    default: return "Invalid string input in item %d";
  }
}

static void refuse(fio *io, transfer *t, const char *message) { io_error(io, F_ERROR_VALUE, message, (int)t->items); }

#define MOST_REPEATS 200000000

// Reads `r*`; returns 0 if the statement has already failed.
static int take_repeat(fio *io, transfer *t, int32_t code) {
  int64_t at = t->column, count = 0;
  while (at < t->record->size && t->record->p[at] >= '0' && t->record->p[at] <= '9') {
    count = count * 10 + (t->record->p[at++] - '0');
    if (count > MOST_REPEATS) count = MOST_REPEATS + 1;
  }
  if (at == t->column) return 1;
  int counts = code == F_LOGICAL || code == F_COMPLEX || (at < t->record->size && t->record->p[at] == '*');
  if (counts && count > MOST_REPEATS) {
    refuse(io, t, "Repeat count overflow in item %d of list input");
    return 0;
  }
  if (at >= t->record->size || t->record->p[at] != '*') {
    if (code != F_LOGICAL && code != F_COMPLEX) return 1;
    refuse(io, t, "Bad repeat count in item %d of list input");
    return 0;
  }
  if (count == 0) {
    refuse(io, t, "Zero repeat count in item %d of list input");
    return 0;
  }
  t->repeat = (int32_t)count;
  t->column = at + 1;
  return 1;
}

static void refuse_name(fio *io, const char *text, int32_t n) {
  char name[64];
  int32_t k = 0;
  for (int32_t i = 0; i < n && k < 63; i++) name[k++] = (char)tolower((unsigned char)text[i]);
  name[k] = 0;
  io_error(io, F_ERROR_VALUE, "Cannot match namelist object name %s", name);
}

// Reads a value or a null value, along with its repeat count.
static void fetch_value(fio *io, transfer *t, int32_t code) {
  t->value_length = 0;
  t->null_value = 0;
  t->repeat = 1;
  if (!skip_blanks(io, t, 1)) return;
  if (take_due_comma(t) && !skip_blanks(io, t, 1)) return;
  int c = peek(t);
  if (c == '/') {
    t->finished = 1;
    return;
  }
  if (is_comma(t, c)) {
    t->column++;
    t->null_value = 1;
    return;
  }
  // In NAMELIST, a constant without apostrophes or quotes could be the next name. Like the GNU library, accepts a
  // constant that begins with a digit.
  int is_name = io->namelist && code == F_CHARACTER && c != '\'' && c != '"' && !(c >= '0' && c <= '9');
  if (!take_repeat(io, t, code)) return;
  c = peek(t);
  if (t->column > 0 && t->record->p[t->column - 1] == '*' && is_separator(t, c)) {
    t->null_value = 1;
    after_value(io, t);
    return;
  }
  int whole = 1;
  if ((c == '\'' || c == '"') && code == F_CHARACTER) whole = take_quoted(io, t, c);
  else if (c == '(' && code == F_COMPLEX) whole = take_complex(io, t);
  else if (code == F_COMPLEX) {
    refuse(io, t, "Bad complex value in item %d of list input");
    return;
  } else take_word(io, t, code);
  if (is_name) refuse_name(io, t->value, t->value_length);
  if (!whole && !io_failed(io)) refuse(io, t, fault_of(code));
  if (!io_failed(io)) after_value(io, t);
}

int parse_logical(const char *p, int32_t n, int *value) {
  if (n > 0 && *p == '.') p++, n--;
  if (n <= 0) return 0;
  if (*p == 't' || *p == 'T') *value = 1;
  else if (*p == 'f' || *p == 'F') *value = 0;
  else return 0;
  return 1;
}

// Stores a number that may be followed by a distribution string.
static int store_real_text(const transfer *t, const char *text, int32_t n, int32_t kind, void *p) {
  long double r;
  for (int32_t i = 1; i + 1 < n; i++) {
    if (text[i] != 'U' || text[i + 1] != 'x') continue;
    double u;
    if (!parse_real(text, i, kind, t->decimal_comma, &r) || !fortran_ux_read(text + i, n - i, (double)r, &u)) return 0;
    if (kind == 4) *(float *)p = (float)u;
    else *(double *)p = u;
    return 1;
  }
  if (!parse_real(text, n, kind, t->decimal_comma, &r)) return 0;
  store_real(p, kind, r);
  return 1;
}

static int store_complex(const transfer *t, int32_t kind, char *p) {
  int32_t n = t->value_length;
  if (n < 3 || t->value[0] != '(' || t->value[n - 1] != ')') return 0;
  char *comma = memchr(t->value, t->decimal_comma ? ';' : ',', n);
  if (!comma) return 0;
  int32_t re = (int32_t)(comma - t->value) - 1;
  char parts[32];
  if (!store_real_text(t, t->value + 1, re, kind, parts)) return 0;
  if (!store_real_text(t, comma + 1, n - re - 3, kind, parts + kind)) return 0;
  memcpy(p, parts, 2 * kind);
  return 1;
}

static int store_list_integer(fio *io, transfer *t, int32_t code, int32_t kind, void *p) {
  whole_result result = t->value_length > 0 ? store_whole(p, code, kind, t->value, t->value_length) : WHOLE_MALFORMED;
  if (result == WHOLE_NEGATIVE) refuse(io, t, "Negative sign for unsigned integer in item %d of list input ");
  if (result == WHOLE_TOO_LARGE && code == F_UNSIGNED) refuse(io, t, "Unsigned integer overflow while reading item %d of list input");
  else if (result == WHOLE_TOO_LARGE) refuse(io, t, "Integer overflow while reading item %d");
  return result != WHOLE_MALFORMED;
}

static int store_value(fio *io, transfer *t, int32_t code, int32_t kind, void *p, int32_t length) {
  switch (code) {
    case F_INTEGER: case F_UNSIGNED: return store_list_integer(io, t, code, kind, p);
    case F_REAL: return store_real_text(t, t->value, t->value_length, kind, p);
    case F_COMPLEX: return store_complex(t, kind, p);
    case F_LOGICAL: {
      int v;
      if (!parse_logical(t->value, t->value_length, &v)) return 0;
      store_integer(p, kind, v);
      return 1;
    }
    default:
      if (kind == 4 || is_utf8(t)) {
        int32_t wide;
        char *text = wide_of_text(t, t->value, t->value_length, &wide);
        store_wide(kind, p, length, text, wide);
        free(text);
      } else f_assign(p, length, t->value, t->value_length);
      return 1;
  }
}

// Length of the longest prefix that may be a number.
static int32_t number_length(const char *p, int32_t n, int32_t code) {
  int32_t i = n > 0 && (p[0] == '+' || p[0] == '-');
  int point = is_whole(code), power = point;
  for (; i < n; i++) {
    if (p[i] >= '0' && p[i] <= '9') continue;
    if (p[i] == '.' && !point) point = 1;
    else if (i > 0 && !power && strchr("eEdDqQ", p[i])) {
      power = point = 1;
      if (i + 1 < n && (p[i + 1] == '+' || p[i + 1] == '-')) i++;
    } else break;
  }
  return i;
}

// In NAMELIST, text directly after a number counts as the next name, as in the GNU library.
static void refuse_value(fio *io, transfer *t, int32_t code) {
  if (!io->namelist || (!is_whole(code) && code != F_REAL && code != F_LOGICAL)) {
    refuse(io, t, fault_of(code));
    return;
  }
  int32_t number = code == F_LOGICAL ? 0 : number_length(t->value, t->value_length, code);
  refuse_name(io, t->value + number, t->value_length - number);
}

int list_value(fio *io, transfer *t, int32_t code, int32_t kind, void *p, int32_t length) {
  if (t->finished) return 0;
  t->items++;
  if (t->repeat <= 0) fetch_value(io, t, code);
  if (io_failed(io) || t->finished) return 0;
  t->repeat--;
  if (t->null_value) return 0;
  if (!store_value(io, t, code, kind, p, length)) refuse_value(io, t, code);
  return !io_failed(io);
}

void list_read(fio *io, transfer *t, int32_t code, int32_t kind, void *p, int32_t length) { list_value(io, t, code, kind, p, length); }
