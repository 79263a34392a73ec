// The library's <libgen.h>. Its basename is renamed so that <string.h> can provide GNU's basename, as in the GNU C
// library.
#ifndef HAZE_LIBGEN_H
#define HAZE_LIBGEN_H

#define basename __xpg_basename
#include_next <libgen.h>

#endif  // HAZE_LIBGEN_H
