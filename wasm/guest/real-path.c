// realpath for folders without symbolic links, since programs cannot create any.
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/** The size of the buffers that callers pass. */
enum { LONGEST_PATH = 4096 };

char *__wrap_realpath(const char *restrict path, char *restrict resolved) {
  char found[LONGEST_PATH] = "";
  if (*path == 0) errno = ENOENT;
  if (*path == 0 || (*path != '/' && !getcwd(found, sizeof found))) return NULL;
  size_t length = strcmp(found, "/") == 0 ? 0 : strlen(found);
  for (const char *part = path; *part;) {
    const size_t size = strcspn(part, "/");
    const char *name = part;
    part += size + (part[size] == '/');
    found[length] = 0;
    if (size > 0 && strncmp(name, ".", size) != 0) {
      if (length + size + 2 > sizeof found) {
        errno = ENAMETOOLONG;
        return NULL;
      }
      if (size == 2 && strncmp(name, "..", 2) == 0) {
        char *slash = strrchr(found, '/');
        length = slash ? (size_t)(slash - found) : 0;
      } else {
        found[length++] = '/';
        memcpy(found + length, name, size);
        length += size;
      }
      found[length] = 0;
    }
    struct stat state;
    if (stat(length ? found : "/", &state) != 0) return NULL;
    if (name[size] == '/' && !S_ISDIR(state.st_mode)) {
      errno = ENOTDIR;
      return NULL;
    }
  }
  if (length == 0) strcpy(found, "/");
  return resolved ? strcpy(resolved, found) : strdup(found);
}
