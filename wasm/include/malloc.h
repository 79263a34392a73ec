// The library's <malloc.h>, with memalign added.
#ifndef HAZE_MALLOC_H
#define HAZE_MALLOC_H

#include_next <malloc.h>

#ifdef __cplusplus
extern "C"
#endif
void *memalign(__SIZE_TYPE__ alignment, __SIZE_TYPE__ size);

#endif  // HAZE_MALLOC_H
