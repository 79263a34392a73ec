// READ and WRITE: start, transfer of items, and end. Also contains unformatted transfers.
#include <errno.h>

#include "io.h"

// Transfers may be nested: a function in a list of items may write to another unit.
void f_internal_array(fio *io, const fdesc *d) {
  int32_t n = 1;
  for (int32_t i = 0; i < d->rank; i++) n *= d->dim[i].ext;
  io->internal = d->base;
  io->record_length = d->elem;
  io->record_count = n;
  io->records = d;
}

void f_advance(fio *io, const char *p, int32_t n) {
  if (is_word(p, n, "no")) io->no_advance = 1;
  else if (!is_word(p, n, "yes")) io_error(io, F_ERROR_OPTION, "Bad ADVANCE parameter in data transfer statement");
}

// Modes are stored as their value + 1; 0 leaves the unit's mode unchanged.
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
    // Old programs keep writing past the end of a file.
    if (io->writing) u->past_end = 0;
    else io_error(io, F_ERROR_ENDFILE, "Read past ENDFILE record");
  } else if (u->access == F_SEQUENTIAL && u->past_end && !u->standard) {
    io_error(io, F_ERROR_CONFLICT, "Sequential READ or WRITE not allowed after EOF marker, possibly use REWIND or BACKSPACE");
  } else check_place(io, u);
}

// Applies the modes that the statement itself specifies.
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
  // Errors in the format take precedence over the end-of-file condition.
  if (io->form == F_FORMATTED) format_begin(io, t);
  if (!io_failed(io)) record_begin(io, t);
}

// ---- items ------------------------------------------------------------------------------------------------------------
static int32_t size_of(int32_t code, int32_t kind, int32_t length) {
  return code == F_CHARACTER ? length : code == F_COMPLEX ? 2 * kind : kind;
}

// In files with the other byte order, the bytes of each number are reversed.
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

static void put_marker(unit *u, int64_t n) {
  uint64_t marker = (uint64_t)n;
  if (u->swapped) marker = f_marker_bytes == 8 ? __builtin_bswap64(marker) : __builtin_bswap32((uint32_t)n);
  put_data(u, (const char *)&marker, f_marker_bytes);
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
    // Output that was written before the error stays in the record.
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
