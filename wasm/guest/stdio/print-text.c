// The Ux text of a printed value, and its particle. This is the only file that requests them from the core.
#include "../decisions.h"
#include "ux-stdio.h"

int __ux_particles_only;
uint32_t __ux_form;
int __ux_destination;
int __ux_keeps_destination;
int __ux_leaves_texts_out;
int __ux_grows;
size_t __ux_texts_in_memory;
static int __ux_stream_formats;

int __ux_prints_text(void) { return __ux_mode != UX_MODE_BYPASS && __ux_particles_only == 0; }

// In memory, only values with a distribution have text. A core that names values records whether any value has been
// drawn.
static int __ux_carries_text(double value, int destination) {
  if (destination == UX_TO_STREAM) return 1;
  return __ux_mode >= UX_MODE_REFERENCE ? __ux_has_drawn : __ux_handle64(value) != 0;
}

// Digits that the program may read belong to a single lane, so the core then runs each lane separately.
static void __ux_expose_digits(ux_handle h) {
  if (h && __ux_mode == UX_MODE_LANES) __ux_core_exposed(0, 0);
}

static int __ux_text_follows_to(double value, int destination) {
  int follows = __ux_prints_text() && __ux_carries_text(value, destination);
  if (follows && destination != UX_TO_STREAM) {
    __ux_expose_digits(__ux_handle64(value));
    __ux_texts_in_memory++;
  }
  return follows && !__ux_leaves_texts_out;
}

int __ux_text_follows(double value) { return __ux_text_follows_to(value, __ux_destination); }

void __ux_format_for_stream(int change) { __ux_stream_formats += change; }
int __ux_text_follows_formatted(double value) {
  return __ux_text_follows_to(value, __ux_stream_formats ? UX_TO_STREAM : UX_TO_MEMORY);
}

double __ux_particle_of(double value) {
  __ux_expose_digits(__ux_handle64(value));
  return __ux_particle64(value);
}
float __ux_particle_of_single(float value) {
  __ux_expose_digits(__ux_handle32(value));
  return __ux_particle32(value);
}

double __ux_digits_of(double value) {
  if (__ux_handle64(value)) __ux_watch_digits();
  return __ux_particle_of(value);
}
float __ux_digits_of_single(float value) {
  if (__ux_handle32(value)) __ux_watch_digits();
  return __ux_particle_of_single(value);
}

double __ux_printed_particle(double value) {
  double particle = __ux_particle64(value);
  return particle == particle ? particle : __builtin_nan("");
}

size_t __ux_print_text(double value, char *target, size_t size) {
  if (__ux_mode == UX_MODE_REFERENCE) return __ux_core_printed(__ux_path, __ux_form, value, target, size);
  ux_handle h = __ux_handle64(value);
  double particle = __ux_printed_particle(value);
  if (__ux_mode == UX_MODE_LANES) return __ux_core_printed_lanes(__ux_path, __ux_form, h, particle, target, size);
  return __ux_core_to_text(h, particle, target, size);
}

size_t __ux_text_of(double value, char *target, size_t size) {
  size_t length = __ux_print_text(value, target, size ? size - 1 : 0);
  if (length < size) target[length] = 0;
  return length;
}

// The bits are moved by hand, because a conversion would call the library's soft floating point for each printed
// number.
static int __ux_split_long(long double value, uint64_t *as_double) {
  union {
    long double value;
    uint64_t words[2];
  } bits = {.value = value};
  *as_double = (bits.words[1] & 0x8000000000000000u) | 0x7FF0000000000000u |
               ((bits.words[1] << 4 | bits.words[0] >> 60) & 0x000FFFFFFFFFFFFFu);
  return (bits.words[1] >> 48 & 0x7FFF) == 0x7FFF;
}

int __ux_is_long_box(long double value) {
  uint64_t bits;
  return __ux_split_long(value, &bits) && __ux_is_box64(__ux_from_bits64(bits));
}

double __ux_double_of_long(long double value) {
  uint64_t bits;
  return __ux_split_long(value, &bits) ? __ux_from_bits64(bits) : (double)value;
}
