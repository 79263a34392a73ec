// The scanf family for long double: %Lf is read as %lf into a temporary, and the digits are then read again as a long
// double. Other formats pass through unchanged; Ux text is read by the number scanner underneath.
#include <ctype.h>
#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "read-long.h"

int __real_vfscanf(FILE *file, const char *format, va_list arguments);

_Static_assert(sizeof(va_list) == sizeof(char *), "the layout of variable arguments has changed");

typedef struct {
  size_t length;      // from % to the letter, or to the closing ] of a set
  size_t modifier;    // offset of the L in it, or 0 if there is no L
  int floating;
  int argument;       // counted from 1; 0 for the next argument, -1 if suppressed
} ux_field;

static size_t __ux_set_length(const char *set) {
  size_t length = 1;
  if (set[length] == '^') length++;
  if (set[length] == ']') length++;
  while (set[length] && set[length] != ']') length++;
  return set[length] ? length + 1 : length;
}

static ux_field __ux_parse_field(const char *text) {
  ux_field field = {0};
  size_t at = 1;
  if (text[at] == '*') {
    field.argument = -1;
    at++;
  } else if (isdigit((unsigned char)text[at]) && text[at + 1] == '$') {
    field.argument = text[at] - '0';
    at += 2;
  }
  while (isdigit((unsigned char)text[at])) at++;
  if (text[at] == 'm') at++;
  if (text[at] == 'L') field.modifier = at;
  while (text[at] && strchr("hlLjzt", text[at])) at++;
  field.floating = text[at] && strchr("aAeEfFgG", text[at]);
  field.length = at + (text[at] == '[' ? __ux_set_length(text + at) : text[at] ? 1 : 0);
  return field;
}

// A call that reads at least one long double: copies of the format and of the pointers, and the temporaries.
typedef struct {
  char *format;
  void **pointers;
  long double *values;
  void **targets;  // destination of each floating-point field's long double, by field number; NULL if the field has none
  double unused;
  size_t fields, pointer_count, floating_count;
} ux_long_call;

static void __ux_prepare(ux_long_call *call, va_list arguments) {
  size_t next = 0;
  for (char *at = call->format; *at;) {
    if (*at != '%' || at[1] == '%') {
      at += *at == '%' ? 2 : 1;
      continue;
    }
    ux_field field = __ux_parse_field(at);
    size_t index = field.argument > 0 ? (size_t)field.argument - 1 : field.argument == 0 ? next++ : 0;
    if (field.argument >= 0) {
      while (call->pointer_count <= index && call->pointer_count < call->fields) {
        call->pointers[call->pointer_count++] = va_arg(arguments, void *);
      }
    }
    if (field.floating) {
      if (field.modifier) at[field.modifier] = 'l';
      if (field.modifier && field.argument >= 0 && index < call->pointer_count) {
        call->targets[call->floating_count] = call->pointers[index];
        call->pointers[index] = &call->unused;
      }
      call->floating_count++;
    }
    at += field.length;
  }
}

// The number of fields; negative if none of them is a long double.
static int __ux_count_fields(const char *format) {
  int fields = 0, with_long = 0;
  for (const char *at = format; *at;) {
    if (*at != '%' || at[1] == '%') {
      at += *at == '%' ? 2 : 1;
      continue;
    }
    ux_field field = __ux_parse_field(at);
    with_long |= field.floating && field.modifier;
    fields += field.argument > 0 ? 9 : 1;
    at += field.length;
  }
  return with_long ? fields : -1;
}

static int __ux_scan_longs(FILE *file, ux_long_call *call) {
  ux_long_values wanted = {call->values, call->floating_count, 0}, *outer = __ux_wanted_longs;
  va_list list;
  memcpy(&list, &call->pointers, sizeof list);
  __ux_wanted_longs = &wanted;
  int result = __real_vfscanf(file, call->format, list);
  __ux_wanted_longs = outer;
  for (size_t i = 0; i < wanted.count; i++) {
    if (call->targets[i]) memcpy(call->targets[i], &call->values[i], sizeof(long double));
  }
  return result;
}

int __wrap_vfscanf(FILE *file, const char *format, va_list arguments) {
  int fields = __ux_count_fields(format);
  if (fields < 0) return __real_vfscanf(file, format, arguments);
  size_t n = (size_t)fields, length = strlen(format) + 1;
  uint64_t size = (uint64_t)n * (sizeof(long double) + 2 * sizeof(void *)) + length;
  char *room = size > SIZE_MAX ? NULL : calloc(1, (size_t)size);
  if (!room) {
    errno = ENOMEM;
    return EOF;
  }
  ux_long_call call = {.fields = n, .values = (long double *)room};
  call.pointers = (void **)(call.values + n);
  call.targets = call.pointers + n;
  call.format = memcpy((char *)(call.targets + n), format, length);
  __ux_prepare(&call, arguments);
  int result = __ux_scan_longs(file, &call);
  free(room);
  return result;
}
