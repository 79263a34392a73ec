// Entry points for the I/O statements in compiled programs. They are short, because a program contains many I/O
// statements, each of which takes time to compile. Scalars are passed by value, so that a printed variable can stay in
// a register.
#include "io.h"

void f_io_start(fio *io, const fstatement *s) {
  memset(io, 0, sizeof *io);
  io->file = s->file;
  io->line = s->line;
  io->unit = s->unit;
  io->format = s->format;
  io->format_length = s->format_length;
  io->writing = s->writing;
  io->form = s->form;
  io->handled = s->handled;
}

void f_io_transfer(fio *io, const fstatement *s) {
  f_io_start(io, s);
  f_io_begin(io);
}

void f_io_transfer_unit(fio *io, const fstatement *s, int32_t unit) {
  f_io_start(io, s);
  io->unit = unit;
  f_io_begin(io);
}

void f_internal(fio *io, const char *p, int32_t n) {
  io->internal = (char *)p;
  io->record_length = io->record_stride = n;
  io->record_count = 1;
}

void f_io_transfer_internal(fio *io, const fstatement *s, const char *p, int32_t n) {
  f_io_start(io, s);
  f_internal(io, p, n);
  f_io_begin(io);
}

void f_put_i4(fio *io, int32_t value) { f_io_item(io, F_INTEGER, 4, &value, 4); }
void f_put_i8(fio *io, int64_t value) { f_io_item(io, F_INTEGER, 8, &value, 8); }
void f_put_r4(fio *io, float value) { f_io_item(io, F_REAL, 4, &value, 4); }
void f_put_r8(fio *io, double value) { f_io_item(io, F_REAL, 8, &value, 8); }
void f_put_l4(fio *io, int32_t value) { f_io_item(io, F_LOGICAL, 4, &value, 4); }
void f_io_text(fio *io, const char *p, int32_t n) { f_io_item(io, F_CHARACTER, 1, (void *)p, n); }

void f_io_vector(fio *io, int32_t code, int32_t kind, const void *p, int32_t elem, int32_t count) {
  for (int32_t i = 0; i < count && io->status == 0; i++) f_io_item(io, code, kind, (char *)p + (ptrdiff_t)i * elem, elem);
}
