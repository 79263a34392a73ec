// Reads long doubles. Our library reads only doubles, so the digits are recorded and read again here.
#pragma once
#include <stdio.h>

#include "ux-stdio.h"

// Reads the number in `text`, decimal or hexadecimal, rounded to nearest. Sets errno to ERANGE like strtold.
long double __ux_read_long(const char *text, size_t length);

// Tests for a hexadecimal number with an optional sign. The second function reads the number as a double or a float,
// rounded once to nearest.
int __ux_is_hexadecimal(const char *text, size_t length);
double __ux_read_hexadecimal(const char *text, size_t length, int is_single);

// The long doubles that the scanner reads, in order, while a call requests them; input that is not a number is omitted.
typedef struct {
  long double *values;
  size_t room, count;
} ux_long_values;
extern ux_long_values *__ux_wanted_longs;

// Records the characters that the scanner consumes from a stream.
typedef struct {
  FILE *file;
  unsigned char *scan_end;  // actual end of the scanner's part of the buffer
  ux_digits taken;
} ux_recording;
extern ux_recording *__ux_recording;

// The internals of a stream, in the layout that our compiler's C library uses.
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
  // The scanner's own view: the end of its part of the buffer, the number of characters that it may consume (0: any
  // number, -1: none are left), and the number that it has consumed up to the start of the buffer.
  unsigned char *scan_end;
  long long limit, count;
} ux_file;

_Static_assert(offsetof(ux_file, buffer) == 40 && offsetof(ux_file, scan_end) == 84 && offsetof(ux_file, count) == 96,
               "the layout of FILE has changed");
