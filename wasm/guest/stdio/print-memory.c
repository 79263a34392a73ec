// Text that is made in memory: which files are memory, and what is said when the text of a distribution does not fit.
#include <limits.h>
#include <stdlib.h>

#include "print-call.h"
#include "read-long.h"

int __ux_enter_memory(size_t size) {
  int destination = __ux_destination;
  if (!__ux_keeps_destination) __ux_destination = size >= INT_MAX ? UX_TO_UNMEASURED_MEMORY : UX_TO_MEMORY;
  return destination;
}

void __ux_leave_memory(int destination) { __ux_destination = destination; }

// ---- files that are memory -------------------------------------------------------------------------------------------
// Each of the library's functions that open such a file has a function of its own that writes to it.
enum { KINDS_OF_MEMORY_FILES = 3 };
static void (*__ux_memory_writers[KINDS_OF_MEMORY_FILES])(void);

static void (*__ux_writer_of(FILE *file))(void) { return ((ux_file *)file)->functions[1]; }

void __ux_note_memory_file(FILE *file) {
  if (!file) return;
  for (int i = 0; i < KINDS_OF_MEMORY_FILES; i++) {
    if (__ux_memory_writers[i] && __ux_memory_writers[i] != __ux_writer_of(file)) continue;
    __ux_memory_writers[i] = __ux_writer_of(file);
    return;
  }
}

int __ux_is_memory_file(FILE *file) {
  for (int i = 0; i < KINDS_OF_MEMORY_FILES && __ux_memory_writers[i]; i++) {
    if (__ux_memory_writers[i] == __ux_writer_of(file)) return 1;
  }
  return 0;
}

// ---- distributions that do not fit -----------------------------------------------------------------------------------
// Many programs, and std::to_string, try with a short buffer and call again with the length that they were told. So nothing
// is said before another call is made, or the program ends.
#define MAX_TOLD 16
static struct {
  const char *function;
  const void *format;
  size_t length, size;
} __ux_left_out;
static const void *__ux_told[MAX_TOLD];
static int __ux_told_count;

static int __ux_is_told(const void *format) {
  for (int i = 0; i < __ux_told_count; i++) {
    if (__ux_told[i] == format) return 1;
  }
  return 0;
}

static void __ux_tell_left_out(void) {
  if (!__ux_left_out.format) return;
  const void *format = __ux_left_out.format;
  __ux_left_out.format = NULL;
  if (__ux_told_count == MAX_TOLD || __ux_is_told(format)) return;
  __ux_told[__ux_told_count++] = format;
  char needed[32] = "";
  if (__ux_left_out.length) snprintf(needed, sizeof needed, " (%zu are needed)", __ux_left_out.length + 1);
  fprintf(stderr,
          "haze: %s: the text of a distribution does not fit in %zu characters%s: the number was written without it. Give it "
          "more room, or print the number alone with %%P.\n",
          __ux_left_out.function, __ux_left_out.size, needed);
}

void __ux_note_left_out(const char *function, const void *format, size_t length, size_t size) {
  static int registered;
  if (!registered) registered = atexit(__ux_tell_left_out) == 0;
  if (__ux_left_out.format != format) __ux_tell_left_out();
  __ux_left_out.function = function;
  __ux_left_out.format = format;
  __ux_left_out.length = length;
  __ux_left_out.size = size;
}

void __ux_forget_left_out(const void *format) {
  if (__ux_left_out.format == format) __ux_left_out.format = NULL;
  else __ux_tell_left_out();
}
