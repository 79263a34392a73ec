// State of a printf call: the given arguments, and the new format and its arguments. print-arguments.c reads the given
// arguments, print-floating.c adds to the new ones, and print-call.c combines all.
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

// Maximum growth of the format by one conversion: its own letters, and those of the text and padding after it.
#define UX_FORMAT_GROWTH 24
// Maximum growth of the arguments: width, precision, value, text, width and text of the padding, each aligned.
#define UX_ARGUMENT_GROWTH 64

// Reads all numbered arguments. Returns 0 for a format that the library refuses: gaps, or both kinds of arguments.
int __ux_take_numbered(ux_rebuilt *r);
// The argument with a number, or the next one for 0.
ux_argument __ux_argument_of(ux_rebuilt *r, int number, int type);
// Width or precision as a number, `absent` when the conversion has none.
int __ux_count_of(ux_rebuilt *r, ux_count count, int absent);

void __ux_put_unit(ux_rebuilt *r, unsigned unit);
void __ux_put_letters(ux_rebuilt *r, const char *letters);
void __ux_push_word(ux_rebuilt *r, int word);
// Adds "%s" and the pointer; the text must live until the call has ended.
void __ux_put_text(ux_rebuilt *r, const char *text);
// Space for a text that lives until the call has ended; NULL when there is none, in which case the call fails.
char *__ux_long_text_room(ux_rebuilt *r, size_t size);
// Adds a conversion in the library's form, with width and precision as arguments.
void __ux_put_conversion(ux_rebuilt *r, const ux_conversion *c, int width, int precision, const ux_argument *value);
// Adds a floating-point conversion, with Ux text when the core prints it.
void __ux_put_floating(ux_rebuilt *r, ux_conversion *c, int width, int precision, ux_argument *value);

// Adds a number in binary.
void __ux_put_binary(ux_rebuilt *r, const ux_conversion *c, int width, int precision, const ux_argument *value);

// Code that makes text in memory calls the printf family between these two functions. The first marks the destination,
// and returns the state for the second.
int __ux_enter_memory(void);
void __ux_leave_memory(int destination);
// Tests whether output to the file is kept in memory (open_memstream, fmemopen). The wrappers of these functions
// register such files.
int __ux_is_memory_file(FILE *file);
void __ux_note_memory_file(FILE *file);

// Records that the texts of a call were omitted, and that the program may retry with more space. If it does not,
// __ux_tell_left_out reports it at the next such call or at the end.
void __ux_note_left_out(const char *function, const void *format, int length, size_t room);
// Records that the call's texts were printed completely.
void __ux_forget_left_out(const void *format);

// The library's function, narrow or wide.
typedef int ux_library_print(FILE *file, const void *format, va_list arguments);
// Prints through a rebuilt format if necessary, else through the given format.
int __ux_print(FILE *file, const void *format, int wide, va_list arguments, ux_library_print *library);
