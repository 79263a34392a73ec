// Long doubles that are read: the library that we link reads doubles only, so the digits are kept and read again here.
#pragma once
#include <stdio.h>

#include "ux-stdio.h"

// The number that `text` spells, decimal or hexadecimal, rounded to nearest. Sets errno to ERANGE like strtold.
long double __ux_read_long(const char *text, size_t length);

// Is this a hexadecimal number, sign and all? The number that it spells, as a double or a float, rounded once, to nearest.
int __ux_is_hexadecimal(const char *text, size_t length);
double __ux_read_hexadecimal(const char *text, size_t length, int is_single);

// What the scanner reads while somebody wants long doubles, in order; those that were no number are not there.
typedef struct {
  long double *values;
  size_t room, count;
} ux_long_values;
extern ux_long_values *__ux_wanted_longs;

// Keeps the characters that the scanner takes from a stream.
typedef struct {
  FILE *file;
  unsigned char *scan_end;  // where the scanner's part of the buffer ends in truth
  ux_digits taken;
} ux_recording;
extern ux_recording *__ux_recording;

// The insides of a stream, as the C library that comes with our compiler lays them out.
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
