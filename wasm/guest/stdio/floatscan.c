// The scanner shared by strtod, strtof, strtold, atof, wcstod and all scanf functions. After the number, it also reads
// the Ux string. The number itself is read by the library's scanner, but that scanner rounds hexadecimal numbers of
// more than 53 bits incorrectly, so they are read again. Characters that are not part of a Ux string go back to the
// stream.
#include <errno.h>
#include <stdlib.h>

#include "read-long.h"

double __real___floatscan(FILE *file, int precision, int may_push_back);
int __shgetc(FILE *file);

static int __ux_next(ux_file *f) { return f->position != f->scan_end ? *f->position++ : __shgetc((FILE *)f); }

static size_t __ux_taken(const ux_file *f) { return (size_t)(f->count + (f->position - f->buffer)); }

// The number of characters by which the position may move back before the start of the buffer, where all streams except
// swscanf's have some space.
static size_t __ux_room_before(const ux_file *f) { return f->close ? 8 : f->buffer_size == 256 ? 0 : 4; }

// Puts characters back into the stream, last character first. The buffer may have been refilled, so the characters are
// written back to their positions.
static void __ux_give_back(ux_file *f, const char *characters, size_t count) {
  while (count--) {
    if (f->position == f->buffer - __ux_room_before(f)) return;
    f->position--;
    if (*f->position != (unsigned char)characters[count]) *f->position = (unsigned char)characters[count];
  }
}

// Collects the Ux string whose "U" has just been read. If there is no Ux string, puts all characters back and returns
// 0.
static int __ux_collect(ux_file *f, ux_digits *digits, const char *reader) {
  __ux_start_digits(digits);
  __ux_add_digit(digits, 'U', reader);
  int c = __ux_next(f);
  if (c == 'x') {
    __ux_add_digit(digits, 'x', reader);
    for (c = __ux_next(f); __ux_is_hex(c); c = __ux_next(f)) __ux_add_digit(digits, (char)c, reader);
  }
  if (c >= 0) __ux_give_back(f, &(char){(char)c}, 1);
  if (digits->length > 2) return 1;
  __ux_give_back(f, digits->data, digits->length);
  return 0;
}

static const char *__ux_reader(int precision, int may_push_back) {
  if (!may_push_back) return "scanf";
  if (__ux_wanted_longs) return "strtold";
  return precision == 0 ? "strtof" : "strtod";
}

static int __ux_starts_with_word(const char *number) {
  if (*number == '-' || *number == '+') number++;
  return (*number | 32) == 'i' || (*number | 32) == 'n';
}

// Tests whether a hexadecimal number may follow. Returns true if the buffer ends too early to tell.
static int __ux_may_be_hexadecimal(const ux_file *f) {
  const unsigned char *at = f->position;
  if (at != f->scan_end && (*at == '-' || *at == '+')) at++;
  if (at == f->scan_end) return 1;
  if (*at++ != '0') return 0;
  return at == f->scan_end || (*at | 32) == 'x';
}

// Runs the library's scanner and records the characters that it reads, so that they can be read again.
static double __ux_scan_recorded(ux_file *f, int precision, int may_push_back, long double *exact) {
  ux_recording recording = {.file = (FILE *)f, .scan_end = f->scan_end};
  int error = errno;
  size_t before = __ux_taken(f);
  __ux_start_digits(&recording.taken);
  f->scan_end = f->position;
  __ux_recording = &recording;
  double number = __real___floatscan((FILE *)f, precision, may_push_back);
  __ux_recording = NULL;
  if (__ux_taken(f) > 0) {
    if (f->limit >= 0) f->scan_end = recording.scan_end;
    const char *text = recording.taken.data;
    size_t length = __ux_taken(f) - before;
    *exact = number;
    if (__ux_wanted_longs && !__ux_starts_with_word(text)) {
      errno = error;
      *exact = __ux_read_long(text, length);
    } else if (__ux_is_hexadecimal(text, length)) {
      errno = error;
    }
    if (__ux_is_hexadecimal(text, length)) number = __ux_read_hexadecimal(text, length, precision == 0);
  }
  if (recording.taken.data != recording.taken.small) free(recording.taken.data);
  return number;
}

static void __ux_note_long(long double value) {
  ux_long_values *wanted = __ux_wanted_longs;
  if (wanted && wanted->count < wanted->room) wanted->values[wanted->count++] = value;
}

static int __ux_is_space(int c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

// Reads the Ux string that begins with the next character, if there is one; `number` is the preceding number, or NULL.
static int __ux_scan_text(ux_file *f, const char *reader, const double *number, double *value) {
  ux_digits digits;
  int c = __ux_next(f);
  if (c == 'U') {
    size_t offset = __ux_taken(f) - 1;
    if (!__ux_collect(f, &digits, reader)) return 0;
    *value = __ux_finish_digits(&digits, reader, offset, number != NULL, number ? *number : 0);
    return 1;
  }
  if (c >= 0) __ux_give_back(f, &(char){(char)c}, 1);
  return 0;
}

static void __ux_skip_id(ux_file *f) {
  char taken[UX_ID_LENGTH];
  size_t length = 0;
  if (!__ux_is_id_character(0, '<')) return;
  while (length < UX_ID_LENGTH) {
    int c = __ux_next(f);
    if (c < 0) break;
    taken[length++] = (char)c;
    if (!__ux_is_id_character(length - 1, c)) break;
  }
  if (!__ux_id_length(taken, length)) __ux_give_back(f, taken, length);
}

double __wrap___floatscan(FILE *file, int precision, int may_push_back) {
  ux_file *f = (ux_file *)file;
  const char *reader = __ux_reader(precision, may_push_back);
  double value;
  int c = __ux_next(f);
  while (__ux_is_space(c)) c = __ux_next(f);
  if (c >= 0) __ux_give_back(f, &(char){(char)c}, 1);
  long double exact = 0;
  if (__ux_scan_text(f, reader, NULL, &value)) {
    __ux_note_long((long double)value);
    return value;
  }
  int is_recorded = __ux_wanted_longs || __ux_may_be_hexadecimal(f);
  double number = is_recorded ? __ux_scan_recorded(f, precision, may_push_back, &exact)
                                    : __real___floatscan(file, precision, may_push_back);
  if (__ux_taken(f) == 0) return number;
  if (__ux_scan_text(f, reader, &number, &value)) {
    __ux_note_long((long double)value);
    return value;
  }
  __ux_skip_id(f);
  __ux_note_long(exact);
  return number;
}
