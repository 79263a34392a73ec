// fgets for lines whose buffer is sized for digits: if the buffer ends within a Ux string, the rest of the string is
// skipped, so that lines stay lines and numbers stay numbers.
#include <string.h>

#include "box.h"
#include "print-call.h"

// Tests whether a character may occur at this position in printed text, which is "Ux" and hexadecimal digits or, on
// Reference cores, the name of a value.
static int __ux_may_stand(int is_id, size_t at, int c) {
  if (is_id) return __ux_is_id_character(at, c);
  if (at < 3) return c == "Ux0"[at];
  return at == 3 ? c != 0 && strchr("046789", c) != NULL : __ux_is_hex(c);
}

// Length of the unfinished string at the end of the line, or 0 if the line does not end within such a string.
static size_t __ux_cut_off(const char *line, size_t length, int is_id) {
  size_t cut = 0;
  for (size_t start = length; start-- > 1;) {
    if (is_id && length - start > UX_ID_LENGTH) break;
    if (line[start] == (is_id ? '<' : 'U')) {
      size_t i = strchr("0123456789.nf", line[start - 1]) ? start : length + 1;
      while (i < length && __ux_may_stand(is_id, i - start, (unsigned char)line[i])) i++;
      if (i == length) cut = length - start;
      // A name contains a second '<' before its end.
      if (!is_id) break;
    }
    if (!is_id && !__ux_is_hex((unsigned char)line[start]) && line[start] != 'x') break;
  }
  return cut;
}

// Consumes the rest of a Ux string from the file. If anything else follows, returns 0 and leaves the file unchanged.
static int __ux_take_rest(FILE *file, size_t at, int is_id) {
  const size_t start = at, certain = is_id ? 9 : 4;
  char taken[9];
  int c;
  while ((c = getc(file)) >= 0 && __ux_may_stand(is_id, at, c)) {
    if (at < certain) taken[at] = (char)c;
    at++;
  }
  if (c >= 0) ungetc(c, file);
  if (at >= certain) return at > start;
  while (at > start) ungetc(taken[--at], file);
  return 0;
}

// The shortest Ux string that this file removes: "Ux" and a particle with its type.
#define UX_SHORTEST 36

// Removes the last complete string from a line. Returns the new length of the line, or 0 if there is no such string.
static size_t __ux_remove_last(char *line, size_t length, int is_id) {
  for (size_t start = length; start-- > 1;) {
    if (line[start] != (is_id ? '<' : 'U') || !strchr("0123456789.nf", line[start - 1])) continue;
    size_t end = start;
    while (end < length && __ux_may_stand(is_id, end - start, (unsigned char)line[end])) end++;
    if (end - start < (is_id ? UX_ID_LENGTH : UX_SHORTEST)) continue;
    memmove(line + start, line + end, length - end + 1);
    return length - (end - start);
  }
  return 0;
}

static int __ux_is_at_end(FILE *file) {
  int c = getc(file);
  if (c >= 0) ungetc(c, file);
  return c < 0;
}

char *__real_fgets(char *restrict target, int size, FILE *restrict file);

// A line that fits without its strings stays in one piece: the last strings are removed.
char *__wrap_fgets(char *restrict target, int size, FILE *restrict file) {
  static int told;
  char *line = __real_fgets(target, size, file);
  int is_id = __ux_mode >= UX_MODE_REFERENCE;
  for (char *end = target; line;) {
    size_t length = (size_t)(end - target) + strlen(end);
    if (length + 1 != (size_t)size || line[length - 1] == '\n') break;
    size_t cut = __ux_cut_off(target, length, is_id);
    if (cut && __ux_take_rest(file, cut, is_id))
      length -= cut;
    else if (__ux_is_at_end(file) || !(length = __ux_remove_last(target, length, is_id)))
      break;
    end = target + length;
    *end = 0;
    if (!told++ && __ux_mode == UX_MODE_TRACKING)
      fprintf(stderr,
              "haze: fgets: a line does not fit in %d characters: a number in it was read without its distribution. Use a "
              "larger buffer or getline, or print the number alone with %%P.\n",
              size);
    if (!__real_fgets(end, size - (int)(end - target), file)) break;
  }
  return line;
}
