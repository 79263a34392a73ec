// strtold is like strtod, but the digits are read again as a long double.
#include <stdlib.h>

#include "read-long.h"

long double __wrap_strtold(const char *text, char **end) {
  long double value = 0;
  ux_long_values wanted = {&value, 1, 0}, *outer = __ux_wanted_longs;
  __ux_wanted_longs = &wanted;
  strtod(text, end);
  __ux_wanted_longs = outer;
  return value;
}
