// Units and files: OPEN, CLOSE, INQUIRE, REWIND, BACKSPACE, ENDFILE, and the bytes of records.
#include <errno.h>
#include <stdarg.h>
#include <strings.h>
#include <unistd.h>

#include "io.h"

static unit *units;
static int32_t next_new_unit = -10;

void bytes_reserve(bytes *b, int64_t size) {
  if (size <= b->capacity) return;
  int64_t capacity = b->capacity * 2 > size ? b->capacity * 2 : size + 256;
  char *p = realloc(b->p, (size_t)capacity);
  if (!p) f_fault("The memory of the program is exhausted by I/O");
  b->p = p;
  b->capacity = capacity;
}

void bytes_append(bytes *b, const char *p, int64_t n) {
  bytes_reserve(b, b->size + n);
  memcpy(b->p + b->size, p, (size_t)n);
  b->size += n;
}

// ---- errors -----------------------------------------------------------------------------------------------------------
int io_failed(const fio *io) { return io->status != 0; }

void io_error(fio *io, int32_t code, const char *format, ...) {
  if (io->status != 0) return;
  char text[512];
  va_list list;
  va_start(list, format);
  vsnprintf(text, sizeof text, format, list);
  va_end(list);
  io->status = code;
  if (io->message) f_assign(io->message, io->message_length, text, (int32_t)strlen(text));
  int handled = io->handled & F_HAS_IOSTAT;
  if (code == -1) handled |= io->handled & F_HAS_END;
  else if (code == -2) handled |= io->handled & F_HAS_EOR;
  else handled |= io->handled & F_HAS_ERR;
  if (handled) return;
  f_close_all();
  unit *u = io->internal ? 0 : find_unit(io->unit);
  if (u && u->name) fprintf(stderr, "At line %d (unit = %d, file = '%s')\n", (int)io->line, (int)io->unit, u->name);
  else fprintf(stderr, "At line %d\n", (int)io->line);
  f_fault("%s", text);
}

// ---- files ------------------------------------------------------------------------------------------------------------
unit *find_unit(int32_t number) {
  for (unit *u = units; u; u = u->next) if (u->number == number) return u;
  return 0;
}

static unit *add_unit(int32_t number) {
  unit *u = calloc(1, sizeof *u);
  u->number = number;
  u->next = units;
  u->formatted = 1;
  u->can_read = u->can_write = 1;
  u->recl = 1073741824;
  u->dirty_from = -1;
  units = u;
  return u;
}

static int load_file(unit *u) {
  FILE *f = fopen(u->name, "rb");
  if (!f) return 0;
  char buffer[65536];
  size_t n;
  while ((n = fread(buffer, 1, sizeof buffer, f)) > 0) bytes_append(&u->data, buffer, (int64_t)n);
  fclose(f);
  return 1;
}

// Writes what changed back to the file.
static int save_file(unit *u) {
  if (u->scratch || u->standard || u->dirty_from < 0) return 1;
  FILE *f = 0;
  if (u->dirty_from > 0 && !u->truncated) f = fopen(u->name, "r+b");
  if (f) fseek(f, (long)u->dirty_from, SEEK_SET);
  else {
    f = fopen(u->name, "wb");
    u->dirty_from = 0;
  }
  if (!f) return 0;
  int64_t n = u->data.size - u->dirty_from;
  int ok = n <= 0 || (int64_t)fwrite(u->data.p + u->dirty_from, 1, (size_t)n, f) == n;
  fclose(f);
  u->dirty_from = -1;
  u->truncated = 0;
  return ok;
}

static void flush_record(unit *u) {
  if (u->standard != F_STREAM_OUT || u->record.size <= u->written) return;
  FILE *f = u->number == 0 ? stderr : stdout;
  fwrite(u->record.p + u->written, 1, (size_t)(u->record.size - u->written), f);
  u->written = u->record.size;
}

void f_flush_all(void) {
  for (unit *u = units; u; u = u->next) {
    flush_record(u);
    save_file(u);
  }
  fflush(stdout);
}

static void end_open_record(unit *u) {
  if (u->standard || !u->in_record || !u->writing || u->record.size == 0) return;
  bytes_append(&u->record, "\n", 1);
  u->data.size = u->at;
  if (u->dirty_from < 0 || u->at < u->dirty_from) u->dirty_from = u->at;
  bytes_append(&u->data, u->record.p, u->record.size);
  u->at = u->data.size;
  u->record.size = 0;
  u->in_record = 0;
}

void close_unit(unit *u, int32_t remove_file) {
  flush_record(u);
  end_open_record(u);
  if (remove_file && u->name && !u->scratch) {
    u->dirty_from = -1;
    unlink(u->name);
  } else save_file(u);
  for (unit **p = &units; *p; p = &(*p)->next) {
    if (*p == u) {
      *p = u->next;
      break;
    }
  }
  free(u->name);
  free(u->data.p);
  free(u->record.p);
  free(u);
}

void f_close_all(void) {
  while (units) close_unit(units, 0);
  fflush(stdout);
  fflush(stderr);
}

unit *open_default(fio *io, int32_t number) {
  unit *u = find_unit(number);
  if (u) return u;
  if (number < 0 && number != -1) {
    io_error(io, 5002, "Unit number in I/O statement not connected to a file");
    return 0;
  }
  u = add_unit(number);
  if (number == 5 || number == 6 || number == 0) {
    u->standard = number == 5 ? F_STREAM_IN : F_STREAM_OUT;
    u->can_read = number == 5;
    u->can_write = number != 5;
    u->name = strdup(number == 5 ? "stdin" : number == 6 ? "stdout" : "stderr");
    return u;
  }
  char name[32];
  snprintf(name, sizeof name, "fort.%d", (int)number);
  u->name = strdup(name);
  load_file(u);
  if (io->form == F_UNFORMATTED) u->formatted = 0;
  return u;
}

int32_t f_new_unit(void) { return next_new_unit--; }

// ---- OPEN -------------------------------------------------------------------------------------------------------------
void f_open_set(fopenspec *o, const char *key, const char *p, int32_t n) {
  static const char *const keys[] = {"file", "status", "access", "form", "position", "action", "blank", "delim", "pad", "decimal", "sign", "convert"};
  fstr *cells = &o->file;
  for (int i = 0; i < 12; i++) if (strcmp(key, keys[i]) == 0) cells[i] = (fstr){(char *)p, f_len_trim(p, n)};
}

static int is_word(fstr s, const char *word) { return s.p && (int32_t)strlen(word) == s.len && strncasecmp(s.p, word, s.len) == 0; }

static int choose(fio *io, fstr s, const char *what, const char *const *words, int otherwise) {
  if (!s.p) return otherwise;
  for (int i = 0; words[i]; i++) if (is_word(s, words[i])) return i;
  io_error(io, 5006, "Bad %s parameter in OPEN statement", what);
  return otherwise;
}

static void set_modes(fio *io, unit *u, const fopenspec *o) {
  static const char *const blanks[] = {"NULL", "ZERO", 0}, *const delims[] = {"NONE", "APOSTROPHE", "QUOTE", 0}, *const yes[] = {"YES", "NO", 0},
                    *const decimals[] = {"POINT", "COMMA", 0}, *const signs[] = {"PROCESSOR_DEFINED", "PLUS", "SUPPRESS", 0};
  if (o->blank.p) u->blank_zero = choose(io, o->blank, "BLANK", blanks, 0);
  if (o->delim.p) u->delimiter = choose(io, o->delim, "DELIM", delims, 0);
  if (o->pad.p) u->no_pad = choose(io, o->pad, "PAD", yes, 0);
  if (o->decimal.p) u->decimal_comma = choose(io, o->decimal, "DECIMAL", decimals, 0);
  if (o->sign.p) u->sign_plus = choose(io, o->sign, "SIGN", signs, 0) == 1;
}

static int file_exists(const char *name) {
  FILE *f = fopen(name, "rb");
  if (f) fclose(f);
  return f != 0;
}

void f_open(fio *io, fopenspec *o) {
  static const char *const statuses[] = {"UNKNOWN", "OLD", "NEW", "REPLACE", "SCRATCH", 0};
  static const char *const accesses[] = {"SEQUENTIAL", "DIRECT", "STREAM", "APPEND", 0};
  static const char *const forms[] = {"FORMATTED", "UNFORMATTED", 0};
  static const char *const positions[] = {"ASIS", "REWIND", "APPEND", 0};
  static const char *const actions[] = {"READWRITE", "READ", "WRITE", 0};
  int status = choose(io, o->status, "STATUS", statuses, 0);
  int access = choose(io, o->access, "ACCESS", accesses, 0);
  int form = choose(io, o->form, "FORM", forms, access == F_DIRECT || access == F_STREAM);
  int position = choose(io, o->position, "POSITION", positions, 0);
  int action = choose(io, o->action, "ACTION", actions, 0);
  if (o->convert.p && !is_word(o->convert, "NATIVE") && !is_word(o->convert, "LITTLE_ENDIAN")) io_error(io, 5006, "CONVERT= is not supported in OPEN statement");
  if (io_failed(io)) return;
  if (access == 3) access = F_SEQUENTIAL, position = 2;
  if (access == F_DIRECT && o->recl <= 0) {
    io_error(io, 5005, "Missing RECL parameter in OPEN statement");
    return;
  }
  if (status == 4 && o->file.p) {
    io_error(io, 5006, "FILE parameter must not be present in OPEN statement with STATUS='SCRATCH'");
    return;
  }
  char name[1024];
  if (o->file.p) snprintf(name, sizeof name, "%.*s", (int)o->file.len, o->file.p);
  else snprintf(name, sizeof name, "fort.%d", (int)io->unit);
  unit *old = find_unit(io->unit);
  if (old && (!o->file.p || (old->name && strcmp(old->name, name) == 0)) && status != 4 && !old->standard) {
    // The same file again: only modes may change.
    if (o->status.p && status != 1 && status != 0) io_error(io, 5006, "Cannot change STATUS parameter in OPEN statement");
    set_modes(io, old, o);
    return;
  }
  if (old) close_unit(old, 0);
  if (status != 4) {
    for (unit *u = units; u; u = u->next) {
      if (u->name && !u->scratch && strcmp(u->name, name) == 0 && !u->standard) {
        io_error(io, 5104, "File already opened in another unit");
        return;
      }
    }
  }
  if (status == 1 && !file_exists(name)) {
    io_error(io, 2, "Cannot open file '%s': No such file or directory", name);
    return;
  }
  if (status == 2 && file_exists(name)) {
    io_error(io, 17, "Cannot open file '%s': File exists", name);
    return;
  }
  if (action == 1 && status == 0 && !file_exists(name)) {
    io_error(io, 2, "Cannot open file '%s': No such file or directory", name);
    return;
  }
  unit *u = add_unit(io->unit);
  u->access = access;
  u->formatted = form == 0;
  if (o->recl > 0) u->recl = o->recl;
  u->can_read = action != 2;
  u->can_write = action != 1;
  u->name = strdup(status == 4 ? "" : name);
  u->scratch = status == 4;
  set_modes(io, u, o);
  if (!u->scratch) {
    if (status == 0 || status == 1) load_file(u);
    if (status == 2 || status == 3 || !file_exists(name)) {
      FILE *f = fopen(name, "wb");
      if (!f) {
        int code = errno;
        close_unit(u, 1);
        io_error(io, code, "Cannot open file '%s': %s", name, strerror(code));
        return;
      }
      fclose(f);
    }
  }
  if (position == 2) u->at = u->data.size;
}

void f_close(fio *io, const char *p, int32_t n) {
  fstr s = {(char *)p, p ? f_len_trim(p, n) : 0};
  unit *u = find_unit(io->unit);
  if (p && !is_word(s, "KEEP") && !is_word(s, "DELETE")) {
    io_error(io, 5006, "Bad STATUS parameter in CLOSE statement");
    return;
  }
  if (u) close_unit(u, is_word(s, "DELETE"));
}

// ---- positions --------------------------------------------------------------------------------------------------------
static unit *sequential_unit(fio *io, const char *verb) {
  unit *u = open_default(io, io->unit);
  if (u && u->access == F_DIRECT) {
    io_error(io, 5003, "Cannot %s a file opened for DIRECT access", verb);
    return 0;
  }
  return u && !u->standard ? u : 0;
}

static void truncate_here(unit *u) {
  if (u->at >= u->data.size) return;
  u->data.size = u->at;
  u->truncated = 1;
  if (u->dirty_from < 0 || u->at < u->dirty_from) u->dirty_from = u->at;
}

void f_rewind(fio *io) {
  unit *u = sequential_unit(io, "REWIND");
  if (!u) return;
  end_open_record(u);
  u->at = 0;
  u->past_end = u->in_record = 0;
}

void f_backspace(fio *io) {
  unit *u = sequential_unit(io, "BACKSPACE");
  if (!u) return;
  end_open_record(u);
  u->in_record = 0;
  if (u->past_end) {
    u->past_end = 0;
    return;
  }
  if (u->at == 0) return;
  if (!u->formatted) {
    int32_t n;
    memcpy(&n, u->data.p + u->at - 4, 4);
    u->at -= n + 8;
  } else {
    int64_t at = u->at - 1;
    while (at > 0 && u->data.p[at - 1] != '\n') at--;
    u->at = at;
  }
}

void f_endfile(fio *io) {
  unit *u = sequential_unit(io, "ENDFILE");
  if (!u) return;
  if (u->past_end) {
    io_error(io, 5001, "Cannot perform ENDFILE on a file already positioned after the EOF marker");
    return;
  }
  end_open_record(u);
  truncate_here(u);
  if (u->dirty_from < 0) u->dirty_from = u->data.size;
  u->past_end = 1;
}

void f_flush(fio *io) { f_flush_unit(io->unit); }
void f_wait(fio *io) { (void)io; }

void f_flush_unit(int32_t number) {
  if (number < 0) {
    f_flush_all();
    return;
  }
  unit *u = find_unit(number);
  if (!u) return;
  flush_record(u);
  save_file(u);
  if (u->standard) fflush(stdout);
}

// ---- INQUIRE ----------------------------------------------------------------------------------------------------------
void f_inquire_unit(fio *io, finquiry *q) {
  unit *u = find_unit(io->unit);
  if (!u && (io->unit == 5 || io->unit == 6 || io->unit == 0)) u = open_default(io, io->unit);
  q->exists = io->unit >= 0 || u != 0;
  q->number = u ? io->unit : -1;
  q->unit = u;
  if (u && u->name) q->name = (fstr){u->name, (int32_t)strlen(u->name)};
}

void f_inquire_file(fio *io, finquiry *q, const char *p, int32_t n) {
  (void)io;
  char name[1024];
  snprintf(name, sizeof name, "%.*s", (int)f_len_trim(p, n), p);
  q->number = -1;
  q->name = (fstr){(char *)p, f_len_trim(p, n)};
  for (unit *u = units; u; u = u->next) {
    if (u->name && !u->scratch && strcmp(u->name, name) == 0) {
      q->unit = u;
      q->number = u->number;
    }
  }
  q->exists = q->unit != 0 || file_exists(name);
}

int32_t f_inquire_logical(finquiry *q, const char *key) {
  unit *u = q->unit;
  if (strcmp(key, "exist") == 0) return q->exists;
  if (strcmp(key, "opened") == 0) return u != 0;
  if (strcmp(key, "named") == 0) return u ? !u->scratch : q->name.p != 0;
  return 0;
}

int64_t f_inquire_integer(finquiry *q, const char *key) {
  unit *u = q->unit;
  if (strcmp(key, "number") == 0) return q->number;
  if (strcmp(key, "size") == 0) {
    if (u) return u->data.size;
    if (!q->exists || !q->name.p) return -1;
    char name[1024];
    snprintf(name, sizeof name, "%.*s", (int)q->name.len, q->name.p);
    FILE *f = fopen(name, "rb");
    if (!f) return -1;
    fseek(f, 0, SEEK_END);
    int64_t n = ftell(f);
    fclose(f);
    return n;
  }
  if (!u) return strcmp(key, "recl") == 0 ? -1 : 0;
  if (strcmp(key, "recl") == 0) return u->access == F_STREAM ? -2 : u->recl;
  if (strcmp(key, "nextrec") == 0) return u->access == F_DIRECT ? u->at / u->recl + 1 : 0;
  if (strcmp(key, "pos") == 0) return u->at + 1;
  return 0;
}

static const char *inquire_word(finquiry *q, const char *key) {
  unit *u = q->unit;
#define KEY(text) (strcmp(key, text) == 0)
  if (KEY("access")) return !u ? "UNDEFINED" : u->access == F_DIRECT ? "DIRECT" : u->access == F_STREAM ? "STREAM" : "SEQUENTIAL";
  if (KEY("form")) return !u ? "UNDEFINED" : u->formatted ? "FORMATTED" : "UNFORMATTED";
  if (KEY("sequential")) return !u ? "UNKNOWN" : u->access == F_SEQUENTIAL ? "YES" : "NO";
  if (KEY("direct")) return !u ? "UNKNOWN" : u->access == F_DIRECT ? "YES" : "NO";
  if (KEY("stream")) return !u ? "UNKNOWN" : u->access == F_STREAM ? "YES" : "NO";
  if (KEY("formatted")) return !u ? "UNKNOWN" : u->formatted ? "YES" : "NO";
  if (KEY("unformatted")) return !u ? "UNKNOWN" : u->formatted ? "NO" : "YES";
  if (KEY("blank")) return !u || !u->formatted ? "UNDEFINED" : u->blank_zero ? "ZERO" : "NULL";
  if (KEY("position")) return !u || u->access == F_DIRECT ? "UNDEFINED" : u->at == 0 && u->data.size > 0 ? "REWIND" : u->at >= u->data.size ? (u->at == 0 ? "REWIND" : "APPEND") : "ASIS";
  if (KEY("action")) return !u ? "UNDEFINED" : u->can_read && u->can_write ? "READWRITE" : u->can_read ? "READ" : "WRITE";
  if (KEY("read")) return !u ? "UNKNOWN" : u->can_read ? "YES" : "NO";
  if (KEY("write")) return !u ? "UNKNOWN" : u->can_write ? "YES" : "NO";
  if (KEY("readwrite")) return !u ? "UNKNOWN" : u->can_read && u->can_write ? "YES" : "NO";
  if (KEY("delim")) return !u || !u->formatted ? "UNDEFINED" : u->delimiter == 1 ? "APOSTROPHE" : u->delimiter == 2 ? "QUOTE" : "NONE";
  if (KEY("pad")) return u && u->no_pad ? "NO" : "YES";
  if (KEY("decimal")) return !u || !u->formatted ? "UNDEFINED" : u->decimal_comma ? "COMMA" : "POINT";
  if (KEY("sign")) return !u || !u->formatted ? "UNDEFINED" : u->sign_plus ? "PLUS" : "PROCESSOR_DEFINED";
  if (KEY("encoding")) return !u || !u->formatted ? "UNDEFINED" : "UNKNOWN";
  if (KEY("asynchronous")) return u ? "NO" : "UNDEFINED";
  if (KEY("convert")) return u ? "LITTLE_ENDIAN" : "UNKNOWN";
  if (KEY("round")) return u ? "PROCESSOR_DEFINED" : "UNDEFINED";
  return "UNKNOWN";
}

void f_inquire_text(finquiry *q, const char *key, char *p, int32_t n) {
  if (strcmp(key, "name") == 0) {
    f_assign(p, n, q->name.p ? q->name.p : "", q->name.len);
    return;
  }
  const char *word = inquire_word(q, key);
  f_assign(p, n, word, (int32_t)strlen(word));
}
