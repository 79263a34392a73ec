// File permissions, which WASI lacks: a program may read and write every file and search every folder until it changes
// the mode of the file. WASI has no type for pipes either, so the system reports a pipe as a socket, and programs have
// no sockets.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

/** Files whose mode has been set by the program. */
typedef struct {
  dev_t device;
  ino_t file;
  mode_t mode;
} ux_set_mode;
static ux_set_mode *__ux_set_modes;
static size_t __ux_set_mode_count;

static ux_set_mode *__ux_find_mode(const struct stat *state) {
  for (size_t i = 0; i < __ux_set_mode_count; i++) {
    ux_set_mode *found = &__ux_set_modes[i];
    if (found->file == state->st_ino && found->device == state->st_dev) return found;
  }
  return NULL;
}

#define PERMIT(name, declared, given)                                                   \
  int __real_##name declared;                                                           \
  int __wrap_##name declared {                                                          \
    int answer = __real_##name given;                                                   \
    if (answer != 0) return answer;                                                     \
    if (S_ISSOCK(state->st_mode)) state->st_mode ^= S_IFSOCK ^ S_IFIFO;                 \
    const ux_set_mode *set = __ux_find_mode(state);                                     \
    state->st_mode |= set ? set->mode : S_ISDIR(state->st_mode) ? 0755 : 0644;          \
    return answer;                                                                      \
  }

PERMIT(fstat, (int descriptor, struct stat *state), (descriptor, state))
PERMIT(stat, (const char *restrict path, struct stat *restrict state), (path, state))
PERMIT(lstat, (const char *restrict path, struct stat *restrict state), (path, state))
PERMIT(fstatat, (int folder, const char *restrict path, struct stat *restrict state, int flags), (folder, path, state, flags))

// The mask is stored for programs that restore the old mask later. Files have the permissions described above,
// regardless of the mask.
mode_t umask(mode_t mask) {
  static mode_t kept = 022;
  mode_t before = kept;
  kept = mask & 0777;
  return before;
}

static int __ux_set_mode(const struct stat *state, mode_t mode) {
  ux_set_mode *found = __ux_find_mode(state);
  if (!found) {
    ux_set_mode *more = realloc(__ux_set_modes, (__ux_set_mode_count + 1) * sizeof *more);
    if (!more) return -1;
    __ux_set_modes = more;
    found = &more[__ux_set_mode_count++];
    *found = (ux_set_mode){state->st_dev, state->st_ino, 0};
  }
  found->mode = mode & 07777;
  return 0;
}

int __wrap_fchmodat(int folder, const char *path, mode_t mode, int flags) {
  struct stat state;
  return fstatat(folder, path, &state, flags) == 0 ? __ux_set_mode(&state, mode) : -1;
}

int __wrap_chmod(const char *path, mode_t mode) { return __wrap_fchmodat(AT_FDCWD, path, mode, 0); }

int __wrap_fchmod(int descriptor, mode_t mode) {
  struct stat state;
  return fstat(descriptor, &state) == 0 ? __ux_set_mode(&state, mode) : -1;
}

/** Returns 0 if the mode that the program may have set allows the access; otherwise returns -1 and sets EACCES. */
static int __ux_check_mode(int folder, const char *path, int wanted) {
  struct stat state;
  if (__ux_set_mode_count == 0 || fstatat(folder, path, &state, 0) != 0) return 0;
  const mode_t needed = (wanted & R_OK ? S_IRUSR : 0) | (wanted & W_OK ? S_IWUSR : 0) | (wanted & X_OK ? S_IXUSR : 0);
  if (!(needed & ~state.st_mode)) return 0;
  errno = EACCES;
  return -1;
}

int __real___wasilibc_nocwd_openat_nomode(int folder, const char *path, int how);

// Every way of opening a file ends up in this function.
int __wrap___wasilibc_nocwd_openat_nomode(int folder, const char *path, int how) {
  if (__ux_check_mode(folder, path, (how & O_RDONLY ? R_OK : 0) | (how & O_WRONLY ? W_OK : 0)) != 0) return -1;
  return __real___wasilibc_nocwd_openat_nomode(folder, path, how);
}

int __real_access(const char *path, int wanted);
int __wrap_access(const char *path, int wanted) {
  return __real_access(path, wanted) == 0 ? __ux_check_mode(AT_FDCWD, path, wanted) : -1;
}

int __real_faccessat(int folder, const char *path, int wanted, int flags);
int __wrap_faccessat(int folder, const char *path, int wanted, int flags) {
  return __real_faccessat(folder, path, wanted, flags) == 0 ? __ux_check_mode(folder, path, wanted) : -1;
}
