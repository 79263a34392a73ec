// The arguments of a printf call, read in order or by position, and the new format with its argument list.
#include <string.h>

#include "print-call.h"

// ---- given arguments ------------------------------------------------------------------------------------------------
static void __ux_take_argument(ux_argument *argument, int type, va_list *list) {
  if (type == UX_ARGUMENT_WORD) argument->word = va_arg(*list, int);
  if (type == UX_ARGUMENT_LONG_LONG) argument->long_long = va_arg(*list, long long);
  if (type == UX_ARGUMENT_DOUBLE) argument->floating = va_arg(*list, double);
  if (type == UX_ARGUMENT_LONG_DOUBLE) argument->long_floating = va_arg(*list, long double);
}

static int __ux_note_type(unsigned char *types, int number, int type) {
  if (number < 1 || number > UX_NUMBERED_ARGUMENTS) return 0;
  types[number] = (unsigned char)type;
  return 1;
}

int __ux_take_numbered(ux_rebuilt *r) {
  unsigned char types[UX_NUMBERED_ARGUMENTS + 2] = {0};
  ux_conversion c;
  for (size_t at = 0; __ux_unit(r->source, r->wide, at); at++) {
    if (__ux_unit(r->source, r->wide, at) != '%') continue;
    if (__ux_unit(r->source, r->wide, at + 1) == '%') {
      at++;
      continue;
    }
    if (!__ux_parse_conversion(r->source, r->wide, at, &c)) return 0;
    if (c.width.source == UX_COUNT_NEXT || c.precision.source == UX_COUNT_NEXT) return 0;
    if (c.width.source == UX_COUNT_NUMBERED) __ux_note_type(types, c.width.number, UX_ARGUMENT_WORD);
    if (c.precision.source == UX_COUNT_NUMBERED) __ux_note_type(types, c.precision.number, UX_ARGUMENT_WORD);
    if (c.type != UX_ARGUMENT_NONE && !__ux_note_type(types, c.argument, c.type)) return 0;
    at += c.length - 1;
  }
  int last = 1;
  while (types[last]) last++;
  for (int i = last; i <= UX_NUMBERED_ARGUMENTS; i++) {
    if (types[i]) return 0;
  }
  for (int i = 1; i < last; i++) __ux_take_argument(&r->numbered[i], types[i], &r->next);
  return 1;
}

ux_argument __ux_argument_of(ux_rebuilt *r, int number, int type) {
  if (number) return r->numbered[number];
  ux_argument argument = {0};
  __ux_take_argument(&argument, type, &r->next);
  return argument;
}

int __ux_count_of(ux_rebuilt *r, ux_count count, int absent) {
  if (count.source == UX_COUNT_ABSENT) return absent;
  if (count.source == UX_COUNT_LITERAL) return count.number;
  return __ux_argument_of(r, count.source == UX_COUNT_NUMBERED ? count.number : 0, UX_ARGUMENT_WORD).word;
}

// ---- new arguments --------------------------------------------------------------------------------------------------
void __ux_put_unit(ux_rebuilt *r, unsigned unit) {
  if (r->wide) ((wchar_t *)r->format)[r->format_length++] = (wchar_t)unit;
  else r->format[r->format_length++] = (char)unit;
}

void __ux_put_letters(ux_rebuilt *r, const char *letters) {
  while (*letters) __ux_put_unit(r, (unsigned char)*letters++);
}

static void __ux_push(ux_rebuilt *r, const void *bytes, size_t size) {
  r->arguments_length = (r->arguments_length + size - 1) & ~(size - 1);
  memcpy(r->arguments + r->arguments_length, bytes, size);
  r->arguments_length += size;
}

void __ux_push_word(ux_rebuilt *r, int word) { __ux_push(r, &word, sizeof word); }

void __ux_put_text(ux_rebuilt *r, const char *text) {
  __ux_put_letters(r, "%s");
  __ux_push(r, &text, sizeof text);
}

static void __ux_push_argument(ux_rebuilt *r, int type, const ux_argument *argument) {
  if (type == UX_ARGUMENT_WORD) __ux_push_word(r, argument->word);
  if (type == UX_ARGUMENT_LONG_LONG || type == UX_ARGUMENT_DOUBLE) __ux_push(r, argument, 8);
  if (type == UX_ARGUMENT_LONG_DOUBLE) __ux_push(r, argument, sizeof(long double));
}

void __ux_put_conversion(ux_rebuilt *r, const ux_conversion *c, int width, int precision, const ux_argument *value) {
  __ux_put_unit(r, '%');
  __ux_put_letters(r, c->flags);
  if (c->width.source != UX_COUNT_ABSENT) {
    __ux_put_unit(r, '*');
    __ux_push_word(r, width);
  }
  if (c->precision.source != UX_COUNT_ABSENT) {
    __ux_put_letters(r, ".*");
    __ux_push_word(r, precision);
  }
  __ux_put_letters(r, c->modifier);
  __ux_put_unit(r, (unsigned char)c->letter);
  __ux_push_argument(r, c->type, value);
}
