// Defined input and output: items of derived types that are read or written by the program's own procedures. The I/O
// statements in such a procedure that refer to the parent's unit (child statements) continue in the parent's record,
// use the parent's modes, and leave the record open.
#include "io-format.h"

// The parents whose procedures are currently running, innermost first.
static fdefined *running;

int32_t f_defined_wanted(fio *io) {
  transfer *t = io->state;
  if (io_failed(io) || !t || io->form == F_MEASURE) return 0;
  int is_list_input = io->form == F_LIST && !io->writing && !io->namelist;
  if (is_list_input && t->items == 0) return list_begins(io, t);
  return io->form != F_FORMATTED || format_at_defined(io, t);
}

// Parses the numbers in `DT(1,2)`, which are still text in the parsed format.
static void read_numbers(fdefined *d, const char *p, int32_t count) {
  int32_t *numbers = f_new_zero(f_times(count, sizeof *numbers));
  for (int32_t i = 0; i < count; i++) {
    int negative = 0;
    for (p++; *p == ' '; p++) {}
    if (*p == '-' || *p == '+') negative = *p++ == '-';
    for (; *p != ',' && *p != ')'; p++) if (*p != ' ') numbers[i] = numbers[i] * 10 + (*p - '0');
    if (negative) numbers[i] = -numbers[i];
  }
  d->numbers = numbers;
  d->number_count = count;
}

static void name_kind(fdefined *d, const char *text, int32_t n, const char *more, int32_t m) {
  d->kind.p = f_new(f_plus(f_plus(n, m), 1));
  memcpy(d->kind.p, text, n);
  memcpy(d->kind.p + n, more, m);
  d->kind.len = n + m;
}

// Internal units have no unit number in the program. While a parent runs, its children use a number that it provides.
static int32_t child_unit(const fio *io) {
  if (!io->internal) return io->unit;
  if (io->internal_number) return io->internal_number;
  int32_t number = FIRST_INTERNAL_NUMBER;
  for (const fdefined *d = running; d; d = d->outer) number--;
  return number;
}

void f_defined_begin(fio *io, fdefined *d) {
  transfer *t = io->state;
  d->parent = io;
  d->outer = running;
  d->numbers = 0;
  d->number_count = 0;
  memset(d->message, ' ', sizeof d->message);
  d->unit = child_unit(io);
  if (io->form == F_FORMATTED) {
    const node *n = format_take_defined(t);
    name_kind(d, "DT", 2, n->text ? n->text : "", n->length);
    if (n->width > 0) read_numbers(d, format_source(t) + n->digits, n->width);
  } else if (io->namelist) name_kind(d, "NAMELIST", 8, "", 0);
  else name_kind(d, "LISTDIRECTED", 12, "", 0);
  t->items++;
  // In a list, the item is separated from others like any other value. A null value or the end of the input leaves the
  // item unchanged.
  if (io->form == F_LIST && io->writing && !io->namelist) list_separate(io, t, F_DERIVED);
  running = d;
}

void f_defined_end(fio *io, fdefined *d) {
  running = d->outer;
  free(d->kind.p);
  free(d->numbers);
  int32_t n = f_len_trim(d->message, sizeof d->message);
  if (d->status == 0) {
    // A message is passed on to the parent even if there is no error.
    if (n > 0 && io->message) f_assign(io->message, io->message_length, d->message, n);
    return;
  }
  if (n > 0) io_error(io, d->status, "%.*s", (int)n, d->message);
  else if (d->status == F_END_OF_FILE) io_error(io, d->status, "End of file");
  else if (d->status == F_END_OF_RECORD) io_error(io, d->status, "End of record");
  else io_error(io, d->status, "The procedure for defined %s ended with IOSTAT %d", io->writing ? "output" : "input", (int)d->status);
}

void f_defined_refuse(fio *io, const char *type) {
  if (!io_failed(io)) io_error(io, F_ERROR_FORMAT, "A value of the type %s has pointers and needs the edit descriptor DT", type);
}

static fdefined *parent_of(const fio *io) {
  if (io->internal) return 0;
  for (fdefined *d = running; d; d = d->outer) if (d->unit == io->unit) return d;
  return 0;
}

// Passes the open state from one transfer to another: the record, the position in it, and the list being read.
static void hand_over(transfer *to, transfer *from) {
  to->own = from->own;
  to->ux = from->ux;
  to->held = from->held;
  from->own = from->ux = from->held = (bytes){0};
  to->value = from->value;
  to->value_capacity = from->value_capacity;
  from->value = 0;
  from->value_capacity = 0;
  to->value_length = from->value_length;
  to->repeat = from->repeat;
  to->null_value = from->null_value;
  to->finished = from->finished;
  to->comma_due = from->comma_due;
  to->corrupt = from->corrupt;
  to->record_used = from->record_used;
  to->column = from->column;
  to->internal_index = from->internal_index;
}

static void check_child(fio *io, const fio *parent) {
  if (io->writing != parent->writing) {
    io_error(io, F_ERROR_CONFLICT, "A child data transfer statement cannot %s while its parent %s", io->writing ? "write" : "read", io->writing ? "reads" : "writes");
  } else if (io->has_rec || io->has_pos) {
    io_error(io, F_ERROR_CONFLICT, "REC= and POS= are not allowed in a child data transfer statement");
  } else if ((io->form == F_UNFORMATTED) != (parent->form == F_UNFORMATTED)) {
    io_error(io, F_ERROR_CONFLICT, "A child data transfer statement must be formatted as its parent is");
  }
}

int child_begin(fio *io, transfer *t) {
  fdefined *d = parent_of(io);
  if (!d) return 0;
  fio *parent = d->parent;
  transfer *p = parent->state;
  check_child(io, parent);
  if (io_failed(io)) return 1;
  io->parent = parent;
  t->u = p->u;
  if (parent->internal) {
    io->internal = parent->internal;
    io->internal_number = d->unit;
    io->record_length = parent->record_length;
    io->record_count = parent->record_count;
    io->record_stride = parent->record_stride;
    io->records = parent->records;
    io->wide = t->wide = parent->wide;
  }
  hand_over(t, p);
  t->record = t->u ? &t->u->record : &t->own;
  // If a list used up a record, the next record begins even though no statement has ended the first one.
  if (t->record_used && io->form == F_FORMATTED && !io->writing && !record_next_read(io, t)) io_error(io, F_END_OF_FILE, "End of file");
  t->record_used = 0;
  if (io->form == F_FORMATTED && !io->writing) io->no_advance = 1;
  t->left = t->column;
  t->scale = p->scale;
  t->sign_plus = p->sign_plus;
  t->blank_zero = p->blank_zero;
  t->decimal_comma = p->decimal_comma;
  t->delimiter = p->delimiter;
  t->rounding = p->rounding;
  if (!io->no_pad) io->no_pad = parent->no_pad;
  return 1;
}

void child_end(fio *io, transfer *t) {
  if (io->form == F_FORMATTED) format_end(io, t);
  // Trailing blanks in a child statement are preserved.
  if (io->writing && io->form != F_UNFORMATTED && t->record->size < t->column && !io_failed(io)) record_put(io, t, "", 0);
  if (io->form == F_LIST && !io->writing) t->record_used = t->column >= t->record->size;
  fio *parent = io->parent;
  transfer *p = parent->state;
  hand_over(p, t);
  parent->characters += io->characters;
  if (p->left > p->column) p->left = p->column;
}
