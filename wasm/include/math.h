// The library's <math.h>, with classification macros that inspect the particle of a value. The library's own macros
// inspect the bits, which look like NaN for an uncertain value. ux-prelude.h explains the __builtin names below.
#ifndef HAZE_MATH_H
#define HAZE_MATH_H

#include_next <math.h>

// WebAssembly has no floating-point exceptions, so math functions report errors in errno.
#undef math_errhandling
#define math_errhandling MATH_ERRNO

#ifndef __cplusplus
#undef signbit
#undef isnan
#undef isinf
#undef isfinite
#undef isnormal
#undef fpclassify
#define signbit(x) __builtin_signbit(x)
#define isnan(x) __builtin_isnan(x)
#define isinf(x) __builtin_isinf(x)
#define isfinite(x) __builtin_isfinite(x)
#define isnormal(x) __builtin_isnormal(x)
#define fpclassify(x) __builtin_fpclassify(FP_NAN, FP_INFINITE, FP_NORMAL, FP_SUBNORMAL, FP_ZERO, x)
#endif

#if !defined __cplusplus && (defined _GNU_SOURCE || defined __STDC_WANT_IEC_60559_TYPES_EXT__ || __STDC_VERSION__ > 201710L)
#include <haze-float128.h>
#endif

#endif  // HAZE_MATH_H
