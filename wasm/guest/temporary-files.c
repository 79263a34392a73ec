// mkstemp, mkdtemp and tempnam, which our C library lacks. The names look like those of tmpnam, and the files are in a
// folder given by the program or in its working directory.
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define UX_LETTERS 6

// Replaces the X's at the end of the name with the next letters. Returns 0 if there are none.
static int __ux_fill(char *name) {
  static unsigned number;
  size_t length = strlen(name);
  if (length < UX_LETTERS || strspn(name + length - UX_LETTERS, "X") != UX_LETTERS) {
    errno = EINVAL;
    return 0;
  }
  snprintf(name + length - UX_LETTERS, UX_LETTERS + 1, "%06u", number++ % TMP_MAX);
  return 1;
}

// Creates a file or a folder under the first name that is free; returns a file's descriptor, 0 for a folder, or -1.
static int __ux_make(char *name, int is_folder) {
  for (int tried = 0; tried < TMP_MAX; tried++) {
    if (!__ux_fill(name)) return -1;
    int made = is_folder ? mkdir(name, 0700) : open(name, O_RDWR | O_CREAT | O_EXCL, 0600);
    if (made >= 0) return made;
    memset(name + strlen(name) - UX_LETTERS, 'X', UX_LETTERS);
    if (errno != EEXIST) return -1;
  }
  return -1;
}

int mkstemp(char *name) { return __ux_make(name, 0); }

char *mkdtemp(char *name) { return __ux_make(name, 1) < 0 ? NULL : name; }

char *tempnam(const char *folder, const char *prefix) {
  if (!folder) folder = ".";
  if (!prefix) prefix = "tmp_";
  size_t size = strlen(folder) + strlen(prefix) + UX_LETTERS + 2;
  char *name = malloc(size);
  for (int tried = 0; name && tried < TMP_MAX; tried++) {
    snprintf(name, size, "%s/%sXXXXXX", folder, prefix);
    __ux_fill(name);
    if (access(name, F_OK) != 0) return name;
  }
  free(name);
  return NULL;
}
