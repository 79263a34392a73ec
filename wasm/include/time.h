// The library's <time.h>, with the time zone for local time added (wasm/guest/time-zone.c).
#ifndef HAZE_TIME_H
#define HAZE_TIME_H

#include_next <time.h>

#ifdef __cplusplus
extern "C" {
#endif
void tzset(void);
extern char *tzname[2];
extern long timezone;
extern int daylight;
#ifdef __cplusplus
}
#endif

#endif  // HAZE_TIME_H
