// std::to_string and std::to_wstring retry with more space, so no notice is needed if a Ux string does not fit. A
// function that returns a string takes a pointer to the string as its first argument.
#include "ux-stdio.h"

#define WRAP(name, T, symbol)                                       \
  void __real_##name(void *string, T value) __asm__("__real_" symbol); \
  void __wrap_##name(void *string, T value) __asm__("__wrap_" symbol); \
  void __wrap_##name(void *string, T value) {                       \
    __ux_grows++;                                                   \
    __real_##name(string, value);                                   \
    __ux_grows--;                                                   \
  }

WRAP(to_string_float, float, "_ZNSt3__29to_stringEf")
WRAP(to_string_double, double, "_ZNSt3__29to_stringEd")
WRAP(to_string_long_double, long double, "_ZNSt3__29to_stringEe")
WRAP(to_wstring_float, float, "_ZNSt3__210to_wstringEf")
WRAP(to_wstring_double, double, "_ZNSt3__210to_wstringEd")
WRAP(to_wstring_long_double, long double, "_ZNSt3__210to_wstringEe")
