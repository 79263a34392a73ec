// tmpfile, which our C library lacks: an unnamed file, deleted on close.
#include <stdio.h>

FILE *tmpfile(void) {
  char name[L_tmpnam];
  FILE *file = fopen(tmpnam(name), "w+b");
  if (file) remove(name);
  return file;
}
