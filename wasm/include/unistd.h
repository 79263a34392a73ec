// The library's <unistd.h>, with functions that start processes added. There are no processes here: <sys/wait.h>
// explains why these functions are declared.
#ifndef HAZE_UNISTD_H
#define HAZE_UNISTD_H

#include_next <unistd.h>

#ifdef __cplusplus
extern "C" {
#endif
pid_t fork(void);
pid_t vfork(void);
int execl(const char *path, const char *argument, ...);
int execle(const char *path, const char *argument, ...);
int execlp(const char *file, const char *argument, ...);
int execv(const char *path, char *const arguments[]);
int execve(const char *path, char *const arguments[], char *const environment[]);
int execvp(const char *file, char *const arguments[]);
int pipe(int ends[2]);
int dup(int descriptor);
int dup2(int descriptor, int other);
#ifdef __cplusplus
}
#endif

#endif  // HAZE_UNISTD_H
