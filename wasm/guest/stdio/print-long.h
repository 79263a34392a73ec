// The decimal form of a finite, nonzero long double.
#pragma once
#include "ux-stdio.h"

typedef struct {
  const char *flags;     // flags in the format; "-" has no effect here
  char letter;           // f, e, g or a, or its uppercase form
  int width, precision;  // precision is negative if absent
} ux_long_format;

// A size that is sufficient for the string and its terminator.
size_t __ux_long_room(const ux_long_format *format);
void __ux_print_long(char *target, const ux_long_format *format, long double value);
