// Files for the GNU library's procedures: single characters (FGETC, FPUTC, FGET, FPUT), positions (FTELL, FSEEK), and
// names (UNLINK, RENAME, GETCWD). The status is 0, -1 at the end of the file, or an error number of the C library.
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "io.h"

static unit *open_unit(int32_t number) {
  unit *u = find_unit(number);
  if (u || (number != 5 && number != 6)) return u;
  fio io = {0};
  return open_default(&io, number);
}

int32_t f_fgetc(int32_t number, char *p, int32_t n) {
  unit *u = open_unit(number);
  memset(p, ' ', n > 0 ? n : 0);
  if (!u) return -1;
  if (u->standard == F_STREAM_IN) {
    int c = getchar();
    if (c == EOF) return -1;
    if (n > 0) *p = (char)c;
    return 0;
  }
  if (u->at >= u->data.size) return -1;
  char c = u->data.p[u->at++];
  if (n > 0) *p = c;
  return 0;
}

int32_t f_fputc(int32_t number, const char *p, int32_t n) {
  unit *u = open_unit(number);
  if (!u) return -1;
  char c = n > 0 ? *p : ' ';
  if (u->standard) {
    f_flush_unit(number);
    return fputc(c, number == 0 ? stderr : stdout) == EOF ? -1 : 0;
  }
  while (u->data.size < u->at) bytes_append(&u->data, "", 1);
  if (u->dirty_from < 0 || u->at < u->dirty_from) u->dirty_from = u->at;
  if (u->at < u->data.size) u->data.p[u->at] = c;
  else bytes_append(&u->data, &c, 1);
  u->at++;
  return 0;
}

int64_t f_ftell(int32_t number) {
  unit *u = find_unit(number);
  if (!u) return -1;
  return u->in_record && u->writing ? u->at + u->record.size : u->at;
}

int32_t f_fseek(int32_t number, int64_t offset, int32_t whence) {
  unit *u = find_unit(number);
  if (!u || u->standard) return EBADF;
  int64_t at = whence == 0 ? 0 : whence == 1 ? f_ftell(number) : u->data.size;
  if (whence < 0 || whence > 2 || __builtin_add_overflow(at, offset, &at) || at < 0 || at > F_FAR) return EINVAL;
  u->at = at;
  u->in_record = u->past_end = 0;
  return 0;
}

static char *terminated(const char *p, int32_t n) { return strndup(p, (size_t)f_len_trim(p, n)); }

int32_t f_unlink(const char *p, int32_t n) {
  char *name = terminated(p, n);
  int32_t status = unlink(name) == 0 ? 0 : errno;
  free(name);
  return status;
}

int32_t f_rename(const char *p, int32_t n, const char *q, int32_t m) {
  char *from = terminated(p, n), *to = terminated(q, m);
  int32_t status = rename(from, to) == 0 ? 0 : errno;
  free(from);
  free(to);
  return status;
}

int32_t f_getcwd(char *p, int32_t n) {
  char name[1024];
  if (!getcwd(name, sizeof name)) return errno;
  int32_t length = (int32_t)strlen(name);
  f_assign(p, n, name, length);
  return length > n ? ERANGE : 0;
}
