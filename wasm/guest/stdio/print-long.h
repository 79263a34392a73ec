// The decimal of a finite, nonzero long double.
#pragma once
#include "ux-stdio.h"

typedef struct {
  const char *flags;     // as in the format; "-" has no effect here
  char letter;           // f, e, g or a, or its capital
  int width, precision;  // precision: negative when absent
} ux_long_format;

// Size that suffices for the text and its terminator.
size_t __ux_long_room(const ux_long_format *format);
void __ux_print_long(char *target, const ux_long_format *format, long double value);
