// The function that the scanner calls for the next character when it reaches the end of its part of the buffer. During
// a recording, that part stays empty, so every character passes through this function.
#include "read-long.h"

ux_recording *__ux_recording;
ux_long_values *__ux_wanted_longs;

int __real___shgetc(FILE *file);

int __wrap___shgetc(FILE *file) {
  ux_recording *recording = __ux_recording;
  if (!recording || recording->file != file) return __real___shgetc(file);
  ux_file *f = (ux_file *)file;
  int c;
  if (f->position != recording->scan_end) {
    c = *f->position++;
  } else {
    f->scan_end = recording->scan_end;
    c = __real___shgetc(file);
    recording->scan_end = f->scan_end;
    if (c < 0) return c;
  }
  f->scan_end = f->position;
  __ux_add_digit(&recording->taken, (char)c, "strtold or scanf");
  return c;
}
