// A single floating-point conversion in printf: the library's decimal form of the particle, followed by the Ux text.
#include <stdlib.h>
#include <string.h>

#include "print-call.h"
#include "print-long.h"

char *__ux_long_text_room(ux_rebuilt *r, size_t size) {
  ux_long_text *text = size > UX_MOST_TEXT ? NULL : malloc(sizeof *text + size);
  if (!text) {
    r->out_of_memory = 1;
    return NULL;
  }
  text->next = r->long_texts;
  r->long_texts = text;
  return text->data;
}

static void __ux_put_text_of(ux_rebuilt *r, double value) {
  char *text = r->room;
  size_t length = __ux_text_of(value, text, r->room_left);
  if (length < r->room_left) {
    r->room += length + 1;
    r->room_left -= length + 1;
  } else {
    text = __ux_long_text_room(r, length + 1);
    if (!text) return;
    __ux_text_of(value, text, length + 1);
  }
  __ux_put_text(r, text);
}

// Formats through snprintf, and therefore through this code again, for the call's destination. Returns the length that
// snprintf returns.
static int __ux_print_narrow(char *target, size_t size, const ux_conversion *c, int particle_only, int width, int precision,
                             const ux_argument *value) {
  char format[24] = "%P";
  if (!particle_only) format[1] = 0;
  strcat(format, c->flags);
  strcat(format, "*.*");
  strcat(format, c->modifier);
  strncat(format, &c->letter, 1);
  __ux_keeps_destination++;
  int length = c->type == UX_ARGUMENT_LONG_DOUBLE
                   ? snprintf(target, size, format, width, precision, value->long_floating)
                   : snprintf(target, size, format, width, precision, value->floating);
  __ux_keeps_destination--;
  return length;
}

static void __ux_remove_flag(char *flags, char flag) {
  char *found = strchr(flags, flag);
  if (found) memmove(found, found + 1, strlen(found));
}

// A long double that is a box, or whose value fits in a double, is printed as that double, because the decimal form is
// the same.
static double __ux_unpack_long(ux_conversion *c, ux_argument *value) {
  double floating = __ux_double_of_long(value->long_floating);
  if (floating != floating || (long double)floating == value->long_floating) {
    c->type = UX_ARGUMENT_DOUBLE;
    c->modifier[0] = 0;
    value->floating = floating;
  }
  return floating;
}

static void __ux_put_decimal(ux_rebuilt *r, const ux_conversion *c, int width, int precision, const ux_argument *value) {
  if (c->type == UX_ARGUMENT_DOUBLE) {
    __ux_put_conversion(r, c, width, precision, value);
    return;
  }
  ux_long_format format = {.flags = c->flags, .letter = c->letter, .precision = precision};
  if (c->width.source != UX_COUNT_ABSENT) format.width = width < 0 ? -width : width;
  char *text = __ux_long_text_room(r, __ux_long_room(&format));
  if (!text) return;
  __ux_print_long(text, &format, value->long_floating);
  __ux_put_text(r, text);
}

// With 12 digits, the library would print 13: it rounds by adding a large number to a double and subtracting it again,
// and no double is large enough. Long doubles are handled here.
static void __ux_widen_hexadecimal(ux_conversion *c, int precision, ux_argument *value) {
  if (c->type != UX_ARGUMENT_DOUBLE || (c->letter | 32) != 'a' || precision != 12) return;
  double number = value->floating;
  if (number - number != 0 || number == 0) return;
  c->type = UX_ARGUMENT_LONG_DOUBLE;
  strcpy(c->modifier, "L");
  value->long_floating = number;
}

static uint32_t __ux_form_of(const ux_conversion *c, int width, int precision) {
  uint32_t form = (unsigned char)c->letter;
  for (const char *flag = c->flags; *flag; flag++) form = form * 31 + (unsigned char)*flag;
  return (form * 1009 + (uint32_t)width) * 1009 + (uint32_t)precision;
}

// The Ux text directly follows the last digit: padding on the right (a width with "-") comes after it.
static void __ux_put_narrow(ux_rebuilt *r, ux_conversion *c, int width, int precision, ux_argument *value) {
  uint32_t form = __ux_form_of(c, width, precision);  // before NaN and padding change the conversion
  double whole = c->type == UX_ARGUMENT_LONG_DOUBLE ? __ux_unpack_long(c, value) : value->floating;
  int prints_text = !c->particle_only && __ux_text_follows(whole);
  if (c->type == UX_ARGUMENT_DOUBLE) {
    value->floating = prints_text ? __ux_printed_particle(whole) : __ux_particle_of(whole);
  }
  if (prints_text && c->type == UX_ARGUMENT_DOUBLE && value->floating != value->floating) __ux_remove_flag(c->flags, '+');
  __ux_widen_hexadecimal(c, precision, value);
  int padding = 0;
  if ((prints_text || c->type == UX_ARGUMENT_LONG_DOUBLE) && (width < 0 || (width > 0 && strchr(c->flags, '-')))) {
    __ux_remove_flag(c->flags, '-');
    c->width.source = UX_COUNT_ABSENT;
    padding = (width < 0 ? -width : width) - __ux_print_narrow(NULL, 0, c, 1, 0, precision, value);
  }
  __ux_put_decimal(r, c, width, precision, value);
  if (prints_text) {
    __ux_form = form;
    __ux_put_text_of(r, whole);
  }
  if (padding > 0) {
    __ux_put_letters(r, "%*c");
    __ux_push_word(r, padding);
    __ux_push_word(r, ' ');
  }
}

// The wide functions print a number, including its Ux text, through the narrow functions, but support neither the P
// modifier nor long doubles. The whole text of such a conversion is therefore composed here.
static void __ux_put_wide(ux_rebuilt *r, ux_conversion *c, int width, int precision, ux_argument *value) {
  // The space is usually sufficient, so that the value is printed only once, because a Reference core counts prints.
  size_t size = UX_SMALL_TEXT;
  char *text = __ux_long_text_room(r, size);
  int length = text ? __ux_print_narrow(text, size, c, c->particle_only, width, precision, value) : -1;
  if (length >= 0 && (size_t)length >= size) {
    size = (size_t)length + 1;
    text = __ux_long_text_room(r, size);
    if (text) __ux_print_narrow(text, size, c, c->particle_only, width, precision, value);
  }
  if (!text || length < 0) {
    r->out_of_memory = 1;
    return;
  }
  __ux_put_text(r, text);
}

void __ux_put_floating(ux_rebuilt *r, ux_conversion *c, int width, int precision, ux_argument *value) {
  if (!r->wide) __ux_put_narrow(r, c, width, precision, value);
  else if (c->particle_only || c->type == UX_ARGUMENT_LONG_DOUBLE) __ux_put_wide(r, c, width, precision, value);
  else __ux_put_conversion(r, c, width, precision, value);
}
