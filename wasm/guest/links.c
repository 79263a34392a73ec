// Symbolic links, which do not exist in the file system of a run: creating one fails and prints a line for the user,
// and reading one fails as it does for any other file.
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

static int __ux_refuse_link(const char *target, const char *path) {
  static int told;
  if (!told++)
    fprintf(stderr,
            "haze: symlink(\"%s\", \"%s\"): programs cannot create symbolic links here. Use link(), which gives a file a second name, "
            "or copy the file.\n",
            target, path);
  errno = ENOTSUP;
  return -1;
}

static ssize_t __ux_refuse_read(int folder, const char *path) {
  struct stat state;
  if (fstatat(folder, path, &state, 0) == 0) errno = EINVAL;
  return -1;
}

int __wrap_symlink(const char *target, const char *path) { return __ux_refuse_link(target, path); }

int __wrap_symlinkat(const char *target, int folder, const char *path) {
  (void)folder;
  return __ux_refuse_link(target, path);
}

ssize_t __wrap_readlink(const char *restrict path, char *restrict target, size_t size) {
  (void)target, (void)size;
  return __ux_refuse_read(AT_FDCWD, path);
}

ssize_t __wrap_readlinkat(int folder, const char *restrict path, char *restrict target, size_t size) {
  (void)target, (void)size;
  return __ux_refuse_read(folder, path);
}
