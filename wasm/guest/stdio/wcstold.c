// wcstold is like wcstod, but the digits are read again as a long double.
#include <wchar.h>

#include "read-long.h"

long double __wrap_wcstold(const wchar_t *text, wchar_t **end) {
  long double value = 0;
  ux_long_values wanted = {&value, 1, 0}, *outer = __ux_wanted_longs;
  __ux_wanted_longs = &wanted;
  wcstod(text, end);
  __ux_wanted_longs = outer;
  return value;
}
