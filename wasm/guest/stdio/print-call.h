// A printf call in the making: the arguments that were given, the new format and its arguments.
// print-arguments.c takes the one, print-floating.c adds to the other, print-call.c puts all together.
#pragma once
#include <stdarg.h>
#include <stdio.h>
#include <wchar.h>

#include "ux-stdio.h"

typedef union {
  int word;
  long long long_long;
  double floating;
  long double long_floating;
} ux_argument;

#define UX_NUMBERED_ARGUMENTS 9

typedef struct ux_long_text {
  struct ux_long_text *next;
  char data[];
} ux_long_text;

typedef struct {
  const void *source;
  int wide;
  va_list next;
  ux_argument numbered[UX_NUMBERED_ARGUMENTS + 1];
  char *format, *arguments;
  size_t format_length, arguments_length;
  char *room;  // for texts, until it is full
  size_t room_left;
  ux_long_text *long_texts;
  int out_of_memory;
} ux_rebuilt;

// What one conversion may add to the format: its own letters and those of the text and padding after it.
#define UX_FORMAT_GROWTH 24
// What it may add to the arguments: width, precision, value, text, width and text of the padding, each aligned.
#define UX_ARGUMENT_GROWTH 64

// Takes all numbered arguments. Answers 0 for a format that the library refuses: gaps, or both kinds of argument.
int __ux_take_numbered(ux_rebuilt *r);
// The argument with a number, or the next one for 0.
ux_argument __ux_argument_of(ux_rebuilt *r, int number, int type);
// Width or precision as a number, `absent` when the conversion has none.
int __ux_count_of(ux_rebuilt *r, ux_count count, int absent);

void __ux_put_unit(ux_rebuilt *r, unsigned unit);
void __ux_put_letters(ux_rebuilt *r, const char *letters);
void __ux_push_word(ux_rebuilt *r, int word);
// Adds "%s" and the pointer; the text has to live until the call is over.
void __ux_put_text(ux_rebuilt *r, const char *text);
// Room for a text that lives until the call is over; NULL, and the call will fail, when there is none.
char *__ux_long_text_room(ux_rebuilt *r, size_t size);
// Adds one conversion as the library knows it, with width and precision given as arguments.
void __ux_put_conversion(ux_rebuilt *r, const ux_conversion *c, int width, int precision, const ux_argument *value);
// Adds a floating-point conversion, with Ux text when the core prints it.
void __ux_put_floating(ux_rebuilt *r, ux_conversion *c, int width, int precision, ux_argument *value);

// Adds a number in binary.
void __ux_put_binary(ux_rebuilt *r, const ux_conversion *c, int width, int precision, const ux_argument *value);

// What makes text in memory calls one of the printf family between these two, which says that and answers how to go back.
int __ux_enter_memory(void);
void __ux_leave_memory(int destination);
// Is what is written to the file kept in memory (open_memstream, fmemopen)? The wrappers of those functions tell which are.
int __ux_is_memory_file(FILE *file);
void __ux_note_memory_file(FILE *file);

// Notes that the texts of a call were left out, and that the program may call again with more room. When it does not,
// __ux_tell_left_out says so at the next such call or at the end.
void __ux_note_left_out(const char *function, const void *format, int length, size_t room);
// The call's texts were printed whole.
void __ux_forget_left_out(const void *format);

// The library's function, narrow or wide.
typedef int ux_library_print(FILE *file, const void *format, va_list arguments);
// Prints through a rebuilt format if there is need for one, else through the given one.
int __ux_print(FILE *file, const void *format, int wide, va_list arguments, ux_library_print *library);
