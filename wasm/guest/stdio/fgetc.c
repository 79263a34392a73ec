// Functions that read one byte from a file. They record the address of the byte in the file's buffer, so that a program
// that prints the byte or computes with it uses the byte of the particle.
#include "box.h"
#include "read-long.h"

#define READER(name, declared, given, stream)                                 \
  int __real_##name declared;                                                 \
  int __wrap_##name declared {                                                \
    int c = __real_##name given;                                              \
    __ux_note_byte(c < 0 ? NULL : ((const ux_file *)(stream))->position - 1); \
    return c;                                                                 \
  }

READER(fgetc, (FILE *file), (file), file)
READER(getc, (FILE *file), (file), file)
READER(getc_unlocked, (FILE *file), (file), file)
READER(fgetc_unlocked, (FILE *file), (file), file)
READER(getchar, (void), (), stdin)
READER(getchar_unlocked, (void), (), stdin)
