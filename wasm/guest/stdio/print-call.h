// The state of a printf call: the given arguments, and the new format with its arguments. print-arguments.c reads the
// given arguments, print-floating.c adds to the new ones, and print-call.c puts everything together.
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
  char *room;  // space for strings, until it is full
  size_t room_left;
  ux_long_text *long_texts;
  int out_of_memory;
} ux_rebuilt;

// Maximum growth of the format per conversion: its own letters, plus those for the Ux text and the padding after it.
#define UX_FORMAT_GROWTH 24
// Maximum growth of the arguments per conversion: the width, the precision, the value, the Ux string, and the width and
// string of the padding, all of them aligned.
#define UX_ARGUMENT_GROWTH 64

// Reads all numbered arguments. Returns 0 if the library would reject the format because it has gaps or mixes numbered
// and unnumbered arguments.
int __ux_take_numbered(ux_rebuilt *r);
// The argument with the given number, or the next argument if the number is 0.
ux_argument __ux_argument_of(ux_rebuilt *r, int number, int type);
// A width or precision as a number, or `absent` if the conversion has none.
int __ux_count_of(ux_rebuilt *r, ux_count count, int absent);

void __ux_put_unit(ux_rebuilt *r, unsigned unit);
void __ux_put_letters(ux_rebuilt *r, const char *letters);
void __ux_push_word(ux_rebuilt *r, int word);
// Adds "%s" and the pointer to a string, which must exist until the call returns.
void __ux_put_text(ux_rebuilt *r, const char *text);
// Space for a string that exists until the call returns. NULL if there is no space, in which case the call fails.
char *__ux_long_text_room(ux_rebuilt *r, size_t size);
// Adds a conversion in the library's form, with width and precision as arguments.
void __ux_put_conversion(ux_rebuilt *r, const ux_conversion *c, int width, int precision, const ux_argument *value);
// Adds a floating-point conversion, with Ux text if the core prints it.
void __ux_put_floating(ux_rebuilt *r, ux_conversion *c, int width, int precision, ux_argument *value);

// Adds a binary number.
void __ux_put_binary(ux_rebuilt *r, const ux_conversion *c, int width, int precision, const ux_argument *value);

// Code that composes text in memory calls the printf family between these two functions. The first one marks the
// destination and returns the state to be passed to the second.
int __ux_enter_memory(void);
void __ux_leave_memory(int destination);
// Tests whether output to the file is stored in memory (open_memstream, fmemopen). The wrappers of these two functions
// register such files.
int __ux_is_memory_file(FILE *file);
void __ux_note_memory_file(FILE *file);

// Records that the Ux strings of a call were omitted, and that the program may retry with more space. If it does not,
// __ux_tell_left_out reports the omission at the next such call or when the program exits.
void __ux_note_left_out(const char *function, const void *format, int length, size_t room);
// Records that the Ux strings of a call were printed in full.
void __ux_forget_left_out(const void *format);

// The library function, narrow or wide.
typedef int ux_library_print(FILE *file, const void *format, va_list arguments);
// Prints through a rebuilt format if necessary, and otherwise through the given one.
int __ux_print(FILE *file, const void *format, int wide, va_list arguments, ux_library_print *library);
