// Records of files and internal units: reading, writing, and the numbers and Ux strings in them.
#include "io.h"

// The start of a record in an internal unit. The records are the elements of the unit's array, in array element order.
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

static void go_to_place(const fio *io, unit *u) {
  if (io->has_rec) u->at = io->rec - 1 > F_FAR / u->recl ? F_FAR : (io->rec - 1) * u->recl;
  if (io->has_pos) u->at = io->pos - 1 > F_FAR ? F_FAR : io->pos - 1;
}

// Output goes into the record, and from there into the file when the record ends.
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

// A line feed, a carriage return, or both end a record, whichever system wrote the file.
static int64_t line_length(const char *p, int64_t n) {
  const char *feed = memchr(p, '\n', (size_t)n);
  if (feed) n = feed - p;
  const char *back = memchr(p, '\r', (size_t)n);
  return back ? back - p : n;
}

// Reads the next record into memory; returns 0 at the end of the file.
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

// First checks that the format has a descriptor for the item.
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
  const int32_t size = f_marker_bytes;
  for (int64_t marker = -1; marker < 0;) {
    int64_t rest = u->data.size - u->at - size;
    marker = rest >= 0 ? record_marker(u, u->at) : INT32_MIN;
    int64_t n = marker < 0 ? -marker : marker;
    if (n < 0 || n > rest - size) {
      // The remaining part of a truncated record can still be read.
      if (rest > 0) bytes_append(&u->record, u->data.p + u->at + size, rest);
      t->corrupt = 1;
      u->at = u->data.size;
      return;
    }
    bytes_append(&u->record, u->data.p + u->at + size, n);
    u->at += n + 2 * size;
  }
}

// Tests for a record without any characters: fields are padded with spaces unless padding is forbidden.
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

// Puts characters at the current column and fills any gap before it with spaces.
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

// Writes a number, with its distribution string directly after its digits and before any trailing spaces, so that both
// can be read together. In records of direct-access files and internal units, the strings are inserted when the record
// is complete, if there is room.
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

void put_data(unit *u, const char *p, int64_t n) {
  if (u->null_device) return;
  int64_t end = u->at + n;
  if (u->dirty_from < 0 || u->at < u->dirty_from) u->dirty_from = u->at < u->data.size ? u->at : u->data.size;
  bytes_reserve(&u->data, end);
  if (u->data.size < u->at) memset(u->data.p + u->data.size, 0, (size_t)(u->at - u->data.size));
  memcpy(u->data.p + u->at, p, (size_t)n);
  if (end > u->data.size) u->data.size = end;
  u->at = end;
}

// Writing a record to a sequential file makes that record the last one.
void drop_rest(unit *u) {
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
