// tmpnam, which the C library here does not have.
#include <stdio.h>
#include <unistd.h>

// A name that no file has, in the working directory: there is no other place that every program may write to.
char *tmpnam(char *target) {
  static char own[L_tmpnam];
  static unsigned number;
  if (!target) target = own;
  do {
    snprintf(target, L_tmpnam, "tmp_%06u", number++ % TMP_MAX);
  } while (access(target, F_OK) == 0);
  return target;
}
