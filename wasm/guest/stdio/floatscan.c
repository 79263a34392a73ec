// The scanner that strtod, strtof, strtold, atof, wcstod and every scanf share: after the number it also takes the Ux text.
// The number itself is read by the library's scanner. Characters that turn out to be no Ux text go back to the stream, so the
// stream's insides have to be known: the layout below is that of the C library that comes with our compiler.
#include <stdio.h>

#include "ux-stdio.h"

typedef struct {
  unsigned flags;
  unsigned char *position, *end;
  int (*close)(FILE *);
  unsigned char *write_fields[3];
  void (*functions[3])(void);
  unsigned char *buffer;
  size_t buffer_size;
  FILE *neighbours[2];
  int numbers[3];
  void *cookie;
  long long offset;
  char *line;
  // The scanner's own view: where its part of the buffer ends, how many characters it may take (0: any, -1: no more),
  // and how many it had taken when the buffer began.
  unsigned char *scan_end;
  long long limit, count;
} ux_file;

_Static_assert(offsetof(ux_file, buffer) == 40 && offsetof(ux_file, scan_end) == 84 && offsetof(ux_file, count) == 96,
               "the layout of FILE has changed");

double __real___floatscan(FILE *file, int precision, int may_push_back);
int __shgetc(FILE *file);

static int __ux_next(ux_file *f) { return f->position != f->scan_end ? *f->position++ : __shgetc((FILE *)f); }

static size_t __ux_taken(const ux_file *f) { return (size_t)(f->count + (f->position - f->buffer)); }

// How far the position may go back before the start of the buffer: every stream has some room there, but swscanf's.
static size_t __ux_room_before(const ux_file *f) { return f->close ? 8 : f->buffer_size == 256 ? 0 : 4; }

// Gives characters back, the last first. The buffer may have been filled again since, so they are written where they belong.
static void __ux_give_back(ux_file *f, const char *characters, size_t count) {
  while (count--) {
    if (f->position == f->buffer - __ux_room_before(f)) return;
    f->position--;
    if (*f->position != (unsigned char)characters[count]) *f->position = (unsigned char)characters[count];
  }
}

// Collects the Ux text whose "U" was just taken. Without one, everything is given back and the answer is 0.
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
  return precision == 0 ? "strtof" : precision == 1 ? "strtod" : "strtold";
}

static int __ux_is_space(int c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

// Reads a Ux text that begins with the next character, when there is one. `number`: what stood before it, or NULL.
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

double __wrap___floatscan(FILE *file, int precision, int may_push_back) {
  ux_file *f = (ux_file *)file;
  const char *reader = __ux_reader(precision, may_push_back);
  double value;
  int c = __ux_next(f);
  while (__ux_is_space(c)) c = __ux_next(f);
  if (c >= 0) __ux_give_back(f, &(char){(char)c}, 1);
  if (__ux_scan_text(f, reader, NULL, &value)) return value;
  double number = __real___floatscan(file, precision, may_push_back);
  return __ux_taken(f) > 0 && __ux_scan_text(f, reader, &number, &value) ? value : number;
}
