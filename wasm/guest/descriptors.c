// File descriptors that share an open file, and the distinction between terminals, pipes and files.
#include <errno.h>
#include <stdint.h>
#include <sys/stat.h>
#include <unistd.h>

// A host call that WASI lacks: `to` is -1 to request the lowest free descriptor.
__attribute__((import_module("wasi_snapshot_preview1"), import_name("fd_dup")))
int32_t __ux_fd_dup(int32_t from, int32_t to, int32_t *answer);

static int share(int from, int to) {
  int32_t answer;
  int32_t error = __ux_fd_dup(from, to, &answer);
  if (error == 0) return answer;
  errno = error;
  return -1;
}

int dup(int descriptor) { return share(descriptor, -1); }

int dup2(int from, int to) {
  if (to < 0) {
    errno = EBADF;
    return -1;
  }
  return share(from, to);
}

int dup3(int from, int to, int flags) {
  (void)flags;
  if (from != to) return dup2(from, to);
  errno = EINVAL;
  return -1;
}

// Affects only calls by the program: the library itself treats the standard streams as terminals and flushes them after
// every line.
int __wrap_isatty(int descriptor) {
  struct stat state;
  if (fstat(descriptor, &state) != 0) return 0;
  if (S_ISCHR(state.st_mode)) return 1;
  errno = ENOTTY;
  return 0;
}
