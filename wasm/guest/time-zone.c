// Local time according to the rule in TZ, in POSIX notation ("CET-1CEST,M3.5.0,M10.5.0/3"). There are no zone files
// here, so a name such as "Europe/Berlin" means UTC, and the user is notified once.
#define _GNU_SOURCE
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define DAY 86400
#define HOUR 3600
#define UX_LONGEST_NAME 15

typedef struct {
  char kind;  // M: weekday of a week in a month; J: day of the year, never February 29; 0: day of the year, counted from 0
  int month, week, day;
  int seconds;  // of that day
} ux_change;

static struct {
  char names[2][UX_LONGEST_NAME + 1];
  long offsets[2];  // seconds east of UTC: standard time and summer time
  int has_summer;
  ux_change changes[2];  // start and end of summer time
} __ux_zone = {{"UTC", ""}, {0, 0}, 0, {{0}}};

__attribute__((weak)) char *tzname[2] = {__ux_zone.names[0], __ux_zone.names[1]};
__attribute__((weak)) long timezone;
__attribute__((weak)) int daylight;

static const char *__ux_name(const char *at, char *name) {
  int is_quoted = *at == '<';
  size_t length = 0;
  at += is_quoted;
  while (is_quoted ? *at && *at != '>' : isalpha((unsigned char)*at)) {
    if (length == UX_LONGEST_NAME) return NULL;
    name[length++] = *at++;
  }
  name[length] = 0;
  if (length < 3 || (is_quoted && *at++ != '>')) return NULL;
  return at;
}

static const char *__ux_number(const char *at, int most, int *number) {
  if (!at || !isdigit((unsigned char)*at)) return NULL;
  for (*number = 0; isdigit((unsigned char)*at); at++) {
    *number = *number * 10 + (*at - '0');
    if (*number > most) return NULL;
  }
  return at;
}

// Parses hours[:minutes[:seconds]] with a sign.
static const char *__ux_hours(const char *at, long *seconds) {
  int sign = 1, part = 0;
  if (at && (*at == '+' || *at == '-')) sign = *at++ == '-' ? -1 : 1;
  at = __ux_number(at, 167, &part);
  *seconds = (long)part * HOUR;
  for (int unit = 60; at && *at == ':' && unit; unit /= 60) {
    at = __ux_number(at + 1, 59, &part);
    *seconds += (long)part * unit;
  }
  *seconds *= sign;
  return at;
}

static const char *__ux_read_change(const char *at, ux_change *change) {
  long seconds = 2 * HOUR;
  *change = (ux_change){0};
  if (*at == 'M') {
    change->kind = 'M';
    at = __ux_number(at + 1, 12, &change->month);
    at = at && *at == '.' ? __ux_number(at + 1, 5, &change->week) : NULL;
    at = at && *at == '.' ? __ux_number(at + 1, 6, &change->day) : NULL;
    if (!change->month || !change->week) return NULL;
  } else {
    if (*at == 'J') change->kind = *at++;
    at = __ux_number(at, 365, &change->day);
  }
  if (at && *at == '/') at = __ux_hours(at + 1, &seconds);
  change->seconds = (int)seconds;
  return at;
}

static int __ux_read_zone(const char *at) {
  if (!(at = __ux_name(at, __ux_zone.names[0])) || !(at = __ux_hours(at, &__ux_zone.offsets[0]))) return 0;
  __ux_zone.offsets[0] = -__ux_zone.offsets[0];
  __ux_zone.has_summer = *at != 0;
  if (!*at) return 1;
  if (!(at = __ux_name(at, __ux_zone.names[1]))) return 0;
  __ux_zone.offsets[1] = __ux_zone.offsets[0] + HOUR;
  if (*at && *at != ',') {
    if (!(at = __ux_hours(at, &__ux_zone.offsets[1]))) return 0;
    __ux_zone.offsets[1] = -__ux_zone.offsets[1];
  }
  if (!*at) at = ",M3.2.0,M11.1.0";
  for (int i = 0; i < 2; i++)
    if (*at != ',' || !(at = __ux_read_change(at + 1, &__ux_zone.changes[i]))) return 0;
  return !*at;
}

void tzset(void) {
  static char last[256];
  const char *rule = getenv("TZ");
  if (!rule) rule = "";
  if (*rule == ':') rule++;
  if (*last && !strcmp(rule, last)) return;
  int is_new = strcmp(rule, last) != 0;
  snprintf(last, sizeof last, "%s", rule);
  int is_utc = !*rule || !strcmp(rule, "UTC") || !strcmp(rule, "GMT");
  if (is_utc || !__ux_read_zone(rule)) {
    strcpy(__ux_zone.names[0], *rule && is_utc ? rule : "UTC");
    __ux_zone.names[1][0] = 0;
    __ux_zone.offsets[0] = __ux_zone.has_summer = 0;
    if (!is_utc && is_new)
      fprintf(stderr, "haze: TZ is \"%s\": named time zones are not available here, so times are in UTC. Rules such as CET-1CEST,M3.5.0,M10.5.0/3 work.\n", rule);
  }
  timezone = -__ux_zone.offsets[0];
  daylight = __ux_zone.has_summer;
}

// The number of seconds from the start of the year to a clock change, in local time.
static long __ux_seconds_to(const ux_change *change, int year, int first_weekday) {
  static const int days_before[] = {0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334, 365};
  int is_leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
  int day = change->day;
  if (change->kind == 'J') day += (is_leap && day > 59) - 1;
  if (change->kind == 'M') {
    int first = days_before[change->month - 1] + (is_leap && change->month > 2);
    int length = days_before[change->month] - days_before[change->month - 1] + (is_leap && change->month == 2);
    day = (change->day - (first_weekday + first) % 7 + 7) % 7 + 7 * (change->week - 1);
    if (day >= length) day -= 7;
    day += first;
  }
  return (long)day * DAY + change->seconds;
}

static int __ux_is_summer(time_t time) {
  if (!__ux_zone.has_summer) return 0;
  time_t local = time + __ux_zone.offsets[0];
  struct tm parts;
  if (!gmtime_r(&local, &parts)) return 0;
  long in_year = (long)parts.tm_yday * DAY + parts.tm_hour * HOUR + parts.tm_min * 60 + parts.tm_sec;
  int first_weekday = ((parts.tm_wday - parts.tm_yday) % 7 + 7) % 7;
  long begin = __ux_seconds_to(&__ux_zone.changes[0], parts.tm_year + 1900, first_weekday);
  long end = __ux_seconds_to(&__ux_zone.changes[1], parts.tm_year + 1900, first_weekday) - (__ux_zone.offsets[1] - __ux_zone.offsets[0]);
  return begin < end ? in_year >= begin && in_year < end : in_year >= begin || in_year < end;
}

struct tm *__wrap_localtime_r(const time_t *restrict time, struct tm *restrict parts) {
  tzset();
  int is_summer = __ux_is_summer(*time);
  time_t local = *time + __ux_zone.offsets[is_summer];
  if (!gmtime_r(&local, parts)) return NULL;
  parts->tm_isdst = is_summer;
  parts->__tm_gmtoff = (int)__ux_zone.offsets[is_summer];
  parts->__tm_zone = __ux_zone.names[is_summer];
  return parts;
}

struct tm *__wrap_localtime(const time_t *time) {
  static struct tm parts;
  return __wrap_localtime_r(time, &parts);
}

time_t __wrap_mktime(struct tm *parts) {
  tzset();
  int wanted = parts->tm_isdst;
  time_t utc = timegm(parts);
  time_t plain = utc - __ux_zone.offsets[0], summer = utc - __ux_zone.offsets[1];
  int is_summer = __ux_zone.has_summer && (wanted > 0 || (wanted < 0 && __ux_is_summer(summer)));
  time_t time = is_summer ? summer : plain;
  __wrap_localtime_r(&time, parts);
  return time;
}
