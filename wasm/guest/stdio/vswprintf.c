// vswprintf prints wide text to memory and returns -1 if the text does not fit. In that case, the numbers are written
// without their distributions if they fit, and a line on stderr says so.
#include "print-call.h"

int __real_vswprintf(wchar_t *target, size_t size, const wchar_t *format, va_list arguments);

int __wrap_vswprintf(wchar_t *restrict target, size_t size, const wchar_t *restrict format, va_list arguments) {
  va_list again;
  va_copy(again, arguments);
  int destination = __ux_enter_memory();
  size_t texts = __ux_texts_in_memory;
  int length = __real_vswprintf(target, size, format, arguments);
  if (length < 0 && size > 0 && __ux_texts_in_memory != texts && !__ux_grows) {
    __ux_leaves_texts_out++;
    length = __real_vswprintf(target, size, format, again);
    __ux_leaves_texts_out--;
    if (length >= 0) __ux_tell_left_out("swprintf", format, 1, 0, size);
  }
  __ux_leave_memory(destination);
  va_end(again);
  return length;
}
