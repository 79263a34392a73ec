// Declarations shared by formatted input and output: Ux text to be printed, Ux text that was read, and single printf
// conversions. The C++ files use this header as well, so it exposes neither core functions nor boxes, which stay in the
// C files.
#pragma once
#include <stddef.h>
#include <stdint.h>

// Maximum number of bytes in a string or a call.
#define UX_MOST_TEXT 0x7fffffffu

#ifdef __cplusplus
extern "C" {
#endif

// ---- printing -----------------------------------------------------------------------------------------------------
// While this is above zero, values are printed as particles only.
extern int __ux_particles_only;

// Identifies the format of a printed value: different formats have different numbers. Reference cores use these numbers
// to distinguish values.
extern uint32_t __ux_form;

// The destination of the current text. In memory, a plain number is printed as digits alone, since programs size their
// buffers for digits; a value with a distribution has its Ux text there as well.
enum { UX_TO_STREAM, UX_TO_MEMORY };
extern int __ux_destination;
// While this is above zero, formatted text is part of output that goes elsewhere, so the destination stays the same.
extern int __ux_keeps_destination;

// While this is above zero, Ux strings are omitted, because the memory may be too small for them.
extern int __ux_leaves_texts_out;
// While this is above zero, the caller retries with more space until everything fits.
extern int __ux_grows;

// Tests whether this core prints Ux strings and no caller has asked for numbers only.
int __ux_prints_text(void);
// Tests whether this value is followed by text here: Ux text or, on Reference cores, its ValueID.
int __ux_text_follows(double value);
// The same for std::format, which always formats in memory. std::print calls __ux_format_for_stream to mark its text as
// printed to a stream.
int __ux_text_follows_formatted(double value);
void __ux_format_for_stream(int change);
// The number of Ux strings that have been printed to memory, or omitted there, so far.
extern size_t __ux_texts_in_memory;
// Reports on stderr, once per `format`, that the Ux strings of a call were omitted. `length` is the number of
// characters needed, and `room` the number available; either is 0 if unknown.
void __ux_tell_left_out(const char *function, const void *format, int wide, int length, size_t room);
// Returns the particle of a value, for code that can use only numbers.
double __ux_particle_of(double value);
float __ux_particle_of_single(float value);
// The same for code in which the program reads digits without Ux text; the draws of the value are followed.
double __ux_digits_of(double value);
float __ux_digits_of_single(float value);
void __ux_watch_digits(void);
// The number whose decimal form is printed for a value: the particle, or a NaN without a sign.
double __ux_printed_particle(double value);

// Returns the length of the text that follows a value; writes the text without a terminator if it fits in `size` bytes.
size_t __ux_print_text(double value, char *target, size_t size);
// Returns the length of the same text, excluding the terminator. Writes the text with a terminator if `size` is greater
// than the length.
size_t __ux_text_of(double value, char *target, size_t size);
#define UX_SMALL_TEXT 2304  // enough for a value with 64 deltas

// An uncertain long double has its box in its top bits, which correspond to a double.
int __ux_is_long_box(long double value);
double __ux_double_of_long(long double value);

// ---- reading ------------------------------------------------------------------------------------------------------
// The characters of a Ux string, collected one at a time.
typedef struct {
  char *data;
  size_t length, room;
  char small[512];
} ux_digits;
void __ux_start_digits(ux_digits *digits);
// Adds a character; stops the task if the string is longer than the maximum.
void __ux_add_digit(ux_digits *digits, char c, const char *reader);
// Returns the value of a Ux string that has been collected. A malformed string stops the task with a message that
// contains `reader` and `offset`, the position of the string among the characters read. `particle` is the number before
// the string, if there was one.
double __ux_finish_digits(ux_digits *digits, const char *reader, size_t offset, int has_particle, double particle);
// Length of the Ux text at the start of `text` ("Ux" and at least one hexadecimal digit), or 0 if there is none.
size_t __ux_text_length(const char *text, size_t available);
// Returns the value of a Ux string in memory; otherwise like __ux_finish_digits.
double __ux_value_of_text(const char *text, size_t length, const char *reader, size_t offset, int has_particle,
                          double particle);
// Length of the string that a Reference core prints after a number, <ValueID>val_…</ValueID>, which readers skip.
#define UX_ID_LENGTH 55
int __ux_is_id_character(size_t at, int c);
// Length of such a name at the start of `text`, or 0 if there is none.
size_t __ux_id_length(const char *text, size_t available);
// Converts an uncertain double to an uncertain float.
float __ux_narrow(double value);

static inline int __ux_is_hex(int c) {
  return (c >= '0' && c <= '9') || ((c | 32) >= 'a' && (c | 32) <= 'f');
}

// ---- conversions ---------------------------------------------------------------------------------------------------
enum { UX_ARGUMENT_NONE, UX_ARGUMENT_WORD, UX_ARGUMENT_LONG_LONG, UX_ARGUMENT_DOUBLE, UX_ARGUMENT_LONG_DOUBLE };
// A width or precision: absent, literal, or taken from the next argument or from a numbered one.
enum { UX_COUNT_ABSENT, UX_COUNT_LITERAL, UX_COUNT_NEXT, UX_COUNT_NUMBERED };
typedef struct {
  unsigned char source;
  int number;  // the literal, or the number of the argument
} ux_count;

typedef struct {
  size_t length;         // in units of the format, from % to the letter
  int argument;          // number of the value's argument; 0 for the next argument
  char flags[7];         // null-terminated, each flag at most once
  ux_count width, precision;
  char modifier[3];      // "", "hh", "l", …
  char letter;
  unsigned char type;    // UX_ARGUMENT_…
  unsigned char particle_only;
} ux_conversion;

// Parses the conversion that begins with the % at `format[at]`. Returns 0 if the library would reject it as well.
int __ux_parse_conversion(const void *format, int wide, size_t at, ux_conversion *conversion);

static inline unsigned __ux_unit(const void *format, int wide, size_t at) {
  return wide ? ((const uint32_t *)format)[at] : ((const unsigned char *)format)[at];
}
static inline int __ux_is_binary(const ux_conversion *conversion) {
  return conversion->letter == 'b' || conversion->letter == 'B';
}
// Tests for %a with a precision, because the library rounds incorrectly at 12 digits.
static inline int __ux_is_hexadecimal_conversion(const ux_conversion *conversion) {
  return conversion->letter == 'a' || conversion->letter == 'A' ? conversion->precision.source != UX_COUNT_ABSENT : 0;
}
static inline int __ux_is_floating(const ux_conversion *conversion) {
  return conversion->type == UX_ARGUMENT_DOUBLE || conversion->type == UX_ARGUMENT_LONG_DOUBLE;
}

#ifdef __cplusplus
}
#endif
