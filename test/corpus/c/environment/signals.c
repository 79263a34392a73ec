// signal and raise: handlers, ignoring, restoring; sig_atomic_t; a handler of SIGFPE.
// flags: -D_WASI_EMULATED_SIGNAL
#include <signal.h>
#include <stdio.h>

static volatile sig_atomic_t seen;
static void note(int number) { seen = seen * 100 + number; }

int main(void) {
  printf("%d\n", signal(SIGUSR1, note) == SIG_DFL);
  raise(SIGUSR1);
  printf("%d %d\n", seen == SIGUSR1, signal(SIGUSR1, SIG_IGN) == note);
  printf("%d\n", raise(SIGUSR1));
  signal(SIGFPE, note);
  seen = 0;
  raise(SIGFPE);
  printf("%d\n", seen == SIGFPE);
  signal(SIGINT, note);
  seen = 0;
  raise(SIGINT), raise(SIGINT);
  printf("%d\n", seen == SIGINT * 101);
  return 0;
}
