// The library's <string.h>, with the GNU C library's basename added: it modifies nothing, and returns an empty string
// if the path ends in a slash.
#ifndef HAZE_STRING_H
#define HAZE_STRING_H

#include_next <string.h>

// <libgen.h> defines POSIX's basename as a macro, as in the GNU C library.
#if defined _GNU_SOURCE && !defined basename
#ifdef __cplusplus
extern "C++" {
extern __inline __attribute__((__gnu_inline__, __always_inline__)) const char *basename(const char *path) {
  const char *slash = __builtin_strrchr(path, '/');
  return slash ? slash + 1 : path;
}
extern __inline __attribute__((__gnu_inline__, __always_inline__)) char *basename(char *path) {
  return (char *)basename((const char *)path);
}
}
#else
extern __inline __attribute__((__gnu_inline__, __always_inline__)) char *basename(const char *path) {
  char *slash = __builtin_strrchr(path, '/');
  return slash ? slash + 1 : (char *)path;
}
#endif
#endif

#endif  // HAZE_STRING_H
