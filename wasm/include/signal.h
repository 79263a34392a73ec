// The library's <signal.h>, with kill. There are no other processes here: <sys/wait.h> explains why it is declared.
#ifndef HAZE_SIGNAL_H
#define HAZE_SIGNAL_H

#include_next <signal.h>
#include <sys/types.h>

#ifdef __cplusplus
extern "C"
#endif
int kill(pid_t process, int signal);

#endif  // HAZE_SIGNAL_H
