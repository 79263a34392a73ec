// Text in memory: keeps track of which files are in memory, and prints a notice if a Ux string does not fit.
#include <stdlib.h>
#include <string.h>

#include "../decisions.h"
#include "print-call.h"
#include "read-long.h"

int __ux_enter_memory(void) {
  int destination = __ux_destination;
  if (!__ux_keeps_destination) __ux_destination = UX_TO_MEMORY;
  return destination;
}

void __ux_leave_memory(int destination) { __ux_destination = destination; }

// ---- files in memory ----------------------------------------------------------------------------------------------
// Each of the library functions that open such a file has its own write function.
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

// ---- distributions that do not fit --------------------------------------------------------------------------------
// Many programs try a short buffer first and then retry with the returned length. A notice about such a call therefore
// waits until the next call or until the program exits.
#define MAX_TOLD 16
typedef struct {
  const char *function;
  const void *format;
  int length;
  size_t room;
} ux_left_out;
static ux_left_out __ux_left_out;
static const void *__ux_told[MAX_TOLD];
static int __ux_told_count;

static int __ux_is_told(const void *format) {
  for (int i = 0; i < __ux_told_count; i++) {
    if (__ux_told[i] == format) return 1;
  }
  return 0;
}

// The program's format, on one line.
static void __ux_quote_format(const void *format, int wide, char quoted[48]) {
  size_t at = 0;
  for (unsigned unit; (unit = __ux_unit(format, wide, at)) && at < 44; at++) {
    quoted[at] = unit < ' ' || unit > '~' || unit == '"' ? ' ' : (char)unit;
  }
  strcpy(quoted + at, __ux_unit(format, wide, at) ? "..." : "");
}

// Reports digits that the program may read: they stand for all draws, but the program may base decisions on them.
void __ux_watch_digits(void) {
  if (__ux_watches_decisions) __ux_core_exposed(0, 0);
}

void __ux_tell_left_out(const char *function, const void *format, int wide, int length, size_t room) {
  __ux_watch_digits();
  if (__ux_told_count == MAX_TOLD || __ux_is_told(format)) return;
  __ux_told[__ux_told_count++] = format;
  char quoted[48], fits[96] = "the available space is unknown";
  if (room) snprintf(fits, sizeof fits, "the text of a distribution does not fit in %zu characters", room);
  if (room && length > 0) snprintf(fits + strlen(fits), sizeof fits - strlen(fits), " (%d are needed)", length);
  __ux_quote_format(format, wide, quoted);
  fprintf(stderr,
          "haze: %s of \"%s\": %s: the number was written without its distribution. Give it more room%s, or print the number "
          "alone with %%P.\n",
          function, quoted, fits, room ? "" : ", by snprintf");
}

static void __ux_tell_noted(void) {
  ux_left_out noted = __ux_left_out;
  __ux_left_out.format = NULL;
  if (noted.format) __ux_tell_left_out(noted.function, noted.format, 0, noted.length, noted.room);
}

void __ux_note_left_out(const char *function, const void *format, int length, size_t room) {
  static int registered;
  __ux_watch_digits();
  if (!registered) registered = atexit(__ux_tell_noted) == 0;
  if (__ux_left_out.format != format) __ux_tell_noted();
  __ux_left_out = (ux_left_out){function, format, length, room};
}

void __ux_forget_left_out(const void *format) {
  if (__ux_left_out.format == format) __ux_left_out.format = NULL;
  else __ux_tell_noted();
}
