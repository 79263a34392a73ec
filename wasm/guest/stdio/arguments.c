// Ux text on the command line: a malformed one ends the program before main, so that the number before it is not taken
// for the whole value by a program that reads its arguments carelessly.
#include <stdio.h>
#include <string.h>

#include "ux-stdio.h"
#include "box.h"

static int __ux_is_word(char c) {
  return (c >= '0' && c <= '9') || ((c | 32) >= 'a' && (c | 32) <= 'z') || c == '_';
}

static int __ux_ends_with(const char *start, const char *end, const char *word) {
  size_t length = strlen(word);
  if ((size_t)(end - start) < length) return 0;
  for (size_t i = 0; i < length; i++) {
    if ((end[i - length] | 32) != word[i]) return 0;
  }
  return (size_t)(end - start) == length || !__ux_is_word(end[-(long)length - 1]);
}

static int __ux_is_digit(char c) { return c >= '0' && c <= '9'; }

// May a value stand here? The text begins a word, or a number ends before it: 1.5, 12, 2e-3, inf, nan. Digits at the end
// of a name (a file called run2Ux3) are no number, unless they have a decimal point.
static int __ux_follows_number(const char *start, const char *at) {
  if (at == start || !__ux_is_word(at[-1])) return 1;
  if (__ux_ends_with(start, at, "inf") || __ux_ends_with(start, at, "nan") || __ux_ends_with(start, at, "infinity")) return 1;
  const char *number = at;
  while (number > start && (__ux_is_digit(number[-1]) || number[-1] == '.')) number--;
  if (number == at) return 0;
  if (number == start || memchr(number, '.', (size_t)(at - number))) return 1;
  if (number - start >= 2 && (number[-1] == '+' || number[-1] == '-')) number--;
  if (!__ux_is_word(number[-1])) return 1;
  return (number[-1] | 32) == 'e' && number - start >= 2 && (__ux_is_digit(number[-2]) || number[-2] == '.');
}

static void __ux_refuse_argument(int position, const char *argument, const char *text, size_t length) {
  char reason[256], message[512];
  __ux_core_last_error(reason, sizeof reason);
  size_t shown = (size_t)(text - argument) + 12, whole = strlen(argument);
  if (shown > 40) shown = 40;
  if (shown > whole) shown = whole;
  int n = snprintf(message, sizeof message,
                   "command-line argument %d (%.*s%s, %zu characters) has malformed Ux text of %zu characters at offset %zu: %s",
                   position, (int)shown, argument, shown < whole ? "..." : "", whole, length, (size_t)(text - argument), reason);
  __ux_core_fatal(message, n < (int)sizeof message ? (size_t)n : sizeof message - 1);
}

static void __ux_check_argument(int position, const char *argument) {
  const char *at = argument;
  while ((at = strstr(at, "Ux"))) {
    size_t length = __ux_text_length(at, strlen(at));
    if (length && __ux_follows_number(argument, at)) {
      ux_handle handle;
      double particle;
      if (!__ux_core_from_text(at, length, 0, 0, &handle, &particle)) __ux_refuse_argument(position, argument, at, length);
    }
    at += length ? length : 2;
  }
}

void __ux_check_arguments(int argc, char **argv) {
  for (int i = 1; i < argc; i++) __ux_check_argument(i, argv[i]);
}
