// strptime with all conversions that the GNU C library supports in the C locale. It also fills in fields that follow
// from those in the text: the weekday and the day of the year from a date, and the month and the day from a day of the
// year.
#define _GNU_SOURCE
#include <ctype.h>
#include <langinfo.h>
#include <string.h>
#include <strings.h>
#include <time.h>

typedef struct {
  struct tm *parts;
  int has_day, has_month, has_year, has_year_day, has_weekday;
  int week, week_start;  // from %U or %W; -1 if there is none
  int century, short_year, is_afternoon, has_half;
} ux_date;

// Reads up to `digits` digits and checks the range. Returns NULL for anything else.
static const char *__ux_read_number(const char *at, int digits, int low, int high, int *number) {
  int sign = 1, value = 0;
  while (isspace((unsigned char)*at)) at++;
  if (digits > 3 && (*at == '+' || *at == '-')) sign = *at++ == '-' ? -1 : 1;
  if (!isdigit((unsigned char)*at)) return NULL;
  while (digits-- > 0 && isdigit((unsigned char)*at)) value = value * 10 + (*at++ - '0');
  value *= sign;
  *number = value;
  return value < low || value > high ? NULL : at;
}

// Reads a full or an abbreviated name from two lists in the library.
static const char *__ux_read_name(const char *at, nl_item full, nl_item abbreviated, int count, int *number) {
  for (int i = 0; i < 2 * count; i++) {
    const char *name = nl_langinfo(i < count ? full + i : abbreviated + i - count);
    size_t length = strlen(name);
    if (strncasecmp(at, name, length) != 0) continue;
    *number = i % count;
    return at + length;
  }
  return NULL;
}

static const char *__ux_read_offset(const char *at, struct tm *parts) {
  int hours, minutes = 0;
  while (isspace((unsigned char)*at)) at++;
  if (*at == 'Z') {
    parts->__tm_gmtoff = 0;
    return at + 1;
  }
  if (*at != '+' && *at != '-') return NULL;
  int sign = *at++ == '-' ? -1 : 1;
  if (!(at = __ux_read_number(at, 2, 0, 14, &hours))) return NULL;
  if (*at == ':' || isdigit((unsigned char)*at))
    if (!(at = __ux_read_number(at + (*at == ':'), 2, 0, 59, &minutes))) return NULL;
  parts->__tm_gmtoff = sign * (hours * 3600 + minutes * 60);
  return at;
}

static const char *__ux_read_seconds(const char *at, struct tm *parts) {
  int is_negative = *at == '-';
  long long seconds = 0;
  at += is_negative;
  if (!isdigit((unsigned char)*at)) return NULL;
  while (isdigit((unsigned char)*at) && seconds < (1LL << 55)) seconds = seconds * 10 + (*at++ - '0');
  time_t time = is_negative ? -seconds : seconds;
  return localtime_r(&time, parts) ? at : NULL;
}

static const char *__ux_read_parts(const char *at, const char *format, ux_date *date);

static const char *__ux_read_part(const char *at, char conversion, ux_date *date) {
  struct tm *parts = date->parts;
  int number = 0;
  switch (conversion) {
    case '%': return *at == '%' ? at + 1 : NULL;
    case 'n': case 't':
      while (isspace((unsigned char)*at)) at++;
      return at;
    case 'a': case 'A':
      date->has_weekday = 1;
      return __ux_read_name(at, DAY_1, ABDAY_1, 7, &parts->tm_wday);
    case 'b': case 'B': case 'h':
      date->has_month = 1;
      return __ux_read_name(at, MON_1, ABMON_1, 12, &parts->tm_mon);
    case 'c': return __ux_read_parts(at, "%a %b %e %H:%M:%S %Y", date);
    case 'C': return __ux_read_number(at, 2, 0, 99, &date->century);
    case 'd': case 'e':
      date->has_day = 1;
      return __ux_read_number(at, 2, 1, 31, &parts->tm_mday);
    case 'D': case 'x': return __ux_read_parts(at, "%m/%d/%y", date);
    case 'F': return __ux_read_parts(at, "%Y-%m-%d", date);
    case 'H': case 'k': return __ux_read_number(at, 2, 0, 23, &parts->tm_hour);
    case 'I': case 'l':
      at = __ux_read_number(at, 2, 1, 12, &number);
      parts->tm_hour = number % 12;
      date->has_half = 1;
      return at;
    case 'j':
      at = __ux_read_number(at, 3, 1, 366, &number);
      parts->tm_yday = number - 1;
      date->has_year_day = 1;
      return at;
    case 'm':
      at = __ux_read_number(at, 2, 1, 12, &number);
      parts->tm_mon = number - 1;
      date->has_month = 1;
      return at;
    case 'M': return __ux_read_number(at, 2, 0, 59, &parts->tm_min);
    case 'p': case 'P': return __ux_read_name(at, AM_STR, AM_STR, 2, &date->is_afternoon);
    case 'r': return __ux_read_parts(at, "%I:%M:%S %p", date);
    case 'R': return __ux_read_parts(at, "%H:%M", date);
    case 's':
      date->has_day = date->has_month = date->has_year = 0;
      return __ux_read_seconds(at, parts);
    case 'S': return __ux_read_number(at, 2, 0, 61, &parts->tm_sec);
    case 'T': case 'X': return __ux_read_parts(at, "%H:%M:%S", date);
    case 'u':
      at = __ux_read_number(at, 1, 1, 7, &number);
      parts->tm_wday = number % 7;
      date->has_weekday = 1;
      return at;
    case 'w':
      date->has_weekday = 1;
      return __ux_read_number(at, 1, 0, 6, &parts->tm_wday);
    case 'U': case 'W':
      date->week_start = conversion == 'W';
      return __ux_read_number(at, 2, 0, 53, &date->week);
    case 'V': case 'g': return __ux_read_number(at, 2, 0, 99, &number);
    case 'G': return __ux_read_number(at, 4, -9999, 9999, &number);
    case 'y':
      date->has_year = 1;
      return __ux_read_number(at, 2, 0, 99, &date->short_year);
    case 'Y':
      at = __ux_read_number(at, 4, -9999, 9999, &number);
      parts->tm_year = number - 1900;
      date->has_year = 1;
      date->century = date->short_year = -1;
      return at;
    case 'z': return __ux_read_offset(at, parts);
    case 'Z':
      while (isalpha((unsigned char)*at)) at++;
      return at;
    default: return NULL;
  }
}

static const char *__ux_read_parts(const char *at, const char *format, ux_date *date) {
  for (; at && *format; format++) {
    if (isspace((unsigned char)*format))
      while (isspace((unsigned char)*at)) at++;
    else if (*format != '%')
      at = *at == *format ? at + 1 : NULL;
    else {
      format++;
      if (*format == 'E' || *format == 'O' || *format == '-' || *format == '_' || *format == '0') format++;
      at = __ux_read_part(at, *format, date);
    }
  }
  return at;
}

// Derives the fields that are missing from the text.
static void __ux_complete(ux_date *date) {
  struct tm *parts = date->parts;
  if (date->has_half && date->is_afternoon >= 0) parts->tm_hour = parts->tm_hour % 12 + 12 * date->is_afternoon;
  if (date->short_year >= 0 || date->century >= 0) {
    int century = date->century >= 0 ? date->century : date->short_year < 69 ? 20 : 19;
    parts->tm_year = century * 100 + (date->short_year >= 0 ? date->short_year : 0) - 1900;
    date->has_year = 1;
  }
  struct tm day = {.tm_year = parts->tm_year, .tm_mday = 1};
  int is_date = date->has_day && date->has_month;
  if (is_date) {
    day.tm_mon = parts->tm_mon;
    day.tm_mday = parts->tm_mday;
  } else if (date->has_year_day)
    day.tm_mday = parts->tm_yday + 1;
  else if (date->has_year && date->week >= 0 && date->has_weekday) {
    timegm(&day);
    int first = (7 - day.tm_wday + date->week_start) % 7;  // day of the year on which week 1 begins
    day.tm_mday = 1 + first + 7 * (date->week - 1) + (parts->tm_wday - date->week_start + 7) % 7;
  } else
    return;
  if (!date->has_year && !is_date) return;
  timegm(&day);
  parts->tm_mon = is_date ? parts->tm_mon : day.tm_mon;
  parts->tm_mday = is_date ? parts->tm_mday : day.tm_mday;
  parts->tm_yday = day.tm_yday;
  parts->tm_wday = day.tm_wday;
}

char *__wrap_strptime(const char *restrict text, const char *restrict format, struct tm *restrict parts) {
  ux_date date = {.parts = parts, .week = -1, .century = -1, .short_year = -1, .is_afternoon = -1};
  const char *end = __ux_read_parts(text, format, &date);
  if (end) __ux_complete(&date);
  return (char *)end;
}
