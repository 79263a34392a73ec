// fmemopen opens a file in memory, to which plain numbers are printed as digits alone.
#include "print-call.h"

FILE *__real_fmemopen(void *restrict buffer, size_t size, const char *restrict mode);

FILE *__wrap_fmemopen(void *restrict buffer, size_t size, const char *restrict mode) {
  FILE *file = __real_fmemopen(buffer, size, mode);
  __ux_note_memory_file(file);
  return file;
}
