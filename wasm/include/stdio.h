// The library's <stdio.h>, with tmpnam, which it declares only to warn of, and with popen and pclose: <sys/wait.h> says why
// functions of processes are declared.
#ifndef HAZE_STDIO_H
#define HAZE_STDIO_H

#define tmpnam __haze_no_tmpnam
#include_next <stdio.h>
#undef tmpnam

#define L_tmpnam 20
#define TMP_MAX 10000

#ifdef __cplusplus
extern "C" {
#endif
char *tmpnam(char *);
FILE *popen(const char *command, const char *mode);
int pclose(FILE *stream);
#ifdef __cplusplus
}
#endif

#endif  // HAZE_STDIO_H
