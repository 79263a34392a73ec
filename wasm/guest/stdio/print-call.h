// State of a printf call: the given arguments, and the new format with its arguments. print-arguments.c reads the
// given arguments, print-floating.c adds to the new arguments, and print-call.c combines everything.
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

// Maximum growth of the format per conversion: its own letters, plus the letters for the Ux text and padding that
// follow.
#define UX_FORMAT_GROWTH 24
// Maximum growth of the arguments per conversion: width, precision, value, Ux string, and the padding's width and
// string, each aligned.
#define UX_ARGUMENT_GROWTH 64

// Reads all numbered arguments. Returns 0 for a format that the library rejects because it has gaps or mixes numbered
// and unnumbered arguments.
int __ux_take_numbered(ux_rebuilt *r);
// The argument with the given number; for 0, the next argument.
ux_argument __ux_argument_of(ux_rebuilt *r, int number, int type);
// Width or precision as a number; `absent` if the conversion has none.
int __ux_count_of(ux_rebuilt *r, ux_count count, int absent);

void __ux_put_unit(ux_rebuilt *r, unsigned unit);
void __ux_put_letters(ux_rebuilt *r, const char *letters);
void __ux_push_word(ux_rebuilt *r, int word);
// Adds "%s" and the pointer; the string must live until the call returns.
void __ux_put_text(ux_rebuilt *r, const char *text);
// Space for a string that lives until the call returns; NULL if there is no space, in which case the call fails.
char *__ux_long_text_room(ux_rebuilt *r, size_t size);
// Adds a conversion in the library's form, with width and precision as arguments.
void __ux_put_conversion(ux_rebuilt *r, const ux_conversion *c, int width, int precision, const ux_argument *value);
// Adds a floating-point conversion, with Ux text if the core prints it.
void __ux_put_floating(ux_rebuilt *r, ux_conversion *c, int width, int precision, ux_argument *value);

// Adds a binary number.
void __ux_put_binary(ux_rebuilt *r, const ux_conversion *c, int width, int precision, const ux_argument *value);

// Code that composes text in memory calls the printf family between these two functions. The first function marks the
// destination, and returns the state to pass to the second.
int __ux_enter_memory(void);
void __ux_leave_memory(int destination);
// Tests whether output to the file is stored in memory (open_memstream, fmemopen). The wrappers of these two
// functions register such files.
int __ux_is_memory_file(FILE *file);
void __ux_note_memory_file(FILE *file);

// Records that a call's Ux strings were omitted, and that the program may retry with more space. If the program does
// not retry, __ux_tell_left_out reports the omission at the next such call or when the program exits.
void __ux_note_left_out(const char *function, const void *format, int length, size_t room);
// Records that the call's Ux strings were printed in full.
void __ux_forget_left_out(const void *format);

// The library's function, narrow or wide.
typedef int ux_library_print(FILE *file, const void *format, va_list arguments);
// Prints through a rebuilt format if necessary, otherwise through the given format.
int __ux_print(FILE *file, const void *format, int wide, va_list arguments, ux_library_print *library);
