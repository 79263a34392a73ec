// Converts Ux text to a value. Malformed text stops the task with a message that gives its position. The caller passes
// the name of the reader (scanf, strtod, a stream, the command line).
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../decisions.h"
#include "ux-stdio.h"

// Readers reject text with more than 10 000 deltas: "Ux", 42 digits, 32 digits per delta, and one more character that
// shows whether there are too many.
#define UX_LONGEST_TEXT (2 + 42 + 32 * 10000 + 1)
#define UX_SHOWN_CHARACTERS 24

extern float __ux_f32_demote_f64(double value);

void __ux_start_digits(ux_digits *digits) {
  digits->data = digits->small;
  digits->length = 0;
  digits->room = sizeof digits->small;
}

static void __ux_refuse_text(const char *reader, const char *text, size_t length, size_t offset, const char *reason) {
  char message[512];
  int shown = length > UX_SHOWN_CHARACTERS ? UX_SHOWN_CHARACTERS : (int)length;
  int n = snprintf(message, sizeof message, "%s: malformed Ux text at offset %zu (%.*s%s, %zu characters): %s", reader, offset,
                   shown, text, (size_t)shown < length ? "..." : "", length, reason);
  __ux_core_fatal(message, n < (int)sizeof message ? (size_t)n : sizeof message - 1);
}

void __ux_add_digit(ux_digits *digits, char c, const char *reader) {
  if (digits->length == UX_LONGEST_TEXT) {
    __ux_refuse_text(reader, digits->data, digits->length, 0, "longer than the text of 10000 deltas");
  }
  if (digits->length == digits->room) {
    char *old = digits->data == digits->small ? NULL : digits->data;
    char *grown = realloc(old, 2 * digits->room);
    if (!grown) __ux_refuse_text(reader, digits->data, digits->length, 0, "out of memory: the heap has no room for it");
    if (!old) memcpy(grown, digits->small, digits->length);
    digits->data = grown;
    digits->room *= 2;
  }
  digits->data[digits->length++] = c;
}

double __ux_finish_digits(ux_digits *digits, const char *reader, size_t offset, int has_particle, double particle) {
  // Stored in memory, where the collector finds it, because calling free may trigger a collection.
  volatile double value = __ux_value_of_text(digits->data, digits->length, reader, offset, has_particle, particle);
  if (digits->data != digits->small) free(digits->data);
  return value;
}

size_t __ux_text_length(const char *text, size_t available) {
  if (available < 3 || text[0] != 'U' || text[1] != 'x' || !__ux_is_hex((unsigned char)text[2])) return 0;
  size_t length = 3;
  while (length < available && __ux_is_hex((unsigned char)text[length])) length++;
  return length;
}

int __ux_is_id_character(size_t at, int c) {
  static const char before[] = "<ValueID>val_", after[] = "</ValueID>";
  enum { DIGITS_AT = sizeof before - 1, AFTER_AT = UX_ID_LENGTH - (sizeof after - 1) };
  if (__ux_mode < UX_MODE_REFERENCE || at >= UX_ID_LENGTH) return 0;
  if (at < DIGITS_AT) return c == before[at];
  return at < AFTER_AT ? __ux_is_hex(c) : c == after[at - AFTER_AT];
}

size_t __ux_id_length(const char *text, size_t available) {
  size_t length = 0;
  while (length < available && __ux_is_id_character(length, (unsigned char)text[length])) length++;
  if (length < UX_ID_LENGTH) return 0;
  // The digits before the name belong to a single lane.
  if (__ux_mode == UX_MODE_LANES) __ux_core_exposed(0, 0);
  return length;
}

// Tests whether the text was truncated (by snprintf into a short buffer) after a sample count of 0, which means that
// the value is plain. In that case, the number before it is complete. A truncated distribution is malformed.
static int __ux_is_plain_cut_off(const char *text, size_t length) {
  const size_t count_end = 2 + 2 + 16, deltas_end = 2 + 42;
  if (length < count_end) return 0;
  for (size_t i = 4; i < count_end; i++)
    if (text[i] != '0') return 0;
  if (length < deltas_end) return 1;
  char number[9] = {0};
  memcpy(number, text + deltas_end - 8, 8);
  return length < deltas_end + 24 * (size_t)strtoul(number, NULL, 16);
}

double __ux_value_of_text(const char *text, size_t length, const char *reader, size_t offset, int has_particle,
                          double particle) {
  ux_handle handle = 0;
  double result = 0;
  if (!__ux_core_from_text(text, length, has_particle, particle, &handle, &result)) {
    if (has_particle && __ux_is_plain_cut_off(text, length)) return particle;
    char reason[256];
    __ux_core_last_error(reason, sizeof reason);
    __ux_refuse_text(reader, text, length, offset, reason);
  }
  return __ux_mode == UX_MODE_BYPASS ? result : __ux_box64(handle, result);
}

float __ux_narrow(double value) { return __ux_is_box64(value) ? __ux_f32_demote_f64(value) : (float)value; }
