// The library's <stdio.h>, plus tmpnam, which the library declares only as deprecated, and popen and pclose, for the
// reason given in <sys/wait.h>. The compiler passes the size of the destination to
// sprintf and vsprintf, or 0 if the size is unknown (mode 3: the minimum remaining size).
#ifndef HAZE_STDIO_H
#define HAZE_STDIO_H

#define tmpnam __haze_no_tmpnam
#include_next <stdio.h>
#undef tmpnam

#define L_tmpnam 20
#define P_tmpdir "."
#define TMP_MAX 10000

#ifdef __cplusplus
extern "C" {
#endif
char *tmpnam(char *);
char *tempnam(const char *folder, const char *prefix);
FILE *popen(const char *command, const char *mode);
int pclose(FILE *stream);

__attribute__((overloadable, format(printf, 2, 3))) int sprintf(char *const target __attribute__((pass_object_size(3))),
                                                                const char *format, ...) __asm__("__ux_sprintf");
__attribute__((overloadable, format(printf, 2, 0))) int vsprintf(char *const target __attribute__((pass_object_size(3))),
                                                                 const char *format, __builtin_va_list) __asm__("__ux_vsprintf");
#ifdef __cplusplus
}
#endif

#endif  // HAZE_STDIO_H
