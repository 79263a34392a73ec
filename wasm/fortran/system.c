// Program startup and termination, arguments, clocks and random numbers.
#include <stdio.h>
#include <strings.h>
#include <time.h>
#include <unistd.h>

#include "fortran-runtime.h"

void f_close_all(void);
void f_flush_all(void);

static int argument_count;
static char **argument_list;

int f_legacy_files, f_swap_files, f_no_sign_zero, f_dec_formats, f_standard, f_pedantic;
int32_t f_max_subrecord = 2147483639;
int32_t f_marker_bytes = 4;

void f_start(int argc, char **argv) {
  argument_count = argc;
  argument_list = argv;
}

void f_finish(void) { f_close_all(); }

_Noreturn void f_exit(int32_t status) {
  f_close_all();
  exit(status);
}

// A program cannot inspect its own stack in WebAssembly.
void f_backtrace(void) { fputs("Backtrace: not available in WebAssembly.\n", stderr); }

_Noreturn void f_abort(void) {
  f_flush_all();
  fputs("\nProgram aborted.\n", stderr);
  abort();
}

// ---- STOP -----------------------------------------------------------------------------------------------------------
static int32_t is_quiet_stop;

// Sets the value of QUIET= for the next STOP.
void f_quiet_stop(int32_t is_quiet) { is_quiet_stop = is_quiet; }

static void print_stop(const char *word, const char *p, int32_t n, int32_t code) {
  if (!p || is_quiet_stop) return;
  fputs(word, stderr);
  if (n >= 0) fwrite(p, 1, n, stderr);
  else fprintf(stderr, "%d", (int)code);
  fputc('\n', stderr);
}

void f_stop(const char *p, int32_t n, int32_t code) {
  f_close_all();
  print_stop("STOP ", p, n, code);
  exit(p && n < 0 ? code : 0);
}

void f_error_stop(const char *p, int32_t n, int32_t code) {
  f_close_all();
  if (!p && !is_quiet_stop) fputs("ERROR STOP\n", stderr);
  print_stop("ERROR STOP ", p, n, code);
  exit(p && n < 0 ? code : 1);
}

void f_pause(const char *p, int32_t n, int32_t code) {
  f_flush_all();
  print_stop("PAUSE ", p ? p : "", p ? n : 0, code);
  fputs("To resume execution, type go.  Other input will terminate the job.\n", stderr);
  char line[16];
  if (fgets(line, sizeof line, stdin) && strcmp(line, "go\n") == 0) {
    fputs("RESUMED\n", stderr);
    return;
  }
  f_close_all();
  exit(0);
}

// ---- arguments and environment ----------------------------------------------------------------------------------------
int32_t f_argument_count(void) { return argument_count > 0 ? argument_count - 1 : 0; }

static int32_t answer(const char *text, char *p, int32_t n, int32_t *length) {
  int32_t size = (int32_t)strlen(text);
  *length = size;
  if (!p) return 0;
  f_assign(p, n, text, size);
  return size > n ? -1 : 0;
}

int32_t f_get_argument(int32_t number, char *p, int32_t n, int32_t *length) {
  if (number < 0 || number >= argument_count) {
    answer("", p, n, length);
    return 42;
  }
  return answer(argument_list[number], p, n, length);
}

int32_t f_get_command(char *p, int32_t n, int32_t *length) {
  int32_t size = 1;
  for (int i = 0; i < argument_count; i++) size += (int32_t)strlen(argument_list[i]) + 1;
  char *text = f_new(size);
  text[0] = 0;
  for (int i = 0; i < argument_count; i++) {
    if (i > 0) strcat(text, " ");
    strcat(text, argument_list[i]);
  }
  int32_t status = answer(text, p, n, length);
  free(text);
  return status;
}

int32_t f_get_environment(const char *name, int32_t nname, char *p, int32_t n, int32_t *length, int32_t trim) {
  int32_t size = trim ? f_len_trim(name, nname) : nname;
  char *key = f_new(size + 1);
  memcpy(key, name, size);
  key[size] = 0;
  const char *value = getenv(key);
  free(key);
  if (value) return answer(value, p, n, length);
  answer("", p, n, length);
  return 1;
}

void f_execute(const char *p, int32_t n, int32_t reported) {
  if (!reported) f_fault("Commands cannot run, because programs have no operating system here: %.*s. With CMDSTAT=, or STATUS of SYSTEM, the program continues", (int)n, p);
}

// ---- clocks -----------------------------------------------------------------------------------------------------------
static double seconds_since(clockid_t clock) {
  struct timespec t;
  clock_gettime(clock, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

double f_cpu_time(void) {
  static double start = -1;
  double now = seconds_since(CLOCK_MONOTONIC);
  if (start < 0) start = now - 1e-6;
  return now - start;
}
float f_second(void) { return (float)f_cpu_time(); }
float f_etime(float *values) {
  values[0] = (float)f_cpu_time();
  values[1] = 0;
  return values[0];
}
float f_dtime(float *values) {
  static double last;
  double now = f_cpu_time();
  values[0] = (float)(now - last);
  values[1] = 0;
  last = now;
  return values[0];
}
int64_t f_time(void) { return (int64_t)time(0); }
float f_secnds(float x) {
  struct timespec now;
  struct tm t;
  clock_gettime(CLOCK_REALTIME, &now);
  localtime_r(&now.tv_sec, &t);
  double milliseconds = (double)(now.tv_nsec / 1000000);
  // A time span that began before midnight continues into the following day.
  double passed = fmod(t.tm_hour * 3600 + t.tm_min * 60 + t.tm_sec + 0.001 * milliseconds - x, 86400);
  return (float)(passed < 0 ? passed + 86400 : passed);
}
// Integers of one or two bytes are too small for a clock, so there is no clock for them.
int64_t f_clock_rate(int32_t kind) { return kind < 4 ? 0 : kind == 8 ? 1000000000 : 1000; }
int64_t f_clock_max(int32_t kind) { return kind < 4 ? 0 : kind == 8 ? INT64_MAX : INT32_MAX; }
int64_t f_clock_count(int32_t kind) {
  if (kind < 4) return kind == 1 ? -INT8_MAX : -INT16_MAX;
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  if (kind == 8) return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
  return ((int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000) & INT32_MAX;
}
void f_sleep(int32_t seconds) {
  f_flush_all();
  struct timespec t = {seconds, 0};
  nanosleep(&t, 0);
}

void f_date_and_time(char *date, int32_t nd, char *clock, int32_t nt, char *zone, int32_t nz, const fdesc *values) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  struct tm t;
  localtime_r(&now.tv_sec, &t);
  int ms = (int)(now.tv_nsec / 1000000);
  int offset = (int)(t.tm_gmtoff / 60);
  char text[64];
  if (date) f_assign(date, nd, text, snprintf(text, sizeof text, "%04d%02d%02d", t.tm_year + 1900, t.tm_mon + 1, t.tm_mday));
  if (clock) f_assign(clock, nt, text, snprintf(text, sizeof text, "%02d%02d%02d.%03d", t.tm_hour, t.tm_min, t.tm_sec, ms));
  if (zone) f_assign(zone, nz, text, snprintf(text, sizeof text, "%c%02d%02d", offset < 0 ? '-' : '+', abs(offset) / 60, abs(offset) % 60));
  if (!values) return;
  int parts[8] = {t.tm_year + 1900, t.tm_mon + 1, t.tm_mday, offset, t.tm_hour, t.tm_min, t.tm_sec, ms};
  for (int i = 0; i < 8 && i < values->dim[0].ext; i++) {
    char *p = (char *)values->base + (ptrdiff_t)i * values->dim[0].stride;
    if (values->elem == 8) *(int64_t *)p = parts[i];
    else *(int32_t *)p = parts[i];
  }
}

void f_fdate(char *p, int32_t n) {
  time_t now = time(0);
  struct tm t;
  char text[64];
  localtime_r(&now, &t);
  f_assign(p, n, text, (int32_t)strftime(text, sizeof text, "%a %b %e %H:%M:%S %Y", &t));
}
static void store_three(const fdesc *d, int32_t a, int32_t b, int32_t c) {
  int32_t parts[] = {a, b, c};
  for (int32_t i = 0; i < 3 && i < d->dim[0].ext; i++) {
    char *p = (char *)d->base + (ptrdiff_t)i * d->dim[0].stride;
    if (d->elem == 8) *(int64_t *)p = parts[i];
    else *(int32_t *)p = parts[i];
  }
}
void f_idate(const fdesc *values) {
  time_t now = time(0);
  struct tm t;
  localtime_r(&now, &t);
  store_three(values, t.tm_mday, t.tm_mon + 1, t.tm_year + 1900);
}
void f_itime(const fdesc *values) {
  time_t now = time(0);
  struct tm t;
  localtime_r(&now, &t);
  store_three(values, t.tm_hour, t.tm_min, t.tm_sec);
}

// ---- inquiries that need a value at run time ----------------------------------------------------------------------
// A conversion would turn a signaling NaN into a quiet one, so each kind has its own function.
#define IEEE_VALUE(S, T, TINY, SIGNALING) \
  T f_ieee_value_##S(int32_t class) { \
    switch (class) { \
      case 1: return SIGNALING; \
      case 2: return NAN; \
      case 3: return -(T)INFINITY; \
      case 4: return -42; \
      case 5: return -TINY / 2; \
      case 6: return -(T)0; \
      case 8: return TINY / 2; \
      case 9: return 42; \
      case 10: return INFINITY; \
      default: return 0; \
    } \
  }
IEEE_VALUE(r4, float, FLT_MIN, __builtin_nansf(""))
IEEE_VALUE(r8, double, DBL_MIN, __builtin_nans(""))
IEEE_VALUE(r16, long double, LDBL_MIN, __builtin_nansl(""))
void f_set_rounding(int32_t mode) {
  if (mode != 0) f_fault("IEEE_SET_ROUNDING_MODE: WebAssembly rounds to nearest only");
}
void f_set_underflow(int32_t gradual) {
  if (!gradual) f_fault("IEEE_SET_UNDERFLOW_MODE: WebAssembly underflows gradually only");
}
int32_t f_selected_char_kind(const char *name, int32_t n) {
  int32_t size = f_len_trim(name, n);
  if (size == 9 && strncasecmp(name, "ISO_10646", 9) == 0) return 4;
  return (size == 7 && strncasecmp(name, "DEFAULT", 7) == 0) || (size == 5 && strncasecmp(name, "ASCII", 5) == 0) ? 1 : -1;
}
int32_t f_selected_int_kind(int32_t r) { return r <= 2 ? 1 : r <= 4 ? 2 : r <= 9 ? 4 : r <= 18 ? 8 : r <= 38 ? 16 : -1; }
int32_t f_selected_real_kind(int32_t p, int32_t r, int32_t radix) {
  if (radix != 2) return -5;
  if (p <= 6 && r <= 37) return 4;
  if (p <= 15 && r <= 307) return 8;
  if (p <= 33 && r <= 4931) return 16;
  return p > 33 ? (r > 4931 ? -3 : -1) : -2;
}
