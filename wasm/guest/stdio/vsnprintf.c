// vsnprintf underlies all narrow functions that print to memory: sprintf, snprintf, asprintf, std::to_string. Ux
// strings are written if the memory is known to be large enough. If it is not, only the digits are written, the
// function returns their length, and a line on stderr names the call.
#include <limits.h>

#include "box.h"
#include "print-call.h"

int __real_vsnprintf(char *target, size_t size, const char *format, va_list arguments);

static int __ux_print_digits(char *target, size_t size, const char *format, va_list arguments) {
  __ux_leaves_texts_out++;
  int length = __real_vsnprintf(target, size, format, arguments);
  __ux_leaves_texts_out--;
  return length;
}

static int __ux_may_carry_texts(void) {
  return __ux_mode == UX_MODE_TRACKING ? __ux_records_alive != 0 : __ux_mode >= UX_MODE_REFERENCE && __ux_has_drawn;
}

// `room` is the number of characters known to fit in the memory, or 0 if it is unknown. The call is measured before
// anything is written, because the memory after the digits may belong to the program.
static int __ux_print_in_room(const char *function, char *target, size_t size, size_t room, const char *format, va_list arguments) {
  if (!__ux_may_carry_texts()) return __real_vsnprintf(target, size, format, arguments);
  va_list first, second;
  va_copy(first, arguments);
  va_copy(second, arguments);
  size_t texts = __ux_texts_in_memory;
  int digits = __ux_print_digits(NULL, 0, format, first), whole = digits;
  // Nothing is printed if the library rejects the format.
  size_t count = digits < 0 ? 0 : __ux_texts_in_memory - texts;
  // A Reference core counts prints, so each value is printed only once.
  if (count) whole = __ux_mode >= UX_MODE_REFERENCE ? digits + (int)count * UX_ID_LENGTH : __real_vsnprintf(NULL, 0, format, second);
  int fits = whole >= 0 && (size_t)whole < room;
  int length = fits || !count ? __real_vsnprintf(target, size, format, arguments) : __ux_print_digits(target, size, format, arguments);
  if (fits && count) {
    __ux_forget_left_out(format);
  } else if (count && (size_t)digits < size) {
    __ux_tell_left_out(function, format, 0, whole + 1, room);
  } else if (count) {
    __ux_note_left_out(function, format, whole + 1, room);
    length = whole;
  }
  va_end(first);
  va_end(second);
  return length;
}

int __wrap_vsnprintf(char *restrict target, size_t size, const char *restrict format, va_list arguments) {
  if (__ux_keeps_destination) return __real_vsnprintf(target, size, format, arguments);
  int destination = __ux_enter_memory();
  // A size of zero requests the full length.
  int is_measured = size < INT_MAX;
  int length = size == 0 || __ux_grows ? __real_vsnprintf(target, size, format, arguments)
                                       : __ux_print_in_room(is_measured ? "snprintf" : "sprintf", target, size,
                                                            is_measured ? size : 0, format, arguments);
  __ux_leave_memory(destination);
  return length;
}

// <stdio.h> calls these two functions with the size of the object, or with 0 if the compiler does not know it.
int __ux_vsprintf(char *target, size_t room, const char *format, va_list arguments) {
  int destination = __ux_enter_memory();
  int length = __ux_print_in_room("sprintf", target, INT_MAX, room, format, arguments);
  __ux_leave_memory(destination);
  return length;
}

int __ux_sprintf(char *target, size_t room, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  int length = __ux_vsprintf(target, room, format, arguments);
  va_end(arguments);
  return length;
}
