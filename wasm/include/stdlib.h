// The library's <stdlib.h>, with what the GNU C library has for _Float128.
#ifndef HAZE_STDLIB_H
#define HAZE_STDLIB_H

#include_next <stdlib.h>

#if !defined __cplusplus && (defined _GNU_SOURCE || defined __STDC_WANT_IEC_60559_TYPES_EXT__ || __STDC_VERSION__ > 201710L)
#include <haze-float128.h>
#endif

#endif  // HAZE_STDLIB_H
