// NAMELIST: groups of variables that are read and written along with their names, subscripts, components and
// substrings.
#include <strings.h>

#include "io.h"

// An entry in a group, or the part of it that is selected by subscripts, components and elements.
typedef struct {
  const char *name;
  int32_t code, kind;
  fdesc place;
  const fnamelist *parts;
  int32_t part_count;
  void (*defined)(fio *, void *);
} object;

static object object_of(const fnamelist *entry) {
  object o = {entry->name, entry->code, entry->kind, {0}, entry->parts, entry->part_count, entry->defined};
  f_copy_descriptor(&o.place, entry->place);
  return o;
}

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

// ---- output -----------------------------------------------------------------------------------------------------------
static int same_value(const object *item, const char *a, const char *b) {
  int32_t size = item->code == F_CHARACTER ? item->place.elem : item->code == F_COMPLEX ? 2 * item->kind : item->kind;
  return memcmp(a, b, size) == 0;
}

static void write_value(fio *io, transfer *t, const object *item, const char *p, int repeated) {
  char text[EDIT_SPACE];
  switch (item->code) {
    case F_INTEGER: case F_UNSIGNED: {
      int32_t width = list_width_of_whole(item->kind);
      // Integers are left-aligned here.
      int32_t n = edit_integer(text, item->code, load_whole(p, item->code, item->kind), 0, -1, t->sign_plus);
      while (n < width) text[n++] = ' ';
      record_put(io, t, text, n);
      break;
    }
    case F_REAL: {
      int32_t n = edit_list_real(text, load_real(p, item->kind), item->kind, 0, modes_of(t));
      // After a repeat count, leading spaces are moved to the end.
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
      put_characters(io, t, item->kind, p, item->place.elem);
  }
}

static void put_upper(fio *io, transfer *t, const char *name) {
  for (; *name; name++) {
    char c = *name >= 'a' && *name <= 'z' ? (char)(*name - 32) : *name;
    record_put(io, t, &c, 1);
  }
}

// If an internal unit has only one record, everything is on one line.
static void end_line(fio *io, transfer *t) {
  if (!t->u && io->record_count == 1) record_put(io, t, " ", 1);
  else record_end_write(io, t);
}

static void write_values(fio *io, transfer *t, const object *item) {
  const char *separator = t->decimal_comma ? ";" : ",";
  int32_t n = count_of(&item->place), in_line = 1;  // the first line has one group fewer
  int bare = item->code == F_CHARACTER && t->delimiter == 0;
  for (int32_t k = 0; k < n;) {
    char *p = element(&item->place, k);
    int32_t run = 1;
    while (k + run < n && same_value(item, p, element(&item->place, k + run))) run++;
    if (run > 1) {
      char text[32];
      record_put(io, t, text, snprintf(text, sizeof text, " %d*", (int)run));
    }
    write_value(io, t, item, p, run > 1);
    k += run;
    if (!bare) record_put(io, t, separator, 1);
    if (++in_line > 5) {
      if (bare) record_put(io, t, separator, 1);
      end_line(io, t);
      record_put(io, t, " ", 1);
      in_line = 0;
    }
  }
}

static void write_item(fio *io, transfer *t, const object *item, const char *prefix);

// Each element of a structure is written component by component, as in `X(2)%A=`.
static void write_structure(fio *io, transfer *t, const object *item, const char *prefix) {
  int32_t n = count_of(&item->place);
  for (int32_t k = 0; k < n; k++) {
    char name[512];
    int32_t used = snprintf(name, sizeof name, "%s%s", prefix, item->name), rest = k;
    for (int32_t i = 0; i < item->place.rank && used < (int32_t)sizeof name; i++) {
      int32_t index = item->place.dim[i].lb + rest % item->place.dim[i].ext;
      rest /= item->place.dim[i].ext;
      used += snprintf(name + used, sizeof name - used, "%s%d%s", i == 0 ? "(" : ",", (int)index, i == item->place.rank - 1 ? ")" : "");
    }
    if (used < (int32_t)sizeof name) snprintf(name + used, sizeof name - used, "%%");
    for (int32_t i = 0; i < item->part_count; i++) {
      object part = object_of(&item->parts[i]);
      part.place.base = element(&item->place, k) + (ptrdiff_t)part.place.base;
      write_item(io, t, &part, name);
    }
  }
}

// Writes `NAME=` and then, for each element, the output of the type's own procedure.
static void write_defined(fio *io, transfer *t, const object *item, const char *prefix) {
  int32_t n = count_of(&item->place);
  record_put(io, t, " ", 1);
  put_upper(io, t, prefix);
  put_upper(io, t, item->name);
  record_put(io, t, "=", 1);
  for (int32_t k = 0; k < n && !io_failed(io); k++) item->defined(io, element(&item->place, k));
  end_line(io, t);
}

static void write_item(fio *io, transfer *t, const object *item, const char *prefix) {
  if (item->defined) {
    write_defined(io, t, item, prefix);
    return;
  }
  if (item->parts) {
    write_structure(io, t, item, prefix);
    return;
  }
  record_put(io, t, " ", 1);
  put_upper(io, t, prefix);
  put_upper(io, t, item->name);
  record_put(io, t, "=", 1);
  write_values(io, t, item);
  end_line(io, t);
}

static void write_namelist(fio *io, transfer *t, const char *group, const fnamelist *items, int32_t count) {
  if (!io->delimiter && !(t->u && t->u->delimiter_given)) t->delimiter = 2;
  record_put(io, t, "&", 1);
  put_upper(io, t, group);
  end_line(io, t);
  for (int32_t i = 0; i < count; i++) {
    object item = object_of(&items[i]);
    write_item(io, t, &item, "");
  }
  record_put(io, t, " /", 2);
}

// ---- input ------------------------------------------------------------------------------------------------------------
static int is_name_start(int c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
static int is_name_character(int c) { return is_name_start(c) || (c >= '0' && c <= '9'); }

static int read_name(transfer *t, char *name, int32_t size) {
  int32_t n = 0;
  while (t->column < t->record->size && is_name_character(peek(t))) {
    char c = t->record->p[t->column++];
    if (n < size - 1) name[n++] = c >= 'A' && c <= 'Z' ? (char)(c + 32) : c;
  }
  name[n] = 0;
  return n;
}

// Skips spaces, line ends, comments, and insignificant commas.
static int skip_space(fio *io, transfer *t, int commas) {
  for (;;) {
    int c = peek(t);
    if (c == '!') t->column = t->record->size;
    else if (c == '\n') {
      if (!next_record(io, t)) return 0;
    } else if (c == ' ' || c == '\t' || c == '\r' || (commas && (c == ',' || c == ';'))) t->column++;
    else return 1;
  }
}

// The first nonblank character in the records that follow.
static int look_ahead(const transfer *t) {
  if (!t->u || t->u->standard) return 0;
  const bytes *data = &t->u->data;
  int64_t at = t->u->at;
  while (at < data->size && (data->p[at] == ' ' || data->p[at] == '\n' || data->p[at] == '\r' || data->p[at] == '\t')) at++;
  return at < data->size ? data->p[at] : 0;
}

// Tests whether `name =` or `name(…)%part =` comes next, which ends the values of the previous name.
static int at_assignment(const transfer *t) {
  int64_t at = t->column, n = t->record->size;
  const char *p = t->record->p;
  if (at >= n || !is_name_start(p[at])) return 0;
  for (int depth = 0; at < n; at++) {
    if (p[at] == '(') depth++;
    else if (p[at] == ')') depth--;
    else if (depth == 0 && !is_name_character(p[at]) && p[at] != '%') break;
  }
  while (at < n && p[at] == ' ') at++;
  return at < n ? p[at] == '=' : look_ahead(t) == '=';
}

static int64_t read_index(transfer *t, int64_t otherwise, int *given) {
  int64_t n = 0;
  int negative = 0, digits = 0;
  while (peek(t) == ' ') t->column++;
  if (peek(t) == '-' || peek(t) == '+') negative = t->record->p[t->column++] == '-';
  for (; peek(t) >= '0' && peek(t) <= '9'; digits = 1) n = n * 10 + (t->record->p[t->column++] - '0');
  while (peek(t) == ' ') t->column++;
  *given = digits;
  return digits ? (negative ? -n : n) : otherwise;
}

// Narrows a dimension to a subscript or triplet; returns 0 if this is malformed or out of bounds.
static int narrow_dimension(transfer *t, fdesc *d, int32_t i, int *single) {
  fbounds *dim = &d->dim[i];
  int32_t low = dim->lb, high = dim->lb + dim->ext - 1;
  int given, more;
  int64_t first = read_index(t, low, &given), last = first, step = 1;
  if (peek(t) == ':') {
    t->column++;
    *single = 0;
    last = read_index(t, high, &more);
    if (peek(t) == ':') {
      t->column++;
      step = read_index(t, 1, &more);
      if (!more || step == 0) return 0;
    }
  } else if (!given) return 0;
  if (first < low || first > high || last < low || last > high) return 0;
  d->base = (char *)d->base + (ptrdiff_t)(first - low) * dim->stride;
  dim->ext = f_count((int32_t)first, (int32_t)last, (int32_t)step);
  dim->lb = 1;
  dim->stride *= (int32_t)step;
  return 1;
}

// Parses `(2, 1:3)`. If this selects a single element, any further values go into the elements after it.
static int read_subscripts(transfer *t, fdesc *d, int32_t *from, int *single) {
  fdesc whole = *d;
  *single = 1;
  t->column++;
  for (int32_t i = 0; i < d->rank; i++) {
    if (!narrow_dimension(t, d, i, single)) return 0;
    if (peek(t) != (i == d->rank - 1 ? ')' : ',')) return 0;
    t->column++;
  }
  if (!*single) return 1;
  // Iterates over the dimensions, starting with the largest stride.
  ptrdiff_t offset = (char *)d->base - (char *)whole.base;
  for (int32_t i = whole.rank - 1; i >= 0; i--) {
    *from = *from * whole.dim[i].ext + (int32_t)(offset / whole.dim[i].stride);
    offset %= whole.dim[i].stride;
  }
  *d = whole;
  return 1;
}

static int read_substring(transfer *t, object *item) {
  int given;
  int32_t bytes = item->kind, length = item->place.elem / bytes;
  t->column++;
  int64_t first = read_index(t, 1, &given);
  if (peek(t) != ':') return 0;
  t->column++;
  int64_t last = read_index(t, length, &given);
  if (peek(t) != ')' || first < 1 || last > length || last < first) return 0;
  t->column++;
  item->place.base = (char *)item->place.base + (first - 1) * bytes;
  item->place.elem = (int32_t)(last - first + 1) * bytes;
  return 1;
}

static const fnamelist *find_item(const fnamelist *items, int32_t count, const char *name) {
  for (int32_t i = 0; i < count; i++) if (strcasecmp(items[i].name, name) == 0) return &items[i];
  return 0;
}

static void mismatch(fio *io, const char *name) { io_error(io, F_ERROR_VALUE, "Cannot match namelist object name %s", name); }

// If a is an array, `a%m` is an array too: the component takes over the dimensions of a. A name may contain only one
// array.
static int take_dimensions(fio *io, const object *target, fbounds *outer, int32_t *count) {
  if (target->place.rank > 0 && *count > 0) {
    io_error(io, F_ERROR_VALUE, "Multiple sub-objects with non-zero rank in namelist object %s", target->name);
    return 0;
  }
  for (int32_t i = 0; i < target->place.rank; i++) outer[(*count)++] = target->place.dim[i];
  return 1;
}

static int read_qualifiers(fio *io, transfer *t, object *target, int32_t *from, int *single) {
  int ok = 1, own = target->place.rank > 0;
  *from = *single = 0;
  skip_blanks(io, t, 1);
  if (peek(t) == '(' && own) ok = read_subscripts(t, &target->place, from, single);
  skip_blanks(io, t, 0);
  if (ok && peek(t) == '(') ok = target->code == F_CHARACTER && !target->parts && read_substring(t, target);
  if (!ok && t->column >= t->record->size && !next_record(io, t)) return 0;
  if (!ok) io_error(io, F_ERROR_VALUE, "Bad qualifier of the namelist object %s", target->name);
  return ok && !io_failed(io);
}

// Parses `name(subscripts)%component(…)(substring)`, which is the target of the values; returns 0 after an error.
static int read_target(fio *io, transfer *t, const fnamelist *items, int32_t count, object *target, int32_t *from) {
  char name[128];
  fbounds outer[F_MAX_RANK];
  int32_t outer_count = 0;
  int single = 0;
  for (ptrdiff_t base = 0;;) {
    read_name(t, name, sizeof name);
    const fnamelist *found = find_item(items, count, name);
    if (!found) {
      mismatch(io, name);
      return 0;
    }
    *target = object_of(found);
    target->place.base = (char *)target->place.base + base;
    if (!read_qualifiers(io, t, target, from, &single)) return 0;
    if (peek(t) != '%') break;
    if (!target->parts) {
      io_error(io, F_ERROR_VALUE, "Attempt to get derived component for a non-derived type variable %s", name);
      return 0;
    }
    t->column++;
    base = element(&target->place, *from) - (char *)0;
    if (!single && !take_dimensions(io, target, outer, &outer_count)) return 0;
    items = target->parts;
    count = target->part_count;
  }
  if (outer_count == 0) return 1;
  // If a single element of an array component is given, selects this element in each structure of the outer array.
  if (single) {
    target->place.base = element(&target->place, *from);
    target->place.rank = *from = 0;
  }
  if (target->place.rank > 0) return take_dimensions(io, target, outer, &outer_count);
  memcpy(target->place.dim, outer, (size_t)outer_count * sizeof *outer);
  target->place.rank = outer_count;
  return 1;
}

// Reads values up to the next name or the end; returns 0 if there are no more.
static int read_values(fio *io, transfer *t, const object *item, int32_t from) {
  int32_t n = count_of(&item->place);
  for (int32_t k = from; k < n; k++) {
    if (item->defined) {
      item->defined(io, element(&item->place, k));
      if (io_failed(io) || t->finished) return 0;
      continue;
    }
    if (item->parts) {
      for (int32_t i = 0; i < item->part_count; i++) {
        object part = object_of(&item->parts[i]);
        part.place.base = element(&item->place, k) + (ptrdiff_t)part.place.base;
        if (!read_values(io, t, &part, 0)) return 0;
      }
      continue;
    }
    if (t->repeat <= 0) {
      if (!skip_space(io, t, 0)) return 0;
      if (take_due_comma(t) && !skip_space(io, t, 0)) return 0;
      if (at_assignment(t) || peek(t) == '/' || peek(t) == '&' || peek(t) == '$') return 0;
    }
    list_value(io, t, item->code, item->kind, element(&item->place, k), item->place.elem);
    if (io_failed(io) || t->finished) return 0;
  }
  return 1;
}

static int find_group(fio *io, transfer *t, const char *group) {
  char name[128];
  for (;;) {
    if (!skip_blanks(io, t, 1)) return 0;
    int c = peek(t);
    if (c == '&' || c == '$') {
      t->column++;
      read_name(t, name, sizeof name);
      c = peek(t);
      if (strcasecmp(name, group) == 0 && (c == ' ' || c == '\n' || c == ',' || c == '/' || c == '!' || c == '\t' || c == '\r')) return 1;
    }
    if (!next_record(io, t)) return 0;
  }
}

static void read_end(fio *io, transfer *t) {
  char name[128];
  if (peek(t) == '/') return;
  t->column++;
  if (read_name(t, name, sizeof name) && strcmp(name, "end") != 0) mismatch(io, name);
}

static void read_namelist(fio *io, transfer *t, const char *group, const fnamelist *items, int32_t count) {
  if (!find_group(io, t, group)) return;
  for (;;) {
    if (!skip_space(io, t, 1)) return;
    int c = peek(t);
    if (c == '/' || c == '&' || c == '$') {
      read_end(io, t);
      return;
    }
    object target;
    int32_t from;
    if (!read_target(io, t, items, count, &target, &from)) return;
    if (!skip_space(io, t, 0)) return;
    if (peek(t) != '=') {
      io_error(io, F_ERROR_VALUE, "Cannot match namelist object name %s", target.name);
      return;
    }
    t->column++;
    t->repeat = t->comma_due = 0;
    read_values(io, t, &target, from);
    if (!io_failed(io) && t->repeat > 0) io_error(io, F_ERROR_VALUE, "Repeat count too large for namelist object %s", target.name);
    if (io_failed(io)) return;
    t->finished = 0;
  }
}

void f_namelist(fio *io, const char *group, const fnamelist *items, int32_t count) {
  io->form = F_LIST;
  io->namelist = 1;
  f_io_begin(io);
  transfer *t = io->state;
  if (io_failed(io) || !t) return;
  t->started = 1;
  if (io->writing) write_namelist(io, t, group, items, count);
  else read_namelist(io, t, group, items, count);
}
