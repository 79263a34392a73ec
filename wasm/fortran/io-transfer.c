// READ and WRITE: start, items, end; records of files and of internal units; unformatted transfers.
#include <errno.h>

#include "io.h"

// Transfers may nest: a function in an item list may write to another unit.
void f_internal_array(fio *io, const fdesc *d) {
  int32_t n = 1;
  for (int32_t i = 0; i < d->rank; i++) n *= d->dim[i].ext;
  io->internal = d->base;
  io->record_length = d->elem;
  io->record_count = n;
  io->records = d;
}

// Start of an internal unit's record: an element of its array, in array element order.
static char *internal_record(const fio *io, int64_t index) {
  const fdesc *d = io->records;
  if (!d) return io->internal + index * io->record_stride;
  char *p = io->internal;
  for (int32_t i = 0; i < d->rank; i++) {
    p += index % d->dim[i].ext * d->dim[i].stride;
    index /= d->dim[i].ext;
  }
  return p;
}

static int is_word(const char *p, int32_t n, const char *word) {
  n = f_len_trim(p, n);
  if (n != (int32_t)strlen(word)) return 0;
  for (int32_t i = 0; i < n; i++) if ((p[i] | 32) != (word[i] | 32)) return 0;
  return 1;
}

void f_advance(fio *io, const char *p, int32_t n) {
  if (is_word(p, n, "no")) io->no_advance = 1;
  else if (!is_word(p, n, "yes")) io_error(io, F_ERROR_OPTION, "Bad ADVANCE parameter in data transfer statement");
}

int32_t round_mode(const char *p, int32_t n) {
  static const char *const words[] = {"processor_defined", "up", "down", "zero", "nearest", "compatible"};
  for (int32_t i = 0; i < 6; i++) if (is_word(p, n, words[i])) return i;
  return F_ROUND_DEFAULT;
}

// Modes are stored as value + 1; 0 leaves the unit's mode unchanged.
void f_set_mode(fio *io, const char *key, const char *p, int32_t n) {
  if (strcmp(key, "decimal") == 0) io->decimal_comma = is_word(p, n, "comma") ? 2 : 1;
  else if (strcmp(key, "sign") == 0) io->sign_plus = is_word(p, n, "plus") ? 2 : 1;
  else if (strcmp(key, "delim") == 0) io->delimiter = is_word(p, n, "apostrophe") ? 2 : is_word(p, n, "quote") ? 3 : 1;
  else if (strcmp(key, "blank") == 0) io->blank_zero = is_word(p, n, "zero") ? 2 : 1;
  else if (strcmp(key, "pad") == 0) io->no_pad = is_word(p, n, "no") ? 2 : 1;
  else if (strcmp(key, "round") == 0) io->rounding = round_mode(p, n) + 1;
}

static void check_place(fio *io, const unit *u) {
  if (u->access == F_DIRECT) {
    if (!io->has_rec) io_error(io, F_ERROR_MISSING, "Direct access data transfer requires record number");
    else if (io->rec < 1) io_error(io, F_ERROR_OPTION, "Record number must be positive");
  } else if (io->has_rec) {
    io_error(io, F_ERROR_CONFLICT, "Record number not allowed for %s access data transfer", u->access == F_STREAM ? "stream" : "sequential");
  }
  if (io->has_pos && u->access != F_STREAM) io_error(io, F_ERROR_OPTION, "POS=specifier not allowed, Try OPEN with ACCESS='stream'");
  else if (io->has_pos && io->pos < 1) io_error(io, F_ERROR_OPTION, "POS=specifier must be positive");
}

static void check_unit(fio *io, unit *u) {
  if (u->undecided && u->data.size == 0) u->formatted = io->form != F_UNFORMATTED;
  u->undecided = 0;
  if (io->writing && !u->can_write) io_error(io, F_ERROR_ACTION, "Cannot write to file opened for READ");
  else if (!io->writing && !u->can_read) io_error(io, F_ERROR_ACTION, "Cannot read from file opened for WRITE");
  else if (u->directory) io_error(io, known_code(EISDIR), "Is a directory");
  else if (u->formatted && io->form == F_UNFORMATTED) io_error(io, F_ERROR_CONFLICT, "Missing format for FORMATTED data transfer");
  else if (!u->formatted && io->namelist) io_error(io, F_ERROR_CONFLICT, "Namelist formatting for unit connected with FORM='UNFORMATTED'");
  else if (!u->formatted && io->form != F_UNFORMATTED) io_error(io, F_ERROR_CONFLICT, "Format present for UNFORMATTED data transfer");
  else if (u->access == F_SEQUENTIAL && u->past_end && !u->standard && f_legacy_files) {
    // Old programs continue writing past the end of a file.
    if (io->writing) u->past_end = 0;
    else io_error(io, F_ERROR_ENDFILE, "Read past ENDFILE record");
  } else if (u->access == F_SEQUENTIAL && u->past_end && !u->standard) {
    io_error(io, F_ERROR_CONFLICT, "Sequential READ or WRITE not allowed after EOF marker, possibly use REWIND or BACKSPACE");
  } else check_place(io, u);
}

// Modes set by the statement itself.
static void begin_modes(const fio *io, transfer *t) {
  if (io->sign_plus) t->sign_plus = io->sign_plus == 2;
  if (io->decimal_comma) t->decimal_comma = io->decimal_comma == 2;
  if (io->delimiter) t->delimiter = io->delimiter - 1;
  if (io->blank_zero) t->blank_zero = io->blank_zero == 2;
  if (io->rounding) t->rounding = io->rounding - 1;
}

void f_io_begin(fio *io) {
  if (io_failed(io)) return;
  transfer *t = f_new_zero(sizeof *t);
  io->state = t;
  if (io->form == F_MEASURE) return;
  if (child_begin(io, t)) {
    begin_modes(io, t);
    if (!io_failed(io) && io->form == F_FORMATTED) format_begin(io, t);
    return;
  }
  if (io->internal) {
    t->record = &t->own;
    t->wide = io->wide;
    t->internal_index = -1;
  } else {
    t->u = open_default(io, io->unit);
    if (!t->u || io_failed(io)) return;
    check_unit(io, t->u);
    if (io_failed(io)) return;
    t->record = &t->u->record;
    t->sign_plus = t->u->sign_plus;
    t->decimal_comma = t->u->decimal_comma;
    t->delimiter = t->u->delimiter;
    t->blank_zero = t->u->blank_zero;
    t->rounding = t->u->rounding;
  }
  begin_modes(io, t);
  // Format errors take precedence over the end-of-file condition.
  if (io->form == F_FORMATTED) format_begin(io, t);
  if (!io_failed(io)) record_begin(io, t);
}

// ---- records ----------------------------------------------------------------------------------------------------------
static void go_to_place(const fio *io, unit *u) {
  if (io->has_rec) u->at = io->rec - 1 > F_FAR / u->recl ? F_FAR : (io->rec - 1) * u->recl;
  if (io->has_pos) u->at = io->pos - 1 > F_FAR ? F_FAR : io->pos - 1;
}

// Output goes into the record, and from there to the file when the record ends.
static void begin_write(fio *io, transfer *t) {
  unit *u = t->u;
  if (u->in_record && u->writing) {
    t->column = t->left = u->column;
    u->in_record = 0;
    return;
  }
  u->writing = 1;
  u->in_record = 0;
  u->record.size = 0;
  u->written = 0;
  go_to_place(io, u);
}

// A line feed, a carriage return, or both terminate a record, whichever system wrote the file.
static int64_t line_length(const char *p, int64_t n) {
  const char *feed = memchr(p, '\n', (size_t)n);
  if (feed) n = feed - p;
  const char *back = memchr(p, '\r', (size_t)n);
  return back ? back - p : n;
}

// Reads the next record into memory; returns 0 at EOF.
static int fetch_record(fio *io, transfer *t) {
  unit *u = t->u;
  u->record.size = 0;
  t->column = 0;
  if (u->standard == F_STREAM_IN) {
    int c, any = 0;
    while ((c = getchar()) != EOF && c != '\n' && c != '\r') {
      char ch = (char)c;
      bytes_append(&u->record, &ch, 1);
      any = 1;
    }
    if (c == '\r' && (c = getchar()) != '\n') {
      ungetc(c, stdin);
      return 1;
    }
    return c != EOF || any;
  }
  if (u->access == F_DIRECT) {
    if (u->recl > u->data.size - u->at) {
      io_error(io, F_ERROR_OPTION, "Non-existing record number");
      return 1;
    }
    bytes_append(&u->record, u->data.p + u->at, u->recl);
    u->at += u->recl;
    return 1;
  }
  if (u->at >= u->data.size) return 0;
  u->record_start = u->at;
  const char *from = u->data.p + u->at;
  int64_t n = line_length(from, u->data.size - u->at), left = u->data.size - u->at - n;
  int is_pair = left > 1 && from[n] == '\r' && from[n + 1] == '\n';
  u->at += n + (is_pair ? 2 : left > 0);
  bytes_append(&u->record, from, n);
  return 1;
}

static int take_record(fio *io, transfer *t) {
  int found = fetch_record(io, t);
  t->u->ux_spans.size = 0;
  if (found && t->u->formatted && t->u->record.size > 0) take_names_out(t->u);
  if (found && io->form == F_FORMATTED && t->u->formatted) take_ux_out(t->u);
  return found;
}

void end_of_file(fio *io, transfer *t) {
  t->at_end = 0;
  if (t->u && !t->u->standard) t->u->past_end = 1;
  io_error(io, F_END_OF_FILE, "End of file");
}

// First tests whether the format has a descriptor for the item.
static void find_no_record(fio *io, transfer *t) {
  if (io->form == F_FORMATTED) t->at_end = 1;
  else end_of_file(io, t);
}

static void begin_read(fio *io, transfer *t) {
  unit *u = t->u;
  if (u->standard == F_STREAM_IN) f_flush_all();
  if (u->in_record && !u->writing) {
    t->column = t->left = u->column;
    u->in_record = 0;
    return;
  }
  u->writing = 0;
  u->in_record = 0;
  go_to_place(io, u);
  if (!u->formatted) return;
  if (!take_record(io, t)) find_no_record(io, t);
}

static void begin_unformatted(fio *io, transfer *t) {
  unit *u = t->u;
  u->record.size = 0;
  t->column = 0;
  go_to_place(io, u);
  if (io->writing || u->access == F_STREAM) return;
  if (u->access == F_DIRECT) {
    fetch_record(io, t);
    return;
  }
  if (u->at >= u->data.size) {
    end_of_file(io, t);
    return;
  }
  // A negative marker means that another part of the record follows.
  for (int32_t marker = -1; marker < 0;) {
    marker = u->at + 4 <= u->data.size ? record_marker(u, u->at) : INT32_MIN;
    int64_t n = marker < 0 ? -(int64_t)marker : marker;
    if (u->at + 8 + n > u->data.size) {
      // The remainder of a truncated record can still be read.
      int64_t rest = u->data.size - u->at - 4;
      if (rest > 0) bytes_append(&u->record, u->data.p + u->at + 4, rest);
      t->corrupt = 1;
      u->at = u->data.size;
      return;
    }
    bytes_append(&u->record, u->data.p + u->at + 4, n);
    u->at += n + 8;
  }
}

// Records without characters: the fields are padded with spaces unless padding is forbidden.
static int is_empty_place(const fio *io) {
  return io->record_length == 0 && (io->form != F_FORMATTED || io->no_pad == 2);
}

void record_begin(fio *io, transfer *t) {
  if (!t->u) {
    t->internal_index = -1;
    if (io->writing) {
      t->internal_index = 0;
      t->own.size = 0;
    } else if (is_empty_place(io) || !record_next_read(io, t)) find_no_record(io, t);
  } else if (!t->u->formatted) begin_unformatted(io, t);
  else if (io->writing) begin_write(io, t);
  else begin_read(io, t);
}

// Puts characters at the column, and fills any gap before it with spaces.
void record_put(fio *io, transfer *t, const char *p, int64_t n) {
  bytes *r = t->record;
  int64_t end = t->column + n;
  int64_t limit = t->u ? (t->u->access == F_DIRECT ? t->u->recl : INT64_MAX) : io->record_length;
  if (t->wide) {
    int64_t before = t->column < r->size ? t->column : r->size;
    limit += before - characters_of(t, r->p, before) + n - characters_of(t, p, n);
  }
  if (end > limit) {
    io_error(io, F_END_OF_RECORD, "End of record");
    return;
  }
  if (t->ux.size > 0 && t->column < r->size) drop_written_over(t, n);
  bytes_reserve(r, end);
  if (r->size < t->column) {
    memset(r->p + r->size, ' ', (size_t)(t->column - r->size));
    r->size = t->column;
  }
  memcpy(r->p + t->column, p, (size_t)n);
  if (end > r->size) r->size = end;
  t->column = end;
}

// Writes a number with its distribution string directly after its digits, before any trailing spaces, so that both
// can be read together. In records of direct-access files and of internal units, the strings are inserted when the
// record is complete, if there is room.
void record_put_real(fio *io, transfer *t, const char *text, int32_t n, int32_t kind, const void *p) {
  int fixed = !t->u || t->u->access == F_DIRECT;
  char small[256];
  double v = kind > 8 ? 0 : kind == 4 ? *(const float *)p : *(const double *)p;
  int32_t size = fixed || kind > 8 ? 0 : fortran_ux_text(v, small, sizeof small);
  int32_t digits = n, blanks = 0;
  while (digits > 0 && text[digits - 1] == ' ') digits--;
  while (blanks < digits && text[blanks] == ' ') blanks++;
  int64_t first = t->column;
  if (size <= 0) {
    record_put(io, t, text, n);
    if (fixed && kind <= 8 && !io_failed(io)) hold_ux(t, v, first + blanks, first + digits);
    return;
  }
  record_put(io, t, text, n);
  if (io_failed(io)) return;
  char *whole = size > (int32_t)sizeof small ? f_new(size) : small;
  if (whole != small) fortran_ux_text(v, whole, size);
  insert_ux(t, (written_text){first + blanks, first + digits, size}, whole);
  if (whole != small) free(whole);
}

static void put_data(unit *u, const char *p, int64_t n) {
  if (u->null_device) return;
  int64_t end = u->at + n;
  if (u->dirty_from < 0 || u->at < u->dirty_from) u->dirty_from = u->at < u->data.size ? u->at : u->data.size;
  bytes_reserve(&u->data, end);
  if (u->data.size < u->at) memset(u->data.p + u->data.size, 0, (size_t)(u->at - u->data.size));
  memcpy(u->data.p + u->at, p, (size_t)n);
  if (end > u->data.size) u->data.size = end;
  u->at = end;
}

// Writing a record to a sequential file makes it the last record.
static void drop_rest(unit *u) {
  u->position = "APPEND";
  if (u->access != F_DIRECT && u->at < u->data.size) {
    u->data.size = u->at;
    u->truncated = 1;
    if (u->dirty_from < 0 || u->at < u->dirty_from) u->dirty_from = u->at;
  }
}

void record_end_write(fio *io, transfer *t) {
  unit *u = t->u;
  if (!u) {
    if (t->internal_index >= io->record_count) {
      io_error(io, F_END_OF_FILE, "End of file");
      return;
    }
    insert_held_ux(io, t, io->record_length);
    char *target = internal_record(io, t->internal_index);
    store_internal_record(io, &t->own, target);
    t->internal_index++;
    t->own.size = 0;
  } else if (u->standard) {
    FILE *f = u->number == 0 ? stderr : stdout;
    if (!u->no_line_ends) bytes_append(&u->record, "\n", 1);
    fwrite(u->record.p + u->written, 1, (size_t)(u->record.size - u->written), f);
    u->written = 0;
    u->record.size = 0;
  } else if (u->access == F_DIRECT) {
    insert_held_ux(io, t, u->recl);
    if (u->record.size > u->recl) u->record.size = u->recl;  // spaces moved by inserted strings
    int64_t n = u->record.size;
    bytes_reserve(&u->record, u->recl);
    memset(u->record.p + n, ' ', (size_t)(u->recl - n));
    put_data(u, u->record.p, u->recl);
    u->record.size = 0;
  } else {
    drop_rest(u);
    if (!u->no_line_ends) bytes_append(&u->record, "\n", 1);
    put_data(u, u->record.p, u->record.size);
    u->record.size = 0;
  }
  t->column = t->left = 0;
  t->ux.size = 0;
}

int record_next_read(fio *io, transfer *t) {
  t->column = t->left = 0;
  if (!t->u) {
    if (++t->internal_index >= io->record_count) return 0;
    t->own.size = 0;
    load_internal_record(io, &t->own, internal_record(io, t->internal_index));
    return 1;
  }
  if (take_record(io, t)) return 1;
  if (!t->u->standard) t->u->past_end = 1;
  return 0;
}

// ---- items ------------------------------------------------------------------------------------------------------------
static int32_t size_of(int32_t code, int32_t kind, int32_t length) {
  return code == F_CHARACTER ? length : code == F_COMPLEX ? 2 * kind : kind;
}

// In files with the other byte order, the bytes of every number are reversed.
static void turn_bytes(char *p, int32_t n) {
  for (int32_t i = 0; i < n / 2; i++) {
    char c = p[i];
    p[i] = p[n - 1 - i];
    p[n - 1 - i] = c;
  }
}

static void move_bytes(fio *io, transfer *t, char *p, int32_t n);

static void unformatted_item(fio *io, transfer *t, int32_t code, int32_t kind, void *p, int32_t length) {
  if (code == F_COMPLEX) {
    unformatted_item(io, t, F_REAL, kind, p, kind);
    unformatted_item(io, t, F_REAL, kind, (char *)p + kind, kind);
    return;
  }
  int32_t n = size_of(code, kind, length);
  if (!t->u->swapped || code == F_CHARACTER || n > 16) {
    move_bytes(io, t, p, n);
    return;
  }
  char number[16];
  if (io->writing) memcpy(number, p, n), turn_bytes(number, n);
  move_bytes(io, t, number, n);
  if (!io->writing && !io_failed(io)) turn_bytes(number, n), memcpy(p, number, n);
}

static void move_bytes(fio *io, transfer *t, char *p, int32_t n) {
  unit *u = t->u;
  if (u->access == F_STREAM) {
    if (io->writing) put_data(u, p, n);
    else if (u->at + n > u->data.size) end_of_file(io, t);
    else {
      memcpy(p, u->data.p + u->at, n);
      u->at += n;
    }
    return;
  }
  if (io->writing) {
    if (u->record.size + n > u->recl) {
      if (u->access == F_DIRECT) io_error(io, F_ERROR_DIRECT_END, "Write exceeds length of DIRECT access record");
      else io_error(io, F_ERROR_SHORT_RECORD, "Record length exceeds the RECL of the file");
    } else bytes_append(&u->record, p, n);
  } else if (t->column + n > u->record.size) {
    if (t->corrupt) io_error(io, F_ERROR_CORRUPT, "Unformatted file structure has been corrupted");
    else io_error(io, F_ERROR_SHORT_RECORD, "I/O past end of record on unformatted file");
  } else {
    memcpy(p, u->record.p + t->column, n);
    t->column += n;
  }
}

void f_io_item(fio *io, int32_t code, int32_t kind, void *p, int32_t length) {
  transfer *t = io->state;
  if (io_failed(io) || !t) return;
  switch (io->form) {
    case F_MEASURE:
      io->characters += size_of(code, kind, length);
      break;
    case F_UNFORMATTED:
      unformatted_item(io, t, code, kind, p, length);
      break;
    case F_LIST:
      if (io->writing) list_write(io, t, code, kind, p, length);
      else list_read(io, t, code, kind, p, length);
      break;
    default:
      if (code == F_COMPLEX) {
        format_item(io, t, F_REAL, kind, p, kind);
        format_item(io, t, F_REAL, kind, (char *)p + kind, kind);
      } else format_item(io, t, code, kind, p, length);
  }
}

void f_io_array(fio *io, int32_t code, int32_t kind, const fdesc *d) {
  int32_t index[F_MAX_RANK] = {0};
  int32_t n = 1;
  for (int32_t i = 0; i < d->rank; i++) n *= d->dim[i].ext;
  char *p = d->base;
  for (int32_t k = 0; k < n && !io_failed(io); k++) {
    f_io_item(io, code, kind, p, d->elem);
    for (int32_t i = 0; i < d->rank; i++) {
      p += d->dim[i].stride;
      if (++index[i] < d->dim[i].ext) break;
      p -= (ptrdiff_t)d->dim[i].stride * d->dim[i].ext;
      index[i] = 0;
    }
  }
}

static void put_marker(unit *u, int32_t n) {
  uint32_t marker = u->swapped ? __builtin_bswap32((uint32_t)n) : (uint32_t)n;
  put_data(u, (const char *)&marker, 4);
}

static void end_unformatted(fio *io, transfer *t) {
  unit *u = t->u;
  if (!io->writing || u->access == F_STREAM) return;
  if (u->access == F_DIRECT) {
    int64_t n = u->record.size;
    bytes_reserve(&u->record, u->recl);
    memset(u->record.p + n, 0, (size_t)(u->recl - n));
    put_data(u, u->record.p, u->recl);
    return;
  }
  drop_rest(u);
  int64_t from = 0, rest = u->record.size;
  do {
    int32_t n = rest > f_max_subrecord ? f_max_subrecord : (int32_t)rest;
    rest -= n;
    put_marker(u, rest > 0 ? -n : n);
    put_data(u, u->record.p + from, n);
    put_marker(u, from > 0 ? -n : n);
    from += n;
  } while (rest > 0);
}

static void end_formatted(fio *io, transfer *t) {
  if (io->form == F_FORMATTED) format_end(io, t);
  if (io_failed(io) && io->status != -2) {
    // Output written before the error stays in the record.
    if (t->u) t->u->in_record = io->writing && t->u->access != F_DIRECT && t->record->size > 0;
    if (t->u) t->u->column = t->record->size;
    if (io->internal && io->writing && t->own.size > 0 && t->internal_index < io->record_count) {
      io->handled |= F_HAS_IOSTAT;
      record_end_write(io, t);
    }
    return;
  }
  if (io->writing) {
    if (io->no_advance && t->u) {
      if (t->record->size < t->column) record_put(io, t, "", 0);
      t->u->in_record = 1;
      t->u->column = t->column;
    } else record_end_write(io, t);
  } else if (io->no_advance && t->u && io->status != -2) {
    t->u->in_record = 1;
    t->u->column = t->column;
  }
}

int32_t f_io_end(fio *io) {
  transfer *t = io->state;
  if (t) {
    if (io->parent) child_end(io, t);
    else if (io->form != F_MEASURE && (t->u || io->internal)) {
      if (io->form == F_UNFORMATTED) {
        if (!io_failed(io)) end_unformatted(io, t);
      } else end_formatted(io, t);
    }
    free(t->own.p);
    free(t->ux.p);
    free(t->held.p);
    free(t->value);
    free(t);
    io->state = 0;
  }
  return io->status;
}
