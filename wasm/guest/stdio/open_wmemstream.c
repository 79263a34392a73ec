// open_wmemstream opens a file in memory, to which plain numbers are printed as digits alone.
#include "print-call.h"

FILE *__real_open_wmemstream(wchar_t **text, size_t *size);

FILE *__wrap_open_wmemstream(wchar_t **text, size_t *size) {
  FILE *file = __real_open_wmemstream(text, size);
  __ux_note_memory_file(file);
  return file;
}
