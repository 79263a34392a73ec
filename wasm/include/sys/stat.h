// The library's <sys/stat.h>, with umask added.
#ifndef HAZE_SYS_STAT_H
#define HAZE_SYS_STAT_H

#include_next <sys/stat.h>

#ifdef __cplusplus
extern "C"
#endif
mode_t umask(mode_t mask);

#endif  // HAZE_SYS_STAT_H
