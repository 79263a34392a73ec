// vfprintf underlies the whole narrow printf family. It is in a file of its own, because the linker extracts an object
// from an archive only together with the library function of the same name.
#include "print-call.h"

int __real_vfprintf(FILE *file, const char *format, va_list arguments);

static int __ux_library_vfprintf(FILE *file, const void *format, va_list arguments) {
  return __real_vfprintf(file, format, arguments);
}

int __wrap_vfprintf(FILE *file, const char *format, va_list arguments) {
  return __ux_print(file, format, 0, arguments, __ux_library_vfprintf);
}
