// System procedures of the GNU library: ACCESS, CHMOD, STAT, LSTAT, FSTAT, LTIME, GMTIME, MALLOC and FREE. There are no
// users or file modes here, so IDs are 0, and CHMOD returns the error number for an unimplemented call.
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "io.h"

static char *terminated(const char *p, int32_t n) { return strndup(p, (size_t)f_len_trim(p, n)); }

// All files that exist can be read and written. No file can be executed, but folders can be entered.
int32_t f_access(const char *p, int32_t n, const char *mode, int32_t m) {
  int executed = 0;
  for (int32_t i = 0; i < m; i++) {
    if (!strchr("rwx RWX", mode[i]) || mode[i] == 0) return -1;
    executed |= mode[i] == 'x' || mode[i] == 'X';
  }
  struct stat s;
  char *name = terminated(p, n);
  int32_t status = stat(name, &s) == 0 ? 0 : known_code(errno);
  free(name);
  if (status == 0 && executed && !S_ISDIR(s.st_mode)) return known_code(EACCES);
  return status;
}

int32_t f_chmod(const char *p, int32_t n) {
  int32_t status = f_access(p, n, "", 0);
  return status == 0 ? known_code(ENOSYS) : status;
}

static void store(const fdesc *d, int32_t i, int64_t value) {
  if (i >= d->dim[0].ext) return;
  char *p = (char *)d->base + (ptrdiff_t)i * d->dim[0].stride;
  if (d->elem == 8) *(int64_t *)p = value;
  else *(int32_t *)p = (int32_t)value;
}

int32_t f_stat(const char *p, int32_t n, int32_t follows, const fdesc *values) {
  struct stat s;
  char *name = terminated(p, n);
  int32_t status = (follows ? stat(name, &s) : lstat(name, &s)) == 0 ? 0 : known_code(errno);
  free(name);
  if (status != 0) return status;
  const int64_t parts[] = {
      (int64_t)s.st_dev, (int64_t)s.st_ino, s.st_mode, (int64_t)s.st_nlink, 0, 0, (int64_t)s.st_rdev, s.st_size,
      s.st_atim.tv_sec, s.st_mtim.tv_sec, s.st_ctim.tv_sec, s.st_blksize, s.st_blocks};
  for (int32_t i = 0; i < 13; i++) store(values, i, parts[i]);
  return 0;
}

int32_t f_fstat(int32_t number, const fdesc *values) {
  unit *u = find_unit(number);
  if (!u || u->standard || u->scratch) return known_code(EBADF);
  f_flush_unit(number);
  return f_stat(u->name, (int32_t)strlen(u->name), 1, values);
}

static void store_time(const struct tm *t, const fdesc *values) {
  const int32_t parts[] = {t->tm_sec, t->tm_min, t->tm_hour, t->tm_mday, t->tm_mon, t->tm_year, t->tm_wday, t->tm_yday, t->tm_isdst};
  for (int32_t i = 0; i < 9; i++) store(values, i, parts[i]);
}

void f_ltime(int64_t seconds, const fdesc *values) {
  time_t then = (time_t)seconds;
  struct tm t;
  store_time(localtime_r(&then, &t), values);
}

void f_gmtime(int64_t seconds, const fdesc *values) {
  time_t then = (time_t)seconds;
  struct tm t;
  store_time(gmtime_r(&then, &t), values);
}
