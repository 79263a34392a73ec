// Values that a program writes to a file in binary form. They are no longer in memory, but the program may read them
// back at any time, so their records are kept until the run finishes.
#include <string.h>
#include <wasi/api.h>

#include "find-boxes.h"

// The number of slots for the last bytes written to each descriptor, because the end of a buffer may split a value.
#define UX_FILES 64
// The size of a slot, which is one byte less than a long double.
#define UX_CUT_BYTES 15
typedef struct {
  size_t count;
  unsigned char bytes[UX_CUT_BYTES];
} ux_file_end;
static ux_file_end __ux_file_ends[UX_FILES];

static void __ux_keep(ux_handle h) {
  if (h) __ux_chunks[h >> UX_CHUNK_BITS]->kept[(h & (UX_CHUNK_SLOTS - 1)) >> 5] |= 1u << (h & 31);
}

static void __ux_keep_in(const unsigned char *bytes, size_t n) {
  for (size_t i = 0; i < n; i++) {
    if ((bytes[i] & 0x7F) == 0x7F) __ux_find_at((uintptr_t)bytes, (uintptr_t)bytes + n, (uintptr_t)bytes + i, __ux_keep);
  }
}

static void __ux_keep_written(ux_file_end *end, const unsigned char *bytes, size_t n) {
  unsigned char joint[2 * UX_CUT_BYTES];
  size_t more = n < UX_CUT_BYTES ? n : UX_CUT_BYTES;
  memcpy(joint, end->bytes, end->count);
  memcpy(joint + end->count, bytes, more);
  __ux_keep_in(joint, end->count + more);
  if (n > more) __ux_keep_in(bytes, n);
  size_t known = n > more ? n : end->count + more;
  const unsigned char *from = n > more ? bytes : joint;
  end->count = known < UX_CUT_BYTES ? known : UX_CUT_BYTES;
  memcpy(end->bytes, from + known - end->count, end->count);
}

static void __ux_keep_all(__wasi_fd_t fd, const __wasi_ciovec_t *pieces, size_t count) {
  // Output to a standard stream is never read back. If there are more files than slots, the extra files share the last
  // one.
  if (fd <= 2 || __ux_records_alive == 0) return;
  ux_file_end *end = &__ux_file_ends[fd < UX_FILES ? fd : UX_FILES - 1];
  for (size_t i = 0; i < count; i++) __ux_keep_written(end, pieces[i].buf, pieces[i].buf_len);
}

#define WRITER(name, declared, given)                                                                  \
  const void *__ux_extract_##name(void) { return (const void *)name; }                                 \
  __wasi_errno_t __real_##name declared;                                                               \
  __wasi_errno_t __wrap_##name declared {                                                              \
    __ux_keep_all(fd, pieces, count);                                                                  \
    return __real_##name given;                                                                        \
  }

WRITER(__wasi_fd_write, (__wasi_fd_t fd, const __wasi_ciovec_t *pieces, size_t count, __wasi_size_t *written),
       (fd, pieces, count, written))
WRITER(__wasi_fd_pwrite,
       (__wasi_fd_t fd, const __wasi_ciovec_t *pieces, size_t count, __wasi_filesize_t offset, __wasi_size_t *written),
       (fd, pieces, count, offset, written))
