// What the files of formatted input and output share: Ux text to print, Ux text that was read, one printf conversion.
// The C++ files use it too, so it shows no core function and no box; those stay in the C files.
#pragma once
#include <stddef.h>
#include <stdint.h>

// Bytes that one text or call may take.
#define UX_MOST_TEXT 0x7fffffffu

#ifdef __cplusplus
extern "C" {
#endif

// ---- printing ------------------------------------------------------------------------------------------------------
// While it is above zero, printed values are their particles alone.
extern int __ux_particles_only;

// How the value is printed: another number for another format. Reference cores tell values apart by it.
extern uint32_t __ux_form;

// Where the text that is being made goes. In memory a plain number is its digits and nothing else, since programs size their
// buffers for digits; a value with a distribution carries its text there too.
enum { UX_TO_STREAM, UX_TO_MEMORY };
extern int __ux_destination;
// Above zero, what is formatted into memory is part of something that goes elsewhere: the destination stays as it is.
extern int __ux_keeps_destination;

// Above zero, texts of distributions are left out: the memory is not known to hold them.
extern int __ux_leaves_texts_out;
// Above zero, the caller prints again with more room until all fits.
extern int __ux_grows;

// Does this core print text about distributions, and does nothing ask for numbers alone?
int __ux_prints_text(void);
// Is this value followed by such text here: Ux text, or on Reference cores its ValueID?
int __ux_text_follows(double value);
// The same for a value that std::format prints. It makes text in memory, also for std::print, which says so by the other.
int __ux_text_follows_formatted(double value);
void __ux_format_for_stream(int change);
// How many such texts were printed into memory so far, or left out there.
extern size_t __ux_texts_in_memory;
// Says on stderr, once for each `format`, that the texts of a call were left out. `length`: the characters that are needed, 0
// where that is unknown; `room`: those that there are, 0 likewise.
void __ux_tell_left_out(const char *function, const void *format, int wide, int length, size_t room);
// What stands for a value where only numbers can: its particle.
double __ux_particle_of(double value);
float __ux_particle_of_single(float value);
// The same, where the program reads digits that have no text: its draws are followed.
double __ux_digits_of(double value);
float __ux_digits_of_single(float value);
void __ux_watch_digits(void);
// The value that the decimal of a printed value is made of: the particle, or NaN without a sign.
double __ux_printed_particle(double value);

// That text: its length; it is written when it fits in `size` bytes, without a terminator.
size_t __ux_print_text(double value, char *target, size_t size);
// The same: its length, without a terminator. It is written, and terminated, when `size` is greater than that.
size_t __ux_text_of(double value, char *target, size_t size);
#define UX_SMALL_TEXT 2304  // room enough for a value with 64 deltas

// An uncertain long double holds its box in the top bits, those that a double has.
int __ux_is_long_box(long double value);
double __ux_double_of_long(long double value);

// ---- reading -------------------------------------------------------------------------------------------------------
// Characters of a Ux text, collected one by one.
typedef struct {
  char *data;
  size_t length, room;
  char small[512];
} ux_digits;
void __ux_start_digits(ux_digits *digits);
// Adds a character; ends the task when the text is longer than any that may be read.
void __ux_add_digit(ux_digits *digits, char c, const char *reader);
// The value of a collected text. A malformed one ends the task with a message that names `reader` and `offset`, where
// the text began among the characters that were read. `particle` is the decimal before the text, if there was one.
double __ux_finish_digits(ux_digits *digits, const char *reader, size_t offset, int has_particle, double particle);
// Length of the Ux text at the start of `text`, 0 when there is none: "Ux" and at least one hexadecimal digit.
size_t __ux_text_length(const char *text, size_t available);
// The value of a text that lies in memory; otherwise as __ux_finish_digits.
double __ux_value_of_text(const char *text, size_t length, const char *reader, size_t offset, int has_particle,
                          double particle);
// What a Reference core prints behind a number, <ValueID>val_…</ValueID>, says nothing to a reader, who reads over it.
#define UX_ID_LENGTH 55
int __ux_is_id_character(size_t at, int c);
// Length of such a name at the start of `text`, 0 when there is none.
size_t __ux_id_length(const char *text, size_t available);
// The uncertain float that a double becomes.
float __ux_narrow(double value);

static inline int __ux_is_hex(int c) {
  return (c >= '0' && c <= '9') || ((c | 32) >= 'a' && (c | 32) <= 'f');
}

// ---- conversions ---------------------------------------------------------------------------------------------------
enum { UX_ARGUMENT_NONE, UX_ARGUMENT_WORD, UX_ARGUMENT_LONG_LONG, UX_ARGUMENT_DOUBLE, UX_ARGUMENT_LONG_DOUBLE };
// Width or precision: absent, written in the format, or taken from the next or from a numbered argument.
enum { UX_COUNT_ABSENT, UX_COUNT_LITERAL, UX_COUNT_NEXT, UX_COUNT_NUMBERED };
typedef struct {
  unsigned char source;
  int number;  // the literal, or which argument
} ux_count;

typedef struct {
  size_t length;         // in units of the format, from % to the letter
  int argument;          // number of the value's argument, 0 for the next one
  char flags[7];         // terminated, each at most once
  ux_count width, precision;
  char modifier[3];      // "", "hh", "l", …
  char letter;
  unsigned char type;    // UX_ARGUMENT_…
  unsigned char particle_only;
} ux_conversion;

// Reads the conversion that begins with the % at `format[at]`. Answers 0 when the library would refuse it too.
int __ux_parse_conversion(const void *format, int wide, size_t at, ux_conversion *conversion);

static inline unsigned __ux_unit(const void *format, int wide, size_t at) {
  return wide ? ((const uint32_t *)format)[at] : ((const unsigned char *)format)[at];
}
static inline int __ux_is_binary(const ux_conversion *conversion) {
  return conversion->letter == 'b' || conversion->letter == 'B';
}
// %a with a precision: the library's rounding has a gap at 12 digits.
static inline int __ux_is_hexadecimal_conversion(const ux_conversion *conversion) {
  return conversion->letter == 'a' || conversion->letter == 'A' ? conversion->precision.source != UX_COUNT_ABSENT : 0;
}
static inline int __ux_is_floating(const ux_conversion *conversion) {
  return conversion->type == UX_ARGUMENT_DOUBLE || conversion->type == UX_ARGUMENT_LONG_DOUBLE;
}

#ifdef __cplusplus
}
#endif
