// The library's <stdlib.h>, with temporary files, qsort_r, gcvt and the GNU C library's functions for _Float128 added.
#ifndef HAZE_STDLIB_H
#define HAZE_STDLIB_H

#include_next <stdlib.h>

#ifdef __cplusplus
extern "C" {
#endif
int mkstemp(char *name);
char *mkdtemp(char *name);
void qsort_r(void *values, __SIZE_TYPE__ count, __SIZE_TYPE__ size, int (*compare)(const void *, const void *, void *), void *context);
#if !defined __STRICT_ANSI__ && !defined _GNU_SOURCE
char *ecvt(double number, int digits, int *point, int *sign);
char *fcvt(double number, int digits, int *point, int *sign);
char *gcvt(double number, int digits, char *text);
#endif
#ifdef __cplusplus
}
#endif

#if !defined __cplusplus && (defined _GNU_SOURCE || defined __STDC_WANT_IEC_60559_TYPES_EXT__ || __STDC_VERSION__ > 201710L)
#include <haze-float128.h>
#endif

#endif  // HAZE_STDLIB_H
