// <sys/wait.h>, which our C library lacks because a program has no processes to wait for. It still declares everything
// that belongs in it (POSIX.1-2017), for the sake of libraries that are also able to start processes. If a program
// calls these functions, the linker reports an error (src/toolchain/linking/linker-output.ts).
#ifndef HAZE_SYS_WAIT_H
#define HAZE_SYS_WAIT_H

#include <sys/types.h>

#define WNOHANG 1
#define WUNTRACED 2
#define WCONTINUED 8

#define WTERMSIG(status) ((status) & 0x7f)
#define WSTOPSIG(status) WEXITSTATUS(status)
#define WEXITSTATUS(status) (((status) >> 8) & 0xff)
#define WIFEXITED(status) (WTERMSIG(status) == 0)
#define WIFSTOPPED(status) (((status) & 0xff) == 0x7f)
#define WIFSIGNALED(status) (!WIFEXITED(status) && WTERMSIG(status) != 0x7f)
#define WIFCONTINUED(status) ((status) == 0xffff)

#ifdef __cplusplus
extern "C" {
#endif
pid_t wait(int *status);
pid_t waitpid(pid_t process, int *status, int options);
#ifdef __cplusplus
}
#endif

#endif  // HAZE_SYS_WAIT_H
