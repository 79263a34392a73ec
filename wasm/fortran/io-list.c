// List-directed output with gfortran's column layout.
#include "io.h"

// ---- output -----------------------------------------------------------------------------------------------------------
static void make_room(fio *io, transfer *t, int32_t n) {
  // A record of an internal unit has a limited length, so the remainder goes into the next record.
  int64_t used = characters_of(t, t->record->p, t->column < t->record->size ? t->column : t->record->size);
  if (!t->u && t->column > 0 && used + n > io->record_length && t->internal_index + 1 < io->record_count) {
    record_end_write(io, t);
    record_put(io, t, " ", 1);
  }
}

static void put_text(fio *io, transfer *t, const char *p, int32_t n) {
  make_room(io, t, (int32_t)characters_of(t, p, n));
  record_put(io, t, p, n);
}

static void put_real(fio *io, transfer *t, const char *text, int32_t n, int32_t kind, const void *p) {
  make_room(io, t, n);
  record_put_real(io, t, text, n, kind, p);
}

static void put_delimited(fio *io, transfer *t, const char *p, int32_t n) {
  if (t->delimiter == 0) {
    put_text(io, t, p, n);
    return;
  }
  char quote = t->delimiter == 1 ? '\'' : '"';
  record_put(io, t, &quote, 1);
  for (int32_t i = 0; i < n; i++) {
    if (p[i] == quote) record_put(io, t, &quote, 1);
    record_put(io, t, p + i, 1);
  }
  record_put(io, t, &quote, 1);
}

void put_characters(fio *io, transfer *t, int32_t kind, const char *p, int32_t n) {
  if (kind == 4 || t->wide) {
    int32_t bytes;
    char *wide = kind == 4 ? 0 : widened(p, n);
    char *text = wide ? text_of_wide(t, wide, n * 4, &bytes) : text_of_wide(t, p, n, &bytes);
    put_delimited(io, t, text, bytes);
    free(text);
    free(wide);
  } else put_delimited(io, t, p, n);
}

edit modes_of(const transfer *t) { return (edit){.plus = t->sign_plus, .comma = t->decimal_comma, .rounding = t->rounding}; }

void put_complex(fio *io, transfer *t, int32_t kind, const char *p, int padded) {
  char re[EDIT_SPACE], im[EDIT_SPACE], blanks[128];
  edit modes = modes_of(t);
  modes.digits = 1;
  int32_t a = edit_list_real(re, load_real(p, kind), kind, 1, modes);
  int32_t b = edit_list_real(im, load_real(p + kind, kind), kind, 1, modes);
  int32_t width = kind == 4 ? 35 : kind == 8 ? 53 : 93;
  int32_t pad = width - (a + b + 3);
  if (pad > 0 && padded) {
    memset(blanks, ' ', sizeof blanks);
    record_put(io, t, blanks, pad);
  }
  record_put(io, t, "(", 1);
  record_put_real(io, t, re, a, kind, p);
  record_put(io, t, t->decimal_comma ? ";" : ",", 1);
  record_put_real(io, t, im, b, kind, p + kind);
  record_put(io, t, ")", 1);
}

// There is no space between consecutive character values; all other values are separated by a space.
void list_separate(fio *io, transfer *t, int32_t code) {
  int separate = !t->started || !(code == F_CHARACTER && t->last_character && t->delimiter == 0);
  if (separate && !(t->started == 0 && t->column > 0)) record_put(io, t, " ", 1);
  else if (separate && t->column > 0 && !t->started) record_put(io, t, " ", 1);
  t->started = 1;
  t->last_character = code == F_CHARACTER;
}

void list_write(fio *io, transfer *t, int32_t code, int32_t kind, const void *p, int32_t length) {
  list_separate(io, t, code);
  char text[EDIT_SPACE];
  switch (code) {
    case F_INTEGER: case F_UNSIGNED:
      put_text(io, t, text, edit_integer(text, code, load_whole(p, code, kind), list_width_of_whole(kind), -1, t->sign_plus));
      break;
    case F_LOGICAL:
      put_text(io, t, load_integer(p, kind) ? "T" : "F", 1);
      break;
    case F_REAL:
      put_real(io, t, text, edit_list_real(text, load_real(p, kind), kind, 0, modes_of(t)), kind, p);
      break;
    case F_COMPLEX:
      put_complex(io, t, kind, p, 1);
      break;
    default:
      put_characters(io, t, kind, p, length);
  }
}
