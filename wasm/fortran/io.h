// Declarations that the files of the I/O library share: units, records, and the editing of numbers.
#pragma once
#include <stdio.h>

#include "fortran-runtime.h"

// gfortran's IOSTAT values, on which programs may depend.
enum {
  F_END_OF_FILE = -1, F_END_OF_RECORD = -2, F_ERROR_CONFLICT = 5001, F_ERROR_OPTION, F_ERROR_MISSING, F_ERROR_OPEN, F_ERROR_UNIT,
  F_ERROR_FORMAT, F_ERROR_ACTION, F_ERROR_ENDFILE, F_ERROR_VALUE = 5010, F_ERROR_OVERFLOW, F_ERROR_DIRECT_END = 5015, F_ERROR_SHORT_RECORD, F_ERROR_CORRUPT,
  F_ERROR_INTERNAL_UNIT
};
enum { F_ROUND_DEFAULT, F_ROUND_UP, F_ROUND_DOWN, F_ROUND_ZERO, F_ROUND_NEAREST, F_ROUND_COMPATIBLE };
enum { F_SEQUENTIAL, F_DIRECT, F_STREAM };
enum { F_STREAM_IN = 1, F_STREAM_OUT = 2 };

// A growing buffer.
typedef struct { char *p; int64_t size, capacity; } bytes;
void bytes_reserve(bytes *b, int64_t size);
void bytes_append(bytes *b, const char *p, int64_t n);

// An open unit. The whole file is in memory and is written back when it is flushed or closed.
typedef struct unit {
  struct unit *next;
  int32_t number;
  char *name;
  int32_t access, formatted, scratch, null_device, directory, standard;  // standard: F_STREAM_IN or F_STREAM_OUT
  int32_t can_read, can_write;
  int64_t recl;
  int32_t blank_zero, delimiter, no_pad, decimal_comma, sign_plus, rounding, swapped;
  bytes data;
  int64_t at;          // position in data
  int64_t dirty_from;  // data from here onwards is not on disk yet; -1 if everything is on disk
  int32_t truncated;   // the file on disk is longer than the data
  bytes record;        // the record that is being written or was read last
  int64_t column;      // position in the record
  int64_t written;     // bytes of the record that have already been written (non-advancing output to a terminal)
  int64_t record_start;
  int32_t in_record;   // true if a record is still open (non-advancing output)
  const char *position;  // properties reported by INQUIRE
  int32_t undecided;   // opened by a positioning statement: the first transfer determines the form
  int32_t utf8, asynchronous, delimiter_given;
  int32_t no_line_ends, share, readonly;  // DEC extensions; share: 1 DENYNONE, 2 DENYRW
  bytes ux_spans, ux_texts;  // Ux strings that take_ux_out removed from the record that was just read
  int32_t writing, past_end, wrote_last;
} unit;

int32_t known_code(int code);
void f_close_all(void);
void f_flush_all(void);
unit *find_unit(int32_t number);
unit *open_default(fio *io, int32_t number);
void close_unit(unit *u, int32_t remove_file);
int64_t record_marker(const unit *u, int64_t at);
int is_word(const char *p, int32_t n, const char *word);
int32_t round_mode(const char *p, int32_t n);

// The digits of a number in the record that is being written; the Ux text of the number starts at `end`.
typedef struct { int64_t first, end, length; } written_text;

// State of one transfer.
typedef struct format format;
typedef struct {
  unit *u;             // null for an internal unit
  bytes *record;
  int64_t column;      // next character, counted from 0
  int64_t left;        // limit for tabs to the left: the column at which a statement continues in a record
  int32_t internal_index;
  int32_t wide;        // an internal unit of kind 4, whose record is in UTF-8 during a statement
  format *f;
  int32_t scale, sign_plus, blank_zero, decimal_comma, delimiter, rounding;
  int32_t started, items, last_character, corrupt;
  int32_t at_end;  // a formatted read found no record, which is reported once it needs one
  // list-directed input
  int32_t repeat, null_value, finished, record_used;
  int32_t comma_due;  // 1 if no comma has followed the last value yet; the comma may begin a later record
  char *value;
  int32_t value_length, value_capacity;
  bytes ux;            // Ux strings for the record that is being written to a file, as written_text
  bytes held;          // distribution strings for an internal unit's record, inserted when the record is complete
  bytes own;           // record of an internal unit or of list-directed input
} transfer;

void io_error(fio *io, int32_t code, const char *format, ...);
int io_failed(const fio *io);

// Records of formatted transfers (io-record.c).
void record_put(fio *io, transfer *t, const char *p, int64_t n);
void record_put_real(fio *io, transfer *t, const char *text, int32_t n, int32_t kind, const void *p);
int record_next_read(fio *io, transfer *t);
void end_of_file(fio *io, transfer *t);
void record_end_write(fio *io, transfer *t);
void record_begin(fio *io, transfer *t);
void put_data(unit *u, const char *p, int64_t n);
void drop_rest(unit *u);

// Formats (io-format.c).
void format_begin(fio *io, transfer *t);
void format_item(fio *io, transfer *t, int32_t code, int32_t kind, void *p, int32_t length);
void format_end(fio *io, transfer *t);
int format_at_defined(fio *io, transfer *t);

// Internal units in child statements have this number or a lower one.
#define FIRST_INTERNAL_NUMBER (-100000)
// Child statements (io-defined.c); 0 if the statement has no parent.
int child_begin(fio *io, transfer *t);
void child_end(fio *io, transfer *t);

// Numbers (io-number.c). Each function returns the length of its text; if the width is 0, the text is as long as
// necessary.
typedef struct { int32_t width, digits, exponent, scale, plus, comma; char letter; int32_t rounding, keep_zero, room; } edit;
// `code` is F_INTEGER or F_UNSIGNED.
int32_t edit_integer(char *out, int32_t code, __int128 value, int32_t width, int32_t minimum, int32_t plus);
int32_t edit_f(char *out, long double value, int32_t kind, edit e);
int32_t edit_e(char *out, long double value, int32_t kind, edit e);
int32_t edit_en(char *out, long double value, int32_t kind, edit e);
int32_t edit_es(char *out, long double value, int32_t kind, edit e);
int32_t edit_ex(char *out, long double value, int32_t kind, edit e);
int32_t edit_g(char *out, long double value, int32_t kind, edit e);
int32_t edit_list_real(char *out, long double value, int32_t kind, int32_t trimmed, edit modes);
// A position beyond the end of any file that fits in memory.
#define F_FAR ((int64_t)1 << 40)
#define EDIT_SPACE 5200
#define EDIT_BAD_SCALE (-1)

// An integer, a logical, or the bits of an unsigned number.
__int128 load_integer(const void *p, int32_t kind);
__int128 load_whole(const void *p, int32_t code, int32_t kind);
void store_integer(void *p, int32_t kind, __int128 value);
long double load_real(const void *p, int32_t kind);
void store_real(void *p, int32_t kind, long double value);
// Stores an integer or unsigned number, or returns the reason for rejecting the text. An empty text is zero.
typedef enum { WHOLE_STORED, WHOLE_MALFORMED, WHOLE_TOO_LARGE, WHOLE_NEGATIVE } whole_result;
whole_result store_whole(void *p, int32_t code, int32_t kind, const char *text, int32_t n);
static inline int is_whole(int32_t code) { return code == F_INTEGER || code == F_UNSIGNED; }
static inline int32_t list_width_of_whole(int32_t kind) { return kind == 1 ? 4 : kind == 2 ? 6 : kind == 4 ? 11 : kind == 8 ? 20 : 40; }
int is_hexadecimal(const char *p, int32_t n);
// Reads a number; returns 0 if the text is not a number.
int parse_real(const char *p, int32_t n, int32_t kind, int32_t comma, long double *value);

// A field for a real edit descriptor (io-field.c), which the function may change; returns 0 if the field contains no
// number.
typedef struct { int32_t kind, digits, scale, blank_zero, comma; } real_field;
int read_real_field(char *field, int32_t n, real_field how, long double *value);

// Distributions in records (io-distributions.c).
int64_t ux_length(const char *text, int64_t room);
void hold_ux(transfer *t, double value, int64_t first, int64_t end);
void insert_held_ux(const fio *io, transfer *t, int64_t room);
void take_ux_out(unit *u);
void take_names_out(unit *u);
void drop_written_over(transfer *t, int64_t n);
void insert_ux(transfer *t, written_text place, const char *text);
const char *ux_of_field(const transfer *t, int64_t first, int64_t last, int32_t *length);
int32_t rest_with_ux(const transfer *t, char *p, int32_t room);

// List-directed I/O (io-list.c, io-list-read.c) and NAMELIST (io-namelist.c).
void list_separate(fio *io, transfer *t, int32_t code);
void list_write(fio *io, transfer *t, int32_t code, int32_t kind, const void *p, int32_t length);
void list_read(fio *io, transfer *t, int32_t code, int32_t kind, void *p, int32_t length);
int parse_logical(const char *p, int32_t n, int *value);
edit modes_of(const transfer *t);
void put_complex(fio *io, transfer *t, int32_t kind, const char *p, int padded);
void put_characters(fio *io, transfer *t, int32_t kind, const char *p, int32_t n);
int peek(const transfer *t);
int next_record(fio *io, transfer *t);
int skip_blanks(fio *io, transfer *t, int across);
int take_due_comma(transfer *t);
// One value in a list; 0 if the value is null, at the end of the input, or after an error.
int list_begins(fio *io, transfer *t);
int list_value(fio *io, transfer *t, int32_t code, int32_t kind, void *p, int32_t length);

// Characters of kind 4 (io-wide.c). Callers must free the results.
int is_utf8(const transfer *t);
char *widened(const char *p, int32_t n);
int64_t characters_of(const transfer *t, const char *p, int64_t n);
void store_internal_record(const fio *io, const bytes *record, char *target);
void load_internal_record(const fio *io, bytes *record, const char *source);
char *text_of_wide(const transfer *t, const char *p, int32_t n, int32_t *bytes);
char *wide_of_text(const transfer *t, const char *p, int32_t n, int32_t *bytes);
void store_wide(int32_t kind, char *to, int32_t room, const char *wide, int32_t n);

// Uncertain values: the Ux string after a printed real. The service's runtime replaces these functions.
int32_t fortran_ux_text(double value, char *target, int32_t size);
// Like fortran_ux_text, but for a number written to memory, where only distributions have a Ux string.
int32_t fortran_ux_memory_text(double value, char *target, int32_t size);
double fortran_ux_particle(double value);
int64_t fortran_name_length(const char *text, int64_t room);
int fortran_ux_read(const char *text, int32_t length, double particle, double *value);
