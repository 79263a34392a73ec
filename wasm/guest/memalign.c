// memalign, which older programs call instead of aligned_alloc.
#define _GNU_SOURCE
#include <malloc.h>
#include <stdlib.h>

void *memalign(size_t alignment, size_t size) {
  void *block;
  return posix_memalign(&block, alignment < sizeof(void *) ? sizeof(void *) : alignment, size) == 0 ? block : NULL;
}
