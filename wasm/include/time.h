// The library's <time.h>, with tzset, which is refused by name: times are UTC here.
#ifndef HAZE_TIME_H
#define HAZE_TIME_H

#include_next <time.h>

#ifdef __cplusplus
extern "C"
#endif
void tzset(void);

#endif  // HAZE_TIME_H
