// open_memstream opens a file in memory, to which plain numbers are printed as digits alone.
#include "print-call.h"

FILE *__real_open_memstream(char **text, size_t *size);

FILE *__wrap_open_memstream(char **text, size_t *size) {
  FILE *file = __real_open_memstream(text, size);
  __ux_note_memory_file(file);
  return file;
}
