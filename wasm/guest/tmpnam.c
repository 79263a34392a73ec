// tmpnam, which our C library lacks.
#include <stdio.h>
#include <unistd.h>

// Returns an unused filename in the working directory, the only folder in which every program may create files.
char *tmpnam(char *target) {
  static char own[L_tmpnam];
  static unsigned number;
  if (!target) target = own;
  do {
    snprintf(target, L_tmpnam, "tmp_%06u", number++ % TMP_MAX);
  } while (access(target, F_OK) == 0);
  return target;
}
