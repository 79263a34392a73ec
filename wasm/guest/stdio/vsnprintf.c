// vsnprintf is behind all narrow functions that print into memory: sprintf, snprintf, asprintf, std::to_string.
// A text that does not fit is left out whole, with a line on stderr, so that what is there is a number still. The answer is
// the length that there would have been, as C has it.
#include <string.h>

#include "print-call.h"

int __real_vsnprintf(char *target, size_t size, const char *format, va_list arguments);

static int __ux_print_without_texts(char *target, size_t size, const char *format, va_list arguments) {
  __ux_leaves_texts_out++;
  int length = __real_vsnprintf(target, size, format, arguments);
  __ux_leaves_texts_out--;
  // Some callers take the answer for the length of what is there.
  if (length >= 0 && (size_t)length < size) memset(target + length, 0, size - (size_t)length);
  return length;
}

int __wrap_vsnprintf(char *restrict target, size_t size, const char *restrict format, va_list arguments) {
  va_list again;
  va_copy(again, arguments);
  int destination = __ux_enter_memory(size);
  size_t texts = __ux_texts_in_memory;
  int length = __real_vsnprintf(target, size, format, arguments);
  int with_texts = __ux_texts_in_memory != texts && !__ux_keeps_destination;
  if (with_texts && size > 0 && length >= 0) {
    if ((size_t)length < size) {
      __ux_forget_left_out(format);
    } else {
      __ux_print_without_texts(target, size, format, again);
      __ux_note_left_out("snprintf", format, (size_t)length, size);
    }
  }
  __ux_leave_memory(destination);
  va_end(again);
  return length;
}
