// Signals that a program raises itself: actions, masks, and termination by a signal that has no handler, with the
// status that a shell would show, 128 plus the signal's number, and the name of the signal on stderr. The library's own
// raise traps for every signal.
#define _GNU_SOURCE
#define _WASI_EMULATED_SIGNAL
#include <signal.h>

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BIT(number) (1ull << ((number) - 1))

static struct sigaction __ux_actions[NSIG];
static sigset_t __ux_blocked, __ux_pending;

int __real_raise(int signal);

static int __ux_refuse(void) {
  errno = EINVAL;
  return -1;
}

static int __ux_is_signal(int number) { return number > 0 && number < NSIG; }

static void (*__ux_handler(int number))(int) {
  void (*handler)(int) = signal(number, SIG_IGN);
  if (handler != SIG_ERR) signal(number, handler);
  return handler;
}

int __wrap_raise(int number) {
  if (!__ux_is_signal(number)) return __ux_refuse();
  if (__ux_blocked & BIT(number)) {
    __ux_pending |= BIT(number);
    return 0;
  }
  if (number == SIGABRT || number == SIGCHLD || number == SIGURG || number == SIGWINCH || number == SIGCONT) return __real_raise(number);
  void (*handler)(int) = __ux_handler(number);
  if (handler == SIG_ERR) return -1;
  if (handler != SIG_DFL) return __real_raise(number);
  fprintf(stderr, "haze: the program raised signal %d (%s), which it does not handle\n", number, strsignal(number));
  _Exit(128 + number);
}

static void __ux_block(sigset_t set) {
  __ux_blocked = set & ~(BIT(SIGKILL) | BIT(SIGSTOP));
  for (int number = 1; number < NSIG; number++) {
    if (!(__ux_pending & ~__ux_blocked & BIT(number))) continue;
    __ux_pending &= ~BIT(number);
    __wrap_raise(number);
  }
}

// Handles every signal that has an action.
static void __ux_act(int number) {
  const struct sigaction action = __ux_actions[number];
  const sigset_t before = __ux_blocked;
  if (action.sa_flags & SA_RESETHAND) signal(number, SIG_DFL);
  __ux_blocked |= action.sa_mask | (action.sa_flags & SA_NODEFER ? 0 : BIT(number));
  if (action.sa_flags & SA_SIGINFO)
    action.sa_sigaction(number, &(siginfo_t){.si_signo = number}, NULL);
  else
    action.sa_handler(number);
  __ux_block(before);
}

int sigaction(int number, const struct sigaction *action, struct sigaction *before) {
  if (!__ux_is_signal(number) || (action && (number == SIGKILL || number == SIGSTOP))) return __ux_refuse();
  void (*handler)(int) = __ux_handler(number);
  if (before) *before = handler == __ux_act ? __ux_actions[number] : (struct sigaction){.sa_handler = handler};
  if (!action) return 0;
  const int isPlain = !(action->sa_flags & SA_SIGINFO) && (action->sa_handler == SIG_DFL || action->sa_handler == SIG_IGN);
  __ux_actions[number] = *action;
  signal(number, isPlain ? action->sa_handler : __ux_act);
  return 0;
}

int sigprocmask(int how, const sigset_t *set, sigset_t *before) {
  if (before) *before = __ux_blocked;
  if (!set) return 0;
  if (how < SIG_BLOCK || how > SIG_SETMASK) return __ux_refuse();
  __ux_block(how == SIG_BLOCK ? __ux_blocked | *set : how == SIG_UNBLOCK ? __ux_blocked & ~*set : *set);
  return 0;
}

int sigpending(sigset_t *set) {
  *set = __ux_pending;
  return 0;
}

int sigemptyset(sigset_t *set) {
  *set = 0;
  return 0;
}

int sigfillset(sigset_t *set) {
  *set = ~0ull;
  return 0;
}

int sigaddset(sigset_t *set, int number) {
  if (!__ux_is_signal(number)) return __ux_refuse();
  *set |= BIT(number);
  return 0;
}

int sigdelset(sigset_t *set, int number) {
  if (!__ux_is_signal(number)) return __ux_refuse();
  *set &= ~BIT(number);
  return 0;
}

int sigismember(const sigset_t *set, int number) {
  if (!__ux_is_signal(number)) return __ux_refuse();
  return (*set & BIT(number)) != 0;
}
