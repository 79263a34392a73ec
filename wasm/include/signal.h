// The library's <signal.h>, with kill added, as well as POSIX's actions and masks for signals that a program raises
// itself. There are no other processes here: <sys/wait.h> explains why kill is declared.
#ifndef HAZE_SIGNAL_H
#define HAZE_SIGNAL_H

#include_next <signal.h>
#include <sys/types.h>

// The library's own sets have eight bits.
typedef unsigned long long haze_signal_set;
#define sigset_t haze_signal_set

typedef struct {
  int si_signo, si_errno, si_code;
  pid_t si_pid;
  void *si_addr;
} siginfo_t;

struct sigaction {
  union {
    void (*handler)(int);
    void (*action)(int, siginfo_t *, void *);
  } haze_call;
  sigset_t sa_mask;
  int sa_flags;
};
#define sa_handler haze_call.handler
#define sa_sigaction haze_call.action

#define SA_NOCLDSTOP 1
#define SA_NOCLDWAIT 2
#define SA_SIGINFO 4
#define SA_ONSTACK 0x08000000
#define SA_RESTART 0x10000000
#define SA_NODEFER 0x40000000
#define SA_RESETHAND 0x80000000
#define SIG_BLOCK 0
#define SIG_UNBLOCK 1
#define SIG_SETMASK 2

#ifdef __cplusplus
extern "C" {
#endif
int kill(pid_t process, int signal);
int sigaction(int signal, const struct sigaction *action, struct sigaction *before);
int sigprocmask(int how, const sigset_t *set, sigset_t *before);
int sigpending(sigset_t *set);
int sigemptyset(sigset_t *set);
int sigfillset(sigset_t *set);
int sigaddset(sigset_t *set, int signal);
int sigdelset(sigset_t *set, int signal);
int sigismember(const sigset_t *set, int signal);
#ifdef __cplusplus
}
#endif

#endif  // HAZE_SIGNAL_H
