// Files of a program can be read and written, and its folders searched; the C library has no permissions. WASI has no
// type for pipes, so the system calls a pipe a socket, and programs have no sockets.
#define _GNU_SOURCE
#include <sys/stat.h>

#define PERMIT(name, declared, given)                                                   \
  int __real_##name declared;                                                           \
  int __wrap_##name declared {                                                          \
    int answer = __real_##name given;                                                   \
    if (answer != 0) return answer;                                                     \
    if (S_ISSOCK(state->st_mode)) state->st_mode ^= S_IFSOCK ^ S_IFIFO;                 \
    state->st_mode |= S_ISDIR(state->st_mode) ? 0755 : 0644;                            \
    return answer;                                                                      \
  }

PERMIT(fstat, (int descriptor, struct stat *state), (descriptor, state))
PERMIT(stat, (const char *restrict path, struct stat *restrict state), (path, state))
PERMIT(lstat, (const char *restrict path, struct stat *restrict state), (path, state))
PERMIT(fstatat, (int folder, const char *restrict path, struct stat *restrict state, int flags), (folder, path, state, flags))

// The mask is stored for programs that restore the old mask. Files have the permissions above, whatever the mask is.
mode_t umask(mode_t mask) {
  static mode_t kept = 022;
  mode_t before = kept;
  kept = mask & 0777;
  return before;
}
