// raise of an unhandled signal ends the program with the shell's status, 128 plus the signal's number, and prints the
// signal's name on stderr. The library's raise traps for every signal.
#define _GNU_SOURCE
#define _WASI_EMULATED_SIGNAL
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int __real_raise(int signal);

int __wrap_raise(int number) {
  if (number == SIGABRT || number == SIGCHLD || number == SIGURG || number == SIGWINCH || number == SIGCONT) return __real_raise(number);
  void (*handler)(int) = signal(number, SIG_IGN);
  if (handler == SIG_ERR) return -1;
  signal(number, handler);
  if (handler != SIG_DFL) return __real_raise(number);
  fprintf(stderr, "haze: the program raised signal %d (%s), which it does not handle\n", number, strsignal(number));
  _Exit(128 + number);
}
