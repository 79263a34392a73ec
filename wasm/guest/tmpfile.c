// tmpfile, which our C library lacks: an unnamed file that is deleted when it is closed.
#include <stdio.h>

FILE *tmpfile(void) {
  char name[L_tmpnam];
  FILE *file = fopen(tmpnam(name), "w+b");
  if (file) remove(name);
  return file;
}
