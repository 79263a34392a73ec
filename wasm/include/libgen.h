// The library's <libgen.h>. Its basename has another name, so that <string.h> can have GNU's, as in the GNU C library.
#ifndef HAZE_LIBGEN_H
#define HAZE_LIBGEN_H

#define basename __xpg_basename
#include_next <libgen.h>

#endif  // HAZE_LIBGEN_H
