// tmpfile, which the C library here does not have: a file without a name, gone when it is closed.
#include <stdio.h>

FILE *tmpfile(void) {
  char name[L_tmpnam];
  FILE *file = fopen(tmpnam(name), "w+b");
  if (file) remove(name);
  return file;
}
