// The printf family: on a tracking core, each printed floating-point value is followed by its Ux text. A format with
// floating-point conversions is rebuilt with a new argument list and passed to the library in a single call, so that
// the library handles counts, %n, errors, truncation and locking. Other formats are passed on unchanged.
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "print-call.h"
#include "box.h"

// An argument list is a pointer to arguments, each of which is aligned to its size.
_Static_assert(sizeof(va_list) == sizeof(char *), "the layout of variable arguments has changed");

#define UX_SMALL_CALL 1024

// Result of a first pass over the format.
typedef struct {
  size_t conversions, length;
  int floating, long_floating, long_long, particle_only, numbered, binary, hexadecimal;
} ux_survey;

static ux_survey __ux_survey_format(const void *format, int wide) {
  ux_survey survey = {0};
  ux_conversion conversion;
  size_t at = 0;
  for (unsigned unit; (unit = __ux_unit(format, wide, at)); at++) {
    if (unit != '%') continue;
    if (__ux_unit(format, wide, at + 1) == '%') {
      at++;
    } else if (__ux_parse_conversion(format, wide, at, &conversion)) {
      survey.conversions++;
      survey.floating |= __ux_is_floating(&conversion);
      survey.long_floating |= conversion.type == UX_ARGUMENT_LONG_DOUBLE;
      survey.long_long |= conversion.type == UX_ARGUMENT_LONG_LONG;
      survey.particle_only |= conversion.particle_only;
      survey.hexadecimal |= __ux_is_hexadecimal_conversion(&conversion);
      survey.binary |= __ux_is_binary(&conversion);
      survey.numbered |= conversion.argument != 0;
      at += conversion.length - 1;
    }
  }
  survey.length = at;
  return survey;
}

static void __ux_rebuild_conversion(ux_rebuilt *r, ux_conversion *c) {
  int width = __ux_count_of(r, c->width, 0);
  int precision = __ux_count_of(r, c->precision, -1);
  ux_argument value = __ux_argument_of(r, c->argument, c->type);
  // An integer may consist of the bits of a number.
  if (c->type == UX_ARGUMENT_LONG_LONG) value.long_long = __ux_shown_bits64(value.long_long);
  if (__ux_is_floating(c)) __ux_put_floating(r, c, width, precision, &value);
  else if (__ux_is_binary(c)) __ux_put_binary(r, c, width, precision, &value);
  else __ux_put_conversion(r, c, width, precision, &value);
}

static void __ux_rebuild_format(ux_rebuilt *r) {
  ux_conversion conversion;
  size_t at = 0;
  unsigned unit;
  while ((unit = __ux_unit(r->source, r->wide, at))) {
    if (unit != '%') {
      __ux_put_unit(r, unit);
      at++;
    } else if (__ux_unit(r->source, r->wide, at + 1) == '%') {
      __ux_put_letters(r, "%%");
      at += 2;
    } else if (__ux_parse_conversion(r->source, r->wide, at, &conversion)) {
      __ux_rebuild_conversion(r, &conversion);
      at += conversion.length;
    } else {
      break;
    }
  }
  // Conversions that the library will reject stay unchanged: the library prints the text before them and returns an
  // error.
  for (; (unit = __ux_unit(r->source, r->wide, at)); at++) __ux_put_unit(r, unit);
  __ux_put_unit(r, 0);
}

static int __ux_call_library(FILE *file, const ux_rebuilt *r, ux_library_print *library) {
  va_list list;
  memcpy(&list, &r->arguments, sizeof list);
  return library(file, r->format, list);
}

static void __ux_free_long_texts(ux_rebuilt *r) {
  while (r->long_texts) {
    ux_long_text *text = r->long_texts;
    r->long_texts = text->next;
    free(text);
  }
}

static int __ux_print_rebuilt(FILE *file, ux_rebuilt *r, const ux_survey *survey, ux_library_print *library) {
  _Alignas(16) char small_call[UX_SMALL_CALL];
  char small_text[UX_SMALL_TEXT];
  int error = errno;  // the error whose text %m prints
  size_t arguments_size = UX_ARGUMENT_GROWTH * survey->conversions;
  // A format of hundreds of megabytes would need more memory than is available.
  uint64_t size = (uint64_t)UX_ARGUMENT_GROWTH * survey->conversions +
                  ((uint64_t)survey->length + (uint64_t)UX_FORMAT_GROWTH * survey->conversions + 1) * (r->wide ? sizeof(wchar_t) : 1);
  char *call = size <= sizeof small_call ? small_call : size > UX_MOST_TEXT ? NULL : malloc((size_t)size);
  if (!call) return -1;
  r->arguments = call;
  r->format = call + arguments_size;
  r->room = small_text;
  r->room_left = sizeof small_text;
  __ux_rebuild_format(r);
  errno = r->out_of_memory ? ENOMEM : error;
  int result = r->out_of_memory ? -1 : __ux_call_library(file, r, library);
  if (call != small_call) free(call);
  __ux_free_long_texts(r);
  return result;
}

// Wide functions print each number through the narrow functions, so they need a new format only for conversions that
// the library does not support: our P modifier, long double, %b, %a with a precision (which the library rounds
// incorrectly), and integers that may consist of the bits of a value with a distribution.
static int __ux_passes(const ux_survey *survey, int wide) {
  if (survey->particle_only || survey->long_floating || survey->binary || survey->hexadecimal) return 0;
  if (survey->long_long && __ux_mode == UX_MODE_TRACKING && __ux_records_alive) return 0;
  return wide || !survey->floating || __ux_mode == UX_MODE_BYPASS || __ux_particles_only;
}

static int __ux_print_here(FILE *file, const void *format, int wide, va_list arguments, ux_library_print *library) {
  ux_survey survey = __ux_survey_format(format, wide);
  if (!__ux_passes(&survey, wide)) {
    ux_rebuilt r = {.source = format, .wide = wide};
    va_copy(r.next, arguments);
    if (!survey.numbered || __ux_take_numbered(&r)) return __ux_print_rebuilt(file, &r, &survey, library);
  }
  return library(file, format, arguments);
}

int __ux_print(FILE *file, const void *format, int wide, va_list arguments, ux_library_print *library) {
  if (__ux_destination != UX_TO_STREAM || !__ux_is_memory_file(file)) return __ux_print_here(file, format, wide, arguments, library);
  __ux_destination = UX_TO_MEMORY;
  int result = __ux_print_here(file, format, wide, arguments, library);
  __ux_destination = UX_TO_STREAM;
  return result;
}
