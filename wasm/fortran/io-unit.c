// Units and files: OPEN, CLOSE, INQUIRE, REWIND, BACKSPACE, ENDFILE, and the bytes that make up records.
#include <errno.h>
#include <stdarg.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

#include "io.h"

static unit *units;
#define FIRST_NEW_UNIT (-10)
static int32_t fresh_unit;  // the next number to use for NEWUNIT=

// The record length that INQUIRE reports for files opened without one.
#define DEFAULT_RECL (INT64_MAX - INT32_MAX - 1)

void bytes_reserve(bytes *b, int64_t size) {
  if (size <= b->capacity) return;
  int64_t capacity = 2 * b->capacity;
  if (capacity < size) capacity = size < F_MOST_BYTES - 256 ? size + 256 : size;
  if (capacity > F_MOST_BYTES) capacity = size;
  char *p = size > F_MOST_BYTES ? 0 : realloc(b->p, (size_t)capacity);
  if (!p) f_fault("The memory of the program is exhausted by I/O");
  b->p = p;
  b->capacity = capacity;
}

void bytes_append(bytes *b, const char *p, int64_t n) {
  bytes_reserve(b, b->size + n);
  memcpy(b->p + b->size, p, (size_t)n);
  b->size += n;
}

// ---- words ------------------------------------------------------------------------------------------------------------
int is_word(const char *p, int32_t n, const char *word) {
  n = f_len_trim(p, n);
  if (n != (int32_t)strlen(word)) return 0;
  for (int32_t i = 0; i < n; i++) if ((p[i] | 32) != (word[i] | 32)) return 0;
  return 1;
}

int32_t round_mode(const char *p, int32_t n) {
  static const char *const words[] = {"processor_defined", "up", "down", "zero", "nearest", "compatible"};
  for (int32_t i = 0; i < 6; i++) if (is_word(p, n, words[i])) return i;
  return F_ROUND_DEFAULT;
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
  unit *u = io->internal ? 0 : find_unit(io->unit);
  // The part of the record that this statement has written is not printed.
  const transfer *t = io->state;
  if (t && u && t->u == u && io->writing && u->record.size > t->left) u->record.size = t->left;
  f_flush_all();
  fprintf(stderr, "At line %d of file %s", (int)io->line, io->file ? io->file : "");
  if (u && u->name) fprintf(stderr, " (unit = %d, file = '%s')", (int)io->unit, u->name);
  else if (!io->internal) fprintf(stderr, " (unit = %d)", (int)io->unit);
  fputc('\n', stderr);
  f_place_told();
  f_fault("%s", text);
}

// ---- files ------------------------------------------------------------------------------------------------------------
unit *find_unit(int32_t number) {
  for (unit *u = units; u; u = u->next) if (u->number == number) return u;
  return 0;
}

static unit *add_unit(int32_t number) {
  unit *u = f_new_zero(sizeof *u);
  u->number = number;
  u->next = units;
  u->formatted = 1;
  u->can_read = u->can_write = 1;
  u->recl = DEFAULT_RECL;
  u->dirty_from = -1;
  u->swapped = f_swap_files;
  u->position = "ASIS";
  units = u;
  f_before_fault = f_close_all;
  return u;
}

// There are no devices for a program in a browser: output to this device is discarded, and input from it is empty.
static int is_null_device(const char *name) { return strcmp(name, "/dev/null") == 0; }

static int load_file(unit *u) {
  FILE *f = fopen(u->name, "rb");
  if (!f) return 0;
  char buffer[65536];
  size_t n;
  while ((n = fread(buffer, 1, sizeof buffer, f)) > 0) bytes_append(&u->data, buffer, (int64_t)n);
  fclose(f);
  return 1;
}

// Writes changes back to the file.
static int save_file(unit *u) {
  if (u->scratch || u->null_device || u->standard || u->dirty_from < 0) return 1;
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
  if (!u->no_line_ends) bytes_append(&u->record, "\n", 1);
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
  if (remove_file && u->name && !u->scratch && !u->null_device) {
    u->dirty_from = -1;
    if (unlink(u->name) != 0) rmdir(u->name);
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
  free(u->ux_spans.p);
  free(u->ux_texts.p);
  free(u);
}

void f_close_all(void) {
  while (units) close_unit(units, 0);
  fflush(stdout);
  fflush(stderr);
}

// Units that CLOSE has disconnected from a standard stream.
static uint8_t closed_standard[7];

static int is_preconnected(int32_t number) {
  return (number == 5 || number == 6 || number == 0) && !closed_standard[number];
}

unit *open_default(fio *io, int32_t number) {
  unit *u = find_unit(number);
  if (u) return u;
  if (number < 0) {
    io_error(io, F_ERROR_OPTION, "Unit number is negative and unit was not already opened with OPEN(NEWUNIT=...)");
    return 0;
  }
  u = add_unit(number);
  if (is_preconnected(number)) {
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
  u->undecided = io->form == F_POSITIONING;
  return u;
}

int32_t f_new_unit(void) {
  for (fresh_unit = FIRST_NEW_UNIT; find_unit(fresh_unit);) fresh_unit--;
  return fresh_unit;
}

// INQUIRE accepts any number; if it is out of range, it becomes the number of a unit that does not exist.
int32_t f_asked_unit(int64_t number) { return number >= INT32_MIN && number <= INT32_MAX ? (int32_t)number : -2; }

int32_t f_unit(fio *io, int64_t number) {
  if (number >= INT32_MIN && number <= INT32_MAX) return (int32_t)number;
  io_error(io, F_ERROR_UNIT, "Unit number in I/O statement too large");
  return -1;
}

// ---- OPEN -------------------------------------------------------------------------------------------------------------
void f_open_set(fopenspec *o, const char *key, const char *p, int32_t n) {
  static const char *const keys[] = {"file", "status", "access", "form", "position", "action", "blank", "delim", "pad", "decimal", "sign", "convert", "round", "encoding", "asynchronous", "carriagecontrol", "share"};
  fstr *cells = &o->file;
  for (int i = 0; i < 17; i++) if (strcmp(key, keys[i]) == 0) cells[i] = (fstr){(char *)p, f_len_trim(p, n)};
}

static int is_text(fstr s, const char *word) { return s.p && (int32_t)strlen(word) == s.len && strncasecmp(s.p, word, s.len) == 0; }

static int choose(fio *io, fstr s, const char *what, const char *const *words, int otherwise) {
  if (!s.p) return otherwise;
  for (int i = 0; words[i]; i++) if (is_text(s, words[i])) return i;
  io_error(io, F_ERROR_OPTION, "Bad %s parameter in OPEN statement", what);
  return otherwise;
}

// Rejects modes that apply only to formatted transfers.
static void refuse_modes(fio *io, const fopenspec *o) {
  const struct { const char *name; fstr given; } modes[] = {
      {"DELIM", o->delim}, {"BLANK", o->blank}, {"PAD", o->pad}, {"DECIMAL", o->decimal}, {"ENCODING", o->encoding}, {"ROUND", o->round}, {"SIGN", o->sign}, {"CARRIAGECONTROL", o->carriagecontrol}};
  for (int i = 0; i < 8; i++) {
    if (modes[i].given.p) io_error(io, F_ERROR_CONFLICT, "%s parameter conflicts with UNFORMATTED form in OPEN statement", modes[i].name);
  }
}

static void set_modes(fio *io, unit *u, const fopenspec *o) {
  static const char *const blanks[] = {"NULL", "ZERO", 0}, *const delims[] = {"NONE", "APOSTROPHE", "QUOTE", 0}, *const yes[] = {"YES", "NO", 0},
                    *const decimals[] = {"POINT", "COMMA", 0}, *const signs[] = {"PROCESSOR_DEFINED", "PLUS", "SUPPRESS", 0},
                    *const encodings[] = {"DEFAULT", "UTF-8", 0}, *const ends[] = {"LIST", "NONE", 0},
                    *const shares[] = {"", "DENYNONE", "DENYRW", 0};
  if (o->blank.p) u->blank_zero = choose(io, o->blank, "BLANK", blanks, 0);
  if (o->delim.p) u->delimiter_given = 1, u->delimiter = choose(io, o->delim, "DELIM", delims, 0);
  if (o->pad.p) u->no_pad = choose(io, o->pad, "PAD", yes, 0);
  if (o->decimal.p) u->decimal_comma = choose(io, o->decimal, "DECIMAL", decimals, 0);
  if (o->sign.p) u->sign_plus = choose(io, o->sign, "SIGN", signs, 0) == 1;
  if (o->encoding.p) u->utf8 = choose(io, o->encoding, "ENCODING", encodings, 0) == 1;
  if (o->asynchronous.p) u->asynchronous = choose(io, o->asynchronous, "ASYNCHRONOUS", yes, 0) == 0;
  if (o->carriagecontrol.p) u->no_line_ends = choose(io, o->carriagecontrol, "CARRIAGECONTROL", ends, 0) == 1;
  if (o->share.p) u->share = choose(io, o->share, "SHARE", shares, 0);
  if (o->readonly) u->readonly = 1;
  if (o->round.p) u->rounding = round_mode(o->round.p, o->round.len);
}

// The full path from the root of the file system, with . and .. resolved.
static void full_name(char *out, size_t room, const char *name) {
  char text[2048];
  const char *folder = "";
  char here[1024];
  if (*name != '/' && getcwd(here, sizeof here)) folder = here;
  snprintf(text, sizeof text, "%s/%s", folder, name);
  size_t n = 0;
  for (char *part = strtok(text, "/"); part; part = strtok(0, "/")) {
    if (strcmp(part, ".") == 0) continue;
    if (strcmp(part, "..") == 0) {
      while (n > 0 && out[--n] != '/') {}
      continue;
    }
    size_t length = strlen(part);
    if (n + length + 2 > room) break;
    out[n++] = '/';
    memcpy(out + n, part, length);
    n += length;
  }
  out[n] = 0;
}

static int is_same_file(const char *a, const char *b) {
  char full_a[1024], full_b[1024];
  if (strcmp(a, b) == 0) return 1;
  full_name(full_a, sizeof full_a, a);
  full_name(full_b, sizeof full_b, b);
  return strcmp(full_a, full_b) == 0;
}

// An empty name refers neither to a file nor to the working directory.
static FILE *open_named(const char *name, const char *mode) {
  if (*name) return fopen(name, mode);
  errno = ENOENT;
  return 0;
}

static int file_exists(const char *name) {
  if (is_null_device(name)) return 1;
  FILE *f = open_named(name, "rb");
  if (f) fclose(f);
  return f != 0;
}

static int is_directory(const char *name) {
  struct stat s;
  return *name && stat(name, &s) == 0 && S_ISDIR(s.st_mode);
}

enum { S_UNKNOWN, S_OLD, S_NEW, S_REPLACE, S_SCRATCH };
enum { A_READWRITE, A_READ, A_WRITE };
enum { P_ASIS, P_REWIND, P_APPEND };
#define F_APPEND_ACCESS 3

// The specifiers of an OPEN statement, once parsed.
typedef struct { int status, access, form, position, action, swapped; char name[1024]; } opening;

static void read_words(fio *io, const fopenspec *o, opening *w) {
  static const char *const statuses[] = {"UNKNOWN", "OLD", "NEW", "REPLACE", "SCRATCH", 0};
  static const char *const accesses[] = {"SEQUENTIAL", "DIRECT", "STREAM", "APPEND", 0};
  static const char *const forms[] = {"FORMATTED", "UNFORMATTED", 0};
  static const char *const positions[] = {"ASIS", "REWIND", "APPEND", 0};
  static const char *const actions[] = {"READWRITE", "READ", "WRITE", 0};
  static const char *const orders[] = {"NATIVE", "LITTLE_ENDIAN", "BIG_ENDIAN", "SWAP", 0};
  if (is_text(o->carriagecontrol, "FORTRAN")) io_error(io, F_ERROR_OPTION, "CARRIAGECONTROL='FORTRAN' is not supported: write the line feeds, or use 'LIST'");
  w->access = choose(io, o->access, "ACCESS", accesses, 0);
  w->action = choose(io, o->action, "ACTION", actions, o->readonly ? A_READ : A_READWRITE);
  w->form = choose(io, o->form, "FORM", forms, w->access == F_DIRECT || w->access == F_STREAM);
  w->position = choose(io, o->position, "POSITION", positions, P_ASIS);
  w->status = choose(io, o->status, "STATUS", statuses, S_UNKNOWN);
  w->swapped = choose(io, o->convert, "CONVERT", orders, f_swap_files ? 2 : 0) >= 2;
  if (o->file.p) snprintf(w->name, sizeof w->name, "%.*s", (int)f_len_trim(o->file.p, o->file.len), o->file.p);
  else snprintf(w->name, sizeof w->name, "fort.%d", (int)io->unit);
}

static void check_opening(fio *io, const fopenspec *o, const opening *w) {
  int32_t u = io->unit;
  if (u < 0 && !find_unit(u) && u != fresh_unit) io_error(io, F_ERROR_OPTION, "Bad unit number in OPEN statement");
  fresh_unit = 0;
  if (w->access == F_APPEND_ACCESS && o->position.p && w->position != P_APPEND) io_error(io, F_ERROR_CONFLICT, "Conflicting ACCESS and POSITION flags in OPEN statement");
  if (o->readonly && o->action.p && w->action != A_READ) io_error(io, F_ERROR_CONFLICT, "ACTION conflicts with READONLY in OPEN statement");
  if (o->has_recl && o->recl <= 0) io_error(io, F_ERROR_OPTION, "RECL parameter is non-positive in OPEN statement");
  if (w->access == F_DIRECT && !o->has_recl) io_error(io, F_ERROR_MISSING, "Missing RECL parameter in OPEN statement");
  if (w->form == 1) refuse_modes(io, o);
  if (w->status == S_SCRATCH && o->file.p) io_error(io, F_ERROR_OPTION, "FILE parameter must not be present in OPEN statement");
}

// Opens the same file again, which may change only the modes.
static void open_again(fio *io, unit *u, const fopenspec *o, const opening *w) {
  if (o->status.p && w->status != S_OLD && w->status != S_UNKNOWN && !(w->status == S_SCRATCH && u->scratch)) io_error(io, F_ERROR_OPTION, "Cannot change STATUS parameter in OPEN statement");
  if (o->access.p && (w->access == F_APPEND_ACCESS ? F_SEQUENTIAL : w->access) != u->access) io_error(io, F_ERROR_OPTION, "Cannot change ACCESS parameter in OPEN statement");
  if (o->form.p && (w->form == 0) != u->formatted) io_error(io, F_ERROR_OPTION, "Cannot change FORM parameter in OPEN statement");
  if (o->has_recl && o->recl != u->recl) io_error(io, F_ERROR_OPTION, "Cannot change RECL parameter in OPEN statement");
  if (o->action.p && ((w->action != A_WRITE) != u->can_read || (w->action != A_READ) != u->can_write)) io_error(io, F_ERROR_OPTION, "Cannot change ACTION parameter in OPEN statement");
  if (!io_failed(io)) set_modes(io, u, o);
}

// Converts WASI error numbers to the usual error numbers of operating systems.
int32_t known_code(int code) {
  switch (code) {
    case ENOENT: return 2;
    case EACCES: return 13;
    case EEXIST: return 17;
    case ENOTDIR: return 20;
    case EISDIR: return 21;
    case EBADF: return 9;
    case EINVAL: return 22;
    case ENOSYS: return 38;
    default: return code;
  }
}

static int create_file(fio *io, unit *u, const char *name) {
  FILE *f = open_named(name, "wb");
  if (f) {
    fclose(f);
    return 1;
  }
  int code = errno;
  close_unit(u, 0);
  io_error(io, known_code(code), "Cannot open file '%s': %s", name, strerror(code));
  return 0;
}

static int check_existence(fio *io, const opening *w) {
  int exists = w->status == S_SCRATCH || file_exists(w->name);
  if (!exists && (w->status == S_OLD || (w->action == A_READ && w->status == S_UNKNOWN))) {
    io_error(io, known_code(ENOENT), "Cannot open file '%s': No such file or directory", w->name);
  } else if (exists && w->status == S_NEW) io_error(io, known_code(EEXIST), "Cannot open file '%s': File exists", w->name);
  else if (w->status != S_SCRATCH && w->action != A_READ && is_directory(w->name)) {
    io_error(io, known_code(EISDIR), "Cannot open file '%s': Is a directory", w->name);
  }
  return exists;
}

// Flushes the output of other units to a file before this unit reads the file.
static void save_others(const char *name) {
  for (unit *u = units; u; u = u->next) if (u->name && is_same_file(u->name, name)) save_file(u);
}

static int is_connected(const char *name) {
  for (unit *u = units; u; u = u->next) if (u->name && !u->standard && strcmp(u->name, name) == 0) return 1;
  return 0;
}

void f_open(fio *io, fopenspec *o) {
  opening w = {0};
  read_words(io, o, &w);
  check_opening(io, o, &w);
  if (io_failed(io)) return;
  int is_standard = io->unit == 5 || io->unit == 6 || io->unit == 0;
  // If no file is given, a predefined unit remains unchanged.
  unit *old = is_standard && !o->file.p && w.status != S_SCRATCH ? open_default(io, io->unit) : find_unit(io->unit);
  int is_same = old && (o->file.p ? !old->standard && old->name && is_same_file(old->name, w.name) : !old->standard || w.status != S_SCRATCH);
  if (is_same) {
    open_again(io, old, o, &w);
    return;
  }
  if (o->file.p && f_is_before(F_TS_29113) && is_connected(w.name)) {
    io_error(io, F_ERROR_OPEN, "File already opened in another unit");
    return;
  }
  if (old) close_unit(old, 0);
  save_others(w.name);
  int exists = check_existence(io, &w);
  if (io_failed(io)) return;
  unit *u = add_unit(io->unit);
  u->position = w.access == F_APPEND_ACCESS ? "APPEND" : w.position == P_REWIND ? "REWIND" : w.position == P_APPEND ? "APPEND" : "ASIS";
  u->access = w.access == F_APPEND_ACCESS ? F_SEQUENTIAL : w.access;
  u->formatted = w.form == 0;
  if (o->has_recl) u->recl = o->recl;
  u->can_read = w.action != A_WRITE;
  u->can_write = w.action != A_READ;
  u->swapped = w.swapped;
  u->name = strdup(w.status == S_SCRATCH ? "" : w.name);
  u->scratch = w.status == S_SCRATCH;
  u->null_device = is_null_device(u->name);
  u->directory = !u->scratch && is_directory(u->name);
  set_modes(io, u, o);
  if (io_failed(io)) {
    close_unit(u, 0);
    return;
  }
  if (!u->scratch && !u->null_device && !u->directory) {
    if (exists && (w.status == S_UNKNOWN || w.status == S_OLD)) load_file(u);
    else if (!create_file(io, u, w.name)) return;
  }
  if (*u->position == 'A' && u->position[1] == 'P') u->at = u->data.size;
}

void f_close(fio *io, const char *p, int32_t n) {
  fstr s = {(char *)p, p ? f_len_trim(p, n) : 0};
  unit *u = find_unit(io->unit);
  if (p && !is_text(s, "KEEP") && !is_text(s, "DELETE")) io_error(io, F_ERROR_OPTION, "Bad STATUS parameter in CLOSE statement");
  else if (u && u->scratch && is_text(s, "KEEP")) io_error(io, F_ERROR_OPTION, "Can't KEEP a scratch file on CLOSE");
  else if (u && u->readonly && is_text(s, "DELETE")) {
    fprintf(stderr, "At line %d of file %s (unit = %d, file = '%s')\nFortran runtime warning: STATUS set to DELETE on CLOSE but file protected by READONLY specifier\n", (int)io->line, io->file ? io->file : "", (int)io->unit, u->name);
    close_unit(u, 0);
  } else {
    if (is_preconnected(io->unit)) closed_standard[io->unit] = 1;
    if (u) close_unit(u, is_text(s, "DELETE"));
  }
}

// ---- positions --------------------------------------------------------------------------------------------------------
static unit *sequential_unit(fio *io, const char *verb, int32_t code) {
  io->form = F_POSITIONING;
  unit *u = open_default(io, io->unit);
  if (u && u->access == F_DIRECT) {
    io_error(io, code, "Cannot %s a file opened for DIRECT access", verb);
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
  // A unit without a file has no position, so nothing changes.
  if (!find_unit(io->unit)) return;
  unit *u = sequential_unit(io, "REWIND", F_ERROR_OPTION);
  if (!u) return;
  u->position = "REWIND";
  end_open_record(u);
  u->at = 0;
  u->past_end = u->in_record = 0;
}

void f_backspace(fio *io) {
  unit *u = 0;
  if (!find_unit(io->unit)) io_error(io, F_ERROR_UNIT, "Unattached unit");
  else u = sequential_unit(io, "BACKSPACE", F_ERROR_CONFLICT);
  if (u && u->access == F_STREAM && !u->formatted) io_error(io, F_ERROR_CONFLICT, "Cannot BACKSPACE an unformatted stream file");
  if (!u || io_failed(io)) return;
  u->position = "UNSPECIFIED";
  end_open_record(u);
  u->in_record = 0;
  if (u->past_end) {
    u->past_end = 0;
    return;
  }
  if (u->at == 0) return;
  if (!u->formatted) {
    // A negative marker after a part of a record means that another part precedes it.
    for (int64_t marker = -1; marker < 0 && u->at > 0;) {
      marker = u->at < f_marker_bytes ? INT64_MAX : record_marker(u, u->at - f_marker_bytes);
      int64_t n = marker < 0 ? -marker : marker, rest = u->at - 2 * f_marker_bytes;
      u->at = n < 0 || n > rest ? 0 : rest - n;
    }
  } else {
    int64_t at = u->at - 1;
    while (at > 0 && u->data.p[at - 1] != '\n' && (u->data.p[at - 1] != '\r' || u->data.p[at] == '\n')) at--;
    u->at = at;
  }
}

void f_endfile(fio *io) {
  unit *u = sequential_unit(io, "perform ENDFILE on", F_ERROR_CONFLICT);
  if (!u) return;
  u->position = "APPEND";
  if (u->past_end) {
    io_error(io, F_ERROR_CONFLICT, "Cannot perform ENDFILE on a file already positioned after the EOF marker");
    return;
  }
  end_open_record(u);
  truncate_here(u);
  if (u->dirty_from < 0) u->dirty_from = u->data.size;
  u->past_end = 1;
}

int64_t record_marker(const unit *u, int64_t at) {
  uint64_t n = 0;
  memcpy(&n, u->data.p + at, (size_t)f_marker_bytes);
  if (f_marker_bytes == 8) return (int64_t)(u->swapped ? __builtin_bswap64(n) : n);
  return (int32_t)(u->swapped ? __builtin_bswap32((uint32_t)n) : (uint32_t)n);
}

void f_flush(fio *io) {
  if (find_unit(io->unit) || io->unit == 6 || io->unit == 5 || io->unit == 0) f_flush_unit(io->unit);
  else io_error(io, -F_ERROR_UNIT, "Specified UNIT in FLUSH is not connected");
}
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
  if (!u && is_preconnected(io->unit)) u = open_default(io, io->unit);
  if ((io->unit == -1 || io->unit <= FIRST_INTERNAL_NUMBER) && !u) io_error(io, F_ERROR_INTERNAL_UNIT, "INQUIRE: the unit -1 stands for internal units");
  q->exists = io->unit >= 0 || u != 0;
  q->number = u ? io->unit : -1;
  q->unit = u;
  if (u && u->name && !u->scratch) q->name = (fstr){u->name, (int32_t)strlen(u->name)};
}

void f_inquire_file(fio *io, finquiry *q, const char *p, int32_t n) {
  (void)io;
  char name[1024];
  snprintf(name, sizeof name, "%.*s", (int)f_len_trim(p, n), p);
  q->number = -1;
  q->name = (fstr){(char *)p, f_len_trim(p, n)};
  for (unit *u = units; u; u = u->next) {
    if (u->name && !u->scratch && (u->standard ? strcmp(u->name, name) == 0 : is_same_file(u->name, name))) {
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

// The position of the next byte in a stream file.
static int64_t position_of(const unit *u) {
  if (!u->in_record) return u->at;
  return u->writing ? u->at + u->column : u->record_start + u->column;
}

static int64_t inquire_integer(finquiry *q, const char *key) {
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
  if (strcmp(key, "pos") == 0) return position_of(u) + 1;
  return 0;
}

int64_t f_inquire_integer(finquiry *q, const char *key, int32_t kind) {
  int64_t value = inquire_integer(q, key);
  return kind < 8 && value > INT32_MAX ? INT32_MAX : value;
}

static const char *inquire_word(finquiry *q, const char *key) {
  unit *u = q->unit;
  const char *absent = q->exists && q->name.p ? "YES" : "NO";  // possible actions on a file that is not open
#define KEY(text) (strcmp(key, text) == 0)
  if (KEY("access")) return !u ? "UNDEFINED" : u->access == F_DIRECT ? "DIRECT" : u->access == F_STREAM ? "STREAM" : "SEQUENTIAL";
  if (KEY("form")) return !u ? "UNDEFINED" : u->formatted ? "FORMATTED" : "UNFORMATTED";
  if (KEY("sequential")) return !u ? "UNKNOWN" : u->access == F_SEQUENTIAL ? "YES" : "NO";
  if (KEY("direct")) return !u ? "UNKNOWN" : u->access == F_DIRECT ? "YES" : "NO";
  if (KEY("stream")) return !u ? "UNKNOWN" : u->access == F_STREAM ? "YES" : "NO";
  if (KEY("formatted")) return !u ? "UNKNOWN" : u->formatted ? "YES" : "NO";
  if (KEY("unformatted")) return !u ? "UNKNOWN" : u->formatted ? "NO" : "YES";
  if (KEY("blank")) return !u || !u->formatted ? "UNDEFINED" : u->blank_zero ? "ZERO" : "NULL";
  if (KEY("position")) return !u || u->access == F_DIRECT ? "UNDEFINED" : u->position;
  if (KEY("action")) return !u ? "UNDEFINED" : u->can_read && u->can_write ? "READWRITE" : u->can_read ? "READ" : "WRITE";
  if (KEY("read")) return !u ? absent : u->can_read ? "YES" : "NO";
  if (KEY("write")) return !u ? absent : u->can_write ? "YES" : "NO";
  if (KEY("readwrite")) return !u ? absent : u->can_read && u->can_write ? "YES" : "NO";
  if (KEY("delim")) return !u || !u->formatted ? "UNDEFINED" : u->delimiter == 1 ? "APOSTROPHE" : u->delimiter == 2 ? "QUOTE" : "NONE";
  if (KEY("pad")) return !u || !u->formatted ? "UNDEFINED" : u->no_pad ? "NO" : "YES";
  if (KEY("decimal")) return !u || !u->formatted ? "UNDEFINED" : u->decimal_comma ? "COMMA" : "POINT";
  if (KEY("sign")) return !u ? "UNDEFINED" : u->sign_plus ? "PLUS" : "PROCESSOR_DEFINED";
  if (KEY("encoding")) return !u || !u->formatted ? "UNDEFINED" : u->utf8 ? "UTF-8" : "UNKNOWN";
  if (KEY("asynchronous")) return !u ? "UNDEFINED" : u->asynchronous ? "YES" : "NO";
  if (KEY("convert")) return !u ? "UNDEFINED" : u->swapped ? "BIG_ENDIAN" : "LITTLE_ENDIAN";
  if (KEY("carriagecontrol")) return !u ? "UNKNOWN" : !u->formatted || u->no_line_ends ? "NONE" : "LIST";
  if (KEY("share")) return !u ? "UNKNOWN" : u->share == 1 ? "DENYNONE" : u->share == 2 ? "DENYRW" : "NODENY";
  if (KEY("round")) {
    static const char *const rounds[] = {"PROCESSOR_DEFINED", "UP", "DOWN", "ZERO", "NEAREST", "COMPATIBLE"};
    return u ? rounds[u->rounding] : "UNDEFINED";
  }
  return "UNKNOWN";
}

void f_inquire_text(finquiry *q, const char *key, char *p, int32_t n) {
  if (strcmp(key, "name") == 0) {
    if (q->name.p) f_assign(p, n, q->name.p, q->name.len);
    return;
  }
  const char *word = inquire_word(q, key);
  f_assign(p, n, word, (int32_t)strlen(word));
}
