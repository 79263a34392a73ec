// The scanner's function for the next character when its part of the buffer is used up. While a recording is on, that part
// is kept empty, so that every character comes by here.
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
