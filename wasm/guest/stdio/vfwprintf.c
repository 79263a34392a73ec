// vfwprintf underlies the whole wide printf family. It is in a file of its own, because the linker extracts an object
// from an archive only together with the library function of the same name.
#include "print-call.h"

int __real_vfwprintf(FILE *file, const wchar_t *format, va_list arguments);

static int __ux_library_vfwprintf(FILE *file, const void *format, va_list arguments) {
  return __real_vfwprintf(file, format, arguments);
}

int __wrap_vfwprintf(FILE *file, const wchar_t *format, va_list arguments) {
  return __ux_print(file, format, 1, arguments, __ux_library_vfwprintf);
}
